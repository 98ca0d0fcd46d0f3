"""A million points: how soon a frame is painted while the view is moved."""

import statistics
import time

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import Dataset, Recipe
from tests.benchmarks.test_time_machine import show, window, worst_of_100
from tests.gui.conftest import move_mouse

__all__ = ["window"]  # a fixture

MIDDLE = Qt.MouseButton.MiddleButton


def gaussians(n, k):
    """Overlapping classes in a ring."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, k, n)
    turn = 2 * np.pi * y / k
    middles = 1.3 * np.column_stack([np.cos(turn), np.sin(turn)])
    return Dataset(middles + rng.normal(0, 0.8, (n, 2)), y, None, list("ABC"[:k]))


def wheel(port, place, notches):
    event = QWheelEvent(
        QPointF(place),
        QPointF(port.mapToGlobal(place)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(port, event)


def painted(qapp, act):
    """Milliseconds until what an event changed is on the screen."""
    began = time.perf_counter()
    act()
    qapp.processEvents()
    taken = 1e3 * (time.perf_counter() - began)
    time.sleep(0.004)
    return taken


@pytest.mark.parametrize("classes", [2, 3])
def test_moving_the_view_over_a_million_points(report, window, qtbot, qapp, classes):
    recipe = Recipe(epochs=3, stop_without_mistake=False)
    show(window, qtbot, gaussians(1_000_000, classes), recipe)
    window.session.seek(window.session.last)
    plot = window.canvas.plot
    port = plot.viewport()
    place = port.rect().center() + QPoint(90, 40)
    painted(qapp, lambda: wheel(port, place, 1))
    taken, pixels = [], []
    for notch in 8 * (12 * [1] + 12 * [-1]):
        taken.append(painted(qapp, lambda notch=notch: wheel(port, place, notch)))
        pixels.append(plot.pixel)
    assert max(pixels) > 20 * min(pixels)
    report_frames(report, f"zooming, {classes} classes", taken)
    QTest.mousePress(port, MIDDLE, pos=place)
    taken, start = [], plot.view.viewRange()
    for i in range(200):
        way = QPoint(round(150 * np.sin(i / 20)), round(100 * np.sin(i / 13)))
        taken.append(
            painted(qapp, lambda way=way: move_mouse(port, place + way, MIDDLE))
        )
    assert np.abs(np.subtract(plot.view.viewRange(), start)).min() > 0.01
    QTest.mouseRelease(port, MIDDLE, pos=place + way)
    report_frames(report, f"panning, {classes} classes", taken)


def report_frames(report, label, taken):
    report(f"a frame {label}, median", statistics.median(taken), ("≤", 25.0), " ms")
    report(f"a frame {label}, 99 %", worst_of_100(taken), ("≤", 50.0), " ms")
