"""The switch in the window's head: panels placed for what one is about to do."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QWidget

from gui.widgets.buttons import ActionButton
from gui.widgets.layouts import in_row

if TYPE_CHECKING:
    from collections.abc import Mapping


class LayoutSwitch(QWidget):
    """A button for each arrangement of the panels; that which stands is marked.

    Attributes
    ----------
    actions_by_name : dict of str to QAction
        The arrangements, as actions for a menu.

    Parameters
    ----------
    arrangements : mapping of str to str
        Their names, and what each shows.

    Signals
    -------
    chosen(str)
        Arrange the panels so.
    """

    chosen = Signal(str)

    def __init__(self, arrangements: Mapping[str, str]) -> None:
        super().__init__()
        self.setAccessibleName("Layout")
        group = QActionGroup(self)
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        self.actions_by_name: dict[str, QAction] = {}
        row = in_row(self, margins=(0, 0, 10, 0), spacing=2)
        for place, (name, shows) in enumerate(arrangements.items(), 1):
            action = QAction(f"&{name}", group, checkable=True)
            action.setShortcut(f"Ctrl+{place}")
            action.setToolTip(f"{shows} (Ctrl+{place})")
            action.triggered.connect(partial(self._choose_layout, name))
            button = ActionButton(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.setProperty("segment", True)
            row.addWidget(button)
            self.actions_by_name[name] = action

    def mark(self, name: str) -> None:
        """Mark the arrangement that stands; none, if the name is empty."""
        for each, action in self.actions_by_name.items():
            action.setChecked(each == name)

    def _choose_layout(self, name: str) -> None:
        self.mark(name)
        self.chosen.emit(name)
