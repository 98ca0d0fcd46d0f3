"""What is opened and closed again leaves no object of it alive."""

import gc
import random

import pytest
from PySide6.QtWidgets import QApplication

from gui.session.diagnosis import DiagnosisRunner
from tests.reliability.soak import Person, left_by

ROUNDS = 6
USES = "race", "recipe", "gallery", "lesson", "game", "figure", "film"
"""What takes long, and the pages of the evaluation, are for ``--by-kind 50``."""


class Hasty(Person):
    """Closes what is opened before anything is computed in it."""

    def wait(self, seconds):
        QApplication.processEvents()

    def thaw(self):
        """Leave aside what other tests left: no guard freezes anything here."""


@pytest.fixture
def frozen():
    """Look through nothing that is there already, which takes a second each time."""
    gc.collect()
    gc.freeze()


@pytest.mark.parametrize("use", USES)
def test_nothing_is_left_by_many_rounds(frozen, window, hand, use):
    hand.draw_two_classes()
    hand.qtbot.wait(500)  # until all that is told of the run once is there
    hand.qtbot.waitUntil(lambda: not DiagnosisRunner.of(window.session).looking)
    cached = {"gui.widgets.formula_sheet.Piece"}

    def ours(seed):
        left = left_by(Hasty(window), use, ROUNDS, random.Random(seed))
        return {name for name in left if not name.startswith("engine.")} - cached

    # What is made once, and late, is not made again; what leaks leaks again.
    assert not (ours(1) and ours(2))
