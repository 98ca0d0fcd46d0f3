"""Where the units of a network are drawn, in a rectangle of a size."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF

from gui.features.network.network_picture import NetworkPart

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gui.features.network.network_picture import NetworkPicture

LARGEST, SMALLEST = 46.0, 8.0
"""Side of a unit's map, in pixels as all lengths are."""
INPUT = 26.0
"""The widest circle of an input."""
WITH_NUMBERS = 40.0
"""Height of a unit from which on its numbers stand under it."""
GAP, BETWEEN = 2.0, 8.0
"""Between units, without numbers and with them."""
EDGE = 4.0
NEAR = 6.0
"""From a connection, at which the mouse points at it."""


@dataclass(frozen=True, eq=False)
class NetworkLayout:
    """Places of a picture's units.

    Attributes
    ----------
    picture : NetworkPicture
    boxes : dict of QRectF
        Of each unit that is drawn.
    line : float
        Height of a line of text.
    numbered : tuple of bool
        For each column, whether there is room for numbers under its units.
    pitch : float
        From a column to the next one.
    """

    picture: NetworkPicture
    boxes: dict[NetworkPart, QRectF]
    line: float
    numbered: tuple[bool, ...]
    pitch: float

    @classmethod
    def of(
        cls, picture: NetworkPicture, width: float, height: float, line: float
    ) -> NetworkLayout:
        """Set columns side by side; their units below each other, as large as fits."""
        columns = len(picture.drawn)
        pitch = width / columns
        boxes, numbered = {}, []
        for column, drawn in enumerate(picture.drawn):
            room = (height - 2 * EDGE) / max(len(drawn), 1)
            with_numbers = room >= WITH_NUMBERS + line
            numbered.append(with_numbers)
            texts = 2 * line if with_numbers else 0.0
            gap = BETWEEN if with_numbers else GAP
            side = min(LARGEST, room - texts - gap, 0.5 * pitch)
            side = max(side if column else min(side, INPUT), SMALLEST)
            for place, unit in enumerate(drawn.tolist()):
                middle = EDGE + (place + 0.5) * room
                box = QRectF(0, 0, side, side)
                box.moveCenter(QPointF((column + 0.5) * pitch, middle - texts / 2))
                boxes[NetworkPart(column, unit)] = box
        return cls(picture, boxes, line, tuple(numbered), pitch)

    def draws(self, part: NetworkPart) -> bool:
        """Say whether a unit, or both ends of a connection, are drawn."""
        source = NetworkPart(part.column - 1, part.source)
        return NetworkPart(part.column, part.unit) in self.boxes and (
            part.source < 0 or source in self.boxes
        )

    def connections(self) -> Iterator[NetworkPart]:
        """Go over the connections that are drawn."""
        drawn = self.picture.drawn
        for column in range(1, len(drawn)):
            for unit in drawn[column].tolist():
                for source in drawn[column - 1].tolist():
                    yield NetworkPart(column, unit, source)

    def line_of(self, part: NetworkPart) -> QLineF:
        """Give where a connection is drawn."""
        here = self.boxes[NetworkPart(part.column - 1, part.source)]
        there = self.boxes[NetworkPart(part.column, part.unit)]
        return QLineF(here.right(), here.center().y(), there.left(), there.center().y())

    def part_at(self, place: QPointF) -> NetworkPart | None:
        """Give the unit, or else the nearest connection, at a place."""
        for unit, box in self.boxes.items():
            if box.adjusted(-GAP, -GAP, GAP, GAP).contains(place):
                return unit
        near = [(_distance(self.line_of(p), place), p) for p in self.connections()]
        distance, part = min(near, default=(math.inf, NetworkPart(0, 0)))
        return part if distance <= NEAR else None


def _distance(line: QLineF, place: QPointF) -> float:
    """Give how far a place is from a segment."""
    along, away = line.p2() - line.p1(), place - line.p1()
    squared = QPointF.dotProduct(along, along)
    share = QPointF.dotProduct(away, along) / squared if squared else 0.0
    foot = line.p1() + along * min(max(share, 0.0), 1.0)
    return math.hypot(*(place - foot).toTuple())
