"""What grows while the program is used for long: nothing should.

    python -m tests.reliability.soak --seed 1 --minutes 30

It opens and closes windows, data sets and dialogs, seeks, plays, drags and undoes, as
the seed has it, and prints by the minute: resident memory, objects that Python tracks,
Qt's objects, threads, open files, and the median time of a frame. The figure is how
much the memory grew after the first five minutes. ``--by-kind`` tells instead which
objects of ours each window leaves behind. With DISPLAY in the environment the window is
a real one.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from statistics import median

MODULES = ("gui.", "engine.")
FIRST = 5
"""Minutes after which libraries are there and caches full."""
FRAMES = 30
REST = 4
"""Seconds in which nothing is done before it is measured."""


class Person:
    """Uses a window, and lets the event loop run between.

    Parameters
    ----------
    window : MainWindow
    """

    def __init__(self, window) -> None:
        self.window, self.session = window, window.session

    def wait(self, seconds):
        from PySide6.QtTest import QTest

        QTest.qWait(int(1000 * seconds))

    def thaw(self):
        """See what came before a library, too: with one the guard freezes all."""
        gc.unfreeze()

    def race(self, drawn):
        self.window.run("race")
        race = self.window.part("Race").window
        race.race.toggle_playing()
        self.wait(drawn.uniform(0.1, 0.5))
        race.close()

    def generalisation(self, drawn):
        from gui.features.evaluation.evaluation_sheet import PAGES

        self.window.run("evaluation")
        evaluation = self.window.centre.sheet
        evaluation.open(drawn.choice(PAGES))
        self.wait(drawn.uniform(0.1, 0.6))
        evaluation.close()

    def everything(self, drawn):
        """Do each thing once, with each learner: what comes later is no import."""
        from engine.learners import learners
        from engine.training.compiled.tiered_loops import run_loop

        self.all_pages()
        before = self.session.recipe
        for name, learner in learners().items():
            if not learner.by_hand:
                run_loop(name).compiled()  # stays: some three megabytes each
                self.session.set_recipe(before.replace(learner=name))
                self.wait(0.5)  # its formulas are set when they rest
        self.session.set_recipe(before)
        for use in USES:
            getattr(self, use)(drawn)

    def all_pages(self):
        from gui.features.evaluation.evaluation_sheet import PAGES

        self.window.run("evaluation")
        for title in PAGES:
            self.window.centre.sheet.open(title)
        self.window.centre.sheet.close()

    def orders(self, drawn):
        self.window.run("orders")
        self.wait(drawn.uniform(0.1, 0.6))
        self.window.centre.sheet.close()

    def gallery(self, drawn):
        self.window.run("open gallery")
        gallery = self.window.part("Gallery").dialog
        self.wait(drawn.uniform(0.1, 0.4))
        gallery.reject()

    def keys(self, drawn):
        self._trigger("&Keys and mouse")
        from gui.window.keys_window import KeysWindow

        for keys_window in self.window.findChildren(KeysWindow):
            keys_window.close()

    def lesson(self, drawn):
        from gui.features.lessons.contents import OURS

        place = OURS / drawn.choice(("one-mistake", "tour"))
        self.window.run("open lesson", place, 0)
        while not self._player() or self._player().lesson is None:
            self.wait(0.02)
        for page in (1, 2, 0):
            self._player().go(page)
            self.wait(drawn.uniform(0.0, 0.2))
        self._player().leave()

    def _player(self):
        view = self.window.panel("Lessons").view
        return view and view.page.player

    def game(self, drawn):
        from engine.lessons.games.registry import GAMES

        self.window.run("game", drawn.choice([*GAMES]))
        self.wait(drawn.uniform(0.0, 0.4))
        self.window.part("Lessons").games.player.leave()

    def figure(self, drawn):
        self._answered(self.window.exports.export_plot)

    def film(self, drawn):
        self._answered(self.window.exports.export_film)

    def data(self, drawn):
        from engine.data.gallery import EXAMPLES

        few = [example for example in EXAMPLES if example.group == "Lecture"]
        self.window.files.begin_with(drawn.choice(few).make())
        self.session.undo_stack.setClean()
        self.wait(0.2)

    def seeks(self, drawn):
        for _ in range(20):
            self.session.seek(drawn.randrange(self.session.tape.steps + 1))
            self.wait(0)

    def playing(self, drawn):
        self.session.seek(0)
        self.session.toggle_playing()
        self.wait(0.3)
        self.session.set_playing(False)

    def recipe(self, drawn):
        from engine.learners import learners

        names = [name for name, learner in learners().items() if not learner.by_hand]
        before = self.session.recipe
        self.session.set_recipe(before.replace(learner=drawn.choice(names)))
        self.wait(0.2)
        self.session.set_recipe(before)  # another has other controls
        self.wait(0.1)

    def drags(self, drawn):
        from tests.gui.conftest import User

        hand = User(self.window, None)
        for _ in range(2):
            start, end = ((drawn.gauss(0, 1), drawn.gauss(0, 1)) for _ in range(2))
            hand.drag(start, end)
            self.wait(0.05)
        while self.session.undo_stack.canUndo():
            self.session.undo_stack.undo()
        self.session.undo_stack.clear()
        self.wait(0.05)

    def _trigger(self, words):
        from PySide6.QtGui import QAction

        actions = self.window.findChildren(QAction)
        next(action for action in actions if action.text() == words).trigger()

    def _answered(self, ask):
        """Ask, and close the dialog that it opens."""
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QApplication

        QTimer.singleShot(0, lambda: QApplication.activeModalWidget().reject())
        ask()

    def frame(self):
        """Time a step forward and its drawing, in milliseconds: the median of some."""
        from PySide6.QtWidgets import QApplication

        taken = []
        for i in range(FRAMES):
            began = time.thread_time()
            self.session.seek(i % (self.session.tape.steps + 1))
            QApplication.processEvents()
            taken.append(1000 * (time.thread_time() - began))
        return median(taken)


WINDOWS = (
    "race", "generalisation", "orders", "gallery", "keys", "lesson", "game", "figure",
    "film",
)  # fmt: skip
USES = (*WINDOWS, "data", "seeks", "playing", "recipe", "drags")


def settle():
    """Let what is to be deleted be, and collect garbage."""
    from PySide6.QtCore import QCoreApplication, QEvent

    for _ in range(2):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QCoreApplication.processEvents()
        gc.collect()


def ours():
    """Count the objects of this project that are not frozen, by class."""
    settle()
    kinds = Counter(map(type, gc.get_objects()))
    return Counter(
        {
            f"{kind.__module__}.{kind.__qualname__}": n
            for kind, n in kinds.items()
            if str(kind.__module__).startswith(MODULES)
        }
    )


def left_by(person, use, rounds, drawn):
    """Do something so many times after the first two; count what is there more.

    Returns
    -------
    dict
        By class, what every round left.
    """
    for _ in range(2):
        getattr(person, use)(drawn)
    person.thaw()
    before, children = ours(), len(_qobjects(person.window))
    for _ in range(rounds):
        getattr(person, use)(drawn)
    person.thaw()
    after = ours()
    more = len(_qobjects(person.window)) - children
    left = {k: n - before[k] for k, n in after.items() if n - before[k] >= rounds}
    return left | ({"children of the window": more} if more >= rounds else {})


def _qobjects(window):
    from PySide6.QtCore import QObject

    return window.findChildren(QObject)


def make_person():
    """Open a window with settings of its own."""
    from PySide6.QtCore import QSettings

    from gui.app import make_app
    from gui.tasks.gc_guard import GcGuard

    folder = tempfile.mkdtemp(prefix="soak-")
    os.environ |= {"XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder}
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    app = make_app(["perceptron-lab"])
    GcGuard(app)
    from gui.window.main_window import MainWindow

    window = MainWindow()
    window.show()
    person = Person(window)
    person.data(random.Random(0))
    person.wait(1)
    return person


def _measured(person):
    # Nothing is collected here: that is the guard's, which gives memory back, too.
    person.wait(REST)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "memory, MB": pages * os.sysconf("SC_PAGE_SIZE") / 1e6,
        "objects": len(gc.get_objects()) + gc.get_freeze_count(),
        "Qt": len(_qobjects(person.window)),
        "threads": threading.active_count(),
        "files": len(os.listdir("/proc/self/fd")),
        "frame, ms": person.frame(),
    }


def main(seed: int = 1, minutes: float = 30) -> float:
    """Use a window for so long; print what there is, and how much it grew.

    Returns
    -------
    float
        Megabytes, since the first five minutes.
    """
    drawn, person = random.Random(seed), make_person()
    person.everything(drawn)
    began, minute, rounds = time.monotonic(), 0, 0
    history: list[dict[str, float]] = []
    while True:
        if time.monotonic() - began >= 60 * minute:
            measured = _measured(person)
            history.append(measured)
            if not minute:
                print("minute", "rounds", *measured, sep="\t")
            figures = (f"{value:.1f}" for value in measured.values())
            print(minute, rounds, *figures, sep="\t", flush=True)
            if minute >= minutes:
                break
            minute += 1
        getattr(person, drawn.choice(USES))(drawn)
        rounds += 1
    first = history[min(FIRST, len(history) - 1)]
    grown = history[-1]["memory, MB"] - first["memory, MB"]
    print(f"seed {seed}: grown by {grown:.1f} MB since minute {FIRST}")
    return grown


def _by_kind(seed: int, rounds: int) -> None:
    drawn, person = random.Random(seed), make_person()
    person.everything(drawn)
    for use in USES:
        print(use, left_by(person, use, rounds, drawn), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--by-kind", type=int, metavar="ROUNDS")
    args = parser.parse_args()
    if args.by_kind:
        _by_kind(args.seed, args.by_kind)
    else:
        main(args.seed, args.minutes)
    os._exit(0)
