"""The view is moved and zoomed by touchpad, wheel, pinch and with Space held."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import LEFT, move_mouse

NONE, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
BY_FINGERS, BY_WHEEL = Qt.ScrollPhase.ScrollUpdate, Qt.ScrollPhase.NoScrollPhase


def turn(plot, pixels, angle, phase, modifiers=NONE):
    """Turn the wheel, or move two fingers, over the middle."""
    port = plot.viewport()
    at = QPointF(port.rect().center())
    event = QWheelEvent(
        at, QPointF(port.mapToGlobal(at)), QPoint(*pixels), QPoint(*angle),
        Qt.MouseButton.NoButton, modifiers, phase, False,
    )  # fmt: skip
    QApplication.sendEvent(port, event)


def pinch(plot, kind, value):
    port = plot.viewport()
    at = QPointF(port.rect().center())
    device = QPointingDevice.primaryPointingDevice()
    event = QNativeGestureEvent(kind, device, 2, at, at, at, value, QPointF())
    QApplication.sendEvent(port, event)


def rect_of(plot):
    return np.array(plot.view_rect)


def size_of(plot):
    left, bottom, right, top = plot.view_rect
    return right - left, top - bottom


def test_two_fingers_move_what_is_seen(window):
    plot = window.canvas.plot
    before, pixel = rect_of(plot), plot.pixel
    turn(plot, (30, -12), (60, -24), BY_FINGERS)
    way = np.array([-30, -12, -30, -12]) * pixel
    np.testing.assert_allclose(rect_of(plot), before + way, atol=1e-9)


@pytest.mark.parametrize(
    ("pixels", "angle", "phase", "modifiers"),
    [
        ((0, 0), (0, 120), BY_WHEEL, NONE),
        ((0, 15), (0, 120), BY_WHEEL, NONE),  # a wheel under X11
        ((0, 0), (0, 120), BY_WHEEL, CTRL),
        ((0, 30), (0, 60), BY_FINGERS, CTRL),
    ],
)
def test_a_wheel_zooms_and_ctrl_does_with_fingers(
    window, pixels, angle, phase, modifiers
):
    plot = window.canvas.plot
    before = size_of(plot)
    turn(plot, pixels, angle, phase, modifiers)
    assert size_of(plot) < before


def test_a_pinch_zooms_and_the_view_stays_so(hand, window):
    hand.draw_two_classes()
    plot = window.canvas.plot
    before = np.array(size_of(plot))
    pinch(plot, Qt.NativeGestureType.ZoomNativeGesture, 0.25)
    np.testing.assert_allclose(size_of(plot), before / 1.25)
    pinch(plot, Qt.NativeGestureType.RotateNativeGesture, 0.25)
    np.testing.assert_allclose(size_of(plot), before / 1.25)


@pytest.fixture
def over_canvas(hand, window, monkeypatch):
    monkeypatch.setattr(window.canvas.plot, "underMouse", lambda: True)
    hand.draw_two_classes()
    return window.canvas.plot


def test_space_held_moves_the_view_and_does_not_play(hand, window, over_canvas):
    port, data, before = over_canvas.viewport(), hand.session.data, rect_of(over_canvas)
    QTest.keyPress(window, Qt.Key.Key_Space)
    QTest.mousePress(port, LEFT, pos=QPoint(200, 200))
    move_mouse(port, QPoint(240, 200), LEFT)
    QTest.mouseRelease(port, LEFT, pos=QPoint(240, 200))
    QTest.keyRelease(window, Qt.Key.Key_Space)
    way = np.array([-40, 0, -40, 0]) * over_canvas.pixel
    np.testing.assert_allclose(rect_of(over_canvas), before + way, atol=1e-9)
    assert hand.session.data is data
    assert not hand.session.playing
    hand.click(0, 0)
    assert hand.session.data.n_samples == data.n_samples + 1
    hand.recorded()


def test_space_alone_plays_when_it_is_let_go(hand, window, over_canvas):
    hand.session.seek(0)
    QTest.keyPress(window, Qt.Key.Key_Space)
    assert not hand.session.playing
    QTest.keyRelease(window, Qt.Key.Key_Space)
    assert hand.session.playing
    hand.key(Qt.Key.Key_Space)
    assert not hand.session.playing
