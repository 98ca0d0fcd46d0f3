"""The layouts in the window's head: chosen by mouse or key, and which is marked."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

LEFT, Ctrl = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def button(window, qtbot):
    window.resize(1440, 900)

    def of(name):
        buttons = window.menuBar().cornerWidget().findChildren(QToolButton)
        return next(b for b in buttons if b.text() == name)

    qtbot.waitUntil(lambda: of("Explain").isChecked())
    return of


def test_a_click_arranges_the_panels(window, button, qtbot):
    QTest.mouseClick(button("Draw"), LEFT)
    qtbot.waitUntil(lambda: "Points" in window.docks.in_front)
    assert not window.docks["This update"].isVisible()
    assert button("Draw").isChecked()
    assert not button("Explain").isChecked()


def test_a_key_does_too(window, button, hand, qtbot):
    hand.key(Qt.Key.Key_3, Ctrl)
    qtbot.waitUntil(lambda: button("Evaluate").isChecked())
    assert window.centre.sheet.isVisible()
    hand.key(Qt.Key.Key_2, Ctrl)
    qtbot.waitUntil(lambda: "Weights" in window.docks.in_front)
    assert not window.centre.sheet.isVisible()
    assert button("Explain").isChecked()


def test_none_is_marked_where_none_stands(window, button, qtbot):
    window.docks["This update"].close()
    qtbot.waitUntil(lambda: not button("Explain").isChecked())
    window.docks["This update"].toggleViewAction().trigger()
    qtbot.waitUntil(lambda: button("Explain").isChecked())
    QTest.mouseClick(button("Explain"), LEFT)
    assert button("Explain").isChecked()


def test_a_double_click_on_a_title_gives_its_panel_the_column(window, button, qtbot):
    update = window.docks["This update"]
    before = update.height()
    QTest.mouseDClick(update.titleBarWidget(), LEFT)
    qtbot.waitUntil(lambda: update.height() > before + 100)
    assert not update.isFloating()
    QTest.mouseDClick(update.titleBarWidget(), LEFT)
    qtbot.waitUntil(lambda: update.height() == before)
