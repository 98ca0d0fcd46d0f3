"""Menus by the right button: on points, on an empty place, in the table, in time."""

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu

from gui.canvas.points_menu import PointsMenu
from tests.gui.conftest import LEFT, RIGHT, move_mouse

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # of menus
Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier


def opened():
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def words_of(menu):
    titles = (action.text().split("\t")[0] for action in menu.actions())
    return [title.replace("&", "") for title in titles if title]


def choose(menu, *words):
    for title in words:
        shown = [action for action in menu.actions() if action.text()]
        action = shown[words_of(menu).index(title)]
        menu = action.menu()
    action.trigger()
    if QApplication.activePopupWidget() is not None:  # a dialog has taken its place
        QApplication.activePopupWidget().close()


def right_click(widget, place):
    reason = QContextMenuEvent.Reason.Mouse
    event = QContextMenuEvent(reason, place, widget.mapToGlobal(place))
    QApplication.sendEvent(widget, event)


@pytest.fixture
def select(hand):
    hand.draw_two_classes()
    hand.key(Key.Key_V)
    return hand


def test_a_point_has_a_menu_and_is_then_selected(select):
    s, hand = select.session, select
    hand.click(-2, -1, RIGHT)
    assert hand.window.canvas.selection.rows.tolist() == [0]
    choose(opened(), "Class", "B")
    assert s.data.y[0] == 1
    hand.click(-2, -1, RIGHT)
    choose(opened(), "Part", "Validation")
    assert s.data.parts[0] == 1
    hand.key(Key.Key_A, Ctrl)
    hand.click(-2, -1, RIGHT)
    assert words_of(opened())[0] == "8 points"
    choose(opened(), "Weight…")
    dialog = hand.window.findChild(QInputDialog)
    dialog.setDoubleValue(2.5)
    dialog.accept()
    assert s.data.sample_weights.tolist() == [2.5] * 8
    hand.qtbot.waitUntil(hand.window.isActiveWindow)
    hand.click(-2, -1, RIGHT)
    choose(opened(), "Delete selected")
    assert s.data.n_samples == 0
    for _ in range(4):
        hand.window.canvas.commands.undo.trigger()
    assert s.data.y.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    hand.recorded()


def test_an_empty_place_has_another_and_a_drag_is_still_a_lasso(select):
    hand = select
    hand.click(0, 3, RIGHT)
    menu = opened()
    assert not isinstance(menu, PointsMenu)
    assert words_of(menu) == [
        "Paste points…", "Select all", "Fit", "Layers", "Copy picture", "Export…",
    ]  # fmt: skip
    choose(menu, "Select all")
    assert len(hand.window.canvas.selection) == 8
    hand.drag((-3, -3), (3, 3), RIGHT)
    assert QApplication.activePopupWidget() is None


def test_the_brush_has_no_menu(hand):
    hand.click(0, 0, RIGHT)
    assert QApplication.activePopupWidget() is None
    assert hand.session.data.counts.tolist() == [0, 1]


def test_the_table_has_the_menu_of_its_rows(hand, bring):
    hand.draw_two_classes()
    table = bring("Points")
    place = table.view.visualRect(table.model.index(2, 0)).center()
    QTest.mouseClick(table.view.viewport(), LEFT, pos=place)
    right_click(table.view.viewport(), place)
    choose(opened(), "Class", "B")
    assert hand.session.data.y[2] == 1
    hand.recorded()


def test_the_timeline_has_a_menu(hand):
    hand.draw_two_classes()
    hand.session.seek(0)
    timeline = hand.window.panel("Playback").timeline
    seen = []

    def go():  # while the menu is open, which waits
        seen.extend(words_of(opened()))
        choose(opened(), "To end")

    QTimer.singleShot(0, go)
    right_click(timeline, QPoint(20, 20))
    assert seen[:2] == ["Play", "To start"]
    assert hand.session.step == hand.session.last


def test_the_mouse_shows_the_class_that_is_drawn(hand, window):
    port = hand.plot.viewport()

    def shape():
        return port.cursor().pixmap().cacheKey()

    move_mouse(port, hand.at(0, 0), Qt.MouseButton.NoButton)
    first = shape()
    QTest.mousePress(port, RIGHT, pos=hand.at(1, 1))
    other = shape()
    assert other != first
    QTest.mouseRelease(port, RIGHT, pos=hand.at(1, 1))
    assert shape() == first
    hand.key(Key.Key_2)
    assert shape() == other
    hand.key(Key.Key_E)
    move_mouse(port, hand.at(0, 0), Qt.MouseButton.NoButton)
    assert shape() not in (first, other)
