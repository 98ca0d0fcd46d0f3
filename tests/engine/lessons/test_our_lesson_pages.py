"""The lessons that come with the program as pages: pictures, and tasks done there."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from engine import Dataset, Tape
from engine.export.set_up import TERMS
from engine.learners import learner
from engine.lessons.facts import Situation, fact
from engine.lessons.lesson_faults import situation_of, sound_lesson
from engine.lessons.lesson_files import read_files
from engine.lessons.lesson_page import write_lesson_page
from engine.lessons.predictions.prediction import predictions
from tests.engine.export.test_page import BITS, LEARNERS, require_equal

OURS = Path(__file__).parents[3] / "resources" / "lessons"
NAMES = sorted(path.name for path in OURS.iterdir())
BYTES = 420_000
DRAWN = """
[...document.querySelectorAll("#lesson article")].map((article, place) => {
  lesson.open(place);
  lesson.player?.draw();
  const seen = [...document.querySelectorAll("#picture, #still-picture")]
    .filter((canvas) => canvas.clientHeight > 100);
  if (seen.length !== 1) return 0;
  const [{ width, height }] = seen;
  const { data } = seen[0].getContext("2d").getImageData(0, 0, width, height);
  return new Set(new Uint32Array(data.buffer)).size;
})
"""
"""Give how many colours the picture of each page has."""
FEW = 4
"""Colours: of a canvas that nothing was drawn on."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("lessons")


@pytest.fixture
def opened(browser, folder):
    """Open a lesson's page, which is written once."""

    def opened(name, page=1):
        path = folder / f"{name}.html"
        if not path.exists():
            write_lesson_page(path, read_files(OURS / name))
        browser.look(1280, 800)
        browser.open(path)
        browser.ask(f"lesson.open({page - 1})")
        browser.settled()
        return browser

    return opened


@pytest.mark.parametrize("name", NAMES)
def test_every_page_has_a_picture(opened, folder, name):
    browser = opened(name)
    colours = browser.ask(DRAWN)
    assert colours, name
    assert all(n > FEW for n in colours), (name, colours)
    assert browser.complaints == []
    assert (folder / f"{name}.html").stat().st_size <= BYTES


@pytest.mark.parametrize("dark", [False, True])
def test_a_figure_stands_between_text_and_task_in_the_colours_of_the_page(opened, dark):
    browser = opened("zero-one-loss", 2)
    browser.look(360, 740, dark=dark)
    drawn = browser.ask("""(() => {
      const article = document.querySelector("article:not([hidden])");
      const svg = article.querySelector("svg"), box = svg.getBoundingClientRect();
      const style = (part) => getComputedStyle(part);
      const parts = [...svg.querySelectorAll("text, path")];
      return {
        role: svg.getAttribute("role"), label: svg.getAttribute("aria-label"),
        places: [...article.children].map((part) => part.tagName + part.className),
        size: Math.min(...parts.map((part) => parseFloat(style(part).fontSize))) *
          box.width / svg.viewBox.baseVal.width,
        ink: style(document.body).color,
        strokes: parts.map((part) => style(part).stroke),
        over: parts.filter((part) => {
          const { left, right } = part.getBoundingClientRect();
          return left < box.left - 1 || right > box.right + 1;
        }).length,
      };
    })()""")
    assert drawn["role"] == "img"
    assert drawn["label"].startswith("Losses over y·z from −3 to 4.")
    figure = drawn["places"].index("FIGURE")
    assert "P" in drawn["places"][:figure]
    assert "DIVtask" in drawn["places"][figure:]
    assert drawn["ink"] in drawn["strokes"]
    assert len({*drawn["strokes"]} - {"none"}) >= 7
    assert drawn["size"] > 13
    assert drawn["over"] == 0
    assert browser.complaints == []


