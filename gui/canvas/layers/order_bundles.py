"""Bundles of boundaries: one recipe's runs under many orders, faint."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from gui.canvas.contours import boundaries
from gui.canvas.layers.layer import Layer, is_vector
from gui.canvas.layers.legend_rows import LegendRow, line_row
from gui.canvas.margin_view import MARGIN_PLANE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.models.model import Model
    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture
    from gui.style.theme import Theme

    Lines = list[NDArray[np.float64]]

WIDTH, LEGEND_WIDTH = 1.5, 2.5
FAINTEST, FULLEST = 0.25, 0.75
"""Opacities of a line, of very many and of few: many lie over each other."""
TIP = "A line for each order of the samples: what is dense does not depend on it"
MOST_CURVES = 20
"""Boundaries that are drawn where they are no straight lines: each takes its time."""


@dataclass(frozen=True, eq=False)
class BoundaryBundle:
    """The models of one way to use the weights, as they are drawn.

    Attributes
    ----------
    name : str
    run : int
        Its place among the colours of runs.
    feature_names : tuple of str
        Of the data that they learned from.
    models : tuple of Model
    """

    name: str
    run: int
    feature_names: tuple[str, ...]
    models: tuple[Model, ...]

    @property
    def drawn(self) -> tuple[Model, ...]:
        """The models whose boundaries are drawn: of curves the first ones."""
        straight = all(model.is_straight for model in self.models)
        return self.models if straight else self.models[:MOST_CURVES]


class OrderBundlesLayer(Layer):
    """Draws bundles, the first on top, into a pixmap; without any it does nothing.

    Not in the margin view, whose plane is that of one model.

    Attributes
    ----------
    bundles : tuple of BoundaryBundle
    lines : list of list of ndarray, shape (m, 2)
        What is drawn of each bundle, in the plane.
    """

    def __init__(self, item: LayerItem) -> None:
        super().__init__(item)
        self.bundles: tuple[BoundaryBundle, ...] = ()
        self._lines: list[Lines] | None = []
        self._seen_from: tuple[object, ...] = ()
        self._known: dict[Model, Lines] = {}
        self._pixmap: QPixmap | None = None
        self._painted: tuple[object, ...] = ()

    def show_bundles(self, bundles: tuple[BoundaryBundle, ...]) -> None:
        """Draw these, or none; models that were drawn before are not traced anew."""
        if bundles or self.bundles:
            self.bundles = bundles
            self._painted = ()
            self.prepare_again()

    def prepare(self, picture: Picture) -> None:
        if not self.bundles:
            self._lines, self._known, self._pixmap = [], {}, None
            self.told = False
        elif picture.plane is MARGIN_PLANE or not _fit(self.bundles, picture):
            self._lines, self.told = [], False
        else:
            self._lines, self.told = None, True

    @property
    def lines(self) -> list[Lines]:
        """What is drawn, traced when it first is: until then the view may change."""
        if self._lines is None:
            self._lines = self._traced()
        return self._lines

    def _traced(self) -> list[Lines]:
        assert self.picture is not None  # it was prepared for
        plane, view = self.picture.plane, self.view()
        held = plane.across, plane.up, plane.stretch, plane.held.tobytes()
        if (held, view) != self._seen_from:
            self._seen_from, self._known, self._painted = (held, view), {}, ()
        drawn = [bundle.drawn for bundle in self.bundles]
        self._known = {
            model: known if (known := self._known.get(model)) is not None
            else boundaries(model, plane, view)
            for models in drawn
            for model in models
        }  # fmt: skip
        return [
            [line for model in models for line in self._known[model]]
            for models in drawn
        ]

    def is_empty(self) -> bool:
        return self.picture is None or self._lines == []

    def draw(self, painter: QPainter) -> None:
        """Copy the pixmap to the screen; on other devices draw the lines."""
        lines = self.lines
        if not self.ratio or is_vector(painter):
            self._draw_all(painter, lines)
            return
        size = self.rect().size()
        painted = (
            self._seen_from,
            self.bundles,
            self.theme,
            self.ratio,
            size.toTuple(),
        )
        if painted != self._painted or self._pixmap is None:
            self._painted = painted
            self._pixmap = QPixmap((size * self.ratio).toSize())
            self._pixmap.setDevicePixelRatio(self.ratio)
            self._pixmap.fill(Qt.GlobalColor.transparent)
            with QPainter(self._pixmap) as own:
                own.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._draw_all(own, lines)
        painter.drawPixmap(0, 0, self._pixmap)

    def _draw_all(self, painter: QPainter, traced: list[Lines]) -> None:
        for bundle, lines in reversed(list(zip(self.bundles, traced, strict=True))):
            opacity = max(FAINTEST, FULLEST / math.sqrt(max(len(bundle.drawn), 1) / 4))
            colour = QColor(self.theme.runs[bundle.run])
            colour.setAlphaF(min(opacity, FULLEST))
            painter.setPen(QPen(colour, WIDTH * self.theme.scale))
            for line in lines:
                self.draw_lines(painter, [line])

    def legend(self) -> list[LegendRow]:
        return [
            line_row(bundle_pen(self.theme, one.run), one.name, TIP, always=True)
            for one in self.bundles
            if self.told
        ]


def bundle_pen(theme: Theme, run: int) -> QPen:
    """Give the pen of a line in a legend."""
    return QPen(QColor(theme.runs[run]), LEGEND_WIDTH * theme.scale)


def _fit(bundles: tuple[BoundaryBundle, ...], picture: Picture) -> bool:
    """Tell whether the models say anything about these data."""
    data = picture.data
    return all(
        bundle.feature_names == data.feature_names
        and model.class_names == data.class_names
        for bundle in bundles
        for model in bundle.models[:1]
    )
