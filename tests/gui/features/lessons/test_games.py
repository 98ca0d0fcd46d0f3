"""Games played on the canvas, by mouse and keys."""

import numpy as np
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from engine.lessons.games import separate_by_hand
from engine.lessons.games.registry import GAMES
from gui.features.lessons.contents import OURS
from gui.features.lessons.game_card import GameCard
from gui.features.lessons.part import GAMES as LISTED
from tests.gui.conftest import chosen_tool

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def card(window):
    return window.centre.middle.findChild(GameCard)


@pytest.fixture
def play(window, hand, qtbot):
    """Draw something of one's own; begin a game by its name, and wait for its run."""

    def begin(title):
        hand.draw_two_classes()
        menu = next(
            a.menu() for a in window.menuBar().actions() if "Lesson" in a.text()
        )
        games = next(a.menu() for a in menu.actions() if "Games" in a.text())
        next(a for a in games.actions() if title in a.text()).trigger()
        seen()
        return card(window)

    def seen():
        qtbot.waitUntil(lambda: hand.session.recorded and hand.session.idle)
        qtbot.wait(50)

    begin.seen = seen
    return begin


def test_the_menu_has_every_game():
    titles = {name: title.replace("&", "") for title, (name, _) in LISTED.items()}
    assert titles == {name: game.title for name, game in GAMES.items()}


def test_by_hand_moves_are_counted_an_undo_as_well_and_what_was_drawn_comes_back(
    window, hand, play
):
    shown = play("Separate")
    assert chosen_tool(window.canvas) == "boundary"
    assert shown.isVisible()
    hand.drag((0, 0), (0.5, 0))
    play.seen()
    assert shown.counts.text().startswith("1 move of 8")
    hand.key(Key.Key_Z, Ctrl)
    play.seen()
    assert shown.counts.text().startswith("2 moves of 8")
    hand.key(Key.Key_Z, Ctrl)  # no further: it would leave the game
    play.seen()
    assert window.session.data.n_samples == separate_by_hand.SAMPLES
    s = window.session
    s.change(s.recipe.replace(start=(separate_by_hand.LINE,)), "turn the line")
    play.seen()
    assert "Separated in 3 moves" in shown.result.text()
    assert "best 3" in shown.counts.text()
    assert QSettings().value("games/separate") in (3, "3")
    QTest.mouseClick(shown.again_button, LEFT)
    play.seen()
    assert shown.counts.text().startswith("0 moves of 8")
    window.activateWindow()
    hand.key(Key.Key_Escape)
    assert not shown.isVisible()
    assert window.session.data.n_samples == 8
    assert chosen_tool(window.canvas) == "draw"


def test_three_points_are_counted_and_what_is_against_the_rules_is_taken_back(
    window, hand, play
):
    shown = play("Fool")
    before = window.session.data
    hand.click(-2, -2, RIGHT)
    play.seen()
    assert "2 points left" in shown.counts.text()
    window.session.change(window.session.recipe.replace(epochs=3), "cheat")
    play.seen()
    assert window.session.recipe.epochs == 20
    assert "taken back" in shown.result.text()
    hand.key(Key.Key_Z, Ctrl)
    play.seen()
    assert np.array_equal(window.session.data.X, before.X)
    assert "1 point left" in shown.counts.text()  # it is not given back
    hand.click(-3, -3, RIGHT)
    play.seen()
    assert "It ends with" in shown.result.text()
    QTest.mouseClick(shown.close_button, LEFT)
    assert window.session.data.n_samples == 8


def test_the_adversary_feeds_points_to_a_perceptron_that_learns(window, hand, play):
    shown = play("adversary")
    assert not window.canvas.hint.isVisible()  # the card says what to do
    for x, y, button in ((0, 2.25, LEFT), (2.25, -1, LEFT), (0.25, -2.5, LEFT)):
        hand.click(x, y, button)
        play.seen()
        assert window.session.step == window.session.data.n_samples
    assert shown.counts.text().startswith("3 mistakes of at most 290")
    hand.click(0.3, 2.25, RIGHT)  # no line would be left
    play.seen()
    assert window.session.data.n_samples == 3
    assert "taken back" in shown.result.text()


def test_what_is_counted_is_read_whole(window, hand, play, qtbot):
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: window.width() == 1024)
    QSettings().setValue("games/adversary", "12")
    counts = play("adversary").counts
    QSettings().remove("games/adversary")
    assert counts.text().endswith("best 12")
    assert counts.height() >= counts.heightForWidth(counts.width())
    assert counts.width() >= counts.minimumSizeHint().width()


def test_a_page_plays_its_game_and_a_lesson_ends_one_that_was_played(
    window, hand, play, qtbot
):
    shown = play("adversary")
    window.run("open lesson", OURS / "games", 0)
    qtbot.waitUntil(lambda: window.panel("Lessons").view is not None)
    player = window.panel("Lessons").view.page.player
    qtbot.waitUntil(lambda: player.place == 0 and player.lesson is not None)
    play.seen()
    assert shown.title.text() == "Separate by hand"
    assert not shown.close_button.isVisible()
    s = window.session
    s.change(s.recipe.replace(start=(separate_by_hand.LINE,)), "turn the line")
    qtbot.waitUntil(lambda: player.done)
    player.leave()
    assert not shown.isVisible()
    assert s.data.n_samples == 8