CAN_BE_DONE = {
    "adaline": 4, "averaging-and-voting": 3, "games": 1, "gradient-descent": 4,
    "hyperplane": 4, "learning-rate": 4, "margin": 5, "more-classes": 3, "offset": 4,
    "one-mistake": 3, "order-of-samples": 4, "over-fitting": 3, "separable-or-not": 4,
    "stacking": 4, "standardising": 3, "start-at-zero": 1, "stream": 2,
    "what-a-linear-classifier-is": 4, "the-hidden-layer": 4, "why-the-bound-holds": 4,
    "xor-and-squares": 4, "zero-one-loss": 5,
}  # fmt: skip
"""Tasks that are no questions, done in the page; of 90."""
DONE = "lesson.task.classList.contains('done')"
WRITE = """
(id, value) => {
  const input = byId(id);
  if (input.type === "checkbox") input.checked = value;
  else input.value = String(value);
  input.dispatchEvent(new Event("change"));
}
"""
DO = f"""
(() => {{
  const write = {WRITE}, {{ task, runs }} = lesson;
  const shown = task.querySelector(".show").dataset;
  if (!shown.set) {{
    const {{ X, step }} = runs[Number(shown.run)];
    X.forEach((x, row) => String(x) !== String(player.X[row]) && player.move(row, x));
    player.run.extend();
    player.seek(step);
  }} else {{
    const {{ learner, values, terms, start, step }} = JSON.parse(shown.set);
    const id = (name) => `${{task.querySelector(".set-up").id}}-${{name}}`;
    if (byId(id("learner"))) write(id("learner"), learner);
    for (const [name, value] of Object.entries(values)) write(id(name), value);
    for (const button of task.querySelectorAll(".terms button")) {{
      const wanted = terms.includes(button.dataset.term);
      if (String(wanted) !== button.ariaPressed) {{
        [...task.querySelectorAll(".terms button")]
          .find((own) => own.dataset.term === button.dataset.term).click();
      }}
    }}
    for (const [j, value] of Object.entries((start || []).flat())) {{
      if (byId(id(`start-${{j}}`))) write(id(`start-${{j}}`), value);
    }}
    player.run.extend();
    player.seek(step);
  }}
  player.run.extend();
  player.draw();
  return {DONE};
}})()
"""
"""Do what a task asks for with the page's own fields, and tell whether it is done."""


TOLD = """
[player.step, [...lesson.article.querySelectorAll("output")]
  .map((output) => [output.dataset.fact, output.textContent])]
"""
"""Give the step, and the facts that stand in the text."""


def require_told(told, name, place):
    """Compare facts of what a task was done with: the page tells none of the begin."""
    step, facts = told
    files = read_files(OURS / name)
    page, state = sound_lesson(files).pages_with_states[place]
    if not facts or page.task.show is None:
        return
    shown = situation_of(page.task.show.after(state).saved(files), state.game)
    if shown.step != step:
        return
    for own, text in facts:
        texts = [text, fact(own).text(shown)]
        if own == "terms":  # in the order of the page
            texts = [sorted(each.split(", ")) for each in texts]
        assert text == "–" or texts[0] == texts[1], (place, own)


@pytest.mark.parametrize("name", NAMES)
def test_tasks_are_done_in_the_page(opened, name):
    browser = opened(name)
    asked = browser.ask(
        "lesson.articles.map((a, i) => a.querySelector('[data-until]') ? i : -1)"
        ".filter((i) => i >= 0)"
    )
    for place in asked:
        browser.ask(f"lesson.open({place}); player.run.extend(); player.draw()")
        assert not browser.ask(DONE), place
        assert browser.ask(DO), place
        require_told(browser.ask(TOLD), name, place)
    predicted = browser.ask(
        "lesson.articles.map((a, i) => a.querySelector('[data-predict]') ? i : -1)"
        ".filter((i) => i >= 0)"
    )
    for place in predicted:
        predict(browser, place, begun_with(name, place))
    assert len(asked) + len(predicted) == CAN_BE_DONE.get(name, 0)
    assert browser.complaints == []


def test_settings_that_are_not_changed_stay_in_the_line_above(opened):
    browser = opened("gradient-descent", 3)
    said = browser.ask("byId('settings').textContent")
    browser.ask(f"({WRITE})(lesson.setUp.id('batch_size'), '8')")
    now = browser.ask("byId('settings').textContent")
    assert now == said.replace("Batch size full batch", "Batch size 8") != said


def test_the_largest_margin_is_told_of_points_that_were_moved(opened):
    browser = opened("margin", 6)
    saved = (
        sound_lesson(read_files(OURS / "margin")).pages_with_states[5][1].saved(None)
    )
    browser.ask("lesson.setUp.apply({ learner: 'adaline' })")
    browser.ask("player.move(2, [2.25, 2]); player.run.extend(); player.draw()")
    X = saved.data.X.copy()
    X[2] = 2.25, 2
    told = browser.ask("lesson.article.querySelector('[data-fact=margin]').textContent")
    tape = Tape(data := Dataset(X, saved.data.y), saved.recipe)
    tape.extend()
    assert told == fact("margin").text(Situation(data, tape.recipe, tape, 0)) != "–"


