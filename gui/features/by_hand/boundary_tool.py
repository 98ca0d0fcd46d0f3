"""The tool that shifts, turns, flips and draws a boundary set by hand."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gui.canvas.tools.tool import Tool, ToolContext
from gui.features.by_hand.boundary_handles_layer import REACH, Grip, Grips, grips_on
from gui.features.by_hand.oriented_line import OrientedLine

if TYPE_CHECKING:
    from engine import Recipe
    from gui.canvas.plane import Place
    from gui.features.by_hand.boundary_handle import BoundaryHandle
    from gui.features.by_hand.handled_boundary import HandledBoundary

ORIGIN = (0.0, 0.0)
SHORTEST_STROKE = 4.0
"""Pixels below which a drag draws no boundary."""
CURSORS = {"": "draw", "line": "shift", "end": "turn", "tip": "turn"}


class BoundaryTool(Tool):
    """Drags the boundary; by its ends or its arrow it is turned.

    In a network this is the line of a hidden unit: the chosen one's, or that of another
    unit, which is chosen by a press on it.
    """

    needs_points = False

    def __init__(self, boundary: HandledBoundary) -> None:
        self._boundary = boundary
        self._handle: BoundaryHandle | None = None
        self._grips: Grips | None = None
        self._grip: Grip = ""
        self._recipe: Recipe | None = None

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Take hold of what is here; where no boundary is in view, begin one."""
        super().press(context, place, other=other)
        self._start = place
        unit = -1 if other else self._other_unit(context, place)
        if unit >= 0:
            self._boundary.choose(unit)
        self._handle = None if other else self._boundary.handle
        self._grips = self._grips_in(context)
        self._grip = "" if self._grips is None else self._grips.at(place, context.pixel)
        if self._grips is not None and not self._grip:
            self._handle = None
        self._recipe = context.session.recipe

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Go on, unless the weights were changed meanwhile (by an undo)."""
        if self._handle is None or context.session.recipe != self._recipe:
            return
        line = self._dragged(context, self._handle, place)
        if line is not None:
            self._put_line(context, self._handle, line)

    def press_again(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Flip the sides by a double click on the boundary."""
        self.press(context, place, other=other)
        if self._handle is not None and self._grip:
            self._put_line(context, self._handle, self._handle.line.flipped())
        self._handle = None

    def takes_hold(self, context: ToolContext, place: Place) -> bool:
        """Take hold of the boundary, or draw one."""
        return bool(self.cursor(context, place))

    def cursor(self, context: ToolContext, place: Place) -> str:
        """Tell what a drag from here would do."""
        if self._boundary.handle is None:
            return ""
        if self._other_unit(context, place) >= 0:
            return "shift"
        grips = self._grips_in(context)
        grip: Grip = "" if grips is None else grips.at(place, context.pixel)
        if grips is not None and not grip:
            return ""
        if grip == "line" and not self._boundary.handle.shifts:
            return "turn" if self._boundary.handle.turns else ""
        return CURSORS[grip]

    def _put_line(
        self, context: ToolContext, handle: BoundaryHandle, line: OrientedLine
    ) -> None:
        what = f"the line of {handle.name}" if handle.name else "the boundary"
        text = f"draw {what}" if self._grips is None else f"move {what}"
        recipe = handle.put(context.session.recipe, line, context.pixel)
        context.session.change(recipe, text, self._stroke)
        self._recipe = context.session.recipe

    def _dragged(
        self, context: ToolContext, handle: BoundaryHandle, place: Place
    ) -> OrientedLine | None:
        """Give the line that the mouse has dragged here; None if it has not moved."""
        if self._grips is None:
            return self._drawn(context, handle, place)
        if not handle.turns and self._grip == "tip":
            back = handle.line.at(place) < 0
            return handle.line.flipped() if back else handle.line
        if self._grip == "line" and handle.shifts:
            (x0, y0), (x1, y1) = self._start, place
            return handle.line.moved((x1 - x0, y1 - y0))
        if not handle.turns:
            return None
        pivot = self._pivot(handle, self._grips)
        angle = _direction(pivot, place) - _direction(pivot, self._start)
        return handle.line.turned(angle, pivot).rounded(pivot)

    def _pivot(self, handle: BoundaryHandle, grips: Grips) -> Place:
        """Turn about the middle, an arrow about its foot, without offset the origin."""
        if not handle.shifts:
            return ORIGIN
        if self._grip == "tip" and grips.foot is not None:
            return float(grips.foot[0]), float(grips.foot[1])
        return grips.middle

    def _drawn(
        self, context: ToolContext, handle: BoundaryHandle, place: Place
    ) -> OrientedLine | None:
        """Draw a boundary from the press to here, with most of the class inside."""
        if math.dist(self._start, place) < SHORTEST_STROKE * context.pixel:
            return None
        if handle.turns:
            line = OrientedLine.through(self._start, place).rounded(self._start)
        else:
            line = OrientedLine(handle.across >= 0, handle.up >= 0, 0.0).passing(place)
        if not handle.shifts:
            line = line.passing(ORIGIN, handle.rest)
        data = context.session.data
        inside = context.plane.project(data.X[data.y == 1])
        scores = inside @ np.array([line.a, line.b]) + line.c
        return line.flipped() if np.sign(scores).sum() < 0 else line

    def _grips_in(self, context: ToolContext) -> Grips | None:
        if self._boundary.handle is None:
            return None
        return grips_on(
            self._boundary.handle,
            context.view_rect,
            context.pixel,
            flat=context.plane.up < 0,
        )

    def _other_unit(self, context: ToolContext, place: Place) -> int:
        """Give the hidden unit whose line is nearest here; −1: the chosen one's.

        So it is too where no line is within reach, or a grip that turns the chosen one.
        """
        chosen = self._boundary.handle
        if chosen is None or len(self._boundary.handles) < 2:
            return -1
        grips = self._grips_in(context)
        if grips is not None and grips.at(place, context.pixel) in ("end", "tip"):
            return -1
        nearest = min(
            self._boundary.handles,
            key=lambda handle: (handle.line.distance(place), handle is not chosen),
        )
        near = nearest.line.distance(place) <= REACH * context.pixel
        return nearest.row if near and nearest is not chosen else -1


def _direction(start: Place, end: Place) -> float:
    return math.atan2(end[1] - start[1], end[0] - start[0])
