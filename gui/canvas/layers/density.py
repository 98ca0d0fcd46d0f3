"""Very many samples as a picture of their density, vermilion where they are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from gui.canvas.layers.cells import covered, density_image, opacity
from gui.canvas.layers.layer import Layer
from gui.canvas.layers.symbols import STAMP
from gui.canvas.mistakes import wrong_in
from gui.canvas.point_index import index_of, one_by_one

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from gui.canvas.density import Cells, Density
    from gui.canvas.picture import Picture
    from gui.canvas.point_index import PointIndex

HINT = QPainter.RenderHint
COVER = 0.8
"""Opacity of the mistakes' colour where all samples are mistakes."""


class DensityLayer(Layer):
    """Draws how many samples are where, while they are too many for symbols.

    The image is made again only when data, view or model change.
    """

    _ground: tuple[object, ...] = ()
    _drawn: tuple[object, ...] = ()
    _strength: Cells
    _bare: QImage
    _image: QImage

    def draw(self, painter: QPainter) -> None:
        """Draw the density, covered by the share of mistakes in it."""
        picture = self.picture
        if picture is None or one_by_one(picture, self.around_view(STAMP)) is not None:
            return
        crowd = index_of(picture)
        density = crowd.density(*self.cells())
        self._make(picture, density, crowd)
        for hint in (HINT.Antialiasing, HINT.SmoothPixmapTransform):
            painter.setRenderHint(hint, False)
        left, bottom, right, top = density.rect
        corners = self.polygon(np.array([[left, top], [right, bottom]]))
        painter.drawImage(QRectF(corners[0], corners[1]), self._image)

    def _make(self, picture: Picture, density: Density, crowd: PointIndex) -> None:
        ground = density, self.theme
        if self._ground != ground:
            self._ground = ground
            self._strength = opacity(density)
            self._bare = density_image(density, self._strength, self.theme)
        of_folds = picture.held_out_wrong is not None, picture.folds
        drawn = *ground, picture.model, picture.mine, of_folds
        if self._drawn != drawn:
            self._drawn, self._image = drawn, self._bare
            wrong = wrong_in(picture, density, crowd)
            if wrong is not None:
                share = np.minimum(wrong / np.maximum(density.total, 1), 1)
                share *= COVER * self._strength
                self._image = covered(self._bare, share, self.theme.mistake)
