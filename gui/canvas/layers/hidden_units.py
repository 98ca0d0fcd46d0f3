"""A network's first hidden layer: the line of each unit, and where it is active."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap

from engine.models.capabilities import can
from gui.canvas.contours import level_lines
from gui.canvas.layers.class_boundaries import (
    length,
    places_on_bent,
    places_on_straight,
)
from gui.canvas.layers.layer import Layer, draw_polylines, is_vector, pen
from gui.canvas.layers.legend_rows import LegendRow, line_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.models.linear_model import LinearModel
    from gui.canvas.picture import Picture
    from gui.style.theme import Theme

    Pair = Sequence[float]

WIDTH, CHOSEN = 1.0, 2.75
"""Of a line, and of that which is dragged."""
HEIGHT, ROOM = 16.0, 4.0
"""Of a name's box, and beside the name; all lengths are in pixels."""
POINTER = 8.0
BETWEEN = 38.0
"""Between two names."""
FROM_END = 56.0
"""From a name to the end of its line, by which this can be turned."""
TIP = (
    "On its line a hidden unit's input is 0; its name's pointer shows the side where "
    "it is active, its input positive"
)


def has_network(picture: Picture) -> bool:
    """Tell whether a picture's model has hidden units that can be drawn."""
    return can(picture.model, "network") and not picture.folds


class UnitMarker(NamedTuple):
    """A unit's name on its line, and which way it is active."""

    unit: int
    place: Pair
    towards: Pair


def unit_colour(theme: Theme, unit: int, n_classes: int) -> str:
    """Give a hidden unit's colour: those after the classes', over and over."""
    first = min(n_classes, len(theme.classes) - 2)
    return theme.classes[first + unit % (len(theme.classes) - first)]


class HiddenUnitsLayer(Layer):
    """Draws where the input of each unit of the first hidden layer is 0.

    Attributes
    ----------
    lines : list of list of ndarray, shape (m, 2)
        Polylines of each unit in the view; none where there is no network.
    markers : list of UnitMarker
    chosen : int
        The unit whose line is dragged; −1: none.
    """

    chosen = -1

    def choose(self, unit: int) -> None:
        """Draw the line of another unit thick, or of none: −1."""
        if unit != self.chosen:
            self.chosen = unit
            self.prepare_again()

    def set_shown(self, shown: bool) -> None:
        self.setVisible(shown)
        self.prepare_again()

    def prepare(self, picture: Picture) -> None:
        self.lines: list[list[NDArray[np.float64]]] = []
        self.markers: list[UnitMarker] = []
        model = picture.model
        if not can(model, "network") or picture.folds or not self.isVisible():
            return
        units = model.first_layer
        self._names, self._classes = units.class_names, len(model.class_names)
        self.lines = level_lines(units, picture.plane, self.view())
        self._polylines = [self.in_pixels(own) for own in self.lines]
        if not self._view.rect().isEmpty():
            self.markers = self._place_markers(units, picture)

    def _place_markers(self, units: LinearModel, picture: Picture) -> list[UnitMarker]:
        """Put each name near an end of its line, where no other one is."""
        chosen: dict[int, tuple[Pair, Pair]] = {}
        size = self._item.size
        taken: list[Pair] = []
        for unit, lines in enumerate(self._polylines):
            for line in sorted(lines, key=length, reverse=True):
                ends = (line[0], line[-1]) if unit == self.chosen else ()
                along = places_on_straight if len(line) == 2 else places_on_bent
                place = next(
                    (
                        place
                        for place in along(line, size)
                        if not _is_near(place[0], taken, BETWEEN)
                        and not _is_near(place[0], ends, FROM_END)
                    ),
                    None,
                )
                if place is not None:
                    chosen[unit] = place
                    taken.append(place[0])
                    break
        if not chosen:
            return []
        places, normals = np.moveaxis(np.array(list(chosen.values())), 1, 0)
        sides = np.concatenate([places + POINTER * normals, places - POINTER * normals])
        z = units.scores(picture.plane.lift(self.places(sides)))
        here, there = (
            half[range(len(chosen)), list(chosen)] for half in np.split(z, 2)
        )
        towards = normals * np.where(here >= there, 1.0, -1.0)[:, None]
        return [
            UnitMarker(*marker)
            for marker in zip(chosen, places.tolist(), towards.tolist(), strict=True)
        ]

    def is_empty(self) -> bool:
        """Tell, fast, whether there is nothing to draw."""
        return self.picture is None or not self.lines

    def draw(self, painter: QPainter) -> None:
        for unit, lines in enumerate(self._polylines):
            if lines:
                painter.setPen(self._pen(unit))
                draw_polylines(painter, lines)
        for marker in self.markers:
            self._draw_name(painter, marker)

    def _draw_name(self, painter: QPainter, marker: UnitMarker) -> None:
        """Draw the pointer, and over its foot the name."""
        colour = unit_colour(self.theme, marker.unit, self._classes)
        name, scale = self._names[marker.unit], self.theme.scale
        font = painter.font().toString()
        (x, y), (to_x, to_y) = marker.place, marker.towards
        wide, high = name_size(name, font, scale)
        # From the middle of the box to its edge, on the way of the pointer.
        edge = min(
            wide / 2 / abs(to_x) if to_x else math.inf,
            high / 2 / abs(to_y) if to_y else math.inf,
        )
        tip, foot, aside = edge + POINTER * scale, edge - 1, 0.7 * POINTER * scale
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawPolygon(
            [
                QPointF(x + along * to_x - across * to_y,
                        y + along * to_y + across * to_x)
                for along, across in ((tip, 0.0), (foot, aside), (foot, -aside))
            ]
        )  # fmt: skip
        if is_vector(painter):
            painter.save()
            painter.translate(x, y)
            draw_name(painter, name, colour, self.theme)
            painter.restore()
            return
        ratio = painter.device().devicePixelRatioF()
        badge, half_wide, half_high = name_pixmap(name, colour, self.theme, font, ratio)
        painter.drawPixmap(QPointF(x - half_wide, y - half_high), badge)

    def legend(self) -> list[LegendRow]:
        unit = next((k for k, lines in enumerate(self.lines) if lines), None)
        if unit is None:
            return []
        return [line_row(self._pen(unit), "a hidden unit, where z = 0", TIP)]

    def _pen(self, unit: int) -> QPen:
        colour = unit_colour(self.theme, unit, self._classes)
        width = CHOSEN if unit == self.chosen else WIDTH
        return pen(colour, width * self.theme.scale)


