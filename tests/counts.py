"""What a frame, a recording and a start cost, in counts that no slow machine changes.

``python -m tests.counts`` measures all and renews ``tests/counts.json``, with which
``tests/test_counts.py`` compares; ``python -m tests.counts GROUP`` prints a group. Each
is counted in a process of its own, or one would change the other.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path

ROOT = Path(__file__).parents[1]
RECORDED = ROOT / "tests" / "counts.json"
OURS = (str(ROOT / "engine"), str(ROOT / "gui"))
PYQTGRAPH = f"{os.sep}pyqtgraph{os.sep}"
DEPENDENCIES = (
    "OpenGL", "PIL", "PySide6", "charset_normalizer", "contourpy", "numba", "numpy",
    "pandas", "platformdirs", "pyqtgraph", "scipy", "shtab", "sklearn", "ziamath",
)  # fmt: skip
FRAMES = 9
TURN, TURNS = 25, 9
"""Milliseconds, and how often in a row they pass without a call that is owed: together
more than any throttle rests."""
PATIENCE = 100.0
MARGIN = 0.03
"""Share by which a count may grow."""


def start():
    """Modules that are there when the window is first painted."""
    window = make_window()
    window.canvas.plot.grab()
    return modules()


def train():
    """Modules that a short training from the command line loads."""
    from main import main

    assert main(["train", str(ROOT / "resources/data/iris.csv"), "-q"]) == 0
    return modules()


def modules():
    names = set(sys.modules)
    loaded = [name for name in names if name.partition(".")[0] in ("engine", "gui")]
    # A package has only a docstring.
    ours = [name for name in loaded if not hasattr(sys.modules[name], "__path__")]
    return {
        "modules of engine and gui": len(ours),
        "libraries": " ".join(name for name in DEPENDENCIES if name in names),
    }


def frame_of_two():
    """What the window does at a step of 1,000 points in two classes."""
    return frame(2)


def frame_of_nine():
    """The same of nine classes."""
    return frame(9)


def drag():
    """What it does when one of the 1,000 points is moved."""
    session = recorded_in_window(2)
    session.seek(session.last // 2)
    return medians(lambda i: move_point(session, i))


def recording():
    """What is allocated while a run of 1,000 points and 100 epochs is recorded."""
    from engine import Recipe, Tape
    from engine.training.compiled.tiered_loops import run_loop

    run_loop("perceptron").compiled()
    recipe = Recipe(epochs=100, stop_without_mistake=False)
    data = points(2)
    Tape(data, recipe).extend()
    tracemalloc.start()
    tape = Tape(data, recipe)
    tape.extend()
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return {
        "bytes at most per 1,000 steps": round(1000 * most / tape.steps),
        "bytes kept per 1,000 steps": round(1000 * kept / tape.steps),
    }


GROUPS = {
    "start": start,
    "train": train,
    "frame, two classes": frame_of_two,
    "frame, nine classes": frame_of_nine,
    "drag": drag,
    "recording": recording,
}


def measure(group):
    """Measure a group in a fresh process."""
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-m", "tests.counts", group],
            cwd=ROOT, capture_output=True, text=True,
            env=os.environ
            | {"XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home, "PYTHONHASHSEED": "0"},
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def points(classes):
    """Clouds that overlap, in a ring."""
    import numpy as np

    from engine import Dataset

    rng = np.random.default_rng(0)
    y = np.arange(1000) % classes
    turn = 2 * np.pi * y / classes
    middles = classes * np.column_stack([np.cos(turn), np.sin(turn)])
    return Dataset(middles + rng.normal(0, 1.2, (1000, 2)), y)


def make_window():
    from gui.app import make_app

    make_app(["perceptron-lab"])
    from gui.window.main_window import MainWindow

    window = MainWindow()
    window.resize(1440, 900)
    window.show()
    return window


def frame(classes):
    """Count at some steps of a run, each alone; medians."""
    session = recorded_in_window(classes)
    return medians(lambda i: look_at(session, session.last * i // FRAMES))


def recorded_in_window(classes):
    from engine import Recipe
    from engine.training.compiled.tiered_loops import run_loop

    run_loop("perceptron").compiled()  # interpreted, it calls more
    window = make_window()
    import gui.session.session
    from gui.session.diagnosis import DiagnosisRunner

    gui.session.session.SHORT_RUN_SECONDS = PATIENCE  # a run is there within the change
    session = window.session
    session.set_recipe(Recipe(epochs=20, stop_without_mistake=False))
    session.set_data(points(classes))

    deadline = time.monotonic() + PATIENCE
    diagnoser = DiagnosisRunner.of(session)
    while diagnoser.looking or not session.tape or not session.tape.finished:
        assert time.monotonic() < deadline
        settle()
    # How the run ends is told a little later, and not of each frame.
    line = window.part("Will it converge?").line
    if line is not None:
        line.set_aside(True)
        settle()
    return session


def medians(act):
    counts = [count(act, i) for i in range(1, FRAMES)]
    return {
        name: round(statistics.median(figures[name] for figures in counts))
        for name in counts[0]
    }


def count(act, i):
    """Count twice, with a filter of events and with a profile: one sees the other."""
    figures = {"paint events": paints(lambda: act(i))}
    act(0)
    profile = Profile()
    sys.setprofile(profile)
    act(i)
    sys.setprofile(None)
    act(0)
    return figures | {"calls by Qt": profile.by_qt, "Python calls": profile.calls}


def look_at(session, step):
    session.seek(step)
    settle()


def move_point(session, i):
    import numpy as np

    from engine.data.edits import Move

    session.edit(Move(np.array([0]), np.array([[0.1 * i, 0.0]])), "move", 1)
    settle()


def settle():
    """Let happen what follows, until no throttle owes a call any more."""
    from PySide6.QtCore import QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    timers = [
        timer
        for window in QApplication.topLevelWidgets()
        for timer in window.findChildren(QTimer)
        if timer.isSingleShot()
    ]
    resting = 0
    while resting < TURNS:
        QTest.qWait(TURN)
        resting = 0 if any(timer.isActive() for timer in timers) else resting + 1


def paints(act):
    """Count the paint events that widgets get."""
    from PySide6.QtCore import QCoreApplication, QEvent, QObject
    from PySide6.QtWidgets import QWidget

    class Counter(QObject):
        count = 0

        def eventFilter(self, watched, event):
            if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
                self.count += 1
            return False

    counter, app = Counter(), QCoreApplication.instance()
    app.installEventFilter(counter)
    act()
    app.removeEventFilter(counter)
    return counter.count


class Profile:
    """Counts the calls of functions of ours and of pyqtgraph.

    Those by Qt among them are slots, events and paintings. Comprehensions are left out:
    from Python 3.12 they are no calls.
    """

    def __init__(self):
        self.calls = self.by_qt = 0
        self._in_qt = []

    def __call__(self, frame, event, arg):
        if event == "c_call":
            self._in_qt.append(is_of_qt(arg))
        elif event == "call":
            if is_counted(frame.f_code):
                self.calls += 1
                self.by_qt += bool(self._in_qt and self._in_qt[-1])
            self._in_qt.append(False)
        elif self._in_qt:
            self._in_qt.pop()


def is_of_qt(function):
    owner = getattr(function, "__self__", None)
    return any(kind.__module__.startswith("PySide6") for kind in type(owner).__mro__)


def is_counted(code):
    name, file = code.co_name, code.co_filename
    return (name == "<lambda>" or not name.startswith("<")) and (
        file.startswith(OURS) or PYQTGRAPH in file
    )


def differences(group, recorded, counts):
    """Say by how much counts grew above the margin, and what fell below it."""
    grown, fallen = [], []
    for name, count in counts.items():
        was = recorded.get(name)
        if was is None or isinstance(count, str):
            more = set(str(count).split()) - set(str(was).split())
            line = f"{group}: {name}: {count} (recorded: {was})"
            if was != count:
                (grown if more else fallen).append(line)
        elif abs(count / was - 1) > MARGIN:
            line = f"{group}: {name}: {was} → {count} ({count / was - 1:+.1%})"
            (grown if count > was else fallen).append(line)
    return grown, fallen


def renew():
    """Measure all, say what is other than recorded, and record it."""
    recorded = json.loads(RECORDED.read_text("utf-8")) if RECORDED.exists() else {}
    counts = {group: measure(group) for group in GROUPS}
    for group, figures in counts.items():
        for lines in differences(group, recorded.get(group, {}), figures):
            print(*lines, sep="\n", end="\n" if lines else "")
    RECORDED.write_text(json.dumps(counts, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    if sys.argv[1:]:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        print(json.dumps(GROUPS[sys.argv[1]]()), flush=True)
        os._exit(0)  # no widget is taken apart
    renew()
