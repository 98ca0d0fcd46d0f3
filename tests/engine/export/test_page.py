"""A run as a page: the same bits as the engine, in a real browser, by mouse and key."""

import json
import re
from base64 import b64decode
from dataclasses import replace
from html import escape

import numpy as np
import pytest

import main
from engine import Dataset, Recipe, Tape
from engine.data.lecture_examples import separable
from engine.data.view_choice import ViewChoice
from engine.diagnosis.convergence import diagnose
from engine.errors import UserError
from engine.export.page import (
    RESOURCES,
    html_of,
    page_of,
    plays,
    run_entries,
    write_page,
)
from engine.export.session_file import SavedSession, session_in, write_session
from engine.learners import learner, learners
from engine.numbers import percent

FIRST_POINT = (
    "(() => { const box = byId('plot').getBoundingClientRect(), [x, y] = "
    "player.plane.pixel(player.X[0]); return [box.x + x, box.y + y]; })()"
)
LEARNERS = [
    name for name, rule in learners().items() if plays(rule) and not rule.by_hand
]
RUNS, DRAGS = 500, 200
BITS = """
const bits = (numbers) => {
  const bytes = new Uint8Array(Float64Array.from(numbers).buffer);
  let text = "";
  for (let i = 0; i < bytes.length; i += 4096) {
    text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  }
  return btoa(text);
};
const told = (run) => {
  run.extend();
  const weights = [];
  for (let k = 0; k <= run.steps; k++) weights.push(...run.state(k).w);
  return {
    weights: bits(weights), used: bits(run.used(run.now)), steps: run.steps,
    made: run.epochs.map((epoch) => epoch.made), reason: run.reason.split(":")[0],
    errors: run.epochs.map((epoch) => epoch.errors[0]),
    counts: [run.now.updates, run.now.mistakes],
  };
};
"""


@pytest.fixture
def page(browser, tmp_path):
    """Open the page of a session as a person exports it."""

    def opened(data=None, recipe=None, step=7, **screen):
        data, recipe = data or separable(), recipe or Recipe(order="shuffled", seed=28)
        session, path = tmp_path / "lecture.plab", tmp_path / "run.html"
        write_session(session, SavedSession(data, recipe, step))
        assert main.main(["render", str(session), "--out", str(path)]) == 0
        browser.look(*screen.pop("size", (1200, 800)), **screen)
        browser.open(path)
        browser.settled()
        return browser

    return opened


@pytest.fixture
def players(browser, tmp_path):
    """Open a page that plays many runs, and ask of each, as `s`."""

    def asked(runs, answer, kind="run"):
        entries = [run_entries(SavedSession(*run, 0)) for run in runs]
        path = tmp_path / "runs.html"
        page = html_of({"title": "", "runs": entries}, b"", kind=kind)
        path.write_text(page, encoding="utf-8")
        browser.open(path)
        read = "JSON.parse(byId('entries').textContent).runs"
        return browser.ask(
            f"(() => {{ {BITS} return {read}.map((s) => {answer}); }})()"
        )

    return asked


def sampled(rng, name):
    """Draw a small run: data with ties, parts and weights; any of the settings."""
    n, d, k = (
        rng.choice([*range(2, 12), 40]),
        rng.choice([1, 2, 2, 3, 5, 9]),
        rng.choice([2, 2, 3]),
    )
    X = rng.integers(-3, 4, (n, d)) if rng.random() < 0.5 else rng.normal(size=(n, d))
    X = X * rng.choice([1, 1, 1, 1e-200])
    parts, weights = rng.choice([0, 0, 1, 2], n), rng.choice([0.0, 1.0, 2.0, 0.3], n)
    parts[0], weights[0] = 0, 1.0
    split, weighted = rng.random(2) < 0.25
    data = Dataset(
        X, rng.integers(0, k, n), None, [*"abc"[:k]], parts if split else None,
        sample_weights=weights if weighted else None,
    )  # fmt: skip
    offered = {
        "learning_rate": rng.choice([0.03, 0.1, 1.0, 3.0]),
        "schedule": "inverse", "batch_size": int(rng.choice([*range(5), 17])),
        "strength": rng.choice([0.01, 0.5]), "averaged": True, "tolerance": 0.25,
        "tie": "positive", "order": "shuffled", "seed": int(rng.integers(2**31)),
        "start": "random", "offset": False, "class_weight": "balanced",
        "aggressiveness": 0.3, "target_error": 0.2, "least_change": 0.3,
        "hidden": int(rng.integers(1, 6)), "second": int(rng.integers(0, 4)),
        "activation": rng.choice(["sigmoid", "relu"]), "momentum": 0.8,
        "squares": True, "stop_without_mistake": rng.random() < 0.5,
        "standardise": True, "deviation": "sample",
    }  # fmt: skip
    kept = {
        key: value
        for key, value in offered.items()
        if learner(name).declares(key) and rng.random() < 0.35
    }
    if rng.random() < 0.35:
        kept["features"] = "x1,x1^3,sin(x1),x1^2*sin(x1),x1^7"
    return data, Recipe(name, epochs=int(rng.integers(1, 5)), **kept)


