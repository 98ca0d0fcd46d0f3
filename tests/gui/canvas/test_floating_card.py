"""Cards on the plane do not lie over each other."""

from itertools import combinations

from PySide6.QtCore import Qt

from engine import Dataset, Recipe
from engine.data.gallery import xor
from gui.canvas.floating_card import FloatingCard
from tests.gui.conftest import move_mouse


def test_cards_that_are_wide_stand_under_each_other(window, hand, qtbot):
    X = [[0, 0], [1, 1], [0, 1], [1, 0], [2, 2]]
    window.session.begin(Dataset(X, [0, 0, 1, 1, 0]), Recipe(epochs=5))
    hand.recorded()
    hand.key(Qt.Key.Key_W)
    move_mouse(hand.plot.viewport(), hand.at(0.5, 0.6), Qt.MouseButton.NoButton)
    qtbot.waitUntil(lambda: "wrong" in window.canvas.added.effect)
    qtbot.waitUntil(lambda: window.outcome.outcome is not None)
    cards = [
        card
        for card in window.canvas.plot.findChildren(FloatingCard)
        if card.isVisible()
    ]
    assert len(cards) >= 3
    for first, second in combinations(cards, 2):
        assert not first.geometry().intersects(second.geometry())
    window.canvas.toolbar.choose_first()


def test_where_samples_are_at_both_edges_it_hides_none(window, hand, qtbot):
    """Those of XOR are in the four corners."""
    window.resize(1024, 700)
    window.session.begin(xor(), Recipe(epochs=5))
    hand.recorded()
    qtbot.waitUntil(lambda: window.outcome.outcome is not None)
    chip = window.outcome_chip
    qtbot.waitUntil(chip.button.isVisible)
    for sample in window.session.data.X:
        assert not chip.geometry().contains(hand.at(*sample))
    assert chip.parent().rect().contains(chip.geometry())
