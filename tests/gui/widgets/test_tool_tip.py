"""A tool tip stands above its control, and is put there before it is shown."""

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QEnterEvent, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gui.widgets.buttons import ActionButton
from gui.widgets.tool_tip import ControlTip

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # of the tip


class Moves(QObject):
    """Notes which windows are moved while they are on the screen."""

    def __init__(self):
        super().__init__()
        self.moved = []

    def eventFilter(self, watched, event):
        shown = isinstance(watched, QWidget) and watched.isVisible()
        if event.type() == QEvent.Type.Move and shown and watched.isWindow():
            self.moved.append(watched)
        return False


@pytest.fixture
def button(qtbot):
    action = QAction("Play")
    action.setToolTip("What it does, in more words than there are in a line of a tip")
    button = ActionButton(action)
    button.action = action  # else it is gone
    qtbot.addWidget(button)
    button.move(300, 300)
    button.show()
    return button


def tip_of(button):
    """Let the mouse rest on a button."""
    at = button.rect().center()
    QApplication.sendEvent(button, QEnterEvent(*3 * (QPointF(at),)))
    event = QHelpEvent(QEvent.Type.ToolTip, at, button.mapToGlobal(at))
    QApplication.sendEvent(button, event)
    (tip,) = (tip for tip in button.findChildren(ControlTip) if tip.isVisible())
    return tip


def test_it_is_small_and_above_without_being_moved(button, qapp):
    moves = Moves()
    qapp.installEventFilter(moves)
    tip = tip_of(button)
    qapp.removeEventFilter(moves)
    assert tip.geometry().bottom() < button.mapToGlobal(QPoint()).y()
    assert "\n" in tip.text()
    assert not moves.moved  # a Wayland client could not
    assert tip.windowHandle().transientParent() is button.windowHandle()


def test_it_is_below_at_the_top_of_the_screen(button):
    button.move(300, 0)
    assert tip_of(button).y() > button.mapToGlobal(button.rect().bottomLeft()).y()


def test_it_says_the_same_tip_again_in_the_same_place(button):
    tip = tip_of(button)
    button.action.setToolTip("Pause")
    assert tip_of(button) is tip
    assert tip.text() == "Pause"


@pytest.mark.parametrize("end", ["left", "pressed"])
def test_it_goes_with_the_mouse_and_at_a_press(button, end):
    tip = tip_of(button)
    if end == "left":
        QApplication.sendEvent(button, QEvent(QEvent.Type.Leave))
    else:
        QTest.mousePress(button, Qt.MouseButton.LeftButton)
    assert not tip.isVisible()
    assert tip_of(button) is not tip
