"""A legend on the canvas: what its marks are, each with the symbol that is drawn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen

from engine.data.classes import spoken_class
from engine.data.dataset import TRAINING
from gui.canvas.layers.layer import Layer
from gui.canvas.layers.legend_rows import LegendRow
from gui.canvas.layers.symbols import SYMBOL_BOX, draw_part
from gui.canvas.point_index import rows_as_symbols
from gui.style.text import one_line
from gui.style.theme import faded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PySide6.QtGui import QPainter

    from gui.canvas.layers.layer import LayerItem
    from gui.canvas.picture import Picture
    from gui.style.theme import Theme

PLACE = QPointF(10, 10)
"""The corner of a legend; all lengths are in pixels."""
PADDING = 8.0
SYMBOL = 28.0
"""Width of the column of symbols."""
LEAST_ROW = 18.0
FEW_CLASSES = 4
"""Classes that are named among the marks; more have a place of their own."""


def draw_card(
    painter: QPainter, box: QRectF, theme: Theme, opacity: float, radius: float
) -> None:
    """Draw the card that words on the canvas stand on."""
    painter.setPen(QPen(QColor(theme.border), 1))
    painter.setBrush(faded(theme.card, opacity))
    painter.drawRoundedRect(box, radius, radius)


def emptiest_place(
    width: float, height: float, room: QRectF, places: NDArray[np.float64]
) -> QRectF:
    """Find a box at an edge of a room that hides fewest of some places, (n, 2).

    Of some equally good ones it is the first.
    """
    x, y = PLACE.x(), PLACE.y()
    right, low = room.width() - x - width, room.height() - y - height
    corners = (
        (x, y), (right, y), (x, low), (right, low), (right / 2, low), (right / 2, y)
    )  # fmt: skip
    boxes = [QRectF(*corner, width, height) for corner in corners]
    return min(boxes, key=lambda box: hidden_by(box, places))


def hidden_by(box: QRectF, places: NDArray[np.float64]) -> int:
    """Count the places, (n, 2), of which a box hides a symbol or a part of it."""
    reach = (box.width() + SYMBOL_BOX) / 2, (box.height() + SYMBOL_BOX) / 2
    away = np.abs(places - box.center().toTuple())
    return int((away < reach).all(axis=1).sum())


class LegendLayer(Layer):
    """Tells what the layers have drawn: all of it, if asked, else what needs words.

    Parameters
    ----------
    item : LayerItem
    layers : sequence of Layer
        What it tells of, in this order, if asked; else of those that need words.

    Attributes
    ----------
    shown : bool
        Whether it was asked for.
    names_classes : bool
        On paper: there no strip of classes is under the canvas. Many are named above
        the plot.
    box : QRectF
        Where it was drawn last; empty where there is none.
    """

    of_one_run = True

    def __init__(self, item: LayerItem, layers: Sequence[Layer]) -> None:
        super().__init__(item)
        self._layers = layers
        self.shown = self.names_classes = False
        self.box = QRectF()
        self._tips: list[tuple[QRectF, str]] = []
        self._placed: tuple[object, ...] = ()
        self._corner = QRectF()

    def set_shown(self, shown: bool) -> None:
        self.shown = shown
        self.update()

    def rows(self) -> list[LegendRow]:
        """Give what it tells now."""
        if self.picture is None:
            return []
        rows = [
            row
            for layer in self._layers
            if layer.isVisible() and (self.shown or layer.in_legend)
            for row in layer.legend()
        ]
        few = len(self.picture.data.class_names) <= FEW_CLASSES
        if self.names_classes and self.shown and few:
            rows = [*self._classes(self.picture), *rows]
        return [row for row in rows if row.always or self.shown]

    def _classes(self, picture: Picture) -> list[LegendRow]:
        return [
            _class_row(code, name, self.theme)
            for code, name in enumerate(picture.data.class_names)
        ]

    def tip_at(self, place: QPointF) -> str:
        """Give the sentence of the row at a place of the view; empty where none is."""
        tips = (tip for row, tip in self._tips if row.contains(place))
        return next(tips, "")

    def is_empty(self) -> bool:
        if self.shown and self.picture is not None:
            return False
        for layer in self._layers:
            if layer.in_legend and layer.isVisible():
                return False
        self.box, self._tips = QRectF(), []
        return True

    def draw(self, painter: QPainter) -> None:
        rows = self.rows()
        self.box, self._tips = QRectF(), []
        if not rows or self.picture is None:
            return
        metrics = painter.fontMetrics()
        line = max(metrics.height() + 2.0, LEAST_ROW * self.theme.scale)
        column = SYMBOL * self.theme.scale
        room = self.rect().height() - 2 * PLACE.y() - PADDING
        most = max(1, int(room / line))
        high = math.ceil(len(rows) / math.ceil(len(rows) / most))
        columns = [rows[i : i + high] for i in range(0, len(rows), high)]
        wide = [
            column + PADDING + max(metrics.horizontalAdvance(row.text) for row in below)
            for below in columns
        ]
        size = sum(wide) + (len(wide) + 1) * PADDING, high * line + PADDING
        self.box = self._placed_rect(size, self.picture)
        draw_card(painter, self.box, self.theme, 0.9, 6)
        left, top = self.box.left() + PADDING, self.box.top() + PADDING / 2
        for below, width in zip(columns, wide, strict=True):
            for i, row in enumerate(below):
                place = QRectF(left, top + i * line, width, line)
                painter.save()
                row.draw(painter, QPointF(left + column / 2, place.center().y()))
                painter.restore()
                painter.setPen(QColor(self.theme.ink))
                text = place.adjusted(column + PADDING, 0, 0, 0)
                painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, row.text)
                self._tips.append((place, row.tip))
            left += width + PADDING

    def _placed_rect(self, size: tuple[float, float], picture: Picture) -> QRectF:
        """Stay in a corner while only the rows change; choose it for data and view."""
        placed = (picture.data, self.view(), self.shown)
        if placed != self._placed:
            self._placed = placed
            self._corner = emptiest_place(*size, self.rect(), self.symbols(picture))
        corner, room = self._corner, self.rect()
        box = QRectF(corner.topLeft(), QRectF(0, 0, *size).size())
        if corner.center().x() > room.center().x():
            box.moveRight(corner.right())
        if corner.center().y() > room.center().y():
            box.moveBottom(corner.bottom())
        return box

    def symbols(self, picture: Picture) -> NDArray[np.float64]:
        """Give where samples are drawn, in pixels of the view; none if too many are."""
        rows = rows_as_symbols(picture, self.view())
        X = picture.data.X[rows if rows is not None else slice(0)]
        return self.pixels(picture.plane.project(X))


def _class_row(code: int, name: str, theme: Theme) -> LegendRow:
    def draw(painter: QPainter, centre: QPointF) -> None:
        draw_part(painter, np.array([centre.toTuple()]), code, TRAINING, theme, 2.0)

    return LegendRow(draw, one_line(name), f"A sample of {spoken_class(name)}")
