"""The samples, each with its class's colour and symbol."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from gui.canvas.layers.base import Layer, is_vector
from gui.canvas.layers.symbols import STAMP, draw_part

if TYPE_CHECKING:
    import pyqtgraph as pg
    from numpy.typing import NDArray
    from PySide6.QtCore import QSizeF
    from PySide6.QtWidgets import QWidget


PALE = 0.2
"""Opacity of old samples of a stream."""
EXPORT_RATIO = 2.0
"""Pictures are written at this many physical pixels to a logical one."""


class PointsLayer(Layer):
    """Draws all samples once into a pixmap, and again only when data or view change.

    Moving the boundary over them then costs the same for any number of samples.
    """

    def __init__(self, view: pg.ViewBox, height: int) -> None:
        super().__init__(view, height)
        self._pixmap: QPixmap | None = None
        self._drawn: tuple[object, ...] = ()
        self._ratio = 0.0

    def paint(
        self, painter: QPainter, option: object, widget: QWidget | None = None
    ) -> None:
        """Note the screen's pixel ratio, then draw."""
        self._ratio = widget.devicePixelRatioF() if widget is not None else 0.0
        super().paint(painter)

    def draw(self, painter: QPainter) -> None:
        """Copy the pixmap to the screen; on other devices draw the symbols."""
        if not self._ratio or is_vector(painter):
            self._draw_symbols(painter, EXPORT_RATIO)
            return
        size = self.boundingRect().size()
        shown = self.picture and (self.picture.data, self.picture.fresh)
        key = (shown, self.theme, self._ratio, size.toTuple(), self.view())
        if self._pixmap is None or key != self._drawn:
            self._pixmap = self._rendered(size)
            self._drawn = key
        painter.drawPixmap(0, 0, self._pixmap)

    def _rendered(self, size: QSizeF) -> QPixmap:
        pixmap = QPixmap((size * self._ratio).toSize())
        pixmap.setDevicePixelRatio(self._ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self._draw_symbols(painter, self._ratio)
        painter.end()
        return pixmap

    def _draw_symbols(self, painter: QPainter, ratio: float) -> None:
        if self.picture is None:
            return
        data, plane, old = self.picture.data, self.picture.plane, self.picture.old
        places = self.pixels(plane.project(data.X))
        for rows, opacity in ((slice(None, old), PALE), (slice(old, None), 1.0)):
            painter.setOpacity(opacity)
            here, codes = places[rows], data.y[rows]
            seen = self._seen(here)
            parts = data.parts[rows]
            for part in np.unique(parts).tolist():
                mine = seen & (parts == part)
                for code in range(len(data.class_names)):
                    places_of = here[mine & (codes == code)]
                    draw_part(painter, places_of, code, part, self.theme, ratio)

    def _seen(self, places: NDArray[np.float64]) -> NDArray[np.bool_]:
        size = np.array(self.boundingRect().size().toTuple())
        seen: NDArray[np.bool_] = ((places >= -STAMP) & (places <= size + STAMP)).all(
            axis=1
        )
        return seen
