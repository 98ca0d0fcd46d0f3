"""The angle between the weights and the sample that is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt

from engine.data.dataset import TEST
from engine.families.capabilities import can
from engine.numbers import decimals
from gui.canvas.layers.layer import Layer, pen
from gui.canvas.layers.legend_rows import LegendRow

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QFontMetrics, QPainter

    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture

RADIUS, GAP = 30.0, 4.0
"""Pixels from the origin to the arc, and from there to its name."""
ASIDE = 0.7
"""Radians by which the name is beside x, outside an angle too narrow for it."""
PIECES = 40
HALF_LEGEND = 11.0
TIP = "z = ‖w‖·‖x‖·cos α: positive up to 90°, and 0 where x is on the boundary"


class AngleLayer(Layer):
    """Draws α from w to x, of a boundary through the origin of the plane.

    Only for the sample that is looked at, and only where both features are shown, on
    axes of one scale.

    Attributes
    ----------
    arc : ndarray, shape (m, 2)
        In pixels, from the direction of w to that of x; empty where nothing is drawn.
    text : str
        The angle.
    """

    def __init__(self, item: LayerItem) -> None:
        super().__init__(item)
        self._row: int | None = None
        self.arc, self.text = np.empty((0, 2)), ""

    def look_at(self, row: int | None) -> None:
        """Draw the angle to another sample, or none."""
        if row != self._row:
            self._row = row
            self.prepare_again()

    def prepare(self, picture: Picture) -> None:
        self.arc, self.text = np.empty((0, 2)), ""
        model, data, row = picture.model, picture.data, self._row
        if not can(model, "linear") or row is None or row >= data.n_samples:
            return
        seen = data.n_features == 2 and data.parts[row] != TEST
        if not seen or model.intercept[0] or picture.plane.up < 0:
            return
        if picture.plane.stretch != 1:  # no angle is as it is drawn
            return
        from engine.models.prediction import angle_of

        angle = angle_of(model, data.X[row])
        if angle is not None:
            w = model.weights_of_features[0]
            ends = picture.plane.project(np.array([[0, 0], w, data.X[row]]))
            self._place_arc(ends)
            self.text = f"α = {decimals(angle.degrees, 1)}°"

    def _place_arc(self, ends: NDArray[np.float64]) -> None:
        """Lay the arc between the two directions as they are seen."""
        origin, *tips = self.pixels(ends)
        from_w, to_x = (np.arctan2(*(tip - origin)[::-1]) for tip in tips)
        turn = (to_x - from_w + np.pi) % (2 * np.pi) - np.pi
        angles = from_w + turn * np.linspace(0.0, 1.0, PIECES)
        ways = np.column_stack([np.cos(angles), np.sin(angles)])
        self.arc = origin + RADIUS * ways
        self._sides = origin, origin + 2 * RADIUS * ways[0], tips[1]
        wide = abs(turn) >= 2 * ASIDE
        named = from_w + turn / 2 if wide else to_x + np.copysign(ASIDE, turn)
        self._origin, self._way = origin, np.array([np.cos(named), np.sin(named)])

    def is_empty(self) -> bool:
        return self.picture is None or not len(self.arc)

    def draw(self, painter: QPainter) -> None:
        origin, *sides = (QPointF(*place) for place in np.array(self._sides).tolist())
        painter.setPen(pen(self.theme.faint, 1.25 * self.theme.scale))
        for side in sides:
            painter.drawLine(origin, side)
        painter.setPen(pen(self.theme.ink, 1.25 * self.theme.scale))
        painter.drawPolyline([QPointF(*place) for place in self.arc.tolist()])
        painter.drawText(
            self.name_box(painter.fontMetrics()),
            Qt.AlignmentFlag.AlignCenter,
            self.text,
        )

    def name_box(self, metrics: QFontMetrics) -> QRectF:
        """Give where the name stands, in pixels: in a wide angle, beyond the arc."""
        box = metrics.boundingRect(self.text).toRectF().adjusted(-2, 0, 2, 0)
        half = np.array([box.width(), box.height()]) / 2
        far = RADIUS + GAP + float(half @ np.abs(self._way))
        box.moveCenter(QPointF(*(self._origin + far * self._way).tolist()))
        return box

    def legend(self) -> list[LegendRow]:
        if not len(self.arc):
            return []
        return [LegendRow(self._draw_sign, "angle α between w and x", TIP)]

    def _draw_sign(self, painter: QPainter, centre: QPointF) -> None:
        painter.setPen(pen(self.theme.ink, 1.25 * self.theme.scale))
        x, y = centre.toTuple()
        painter.drawArc(
            round(x - HALF_LEGEND), round(y - HALF_LEGEND / 2),
            round(2 * HALF_LEGEND), round(2 * HALF_LEGEND), 30 * 16, 120 * 16,
        )  # fmt: skip
