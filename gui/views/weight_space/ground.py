"""The ground of weight space: how many mistakes, or how much loss, where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPen, QPolygonF

from engine.evaluation.weight_space import losses, wrong_counts
from gui.canvas.layers.layer import Layer

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gui.style.theme import Theme
    from gui.views.weight_space.weight_picture import WeightPicture

CELLS, LOSS_CELLS = 128, 48
FAINTEST, STRONGEST = 0.07, 0.42
LEVELS = 9


class GroundLayer(Layer):
    """Shades the plane; where no sample is wrong it stays as it is."""

    _seen: tuple[object, ...] = ()

    def look(self, picture: WeightPicture) -> None:
        """Measure a grid over the view, unless it is measured."""
        seen = (picture.plane, picture.by_loss, self.view(), self.theme)
        if seen == self._seen:
            return
        self._seen = seen
        self._lines: list[NDArray[np.float64]] = []
        shares = self._losses(picture) if picture.by_loss else self._wrong(picture)
        # Kept with the image: QImage does not copy the buffer.
        self._pixels = np.ascontiguousarray(shaded(shares, self.theme)[::-1])
        side = len(self._pixels)
        self._image = QImage(
            self._pixels.data, side, side, 4 * side, QImage.Format.Format_RGB32
        )

    def _wrong(self, picture: WeightPicture) -> NDArray[np.float64]:
        counts = wrong_counts(picture.plane, *self._grid(CELLS))
        share = counts / max(len(picture.plane.y), 1)
        shade = FAINTEST + (STRONGEST - FAINTEST) * np.sqrt(share)
        return np.where(counts > 0, shade, 0.0)

    def _losses(self, picture: WeightPicture) -> NDArray[np.float64]:
        u, v = self._grid(LOSS_CELLS)
        loss = losses(picture.plane, picture.rule, picture.problem.settings, u, v)
        low, high = float(loss.min()), float(loss.max())
        if not np.isfinite(high) or high <= low:
            return np.zeros_like(loss)
        share = np.sqrt((loss - low) / (high - low))
        self._lines = level_lines(u, v, share)
        return STRONGEST * share

    def _grid(self, cells: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        left, bottom, right, top = self.view()
        middles = (np.arange(cells) + 0.5) / cells
        return left + middles * (right - left), bottom + middles * (top - bottom)

    def draw(self, painter: QPainter) -> None:
        """Stretch the grid over the view, and draw the lines of equal loss."""
        painter.setRenderHint(painter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(self.boundingRect(), self._image)
        tone = QColor(self.theme.ink)
        tone.setAlphaF(0.28)
        painter.setPen(QPen(tone, 1))
        for line in self._lines:
            painter.drawPolyline(
                QPolygonF([QPointF(*point) for point in self.pixels(line)])
            )


def shaded(shares: NDArray[np.float64], theme: Theme) -> NDArray[np.uint32]:
    """Mix ink into the ground by its shares, 0 … 1; one pixel each."""
    ground = np.array(QColor(theme.field).getRgb()[:3], np.float64)
    ink = np.array(QColor(theme.muted).getRgb()[:3], np.float64)
    mixed = ground + shares[..., None] * (ink - ground)
    red, green, blue = np.moveaxis(mixed.round().astype(np.uint32), -1, 0)
    return 0xFF000000 | red << 16 | green << 8 | blue


def level_lines(
    u: NDArray[np.float64], v: NDArray[np.float64], share: NDArray[np.float64]
) -> list[NDArray[np.float64]]:
    """Draw lines at even shares: of a loss's root, they are denser near its least."""
    from contourpy import contour_generator

    generator = contour_generator(u, v, share)
    levels = (np.arange(LEVELS) + 0.5) / LEVELS
    return [line for level in levels for line in generator.lines(level)]
