"""Drawing and dragging: how soon what the mouse does is on the screen."""

import time

import numpy as np
import pytest
from PySide6.QtCore import QEventLoop, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider

from engine import Recipe, Tape
from gui.features.what_if.added_point import AddedPoint
from gui.session.diagnosis import DiagnosisRunner
from gui.widgets.drag_label import DragLabel
from tests.benchmarks.conftest import clouds
from tests.benchmarks.plain_window import PlainWindow
from tests.benchmarks.test_frames import FRAMES, recipe
from tests.benchmarks.test_time_machine import show, window, worst_of_100
from tests.gui.conftest import move_mouse

__all__ = ["window"]  # a fixture

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
PATIENCE = 120_000
AWAITED = (
    QEventLoop.ProcessEventsFlag.AllEvents
    | QEventLoop.ProcessEventsFlag.WaitForMoreEvents
)


@pytest.fixture
def in_turns(window, qtbot, qapp):
    """Measure what the mouse does in blocks, in turns with a plain window.

    ``in_turns(acts, points)`` gives the milliseconds of each act, and the median of a
    plain window's frames of so many points.
    """

    def milliseconds(act):
        began = time.perf_counter()
        act()
        qapp.processEvents()
        taken = 1e3 * (time.perf_counter() - began)
        time.sleep(0.004)
        return taken

    def come_to_rest():
        s = window.session
        qtbot.waitUntil(
            lambda: (
                s.up_to_date
                and s.tape.finished
                and not DiagnosisRunner.of(window.session).looking
            ),
            timeout=PATIENCE,
        )
        qtbot.wait(100)

    def measure(acts, points):
        tape = Tape(clouds(points), recipe(points))
        tape.extend()
        plain = PlainWindow(tape)
        plain.show()
        steps = np.linspace(1, tape.steps, FRAMES).astype(int).tolist()
        ours, bare = [], []
        for i, act in enumerate(acts, 1):
            ours.append(milliseconds(act))
            if i % FRAMES == 0:
                come_to_rest()
                milliseconds(lambda: plain.show_step(1))
                bare += [milliseconds(lambda k=k: plain.show_step(k)) for k in steps]
        plain.close()
        return ours, float(np.median(bare))

    return measure


