"""The name of a number: dragged, it changes the number; clicked, it selects it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.widgets.drag_label import DragLabel
from gui.widgets.number_boxes import IntegerBox, NumberBox, OptionalBox
from tests.gui.conftest import LEFT, move_mouse

pytestmark = pytest.mark.qt_log_ignore("does not support grabbing")  # off screen
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def name(window):
    """Give the name of a setting of the panel: ``name("Epochs")``."""

    window.panel("Set-up").features.more.setChecked(True)

    def of(text):
        labels = window.panel("Set-up").findChildren(DragLabel)
        return next(label for label in labels if label.text() == text)

    return of


def press(label):
    QTest.mousePress(label, LEFT, pos=label.rect().center())


def move(label, pixels, modifiers=Qt.KeyboardModifier.NoModifier):
    """Move so far beyond what is still a click."""
    pixels += QApplication.startDragDistance() * (1 if pixels > 0 else -1)
    for part in (0.3, 1.0):
        way = QPoint(round(part * pixels), 0)
        move_mouse(label, label.rect().center() + way, LEFT, modifiers)


def release(label, pixels):
    place = label.rect().center() + QPoint(pixels, 0)
    QTest.mouseRelease(label, LEFT, pos=place)


def drag(label, pixels):
    press(label)
    move(label, pixels)
    release(label, pixels)


def test_a_drag_is_what_typing_it_would_be_and_one_undo(window, hand, name):
    hand.draw_two_classes()
    s = window.session
    s.change(s.recipe.replace(learner="adaline"), "learner")
    hand.recorded()
    before = s.recipe
    press(name("Learning rate η"))
    for pixels in (10, 50, 100):
        move(name("Learning rate η"), pixels)
        assert s.recipe.learning_rate > before.learning_rate
    release(name("Learning rate η"), 100)
    assert s.recipe.learning_rate == pytest.approx(10 * before.learning_rate)
    hand.recorded()
    dragged = s.tape.model(s.last).weights
    typed = s.recipe
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert s.recipe == before
    s.change(typed, "typed")
    hand.recorded()
    np.testing.assert_array_equal(s.tape.model(s.last).weights, dragged)


def test_escape_gives_back_what_it_was(window, hand, name):
    hand.draw_two_classes()
    before, steps = window.session.recipe, window.session.undo_stack.index()
    press(name("Epochs"))
    move(name("Epochs"), 60)
    assert window.session.recipe.epochs > before.epochs
    QTest.keyClick(name("Epochs"), Qt.Key.Key_Escape)
    assert window.session.recipe == before
    assert window.session.undo_stack.index() == steps
    move(name("Epochs"), 90)
    release(name("Epochs"), 90)
    assert window.session.recipe == before, "the drag is over"
    hand.recorded()


def test_where_the_boundary_was_is_seen_during_the_drag(window, hand, name):
    hand.draw_two_classes()
    s, layers = window.session, window.canvas.plot.layers
    s.to_end()
    before = s.model
    press(name("Degree"))
    move(name("Degree"), 12)
    (run,) = layers.compared_boundaries.runs
    assert (run.models, run.label) == ((before,), "Degree = 1")
    release(name("Degree"), 12)
    assert layers.compared_boundaries.runs == ()
    assert len(s.recipe.features or ()) == 5
    assert s.undo_stack.undoText() == "choose features"


def test_a_click_selects_the_number(window, hand, name, qtbot):
    label = name("Epochs")
    QTest.mouseClick(label, LEFT)
    box = label.buddy()
    qtbot.waitUntil(lambda: window.focusWidget() is box)
    assert box.lineEdit().selectedText() == box.text()
    assert not window.session.undo_stack.canUndo()


@pytest.fixture
def alone(qtbot):
    def made(box, low, high):
        label = DragLabel("n", box)
        for widget in (box, label):
            qtbot.addWidget(widget)
        box.setRange(low, high)
        label.resize(40, 20)
        label.show()
        return label

    return made


def test_with_shift_it_goes_a_tenth_as_far(alone):
    box = NumberBox()
    label = alone(box, 0.0, 10.0)
    box.setValue(1.0)
    drag(label, 100)
    assert box.value() == 2.0
    press(label)
    move(label, 10)
    assert box.value() == 2.1
    move(label, 50, SHIFT)
    release(label, 50)
    assert 2.1 < box.value() < 2.2


def test_beyond_the_range_it_stays_at_the_end(alone):
    box = IntegerBox()
    label = alone(box, 1, 16)
    drag(label, 500)
    assert box.value() == 16
    drag(label, -900)
    assert box.value() == 1


def test_an_optional_number_comes_from_off_and_goes_back(alone):
    box = OptionalBox(0.0, 10.0, log=True)
    label = alone(box, -1.0, 10.0)
    box.setValue(box.minimum())
    drag(label, 100)
    assert box.value() == pytest.approx(0.1)
    drag(label, -350)
    assert box.is_off


@given(st.floats(1e-9, 1e6), st.integers(-400, 400))
def test_along_a_series_the_way_back_is_as_long(qapp, start, pixels):
    box = NumberBox(log=True)
    box.setRange(1e-15, 1e12)
    there = box.dragged(start, pixels, fine=False)
    assert box.dragged(there, -pixels, fine=False) == pytest.approx(start, rel=0.06)
