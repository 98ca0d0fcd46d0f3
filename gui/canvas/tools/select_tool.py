"""The tool that selects samples by a click, a rectangle or a lasso, and moves them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gui.canvas.tools.tool import SampleDrag, Tool, ToolContext, ToolSign, nearest_row

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gui.canvas.plane import Place

SHORTEST = 4.0
"""Pixels below which a drag is a click."""


class SelectTool(Tool):
    """A drag over empty ground selects; a drag of a selected sample moves them all."""

    sign = ToolSign(
        "select", "Select", "V",
        "Drag a rectangle, with the right button a lasso; Shift adds; drag a selected "
        "point to move them all; a right click does more",
    )  # fmt: skip

    def __init__(self) -> None:
        self._drag: SampleDrag | None = None
        self._way: list[Place] = []
        self._clicked: int | None = None

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Take hold of a sample, or begin a shape."""
        super().press(context, place, other=other)
        self._start, self._way, self._drag = place, [place], None
        self.outline, self._moving = None, False
        self._asks = other
        row = nearest_row(context, place)
        self._clicked = None if other or context.adding else row
        if other and row is not None:
            context.selection.set(context.selection.with_row(row))
        elif row is not None:
            self._take_sample(context, row)
        elif not context.adding:
            context.selection.set(np.empty(0, np.int64))

    def _take_sample(self, context: ToolContext, row: int) -> None:
        selection = context.selection
        if context.adding:
            selection.toggle(row)
            return
        if row not in selection:
            selection.set(np.array([row]))
        self._drag = SampleDrag(context, selection.rows, row)

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Carry the selection, or draw the shape on."""
        if self._drag is not None:
            way = np.array(place) - self._last
            self._moving |= bool(np.hypot(*way) > SHORTEST * context.pixel)
            if self._moving:
                self._drag.move(context, way, self._stroke)
            return
        self._way.append(place)
        (x0, y0), (x1, y1) = self._start, place
        corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        self.outline = np.array(self._way if other else corners)

    def release(self, context: ToolContext) -> None:
        shape, self.outline, self._drag = self.outline, None, None
        if self._clicked is not None and not self._moving:
            context.selection.clicked.emit(self._clicked)
        if shape is None or np.ptp(shape, axis=0).max() < SHORTEST * context.pixel:
            if self._asks:
                context.open_menu(self._start)
            return
        rows = in_polygon(shape, context.plane.project(context.session.data.X))
        context.selection.set(rows, adding=context.adding)

    def takes_hold(self, context: ToolContext, place: Place) -> bool:
        """Begin a rectangle where no sample is."""
        return nearest_row(context, place) is None

    def cursor(self, context: ToolContext, place: Place) -> str:
        """Show where a drag moves points; elsewhere it selects."""
        return "" if context.row_at(place) is None else "shift"


def in_polygon(
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