@pytest.mark.parametrize(
    ("points", "moves", "median", "worst"),
    [(1000, 300, 0.3, 0.6), (1_000_000, 100, 1.2, 2.0)],
)
@pytest.mark.timeout(900)
def test_a_drag_is_painted_with_its_run_recorded_anew(
    report, window, in_turns, qtbot, qapp, points, moves, median, worst
):
    """The sample under the mouse, then the boundary at the playhead, then the end.

    Between them it is waited as the application waits, asleep: to ask again and again
    would keep the recorder from its turns.
    """
    show(window, qtbot, clouds(points), recipe(points))
    s, plot = window.session, window.canvas.plot
    s.seek(s.last // 2)
    next(a for a in window.canvas.tool_actions if a.data() == "move").trigger()
    port, (x, y), step = plot.viewport(), s.data.X[0].tolist(), s.step
    start = plot.mapFromScene(plot.view.mapViewToScene(QPointF(x, y)))
    marks = {
        "edit to the point painted": lambda: plot.picture.data is s.data,
        "edit to a boundary painted": lambda: (
            s.up_to_date and s.tape.data is s.data and s.step == step
        ),
        "edit to a run recorded": lambda: s.tape.finished,
    }
    taken = {mark: [] for mark in marks}

    def drag(i):
        way = QPointF(60 * np.sin(i / 9), 60 * np.cos(i / 7)).toPoint()
        began = time.perf_counter()
        move_mouse(port, start + way, LEFT)
        for mark, is_there in marks.items():
            while not is_there():
                qapp.processEvents(AWAITED)
            qapp.processEvents()
            taken[mark].append(1e3 * (time.perf_counter() - began))

    QTest.mousePress(port, LEFT, pos=start)
    acts = (lambda i=i: drag(i) for i in range(moves))
    _, unit = in_turns(acts, min(points, 10_000))
    QTest.mouseRelease(port, LEFT, pos=start)
    for mark, ours in taken.items():
        label = f"{mark}, {points:,} points, times a plain window's frame"
        report(f"{label}, median", float(np.median(ours)) / unit, ("≤", median))
        report(f"{label}, 90 %", float(np.percentile(ours, 90)) / unit, ("≤", worst))


@pytest.mark.timeout(900)
def test_a_setting_is_dragged_with_its_run_recorded_anew(
    report, window, in_turns, qtbot, qapp
):
    points, moves = 1000, 300
    chosen = Recipe("adaline", epochs=100, learning_rate=1e-3)
    show(window, qtbot, clouds(points), chosen)
    s = window.session
    s.seek(s.last // 2)
    names = window.panel("Set-up").findChildren(DragLabel)
    name = next(name for name in names if name.buddy().objectName() == "learning_rate")
    start = name.rect().center()

    def drag(i):
        way = QPoint(round(90 * np.sin(i / 9)) - 40, 0)
        move_mouse(name, start + way, LEFT)
        while not (s.up_to_date and s.tape.recipe == s.recipe and s.tape.finished):
            qapp.processEvents()

    QTest.mousePress(name, LEFT, pos=start)
    acts = (lambda i=i: drag(i) for i in range(moves))
    ours, unit = in_turns(acts, points)
    QTest.mouseRelease(name, LEFT, pos=start)
    label = "η dragged to painted, 1,000 points, times a plain window's frame"
    report(f"{label}, median", float(np.median(ours)) / unit, ("≤", 0.6))
    report("the same, 99 %, milliseconds", worst_of_100(ours), ("≤", 16))


@pytest.mark.timeout(900)
def test_one_more_point_is_tried_under_the_mouse(report, window, in_turns, qtbot, qapp):
    points, moves = 1000, 300
    show(window, qtbot, clouds(points), recipe(points))
    canvas = window.canvas
    next(a for a in canvas.tool_actions if a.data() == "what-if").trigger()
    port = canvas.plot.viewport()
    centre = port.rect().center()

    def hover(i):
        way = QPointF(160 * np.sin(i / 9), 120 * np.cos(i / 7)).toPoint()
        move_mouse(port, centre + way, Qt.MouseButton.NoButton)
        qapp.processEvents()
        while "…" in AddedPoint.of(canvas.session).effect:
            qapp.processEvents()

    acts = (lambda i=i: hover(i) for i in range(moves))
    ours, unit = in_turns(acts, points)
    label = "one more point tried, among 1,000, times a plain window's frame"
    report(f"{label}, median", float(np.median(ours)) / unit, ("≤", 0.6))
    report("the same, 99 %, milliseconds", worst_of_100(ours), ("≤", 16))


@pytest.mark.parametrize(("points", "worst"), [(0, 0.4), (1_000_000, 2.0)])
@pytest.mark.timeout(900)
def test_spraying_10_000_points(report, window, in_turns, qtbot, qapp, points, worst):
    s, plot, bar = window.session, window.canvas.plot, window.canvas.toolbar
    for name, value in (("radius", 60), ("density", 100)):
        bar.findChild(QSlider, name).setValue(value)
    port = plot.viewport()
    if points:
        show(window, qtbot, clouds(points), recipe(points))
    else:
        QTest.mouseClick(port, LEFT, pos=port.rect().center())
        QTest.mouseClick(port, RIGHT, pos=port.rect().center() + QPoint(80, 0))
        qtbot.waitUntil(lambda: s.tape is not None and s.tape.finished)
    qtbot.wait(300)

    def strokes():
        for side, button in ((-1, LEFT), (1, RIGHT)):
            centre = port.rect().center() + QPoint(side * 170, 0)
            QTest.mousePress(port, button, pos=centre)
            i, n = 0, s.data.n_samples
            while s.data.n_samples < n + 5_000:
                i += 1
                way = QPoint(round(60 * np.sin(i / 3)), round(150 * np.sin(i / 11)))
                yield lambda: move_mouse(port, centre + way, button)  # noqa: B023
            QTest.mouseRelease(port, button, pos=centre)

    ours, unit = in_turns(strokes(), 10_000)
    assert s.data.n_samples >= points + 10_000
    label = "a frame while spraying"
    if points:
        label += f" among {points:,} points"
    label += ", times a plain window's"
    report(f"{label}, median", float(np.median(ours)) / unit, ("≤", worst))
    report(f"{label}, 99 %", worst_of_100(ours) / unit, ("≤", worst))
    began = time.perf_counter()
    s.undo_stack.undo()
    qapp.processEvents()
    took = 1e3 * (time.perf_counter() - began)
    label = f"taking 5,000 points back{f' of {points:,}' if points else ''}"
    report(f"{label}, times a plain window's frame", took / unit, ("≤", 2 * worst))
