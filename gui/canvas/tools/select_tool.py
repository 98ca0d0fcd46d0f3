"""The tool that selects samples by a click, a rectangle or a lasso, and moves them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gui.canvas.tools.tool import Board, Carrier, Tool, nearest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gui.canvas.oriented_line import Place

SHORTEST = 4.0
"""Pixels below which a drag is a click."""


class SelectTool(Tool):
    """A drag over empty ground selects; a drag of a selected sample moves them all."""

    name, title, key = "select", "Select", "V"
    hint = (
        "Drag a rectangle, with the right button a lasso; Shift adds; drag a selected "
        "point to move them all"
    )

    def __init__(self) -> None:
        self._carrier: Carrier | None = None
        self._way: list[Place] = []

    def press(self, board: Board, place: Place, other: bool) -> None:
        """Take hold of a sample, or begin a shape."""
        super().press(board, place, other)
        self._start, self._way, self._carrier = place, [place], None
        self.outline, self._moving = None, False
        row = None if other else nearest(board, place)
        if row is not None:
            self._take(board, row)
        elif not board.adding:
            board.selection.set(np.empty(0, np.int64))

    def _take(self, board: Board, row: int) -> None:
        selection = board.selection
        if board.adding:
            selection.toggle(row)
            return
        if row not in selection:
            selection.set(np.array([row]))
        self._carrier = Carrier(board, selection.rows, row)

    def move(self, board: Board, place: Place, other: bool) -> None:
        """Carry the selection, or draw the shape on."""
        if self._carrier is not None:
            way = np.array(place) - self._last
            self._moving |= bool(np.hypot(*way) > SHORTEST * board.pixel)
            if self._moving:
                self._carrier.carry(board, way, self._stroke)
            return
        self._way.append(place)
        (x0, y0), (x1, y1) = self._start, place
        corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        self.outline = np.array(self._way if other else corners)

    def release(self, board: Board) -> None:
        """Select what is in the shape."""
        shape, self.outline, self._carrier = self.outline, None, None
        if shape is None or np.ptp(shape, axis=0).max() < SHORTEST * board.pixel:
            return
        rows = inside(shape, board.plane.project(board.session.data.X))
        board.selection.set(rows, adding=board.adding)

    def cursor(self, board: Board, place: Place) -> str:
        """Show that a selected sample can be dragged."""
        if not len(board.selection):
            return ""
        row = nearest(board, place)
        return "shift" if row is not None and row in board.selection else ""


def inside(
    shape: NDArray[np.float64], points: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Find the rows of points (n, 2) inside a closed line (m, 2).

    Inside is where a ray to the right crosses the line an odd number of times.
    """
    low, high = shape.min(axis=0), shape.max(axis=0)
    rows = np.flatnonzero(((points >= low) & (points <= high)).all(axis=1))
    x, y = points[rows].T
    odd = np.zeros(len(rows), dtype=bool)
    for (x0, y0), (x1, y1) in zip(shape, np.roll(shape, 1, axis=0), strict=True):
        if y0 != y1:
            between = (y0 > y) != (y1 > y)
            odd ^= between & (x < x0 + (y - y0) * ((x1 - x0) / (y1 - y0)))
    return rows[odd]
