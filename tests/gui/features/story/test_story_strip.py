"""The run in some small pictures: where they lead, and how they are taken away."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from engine import Dataset, Recipe
from engine.evaluation.decisive_updates import decisive_updates
from gui.features.story.part import ID as STORY

X = [[1, 1.2], [2, 1], [1.5, 2.4], [0.5, 0.3], [3, -1], [-1, -1.5], [0.4, -1.2]]


@pytest.fixture
def strip(window, hand, qtbot):
    """Show it, by its key, of a run of some updates."""
    window.session.begin(Dataset(X, [0, 0, 0, 1, 1, 1, 0]), Recipe(epochs=9))
    hand.recorded()
    hand.key(Qt.Key.Key_T)
    story = window.panel("Story of the run").strip.story
    qtbot.waitUntil(lambda: story.tape is window.session.tape)
    yield window.panel("Story of the run").strip
    if window.panel("Story of the run").strip.isVisible():
        hand.key(Qt.Key.Key_T)


def shown(strip):
    return [button for button in strip.buttons if button.isVisible()]


def test_a_click_on_a_picture_goes_to_its_update(window, strip, qtbot):
    decisive = decisive_updates(window.session.tape).updates
    pictures = shown(strip)
    assert 2 <= len(pictures) <= len(decisive)
    assert pictures[0].text().startswith("update 1\n")
    assert pictures[-1].text().startswith(f"update {decisive[-1].number}\n")
    qtbot.mouseClick(pictures[-1], Qt.MouseButton.LeftButton)
    assert window.session.step == decisive[-1].step
    assert [button.isChecked() for button in pictures].index(True) == len(pictures) - 1
    qtbot.waitUntil(lambda: not pictures[-1].icon().isNull())


def test_it_follows_the_run_while_it_is_there_and_not_when_hidden(
    window, hand, strip, qtbot
):
    s, story = window.session, strip.story
    s.change(s.recipe.replace(order="shuffled", seed=4), "order")
    qtbot.waitUntil(lambda: story.tape is s.tape)
    expected = [update.step for update in decisive_updates(s.tape).updates]
    assert [update.step for update in story.decisive.updates] == expected
    hand.key(Qt.Key.Key_T)
    assert not strip.isVisible()
    before = story.tape
    s.change(s.recipe.replace(seed=5), "order")
    hand.recorded()
    assert story.tape is before


def test_words_under_pictures_are_not_cut(window, strip, hand, qtbot):
    s = window.session
    window.resize(1600, 900)
    s.begin(Dataset(np.tile(X, (30, 1)), [0, 0, 0, 1, 1, 1, 0] * 30), s.recipe)
    hand.recorded()
    qtbot.waitUntil(lambda: strip.story.tape is s.tape)
    assert any("→" in button.text() for button in shown(strip))
    for button in shown(strip):
        advance = button.fontMetrics().horizontalAdvance
        assert max(map(advance, button.text().split("\n"))) <= button.width() - 12


def test_where_there_is_nothing_to_tell_it_says_so(window, strip, qtbot):
    s = window.session
    s.change(Recipe("manual-neuron"), "learner")
    qtbot.waitUntil(lambda: "set by hand" in strip.words.text())
    assert not shown(strip)


def test_it_is_copied_as_one_figure_on_white_whether_shown_or_not(window, strip, hand):
    hand.key(Qt.Key.Key_T)
    QApplication.clipboard().clear()
    window.exports.copy_actions[STORY].trigger()
    mime = QApplication.clipboard().mimeData()
    image = QImage(mime.imageData())
    assert image.pixelColor(2, 2) == QColor("white")
    assert image.width() == 1600
    svg = bytes(mime.data("image/svg+xml").data()).decode()
    for words in ("Perceptron", "update 1:", "wrong"):
        assert words in svg
