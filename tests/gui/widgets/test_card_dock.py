"""A panel's buttons: there for who uses it, and out of the way else."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QToolButton

from gui.widgets.card_dock import CardDock


@pytest.fixture
def dock(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    note = QLineEdit("a note")
    note.tools = (QToolButton(),)
    dock = CardDock("Notes", "Notes", note, 200)
    dock.can_maximise = True
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    window.resize(600, 400)
    window.show()
    qtbot.waitExposed(window)
    qtbot.wait(20)
    leave(dock)  # where the mouse is at first is left open
    yield dock


def enter(dock):
    at = QPointF(5, 5)
    QApplication.sendEvent(dock, QEnterEvent(at, at, at))


def leave(dock):
    QApplication.sendEvent(dock, QEvent(QEvent.Type.Leave))


def buttons(dock):
    names = "Help on “Notes”", "Maximise “Notes”", "Hide “Notes”"
    of_name = {b.accessibleName(): b for b in dock.findChildren(QToolButton)}
    return [of_name[name].isVisible() for name in names]


def test_its_buttons_come_with_the_mouse_and_with_the_focus(dock):
    assert buttons(dock) == [False] * 3
    enter(dock)
    assert all(buttons(dock)[1:])
    leave(dock)
    assert buttons(dock) == [False] * 3
    dock.set_focused(True)
    assert all(buttons(dock)[1:])
    dock.set_focused(False)
    assert buttons(dock) == [False] * 3


def test_so_do_the_tools_of_its_content(dock):
    (tool,) = dock.content.tools
    assert not tool.isVisible()
    enter(dock)
    assert tool.isVisible()


def test_where_a_tab_says_its_name_its_head_is_lower_and_hides_nothing(dock):
    with_name = dock.needed_height
    dock.show_name(False)
    assert dock.needed_height < with_name - 10
    enter(dock)
    head, body = dock.titleBarWidget(), dock.widget()
    assert head.geometry().bottom() < body.geometry().top() + 1
    dock.maximise_button.setChecked(True)
    leave(dock)
    assert buttons(dock) == [False, True, False]  # it says how to go back
    dock.show_name(True)
    assert dock.needed_height == with_name
