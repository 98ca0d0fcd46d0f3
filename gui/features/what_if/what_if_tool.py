"""The tool that shows where the run would be with one more point."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gui.canvas.tools.drawing_tools import PenTool

if TYPE_CHECKING:
    from gui.canvas.plane import Place
    from gui.canvas.tools.tool import ToolContext
    from gui.features.what_if.added_point import AddedPoint


class WhatIfTool(PenTool):
    """Records the run with a point under the mouse, and adds it at a click."""

    gesture = "click"

    def __init__(self, added: AddedPoint) -> None:
        self._added = added

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Add nothing more: each point is tried alone."""

    def hover(self, context: ToolContext, place: Place | None) -> None:
        if place is None:
            self._added.clear()
            return
        x = context.plane.lift(context.snapped(np.array([place])))[0]
        self._added.choose(x, context.class_for(other=False))
