"""A network's first hidden layer: the line of each unit, and where it is active."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap

from engine.families.capabilities import can
from gui.canvas.contours import level_lines
from gui.canvas.layers.class_boundaries import (
    length,
    places_on_bent,
    places_on_straight,
)
from gui.canvas.layers.layer import (
    Layer,
    Polyline,
    draw_pointer,
    draw_polylines,
    is_vector,
    pen,
)
from gui.canvas.layers.legend_rows import LegendRow, line_row
from gui.style.icons import clear_pixmap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.families.linear.model import LinearModel
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


class NameBadge(NamedTuple):
    """A unit's name in its box.

    Attributes
    ----------
    name : str
    wide, high : float
        Of the box.
    colour : QColor
        The unit's.
    """

    name: str
    wide: float
    high: float
    colour: QColor

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Draw the name in its box, around (0, 0)."""
        box = QRectF(-self.wide / 2, -self.high / 2, self.wide, self.high)
        painter.setPen(pen(self.colour.name(), 1.5))
        painter.setBrush(QColor(theme.field))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QColor(theme.ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.name)


class BadgeAtlas(NamedTuple):
    """The names of all units, drawn once, one below the other.

    Attributes
    ----------
    badges : tuple of NameBadge
    pixmap : QPixmap
    parts : ndarray, shape (units, 4)
        Of each unit left, top, width and height in physical pixels of it.
    """

    badges: tuple[NameBadge, ...]
    pixmap: QPixmap
    parts: NDArray[np.float64]

    def draw(
        self, painter: QPainter, units: list[int], places: NDArray[np.float64]
    ) -> None:
        """Stamp the names of some units, each around its place (n, 2)."""
        fragments = PrimitiveArray(QPainter.PixmapFragment, 10)
        fragments.resize(len(units))
        table, ratio = fragments.ndarray(), self.pixmap.devicePixelRatioF()
        table[:, :2] = places
        table[:, 2:6] = self.parts[units]
        table[:, 6:] = 1 / ratio, 1 / ratio, 0, 1
        draw: Any = painter.drawPixmapFragments  # from an address: unknown to its stub
        draw(*fragments.drawargs(), self.pixmap)


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

    of_one_run = on_paper = True
    chosen = -1
    _made_of: tuple[object, ...] = ()

    def choose(self, unit: int) -> None:
        """Draw the line of another unit thick, or of none: −1."""
        if unit != self.chosen:
            self.chosen = unit
            self.prepare_again()

    def set_shown(self, shown: bool) -> None:
        self.setVisible(shown)
        self.prepare_again()

    def show_like(self, other: Self) -> None:
        self.set_shown(other.isVisible())

    def prepare(self, picture: Picture) -> None:
        model = picture.model
        if not can(model, "network") or picture.folds or not self.isVisible():
            self.lines: list[list[NDArray[np.float64]]] = []
            self.markers: list[UnitMarker] = []
            self._made_of = ()
            return
        made_of = model, picture.plane, self.view(), self._item.size, self.chosen
        if made_of == self._made_of:
            return
        self._made_of = made_of
        units = model.first_layer
        self._names, self._classes = units.class_names, len(model.class_names)
        self.lines = level_lines(units, picture.plane, self.view())
        polylines = iter(self.in_pixels([line for own in self.lines for line in own]))
        self._polylines = [list(islice(polylines, len(own))) for own in self.lines]
        empty = self._view.rect().isEmpty()
        self.markers = [] if empty else self._place_markers(units, picture)

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
        rows, own = np.arange(len(chosen)), list(chosen)
        ahead = z[rows, own] >= z[rows + len(chosen), own]
        towards = normals * np.where(ahead, 1.0, -1.0)[:, None]
        return [
            UnitMarker(*marker)
            for marker in zip(chosen, places.tolist(), towards.tolist(), strict=True)
        ]

    def is_empty(self) -> bool:
        """Tell, fast, whether there is nothing to draw."""
        return self.picture is None or not self.lines

    def draw(self, painter: QPainter) -> None:
        alike: dict[tuple[str, bool], list[Polyline]] = {}
        for unit, lines in enumerate(self._polylines):
            colour = unit_colour(self.theme, unit, self._classes)
            alike.setdefault((colour, unit == self.chosen), []).extend(lines)
        for (colour, chosen), lines in alike.items():
            painter.setPen(self._pen(colour, chosen=chosen))
            draw_polylines(painter, lines)
        if self.markers:
            self._draw_names(painter)

    def _draw_names(self, painter: QPainter) -> None:
        """Draw the pointers, and over the foot of each the name."""
        theme, font = self.theme, painter.font().toString()
        ratio = painter.device().devicePixelRatioF()
        atlas = badge_atlas(self._names, self._classes, theme, font, ratio)
        vectors, pointer = is_vector(painter), POINTER * theme.scale
        painter.setPen(Qt.PenStyle.NoPen)
        for unit, place, (to_x, to_y) in self.markers:
            badge = atlas.badges[unit]
            # From the middle of the box to its edge, on the way of the pointer.
            edge = min(
                badge.wide / 2 / abs(to_x) if to_x else math.inf,
                badge.high / 2 / abs(to_y) if to_y else math.inf,
            )
            tip, foot, aside = edge + pointer, edge - 1, 0.7 * pointer
            painter.setBrush(badge.colour)
            draw_pointer(painter, place, (to_x, to_y), tip, foot, aside)
        units, places, _ = zip(*self.markers, strict=True)
        if not vectors:
            atlas.draw(painter, list(units), np.array(places))
            return
        for unit, (x, y) in zip(units, places, strict=True):
            painter.translate(x, y)
            atlas.badges[unit].draw(painter, theme)
            painter.translate(-x, -y)

    def legend(self) -> list[LegendRow]:
        unit = next((k for k, lines in enumerate(self.lines) if lines), None)
        if unit is None:
            return []
        colour = unit_colour(self.theme, unit, self._classes)
        drawn = self._pen(colour, chosen=unit == self.chosen)
        return [line_row(drawn, "a hidden unit, where z = 0", TIP)]

    def _pen(self, colour: str, *, chosen: bool) -> QPen:
        return pen(colour, (CHOSEN if chosen else WIDTH) * self.theme.scale)


