"""The plot of a slice through a network's parameters: its ground, path and marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from gui.canvas.layers.layer import PictureLayer
from gui.features.weight_space.weight_picture import PathPicture
from gui.features.weight_space.weight_plot import (
    WeightMarksLayer,
    WeightPathLayer,
    draw_ground,
    ground_of_losses,
    ground_of_mistakes,
    shaded,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter


@dataclass(frozen=True, eq=False)
class SliceGround:
    """Error or cost on a grid, as it was measured last.

    Attributes
    ----------
    u, v : ndarray, shapes (m,) and (k,)
        Middles of the cells.
    measured : ndarray, shape (k, m)
    by_loss : bool
        Whether it is the cost.
    """

    u: NDArray[np.float64]
    v: NDArray[np.float64]
    measured: NDArray[np.float64]
    by_loss: bool


@dataclass(frozen=True, eq=False, kw_only=True)
class SlicePicture(PathPicture):
    """The path of two parameters, and what lies under it.

    Attributes
    ----------
    ground : SliceGround or None
        None until it is measured.
    """

    ground: SliceGround | None


def ground_shares(
    ground: SliceGround,
) -> tuple[NDArray[np.float64], list[NDArray[np.float64]]]:
    """Give how much ink lies at each place of a ground, and lines of equal cost."""
    if ground.by_loss:
        return ground_of_losses(ground.u, ground.v, ground.measured)
    return ground_of_mistakes(ground.measured), []


class SliceGroundLayer(PictureLayer[SlicePicture]):
    """Shades the plane by the error, or by the cost with lines of equal cost."""

    _ground: SliceGround | None = None

    def prepare(self, picture: SlicePicture) -> None:
        ground = picture.ground
        if ground is None:
            self._ground = None
            return
        if ground is not self._ground:
            self._ground = ground
            self._shares, self._contours = ground_shares(ground)
        self._image = shaded(self._shares, self.theme)
        across, up = ground.u[1] - ground.u[0], ground.v[1] - ground.v[0]
        corners = self.pixels(
            np.array(
                [
                    [ground.u[0] - across / 2, ground.v[-1] + up / 2],
                    [ground.u[-1] + across / 2, ground.v[0] - up / 2],
                ]
            )
        )
        self._rect = QRectF(*(QPointF(*corner) for corner in corners))
        self._lines = list(map(self.polygon, self._contours))

    def draw(self, painter: QPainter) -> None:
        if self._ground is not None:
            draw_ground(painter, self._rect, self._image, self._lines, self.theme)


SLICE_KINDS = (SliceGroundLayer, WeightPathLayer, WeightMarksLayer)
