"""High contrast and less motion, in every open window at once."""

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessibilityHints, QGuiApplication
from PySide6.QtWidgets import QApplication

from engine import Recipe
from gui.main_window import MainWindow
from gui.session.playhead import FASTEST
from gui.style.preferences import HIGH_CONTRAST, REDUCED_MOTION
from gui.style.theme import DARK_HIGH_CONTRAST, LIGHT, LIGHT_HIGH_CONTRAST

CARET, SLIDING = 1000, Qt.UIEffect.UI_AnimateCombo


@pytest.fixture
def choose(window):
    """Choose from the View menu: ``choose("High contrast", "On")``."""

    def chosen(entry, wish):
        (menu,) = [a.menu() for a in window.menuBar().actions() if a.text() == "&View"]
        (part,) = [a for a in menu.actions() if a.text().replace("&", "") == entry]
        by_text = {a.text().replace("&", ""): a for a in part.menu().actions()}
        by_text[wish].trigger()
        assert [a.text() for a in part.menu().actions() if a.isChecked()] == [
            by_text[wish].text()
        ]

    yield chosen
    chosen("High contrast", "Off")
    chosen("Reduce motion", "Off")


def ground(one):
    return one.grab().toImage().pixelColor(2, one.height() // 2).name()


def test_high_contrast_reaches_every_open_window(window, hand, choose):
    hand.draw_two_classes()
    window.open_race()
    window.open_evaluation()
    window.files.open_gallery()
    shown = (window, window.race, window.evaluation, window.files.gallery)
    window.set_theme("light")
    choose("High contrast", "On")
    assert {ground(one) for one in shown} == {LIGHT_HIGH_CONTRAST.ground}
    assert window.canvas.plot.theme is LIGHT_HIGH_CONTRAST
    card = next(iter(window.files.gallery.grid.cards.values()))
    assert card.grab().toImage().pixelColor(93, 30).name() == LIGHT_HIGH_CONTRAST.field
    window.set_theme("dark")
    assert {ground(one) for one in shown} == {DARK_HIGH_CONTRAST.ground}
    window.set_theme("light")
    choose("High contrast", "Off")
    assert {ground(one) for one in shown} == {LIGHT.ground}
    window.files.gallery.reject()
    window.set_theme("system")


def test_high_contrast_follows_the_system_at_once(window, choose, monkeypatch):
    high = Qt.ContrastPreference.HighContrast
    monkeypatch.setattr(QAccessibilityHints, "contrastPreference", lambda _: high)
    hints = QGuiApplication.styleHints()
    hints.accessibility().contrastPreferenceChanged.emit(high)
    assert ground(window) in (LIGHT_HIGH_CONTRAST.ground, DARK_HIGH_CONTRAST.ground)
    assert window.canvas.plot.theme.high_contrast
    choose("High contrast", "Off")
    assert not window.canvas.plot.theme.high_contrast


def test_nothing_blinks_or_slides(window, choose):
    assert QApplication.cursorFlashTime() == CARET
    assert window.isAnimated()
    QApplication.setEffectEnabled(SLIDING, True)
    choose("Reduce motion", "On")
    assert QApplication.cursorFlashTime() == 0
    assert not QApplication.isEffectEnabled(SLIDING)
    assert not window.isAnimated()
    choose("Reduce motion", "Off")
    assert QApplication.cursorFlashTime() == CARET
    assert window.isAnimated()


def pictures(signal, qtbot, milliseconds):
    """Count how often a signal comes in a time."""
    seen = []
    signal.connect(lambda: seen.append(time.monotonic()))
    qtbot.wait(milliseconds)
    return len(seen)


def test_playing_shows_four_pictures_a_second(window, hand, choose, qtbot):
    hand.draw_two_classes()
    hand.session.set_recipe(Recipe(epochs=2000, stop_without_mistake=False))
    hand.recorded()
    hand.session.seek(0)
    choose("Reduce motion", "On")
    hand.session.set_speed(100.0)
    begun = time.monotonic()
    hand.session.toggle_playing()
    assert 2 <= pictures(hand.session.moved, qtbot, 1300) <= 5
    hand.session.set_playing(False)
    assert 50 <= hand.session.step <= 100 * (time.monotonic() - begun)


def test_even_at_full_speed(window, hand, choose, qtbot):
    hand.draw_two_classes()
    choose("Reduce motion", "On")
    hand.session.seek(0)
    hand.session.set_speed(FASTEST)
    hand.session.toggle_playing()
    moves = pictures(hand.session.moved, qtbot, 1100)
    assert 2 <= moves <= 4
    qtbot.waitUntil(lambda: not hand.session.playing, timeout=4000)


def test_a_race_too(window, hand, choose, qtbot):
    hand.draw_two_classes()
    window.open_race()
    race = window.race.race
    qtbot.waitUntil(lambda: race.finished)
    choose("Reduce motion", "On")
    race.toggle_playing()
    assert pictures(race.changed, qtbot, 1100) <= 5
    race.set_playing(False)


def test_the_very_first_start_does_not_play_by_itself(window, hand, choose, qtbot):
    choose("Reduce motion", "On")
    window.begin()
    hand.recorded()
    qtbot.wait(50)
    assert not hand.session.playing
    assert hand.session.step == 0
    assert window.start_offer.isVisible()


def test_both_are_remembered(window, choose, qtbot):
    choose("High contrast", "On")
    choose("Reduce motion", "On")
    assert window.close()
    again = MainWindow()
    qtbot.addWidget(again)
    assert HIGH_CONTRAST.is_on
    assert REDUCED_MOTION.is_on
    assert again.canvas.plot.theme.high_contrast
    assert not again.isAnimated()
    again.close()
