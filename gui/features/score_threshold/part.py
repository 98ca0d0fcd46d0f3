"""The threshold on the score, in the margin view: drawn, dragged, said."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.canvas.layers.layer_stack import LayerHeight
from gui.part import Part

if TYPE_CHECKING:
    from gui.part import PartContext


def attach(context: PartContext) -> None:
    """Make it at the first margin view."""
    toolbar = context.canvas.toolbar

    def begin() -> None:
        toolbar.enabled_changed.disconnect(begin)
        _begin_threshold(context)

    toolbar.enabled_changed.connect(begin)


def _begin_threshold(context: PartContext) -> None:
    from gui.features.score_threshold.score_threshold_layer import ScoreThresholdLayer
    from gui.features.score_threshold.threshold_tool import ThresholdTool
    from gui.session.score_threshold import ScoreThreshold

    canvas, threshold = context.canvas, ScoreThreshold.of(context.session)
    layer = canvas.plot.layers.add(
        partial(ScoreThresholdLayer, threshold=threshold), LayerHeight.LEGEND + 1
    )
    canvas.tools.set_idle(
        ThresholdTool(
            threshold,
            layer,
            lambda: canvas.reading.row_at_mouse() is not None,
            lambda: float(canvas.plot.view.viewPixelSize()[1]),
        )
    )
    canvas.reading.words.append(lambda: layer.words)


PARTS = (Part("Score threshold", attach=attach),)
