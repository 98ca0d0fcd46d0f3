"""A button follows its action, however often that changes."""

import pytest
from PySide6.QtCore import SIGNAL, QEvent, QPointF
from PySide6.QtGui import QAction, QEnterEvent, QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from gui.widgets.buttons import ActionButton
from gui.widgets.tool_tip import is_shown_tip


def test_changes_of_the_action_leave_nothing_behind(qtbot):
    action, pressed = QAction("Play"), []
    action.triggered.connect(lambda: pressed.append(action.text()))
    button = ActionButton(action)
    qtbot.addWidget(button)
    connected = action.receivers(SIGNAL("changed()"))
    for i in range(20):
        action.setText(f"Pause {i}")
    action.setToolTip("as well")
    assert action.receivers(SIGNAL("changed()")) <= connected
    assert (button.text(), button.toolTip()) == ("Pause 19", "as well")
    button.click()
    action.setEnabled(False)
    assert not button.isEnabled()
    button.click()
    assert pressed == ["Pause 19"]


@pytest.mark.qt_log_ignore("This plugin does not support")  # of the tip
def test_its_tool_tip_is_small_and_above_it(qtbot):
    action = QAction("Play")
    action.setToolTip("What it does, in more words than there are in a line of a tip")
    button = ActionButton(action)
    qtbot.addWidget(button)
    button.move(300, 300)
    button.show()
    at = button.rect().center()
    QApplication.sendEvent(button, QEnterEvent(*3 * (QPointF(at),)))
    event = QHelpEvent(QEvent.Type.ToolTip, at, button.mapToGlobal(at))
    QApplication.sendEvent(button, event)
    tip = next(w for w in QApplication.topLevelWidgets() if is_shown_tip(w))
    assert tip.geometry().bottom() < button.mapToGlobal(button.rect().topLeft()).y()
    assert "\n" in tip.text()
    QToolTip.hideText()
