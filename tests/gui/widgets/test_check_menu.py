"""The layers on the canvas: one is turned after the other in an open menu."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.conftest import switch

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # of menus
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def menu(window, hand):
    hand.draw_two_classes()
    menu = window.canvas.footer.layers.menu()
    menu.popup(window.mapToGlobal(window.rect().center()))
    yield menu
    menu.close()


def test_a_click_turns_a_layer_and_the_menu_stays(window, menu):
    for action in (
        window.canvas.commands.legend,
        switch(window.canvas, "mistake_counts"),
    ):
        before = action.isChecked()
        at = menu.actionGeometry(action).center()
        QTest.mouseMove(menu, at)
        QTest.mouseClick(menu, LEFT, pos=at)
        assert action.isChecked() != before
        assert menu.isVisible()
        action.trigger()


def test_so_does_a_key_until_escape(window, menu):
    action = window.canvas.commands.legend
    menu.setActiveAction(action)
    for wanted in (True, False):
        QTest.keyClick(menu, Qt.Key.Key_Space)
        assert action.isChecked() == wanted
        assert menu.isVisible()
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert not menu.isVisible()
