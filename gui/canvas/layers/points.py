"""The samples, each with its class's colour and symbol."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from gui.canvas.layers.base import Layer, is_vector
from gui.canvas.layers.symbols import STAMP, draw_symbols

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QWidget


class PointsLayer(Layer):
    """Draws all samples once into a pixmap, and again only when data or view change.

    Moving the boundary over them then costs the same for any number of samples.
    """

    def __init__(self) -> None:
        super().__init__()
        self._pixmap: QPixmap | None = None
        self._drawn: tuple[object, ...] = ()

    def paint(
        self, painter: QPainter, option: object, widget: QWidget | None = None
    ) -> None:
        """Note the screen's pixel ratio, then draw."""
        self._ratio = widget.devicePixelRatioF() if widget is not None else 0.0
        super().paint(painter)

    def draw(self, painter: QPainter) -> None:
        """Copy the pixmap to the screen; on other devices draw the symbols."""
        if not self._ratio or is_vector(painter):
            self._draw_symbols(painter, self._ratio or 1.0)
            return
        left, bottom, right, top = self.view()
        (x0, y0), (x1, y1) = self.device(np.array([[left, bottom], [right, top]]))
        area = QRectF(x0, y1, x1 - x0, y0 - y1)
        picture, t = self.picture, self._transform
        key = (
            picture and picture.data, self.theme, self._ratio, area.getRect(),
            t.m11(), t.m22(), t.dx(), t.dy(),
        )  # fmt: skip
        if self._pixmap is None or key != self._drawn:
            self._pixmap = self._rendered(area)
            self._drawn = key
        painter.drawPixmap(area.topLeft(), self._pixmap)

    def _rendered(self, area: QRectF) -> QPixmap:
        ratio = self._ratio
        pixmap = QPixmap((area.size() * ratio).toSize())
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.translate(-area.topLeft())
        self._draw_symbols(painter, ratio)
        painter.end()
        return pixmap

    def _draw_symbols(self, painter: QPainter, ratio: float) -> None:
        if self.picture is None:
            return
        data, plane = self.picture.data, self.picture.plane
        if data.n_features != self.picture.recorded.n_features:
            return
        places = self.device(plane.project(data.X))
        seen = self._seen(places)
        for code in range(len(data.class_names)):
            colour = self.theme.classes[code % len(self.theme.classes)]
            draw_symbols(
                painter, places[seen & (data.y == code)], code,
                colour, self.theme.field, 1.0, ratio,
            )  # fmt: skip

    def _seen(self, places: NDArray[np.float64]) -> NDArray[np.bool_]:
        left, bottom, right, top = self.view()
        corners = self.device(np.array([[left, bottom], [right, top]]))
        low, high = corners.min(axis=0) - STAMP, corners.max(axis=0) + STAMP
        return ((places >= low) & (places <= high)).all(axis=1)