def test_what_a_page_cannot_tell_of_a_change_says_who_can(opened):
    browser = opened("hyperplane", 4)
    margin = "lesson.article.querySelector('[data-fact=margin]')"
    assert browser.ask(f"[{margin}.textContent, {margin}.title]") == ["13.99", ""]
    browser.ask("player.move(0, [9, 9]); player.run.extend(); player.draw()")
    told = browser.ask(f"[{margin}.textContent, {margin}.title]")
    assert told == ["–", "Perceptron Lab tells it."]


def test_on_a_phone_the_playback_is_low_and_many_weights_are_scrolled(opened):
    browser = opened("hyperplane", 4)
    browser.look(360, 740, touch=True)
    browser.settled()
    high = (
        "['playback', 'weights', 'play', 'forward'].map((id) => byId(id).offsetHeight)"
    )
    playback, weights, *buttons = browser.ask(high)
    assert playback <= 100
    assert weights <= 300
    assert min(buttons) >= 40
    assert "65 weights" in browser.ask("byId('weights').innerText")
    table = "byId('weights-table')"
    assert browser.ask(f"{table}.scrollHeight") > browser.ask(f"{table}.clientHeight")
    for width in (360, 1024, 1440):
        browser.look(width, 740, touch=width < 400)
        browser.settled()
        low, plot = browser.ask(
            "[byId('zoom').getBoundingClientRect().top,"
            " byId('plot').getBoundingClientRect().bottom]"
        )
        assert low >= plot, "no button lies on the plane"


def test_primes_are_as_large_as_their_letters(opened):
    sizes = opened("why-the-bound-holds").ask(
        "[...document.querySelectorAll('math *')]"
        ".filter((e) => e.childElementCount === 0 && e.textContent === '′').map((e) =>"
        " [e, e.closest('math')].map((e) => parseFloat(getComputedStyle(e).fontSize)))"
    )
    assert len(sizes) > 10
    assert all(own >= around for own, around in sizes)


COSTS = {
    "gradient-descent": 3, "margin": 3, "adaline": 4, "over-fitting": 3,
    "the-hidden-layer": 3, "more-classes": 1,
}  # fmt: skip
"""Pages whose learner has a cost: with a mean, a sum, a penalty, outputs, layers."""


@pytest.mark.parametrize("name", COSTS)
def test_the_plotted_cost_is_the_engines(opened, name):
    """But for the order of its sums, which compiled measures may change."""
    browser = opened(name, COSTS[name])
    begun = begun_with(name, COSTS[name] - 1)
    browser.ask("player.run.extend(); player.draw()")
    browser.mouse(browser.middle_of("#plot-cost"))
    epochs = begun.tape.epochs
    assert browser.ask("player.errorPlot.costs") == pytest.approx(
        epochs.loss + epochs.penalty, rel=1e-14
    )


def test_a_page_about_the_cost_begins_with_its_plot(opened):
    title = "byId('curve-title').innerText"
    browser = opened("gradient-descent", 3)
    assert browser.ask(title) == "Cost per epoch"
    told = "lesson.article.querySelector('[data-fact=cost]').innerText"
    assert browser.ask("byId('curve-now').innerText") == browser.ask(told)
    browser.mouse(browser.middle_of("#plot-error"))
    assert browser.ask(title) == "Error per epoch"
    browser = opened("separable-or-not")
    assert browser.ask(title) == "Error per epoch"
    browser = opened("averaging-and-voting", 4)
    assert browser.ask("player.run.voted !== null")
    assert browser.ask("byId('curve-kinds').offsetHeight") == 0


def test_after_enter_in_a_field_the_keys_are_the_runs(opened):
    browser = opened("gradient-descent", 3)
    browser.ask("lesson.task.querySelector('.field input').select()")
    browser.press("8", "Home", "Enter")
    browser.ask("player.run.extend(); player.seek(0)")
    browser.press("End")
    assert browser.ask("lesson.setUp.all.batch_size") == 8
    assert browser.ask("player.step") == browser.ask("player.run.steps") > 0


