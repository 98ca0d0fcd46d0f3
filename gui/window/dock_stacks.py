"""Docks that lie over each other as tabs, as a main window knows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTabBar

from gui.widgets.card_dock import CardDock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QDockWidget, QMainWindow

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


def stack_of(window: QMainWindow, dock: CardDock | None) -> list[QDockWidget]:
    """Give a dock, and those before and behind it as tabs."""
    return [dock, *window.tabifiedDockWidgets(dock)] if dock else []


def shown(window: QMainWindow, docks: Iterable[CardDock]) -> list[CardDock]:
    """Give those at the sides that are seen, of each stack the one in front."""
    on_screen, seen = window.isVisible(), []
    for dock in docks:
        seen += [
            tab
            for tab in stack_of(window, dock)
            if isinstance(tab, CardDock)
            and not tab.isHidden()
            and not tab.isFloating()
            and not (on_screen and tab.visibleRegion().isEmpty())
            and window.dockWidgetArea(tab) in (LEFT, RIGHT)
        ][:1]
    return seen


def tab_rows(window: QMainWindow) -> list[QTabBar]:
    """Give the rows of tabs over stacks."""
    return window.findChildren(
        QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly
    )


def tab_heights(window: QMainWindow) -> dict[str, int]:
    """Give the height of the tabs over each panel that has some, by its tab."""
    return {
        tabs.tabText(place): tabs.height()
        for tabs in tab_rows(window)
        if tabs.isVisible()
        for place in range(tabs.count())
    }