def require_equal(told, data, recipe):
    tape = Tape(data, recipe)
    tape.extend()
    weights = tape.weights(range(tape.steps + 1))
    last = tape.frame(tape.steps)
    case = f"{recipe} {data.X.tolist()} {data.y.tolist()}"
    assert told["steps"] == tape.steps, case
    assert np.array_equal(np.frombuffer(b64decode(told["weights"])), weights.ravel()), (
        case
    )
    assert np.array_equal(np.frombuffer(b64decode(told["used"])), last.used.ravel())
    assert told["made"] == tape.epochs.mistakes.tolist(), case
    assert told["counts"] == [last.updates, last.mistakes], case
    assert told["reason"] == tape.reason.split(":")[0], case
    if tape.problem.X.shape[1] <= 8:  # of more the compiler chooses the order
        errors = np.array(told["errors"]) / tape.problem.plan.total
        # And of the sum of weights: of a small run, whether it is compiled is chance.
        most = 4 if data.sample_weights is not None or recipe.class_weight else 0
        np.testing.assert_array_max_ulp(errors, tape.epochs.training_error, most)


def test_runs_are_the_engines_to_the_last_bit(players):
    rng = np.random.default_rng(0)
    runs = [sampled(rng, LEARNERS[i % len(LEARNERS)]) for i in range(RUNS)]
    answers = players(runs, "told(new Run(problemOf(s, s.X)))")
    for told, run in zip(answers, runs, strict=True):
        require_equal(told, *run)


def test_a_page_of_train_comes_to_the_weights_that_it_tells(browser, tmp_path, capsys):
    path, table = tmp_path / "run.html", RESOURCES / "data" / "iris.csv"
    words = ["--order=shuffled", "--seed=3", "--features=x1,x2*x3", "--test=0.2"]
    words += ["--epochs=4", "--standardise", "--page", str(path), "--json"]
    assert main.main(["train", str(table), *words]) == 0
    told = json.loads(capsys.readouterr().out)
    browser.open(path)
    browser.settled()
    saved = session_in(b64decode(browser.ask("byId('file').textContent")))
    run = browser.ask(f"(() => {{ {BITS} return told(player.run); }})()")
    require_equal(run, saved.data, saved.recipe)
    assert browser.ask("[player.step, player.run.steps]") == [saved.step] * 2
    model = saved.recorded().model()
    assert model.coef.tolist() == told["weights"]["coef"]
    assert model.intercept.tolist() == told["weights"]["intercept"]


def test_runs_of_dragged_points_are_the_engines_to_the_last_bit(page):
    data = separable()
    rng, X = np.random.default_rng(1), data.X.copy()
    moves = [
        (int(rng.integers(len(X))), rng.normal(0, 2, 2).tolist()) for _ in range(DRAGS)
    ]
    recipe = Recipe("logistic-regression", order="shuffled", seed=3, epochs=1)
    opened = page(data, recipe)
    answers = opened.ask(
        f"(() => {{ {BITS} return {json.dumps(moves)}.map(([row, place]) => "
        "{ player.move(row, place); return told(player.run); }); })()"
    )
    for told, (row, place) in zip(answers, moves, strict=True):
        X[row] = place
        require_equal(told, replace_samples(data, X), recipe)


def replace_samples(data, X):
    return Dataset(X, data.y, data.feature_names, data.class_names)


