"""Fingers on the canvas of a screen that is touched."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QTouchEvent
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import bring_mouse, tool_action

pytestmark = pytest.mark.qt_log_ignore("could not find the target for gesture")


def test_a_pinch_zooms_and_leaves_nothing(hand, touch):
    plot, (left, _, right, _) = hand.plot, hand.plot.view_rect
    x, y = hand.at(0, 0).toTuple()
    first = [(QPoint(x, y),)]
    both = [(QPoint(x - 20 * i, y), QPoint(x + 60 + 20 * i, y)) for i in range(5)]
    touch(plot.viewport(), *first, *both)
    now_left, _, now_right, _ = plot.view_rect
    assert now_right - now_left < (right - left) / 2
    assert not hand.session.data.n_samples
    assert not hand.session.undo_stack.canUndo()


def test_what_was_drawn_before_a_second_finger_came_stays(hand, touch):
    port, at = hand.plot.viewport(), hand.at
    touch(port, [at(-2, 0)], [at(1, 0)], [at(2, 0)], lifts=False)
    drawn = hand.session.data.n_samples
    assert drawn
    touch(port, [at(2, 0), at(3, 0)], [at(1, 0), at(3, 1)])
    assert hand.session.data.n_samples == drawn
    assert not hand.plot.stroking


def test_a_tap_is_the_left_button_and_a_long_press_the_right(
    hand, touch, qtbot, hold_ms
):
    port, at = hand.plot.viewport(), hand.at
    touch(port, [at(-1, 0)])
    assert hand.session.data.y.tolist() == [0]
    touch(port, [at(1, 0)], lifts=False)
    qtbot.wait(hold_ms)
    assert hand.session.data.y.tolist() == [0, 1]
    touch.lift(port, [at(1, 0)])
    np.testing.assert_allclose(hand.session.data.X, [[-1, 0], [1, 0]], atol=0.05)
    assert not hand.plot.stroking


def test_a_drag_moves_a_point_in_one_edit(window, hand, touch):
    hand.draw_two_classes()
    tool_action(window.canvas, "move").trigger()
    edits, at = hand.session.undo_stack.index(), hand.at
    touch(hand.plot.viewport(), [at(2, 1)], [at(2.5, 2)], [at(3, 3)])
    np.testing.assert_allclose(hand.session.data.X[4], [3, 3], atol=0.1)
    assert hand.session.undo_stack.index() == edits + 1


def test_a_button_on_the_canvas_is_pressed(window, touch):
    bring_mouse(window.canvas)
    button = window.canvas.footer.legend
    before = button.isChecked()
    touch(button, [button.rect().center()])
    assert button.isChecked() != before
    assert not window.session.data.n_samples
    touch(button, [button.rect().center()])


def test_a_touch_that_is_taken_away_draws_nothing(hand, touch, screen, hold_ms, qtbot):
    """As a palm does, or a gesture of the desktop."""
    tool_action(hand.window.canvas, "pen").trigger()
    before = hand.session.data
    touch(hand.plot.viewport(), (hand.at(0, 0),), lifts=False)
    taken = QTouchEvent(QEvent.Type.TouchCancel, screen)
    QApplication.sendEvent(hand.plot, taken)
    qtbot.wait(hold_ms)
    assert hand.session.data is before
    assert not hand.plot.stroking


def test_two_quick_taps_apart_are_two_clicks(hand, touch):
    tool_action(hand.window.canvas, "pen").trigger()
    again = []
    hand.plot.pressed_again.connect(lambda *_: again.append(1))
    n = hand.session.data.n_samples
    for x in (-1, 1):
        touch(hand.plot.viewport(), (hand.at(x, 0),))
    assert hand.session.data.n_samples == n + 2
    assert not again
