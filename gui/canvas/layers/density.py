"""Very many samples as a picture of their density, vermilion where they are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gui.canvas.crowd import crowd_of, one_by_one
from gui.canvas.layers.base import Layer
from gui.canvas.layers.cells import density_image, opacity, share_image
from gui.canvas.layers.symbols import STAMP

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainter

    from gui.canvas.layers.cells import Cells

COVER = 0.8
"""Opacity of the mistakes' colour where all samples are mistakes."""


class DensityLayer(Layer):
    """Draws how many samples are where, while they are too many for symbols.

    The image is made again only when data or view change; that of the mistakes with
    every model.
    """

    _drawn: tuple[object, ...] = ()
    _image: QImage
    _strength: Cells

    def draw(self, painter: QPainter) -> None:
        """Draw the density, then cover the share of mistakes in it."""
        picture = self.picture
        if picture is None or one_by_one(picture, self.around_view(STAMP)) is not None:
            return
        density = crowd_of(picture).density(*self.cells())
        if self._drawn != (density, self.theme):
            self._drawn = density, self.theme
            self._strength = opacity(density)
            self._image = density_image(density, self._strength, self.theme)
        painter.drawImage(self.boundingRect(), self._image)
        wrong = picture.wrong_in(density)
        if wrong is not None:
            share = COVER * self._strength * wrong / np.maximum(density.total, 1)
            image = share_image(share, self.theme.mistake)
            painter.drawImage(self.boundingRect(), image)