def barely_separable(rng, kind):
    """Draw few samples on a grid: many are barely separable, or just not."""
    n, d, k = rng.integers(2, 14), rng.integers(1, 4), rng.choice([2, 2, 3])
    X = rng.integers(-3, 4, (n, d)) / 1.0
    if kind == "thirds":
        X /= 3
    elif kind == "nearly touching":
        X += rng.integers(-1, 2, X.shape) * 1e-12
    elif kind == "far away":
        X = 1e4 + 1e-11 * X
    elif kind == "outlier":
        X[0] *= 1e20
    elif kind == "any size":
        X *= 10.0 ** rng.integers(-20, 20, X.shape)
    return Dataset(X, rng.integers(0, k, n), None, [*"abc"[:k]])


KINDS = ["grid", "thirds", "nearly touching", "far away", "outlier", "any size"]


@pytest.mark.parametrize("n_runs", [60, pytest.param(RUNS, marks=pytest.mark.long)])
def test_what_cannot_converge_is_what_the_engine_says(n_runs, players):
    rng, data = np.random.default_rng(6), Dataset([[0], [1], [2], [1e20]], [0, 1, 1, 1])
    runs = [(data, Recipe())]
    for i in range(n_runs):
        name = ["perceptron", "voted-perceptron", "multiclass-perceptron"][i % 3]
        recipe = Recipe(name, offset=bool(i % 4), standardise=bool(i % 5 == 0))
        runs.append((barely_separable(rng, rng.choice(KINDS)), recipe))
    answers = players(runs, "whyNever(new Problem(s, s.X))")
    for why, (data, recipe) in zip(answers, runs, strict=True):
        said = diagnose(Tape(data, recipe), with_cycle=False)
        assert bool(why) == (said.separable is False), (why, recipe, data.X, data.y)


def test_what_would_take_long_to_tell_is_not_told(players):
    """Numbers of sizes so unlike are whole ones of 500 bits."""
    runs = [
        (Dataset([[1.0] * 10, [1.0] * 10, [other] * 10], [0, 1, 0]), Recipe())
        for other in (2.0, 1e-150)
    ]
    said = players(runs, "whyNever(new Problem(s, s.X))")
    assert said == ["not separable", ""]


def test_a_run_without_an_end_is_not_kept_without_an_end(page):
    xor = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    opened = page(xor, Recipe(epochs=1_000_000), step=0)
    steps, reason = opened.ask(
        "(() => { const run = new Run(problemOf(player.spec, player.X), 1000); "
        "run.extend(); return [run.steps, run.reason]; })()"
    )
    assert steps == 1000
    assert reason == "stopped after 1,000 steps: the program goes on"


def test_what_cannot_converge_is_said_from_the_start_until_it_can(page):
    opened = page(crossed(), Recipe(), step=0)
    outcome = "byId('outcome').hidden || byId('outcome').textContent"
    assert opened.ask(outcome) == "Cannot converge: not separable"
    assert opened.ask("new Run(player.run.problem).never") == ""  # not before its end
    opened.ask("byId('plot').focus()")
    opened.press("Enter", *["ArrowRight"] * 60)
    assert opened.ask(outcome) is True
    opened.press("End")
    assert opened.ask(outcome).startswith("Converged in epoch")


def test_an_end_says_what_the_weights_used_have_wrong(page):
    recipe = Recipe("averaged-perceptron")
    for X, weights, left in (
        ([[-2], [1], [2], [-1]], None, "1 of 4"),
        ([[-3], [-1], [3], [0]], [3.0, 1.0, 1.0, 1.0], "16.7 %"),
    ):
        data = Dataset(X, [0, 1, 1, 1], None, ["A", "B"], sample_weights=weights)
        tape = Tape(data, recipe)
        tape.extend()
        assert tape.converged and tape.model().training_error
        opened = page(data, recipe, step=tape.steps)
        outcome = opened.ask("[byId('outcome').textContent, byId('outcome').className]")
        assert outcome == [f"C{tape.reason[1:]}, {left} wrong", "ran-out"]
        label = opened.ask("byId('plot').getAttribute('aria-label')")
        assert label == "4 points: 1 A, 3 B; 1 wrong"


def test_large_data_are_not_called_a_large_learning_rate(page):
    data, recipe = Dataset([[1e90, 0], [0, 1]], [0, 1]), Recipe("adaline")
    tape = Tape(data, recipe)
    tape.extend()
    opened = page(data, recipe)
    assert opened.ask("byId('outcome').textContent") == f"D{tape.reason[1:]}"
    assert opened.complaints == []


