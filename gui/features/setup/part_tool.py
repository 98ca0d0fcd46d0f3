"""The tool that puts samples into a part by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import PART_NAMES, TRAINING
from engine.data.edits import Assign
from gui.canvas.tools.tool import (
    BESIDE,
    GRAB_RADIUS,
    Tool,
    ToolContext,
    distance_to_segment,
    nearest_row,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gui.canvas.plane import Place


class PartTool(Tool):
    """Holds samples out of training, or puts them back.

    A stroke that begins on a sample of the chosen part, and any of the right button,
    puts samples back into the training part.

    Parameters
    ----------
    chosen : callable
        Gives the part into which it puts them.
    """

    def __init__(self, chosen: Callable[[], int]) -> None:
        self._chosen = chosen

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Begin with the sample under the mouse."""
        super().press(context, place, other=other)
        row = nearest_row(context, place)
        chosen = self._chosen()
        inside = row is not None and context.session.data.parts[row] == chosen
        self._part = TRAINING if other or inside else chosen
        if row is not None:
            self._assign(context, np.array([row]))

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        here = np.array(place)
        points = context.plane.project(context.session.data.X)
        near = distance_to_segment(points, self._last, here)
        self._last = here
        self._assign(context, np.flatnonzero(near <= GRAB_RADIUS * context.pixel))

    def cursor(self, context: ToolContext, place: Place) -> str:
        return f"{BESIDE}part"

    def _assign(self, context: ToolContext, rows: NDArray[np.intp]) -> None:
        rows = rows[context.session.data.parts[rows] != self._part]
        if len(rows):
            parts = np.full(len(rows), self._part, np.uint8)
            text = f"put into the {PART_NAMES[self._part]} part"
            context.session.edit(Assign(rows, parts), text, self._stroke)
