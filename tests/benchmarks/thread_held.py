"""How long the window's thread is held at a stretch by what is opened: a table.

    python -m tests.benchmarks.thread_held
    python -m tests.benchmarks.thread_held kernel classes

Each is opened twice as a file: what is imported and compiled once is there the second
time, of which the longest stretch is printed, by the clock and by what the thread
computed. The goal is 0.3 s.
"""

import os
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as main.py has it

import numpy as np

from engine import Dataset, Recipe
from engine.export.session_file import SavedSession, write_session
from engine.lessons.state import END

BEAT = 4
"""Milliseconds between two turns of the event loop that are looked at."""
PATIENCE, REST = 60.0, 0.7
"""Seconds until all should be recorded, and in which what follows is painted."""
LESSON = """\
---
title: A lesson
---

# A page

{facts}

```state
session: s.plab
step: end
{more}
```
"""


def blobs(n, classes=2, features=2, far=1.0):
    rng = np.random.default_rng(0)
    y = np.arange(n) % classes
    centres = rng.normal(0, far, (classes, features))
    X = (centres[y] + rng.normal(0, 1, (n, features))).round(3)
    return Dataset(X, y, class_names=[f"c{i:03d}" for i in range(classes)])


def session(folder, data, learner, **settings):
    path = folder / "s.plab"
    write_session(path, SavedSession(data, Recipe(learner, **settings), END))
    return path


def lesson(folder, data, learner, more="", facts=("updates", "error"), **settings):
    session(folder, data, learner, **settings)
    named = " ".join(f"{{{{{fact}}}}}" for fact in facts)
    text = LESSON.format(facts=named, more=more)
    (folder / "lesson.md").write_text(text, encoding="utf-8")
    return folder / "lesson.md"


KERNEL, NETWORK = "kernel-perceptron", "multi-layer-perceptron"
FACTS = "separable", "margin", "folds_error", "error"
ADVERSARY = "stream: {source: fair-adversary, samples: 200}"
CASES = {
    "kernel": partial(session, data=blobs(8000), learner=KERNEL, epochs=2),
    "kernel-lesson": partial(lesson, data=blobs(8000), learner=KERNEL, epochs=2),
    "classes": partial(
        session, data=blobs(1000, 100, 20, far=3), learner="perceptron", epochs=5
    ),
    "classes-network": partial(
        session, data=blobs(1000, 100, far=3), learner=NETWORK, epochs=5
    ),
    "stream-lesson": partial(
        lesson, data=blobs(8000), learner="perceptron", more=ADVERSARY
    ),
    "averaged": partial(
        session, data=blobs(200), learner="averaged-perceptron", epochs=1_000_000
    ),
    "two-layers": partial(
        session, data=blobs(5000, 3), learner=NETWORK, hidden=16, second=16, epochs=50
    ),
    "pieces": partial(
        lesson,
        data=blobs(400, far=0.5),
        learner="voted-perceptron",
        order="shuffled",
        epochs=20,
    ),
    "facts": partial(
        lesson, data=blobs(9000, far=0.0), learner="perceptron", facts=FACTS, epochs=1
    ),
}


class Beats:
    """Notes the longest time between two turns of the event loop."""

    def __init__(self):
        from PySide6.QtCore import QTimer

        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        self._timer.start(BEAT)
        self.begin()

    def begin(self):
        self.longest = self.busiest = 0.0
        self._last, self._spent = time.monotonic(), time.thread_time()

    def _beat(self):
        now, spent = time.monotonic(), time.thread_time()
        self.longest = max(self.longest, now - self._last)
        self.busiest = max(self.busiest, spent - self._spent)
        self._last, self._spent = now, spent


def opened(window, beats, path):
    """Open a file, wait until all of it is there; give the longest stretches."""
    from PySide6.QtTest import QTest

    end, s = time.monotonic() + PATIENCE, window.session
    before = s.data
    beats.begin()
    window.files.opening.open_path(path)
    QTest.qWait(500)
    while time.monotonic() < end and not (
        s.data is not before and s.recorded and s.idle
    ):
        QTest.qWait(10)
    QTest.qWait(round(1000 * REST))
    stretches = beats.longest, beats.busiest
    s.undo_stack.setClean()
    if window.panel("Lessons").view is not None:
        window.panel("Lessons").view.page.player.leave()
    window.files.begin_with(blobs(20))
    QTest.qWait(round(1000 * REST))
    return stretches


def main(names):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QSettings

    from gui.app import make_app
    from gui.window.main_window import MainWindow

    make_app(["perceptron-lab"])
    with tempfile.TemporaryDirectory(prefix="held-") as name:
        os.environ["XDG_STATE_HOME"] = name
        ini = QSettings.Format.IniFormat
        QSettings.setDefaultFormat(ini)
        QSettings.setPath(ini, QSettings.Scope.UserScope, name)
        window = MainWindow()
        window.resize(1400, 860)
        window.show()
        beats = Beats()
        for case in names:
            folder = Path(name) / case
            folder.mkdir()
            path = CASES[case](folder)
            opened(window, beats, path)
            held, busy = opened(window, beats, path)
            print(f"{case:16} held {held:6.3f} s  computing {busy:6.3f} s", flush=True)
        os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:] or [*CASES])