def test_a_check_compares_as_the_rule_does(page):
    """A positive sample on the boundary is right there, if ties are positive."""
    opened = page(Dataset([[1], [2]], [1, 1], None, ["A", "B"]), Recipe(tie="positive"))
    check = "updateLines(player.run, 1)[2].slice(1, 3).join('')"
    assert opened.ask(check) == "y·z = 1·0 = 0 ≥ 0 → right → no change"
    opened = page(Dataset([[1], [2]], [1, 1], None, ["A", "B"]), Recipe(offset=False))
    assert opened.ask(check) == "y·z = 1·0 = 0 ≤ 0 → mistake → update"
    opened.press("Home")
    opened.settled()
    assert opened.ask("byId('lines').innerText").endswith("w before the first step")


def test_nothing_is_told_of_an_end_that_is_not_known(players):
    (told,) = players(
        [(separable(), Recipe(order="shuffled", seed=28))],
        "(() => { const run = new Run(new Problem(s, s.X)), spec = s;"
        "const told = () => Object.entries(factsOf({ run, step: 0, spec }, []))"
        ".map("
        "([name, value]) => [name, factText(name, value)]).filter(([name]) => "
        "/^run_|^converges/.test(name)); const before = told(); run.extend(); "
        "return [before, told()].map(Object.fromEntries); })()",
        kind="lesson",
    )
    assert {*told[0].values()} == {"–"}
    assert told[1].items() >= {
        "run_steps": "490", "run_epochs": "5", "run_updates": told[1]["run_updates"],
        "run_error": "0.0 %", "converges": "yes",
    }.items()  # fmt: skip


def test_shares_are_written_as_in_the_window(page):
    shares = [0.0, 1.0, *(k / n for n in (3, 80, 2000, 20_000) for k in (1, 3, n - 1))]
    told = page().ask(f"{shares}.map((share) => percent(share))")
    assert told == [percent(share) for share in shares]


