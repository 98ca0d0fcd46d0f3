"""Cards on the plane do not lie over each other."""

from itertools import combinations

from PySide6.QtCore import Qt

from engine import Dataset, Recipe
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
