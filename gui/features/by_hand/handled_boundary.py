"""Which of the boundaries set by hand is dragged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gui.features.by_hand.boundary_handle import boundary_handles_on

if TYPE_CHECKING:
    from engine import Dataset, Recipe
    from gui.canvas.plane import Plane
    from gui.features.by_hand.boundary_handle import BoundaryHandle


class HandledBoundary(QObject):
    """The boundary set by hand; of a network the line of the hidden unit chosen.

    Attributes
    ----------
    handle : BoundaryHandle or None
        None where there is no such boundary.
    handles : tuple of BoundaryHandle
        The lines of all hidden units.

    Signals
    -------
    chosen
        Another unit's line is to be dragged.
    """

    chosen = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.handles: tuple[BoundaryHandle, ...] = ()
        self._unit = 0
        self._of: tuple[object, ...] = ()

    @property
    def handle(self) -> BoundaryHandle | None:
        return self.handles[self._unit] if self.handles else None

    def look(self, recipe: Recipe, data: Dataset, plane: Plane) -> None:
        """Take hold of what a recipe has on a plane."""
        if (recipe, data, plane) != self._of:
            self._of = recipe, data, plane
            self.handles = boundary_handles_on(recipe, data, plane)
        if self._unit >= len(self.handles):
            self._unit = 0

    def choose(self, unit: int) -> None:
        """Take hold of another hidden unit's line, if it is set by hand."""
        if unit < len(self.handles):
            self._unit = unit
            self.chosen.emit()
