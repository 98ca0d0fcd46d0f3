"""The lab: points drawn in a real browser, and the engine's bits in what it learns."""

import json
import random
import re

import numpy as np
import pytest

import main
from engine import Dataset, Recipe, Tape
from engine.data import gallery
from engine.errors import UserError
from engine.export.lab import MOST_POINTS, TERMS, lab_state, write_lab
from engine.export.session_file import (
    SavedSession,
    read_session,
    session_in,
    write_session,
)
from engine.learners import learner
from tests.engine.export.test_page import BITS, LEARNERS, require_equal

STATES, FRAGMENTS, DAMAGED = 120, 200, 500
SIZE_BYTES = 400_000
SESSION = "lab.session(JSON.parse(atob(byId('file').textContent)))"
UNITS = """
(() => {
  const { plane, run, step } = player;
  return unitsOf(plane, run.problem, run.used(run.state(step))).map(
    ({ name, pieces }) => [name, pieces.flat().map((end) => plane.at(end))]);
})()
"""
"""Give the name of each hidden unit, and places on its line."""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("lab") / "lab.html"
    assert main.main(["render", "--lab", str(path)]) == 0
    return path


@pytest.fixture
def lab(browser, file):
    """Open the lab, with a fragment if one is given."""

    def opened(fragment="", size=(1280, 800), **screen):
        browser.look(*size, **screen)
        browser.open(file, fragment)
        browser.settled()
        return browser

    return opened


def place(browser, x, y):
    """Give the pixel of a place of the plane."""
    return browser.ask(
        "(() => { const box = byId('plot').getBoundingClientRect(), [x, y] = "
        f"player.plane.pixel([{x}, {y}]); return [box.x + x, box.y + y]; }})()"
    )


def state_of(browser):
    return browser.ask("lab.state")


def sampled(rng):
    """Draw a state: any learner, its settings, terms, some points, with ties."""
    name = rng.choice(LEARNERS)
    n, k = rng.randrange(1, 14), rng.choice([2, 2, 3, 4])
    even = rng.random() < 0.4
    X = [
        [rng.randrange(-3, 4) if even else round(rng.uniform(-4, 4), 2) for _ in "xy"]
        for _ in range(n)
    ]
    offered = {
        "learning_rate": rng.choice([0.03, 0.1, 1, 3]), "strength": 0.05,
        "aggressiveness": 0.3, "batch_size": rng.randrange(5), "order": "shuffled",
        "seed": rng.randrange(2**31), "epochs": rng.randrange(1, 6),
        "schedule": "inverse", "c1": 0.5, "c2": rng.choice([1, 7]), "tolerance": 0.3,
        "class_weight": "balanced", "second": rng.randrange(4),
        "hidden": rng.randrange(1, 6), "activation": rng.choice(["sigmoid", "relu"]),
        "momentum": 0.5, "target_error": 0.25,
    }  # fmt: skip
    declared = learner(name).by_name
    settings = {
        key: value
        for key, value in offered.items()
        if key in declared and rng.random() < 0.6
    }
    terms = [term for term in TERMS if rng.random() < 0.3] or ["x1", "x2"]
    return {
        "learner": name, "settings": {"epochs": 4} | settings, "terms": terms,
        "offset": rng.random() < 0.7, "standardise": rng.random() < 0.3,
        "classes": [*"ABCD"[:k]], "X": X, "y": [rng.randrange(k) for _ in X],
    }  # fmt: skip


def test_a_state_is_the_engines_run_and_its_session_to_the_last_bit(lab):
    rng = random.Random(5)
    browser = lab()
    for _ in range(STATES):
        state = sampled(rng)
        told, file = browser.ask(
            f"(() => {{ {BITS} const state = checked({json.dumps(state)}, lab.lab);"
            "lab.state = state; const spec = specOf(state, lab.lab, 0);"
            "return [told(new Run(problemOf(spec, state.X))), JSON.stringify("
            f"{SESSION})]; }})()"
        )
        saved = session_in(file.encode())
        assert saved.recipe.learner == state["learner"]
        require_equal(told, saved.data, saved.recipe)


