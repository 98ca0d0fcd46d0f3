"""What is opened and closed again leaves no object of it alive."""

import random

import pytest

from tests.reliability.soak import Person, left_by

ROUNDS = 6


@pytest.mark.parametrize("use", ["race", "gallery", "keys", "figure", "film", "recipe"])
def test_nothing_is_left_by_many_rounds(window, hand, use):
    hand.draw_two_classes()
    left = left_by(Person(window), use, ROUNDS, random.Random(1))
    cached = {"gui.widgets.formula_sheet.Piece"}
    ours = {name for name in left if not name.startswith("engine.")}
    assert ours <= cached
