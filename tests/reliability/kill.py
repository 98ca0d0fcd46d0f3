"""Kill windows at a random moment of editing and saving; see what is left.

In each round a window is drawn in by mouse and keys, given another recipe and saved,
ten changes a second; then its process is killed. What the next start would offer, or
the file if that is newer, must be a state that the window had, and nothing that was
older than two seconds may be missing in it. With ``--busy`` something long goes on
meanwhile: a file is opened, a search runs, a figure or a page is exported, a game is
played, a race run, the story is told, a lesson is made.

    python -m tests.reliability.kill --seed 1 --rounds 500
    python -m tests.reliability.kill --seed 1 --rounds 30 --busy
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import UserError
from engine.export.autosave import read_autosave
from engine.export.session_file import read_session
from tests.reliability.closing import write_big

if TYPE_CHECKING:
    from engine.data.dataset import Dataset
    from engine.export.session_file import SavedSession
    from engine.training.recipe import Recipe
    from gui.features.lessons.lesson_player import LessonPlayer

OLD = 2.0
"""Seconds after which a change is safe."""
LONGEST = 6.0
"""Seconds from the first change to the latest kill."""
TICK = 100
START = 120.0
FILE = "work.plab"
BUSY = (
    "opening", "search", "figure", "game", "race", "story", "authoring", "page",
)  # fmt: skip
BEGIN_BUSY = 1500
"""Milliseconds from the first change until what takes long begins."""
PAGE = "Interactive page"
LENT = 1500
"""Milliseconds for which a game or a lesson has the window."""
MANY = {"search": 5_000, "figure": 60_000, "race": 500, "story": 500, "page": 500}
"""Points that are there from the beginning, where something long needs them."""
BIG_ROWS = 3_000_000


@dataclass(frozen=True)
class Round:
    """What a kill left.

    Attributes
    ----------
    edits : int
        Changes that were made.
    lost : float
        Age, in seconds, of the oldest change that is not there.
    faults : tuple of str
    unfinished : int
        Files begun and never finished.
    """

    edits: int
    lost: float
    faults: tuple[str, ...]
    unfinished: int


def key_of(data: Dataset, recipe: Recipe) -> str:
    """Tell states of a session apart."""
    whole = hashlib.sha256(repr(recipe).encode())
    whole.update(np.asarray(data.X).tobytes())
    whole.update(np.asarray(data.y).tobytes())
    return whole.hexdigest()


def edit(folder: Path, seed: int, busy: str) -> None:
    """Be the window that is killed: make changes until then, and note each."""
    from PySide6.QtCore import QPoint, Qt, QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

    from engine import Dataset
    from engine.lessons.games.registry import GAMES
    from gui import app
    from gui.plotting.figure_source import FigureChoice
    from gui.window import main_window

    discard = QMessageBox.StandardButton.Discard
    QMessageBox.question = lambda *_: discard  # type: ignore[method-assign]
    chance = random.Random(seed)
    lessons = (str(folder / f"lesson-{number}") for number in count())
    QFileDialog.getSaveFileName = lambda _parent, title, *_: (  # type: ignore[method-assign]
        str(folder / "run.html") if title == PAGE else next(lessons),
        "",
    )
    journal = (folder / "journal").open("w", buffering=1)
    buttons = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)
    control = Qt.KeyboardModifier.ControlModifier

    class Window(main_window.MainWindow):
        def begin(self) -> None:
            super().begin()
            self.files.new()
            self._lent = False
            if busy in MANY:
                X = np.random.default_rng(seed).normal(size=(MANY[busy], 2))
                self.files.begin_with(Dataset(X, X[:, 0] > 0))
            self._port = self.canvas.plot.viewport()
            self._ticks = QTimer(self)
            self._ticks.timeout.connect(self._change)
            self.session.undo_stack.indexChanged.connect(self._note)
            self.files.began.connect(self._note_begun)
            self._note_begun()
            self._ticks.start(TICK)
            if busy:
                QTimer.singleShot(BEGIN_BUSY, self._be_busy)

        def _note(self) -> None:
            if self._lent:  # to a game or a lesson: what is drawn is not one's own
                return
            s = self.session
            key = key_of(s.data, s.recipe)
            journal.write(json.dumps([time.time(), s.data.n_samples, key]) + "\n")

        def _note_begun(self) -> None:
            """Note that nothing of what there is now need be kept."""
            key = key_of(self.session.data, self.session.recipe)
            journal.write(json.dumps([time.time(), 0, key]) + "\n")

        def _be_busy(self) -> None:
            if busy == "opening":
                self.open_file(folder / "big.csv")
            elif busy == "search":
                self.run("evaluation", "Search")
                self.centre.sheet.pages["Search"].setup.button.click()
            elif busy == "race":
                self.run("race")
                self.part("Race").window.race.toggle_playing()
            elif busy == "story":
                self.panel("Playback").actions_by_name["story"].trigger()
            elif busy == "game":
                self._lent = True
                self.run("game", chance.choice([*GAMES]))
                QTimer.singleShot(LENT, self._take_back)
            elif busy == "authoring":
                self._lent = True
                QTimer.singleShot(LENT // 3, self._describe)
                self.part("Lessons").actions.new()
            elif busy == "page":
                self.exports.export_page()
                QTimer.singleShot(TICK, self._be_busy)
            else:
                figure = self.exports.plots[0].figure(FigureChoice.remembered())
                figure.save(folder / "figure.svg")
                QTimer.singleShot(TICK, self._be_busy)

        def _describe(self) -> None:
            dialog = QApplication.activeModalWidget()
            dialog.page_title.setText("Page")
            dialog.text.setPlainText("Words.")
            dialog.save_button.click()
            QTimer.singleShot(LENT, self._take_back)

        @property
        def _player(self) -> LessonPlayer | None:
            """What plays the lesson that is open."""
            view = self.panel("Lessons").view
            player = view and view.page.player
            return player if player and player.lesson else None

        def _take_back(self) -> None:
            if busy == "game":
                self.part("Lessons").games.player.leave()
            else:
                if self._player is None:  # the lesson is being opened
                    QTimer.singleShot(TICK, self._take_back)
                    return
                self._player.leave()
            self._lent = False
            QTimer.singleShot(LENT, self._be_busy)

        def _change(self) -> None:
            opens = self._lent and not (
                self._player or self.part("Lessons").games.player
            )
            if opens or QApplication.activeModalWidget() is not None:
                return
            chances = {self._draw: 6, self._undo: 2, self._redo: 1, self._learn: 1}
            chances[self._save] = 1
            if self._lent:
                chances = {self._draw: 1}
            chance.choices(list(chances), list(chances.values()))[0]()

        def _draw(self) -> None:
            size = self._port.size()
            at = QPoint(
                chance.randrange(size.width() // 4, 3 * size.width() // 4),
                chance.randrange(size.height() // 4, 3 * size.height() // 4),
            )
            QTest.mouseClick(self._port, chance.choice(buttons), pos=at)

        def _undo(self) -> None:
            QTest.keyClick(self, Qt.Key.Key_Z, control)

        def _redo(self) -> None:
            QTest.keyClick(self, Qt.Key.Key_Y, control)

        def _learn(self) -> None:
            epochs = chance.randrange(1, 40)
            self.session.change(self.session.recipe.replace(epochs=epochs), "epochs")

        def _save(self) -> None:
            if self.files.saving is None and self.session.data.n_samples:
                self.files.save_to(folder / FILE)

    main_window.MainWindow = Window  # type: ignore[misc]
    app.run(["perceptron-lab"])


def kill_round(seed: int, busy: str = "") -> Round:
    """Start a window, kill it, and compare what it had with what is there.

    Parameters
    ----------
    seed : int
    busy : str, optional
        What else goes on, one of `BUSY`.
    """
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        places = ("XDG_STATE_HOME", "XDG_CONFIG_HOME")
        env = os.environ | {place: str(folder / place) for place in places}
        env |= {"QT_QPA_PLATFORM": "offscreen"}
        command = (sys.executable, "-m", __spec__.name, "--edit", name)
        command += ("--seed", str(seed), "--what", busy)
        if busy == "opening":
            write_big(folder / "big.csv", BIG_ROWS)
        with (
            (folder / "errors").open("w") as errors,
            subprocess.Popen(command, env=env, stderr=errors) as window,
        ):
            journal = folder / "journal"
            begun = time.monotonic()
            while not (journal.exists() and journal.stat().st_size):
                if window.poll() is not None or time.monotonic() - begun > START:
                    window.kill()
                    return Round(0, 0.0, ("the window did not start",), 0)
                time.sleep(0.02)
            earliest = BEGIN_BUSY / 1000 if busy else 0.0
            time.sleep(earliest + chance.uniform(0.0, LONGEST))
            end = time.time()
            window.send_signal(signal.SIGKILL)
        return _compare(folder, end)


def _compare(folder: Path, end: float) -> Round:
    lines = (folder / "journal").read_text().splitlines(keepends=True)
    states = [json.loads(line) for line in lines if line.endswith("\n")]
    faults = []
    # What a file has, or what there is without a point, need not be kept.
    begun = {key for _, count, key in states if not count}
    present = [-1, *(i for i, state in enumerate(states) if state[2] in begun)]
    kept = (path.parent for path in folder.rglob("autosave/*/session.json"))
    found = [partial(_read_kept, place) for place in kept]
    found += [partial(read_session, path) for path in folder.glob(FILE)]
    for read in found:
        try:
            saved = read()
        except UserError as error:
            faults.append(str(error))
            continue
        key = key_of(saved.data, saved.recipe)
        same = [i for i, state in enumerate(states) if state[2] == key]
        if not same:
            faults.append("a state that the window never had")
        present += same
    if "Traceback" in (said := (folder / "errors").read_text()):
        faults.append(said)
    missing = states[max(present) + 1 :]
    lost = end - missing[0][0] if missing else 0.0
    if lost > OLD:
        faults.append(f"a change of {lost:.2f} s before the end is lost")
    unfinished = len(list(folder.rglob(".perceptron-lab-unfinished-*")))
    return Round(len(states), lost, tuple(faults), unfinished)


def _read_kept(folder: Path) -> SavedSession:
    return read_autosave(folder).session


def main(seed: int, rounds: int, *, busy: bool = False) -> list[Round]:
    """Kill as many windows, two at a time."""
    seeds = range(seed, seed + rounds)
    with ThreadPoolExecutor(2) as pool:
        kinds = [BUSY[i % len(BUSY)] if busy else "" for i in seeds]
        return list(pool.map(kill_round, seeds, kinds))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--busy", action="store_true")
    parser.add_argument("--edit", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--what", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.edit is not None:
        edit(given.edit, given.seed, given.what)
    else:
        outcomes = main(given.seed, given.rounds, busy=given.busy)
        for number, outcome in enumerate(outcomes, given.seed):
            for fault in outcome.faults:
                print(f"seed {number}: {fault}")
        whole = sum(not outcome.faults for outcome in outcomes)
        edits, left = (
            sum(r.edits for r in outcomes),
            sum(r.unfinished for r in outcomes),
        )
        print(
            f"{whole} of {len(outcomes)} kills lost nothing older than {OLD:g} s "
            f"({edits} changes; at most {max(r.lost for r in outcomes):.2f} s; "
            f"{left} unfinished files)"
        )
        sys.exit(whole < len(outcomes))