def test_only_weights_that_a_task_names_have_fields(opened):
    labels = opened("stacking").ask(
        "lesson.articles.map((article, i) => { lesson.open(i);"
        " return [...article.querySelectorAll('.set-up label')]"
        ".map((label) => label.innerText.trim()); }).filter((all) => all.length)"
    )
    assert labels[:2] == [
        ["x₁ → h2", "x₂ → h2", "b of h2"],
        ["h1 → output", "h2 → output", "b of output"],
    ]
    assert [len(names) for names in labels[2:]] == [9]


ARRIVED = (
    "new Promise(there => { const look = () => player.step === player.wanted"
    " ? there(player.step) : requestAnimationFrame(look); look(); })"
)
"""The step of the playhead, once what it stands on is computed."""
ANSWERS = """
(() => {
  const { run, step, plane, X } = player;
  const from = (id) => {
    const { x, y } = byId(id).getBoundingClientRect();
    return ([u, v]) => [x + u, y + v];
  };
  const on = from("plot");
  if (lesson.task.dataset.predict === "next mistake") {
    const next = player.mistakeFrom(step, 1);
    const row = run.problem.rows[run.places(next)[0]];
    return [row ? 0 : 1, row].map((i) => [on(plane.pixel(plane.place(X[i])))]);
  }
  if (lesson.task.dataset.predict === "error curve") {
    const { errorPlot } = player, drawn = from("errors"), { training } = errorPlot;
    const every = Math.ceil(training.length / 60), shares = new Map();
    training.forEach((share, i) => i % every || shares.set(i + 1, share));
    shares.set(training.length, training.at(-1));
    return [(share) => share < 0.5, (share) => share].map((of) => [...shares].map(
      ([epoch, share]) => drawn([errorPlot.x(epoch), errorPlot.y(Number(of(share)))])));
  }
  let next = step + 1;
  while (!(run.marks[next] & UPDATE)) next++;
  const [a, b, c] = plane.line(run.problem, run.used(run.state(next)));
  return [[b, -a, 1], [a, b, c]].map((line) =>
    clipped(line, plane.rect).map((end) => on(plane.inside(plane.pixel(end)))));
})()
"""
"""Give where to press for a wrong answer, and for the right one."""
ANSWER = """
(() => {
  const { hand } = player;
  if (hand.drawn) return [...hand.drawn].sort(([a], [b]) => a - b);
  return hand.ends || lesson.task.querySelector(".objection").innerText.match(/[0-9]+/);
})()
"""
SAID = "lesson.task.querySelector('.objection').innerText"
PLOT = {"error curve": "#errors"}
"""Where it is answered, if not in the plane."""


def begun_with(name, place):
    files = read_files(OURS / name)
    state = sound_lesson(files).pages_with_states[place][1]
    return situation_of(state.saved(files), state.game)


def predict(browser, place, begun):
    """Answer wrongly, then rightly: of both is said what the engine says.

    What comes is seen only then, or when it is asked for.
    """
    browser.ask(f"lesson.open({place}); player.run.extend(); player.draw()")
    kind = browser.ask("lesson.task.dataset.predict")
    browser.ask("lesson.task.scrollIntoView()")
    browser.middle_of(PLOT.get(kind, "#plot"))
    browser.settled()
    asked, pictured = browser.ask("player.step"), browser.ask(PICTURED)
    wrong, right = browser.ask(ANSWERS)
    browser.mouse(*wrong)
    require_judged(browser, kind, begun, is_right=False)
    assert browser.ask("player.step") == asked
    if kind == "error curve":
        browser.ask("player.hand.clear()")
    assert browser.ask(PICTURED) == pictured, "a wrong answer uncovers nothing"
    browser.mouse(*right)
    require_judged(browser, kind, begun, is_right=True)
    assert browser.ask(ARRIVED) == browser.ask("player.hand.next") > asked
    browser.ask(f"lesson.open({place}); player.draw()")
    browser.mouse(browser.middle_of("article:not([hidden]) .show"))
    assert browser.ask(ARRIVED) == browser.ask("player.hand.next") > asked


PICTURED = """
(() => {
  const seen = ["errors", "ticks"].map((id) => byId(id));
  player.draw();
  return seen.map((canvas) => canvas.toDataURL());
})()
"""
"""Give the plot of errors and the timeline as they are seen."""


def require_judged(browser, kind, begun, *, is_right):
    answer = browser.ask(ANSWER)
    answer = int(answer[0]) if kind == "next mistake" else tuple(map(tuple, answer))
    verdict = predictions()[kind].judge(begun, answer)
    assert browser.ask(SAID) == verdict.said
    assert verdict.right == browser.ask(DONE) == is_right


