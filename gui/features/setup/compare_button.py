"""The button beside the learner: ways to compare the present run with others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QToolButton

from gui.widgets.buttons import tool_button

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

TIP = "Other settings from here on, several learners, or many orders, side by side"


def compare_button() -> QToolButton:
    """Make the button; its menu is filled by `add_way`."""
    button = tool_button("Compare…", TIP, look="link", side=12)
    menu = QMenu(button)
    menu.setToolTipsVisible(True)  # they say why one is not possible now
    button.setMenu(menu)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return button


def add_way(button: QToolButton, action: QAction, rank: int) -> None:
    """Offer one more way, before those of a higher rank."""
    action.setProperty("rank", rank)
    menu = button.menu()
    ways = [*menu.actions(), action]
    menu.addActions(sorted(ways, key=lambda way: int(way.property("rank"))))
