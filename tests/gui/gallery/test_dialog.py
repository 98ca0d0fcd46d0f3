"""The gallery, by mouse and keys."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from engine import Recipe
from engine.data.gallery import EXAMPLES, example
from gui.style.theme import DARK, LIGHT

Key, Ctrl, LEFT = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(hand, qtbot):
    hand.key(Key.Key_G, Ctrl)
    found = hand.window.files.gallery
    qtbot.waitExposed(found)
    return found


def choose(dialog, name):
    card = dialog.grid.cards[name]
    dialog.grid.ensureWidgetVisible(card)
    QTest.mouseClick(card, LEFT)


def shown(dialog, qtbot):
    """Wait for what is chosen."""
    qtbot.waitUntil(lambda: dialog._current is not None, timeout=60_000)
    return dialog._current[1]


def test_the_button_opens_the_gallery(window, qtbot):
    QTest.mouseClick(window.setup.data.examples, LEFT)
    assert window.files.gallery.isVisible()
    assert set(window.files.gallery.grid.cards) == {one.name for one in EXAMPLES}


def test_every_card_gets_its_picture(dialog, qtbot):
    qtbot.waitUntil(lambda: len(dialog._made) == len(EXAMPLES), timeout=60_000)
    for card in dialog.grid.cards.values():
        assert not card.grab().isNull()
        assert card.drawn


def test_a_double_click_opens(dialog, hand):
    card = dialog.grid.cards["xor"]
    dialog.grid.ensureWidgetVisible(card)
    QTest.mouseClick(card, LEFT)
    QTest.mouseDClick(card, LEFT)
    assert not dialog.isVisible()
    hand.recorded()
    np.testing.assert_array_equal(hand.session.data.X, example("xor").make().X)
    assert hand.session.recipe.features is None


def test_arrows_go_from_card_to_card_and_enter_opens(dialog, hand):
    names = [one.name for one in EXAMPLES]
    for key, name in ((Key.Key_Right, names[1]), (Key.Key_Down, names[4]),
                      (Key.Key_Left, names[3]), (Key.Key_Up, names[0]),
                      (Key.Key_Up, names[0])):  # fmt: skip
        QTest.keyClick(dialog.focusWidget(), key)
        assert dialog.details.wish.example.name == name
    QTest.keyClick(dialog.focusWidget(), Key.Key_Return)
    assert not dialog.isVisible()
    assert hand.session.data.n_samples == 2


def test_its_set_up_is_taken_only_when_wanted(dialog, hand):
    before = hand.session.recipe
    choose(dialog, "one-mistake-short")
    choose(dialog, "two-negatives")
    QTest.mouseClick(dialog.open_button, LEFT)
    assert hand.session.recipe == before
    hand.key(Key.Key_G, Ctrl)
    dialog.details.with_recipe.click()
    QTest.mouseClick(dialog.open_button, LEFT)
    assert hand.session.recipe == Recipe(offset=False)
    hand.recorded()
    hand.session.to_end()
    assert hand.session.model.weights.tolist() == [[4, -5, 0]]


def test_settings_and_another_seed_are_those_opened(dialog, hand, qtbot):
    choose(dialog, "moons")
    box = dialog.details.controls["n_samples"].widget
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "30")
    QTest.keyClick(box, Key.Key_Return)
    assert dialog.isVisible()
    QTest.mouseClick(dialog.details.another, LEFT)
    assert shown(dialog, qtbot).n_samples == 30
    assert "30 points" in dialog.details.facts.text()
    QTest.mouseClick(dialog.open_button, LEFT)
    known = example("moons").make(seed=1, n_samples=30)
    np.testing.assert_array_equal(hand.session.data.X, known.X)


def test_unsaved_points_are_asked_about_and_the_gallery_stays(hand, monkeypatch):
    hand.draw_two_classes()
    answers = QMessageBox.StandardButton
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.Cancel)
    hand.key(Key.Key_G, Ctrl)
    dialog = hand.window.files.gallery
    QTest.mouseClick(dialog.open_button, LEFT)
    assert dialog.isVisible()
    assert hand.session.data.n_samples == 8
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.Discard)
    QTest.mouseClick(dialog.open_button, LEFT)
    assert not dialog.isVisible()
    assert hand.session.data.n_samples == 2


def test_escape_changes_nothing(dialog, hand):
    choose(dialog, "xor")
    QTest.keyClick(dialog, Key.Key_Escape)
    assert not dialog.isVisible()
    assert hand.session.data.n_samples == 0


def test_the_colours_are_those_of_the_window(dialog, hand):
    card = dialog.grid.cards["xor"]
    assert card.grab().toImage().pixelColor(93, 30).name() == LIGHT.field
    dialog.reject()
    hand.window.set_theme("dark")
    hand.window.files.open_gallery()
    assert card.grab().toImage().pixelColor(93, 30).name() == DARK.field
