"""Cards on the plane do not lie over each other."""

from itertools import combinations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest

from engine import Dataset, Recipe
from engine.data.gallery import xor
from gui.canvas.floating_card import FloatingCard
from gui.features.what_if.added_point import AddedPoint
from gui.session.diagnosis import OutcomeRunner
from tests.gui.conftest import LEFT, move_mouse


def test_cards_that_are_wide_stand_under_each_other(window, hand, qtbot):
    X = [[0, 0], [1, 1], [0, 1], [1, 0], [2, 2]]
    window.session.begin(Dataset(X, [0, 0, 1, 1, 0]), Recipe(epochs=5))
    hand.recorded()
    hand.key(Qt.Key.Key_W)
    move_mouse(hand.plot.viewport(), hand.at(0.5, 0.6), Qt.MouseButton.NoButton)
    qtbot.waitUntil(lambda: "wrong" in AddedPoint.of(window.session).effect)
    qtbot.waitUntil(lambda: OutcomeRunner.of(window.session).outcome is not None)
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
    qtbot.waitUntil(lambda: OutcomeRunner.of(window.session).outcome is not None)
    chip = window.part("Will it converge?").chip
    qtbot.waitUntil(chip.button.isVisible)
    for sample in window.session.data.X:
        assert not chip.geometry().contains(hand.at(*sample))
    assert chip.parent().rect().contains(chip.geometry())


def test_a_card_makes_way_for_the_legend(window, hand, qtbot):
    X = [[-2, 1], [-1, 1], [0, 1], [1, 1], [2, 1], [2, -1]]
    window.session.begin(Dataset(X, [0, 0, 1, 1, 0, 1]), Recipe(epochs=5))
    hand.recorded()
    hand.session.to_end()
    qtbot.waitUntil(lambda: OutcomeRunner.of(window.session).outcome is not None)
    chip, plot = window.part("Will it converge?").chip, window.canvas.plot
    QTest.mouseClick(window.canvas.footer.legend, LEFT)
    qtbot.waitUntil(lambda: not plot.layers.legend.box.isEmpty())
    qtbot.wait(0)
    origin = plot.view.sceneBoundingRect().topLeft()
    assert chip.isVisible()
    assert not plot.layers.legend.box.translated(origin).intersects(chip.geometry())
    QTest.mouseClick(window.canvas.footer.legend, LEFT)


def test_a_note_does_not_lie_under_a_card(window, hand, qtbot):
    """The boundary is above, and so is the outcome."""
    window.session.begin(Dataset([[0, -1], [0, 1]], [0, 1]), Recipe())
    hand.recorded()
    qtbot.waitUntil(lambda: OutcomeRunner.of(window.session).outcome is not None)
    hand.session.to_end()
    canvas = window.canvas
    canvas.plot.view.setRange(QRectF(-1, -12, 2, 2), padding=0)
    qtbot.waitUntil(lambda: canvas.notes.away.isVisible())
    assert window.part("Will it converge?").chip.isVisible()
    assert not canvas.notes.away.geometry().intersects(
        window.part("Will it converge?").chip.geometry()
    )
