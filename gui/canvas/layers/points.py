"""The samples, each with its class's colour and symbol, unless they are too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from gui.canvas.layers.layer import Layer, is_vector
from gui.canvas.layers.symbols import SYMBOL_BOX, draw_samples
from gui.canvas.point_index import MOST_SYMBOLS, rows_as_symbols

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QSizeF

    from engine import Dataset
    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture


PALE = 0.2
"""Opacity of old samples of a stream."""
EXPORT_RATIO = 2.0
"""Pictures are written at this many physical pixels to a logical one."""


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
        if self._pixmap is None or had is None or had.fresh != picture.fresh:
            self._pixmap = self._rendered(picture, size)
        elif had.data is not picture.data:
            if picture.fresh is None and _begins_with(picture.data, had.data):
                with QPainter(self._pixmap) as painter:
                    new = slice(had.data.n_samples, None)
                    self._draw_symbols(painter, picture, new, self.ratio)
            else:
                self._pixmap = self._rendered(picture, size)
        return self._pixmap

    def _rendered(self, picture: Picture, size: QSizeF) -> QPixmap:
        pixmap = QPixmap((size * self.ratio).toSize())
        pixmap.setDevicePixelRatio(self.ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            self._draw_all(painter, picture, self.ratio)
        return pixmap

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


def _begins_with(data: Dataset, first: Dataset) -> bool:
    """Tell whether a data set is another one and some more samples."""
    n = first.n_samples
    return (
        n <= data.n_samples <= MOST_SYMBOLS
        and data.class_names == first.class_names
        and data.n_features == first.n_features
        and np.array_equal(data.X[:n], first.X)
        and np.array_equal(data.y[:n], first.y)
        and np.array_equal(data.parts[:n], first.parts)
    )
