"""What is opened and closed again leaves no object of it alive."""

import random

import pytest
from PySide6.QtWidgets import QApplication

from tests.reliability.soak import Person, left_by

FEW, MANY = 6, 12
ROUNDS = {"race": FEW, "recipe": FEW} | dict.fromkeys(
    ("orders", "gallery", "keys", "figure", "film"), MANY
)
"""What takes long, and the pages of generalisation, are for ``--by-kind 50``."""


class Hasty(Person):
    """Closes what is opened before anything is computed in it."""

    def wait(self, seconds):
        QApplication.processEvents()


@pytest.mark.parametrize("use", ROUNDS)
def test_nothing_is_left_by_many_rounds(window, hand, use):
    hand.draw_two_classes()
    left = left_by(Hasty(window), use, ROUNDS[use], random.Random(1))
    cached = {"gui.widgets.formula_sheet.Piece"}
    ours = {name for name in left if not name.startswith("engine.")}
    assert ours <= cached
