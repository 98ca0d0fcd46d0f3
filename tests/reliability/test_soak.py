"""What is opened and closed again leaves no object of it alive."""

import random

import pytest
from PySide6.QtWidgets import QApplication

from tests.reliability.soak import Person, left_by

ROUNDS = 6
USES = "race", "recipe", "orders", "gallery", "keys", "figure", "film"
"""What takes long, and the pages of generalisation, are for ``--by-kind 50``."""


class Hasty(Person):
    """Closes what is opened before anything is computed in it."""

    def wait(self, seconds):
        QApplication.processEvents()


@pytest.mark.parametrize("use", USES)
def test_nothing_is_left_by_many_rounds(window, hand, use):
    hand.draw_two_classes()
    left = left_by(Hasty(window), use, ROUNDS, random.Random(1))
    cached = {"gui.widgets.formula_sheet.Piece"}
    ours = {name for name in left if not name.startswith("engine.")}
    assert ours <= cached
