"""The tool that has the model predict the class of a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gui.canvas.tools.tool import Tool, ToolContext
from gui.session.predicted_point import means

if TYPE_CHECKING:
    from gui.canvas.plane import Place


class PredictTool(Tool):
    """Keeps the place under the mouse, not as a sample, and has its class predicted."""

    name, title, key = "predict", "Predict", "Q"
    hint = "Click or drag to see what the model predicts there. No point is added"

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Predict for the place; features that are not seen stay as they are."""
        super().press(context, place, other=other)
        self.move(context, place, other=other)
        context.predicted.pointed.emit()

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        plane, predicted = context.plane, context.predicted
        x = means(context.session.data) if predicted.x is None else predicted.x.copy()
        seen = plane.lift(context.snapped(np.array([place])))[0]
        for feature in plane.free:
            # On a stretched axis what is rounded is not what is read.
            x[feature] = float(f"{seen[feature]:.12g}")
        predicted.choose(x)

    def cursor(self, context: ToolContext, place: Place) -> str:
        return "draw"
