"""A lesson in the language of the system, or in that which the person chooses."""

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest

from gui.features.lessons.contents import LessonRow

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def german_system():
    before = QLocale()
    QLocale.setDefault(QLocale("de_AT"))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def lessons(german_system, window, hand):
    hand.key(Qt.Key.Key_F2)
    return window.panel("Lessons").view


def rows(lessons):
    return {row.accessibleName(): row for row in lessons.findChildren(LessonRow)}


def test_the_system_picks_a_language_and_the_person_another(lessons, hand, qtbot):
    page = lessons.page
    assert "The order of samples" in rows(lessons)  # it is in English alone
    QTest.mouseClick(rows(lessons)["Ein Fehler, ein Update"], LEFT)
    hand.recorded()
    assert "Wissen Sie es noch?" in page.text.toPlainText()
    QTest.mouseClick(page.next_button, LEFT)
    assert "Die Regel sieht ein Beispiel an" in page.text.toPlainText()
    QTest.mouseClick(page.next_button, LEFT)
    hand.key(Qt.Key.Key_Right)
    step = hand.session.step
    button = page.language_button
    assert (button.isVisible(), button.text()) == (True, "DE")
    named = {action.text(): action for action in button.menu().actions()}
    assert [named[name].isChecked() for name in ("English", "Deutsch")] == [False, True]
    named["English"].trigger()
    assert page.text.toPlainText().startswith("What the update adds")
    assert (page.dots.words, hand.session.step) == ("3 of 6", step)
    assert (button.text(), named["English"].isChecked()) == ("EN", True)
    QTest.mouseClick(page.contents_button, LEFT)
    assert "One mistake, one update" in rows(lessons)
    QTest.mouseClick(rows(lessons)["The order of samples"], LEFT)
    assert not button.isVisible()


def test_without_a_text_in_the_system_s_language_the_first_is_read(window, hand):
    hand.key(Qt.Key.Key_F2)
    assert "One mistake, one update" in rows(window.panel("Lessons").view)
