"""A small picture of a data set: its classes' symbols, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QPainter, QPixmap

from engine.data.plane_projection import plane_projection
from gui.canvas.layers.symbols import draw_symbols
from gui.style.icons import clear_pixmap

if TYPE_CHECKING:
    from PySide6.QtCore import QSize

    from engine import Dataset
    from gui.style.theme import Theme

MOST = 2000
"""Points drawn, at most."""
MARGIN = 10
"""Pixels at the edges that no point's middle comes into."""
FEW, SMALLEST = 12, 0.45
"""So many points have symbols of full size; many have them scaled by this."""


def thumbnail(data: Dataset, size: QSize, theme: Theme, ratio: float = 1.0) -> QPixmap:
    """Draw the samples in a picture of `size` logical pixels.

    Parameters
    ----------
    ratio : float
        Physical pixels in a logical one.
    """
    pixmap = clear_pixmap(size * ratio, ratio)
    scale = symbol_scale(data.n_samples)
    inner = np.array([size.width(), size.height()]) - 2 * MARGIN
    # The symbols' size is in the painter's pixels: scaled, they are smaller.
    points = (_placed(plane_projection(data.X)[:MOST]) * inner + MARGIN) / scale
    with QPainter(pixmap) as painter:
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.setRenderHint(painter.RenderHint.SmoothPixmapTransform)
        painter.scale(scale, scale)
        codes = data.y[:MOST]
        for code in range(len(data.class_names)):
            colour = theme.class_colour(code)
            chosen = points[codes == code]
            draw_symbols(painter, chosen, code, colour, theme.field, 1.0, ratio)
    return pixmap


def symbol_scale(n_samples: int) -> float:
    """Give the size of symbols: full for a few points, small for hundreds."""
    return float(np.clip((FEW / max(n_samples, 1)) ** 0.25, SMALLEST, 1.0))


def _placed(places: np.ndarray) -> np.ndarray:
    """Give places (n, 2) within 0 … 1, right and down; what has no extent, amid."""
    low, high = places.min(axis=0), places.max(axis=0)
    extent = np.where(high > low, high - low, 1.0)
    within = np.where(high > low, (places - low) / extent, 0.5)
    return np.column_stack([within[:, 0], 1 - within[:, 1]])
