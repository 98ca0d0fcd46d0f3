"""The tool that shifts, turns, flips and draws the boundary set by hand."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gui.canvas.layers.boundary_handles import Grip, Grips, grips_on
from gui.canvas.oriented_line import OrientedLine
from gui.canvas.tools.tool import Board, Tool

if TYPE_CHECKING:
    from engine import Recipe
    from gui.canvas.boundary_handle import BoundaryHandle
    from gui.canvas.oriented_line import Place

ORIGIN = (0.0, 0.0)
SHORTEST_STROKE = 4.0
"""Pixels below which a drag draws no boundary."""
CURSORS = {"": "draw", "line": "shift", "end": "turn", "tip": "turn"}


class BoundaryTool(Tool):
    """Drags the boundary; by its ends or its arrow it is turned."""

    name, title, key = "boundary", "Boundary", "B"
    hint = (
        "Drag the boundary to shift it, its ends or its arrow to turn it; "
        "double-click to flip the sides"
    )

    def __init__(self) -> None:
        self._hand: BoundaryHandle | None = None
        self._grips: Grips | None = None
        self._grip: Grip = ""
        self._recipe: Recipe | None = None

    def press(self, board: Board, place: Place, other: bool) -> None:
        """Take hold of what is here; where no boundary is in view, begin one."""
        super().press(board, place, other)
        self._start = place
        self._hand = None if other else board.hand
        self._grips = _grips(board)
        self._grip = "" if self._grips is None else self._grips.at(place, board.pixel)
        if self._grips is not None and not self._grip:
            self._hand = None
        self._recipe = board.session.recipe

    def move(self, board: Board, place: Place, other: bool) -> None:
        """Go on, unless the weights were changed meanwhile (by an undo)."""
        if self._hand is None or board.session.recipe != self._recipe:
            return
        line = self._dragged(board, self._hand, place)
        if line is not None:
            self._put(board, self._hand, line)

    def press_again(self, board: Board, place: Place, other: bool) -> None:
        """Flip the sides by a double click on the boundary."""
        self.press(board, place, other)
        if self._hand is not None and self._grip:
            self._put(board, self._hand, self._hand.line.flipped())
        self._hand = None

    def cursor(self, board: Board, place: Place) -> str:
        """Tell what a drag from here would do."""
        if board.hand is None:
            return ""
        grips = _grips(board)
        grip: Grip = "" if grips is None else grips.at(place, board.pixel)
        if grips is not None and not grip:
            return ""
        if grip == "line" and not board.hand.shifts:
            return "turn" if board.hand.turns else ""
        return CURSORS[grip]

    def _put(self, board: Board, hand: BoundaryHandle, line: OrientedLine) -> None:
        text = "draw the boundary" if self._grips is None else "move the boundary"
        recipe = hand.put(board.session.recipe, line, board.pixel)
        board.session.change(recipe, text, self._stroke)
        self._recipe = board.session.recipe

    def _dragged(
        self, board: Board, hand: BoundaryHandle, place: Place
    ) -> OrientedLine | None:
        """Give the line that the hand has dragged here; None if it has not moved."""
        if self._grips is None:
            return self._drawn(board, hand, place)
        if not hand.turns and self._grip == "tip":
            back = hand.line.at(place) < 0
            return hand.line.flipped() if back else hand.line
        if self._grip == "line" and hand.shifts:
            (x0, y0), (x1, y1) = self._start, place
            return hand.line.moved((x1 - x0, y1 - y0))
        if not hand.turns:
            return None
        pivot = self._pivot(hand, self._grips)
        angle = _direction(pivot, place) - _direction(pivot, self._start)
        return hand.line.turned(angle, pivot).tidied(pivot)

    def _pivot(self, hand: BoundaryHandle, grips: Grips) -> Place:
        """Turn about the middle, an arrow about its foot, without offset the origin."""
        if not hand.shifts:
            return ORIGIN
        if self._grip == "tip" and grips.foot is not None:
            return float(grips.foot[0]), float(grips.foot[1])
        return grips.middle

    def _drawn(
        self, board: Board, hand: BoundaryHandle, place: Place
    ) -> OrientedLine | None:
        """Draw a boundary from the press to here, with most of the class inside."""
        if math.dist(self._start, place) < SHORTEST_STROKE * board.pixel:
            return None
        if hand.turns:
            line = OrientedLine.through(self._start, place).tidied(self._start)
        else:
            line = OrientedLine(hand.across >= 0, hand.up >= 0, 0.0).passing(place)
        if not hand.shifts:
            line = line.passing(ORIGIN, hand.rest)
        data = board.session.data
        inside = board.plane.project(data.X[data.y == 1])
        scores = inside @ np.array([line.a, line.b]) + line.c
        return line.flipped() if np.sign(scores).sum() < 0 else line


def _grips(board: Board) -> Grips | None:
    if board.hand is None:
        return None
    return grips_on(board.hand, board.rect, board.pixel, board.plane.up < 0)


def _direction(start: Place, end: Place) -> float:
    return math.atan2(end[1] - start[1], end[0] - start[0])
