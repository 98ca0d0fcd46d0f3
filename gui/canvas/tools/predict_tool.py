"""The tool that asks the model about a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gui.canvas.tools.tool import Tool, ToolContext
from gui.session.predicted_point import means

if TYPE_CHECKING:
    from gui.canvas.plane import Place


class AskTool(Tool):
    """Keeps the place under the mouse as a question, which is no sample."""

    name, title, key = "ask", "Ask", "Q"
    icon = "help"
    hint = "Click or drag: what would the model say of this place? No point is added"

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Ask about the place; features that are not seen stay as they are."""
        super().press(context, place, other=other)
        self.move(context, place, other=other)
        context.query.pointed.emit()

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        plane, query = context.plane, context.query
        x = means(context.session.data) if query.x is None else query.x.copy()
        seen = plane.lift(context.snapped(np.array([place])))[0]
        for feature in plane.free:
            # On a stretched axis what is rounded is not what is read.
            x[feature] = float(f"{seen[feature]:.12g}")
        query.ask(x)

    def cursor(self, context: ToolContext, place: Place) -> str:
        return "draw"
