"""Predict on the canvas: the place that the model predicts for, and its tool."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.canvas.layers.layer_stack import Height
from gui.canvas.tools.tool import ToolSign
from gui.features.predict.predicted_point import PredictedPoint
from gui.part import Part

if TYPE_CHECKING:
    from gui.canvas.canvas import Canvas
    from gui.canvas.tools.tool import Tool
    from gui.part import PartContext

SIGN = ToolSign(
    "predict", "Predict", "Q",
    "Click or drag to see what the model predicts there. No point is added",
)  # fmt: skip
RANK = 70


def attach(context: PartContext) -> None:
    """Let a place be asked about, and mark it."""
    canvas, point = context.canvas, PredictedPoint.of(context.session)
    canvas.toolbar.add_tool(SIGN, partial(_tool, point), RANK)
    point.pointed.connect(partial(context.show, "Predict"))

    def begin() -> None:
        point.changed.disconnect(begin)
        _draw(point, canvas)

    point.changed.connect(begin)


def _tool(point: PredictedPoint) -> Tool:
    from gui.features.predict.predict_tool import PredictTool

    return PredictTool(point)


def _draw(point: PredictedPoint, canvas: Canvas) -> None:
    from gui.features.predict.predicted_point_layer import PredictedPointLayer

    layer = canvas.plot.layers.add(
        partial(PredictedPointLayer, point=point), Height.SELECTION + 1
    )
    point.changed.connect(layer.update)
    layer.update()


PARTS = (Part("predict", attach),)
