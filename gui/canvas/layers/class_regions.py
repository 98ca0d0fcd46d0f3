"""The ground: which class the model gives each place, and how surely."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QColor, QImage

from gui.canvas.contours import grid_scores, leading_class
from gui.canvas.layers.layer import Layer

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gui.canvas.picture import Picture
    from gui.style.theme import Theme

CELLS = 96
SHADES = 64
FAINTEST, STRONGEST = 0.07, 0.40


class ClassRegionsLayer(Layer):
    """Shades the plane in the classes' colours, lighter towards the boundary."""

    def prepare(self, picture: Picture) -> None:
        """Score a grid over the view and colour it."""
        self._image: QImage | None = None
        model = picture.model
        if model is None or model.is_zero:
            return
        left, bottom, right, top = self.view()
        x = _cell_centres(left, right)
        y = _cell_centres(bottom, top)[::-1]
        scores = grid_scores(model, picture.plane, x, y)
        shades = shade_table(self.theme, self._colours(picture))
        # Kept with the image: QImage does not copy the buffer.
        self._pixels = region_pixels(scores, shades)
        self._image = QImage(
            self._pixels.data, CELLS, CELLS, 4 * CELLS, QImage.Format.Format_RGB32
        )

    def _colours(self, picture: Picture) -> tuple[str, ...]:
        """Give each class's colour; of one class against the rest, the rest's first."""
        if picture.one_vs_rest is not None:
            return self.theme.muted, self.theme.class_colour(picture.one_vs_rest)
        return tuple(map(self.theme.class_colour, range(len(picture.data.class_names))))

    def draw(self, painter: QPainter) -> None:
        """Stretch the grid over the view."""
        if self._image is None:
            return
        painter.setRenderHint(painter.RenderHint.Antialiasing, False)
        painter.setRenderHint(painter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(self.boundingRect(), self._image)


def _cell_centres(low: float, high: float) -> NDArray[np.float64]:
    return low + (np.arange(CELLS) + 0.5) * (high - low) / CELLS


@lru_cache(maxsize=8)
def shade_table(theme: Theme, colours: tuple[str, ...]) -> NDArray[np.uint32]:
    """Mix each colour with the ground, faint to strong, (n_colours, SHADES)."""
    ground = np.array(_rgb(theme.field))
    table = np.empty((len(colours), SHADES), np.uint32)
    for k, name in enumerate(colours):
        own = np.array(_rgb(name))
        share = np.linspace(FAINTEST, STRONGEST, SHADES)[:, None]
        r, g, b = (ground + share * (own - ground)).round().astype(np.uint32).T
        table[k] = 0xFF000000 | r << 16 | g << 8 | b
    return table


def _rgb(colour: str) -> tuple[int, int, int]:
    one = QColor(colour)
    return one.red(), one.green(), one.blue()


def region_pixels(
    scores: NDArray[np.float64], shades: NDArray[np.uint32]
) -> NDArray[np.uint32]:
    """Turn scores (h, w, n_outputs) into pixels (h, w)."""
    if scores.shape[2] == 1:
        codes = (scores[:, :, 0] > 0).astype(np.intp)
        lead = np.abs(scores[:, :, 0])
    else:
        codes, lead = leading_class(scores)
    sureness = 1.0 - np.exp(-lead / (lead.mean() or 1.0))
    pixels: NDArray[np.uint32] = shades[
        codes, (sureness * (SHADES - 1)).astype(np.intp)
    ]
    return pixels
