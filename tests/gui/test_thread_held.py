"""The window's thread computes nothing that takes long, whatever is opened."""

import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from engine import Dataset, Recipe
from engine.diagnosis import convergence
from engine.evaluation import error_rates
from engine.families.kernel.model import KernelModel
from engine.lessons import state
from engine.lessons.lesson_files import LessonFiles, read_files
from engine.lessons.state import END, LessonState
from engine.models import linear_scores
from engine.numbers import percent
from gui.canvas import contours, picture
from gui.canvas.canvas_figure import canvas_as_shown
from gui.features.lessons import lesson_player
from gui.features.lessons.contents import OURS
from gui.plotting.figure import Sheet
from gui.session import measured_error
from gui.tasks import task

MAIN = threading.main_thread()
AVERAGED = Recipe("averaged-perceptron", epochs=1_000_000)


class Gate:
    """Notes in which threads something is called, and keeps it waiting there."""

    def __init__(self):
        self.threads, self._opened = [], threading.Event()

    def watch(self, monkeypatch, owner, name):
        """Have calls of this function noted; in other threads they wait."""
        act = getattr(owner, name)

        def watched(*args, **kwargs):
            thread = threading.current_thread()
            self.threads.append(thread)
            if thread is not MAIN:
                assert self._opened.wait(60)
            return act(*args, **kwargs)

        monkeypatch.setattr(owner, name, watched)

    def open(self):
        self._opened.set()


@pytest.fixture
def gate():
    gate = Gate()
    yield gate
    gate.open()


@pytest.fixture
def lessons(window, hand):
    window.run("lessons")
    yield window.panel("Lessons").view
    window.panel("Lessons").view.page.player.leave()


@pytest.fixture
def slow_states(monkeypatch, gate):
    """Let every state of a lesson be one that takes long."""
    monkeypatch.setattr(state, "QUICK_BYTES", 0)
    monkeypatch.setattr(task, "WAIT_SECONDS", 0)
    gate.watch(monkeypatch, LessonState, "saved")
    return gate


def test_the_state_of_a_page_is_made_beside(lessons, hand, slow_states, qtbot):
    hand.draw_two_classes()
    own = hand.session.data
    lessons.open(read_files(OURS / "one-mistake"), 0)
    qtbot.waitUntil(lambda: bool(slow_states.threads))
    qtbot.wait(0)
    assert hand.session.data is own  # what is there stays until it is made
    slow_states.open()
    qtbot.waitUntil(lambda: lessons.page.player.lesson is not None)
    hand.recorded()
    begun = hand.session.data.n_samples
    hand.click(1, 1)
    lessons.page.task.again_button.click()
    qtbot.waitUntil(lambda: hand.session.data.n_samples == begun)
    assert MAIN not in slow_states.threads


def test_the_lesson_opened_last_wins(lessons, hand, slow_states, qtbot):
    player = lessons.page.player
    for name in ("separable-or-not", "one-mistake"):
        lessons.open(read_files(OURS / name), 0)
    qtbot.waitUntil(lambda: bool(slow_states.threads))
    slow_states.open()
    qtbot.waitUntil(lambda: player.lesson is not None)
    qtbot.wait(50)
    hand.recorded()
    assert player.files.name == "one-mistake"


def test_who_does_not_wait_stays_where_he_is(window, lessons, hand, slow_states, qtbot):
    hand.draw_two_classes()
    own = hand.session.data
    lessons.open(read_files(OURS / "one-mistake"), 0)
    qtbot.waitUntil(lambda: bool(slow_states.threads))
    lessons.close_task()
    slow_states.open()
    qtbot.wait(50)
    assert hand.session.data is own
    assert lessons.page.player.lesson is None


def test_a_state_that_cannot_be_made_is_told(window, lessons, monkeypatch, qtbot):
    monkeypatch.setattr(state, "QUICK_BYTES", 0)
    text = "---\ntitle: T\n---\n\n# P\n\n```state\nsession: none.plab\n```\n"
    files = LessonFiles(OURS / "none", {"lesson.md": text.encode()})
    lessons.open(files, 0)
    said = window.panel("Playback").message.words.text
    qtbot.waitUntil(lambda: "has no file “none.plab”" in said())
    assert lessons.currentIndex() == 1


