"""The tool that tells which samples made the score of a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gui.canvas.tools.tool import BESIDE, Tool, nearest_row

if TYPE_CHECKING:
    from gui.canvas.plane import Place
    from gui.canvas.tools.tool import ToolContext
    from gui.features.contributions.explanation import Explanation


class ExplainTool(Tool):
    """Has the score explained where the mouse is pressed, or of the sample there."""

    def __init__(self, explanation: Explanation) -> None:
        self._explanation = explanation

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        super().press(context, place, other=other)
        self.move(context, place, other=other)

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        row = nearest_row(context, place)
        if row is not None:
            self._explanation.choose(context.session.data.X[row])
        else:
            snapped = context.snapped(np.array([place]))
            self._explanation.choose(context.plane.lift(snapped)[0])

    def cursor(self, context: ToolContext, place: Place) -> str:
        return f"{BESIDE}explain"
