"""Change data and recipe rapidly; no step of an old tape is drawn with the new ones.

Points are added, moved and removed, η, epochs, order and learner changed, undone and
redone, and the playhead moved, without a rest between them. Each time the canvas is
painted, its step must be one of the tape that the session shows, and the samples that
it refers to must be that tape's.

    python -m tests.reliability.stale_frames --seed 1 --changes 3000
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject

from engine.data.edits import Add, Move, Remove
from gui.window.main_window import MainWindow

LEARNERS = ("perceptron", "averaged-perceptron", "adaline", "perceptron-criterion")


@dataclass
class Paints:
    """Counts of paintings of the canvas.

    Attributes
    ----------
    with_step : int
    awaiting : int
        Those with a step of the tape before, whose successor is not there yet.
    wrong : int
    """

    with_step: int = 0
    awaiting: int = 0
    wrong: int = 0


class PaintWatch(QObject):
    """Compares what the canvas shows with the session's tape, before each painting."""

    def __init__(self, window: MainWindow, paints: Paints) -> None:
        super().__init__(window)
        self._window, self._paints = window, paints
        window.canvas.plot.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        shown, tape = self._window.canvas.plot.picture, self._window.session.tape
        if event.type() == QEvent.Type.Paint and shown is not None:
            self._paints.wrong += shown.data is not self._window.session.data
            frame = shown.frame
            if frame is not None:
                self._paints.with_step += 1
                self._paints.awaiting += shown.recorded is not shown.data
                self._paints.wrong += (
                    tape is None
                    or shown.recorded is not tape.data
                    or frame.step != self._window.session.step
                    or not np.array_equal(tape.frame(frame.step).rows, frame.rows)
                    or not np.array_equal(tape.frame(frame.step).used, frame.used)
                )
        return False


def main(seed: int, changes: int, window: MainWindow) -> Paints:
    """Make so many changes in a window, and watch its canvas."""
    chance, paints = random.Random(seed), Paints()
    s = window.session
    watch = PaintWatch(window, paints)

    def point() -> np.ndarray:
        return np.array([[chance.uniform(-4, 4), chance.uniform(-4, 4)]])

    def add() -> None:
        s.edit(Add(point(), np.array([chance.randrange(2)])), "add")

    def move() -> None:
        rows = np.array([chance.randrange(s.data.n_samples)])
        s.edit(Move(rows, point()), "move")

    def remove() -> None:
        s.edit(Remove(np.array([chance.randrange(s.data.n_samples)])), "remove")

    def learn(**choices: object) -> None:
        s.change(s.recipe.replace(**choices), "learn")

    for _ in range(20):
        add()
    for _ in range(changes):
        among = [add, s.undo_stack.undo, s.undo_stack.redo]
        if s.data.n_samples:
            among += [move, move, remove]
        among += [
            partial(learn, learner=chance.choice(LEARNERS)),
            partial(learn, epochs=chance.choice([1, 10, 100, 20_000])),
            partial(learn, learning_rate=chance.uniform(0.01, 1.0)),
            partial(learn, order=chance.choice(["given", "shuffled"])),
            partial(s.seek, chance.randrange(s.last + 1)),
        ]
        chance.choice(among)()
        QCoreApplication.processEvents()
    watch.deleteLater()
    return paints


if __name__ == "__main__":
    from gui.app import make_app

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--changes", type=int, default=3000)
    given = parser.parse_args()
    app = make_app(["perceptron-lab"])
    window = MainWindow()
    window.show()
    outcome = main(given.seed, given.changes, window)
    window.session.undo_stack.clear()
    window.close()
    print(
        f"{outcome.wrong} of {outcome.with_step} paintings with a step were wrong "
        f"({outcome.awaiting} while the next tape was awaited)"
    )
    sys.exit(bool(outcome.wrong))