def _is_near(place: Pair, others: Sequence[Pair], distance: float) -> bool:
    """Tell whether a place is near one of the others. In a loop: it is asked often."""
    x, y = place
    for at_x, at_y in others:
        if abs(at_x - x) < distance and math.hypot(at_x - x, at_y - y) < distance:
            return True
    return False


@lru_cache(maxsize=64)
def name_size(name: str, font: str, scale: float) -> tuple[float, float]:
    """Give the width and height of a name's box, in a font by its description."""
    own = QFont()
    own.fromString(font)
    wide = QFontMetricsF(own).horizontalAdvance(name) + 2 * ROOM
    return max(wide, HEIGHT * scale), HEIGHT * scale


def draw_name(painter: QPainter, name: str, colour: str, theme: Theme) -> None:
    """Draw a unit's name in a box around (0, 0)."""
    wide, high = name_size(name, painter.font().toString(), theme.scale)
    box = QRectF(-wide / 2, -high / 2, wide, high)
    painter.setPen(pen(colour, 1.5))
    painter.setBrush(QColor(theme.field))
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(QColor(theme.ink))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)


@lru_cache(maxsize=64)
def name_pixmap(
    name: str, colour: str, theme: Theme, font: str, ratio: float
) -> tuple[QPixmap, float, float]:
    """Draw a name once; stamped, it costs a tenth. Its halves are given with it."""
    own = QFont()
    own.fromString(font)
    wide, high = name_size(name, font, theme.scale)
    wide, high = math.ceil(wide) + 4, math.ceil(high) + 4
    pixmap = QPixmap(round(wide * ratio), round(high * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.setFont(own)
        painter.translate(wide / 2, high / 2)
        draw_name(painter, name, colour, theme)
    half = pixmap.deviceIndependentSize() / 2
    return pixmap, half.width(), half.height()
