"""A card on the plane hides no sample where it can."""

from PySide6.QtTest import QTest

from engine import Dataset, Recipe
from engine.data.gallery import xor
from gui.canvas.floating_card import FloatingCard
from gui.widgets.layouts import in_row
from tests.gui.conftest import LEFT


def card_on(window):
    card = FloatingCard(window.canvas.plot, low=False)
    card.words.setText("a card")
    in_row(card, card.words)
    card.show()
    card.place()
    return card


def test_where_samples_are_at_both_edges_it_hides_none(window, hand):
    """Those of XOR are in the four corners."""
    window.resize(1024, 700)
    window.session.begin(xor(), Recipe(epochs=5))
    hand.recorded()
    card = card_on(window)
    for sample in window.session.data.X:
        assert not card.geometry().contains(hand.at(*sample))
    assert window.canvas.plot.rect().contains(card.geometry())
    card.deleteLater()


def test_it_makes_way_for_the_legend_and_other_cards(window, hand, qtbot):
    X = [[-2, 1], [-1, 1], [0, 1], [1, 1], [2, 1], [2, -1]]
    window.session.begin(Dataset(X, [0, 0, 1, 1, 0, 1]), Recipe(epochs=5))
    hand.recorded()
    hand.session.to_end()
    plot = window.canvas.plot
    cards = [card_on(window), card_on(window)]
    QTest.mouseClick(window.canvas.footer.legend, LEFT)
    qtbot.waitUntil(lambda: not plot.layers.legend.box.isEmpty())
    qtbot.wait(0)
    legend = plot.layers.legend.box.translated(plot.view.sceneBoundingRect().topLeft())
    assert not cards[0].geometry().intersects(cards[1].geometry())
    for card in cards:
        assert not legend.intersects(card.geometry())
        card.deleteLater()
    QTest.mouseClick(window.canvas.footer.legend, LEFT)
