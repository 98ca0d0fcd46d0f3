"""Take each feature away from a copy of the program: does all else work?

    python -m tests.reliability.taking_away
    python -m tests.reliability.taking_away race story
    python -m tests.reliability.taking_away --tests race

Of each copy the window is opened; points are drawn, a run is played, stepped through,
branched and streamed, every panel is brought forward, every part's offer that opens
something is run, a plot is exported, a session saved and opened, and nothing may raise.
With ``--tests`` the tests of all other features run, too. What cannot go is told: the
set-up and the playback are what a window is made for.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEPT = ("setup", "playback")
COPIED = ("engine", "gui", "resources", "tests", "main.py", "pyproject.toml")
TRIAL = """
import os, sys, tempfile
from pathlib import Path

from PySide6.QtCore import QSettings, QSize
from PySide6.QtTest import QTest

from engine import Dataset
from engine.data.edits import Add
from gui.app import make_app
from gui.plotting.figure import Sheet

make_app(["perceptron-lab"])
home = tempfile.mkdtemp()
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, home)
QSettings.setDefaultFormat(QSettings.Format.IniFormat)
raised = []
sys.excepthook = lambda *what: raised.append(what) or sys.__excepthook__(*what)
from gui.session.stream import Stream
from gui.style.theme import LIGHT
from gui.window.main_window import MainWindow

window = MainWindow()
window.resize(1400, 860)
window.show()
window.begin()
QTest.qWait(300)
session = window.session
points = [[0.0, 1.0], [2.0, 1.5], [-1.0, -2.0], [0.5, -1.0], [1.0, 1.0], [-2.0, 0.5]]
window.files.begin_with(Dataset(points, list("aabbab")))
for tool in window.canvas.tool_actions:
    tool.trigger()
    place = window.canvas.plot.viewport().rect().center()
    QTest.mouseMove(window.canvas.plot.viewport(), place)
    QTest.qWait(50)
window.canvas.tool_actions[0].trigger()
session.toggle_playing()
QTest.qWait(300)
session.set_playing(False)
session.seek(1)
for name in [*window.docks.by_id]:
    window.docks.bring_forward(name)
    QTest.qWait(60)
session.branches.begin()
QTest.qWait(100)
session.branches.go_back()
for recipe in ("multi-layer-perceptron", "kernel-perceptron", "linear-svm"):
    session.set_recipe(session.recipe.replace(learner=recipe))
    QTest.qWait(200)
Stream.of(session).set_on(True)
QTest.qWait(100)
Stream.of(session).set_on(False)
for offered in ("race", "evaluation", "orders", "handbook", "lessons", "open gallery"):
    window.run(offered)
    QTest.qWait(200)
window.find_command()
window.commands.leave()
window.appearance.choose("dark")
for plot in window.exports.plots:
    figure = plot.draw(Sheet(QSize(300, 200), LIGHT))
    if figure is not None:
        figure.save(Path(home) / "plot.png")
window.files.save_to(Path(home) / "s.plab")
QTest.qWait(400)
window.open_file(Path(home) / "s.plab")
QTest.qWait(400)
session.undo_stack.setClean()
window.close()
print("raised" if raised else "works", flush=True)
os._exit(bool(raised))
"""


def features() -> list[str]:
    """Name the features that there are."""
    rooms = sorted((ROOT / "gui" / "features").iterdir())
    return [room.name for room in rooms if (room / "__init__.py").exists()]


def copy_without(name: str, folder: Path) -> None:
    """Copy the program, but one feature and its tests."""
    for part in COPIED:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(
                source, folder / part, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(source, folder / part)
    for room in ("gui/features", "tests/gui/features"):
        shutil.rmtree(folder / room / name, ignore_errors=True)


def run(folder: Path, *command: str) -> tuple[bool, str]:
    """Run Python in a copy; tell whether it went well, and what it said last."""
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    said = (done.stdout + done.stderr).strip().splitlines()
    lines = [line for line in said if "propagateSizeHints" not in line]
    return done.returncode == 0, "\n".join(lines[-12:])


def main() -> int:
    """Take away what is named, or each in turn; tell what stopped working."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--tests", action="store_true", help="of the other features")
    asked = parser.parse_args()
    bad = 0
    for name in asked.names or [name for name in features() if name not in KEPT]:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            copy_without(name, folder)
            well, said = run(folder, "-c", TRIAL)
            if well and asked.tests:
                well, said = run(
                    folder, "-m", "pytest", "-n", "2", "tests/gui/features"
                )
            print(f"{name:16} {'works' if well else said}", flush=True)
            bad += not well
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
