"""What comes with the mouse or the focus, and goes with it."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPushButton, QWidget

from gui.widgets.layouts import in_column
from gui.widgets.shown_in_use import POINTED_AT, ShownInUse
from tests.gui.conftest import bring_mouse


@pytest.fixture
def window(qtbot):
    window = QWidget()
    card, window.part, window.line = QWidget(), QPushButton("Copy"), QLineEdit()
    window.other = QLineEdit()
    window.card = card
    in_column(card, window.part, window.line)
    in_column(window, card, window.other)
    qtbot.addWidget(window)
    ShownInUse(card).add(window.part)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.other.setFocus()
    # The mouse may be anywhere since the test before.
    QApplication.sendEvent(card, QEvent(QEvent.Type.Leave))
    return window


def test_it_is_there_under_the_mouse_and_moves_nothing(window):
    place = window.line.pos()
    assert not window.part.isVisible()
    bring_mouse(window.card)
    assert window.part.isVisible()
    assert window.line.pos() == place
    QApplication.sendEvent(window.card, QEvent(QEvent.Type.Leave))
    assert not window.part.isVisible()
    assert window.line.pos() == place


def test_it_is_there_for_the_keyboard(window):
    window.line.setFocus()
    assert window.part.isVisible()
    window.other.setFocus()
    assert not window.part.isVisible()


def test_it_is_there_while_a_page_points_at_it(window):
    window.part.setProperty(POINTED_AT, True)
    assert window.part.isVisible()
    window.part.setProperty(POINTED_AT, False)
    assert not window.part.isVisible()


def test_a_click_beside_it_does_not_keep_it(window):
    bring_mouse(window.card)
    QTest.mousePress(window.line, Qt.MouseButton.LeftButton)
    assert window.line.hasFocus()
    QTest.mouseRelease(window.line, Qt.MouseButton.LeftButton)
    QApplication.sendEvent(window.card, QEvent(QEvent.Type.Leave))
    assert not window.part.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_it_goes_with_a_menu_that_closes_elsewhere(window, qtbot):
    menu = QMenu(window)
    menu.addAction("Nothing")
    bring_mouse(window.card)
    menu.popup(window.mapToGlobal(window.rect().bottomRight()) + QPoint(50, 50))
    qtbot.waitUntil(menu.isVisible)
    QApplication.sendEvent(window.card, QEvent(QEvent.Type.Leave))
    assert window.part.isVisible()
    QCursor.setPos(window.mapToGlobal(window.rect().bottomRight()) + QPoint(60, 60))
    menu.close()
    assert not window.part.isVisible()
