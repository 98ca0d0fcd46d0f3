"""A button follows its action, however often that changes."""

from PySide6.QtCore import SIGNAL
from PySide6.QtGui import QAction

from gui.widgets.buttons import ActionButton


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