def page_that_predicts(browser, kind):
    return browser.ask(
        "lesson.articles.findIndex((article) => "
        f"article.querySelector('.task')?.dataset.predict === '{kind}')"
    )


def test_a_point_and_a_line_are_predicted_by_keys_alone(opened):
    name = "one-mistake"
    browser = opened(name)
    place = page_that_predicts(browser, "next mistake")
    browser.ask(f"lesson.open({place}); player.run.extend(); byId('plot').focus()")
    right, before = browser.ask(
        "[run.problem.rows[run.places(player.mistakeFrom(player.step, 1))[0]], "
        "player.X]".replace("run", "player.run")
    )
    browser.press("Enter")
    on = (right - browser.ask("player.taken")) % len(before)
    browser.press(*["ArrowRight"] * on, "ArrowLeft", "Enter")
    require_judged(browser, "next mistake", begun_with(name, place), is_right=False)
    browser.press("ArrowDown", "Enter")
    require_judged(browser, "next mistake", begun_with(name, place), is_right=True)
    assert browser.ask("player.X") == before, "arrows moved no point"

    place = page_that_predicts(browser, "next boundary")
    browser.ask(f"lesson.open({place}); player.run.extend(); byId('plot').focus()")
    (_, ends), far = browser.ask(ANSWERS), "player.plane.pixel(player.hand.ends[{}])"
    box = browser.ask("(({x, y}) => [x, y])(byId('plot').getBoundingClientRect())")
    browser.press("Enter", "Enter")
    require_judged(browser, "next boundary", begun_with(name, place), is_right=False)
    for held in (1, 0):
        x, y = (
            round((end - own - at) / 8)
            for end, own, at in zip(
                ends[held], box, browser.ask(far.format(held)), strict=True
            )
        )
        browser.press(*["ArrowRight" if x > 0 else "ArrowLeft"] * abs(x))
        browser.press(*["ArrowDown" if y > 0 else "ArrowUp"] * abs(y), "Tab")
    browser.press("Enter")
    require_judged(browser, "next boundary", begun_with(name, place), is_right=True)


def test_a_curve_is_predicted_by_keys_alone_and_by_a_finger(opened):
    name, kind = "start-at-zero", "error curve"
    browser = opened(name)
    place = page_that_predicts(browser, kind)
    begun = begun_with(name, place)
    browser.ask(f"lesson.open({place})")
    browser.ask("player.run.extend(); byId('errors').focus()")
    browser.press("ArrowUp", *["ArrowRight"] * 5, *["ArrowUp"] * 8, "Enter")
    assert browser.ask(SAID) == "Draw on, up to epoch 200."
    browser.press(*["ArrowRight"] * 15)
    assert browser.ask("player.step") == 0, "no arrow moved the playhead"
    browser.press("Enter")
    require_judged(browser, kind, begun, is_right=False)
    assert browser.ask("player.step") == 0
    browser.mouse(browser.middle_of("article:not([hidden]) .show"))
    assert browser.ask("player.step === player.run.steps")
    browser.mouse(browser.middle_of("article:not([hidden]) .again"))
    assert browser.ask("[player.step, document.activeElement.id]") == [0, "errors"]
    browser.press(*["ArrowDown"] * 2, "Escape", *["ArrowRight"] * 21, "Enter")
    require_judged(browser, kind, begun, is_right=True)

    browser.look(360, 720, touch=True)
    browser.ask(f"lesson.task.classList.remove('done'); lesson.open({place})")
    browser.ask("byId('errors').scrollIntoView({ block: 'nearest' })")
    browser.settled()
    _, places = browser.ask(ANSWERS)
    browser.touch(*([place] for place in places))
    require_judged(browser, kind, begun, is_right=True)
    assert browser.complaints == []


IN_SIGHT = """
(selector) => {
  const told = [...lesson.article.querySelectorAll(selector)]
    .filter((e) => e.offsetHeight);
  const card = byId("lesson").getBoundingClientRect();
  return told.length > 0 && told.every((e) => {
    const { top, bottom } = e.getBoundingClientRect();
    return top >= Math.max(card.top, 0) && bottom <= Math.min(card.bottom, innerHeight);
  });
}
"""