def test_the_weights_of_a_step_and_those_used_stand_beside_each_other(page):
    data = separable()
    parts = [0, 0, 1, 2] * (len(data.X) // 4) + [0] * (len(data.X) % 4)
    data = Dataset(data.X, data.y, None, ["A", "B"], parts)
    opened = page(data, Recipe("averaged-perceptron", order="shuffled", seed=28))
    text = opened.ask("document.body.innerText")
    assert "the newest w; used: the mean of 7 w so far" in text
    for words in ("mean\tnewest w", "validation", "test"):
        assert words in text
    frame = Tape(data, Recipe("averaged-perceptron", order="shuffled", seed=28))
    frame.extend()
    shown = opened.ask("player.weightCells.map((cell) => cell.textContent)")
    weights = [*frame.frame(7).used[0], *frame.frame(7).weights[0]]
    assert shown == [f"{weight:.5g}".replace("-", "−") for weight in weights]


def test_by_mouse_and_keys(page, tmp_path):
    opened = page()
    assert opened.complaints == []
    assert [url.partition(":")[0] for url in opened.requests] == ["file"]
    at = "player.step"
    assert opened.ask(at) == 7
    opened.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert opened.ask(at) == 8
    opened.press("ArrowRight", shift=True)
    assert opened.ask("player.run.marks[player.step] & MISTAKE") == 1
    opened.press("End")
    assert "Converged in epoch 5" in opened.ask("document.body.innerText")
    opened.press("Home", " ")
    assert opened.ask("byId('play').getAttribute('aria-pressed')") == "true"
    opened.ask("new Promise((r) => setInterval(() => player.step > 2 && r(), 10))")
    opened.press(" ")
    assert opened.ask("player.playing") is False
    opened.mouse(opened.middle_of("#to-end"))
    before = opened.ask("[player.step, player.run.steps]")
    assert before[0] == before[1] == 490

    start = opened.ask(FIRST_POINT)
    opened.mouse(start, (start[0] + 60, start[1] - 30), (start[0] + 120, start[1] - 90))
    moved = np.array(opened.ask("player.X"))
    assert (moved[0] != separable().X[0]).all()
    assert (moved[1:] == separable().X[1:]).all()
    file = opened.downloaded(
        tmp_path / "got", lambda: opened.mouse(opened.middle_of("#download"))
    )
    again = session_in(file.read_bytes())
    assert again.data.X.tolist() == moved.tolist()
    assert again.recipe == Recipe(order="shuffled", seed=28)
    tape = Tape(again.data, again.recipe)
    tape.extend()
    opened.ask("new Promise((r) => setInterval(() => player.run.finished && r(), 10))")
    assert opened.ask(at) == tape.steps  # at the end one stays at the end
    shown = opened.ask("Array.from(player.run.state(player.step).w)")
    assert shown == tape.frame(tape.steps).weights[0].tolist()

    opened.mouse(opened.middle_of("#restore"))
    assert opened.ask("player.X") == separable().X.tolist()
    scale = opened.ask("player.plane.view.kx")
    opened.wheel(400, 300, -200)
    assert opened.ask("player.plane.view.kx") > scale
    opened.ask("byId('plot').focus()")
    opened.press("Enter", "Tab", "Tab")
    taken = opened.ask("player.taken")
    opened.press("ArrowUp")
    assert opened.ask(f"player.X[{taken}][1]") > separable().X[taken, 1]
    opened.press("Escape")
    assert opened.ask("player.taken") == -1
    assert opened.complaints == []


def test_a_point_that_is_dragged_out_of_the_plane_stays_at_its_edge(page):
    opened = page()
    opened.mouse(opened.ask(FIRST_POINT), (600, 700), (2000, 790))
    edge, (_, bottom, right, _) = opened.ask("[player.X[0], player.plane.rect]")
    assert edge[0] < right
    assert edge[1] > bottom
    opened.mouse(opened.ask(FIRST_POINT), (700, 300))
    assert opened.ask("player.X[0]") != edge


def test_by_touch_on_a_phone(page):
    opened = page(size=(360, 640), touch=True)
    assert opened.ask("document.documentElement.scrollWidth") == 360
    x, y = opened.ask(FIRST_POINT)
    opened.touch([(x, y)], [(x + 20, y + 5)], [(x + 40, y + 30)])
    assert np.array(opened.ask("player.X[0]")) != pytest.approx(separable().X[0])
    assert opened.ask("window.scrollY") == 0
    scale = opened.ask("player.plane.view.kx")
    opened.touch([(120, 200), (220, 200)], [(80, 200), (260, 200)])
    assert opened.ask("player.plane.view.kx") > scale
    for small in opened.ask(
        "[...document.querySelectorAll('#buttons button')].map((button) => "
        "[button.offsetWidth, button.offsetHeight])"
    ):
        assert min(small) >= 34
    opened.look(320, 640, touch=True)
    tops = "new Set([...byId('buttons').children].map((button) => button.offsetTop))"
    assert opened.ask(f"({tops}).size") == 1
    assert opened.ask("document.documentElement.scrollWidth") == 320


def unlike():
    """Give two features of which one is measured in units a thousand times as small."""
    X = [[21000, 24], [30000, 31], [52000, 44], [60000, 52]]
    return Dataset(X, [0, 0, 1, 1], ["income", "age"])


def test_unlike_units_fill_the_page_and_w_is_at_right_angles_to_the_boundary(page):
    opened = page(unlike(), Recipe("perceptron", standardise=True, epochs=9), step=1)
    wide, high, dot = opened.ask(
        "(() => { const { plane } = player, at = player.X.map((x) => plane.pixel(x));"
        "const { run } = player, w = run.used(run.state(run.steps)), p = run.problem;"
        "const line = plane.line(p, w), [a, b] = line, normal = plane.normal(line);"
        "const [o, u, v] = [[0, 0], [b, -a], normal].map((x) => plane.pixel(x));"
        "const [n, m] = [u, v].map(([x, y]) => [x - o[0], y - o[1]]);"
        "const among = (of, i) => of(...at.map((x) => x[i]));"
        "const span = (i) => among(Math.max, i) - among(Math.min, i);"
        "return [span(0), span(1), (n[0] * m[0] + n[1] * m[1]) /"
        " (Math.hypot(...n) * Math.hypot(...m))]; })()"
    )
    assert min(wide, high) > 150
    assert dot == pytest.approx(0, abs=1e-6)


def test_a_page_shows_the_features_and_scale_that_the_window_does():
    rng = np.random.default_rng(0)
    y = np.arange(40) % 2
    X = rng.normal(size=(40, 4)) * [1, 500, 1, 1] + 3 * np.outer(y, [0, 500, 0, 1])
    data = Dataset(X, y)
    view, first = (
        run_entries(SavedSession(data, Recipe(), 0))["view"],
        ViewChoice.of(data),
    )
    assert (view["across"], view["up"]) == (first.across, first.up) == (1, 3)
    assert view["stretch"] == first.stretch(data) > 100
    chosen = replace(first, across=0, up=2, stretched=False)
    saved = SavedSession(data, Recipe(), 0, view_choice=chosen)
    view = run_entries(saved)["view"]
    assert (view["across"], view["up"], view["stretch"]) == (0, 2, 1)


@pytest.mark.parametrize("low", [1e5, 20240101, 999999, -5])
def test_numbers_at_the_axes_of_a_page_are_as_fine_as_their_spacing(page, low):
    opened = page()
    for spacing in (0.5, 1, 5):
        at = [low + k * spacing for k in range(5)]
        texts = opened.ask(f"ticked({json.dumps(at)}).map(([, text]) => text)")
        assert [float(text.replace("−", "-")) for text in texts] == at


def test_twelve_classes_are_named_whole_under_a_page(page):
    y = np.repeat(np.arange(12), 2)
    turn = 2 * np.pi * y / 12
    X = np.column_stack([np.cos(turn), np.sin(turn)])
    names = [f"k{code:02}" for code in range(12)]
    opened = page(Dataset(X, y, None, names), size=(360, 640))
    said = opened.ask(
        "[...document.querySelectorAll('#legend li')].map((item) => { const box = item"
        ".getBoundingClientRect(); return [item.textContent, box.left, box.right]; })"
    )
    assert [text for text, *_ in said[:12]] == names
    assert all(0 <= left < right <= 360 for _, left, right in said)


def crossed():
    return Dataset([[0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1])


def test_no_point_lies_under_what_is_said_or_a_button(page):
    opened = page(crossed())
    for size, touch in (((360, 640), True), ((1200, 800), False)):
        opened.look(*size, touch=touch)
        opened.settled()
        far = opened.ask(
            "Math.min(...player.X.flatMap((point) => { const plot = byId('plot')"
            ".getBoundingClientRect(), [x, y] = player.plane.pixel(point); return "
            "[...document.querySelectorAll('#outcome, #zoom button')].map((e) => { "
            "const box = e.getBoundingClientRect(); return Math.max(box.left - x - "
            "plot.x, plot.x + x - box.right, box.top - y - plot.y, plot.y + y - "
            "box.bottom); }); }))"
        )
        assert far >= 7, size


def test_axes_have_numbers_enough_on_a_phone(page):
    data = Dataset([[-3.6, -3], [3.6, 3]], [0, 1])
    opened = page(data, Recipe(), size=(360, 640), touch=True)
    written = opened.ask(
        "(() => { const own = CanvasRenderingContext2D.prototype, written = [], { "
        "fillText } = own; own.fillText = function(...said) { written.push(said); }; "
        "player.draw(); own.fillText = fillText; return written; })()"
    )
    edge = opened.ask("player.plane.height - AXES.bottom + 4")
    assert len([said for said in written if said[2] == edge]) >= 3
    assert len([said for said in written if said[1] == 40]) >= 3


def test_lines_between_three_classes_meet_in_one_place(page):
    X = [[0.3, 2], [-2, -1.1], [2, -1], [0.4, -0.1]]
    opened = page(Dataset(X, [0, 1, 2, 0]), Recipe("softmax-regression"), step=40)
    ends = opened.ask(
        "(() => { const own = CanvasRenderingContext2D.prototype, { lineTo, moveTo } = "
        "own, ends = [], note = (...end) => ends.push(end); own.lineTo = own.moveTo = "
        "note; const model = player.run.model(player.step); player.plane.contours("
        "byId('picture').getContext('2d'), player.theme, model, false); Object.assign("
        "own, { lineTo, moveTo }); return ends.map((end) => [...end, ...model("
        "player.plane.at(end))]); })()"
    )
    *_, second, first = np.sort(np.array(ends)[:, 2:]).T
    assert len(ends) > 100
    off = np.array(ends)[first - second > 1e-9]
    assert len(np.unique(off[:, :2], axis=0)) == 1
    assert np.ptp(off[:, 2:]) < 0.02 * (first.max() - first.min())


def test_a_button_of_no_more_use_keeps_the_focus(page):
    opened = page(step=1)
    opened.ask("byId('back').focus()")
    opened.press("Enter", "Enter")
    at = "[document.activeElement.id, byId('back').ariaDisabled, player.step]"
    assert opened.ask(at) == ["back", "true", 0]
    opened.press("End")
    opened.ask("byId('forward').focus()")
    opened.press(" ")
    last = opened.ask("player.run.steps")
    assert opened.ask("[document.activeElement.id, player.step]") == ["forward", last]


def test_the_timeline_takes_clicks_on_its_mistakes_and_keys(page):
    opened = page()
    x, y = opened.middle_of("#ticks")
    opened.mouse((x, y))
    assert opened.ask("player.step / player.run.steps") == pytest.approx(0.5, abs=0.01)
    opened.press("Home", "ArrowRight")
    assert opened.ask("[document.activeElement.id, player.step]") == ["seek", 1]
    said = opened.ask(
        "(() => { player.run = new Run(player.run.problem); player.run.extend(-1); "
        "player.drawRun(); return byId('seek').getAttribute('aria-valuetext'); })()"
    )
    assert said == "step 1 of more than 64"
    opened.ask("player.run.extend()")
    opened.press("ArrowRight", shift=True)
    found = opened.ask("player.step")
    assert found == opened.ask("player.mistakeFrom(1, 1)") > 2


def test_nothing_moves_as_it_plays_or_a_point_is_moved(page):
    """The recipe's words wrap there: what comes above the plane would move it."""
    place = (
        "['plot', 'play', 'forward', 'to-end'].map((id) => { const box = byId(id)"
        ".getBoundingClientRect(); return [box.x, box.y, box.width]; })"
    )
    opened = page()
    for size in ((360, 640), (700, 600), (1200, 800)):
        opened.look(*size)
        opened.ask("player.restore()")
        opened.settled()
        before = opened.ask(place)
        opened.ask("player.move(0, [1, 1]), player.play(true)")
        opened.settled()
        assert opened.ask(place) == before, size
        opened.ask("player.play(false)")


def test_a_finger_that_scrolls_the_page_leaves_the_plane(page):
    opened = page(size=(360, 640), touch=True)
    x, y = opened.ask(
        "(() => { const { x, y, height } = byId('plot').getBoundingClientRect(); for "
        "(let v = height - 50; v > 150; v--) if (player.nearest([80, v], 30) < 0) "
        "return [x + 80, y + v]; })()"
    )
    view = opened.ask("player.plane.view")
    opened.touch([(x, y)], *[[(x + 2, y - far)] for far in (12, 30, 60, 90)])
    opened.ask("new Promise((r) => setInterval(() => window.scrollY > 30 && r(), 10))")
    assert opened.ask("player.plane.view") == view
    assert opened.ask("player.zoomed") is False


def test_names_are_texts(page):
    names = ["<img src=x onerror=alert(1)>", "</script><b>&amp;"]
    data = separable()
    data = Dataset(data.X, data.y, ["<i>a</i>", "b"], names)
    opened = page(data, Recipe("adaline", batch_size=0))
    text = opened.ask("document.body.innerText")
    assert all(name in text for name in names)
    assert opened.ask("document.querySelectorAll('img, b, i').length") == 0
    assert opened.complaints == []


def test_what_is_done_is_said(page):
    """Every control has a name; a step is told to whoever cannot see it."""
    opened = page()
    unnamed = opened.ask(
        "[...document.querySelectorAll('button, input, a')].filter((e) => !("
        "e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length))"
        ".length"
    )
    assert unnamed == 0
    opened.press("ArrowRight")
    said = opened.ask(
        "new Promise((r) => setInterval(() => { const t = byId('said').textContent; "
        "if (t.includes('step 8')) r(t); }, 20))"
    )
    assert "step 8 of 490, right, epoch 1" in said
    assert opened.ask("byId('plot').getAttribute('aria-label')").startswith("98 points")


@pytest.mark.parametrize("size", [(390, 800), (1300, 900)])
def test_on_paper_it_is_light_and_nothing_is_stretched_or_covered(page, size):
    """Drawn before it is printed, as large as there; then as it was again."""
    opened = page(size=size, dark=True)
    drawn = (
        "(() => ['picture', 'errors'].map(id => [byId(id).width / byId(id).clientWidth,"
        " byId(id).height / byId(id).clientHeight]).concat([[player.theme.field]]))()"
    )
    ends = "['plot', 'playback', 'update'].map(id => byId(id).getBoundingClientRect())"
    box = f"{ends}.flatMap(box => [box.top, box.bottom])"
    before = opened.ask(drawn)
    shown, tops, bar = opened.print(
        lambda: [*map(opened.ask, (drawn, box, "byId('buttons').offsetHeight"))]
    )
    assert shown == [[3, 3], [3, 3], ["#ffffff"]]
    assert tops == sorted(tops) and bar == 0
    opened.settled()
    assert opened.ask(drawn) == before == [[1, 1], [1, 1], ["#1a1f26"]]


@pytest.mark.parametrize("width", [561, 653, 900, 973, 1053, 1400])
def test_the_speed_has_room_beside_the_buttons(page, width):
    """By no container query, which WebKit's layout stumbles over."""
    opened = page(size=(width, 800))
    assert opened.ask("getComputedStyle(byId('playback')).containerType") == "normal"
    right = "id => byId(id).getBoundingClientRect().right"
    slider, said, bar = opened.ask(f"['speed', 'speed-said', 'playback'].map({right})")
    assert max(slider, said) <= bar - 12
    assert opened.ask("byId('speed').offsetWidth") >= 40


def test_where_no_script_may_run_it_says_so_at_once(page, browser, tmp_path):
    assert page().ask("byId('blocked')") is None
    path = tmp_path / "blocked.html"
    policy = "<meta http-equiv='Content-Security-Policy' content=\"script-src 'self'\">"
    text = (tmp_path / "run.html").read_text(encoding="utf-8")
    path.write_text(text.replace("<meta", f"{policy}<meta", 1), encoding="utf-8")
    browser.open(path)
    box = "document.getElementById('blocked').getBoundingClientRect()"
    top, bottom = browser.ask(f"[{box}.top, {box}.bottom]")
    assert 0 <= top < bottom < 200
    assert browser.ask("document.getElementById('plane').offsetHeight") == 0


@pytest.mark.parametrize(
    ("sandbox", "is_said"),
    [(None, False), ("allow-downloads", False), ("", True)],
)
def test_a_frame_that_keeps_downloads_back_is_said(
    page, browser, tmp_path, sandbox, is_said
):
    assert page().ask("byId('no-download').hidden")
    text = escape((tmp_path / "run.html").read_text(encoding="utf-8"))
    kept = "" if sandbox is None else "allow-scripts allow-same-origin " + sandbox
    frame = f'<iframe srcdoc="{text}"{kept and f" sandbox={kept!r}"}></iframe>'
    (tmp_path / "frame.html").write_text(frame, encoding="utf-8")
    browser.open(tmp_path / "frame.html")
    said = browser.ask("!frames[0].document.getElementById('no-download').hidden")
    assert said == is_said


def test_the_policy_lets_nothing_in(page):
    opened = page()
    opened.ask("fetch('https://example.org/').catch(() => 0)")
    opened.ask("document.body.append(Object.assign(document.createElement('script'), "
               "{textContent: 'globalThis.got = 1'}))")  # fmt: skip
    assert opened.ask("globalThis.got") is None
    assert len(opened.complaints) >= 2
    assert all("Content Security Policy" in text for text in opened.complaints)


def test_a_page_is_small():
    rng = np.random.default_rng(2)
    data = Dataset(rng.normal(size=(100, 2)), rng.integers(0, 2, 100))
    page = page_of(SavedSession(data, Recipe(epochs=10), 0))
    assert len(page.encode()) <= 250_000
    assert not re.search(r"https?://(?!www\.w3\.org)", page)


def test_what_a_page_cannot_play_is_said(tmp_path):
    path = tmp_path / "run.html"
    with pytest.raises(UserError, match=r"cannot play .* It plays .*Adaline"):
        write_page(path, SavedSession(separable(), Recipe("kernel-perceptron"), 0))
    many = Dataset(np.zeros((20_001, 1)), np.arange(20_001) % 2)
    with pytest.raises(UserError, match="at most 20,000"):
        write_page(path, SavedSession(many, Recipe(), 0))
    assert not path.exists()
