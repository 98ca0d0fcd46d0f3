"""From run to run one stays where one is: at the end, or at an epoch and a sample."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest

from engine import Dataset, Recipe, Tape
from engine.data.edits import Add, Move, Remove
from gui.session.anchor import Anchor
from gui.session.session import Session
from tests.gui.conftest import move_mouse

X = [[0, 0], [1, 0.5], [0.2, 1], [3, 3], [4, 2.5], [3.5, 4], [1.4, 1.5], [2, 1.9]]
Y = [0, 0, 0, 1, 1, 1, 0, 1]
ENDLESS = Recipe(epochs=20, stop_without_mistake=False)


@pytest.fixture
def session(qapp, qtbot):
    session = Session()
    yield session
    session.leave()


@pytest.fixture
def begin(session, qtbot):
    """Have a run of the samples, whole, and stand at a step of it."""

    def begin(recipe, step=0):
        session.begin(Dataset(X, Y), recipe)
        recorded(session, qtbot)
        session.seek(step)
        return session

    return begin


def recorded(session, qtbot):
    qtbot.waitUntil(lambda: session.recorded and session.tape.finished)


def add(x, y):
    return lambda s: s.edit(Add(np.array([[x, y]]), np.array([1])), "add")


CHANGES = {
    "a point is dragged": lambda s: s.edit(
        Move(np.array([3]), np.array([[1.1, 1.2]])), "move"
    ),
    "a point is added": add(1.0, 1.3),
    "points are removed": lambda s: s.edit(Remove(np.array([6, 7])), "remove"),
    "another learner": lambda s: s.change(s.recipe.replace(learner="adaline"), "l"),
    "another η": lambda s: s.change(s.recipe.replace(learning_rate=0.3), "η"),
    "other features": lambda s: s.change(
        s.recipe.replace(features=("x1", "x2", "x1^2")), "f"
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("recipe", [Recipe(epochs=50), ENDLESS], ids=["rests", "not"])
def test_who_stands_at_the_end_stays_at_the_end(begin, qtbot, recipe, change):
    s = begin(recipe)
    s.to_end()
    change(s)
    recorded(s, qtbot)
    assert s.step == s.last == s.tape.steps > 0
    before = s.last
    s.change(s.recipe.replace(epochs=before + 7), "epochs")
    recorded(s, qtbot)
    assert s.step == s.last


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("order", ["given", "shuffled"])
def test_elsewhere_it_is_the_same_epoch_and_sample(begin, qtbot, order, change):
    s = begin(ENDLESS.replace(order=order))
    for row in (0, 3, 5):
        s.seek(next(k for k in range(81, 89) if s.tape.frame(k).rows == [row]))
        change(s)
        recorded(s, qtbot)
        assert s.frame.epoch == 11
        assert s.frame.rows.tolist() == [row]
        s.undo_stack.undo()
        recorded(s, qtbot)
        assert s.frame.rows.tolist() == [row]


@pytest.mark.parametrize("order", ["given", "shuffled"])
def test_a_run_of_a_moved_sample_need_be_no_longer_than_to_the_step(order):
    recipe = ENDLESS.replace(order=order)
    tape = Tape(Dataset(X, Y), recipe)
    tape.extend()
    anchor = Anchor.of(tape, tape.frame(86))
    moved = Move(np.array([3]), np.array([[1.1, 1.2]])).apply(tape.data)
    assert anchor.step_in(Tape(moved, recipe)) == 86
    other = Tape(moved, recipe.replace(order="shuffled", seed=7))
    assert anchor.step_in(other) == 88


def test_a_sample_is_known_when_those_before_it_are_gone(begin, qtbot):
    s = begin(ENDLESS, 86)
    assert s.frame.rows.tolist() == [5]
    s.edit(Remove(np.array([0, 2])), "remove")
    recorded(s, qtbot)
    assert s.frame.epoch == 11
    assert s.data.X[s.frame.rows].tolist() == [X[5]]


def test_of_a_batch_it_is_the_last_sample(begin, qtbot):
    s = begin(Recipe("adaline", epochs=20, batch_size=3), 32)
    assert s.frame.rows.tolist() == [3, 4, 5]
    s.change(s.recipe.replace(batch_size=0), "batch")
    recorded(s, qtbot)
    assert s.step == 11
    s.change(s.recipe.replace(batch_size=2), "batch")
    recorded(s, qtbot)
    assert s.frame.rows.tolist() == [4, 5]
    assert s.frame.epoch == 11


def test_an_epoch_that_is_not_there_becomes_the_share_of_the_run(begin, qtbot):
    s = begin(ENDLESS, 120)
    s.change(s.recipe.replace(epochs=8), "epochs")
    recorded(s, qtbot)
    assert (s.last, s.step) == (64, 48)
    s.change(s.recipe.replace(epochs=40), "epochs")
    recorded(s, qtbot)
    assert s.step == 120
    s.edit(Remove(np.array([7])), "remove")
    recorded(s, qtbot)
    assert (s.last, s.step) == (280, round(280 * 120 / 160))


def test_one_who_moves_stays_where_that_was(begin, qtbot):
    s = begin(ENDLESS, 120)
    s.change(s.recipe.replace(epochs=8), "epochs")
    recorded(s, qtbot)
    s.seek(40)
    s.change(s.recipe.replace(epochs=40), "epochs")
    recorded(s, qtbot)
    assert s.step == 40


def test_the_start_and_what_is_begun_anew_are_no_ends(begin, qtbot):
    s = begin(Recipe(epochs=1), 0)
    add(9.0, 9.0)(s)
    recorded(s, qtbot)
    assert s.step == 0
    s.to_end()
    s.begin(Dataset(X, Y), ENDLESS, s.step)
    recorded(s, qtbot)
    assert s.step == 9


def test_an_undo_goes_back_to_the_step_it_was_done_at(begin, qtbot):
    s = begin(Recipe(epochs=50))
    s.to_end()
    end = s.step
    CHANGES["a point is dragged"](s)
    recorded(s, qtbot)
    assert s.step == s.last != end
    s.seek(s.last - 5)
    s.undo_stack.undo()
    recorded(s, qtbot)
    assert s.step == s.last == end
    add(1.0, 1.3)(s)
    recorded(s, qtbot)
    assert s.step == s.last != end


def test_a_long_run_is_followed_to_its_end(begin, qtbot, monkeypatch):
    monkeypatch.setattr("gui.session.session.SHORT_RUN_SECONDS", 0.0)
    monkeypatch.setattr("gui.session.recording_swap.CATCH_UP_SECONDS", 0.0)
    s = begin(ENDLESS)
    s.to_end()
    s.change(s.recipe.replace(epochs=200_000), "epochs")
    qtbot.waitUntil(lambda: s.up_to_date)
    s.moved.connect(lambda: steps.append((s.step, s.last)))
    steps = []
    recorded(s, qtbot)
    assert s.step == s.last == 1_600_000
    assert all(step <= last for step, last in steps)


def gaps(row):
    """Count the gaps in the line beside a name in the legend."""
    image = QImage(28, 18, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        row.draw(painter, QPointF(14, 9))
    free = [image.pixelColor(x, 9).lightness() > 230 for x in range(5, 24)]
    return sum(a < b for a, b in pairwise(free))


def test_while_a_point_is_dragged_at_the_end_the_former_end_stays_dashed(window, hand):
    hand.draw_two_classes()
    s, layer = hand.session, hand.plot.layers.compared_boundaries
    port = hand.plot.viewport()
    hand.key(Qt.Key.Key_M)
    for step in (1, s.last):
        s.seek(step)
        end = s.model.coef.tolist()
        start = hand.at(*s.data.X[0])
        QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
        assert not layer.runs
        move_mouse(port, start + QPoint(60, 40), Qt.MouseButton.LeftButton)
        hand.recorded()
        if step == s.last:
            (former,) = layer.runs
            assert former.models[0].coef.tolist() == end
            (row,) = layer.legend()
            assert row.text == f"end before: step {step}"
            assert 1 < gaps(row) < 10
        else:
            assert not layer.runs
        QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=start)
        assert not layer.runs
