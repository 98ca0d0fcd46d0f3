"""The samples, each with its class's colour and symbol, unless they are too many."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QPixmap, QRegion

from engine.data.dataset import TEST, TRAINING, VALIDATION
from gui.canvas.layers.layer import Layer, is_vector
from gui.canvas.layers.legend_rows import LegendRow
from gui.canvas.layers.symbols import SYMBOL_BOX, draw_part, draw_samples
from gui.canvas.point_index import (
    MOST_SYMBOLS,
    rows_as_symbols,
    rows_that_differ,
    samples_of,
)
from gui.style.icons import clear_pixmap

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QSizeF

    from engine import Dataset
    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture


PALE = 0.2
"""Opacity of old samples of a stream."""
FOR_VALIDATION = "Not learned from: its error tells how well others are predicted"
FOR_TEST = "Not learned from, and looked at once, at the end: never marked as a mistake"
PALE_TIP = "A sample of the stream that the rule has gone on from"
EXPORT_RATIO = 2.0
"""Pictures are written at this many physical pixels to a logical one."""
FEW = 16
"""Samples up to which only the places are drawn anew that those left and came to."""


class PointsLayer(Layer):
    """Draws all samples once into a pixmap, and again only when data or view change.

    Moving the boundary over them then costs the same for any number of samples, and
    those that are added are drawn over the others.
    """

    def __init__(self, item: LayerItem) -> None:
        super().__init__(item)
        self._pixmap: QPixmap | None = None
        self._drawn: tuple[object, ...] = ()
        self._with: Picture | None = None

    def draw(self, painter: QPainter) -> None:
        """Copy the pixmap to the screen; on other devices draw the samples."""
        if self.picture is None:
            return
        if not self.ratio or is_vector(painter):
            self._draw_all(painter, self.picture, EXPORT_RATIO)
        elif self._nothing_of(self.picture):
            self._pixmap = None
        else:
            size = self.rect().size()
            painter.drawPixmap(0, 0, self._pixmap_of(self.picture, size))

    def _nothing_of(self, picture: Picture) -> bool:
        too_many = rows_as_symbols(picture, self.around_view(SYMBOL_BOX)) is None
        return too_many and not picture.old

    def _pixmap_of(self, picture: Picture, size: QSizeF) -> QPixmap:
        """Give the pixmap of a picture's samples: as it is, with more, or anew."""
        plane = picture.plane.across, picture.plane.up, picture.plane.stretch
        drawn = (plane, self.theme, self.ratio, size.toTuple(), self.view())
        had = self._with if drawn == self._drawn else None
        self._drawn, self._with = drawn, picture
        if (
            self._pixmap is None
            or had is None
            or had.fresh != picture.fresh
            or not self._renewed(self._pixmap, had.data, picture)
        ):
            self._pixmap = self._rendered(picture, size)
        return self._pixmap

    def _renewed(self, pixmap: QPixmap, before: Dataset, picture: Picture) -> bool:
        """Draw what differs from the samples before; False where that is too much."""
        data, changed = picture.data, None
        if before is data:
            return True
        if picture.fresh is None and _begins_alike(data, before):
            changed = rows_that_differ(samples_of(before), samples_of(data), FEW)
        if changed is None:
            return False
        with QPainter(pixmap) as painter:
            if len(changed):
                self._redraw_around(painter, before, changed, picture)
            if picture.data.n_samples > before.n_samples:
                new = slice(before.n_samples, None)
                self._draw_symbols(painter, picture, new, self.ratio)
        return True

    def _redraw_around(
        self,
        painter: QPainter,
        before: Dataset,
        changed: NDArray[np.intp],
        picture: Picture,
    ) -> None:
        """Draw anew where some samples were and where they are; none that is added."""
        plane, X = picture.plane, picture.data.X
        places = plane.project(np.concatenate([before.X[changed], X[changed]]))
        reach = SYMBOL_BOX * self.theme.scale / 2 + 2
        side, region = math.ceil(2 * reach) + 1, QRegion()
        for x, y in np.floor(self.pixels(places) - reach).astype(int).tolist():
            region += QRect(x, y, side, side)
        painter.setClipRegion(region)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
        painter.fillRect(region.boundingRect(), Qt.GlobalColor.transparent)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        (left, bottom, right, top), size = self.view(), self.rect().size()
        wide, high = (right - left) / size.width(), (top - bottom) / size.height()
        near = _rows_near(picture, places, side * wide, side * high)
        near = near[near < before.n_samples]
        self._draw_symbols(painter, picture, near, self.ratio)
        painter.setClipping(False)

    def _rendered(self, picture: Picture, size: QSizeF) -> QPixmap:
        pixmap = clear_pixmap((size * self.ratio).toSize(), self.ratio)
        with QPainter(pixmap) as painter:
            self._draw_all(painter, picture, self.ratio)
        return pixmap

    def legend(self) -> list[LegendRow]:
        picture = self.picture
        if picture is None or self._nothing_of(picture):
            return []
        held_out = (
            (VALIDATION, "held out for validation", FOR_VALIDATION),
            (TEST, "held out for the test", FOR_TEST),
        )
        rows = [
            LegendRow(partial(self._draw_one, part=part), text, tip)
            for part, text, tip in held_out
            if len(picture.data.rows_of(part))
        ]
        if picture.old:
            pale = partial(self._draw_one, part=TRAINING, opacity=PALE)
            rows.append(LegendRow(pale, "came some time ago", PALE_TIP))
        return rows

    def _draw_one(
        self, painter: QPainter, centre: QPointF, part: int, opacity: float = 1.0
    ) -> None:
        painter.setOpacity(opacity)
        spot = np.array([centre.toTuple()])
        draw_part(painter, spot, 0, part, self.theme, EXPORT_RATIO)

    def _draw_all(self, painter: QPainter, picture: Picture, ratio: float) -> None:
        rows, old = rows_as_symbols(picture, self.around_view(SYMBOL_BOX)), picture.old
        if rows is None:
            rows = slice(old or picture.data.n_samples, None)
        if old:
            rows = np.arange(picture.data.n_samples)[rows]
            painter.setOpacity(PALE)
            self._draw_symbols(painter, picture, rows[rows < old], ratio)
            rows = rows[rows >= old]
        painter.setOpacity(1.0)
        self._draw_symbols(painter, picture, rows, ratio)

    def _draw_symbols(
        self,
        painter: QPainter,
        picture: Picture,
        rows: NDArray[np.intp] | slice,
        ratio: float,
    ) -> None:
        data = picture.data
        places = self.pixels(picture.plane.project(data.X[rows]))
        size = np.array(self.rect().size().toTuple())
        seen = ((places >= -SYMBOL_BOX) & (places <= size + SYMBOL_BOX)).all(axis=1)
        codes, parts = data.y[rows][seen], data.parts[rows][seen]
        draw_samples(painter, places[seen], codes, parts, self.theme, ratio)


def _begins_alike(data: Dataset, first: Dataset) -> bool:
    """Tell whether all are drawn, of one kind, and none but the last can be missing."""
    return (
        first.n_samples <= data.n_samples <= MOST_SYMBOLS
        and data.class_names == first.class_names
        and data.n_features == first.n_features
    )


def _rows_near(
    picture: Picture, places: NDArray[np.float64], across: float, up: float
) -> NDArray[np.intp]:
    """Find the samples no farther than so much from one of some places (m, 2)."""
    X, plane = picture.data.X, picture.plane
    x = X[:, plane.across]
    y = plane.stretch * X[:, plane.up] if plane.up >= 0 else np.zeros(len(X))
    near = np.zeros(len(X), bool)
    for at_x, at_y in places.tolist():
        near |= (abs(x - at_x) <= across) & (abs(y - at_y) <= up)
    return np.flatnonzero(near)
