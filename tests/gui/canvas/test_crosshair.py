"""The canvas by keyboard: a crosshair, and what is said of it."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine import Dataset
from tests.gui.conftest import move_mouse

Key, Modifier = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def canvas(window):
    """The canvas, as Tab reaches it."""
    window.canvas.plot.setFocus(Qt.FocusReason.TabFocusReason)
    return window.canvas


@pytest.fixture
def press(canvas):
    def press(key, modifier=Modifier.NoModifier, times=1):
        for _ in range(times):
            QTest.keyClick(canvas.plot.window().windowHandle(), key, modifier)

    return press


def said(canvas):
    return canvas.plot.accessibleDescription()


def go_to(canvas, press, x, y):
    """Go there by the arrows: in steps of 0.1 in the first view."""
    at_x, at_y = canvas.reading.crosshair.place
    across, up = round((x - at_x) / 0.1), round((y - at_y) / 0.1)
    press(Key.Key_Right if across > 0 else Key.Key_Left, times=abs(across))
    press(Key.Key_Up if up > 0 else Key.Key_Down, times=abs(up))
    assert canvas.reading.crosshair.place == pytest.approx((x, y))


def test_arrows_move_it_and_with_shift_in_larger_steps(canvas, press):
    (x, y), step = canvas.reading.crosshair.place, 0.1
    press(Key.Key_Right)
    press(Key.Key_Down, times=2)
    assert canvas.reading.crosshair.place == pytest.approx((x + step, y - 2 * step))
    press(Key.Key_Left, Modifier.ShiftModifier)
    assert canvas.reading.crosshair.place == pytest.approx((x - 4 * step, y - 2 * step))


def test_it_does_not_leave_the_view(canvas, press):
    press(Key.Key_Up, Modifier.ShiftModifier, times=40)
    left, _, _, top = canvas.view_rect
    assert canvas.reading.crosshair.place[1] == top
    press(Key.Key_Left, Modifier.ShiftModifier, times=40)
    assert canvas.reading.crosshair.place[0] == left


def test_enter_draws_a_point_of_the_chosen_class(canvas, press, window):
    go_to(canvas, press, 0.4, 1.2)
    press(Key.Key_Return)
    press(Key.Key_2)
    go_to(canvas, press, -0.5, 0.7)
    press(Key.Key_Enter)
    data = window.session.data
    assert data.X.tolist() == pytest.approx(np.array([[0.4, 1.2], [-0.5, 0.7]]))
    assert data.y.tolist() == [0, 1]


def test_with_control_enter_is_the_right_button(canvas, press, window):
    press(Key.Key_Return, Modifier.ControlModifier)
    assert window.session.data.y.tolist() == [1]


def test_a_point_is_one_undo(canvas, press, window):
    press(Key.Key_Return)
    press(Key.Key_Z, Modifier.ControlModifier)
    assert window.session.data.n_samples == 0


def test_what_is_there_is_described(canvas, press, window, hand):
    """After the update by (2, 1) of 1: w = (2, 1), b = 1, z there = 3.

    At (1, 0.5) it is 2 + 0.5 + 1.
    """
    window.session.set_recipe(window.session.recipe.replace(epochs=2))
    window.session.set_data(Dataset([[2.0, 1.0], [-2.0, -1.0]], [1, -1]))
    hand.recorded()
    window.session.seek(1)
    go_to(canvas, press, 1.0, 0.5)
    assert said(canvas) == (
        "Crosshair at x1 = 1, x2 = 0.5, class 1 ground, z = 3.5; "
        "2 points, epoch 1, 1 mistake made"
    )
    go_to(canvas, press, 2.0, 1.0)
    assert "point 1 of class 1" in said(canvas)


def test_without_points_it_says_so(canvas):
    assert said(canvas).endswith("no boundary yet; 0 points")


def test_what_is_said_follows_the_run(canvas, press, window, hand):
    hand.draw_two_classes()
    canvas.plot.setFocus(Qt.FocusReason.TabFocusReason)
    press(Key.Key_Return)  # the mouse took the crosshair away
    press(Key.Key_End)
    assert f"epoch {window.session.frame.epoch}" in said(canvas)


def test_select_takes_what_is_under_it(canvas, press, hand, window):
    hand.draw_two_classes()
    press(Key.Key_V)
    press(Key.Key_Return)
    go_to(canvas, press, 2.0, 1.0)
    press(Key.Key_Return)
    assert canvas.selection.rows.tolist() == [4]
    go_to(canvas, press, -2.0, -1.0)
    press(Key.Key_Return, Modifier.ShiftModifier)
    assert canvas.selection.rows.tolist() == [0, 4]


def test_select_draws_a_rectangle_between_two_enters(canvas, press, hand):
    hand.draw_two_classes()
    press(Key.Key_V)
    press(Key.Key_Return)
    go_to(canvas, press, 0.0, 3.0)
    press(Key.Key_Return)
    go_to(canvas, press, 3.0, 0.0)
    press(Key.Key_Return)
    assert canvas.selection.rows.tolist() == [4, 5, 7]


def test_move_carries_a_point_between_two_enters(canvas, press, hand, window):
    hand.draw_two_classes()
    before = window.session.data.X.copy()
    press(Key.Key_M)
    press(Key.Key_Return)
    go_to(canvas, press, 2.0, 1.0)
    press(Key.Key_Return)
    press(Key.Key_Up, times=3)
    press(Key.Key_Return)
    press(Key.Key_Up, times=3)
    moved = window.session.data.X - before
    assert moved[4] == pytest.approx([0.0, 0.3], abs=0.02)
    assert not moved[[0, 1, 2, 3, 5, 6, 7]].any()


def test_escape_gives_the_arrows_back_to_the_run(canvas, press, hand, window):
    hand.draw_two_classes()
    press(Key.Key_Return)
    assert canvas.reading.crosshair.place is not None
    step = window.session.step
    press(Key.Key_Right)
    assert window.session.step == step
    press(Key.Key_Escape)
    assert canvas.reading.crosshair.place is None
    press(Key.Key_Right)
    assert window.session.step == step + 1
    press(Key.Key_Return)
    assert canvas.reading.crosshair.place is not None


def test_a_click_leaves_the_arrows_to_the_run(window, hand):
    hand.draw_two_classes()
    crosshair = window.canvas.reading.crosshair
    assert crosshair is None or crosshair.place is None
    hand.key(Key.Key_Home)
    hand.key(Key.Key_Right)
    assert window.session.step == 1


def test_it_snaps_to_the_grid(canvas, press, window):
    canvas.commands.snap.trigger()
    wide, high = canvas.plot.grid.step()
    press(Key.Key_Right)
    x, y = canvas.reading.crosshair.place
    assert (x / wide, y / high) == pytest.approx((round(x / wide), round(y / high)))
    assert wide > 0.1


def test_it_is_seen_only_while_it_is_used(canvas, press, window):
    def picture():
        return canvas.plot.grab().toImage()

    shown = picture()
    press(Key.Key_Escape)
    ringed = picture()
    assert shown != ringed
    window.panel("Set-up").learner.choice.setFocus(Qt.FocusReason.TabFocusReason)
    assert picture() not in (shown, ringed)


def test_the_mouse_takes_it_away(canvas, press, hand):
    press(Key.Key_Right)
    assert canvas.reading.crosshair.place is not None
    move_mouse(canvas.plot.viewport(), hand.at(1, 1), Qt.MouseButton.NoButton)
    assert canvas.reading.crosshair.place is None