@pytest.mark.parametrize(
    ("name", "page"),
    [("zero-one-loss", 2), ("gradient-descent", 2), ("why-the-bound-holds", 3)],
)
def test_what_an_answer_is_told_is_scrolled_into_sight(opened, name, page):
    browser = opened(name, page)
    choices = "[...lesson.task.querySelectorAll('.choice')]"
    answer = int(browser.ask("lesson.task.dataset.answer"))
    for width, height, touch in ((1280, 900, False), (360, 740, True)):
        browser.look(width, height, touch=touch)
        for choice in (0 if answer else 1, answer):
            browser.ask(f"{choices}[0].scrollIntoView({{ block: 'end' }})")
            browser.ask(f"{choices}[{choice}].click()")
            part = ".because" if choice == answer else ".reply"
            assert browser.ask(f"({IN_SIGHT})('{part}')"), (width, part)
    place = browser.ask("byId('lesson').scrollTop")
    browser.ask(f"{choices}[{answer}].click()")
    assert browser.ask("byId('lesson').scrollTop") == place, "it was in sight"


def test_what_a_done_task_tells_and_fields_that_appear_are_scrolled_into_sight(opened):
    browser = opened("gradient-descent", 5)
    browser.look(1280, 900)
    assert browser.ask(DO)
    assert browser.ask(f"({IN_SIGHT})('.because')")
    browser.ask("lesson.open(4)")
    browser.ask(f"({WRITE})(lesson.setUp.id('schedule'), 'constant')")
    fields = "[...lesson.task.querySelectorAll('.set-up > :not([hidden])')]"
    few = browser.ask(f"{fields}.length")
    browser.ask("byId('lesson').scrollTop = 0")
    browser.ask(f"({WRITE})(lesson.setUp.id('schedule'), 'inverse')")
    assert browser.ask(f"{fields}.length") > few
    assert browser.ask(f"({IN_SIGHT})('.set-up > .field:not([hidden])')")


RINGED = """
(() => {
  const rows = [], { plane } = player;
  plane.point = (ctx, X, row, theme, kind) => { if (kind === "wrong") rows.push(row); };
  player.draw();
  delete plane.point;
  return rows;
})()
"""
"""Give the rows that are drawn as wrong."""


def test_samples_are_ringed_at_the_start_unless_all_weights_are_0(opened):
    for name in ("zero-one-loss", "gradient-descent"):
        browser, begun = opened(name, 4), begun_with(name, 3)
        mistaken = begun.tape.model(0).mistaken(begun.data.X, begun.data.y)
        assert browser.ask("player.step") == 0
        assert browser.ask(RINGED) == np.flatnonzero(mistaken).tolist() != []
    browser = opened("zero-one-loss", 3)
    assert browser.ask("[player.step, player.run.wrongAt(0).some(Boolean)]") == [
        0,
        True,
    ]
    assert browser.ask(RINGED) == []


def test_a_wrong_answer_after_the_right_one_takes_the_explanation_away(opened):
    browser = opened("one-mistake")
    place = page_that_predicts(browser, "next mistake")
    browser.ask(f"lesson.open({place}); player.run.extend()")
    right = browser.ask(
        "(({ run }, next) => run.problem.rows[run.places(next)[0]])"
        "(player, player.mistakeFrom(player.step, 1))"
    )
    because = "lesson.task.querySelector('.because').hidden"
    for row, hidden in ((right, False), (0 if right else 1, True), (right, False)):
        browser.ask("player.seek(player.spec.step); player.draw()")
        browser.ask(f"lesson.answerPoint({row})")
        assert browser.ask(because) == hidden
        assert browser.ask(SAID).startswith("Not quite" if hidden else "Right")


def test_enter_in_a_field_leaves_it_without_a_frame_unless_its_value_is_refused(opened):
    browser = opened("gradient-descent", 3)
    field = "byId(lesson.setUp.id('batch_size'))"
    framed = (
        "[document.activeElement === FIELD, "
        "getComputedStyle(document.activeElement).outlineStyle]"
    ).replace("FIELD", field)
    browser.ask(f"{field}.select()")
    browser.press("-", "5", "Enter")
    assert browser.ask(framed) == [True, "solid"]
    assert browser.ask(f"({IN_SIGHT})('.set-up .hint')")
    browser.press("Enter")
    assert browser.ask(framed) == [True, "solid"]
    browser.ask(f"{field}.select()")
    browser.press("8", "Enter")
    assert browser.ask(framed) == [False, "none"]
    browser.ask("lesson.open(3)")
    assert browser.ask(framed.replace(field, "null")) == [False, "none"]
    browser.press("Tab")
    assert browser.ask(framed.replace(field, "null")) == [False, "solid"]