def test_an_address_brings_the_same_state_back(lab):
    rng = random.Random(6)
    states = [sampled(rng) for _ in range(FRAGMENTS)]
    states[0]["classes"] = ["Größe", "日本", *states[0]["classes"][2:]]
    browser = lab()
    same = browser.ask(
        f"{json.dumps(states)}.map((state) => JSON.stringify(stateFrom("
        "fragmentOf(state), lab.lab)) === JSON.stringify(checked(state, lab.lab)))"
    )
    assert same == [True] * FRAGMENTS
    fragment = browser.ask(f"fragmentOf({json.dumps(states[3])})")
    assert re.fullmatch(r"[\w.-]+", fragment), "a chat breaks no such link"
    opened = lab(fragment)
    assert state_of(opened)["X"] == states[3]["X"]
    assert opened.ask("player.X") == states[3]["X"]
    assert not opened.complaints


def test_a_link_is_opened_though_that_of_before_is_kept_meanwhile(lab):
    browser, state = lab(), sampled(random.Random(8))
    fragment = browser.ask(f"fragmentOf({json.dumps(state)})")
    browser.ask(
        f"(() => {{ location.hash = {json.dumps(fragment)}; lab.keepLink(); }})()"
    )
    browser.settled()
    assert state_of(browser)["X"] == state["X"]