FACTS = """\
---
title: T
---

# P

Wrong: {{error}}, in folds {{folds_error}}, apart: {{separable}}.

```state
example: blobs
step: end
```

```task
do: "Leave {{page.error}} wrong."
until:
  error: <= 100 %
```
"""


def test_facts_that_take_long_are_found_beside(lessons, hand, monkeypatch, gate, qtbot):
    monkeypatch.setattr(task, "WAIT_SECONDS", 0)
    monkeypatch.setattr(lesson_player, "MOST_PRODUCTS", -1)
    gate.watch(monkeypatch, error_rates, "error_on")
    gate.watch(monkeypatch, error_rates, "trained_errors")
    gate.watch(monkeypatch, convergence, "diagnose")
    files = LessonFiles(OURS / "facts", {"lesson.md": FACTS.encode()})
    lessons.open(files, 0)
    page, player = lessons.page, lessons.page.player
    hand.recorded()
    qtbot.waitUntil(lambda: bool(gate.threads))
    assert "Wrong: …, in folds …, apart: …." in page.text.toPlainText()
    assert page.task.text.toPlainText().strip() == "Leave … wrong."
    assert "…, wanted at most 100 %" in page.task.state.text()
    assert not player.done
    gate.open()
    qtbot.waitUntil(lambda: player.done)
    wrong = percent(hand.session.model.training_error)
    qtbot.waitUntil(lambda: f"Wrong: {wrong}, in" in page.text.toPlainText())
    qtbot.waitUntil(lambda: f"Leave {wrong} wrong" in page.task.text.toPlainText())
    assert "…" not in page.text.toPlainText()
    assert MAIN not in gate.threads


@pytest.fixture
def slow_grids(monkeypatch):
    """Let curved boundaries be ones whose tracing takes long; note how it is done."""
    monkeypatch.setattr(task, "WAIT_SECONDS", 0)
    monkeypatch.setattr(contours, "MOST_PRODUCTS", 5_000)
    gate, sides, grid_scores = threading.Event(), [], contours.grid_scores

    def scored(model, plane, x, y):
        thread = threading.current_thread()
        sides.append((thread is MAIN, len(x)))
        assert thread is MAIN or gate.wait(60)
        return grid_scores(model, plane, x, y)

    monkeypatch.setattr(contours, "grid_scores", scored)
    contours.scores_traced.cache_clear()
    yield gate, sides
    gate.set()


def begin_kernel_run(window, hand, n=60):
    rng = np.random.default_rng(0)
    X, y = rng.uniform(-1, 1, (n, 2)).round(2), rng.integers(0, 2, n)
    data = Dataset(X, y, class_names=("a", "b"))
    window.files.begin_with(data, Recipe("kernel-perceptron", epochs=2))
    hand.recorded()
    hand.session.to_end()


def test_a_slow_boundary_is_coarse_at_first_and_then_as_without_a_thread(
    window, hand, slow_grids, qtbot
):
    gate, sides = slow_grids
    begin_kernel_run(window, hand)
    layer, model = hand.plot.layers.boundary, hand.session.model
    qtbot.waitUntil(lambda: not all(on_main for on_main, _ in sides))
    assert layer.now
    coarse = layer.now
    gate.set()
    full = contours.full_side(model)
    qtbot.waitUntil(lambda: layer.now is not coarse)
    assert max(side for on_main, side in sides if on_main) < full
    qtbot.wait(0)  # it is painted, too
    assert max(side for on_main, side in sides if on_main) < full
    contours.scores_traced.cache_clear()
    exact = contours.boundaries(model, window.canvas.plane, window.canvas.view_rect)
    assert list(map(np.ndarray.tolist, layer.now)) == list(
        map(np.ndarray.tolist, exact)
    )