def _is_near(place: Pair, others: Sequence[Pair], distance: float) -> bool:
    """Tell whether a place is near one of the others. In a loop: it is asked often."""
    x, y = place
    for at_x, at_y in others:
        if abs(at_x - x) < distance and math.hypot(at_x - x, at_y - y) < distance:
            return True
    return False


@lru_cache(maxsize=8)
def badge_atlas(
    names: tuple[str, ...], n_classes: int, theme: Theme, font: str, ratio: float
) -> BadgeAtlas:
    """Draw the names of all units once; stamped together, they cost a twentieth.

    Parameters
    ----------
    names : tuple of str
    n_classes : int
    theme : Theme
    font : str
        By its description.
    ratio : float
        Physical pixels in a logical one.
    """
    own = QFont()
    own.fromString(font)
    metrics, high = QFontMetricsF(own), HEIGHT * theme.scale
    badges = tuple(
        NameBadge(
            name,
            max(metrics.horizontalAdvance(name) + 2 * ROOM, high),
            high,
            QColor(unit_colour(theme, unit, n_classes)),
        )
        for unit, name in enumerate(names)
    )
    columns = math.ceil((max(badge.wide for badge in badges) + 4) * ratio)
    rows = math.ceil((high + 4) * ratio)
    pixmap = clear_pixmap(QSize(columns, rows * len(badges)), ratio)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.setFont(own)
        painter.translate(columns / ratio / 2, rows / ratio / 2)
        for badge in badges:
            badge.draw(painter, theme)
            painter.translate(0, rows / ratio)
    tops = np.arange(len(badges), dtype=np.float64) * rows
    sides = np.broadcast_to([columns, rows], (len(badges), 2))
    parts = np.column_stack([np.zeros(len(badges)), tops, sides])
    return BadgeAtlas(badges, pixmap, parts)
