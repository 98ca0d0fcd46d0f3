"""How much memory a window takes once a run is on the screen."""

from tests.benchmarks.test_first_run import python

RESIDENT = """
def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if "VmRSS" in line) / 1024
"""
BARE = f"""
from PySide6.QtWidgets import QApplication, QMainWindow
import pyqtgraph as pg
{RESIDENT}
app = QApplication([])
window = QMainWindow(); plot = pg.PlotWidget(); window.setCentralWidget(plot)
window.resize(1440, 900); window.show()
plot.grab()
print(resident())
"""
OURS = f"""
import sys
import numpy as np
from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtTest import QTest
from gui.app import WARM_UP_AFTER_MS, make_app
from gui.window.main_window import MainWindow
{RESIDENT}
app = make_app(["x"])
window = MainWindow()
window.resize(1440, 900)
window.show()
session, plot = window.session, window.canvas.plot
QTimer.singleShot(WARM_UP_AFTER_MS, session.warm_up)
if sys.argv[1] == "diagnosed":
    window.docks["Will it converge?"].raise_()
if sys.argv[1] == "compiled":
    session.set_recipe(session.recipe.replace(epochs=100))
rng = np.random.default_rng(0)
for i in range(40):
    x, y = rng.normal(size=2) + (1.2 if i % 2 else -1.2)
    place = plot.mapFromScene(plot.view.mapViewToScene(QPointF(x, y)))
    button = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)[i % 2]
    QTest.mouseClick(plot.viewport(), button, pos=place)
    app.processEvents()
while not (session.up_to_date and session.tape.finished):
    app.processEvents()
session.seek(0)
QTest.keyClick(window, Qt.Key.Key_Space)
QTest.qWait(4000)
assert session.frame.updates
print(resident())
session.set_playing(False)
session.undo_stack.clear()
window.close()
"""
FILL = """
from engine.training.compiled.tiered_loops import run_loop
run_loop("perceptron").compiled()
"""


def test_resident_memory_once_a_run_is_on_the_screen(report, tmp_path):
    python(tmp_path, "-c", FILL)
    programs = {
        "bare": (BARE, ""), "drawn": (OURS, "drawn"),
        "compiled": (OURS, "compiled"), "diagnosed": (OURS, "diagnosed"),
    }  # fmt: skip
    megabytes = {
        name: float(python(tmp_path, "-c", program, argument)[1])
        for name, (program, argument) in programs.items()
    }
    of = f" (a bare window: {megabytes['bare']:.0f})"
    report(f"memory with a run of 40 points played{of}", megabytes["drawn"], ("≤", 260),
           " MB")  # fmt: skip
    report("the same with 100 epochs, for which compiled loops are loaded",
           megabytes["compiled"], ("≤", 260), " MB")  # fmt: skip
    report("the same with “Will it converge?” in front, which loads a solver",
           megabytes["diagnosed"], ("≤", 260), " MB")  # fmt: skip
