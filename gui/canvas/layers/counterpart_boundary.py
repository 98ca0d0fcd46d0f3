"""The boundary of the same run's other weights: the mean beside the newest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.contours import boundaries
from gui.canvas.layers.layer import Layer, pen
from gui.canvas.layers.legend_rows import LegendRow, line_row
from gui.canvas.margin_view import MARGIN_PLANE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter, QPen

    from engine.models.model import Model
    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture

RUN = 1
"""Its place among the colours of runs."""
WIDTH, OWN_WIDTH = 1.75, 2.25
OWN = "The boundary of the weights that the run uses"
OTHER = "The boundary of the same run's other weights, at the same step"


class CounterpartBoundaryLayer(Layer):
    """Draws where the other weights decide; without a model it does nothing.

    Attributes
    ----------
    model : Model or None
    names : (str, str)
        What the run's own weights are, in the legend, and these.
    lines : list of ndarray, shape (m, 2)
        What is drawn, in the plane.
    """

    def __init__(self, item: LayerItem) -> None:
        super().__init__(item)
        self.model: Model | None = None
        self.names = "", ""
        self.lines: list[NDArray[np.float64]] = []

    def show_model(self, model: Model | None, names: tuple[str, str]) -> None:
        """Draw the boundary of this model with the next picture; None: nothing."""
        self.model, self.names = model, names

    def prepare(self, picture: Picture) -> None:
        self.lines, self.told = [], False
        model = self.model
        if model is None or model.is_zero or picture.plane is MARGIN_PLANE:
            return
        fits = model.class_names == picture.data.class_names
        if fits and len(picture.plane.held) == picture.data.n_features:
            self.lines = boundaries(model, picture.plane, self.view())
            self.told = bool(self.lines)

    def is_empty(self) -> bool:
        return self.picture is None or not self.lines

    def draw(self, painter: QPainter) -> None:
        painter.setPen(self._pen)
        self.draw_lines(painter, self.lines)

    @property
    def _pen(self) -> QPen:
        return pen(self.theme.runs[RUN], WIDTH * self.theme.scale)

    def legend(self) -> list[LegendRow]:
        """Tell of both lines, if there are two."""
        if self.is_empty():
            return []
        own = pen(self.theme.ink, OWN_WIDTH * self.theme.scale)
        named = zip((own, self._pen), self.names, (OWN, OTHER), strict=True)
        return [line_row(*row, always=True) for row in named]
