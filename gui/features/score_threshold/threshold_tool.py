"""What drags the threshold on the score, in the margin view."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gui.canvas.tools.tool import Tool
from gui.features.score_threshold.score_threshold_layer import GRIP_HEIGHT
from gui.session.score_threshold import MODELS_OWN

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.canvas.plane import Place
    from gui.canvas.tools.tool import ToolContext
    from gui.features.score_threshold.score_threshold_layer import ScoreThresholdLayer
    from gui.session.score_threshold import ScoreThreshold

REACH = 7.0
"""Pixels from the line within which it is taken hold of."""
SNAP = 4.0
"""Pixels from the boundary within which it is the model's own again."""


class ThresholdTool(Tool):
    """Drags the line; a double click on it goes back to the model's own.

    Parameters
    ----------
    threshold : ScoreThreshold
    layer : ScoreThresholdLayer
        Where the line is.
    sample_there : callable
        Whether a sample is under the mouse: it is for a click on that, but at the grip.
    upright : callable
        The height of a pixel in the plane.
    """

    def __init__(
        self,
        threshold: ScoreThreshold,
        layer: ScoreThresholdLayer,
        sample_there: Callable[[], bool],
        upright: Callable[[], float],
    ) -> None:
        self._threshold, self._layer = threshold, layer
        self._sample_there, self._upright = sample_there, upright
        self._held = False

    def takes_hold(self, context: ToolContext, place: Place) -> bool:
        """Tell whether the line is within reach."""
        at = self._layer.at
        if at is None or abs(place[0] - at) > REACH * context.pixel:
            return False
        above = (place[1] - context.view_rect[1]) / self._upright()
        return above <= GRIP_HEIGHT + REACH or not self._sample_there()

    def cursor(self, context: ToolContext, place: Place) -> str:
        return "across" if self.takes_hold(context, place) else ""

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Take hold of the line."""
        super().press(context, place, other=other)
        self._held = not other and self.takes_hold(context, place)

    def press_again(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Go back to the model's own threshold."""
        self._held = False
        if not other and self.takes_hold(context, place):
            self._threshold.put(MODELS_OWN, self._layer.code)

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        """Let the threshold follow, in round numbers of about a pixel."""
        if not self._held or self._layer.at is None:
            return
        step = context.pixel * self._layer.length
        value = place[0] * self._layer.length
        if abs(place[0]) <= SNAP * context.pixel:
            value = MODELS_OWN
        elif step > 0:
            value = round(value, math.ceil(-math.log10(step)))
        self._threshold.put(value, self._layer.code)

    def release(self, context: ToolContext) -> None:
        self._held = False
