"""A finger that is held is the right button, elsewhere than on the canvas, too."""

import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QApplication, QMenu

from tests.gui.conftest import settle

pytestmark = pytest.mark.qt_log_ignore(
    "could not find the target for gesture",
    "This plugin does not support",  # of the menus
)


@pytest.fixture
def opened(qtbot, hold_ms):
    """Give what menus have said by now that were opened, and closed at once."""
    said, reading = [], QTimer(interval=10)

    def read():
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            said.extend(action.text() for action in menu.actions())
            menu.close()

    def opened():
        qtbot.wait(4 * hold_ms)
        return said

    reading.timeout.connect(read)
    reading.start()  # at once: some menus wait to be closed
    yield opened
    reading.stop()


@pytest.mark.parametrize("place", ["class", "plot", "timeline", "points"])
def test_it_opens_the_menu_of_what_is_under_it(
    place, window, hand, touch, opened, qtbot
):
    hand.draw_two_classes()
    window.docks.bring_to_front("Points")
    points = window.docks["Points"].content
    qtbot.waitUntil(lambda: points.view is not None)
    table = points.view.view
    table.selectRow(0)
    settle()
    under, said = {
        "class": (window.panel("Set-up").data.class_buttons[1], "Rename"),
        "plot": (window.panel("Error per epoch").plot.viewport(), "Export"),
        "timeline": (window.panel("Playback").timeline, ""),
        "points": (table.viewport(), "Delete"),
    }[place]
    chosen = window.canvas.current_class
    at = (
        table.visualRect(table.model().index(0, 0)).center()
        if place == "points"
        else under.rect().center()
    )
    touch(under, [at], lifts=False)
    lines = opened()
    touch.lift(under, [at])
    settle()
    assert any(said in line for line in lines), lines
    assert window.canvas.current_class == chosen, "it is no click"


def test_a_tap_and_a_drag_open_none(window, touch, qtbot):
    button = window.panel("Set-up").data.class_buttons[1]
    at = button.rect().center()
    touch(button, [at])
    qtbot.waitUntil(lambda: window.canvas.current_class == 1)
    touch(button, [at], [at + QPoint(40, 0)])
    settle()
    assert QApplication.activePopupWidget() is None


def test_the_canvas_keeps_its_own_use_of_it(hand, touch, opened):
    port, at = hand.plot.viewport(), hand.at(1, 0)
    touch(port, [at], lifts=False)
    assert not opened()
    touch.lift(port, [at])
    assert hand.session.data.y.tolist() == [1]
