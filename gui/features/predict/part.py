"""Predict, as a part of the window: its panel, and on the canvas its tool and mark."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.canvas.layers.layer_stack import LayerHeight
from gui.canvas.tools.tool import ToolSign
from gui.features.predict.predicted_point import PredictedPoint
from gui.part import Panel, Part, PartContext, Place, lazy
from gui.session.mistake_counts import MistakeCounts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QLabel

    from gui.canvas.canvas import Canvas
    from gui.canvas.selection import Selection
    from gui.canvas.tools.tool import Tool
    from gui.style.theme import Theme
    from gui.widgets.lazy_view import ShownView

ID = "Predict"
SIGN = ToolSign(
    "predict", "Predict", "Q",
    "Click or drag to see what the model predicts there. No point is added",
)  # fmt: skip
RANK = 70


def _make(context: PartContext, theme: Theme, caption: QLabel) -> ShownView:
    from gui.features.predict.predict_panel import PredictPanel

    return PredictPanel(context.session, context.canvas.axes, theme, caption)


def _follows(context: PartContext) -> Sequence[SignalInstance]:
    session, axes = context.session, context.canvas.axes
    point, counts = PredictedPoint.of(session), MistakeCounts.of(session)
    return session.changed, point.changed, axes.changed, counts.changed


def _attach(context: PartContext) -> None:
    """Let a place be asked about, and mark it from when there is first one."""
    canvas, point = context.canvas, PredictedPoint.of(context.session)
    canvas.toolbar.add_tool(SIGN, partial(_tool, point), RANK)

    def begin() -> None:
        point.changed.disconnect(begin)
        _draw(point, canvas)

    point.changed.connect(begin)
    canvas.selection.clicked.connect(point.pin)
    canvas.selection.changed.connect(partial(_keep_selected, point, canvas.selection))


def _keep_selected(point: PredictedPoint, selection: Selection) -> None:
    """Predict for a sample as long as it is selected."""
    if point.row is not None and point.row not in selection:
        point.clear()


def _tool(point: PredictedPoint) -> Tool:
    from gui.features.predict.predict_tool import PredictTool

    return PredictTool(point)


def _draw(point: PredictedPoint, canvas: Canvas) -> None:
    from gui.features.predict.predicted_point_layer import PredictedPointLayer

    layer = canvas.plot.layers.add(
        partial(PredictedPointLayer, point=point), LayerHeight.SELECTION + 1
    )
    point.changed.connect(layer.update)
    layer.update()


def _connect(context: PartContext) -> None:
    pointed = PredictedPoint.of(context.session).pointed
    pointed.connect(partial(context.panels.bring_to_front, ID))


PARTS = (
    Part(
        ID,
        attach=_attach,
        panel=Panel(lazy(_make, _follows), Place.BOTTOM_RIGHT, 80),
        connect=_connect,
    ),
)
