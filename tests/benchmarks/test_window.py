"""How soon the window is there, and how fast it draws a frame."""

import os
import statistics
import subprocess
import sys
import time

import numpy as np

from tests.benchmarks.conftest import clouds

BARE = """
import time; start = time.perf_counter()
from PySide6.QtWidgets import QApplication, QMainWindow
import pyqtgraph as pg
app = QApplication([])
window = QMainWindow(); plot = pg.PlotWidget(); window.setCentralWidget(plot)
window.resize(1440, 900); window.show()
plot.grab()
print(time.perf_counter() - start)
"""
OURS = """
import sys, time; start = time.perf_counter()
from gui.app import make_app
from gui.tasks.gc_guard import GcGuard
app = make_app(["x"])
GcGuard(app)
from gui.window.main_window import MainWindow
window = MainWindow()
window.show()
window.canvas.plot.grab()
print(time.perf_counter() - start)
assert "sklearn" not in sys.modules and "numba" not in sys.modules
window.session.leave()
"""


def first_paint(program, home):
    environment = os.environ | {"XDG_CONFIG_HOME": str(home)}
    # A person's Python keeps what it compiled; the first run below does not count.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, check=True, env=environment,
    )  # fmt: skip
    return float(done.stdout)


def test_first_paint_against_a_bare_window(report, tmp_path):
    times = [
        (first_paint(OURS, tmp_path), first_paint(BARE, tmp_path)) for _ in range(8)
    ][1:]
    ours, bare = (statistics.median(column) for column in zip(*times, strict=True))
    report("first paint, times a bare window's", ours / bare, ("≤", 1.3))


def test_a_frame_of_1000_points(report, qtbot, qapp, tmp_path):
    from PySide6.QtCore import QSettings

    from engine import Recipe
    from gui.window.main_window import MainWindow

    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(
        QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path)
    )
    window = MainWindow()
    window.resize(1440, 900)
    window.show()
    s = window.session
    s.set_recipe(Recipe(epochs=100, stop_without_mistake=False))
    s.set_data(clouds(1000))
    qtbot.waitUntil(lambda: s.tape is not None and s.tape.finished, timeout=60_000)
    qtbot.wait(200)
    taken = []
    for step in np.linspace(1, s.last, 300).astype(int).tolist():
        start = time.perf_counter()
        s.seek(step)
        qapp.processEvents()
        taken.append(time.perf_counter() - start)
    report(
        "a frame of 1,000 points, median",
        1e3 * statistics.median(taken),
        ("≤", 8),
        " ms",
    )
    window.close()
