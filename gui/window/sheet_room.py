"""The room of a sheet beside the canvas: panels yield to it, and come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.window.dock_stacks import LEFT, RIGHT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QMainWindow

    from gui.widgets.card_dock import CardDock

GAP = 10
"""Pixels between two columns."""


class SheetRoom:
    """Remembers what has yielded to a sheet, and what was in front.

    Attributes
    ----------
    width : int
        Pixels that the canvas and the sheet need together; 0: there is no sheet.
    """

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self.width = 0
        self._yielding: list[CardDock] = []
        self._front: list[CardDock] = []

    def take(self, docks: Sequence[CardDock], at_left: Iterable[CardDock]) -> None:
        """Hide the docks at the right, and where that is not enough more.

        Parameters
        ----------
        docks : sequence of CardDock
        at_left : iterable of CardDock
            In the order in which they stay as long as there is room.
        """
        self._front = [
            dock
            for dock in docks
            if not (dock.isHidden() or dock.visibleRegion().isEmpty())
        ]
        self._yielding = [dock for dock in docks if self.is_at(dock, RIGHT)]
        room = self._window.contentsRect().width() - self.width
        for dock in at_left:
            if self.is_at(dock, LEFT) and dock not in self._yielding:
                needed = dock.minimumSizeHint().width() + GAP
                room -= needed
                if room < 0:
                    self._yielding.append(dock)
                    room += needed
        for dock in self._yielding:
            dock.hide()

    def give_back(self) -> None:
        """Bring back what has yielded: the sheet is closed."""
        self.width = 0
        for dock in self._yielding:
            dock.show()
        for dock in self._front:
            dock.raise_()
        self._yielding, self._front = [], []

    def has(self, dock: CardDock) -> bool:
        """Tell whether a dock has yielded."""
        return dock in self._yielding

    def forget(self, dock: CardDock) -> None:
        """Do not bring a dock back: what it was shown for is over."""
        self._yielding = [other for other in self._yielding if other is not dock]
        self._front = [other for other in self._front if other is not dock]

    def is_at(self, dock: CardDock, area: Qt.DockWidgetArea) -> bool:
        """Tell whether a dock is shown at a side of the window."""
        hidden = dock.isHidden() or dock.isFloating()
        return not hidden and self._window.dockWidgetArea(dock) == area