def test_marks_that_take_long_are_made_beside(
    window, hand, slow_grids, monkeypatch, qtbot
):
    monkeypatch.setattr(picture, "MOST_PRODUCTS", 5_000)
    gate, _ = slow_grids
    scored, scores = [], KernelModel.scores

    def noted(model, X):
        if len(X) == 60:
            scored.append(threading.current_thread() is MAIN)
        return scores(model, X)

    monkeypatch.setattr(KernelModel, "scores", noted)
    begin_kernel_run(window, hand)
    canvas = window.canvas
    qtbot.waitUntil(lambda: canvas.plot.picture.model is hand.session.model)
    canvas.plot.grab()
    assert not len(canvas.shown().wrong)
    gate.set()
    qtbot.waitUntil(lambda: canvas.shown().wrong.any())
    canvas.plot.grab()
    assert scored
    assert not any(scored)
    known, exact = canvas.shown(), replace(canvas.shown(), fine_in=None, mistaken=None)
    assert known.wrong.tolist() == exact.wrong.tolist()


def test_a_picture_takes_a_tenth_of_a_second_of_products(
    window, hand, monkeypatch, qtbot
):
    computed, scores = [], KernelModel.scores

    def counted(model, X):
        if threading.current_thread() is MAIN:
            computed.append(len(X) * model.products)
        return scores(model, X)

    monkeypatch.setattr(KernelModel, "scores", counted)
    begin_kernel_run(window, hand, 800)
    qtbot.waitUntil(lambda: window.canvas.shown().fine_in == window.canvas.view_rect)
    contours.scores_traced.cache_clear()
    computed.clear()
    hand.session.seek(hand.session.tape.previous_update(hand.session.step))
    window.canvas.plot.grab()
    assert 0 < sum(computed) <= 40_000_000


def test_a_figure_is_drawn_finely_at_once(window, hand, slow_grids, qtbot):
    _, sides = slow_grids
    begin_kernel_run(window, hand)
    qtbot.waitUntil(lambda: not all(on_main for on_main, _ in sides))
    sides.clear()
    figure = canvas_as_shown(window.canvas, Sheet())
    figure.grab()
    assert (True, contours.full_side(hand.session.model)) in sides


def test_a_training_error_that_takes_long_is_measured_beside(
    window, hand, monkeypatch, gate, qtbot
):
    monkeypatch.setattr(task, "WAIT_SECONDS", 0)
    monkeypatch.setattr(measured_error, "MOST_PRODUCTS", 0)
    gate.watch(monkeypatch, linear_scores, "count_wrong")
    begin_kernel_run(window, hand)
    said = window.panel("Playback").strip.now.in_full
    qtbot.waitUntil(lambda: "training error …" in said())
    gate.open()
    qtbot.waitUntil(lambda: "training error …" not in said())
    assert f"training error {percent(hand.session.model.training_error)}" in said()
    assert {*gate.threads} - {MAIN}


def test_how_a_run_ends_is_said_when_its_error_is_measured(
    window, hand, monkeypatch, gate, qtbot
):
    monkeypatch.setattr(task, "WAIT_SECONDS", 0)
    monkeypatch.setattr(measured_error, "MOST_PRODUCTS", -1)
    gate.watch(monkeypatch, linear_scores, "count_wrong")
    begin_kernel_run(window, hand)
    fate = window.part("Will it converge?")

    def said():
        shown = fate.line is not None and fate.line.isVisible()
        return fate.line.words.text() if shown else ""

    qtbot.waitUntil(lambda: bool(gate.threads))
    qtbot.wait(50)
    assert not said()
    gate.open()
    qtbot.waitUntil(lambda: " wrong" in said())
    assert MAIN not in gate.threads


def test_a_run_that_grows_while_it_is_shown_is_drawn_once_at_a_turn(hand):
    session, told = hand.session, []
    session.begin(Dataset([[0.0], [1.0], [0.5]], [0, 0, 1]), AVERAGED, step=END)

    def wait_for_more():
        if session.tape is None:  # its loops are being compiled
            return
        told.append("recording")
        steps = session.tape.steps
        while session.tape.steps == steps:
            time.sleep(0.001)

    def note():
        told.append("drawn")

    # The window goes on to the next test: nothing of this one may stay in it.
    session.tape_changed.connect(wait_for_more)
    session.changed.connect(note)
    while "recording" not in told:
        told.clear()
        time.sleep(0.001)
        session.tick()
    session.tape_changed.disconnect(wait_for_more)
    assert told == ["recording", "drawn"]
    session.tick()
    session.changed.disconnect(note)
    assert told == ["recording", "drawn", "drawn"]
