"""High contrast and less motion, in every open window at once."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessibilityHints, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import Recipe
from gui.session import playhead
from gui.session.playhead import FASTEST, PlayheadTimer
from gui.style.preferences import HIGH_CONTRAST, REDUCED_MOTION
from gui.style.theme import DARK_HIGH_CONTRAST, LIGHT, LIGHT_HIGH_CONTRAST
from gui.window.main_window import MainWindow
from gui.window.preferences_dialog import PreferencesDialog

CARET, SLIDING = 1000, Qt.UIEffect.UI_AnimateCombo
DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


@pytest.fixture
def choose(window):
    """Choose in the preferences: ``choose("High contrast", "On")``."""

    def chosen(entry, wish):
        window.open_preferences()
        (dialog,) = [d for d in window.findChildren(PreferencesDialog) if d.isVisible()]
        box = {"High contrast": dialog.contrast, "Reduce motion": dialog.still}[entry]
        box.setCurrentText(wish)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible()

    yield chosen
    chosen("High contrast", "Off")
    chosen("Reduce motion", "Off")


def ground(widget):
    return widget.grab().toImage().pixelColor(2, widget.height() // 2).name()


def test_high_contrast_reaches_every_open_window(window, hand, choose):
    hand.draw_two_classes()
    window.run("race")
    window.run("evaluation")
    window.run("open gallery")
    with_ground = (window, window.part("Race").window, window.part("Gallery").dialog)
    shown = (*with_ground, window.centre.sheet)
    window.appearance.choose("light")
    choose("High contrast", "On")
    assert {ground(widget) for widget in shown} == {LIGHT_HIGH_CONTRAST.ground}
    assert window.canvas.plot.theme is LIGHT_HIGH_CONTRAST
    card = next(iter(window.part("Gallery").dialog.grid.cards.values()))
    assert card.grab().toImage().pixelColor(93, 30).name() == LIGHT_HIGH_CONTRAST.field
    window.appearance.choose("dark")
    assert {ground(widget) for widget in shown} == {DARK_HIGH_CONTRAST.ground}
    window.appearance.choose("light")
    choose("High contrast", "Off")
    assert {ground(widget) for widget in with_ground} == {LIGHT.ground}
    window.part("Gallery").dialog.reject()
    window.appearance.choose("system")


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


@pytest.fixture
def pictures(monkeypatch):
    """Let time pass for what plays: ``pictures(one, signal, s)`` is what it showed."""
    now = 0.0
    clock = SimpleNamespace(monotonic=lambda: now)
    monkeypatch.setattr(playhead, "time", clock)

    def counted(part, signal, seconds):
        nonlocal now
        seen = []
        signal.connect(lambda: seen.append(1))
        timer = part.findChild(PlayheadTimer, options=DIRECT)
        for _ in range(round(64 * seconds)):
            now += 1 / 64
            timer.timeout.emit()
        return len(seen)

    return counted


def test_playing_shows_four_pictures_a_second(window, hand, choose, pictures):
    hand.draw_two_classes()
    s = hand.session
    s.set_recipe(Recipe(epochs=2000, stop_without_mistake=False))
    hand.recorded()
    s.seek(0)
    choose("Reduce motion", "On")
    s.set_speed(100.0)
    s.toggle_playing()
    assert pictures(s, s.moved, 1.3) == 5
    s.set_playing(False)
    assert s.step == 125


def test_even_at_full_speed(window, hand, choose, pictures):
    hand.draw_two_classes()
    s = hand.session
    choose("Reduce motion", "On")
    s.seek(0)
    s.set_speed(FASTEST)
    s.toggle_playing()
    assert pictures(s, s.moved, 1.1) == 4
    assert s.playing
    pictures(s, s.moved, 2)
    assert not s.playing


def test_a_race_too(window, hand, choose, qtbot, pictures):
    hand.draw_two_classes()
    window.run("race")
    race = window.part("Race").window.race
    qtbot.waitUntil(lambda: race.finished)
    choose("Reduce motion", "On")
    race.toggle_playing()
    assert pictures(race, race.moved, 1.1) == 4
    race.set_playing(False)


def test_the_very_first_start_does_not_play_by_itself(window, hand, choose, qtbot):
    choose("Reduce motion", "On")
    window.begin()
    hand.recorded()
    qtbot.wait(50)
    assert not hand.session.playing
    assert hand.session.step == 0
    assert window.part("Start").isVisible()


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