def test_so_many_tasks_are_done_in_pages():
    assert sum(CAN_BE_DONE.values()) == 77


HANDLES = (
    "player.hand.handles(player.plane).map(([x, y]) => { const box = "
    "byId('plot').getBoundingClientRect(); return [box.x + x, box.y + y]; })"
)


def test_a_line_is_dragged_and_counted_as_a_move(opened):
    browser = opened("what-a-linear-classifier-is", 2)
    weights = browser.ask("lesson.setUp.start[0]")
    (x, y), (to_x, to_y) = browser.ask(HANDLES)
    middle = [(x + to_x) / 2, (y + to_y) / 2]
    browser.mouse(middle, [middle[0] - 60, middle[1] + 20])
    shifted = browser.ask("lesson.setUp.start[0]")
    assert shifted[:2] == weights[:2]
    assert shifted[2] > weights[2]
    (x, y), _ = browser.ask(HANDLES)
    browser.mouse([x, y], [x, y + 70])
    turned = browser.ask("lesson.setUp.start[0]")
    assert turned[0] ** 2 + turned[1] ** 2 == pytest.approx(2, rel=1e-4)
    assert turned[:2] != weights[:2]
    assert browser.ask("lesson.moves") == 2
    assert browser.ask("player.run.problem.spec.start[0]") == turned
    fields = "[...document.querySelectorAll('article:not([hidden]) .field input')]"
    assert browser.ask(f"{fields}.map((e) => Number(e.value))") == turned


def test_other_points_do_no_task_that_is_not_about_them(opened):
    browser = opened("adaline", 4)
    browser.ask("player.move(0, [9, 9]); player.run.extend(); player.seek(9e9)")
    browser.ask("lesson.task.dataset.until = '[[\"step\", 1, null, []]]'")
    browser.ask("player.draw()")
    assert not browser.ask(DONE)
    said = browser.ask("lesson.task.querySelector('.objection').innerText")
    assert "as they were" in said
    browser.mouse(browser.middle_of("#restore"))
    browser.ask("player.draw()")
    assert browser.ask(DONE)


CHANGED = {
    "margin": 6, "more-classes": 4, "xor-and-squares": 6, "gradient-descent": 6,
    "hyperplane": 5, "standardising": 6, "over-fitting": 6, "offset": 4,
    "the-hidden-layer": 6,
}  # fmt: skip
"""Pages that let much be changed."""
LINEAR = [name for name in LEARNERS if learner(name).is_linear]
OFFERED = {
    "learning_rate": [0.03, 0.5, 2.0], "schedule": ["constant", "inverse"],
    "c1": [0.5, 3.0], "c2": [1.0, 20.0], "strength": [0.02, 0.5], "seed": [0, 3, 99],
    "hidden": [1, 3, 5], "batch_size": [0, 1, 3], "epochs": [1, 4],
    "order": ["given", "shuffled"],
    "tolerance": [0.0, 0.5], "offset": [True, False], "standardise": [True, False],
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGED)
def test_what_is_changed_is_the_engines_run_to_the_last_bit(opened, name):
    browser, rng = opened(name, CHANGED[name]), random.Random(name)
    files = read_files(OURS / name)
    page, state = sound_lesson(files).pages_with_states[CHANGED[name] - 1]
    change, saved = page.task.may_change, state.saved(files)
    for _ in range(8):
        recipe = saved.recipe
        if "learner" in change:
            recipe = recipe.replace(learner=rng.choice(LINEAR))
        values = {
            key: rng.choice(values)
            for key, values in OFFERED.items()
            if key in change and learner(recipe.learner).declares(key)
        }
        try:
            recipe = recipe.replace(**values)
        except ValueError:  # a schedule that the learner has not
            continue
        set_by = {"learner": recipe.learner, "values": values}
        if "features" in change:
            terms = sorted(rng.sample(TERMS, 3), key=TERMS.index)
            recipe, set_by = recipe.replace(features=terms), set_by | {"terms": terms}
        told = browser.ask(
            f"(() => {{ {BITS} lesson.setUp.apply({json.dumps(set_by)});"
            "return told(new Run(problemOf(lesson.setUp.spec, player.X))); })()"
        )
        require_equal(told, saved.data, recipe)
