"""What is drawn of a figure, as frozen values: charts of curves, pictures of cells."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Place = tuple[float, float]
Span = tuple[float, float]
ROOM = 0.06
"""Share of a span that is left free beyond what is drawn."""
NEAR_ZERO = 0.25
"""Share of the largest value: what begins below it is seen from 0."""


@dataclass(frozen=True)
class ChartCurve:
    """A curve, and what it is called.

    Attributes
    ----------
    name : str
        In the legend, where there are several.
    places : tuple of (float, float)
    look : int
        Its line among `engine.lessons.figures.svg.LINES`.
    """

    name: str
    places: tuple[Place, ...]
    look: int = 0


@dataclass(frozen=True)
class ChartMark:
    """A dot on a curve, what is said of it, and the curve's slope there."""

    at: Place
    said: str
    slope: float | None = None


@dataclass(frozen=True)
class LineChart:
    """Curves over an axis.

    Attributes
    ----------
    curves : tuple of ChartCurve
    up : str
        What the heights are.
    x, y : (float, float)
        What is in view; what is higher is cut.
    across : str
        What lies along the axis; empty: as under the chart below.
    names_are : str
        What the names of the curves are values of. Or empty.
    in_percent : bool
        Heights are shares.
    high : bool
        It has more height than others.
    mark : ChartMark, optional
    """

    curves: tuple[ChartCurve, ...]
    up: str
    x: Span
    y: Span
    across: str = ""
    names_are: str = ""
    in_percent: bool = False
    high: bool = False
    mark: ChartMark | None = None


@dataclass(frozen=True)
class CellPicture:
    """Numbers as a square of cells, with lines of text under it.

    Attributes
    ----------
    cells : tuple of tuple of float
        Rows from the top; 0 is white and 1 black. Signed: −1 … 1, one colour for each
        sign.
    captions : tuple of str
    signed : bool
    """

    cells: tuple[tuple[float, ...], ...]
    captions: tuple[str, ...]
    signed: bool = False


@dataclass(frozen=True)
class FigureDrawing:
    """All that a figure shows.

    Attributes
    ----------
    described : str
        What is seen, in words.
    charts : tuple of LineChart
        One below the other.
    pictures : tuple of CellPicture
        Side by side.
    """

    described: str
    charts: tuple[LineChart, ...] = ()
    pictures: tuple[CellPicture, ...] = ()


def span_of(values: Sequence[float], *, from_zero: bool = False) -> Span:
    """Give what is in view of heights: from 0 where they come near it, some room."""
    sound = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(sound), max(sound)
    if from_zero or 0 <= low < NEAR_ZERO * high:
        return min(0.0, low), high * (1 + ROOM) or 1.0
    room = ROOM * (high - low) or 0.5 * abs(high) or 0.5
    return low - room, high + room
