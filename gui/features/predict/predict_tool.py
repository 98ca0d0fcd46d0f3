"""The tool that has the model predict the class of a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gui.canvas.tools.tool import BESIDE, Tool, ToolContext
from gui.features.predict.predicted_point import means

if TYPE_CHECKING:
    from gui.canvas.plane import Place
    from gui.features.predict.predicted_point import PredictedPoint


class PredictTool(Tool):
    """Keeps the place under the mouse, not as a sample, and has its class predicted."""

    def __init__(self, point: PredictedPoint) -> None:
        self._point = point

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Predict for the place; features that are not seen stay as they are."""
        super().press(context, place, other=other)
        self.move(context, place, other=other)
        self._point.pointed.emit()

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        plane, predicted = context.plane, self._point
        x = means(context.session.data) if predicted.x is None else predicted.x.copy()
        seen = plane.lift(context.snapped(np.array([place])))[0]
        for feature in plane.free:
            # On a stretched axis what is rounded is not what is read.
            x[feature] = float(f"{seen[feature]:.12g}")
        predicted.choose(x)

    def cursor(self, context: ToolContext, place: Place) -> str:
        return f"{BESIDE}predict"
