"""The tool that puts samples into a part by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import PART_NAMES, TRAINING
from engine.data.edits import Assign
from gui.canvas.tools.tool import GRAB_RADIUS, Board, Tool, distance_to_segment, nearest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gui.canvas.oriented_line import Place


class PartTool(Tool):
    """Holds samples out of training, or puts them back.

    A stroke that begins on a sample of the chosen part, and any of the right button,
    puts samples back into the training part.
    """

    name, title, key = "part", "Part", "P"
    hint = (
        "Click or drag over points to hold them out of training; again, or with the "
        "right button, to put them back"
    )

    def press(self, board: Board, place: Place, other: bool) -> None:
        """Begin with the sample under the mouse."""
        super().press(board, place, other)
        row = nearest(board, place)
        inside = row is not None and board.session.data.parts[row] == board.current_part
        self._part = TRAINING if other or inside else board.current_part
        if row is not None:
            self._assign(board, np.array([row]))

    def move(self, board: Board, place: Place, other: bool) -> None:
        """Take what the mouse came over."""
        here = np.array(place)
        points = board.plane.project(board.session.data.X)
        near = distance_to_segment(points, self._last, here)
        self._last = here
        self._assign(board, np.flatnonzero(near <= GRAB_RADIUS * board.pixel))

    def _assign(self, board: Board, rows: NDArray[np.intp]) -> None:
        rows = rows[board.session.data.parts[rows] != self._part]
        if len(rows):
            parts = np.full(len(rows), self._part, np.uint8)
            text = f"put into the {PART_NAMES[self._part]} part"
            board.session.edit(Assign(rows, parts), text, self._stroke)
