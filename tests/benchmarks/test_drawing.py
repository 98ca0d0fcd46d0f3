"""Drawing: how soon what the brush sprays is on the screen."""

import time

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider

from tests.benchmarks.test_time_machine import window, worst_of_100
from tests.gui.conftest import move_mouse

__all__ = ["window"]  # a fixture

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def test_spraying_10_000_points(report, window, qtbot, qapp):
    s, plot, bar = window.session, window.canvas.plot, window.canvas.toolbar
    for name, value in (("radius", 60), ("density", 100)):
        bar.findChild(QSlider, name).setValue(value)
    port = plot.viewport()
    QTest.mouseClick(port, LEFT, pos=port.rect().center())
    QTest.mouseClick(port, RIGHT, pos=port.rect().center() + QPoint(80, 0))
    qtbot.waitUntil(lambda: s.tape is not None and s.tape.finished, timeout=120_000)
    qtbot.wait(300)
    taken = []
    for side, button in ((-1, LEFT), (1, RIGHT)):
        centre = port.rect().center() + QPoint(side * 170, 0)
        QTest.mousePress(port, button, pos=centre)
        i, n = 0, s.data.n_samples
        while s.data.n_samples < n + 5_000:
            i += 1
            way = QPoint(round(60 * np.sin(i / 3)), round(150 * np.sin(i / 11)))
            began = time.perf_counter()
            move_mouse(port, centre + way, button)
            qapp.processEvents()
            taken.append(1e3 * (time.perf_counter() - began))
            time.sleep(0.004)
        QTest.mouseRelease(port, button, pos=centre)
    assert s.data.n_samples >= 10_000
    report(
        "a frame while spraying, median", float(np.median(taken)), ("≤", 16.7), " ms"
    )
    report("a frame while spraying, 99 %", worst_of_100(taken), ("≤", 16.7), " ms")
    began = time.perf_counter()
    s.undo_stack.undo()
    qapp.processEvents()
    took = 1e3 * (time.perf_counter() - began)
    report("taking 5,000 points back", took, ("≤", 33.0), " ms")