def test_a_damaged_address_says_so_and_opens_empty(lab):
    rng = random.Random(7)
    browser = lab()
    whole = browser.ask(f"fragmentOf({json.dumps(sampled(rng))})")
    damaged = {whole[:k] for k in range(1, len(whole))}
    letters = "abcXYZ019-_.~%= "
    while len(damaged) < DAMAGED:
        at = rng.randrange(len(whole))
        cut = rng.randrange(2)
        damaged.add(whole[:at] + rng.choice(letters) + whole[at + cut :])
    damaged.discard(whole)
    said = browser.ask(
        f"{json.dumps(sorted(damaged))}.map((text) => {{ try {{ stateFrom(text, "
        "lab.lab); return null; } catch (error) { "
        "return error instanceof Damaged ? error.message : String(error.stack); } })"
    )
    assert all(text and "\n" not in text and "Error" not in text for text in said)
    opened = lab(whole[:-3])
    assert "could not be opened: a part of it is missing" in opened.ask(
        "byId('notice').textContent"
    )
    assert state_of(opened)["X"] == []
    opened.press("n")
    opened.ask(f"location.hash = {json.dumps(whole[:-4])}")
    opened.settled()
    assert "could not be opened" in opened.ask("byId('notice').textContent")
    assert len(state_of(opened)["X"]) == 1, "what is drawn is not lost"
    opened.ask(f"location.hash = {json.dumps(whole)}")
    opened.settled()
    assert len(state_of(opened)["X"]) > 1
    assert not opened.complaints


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"learner": "kernel-perceptron"}, "its learner is not known"),
        ({"learner": "toString"}, "its learner is not known"),
        ({"settings": {"epochs": 0}}, "its Epochs is out of range"),
        ({"settings": {"epochs": 1.5}}, "its Epochs is out of range"),
        ({"settings": {"learning_rate": "1"}}, "out of range"),
        ({"settings": {"order": "random"}}, "its Order is out of range"),
        ({"settings": {"class_weight": "A"}}, "its Class weight is out of range"),
        ({"settings": {"gamma": 1}}, "a setting that its learner has not"),
        ({"settings": None}, "its settings are missing"),
        ({"terms": []}, "its features are not known"),
        ({"terms": ["x1", "x1"]}, "its features are not known"),
        ({"terms": ["x3"]}, "its features are not known"),
        ({"offset": 1}, "its features are not known"),
        ({"classes": []}, "its classes are not known"),
        ({"classes": ["A", "B" * 41]}, "its classes are not known"),
        ({"classes": ["A", "A"]}, "its classes are not known"),
        ({"X": [[1, 2]], "y": []}, "points or their classes are missing"),
        ({"X": [[1, None]], "y": [0]}, "a point lies nowhere"),
        ({"X": [[1, 2, 3]], "y": [0]}, "a point lies nowhere"),
        ({"X": [[1, 2]], "y": [2]}, "a point has no class"),
        ({"X": [[0, 0]] * 2001, "y": [0] * 2001}, "more than 2,000 points"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_a_lab_cannot_hold_is_named(lab, change, said):
    browser = lab()
    given = browser.ask("lab.lab.empty") | change
    told = browser.ask(
        f"(() => {{ try {{ stateFrom(fragmentOf({json.dumps(given)}), lab.lab); }} "
        "catch (error) { return error.message; } })()"
    )
    assert said in told


def test_points_drawn_moved_and_erased_are_learned_from(lab, tmp_path):
    browser = lab()
    assert browser.ask("byId('status').textContent") == "no points yet"
    for x, y in ((-2, -1), (-1, -2), (-2, 1)):
        browser.mouse(place(browser, x, y))
    browser.press("2")
    browser.mouse(place(browser, 2, 1))
    browser.mouse(place(browser, 3, 3), place(browser, 2, -0.5))
    state = state_of(browser)
    assert state["y"] == [0, 0, 0, 1, 1]
    np.testing.assert_allclose(state["X"][4], [2, -0.5], atol=0.03)
    browser.mouse(place(browser, 3, 2), button="right")
    assert state_of(browser)["y"] == [0, 0, 0, 1, 1, 0]
    browser.press("e")
    browser.mouse(place(browser, 3, 2))
    browser.press("d", "End")
    assert browser.ask("byId('outcome').textContent").startswith("Converged")
    before = state_of(browser)["X"][0]
    browser.mouse(place(browser, *before), place(browser, -3, 0))
    np.testing.assert_allclose(state_of(browser)["X"][0], [-3, 0], atol=0.03)
    browser.mouse(browser.middle_of("#undo"))
    assert state_of(browser)["X"][0] == before
    browser.mouse(browser.middle_of("#redo"))
    browser.press("e")
    browser.mouse(place(browser, *state_of(browser)["X"][1]))
    assert len(state_of(browser)["X"]) == 4
    browser.mouse(browser.middle_of('[data-term="x1*x2"]'))
    browser.press("End")
    ended = browser.ask("[player.step, Array.from(player.run.now.w)]")
    path = browser.downloaded(
        tmp_path / "got", lambda: browser.mouse(browser.middle_of("#download"))
    )
    saved = read_session(path)
    tape = saved.tape()
    tape.extend()
    assert [tape.steps, tape.frame(tape.steps).weights.ravel().tolist()] == ended
    assert saved.step == tape.steps
    assert saved.recipe.features == ("x1", "x2", "x1*x2")
    assert not browser.complaints


def test_a_network_begins_with_the_weights_of_its_seed_and_says_its_layers(lab):
    browser = lab()
    browser.ask(
        "lab.open(String(lab.lab.examples.findIndex((e) => e.title === 'Spirals')))"
    )
    browser.press("ArrowRight")
    lines = browser.ask("byId('lines').textContent")
    assert "hiddenh1 = " in lines
    assert "σ(z)" in lines
    names = browser.ask(
        "[...document.querySelectorAll('#weights-table th')].map((e) => e.textContent)"
    )
    assert names[:9] == [*(f"h{k}" for k in range(1, 9)), "x₁"]
    start = Recipe("multi-layer-perceptron", hidden=8, seed=3)
    tape = Tape(Dataset([[0.0, 1], [1, 0]], ["A", "B"]), start)
    drawn = browser.ask("startOf(3, [2, 8, 1], { relu: false, offset: true })")
    assert drawn == tape.frame(0).weights.ravel().tolist()
    for terms in (["x1", "x2"], ["x1", "x2", "x1^2", "sin(x2)"]):
        browser.ask(f"lab.change({{ terms: {terms} }}); player.seek(40); player.draw()")
        state = state_of(browser)
        recipe = Recipe(state["learner"], **state["settings"], features=terms)
        tape = Tape(Dataset(state["X"], state["y"]), recipe)
        tape.extend()
        lines = browser.ask(UNITS)
        first = tape.model_of(tape.frame(40)).first_layer
        assert [name for name, _ in lines] == [f"h{k}" for k in range(1, 9)]
        assert sum(len(places) > 0 for _, places in lines) >= 6
        for unit, (_, places) in enumerate(lines):
            z = first.scores(np.array(places).reshape(-1, 2))[:, unit]
            assert abs(z).max(initial=0) < 0.05
    assert not browser.complaints


def test_by_keys_alone(lab):
    browser = lab()
    browser.ask("byId('plot').focus()")
    browser.press("n", *["ArrowRight"] * 5, "Enter")
    browser.press("2", "n", *["ArrowLeft"] * 5)
    right, left = state_of(browser)["X"]
    assert right[0] > 0 > left[0]
    assert state_of(browser)["y"] == [0, 1]
    browser.press("Delete")
    assert state_of(browser)["y"] == [0]


def test_on_a_phone_a_finger_draws_and_two_leave_nothing_behind(lab):
    browser = lab(size=(360, 720), touch=True)
    browser.touch([place(browser, -2, 1)])
    assert len(state_of(browser)["X"]) == 1
    first, second = place(browser, 0, 0), place(browser, 1, 1)
    browser.touch([first], [first, second], [(first[0] - 20, first[1]), second])
    assert len(state_of(browser)["X"]) == 1
    wide = browser.ask("document.documentElement.scrollWidth")
    assert wide <= 360
    low = browser.ask("byId('plot').getBoundingClientRect().top")
    assert low < 240, "the plane is what one sees first"


def test_each_example_is_the_run_of_the_gallery(lab):
    browser = lab()
    titles = browser.ask("lab.lab.examples.map(({ title }) => title)")
    by_title = {example.title: example for example in gallery.EXAMPLES}
    assert len(titles) >= 15
    assert {"Moons", "XOR by a product", "Two clusters"} <= {*titles}
    for i, title in enumerate(titles):
        example = by_title[title]
        told = browser.ask(
            f"(() => {{ {BITS} const {{ state }} = lab.lab.examples[{i}]; return "
            "told(new Run(problemOf(specOf(state, lab.lab, 0), state.X))); })()"
        )
        data, recipe = example.make(), Recipe(**example.settings)
        if recipe.get("epochs") <= 100:
            require_equal(told, data, recipe)
    browser.ask("lab.open('0')")
    assert len(state_of(browser)["X"]) == 200


def test_a_lab_opens_with_a_session(browser, tmp_path):
    session, path = tmp_path / "a.plab", tmp_path / "lab.html"
    recipe = Recipe("adaline", learning_rate=0.02, squares=True, standardise=True)
    write_session(session, SavedSession(gallery.two_clusters(), recipe, 3))
    assert main.main(["render", str(session), "--lab", str(path)]) == 0
    browser.look(1280, 800)
    browser.open(path)
    browser.settled()
    assert browser.ask("byId('learner').value") == "adaline"
    assert browser.ask("byId('set-learning_rate').value") == "0.02"
    assert state_of(browser)["terms"] == ["x1", "x2", "x1^2", "x2^2"]
    assert browser.ask("byId('standardise').checked")
    long = Dataset([[0, 1], [1, 0]], ["ä" * 40, "b"])
    named = lab_state(SavedSession(long, Recipe(), 0))
    for state in (browser.ask("lab.lab.start"), named):
        assert browser.ask(f"stateFrom(fragmentOf({json.dumps(state)}), lab.lab)")
    assert not browser.complaints


def test_a_wrong_number_is_said_and_nothing_changes(lab):
    browser = lab()
    browser.ask(
        "(() => { const e = byId('set-epochs'); e.value = '0'; "
        "e.dispatchEvent(new Event('change')); })()"
    )
    assert "Epochs: a number from 1 to 1,000,000" in browser.ask(
        "byId('notice').textContent"
    )
    assert state_of(browser)["settings"] == {}


def test_a_lab_is_small_and_asks_nobody(file):
    page = file.read_text(encoding="utf-8")
    assert len(page.encode()) <= SIZE_BYTES
    assert not re.search(r"https?://(?!www\.w3\.org)", page)


POINTS = Dataset([[0.0, 1], [1, 0]], ["A", "B"])


@pytest.mark.parametrize(
    ("saved", "said"),
    [
        (SavedSession(gallery.iris(), Recipe(), 0), "samples of two features"),
        (SavedSession(POINTS, Recipe("kernel-perceptron"), 0), "one of .*Softmax"),
        (SavedSession(POINTS, Recipe(order=(1, 0)), 0), "no order made by hand"),
        (SavedSession(POINTS, Recipe(class_weight={"A": 2}), 0), "none by name"),
        (
            SavedSession(Dataset([[0, 1]], ["A" * 41]), Recipe(), 0),
            "names of classes",
        ),
        (SavedSession(POINTS, Recipe(tie="positive"), 0), "has no "),
        (SavedSession(POINTS, Recipe(start="random"), 0), "has no Start"),
        (SavedSession(POINTS, Recipe(features="x1^7"), 0), "has the terms"),
        (
            SavedSession(
                Dataset(np.zeros((MOST_POINTS + 1, 2)), np.arange(2001) % 2),
                Recipe(),
                0,
            ),
            "at most 2,000 points",
        ),
        (SavedSession(Dataset([[1e9, 0]], ["A"]), Recipe(), 0), "coordinates of"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_session_that_no_lab_holds_is_refused(saved, said, tmp_path):
    with pytest.raises(UserError, match=said):
        write_lab(tmp_path / "lab.html", saved)
    assert not (tmp_path / "lab.html").exists()
