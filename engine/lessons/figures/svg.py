"""Figures as SVG: one text for a page, whose style has the colours, and the window."""

from __future__ import annotations

import math
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from engine.numbers import number, spaced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.lessons.figures.drawing import (
        CellPicture,
        ChartCurve,
        FigureDrawing,
        LineChart,
        Place,
        Span,
    )

    Colours = Callable[[str], str]
    """Gives a colour by its name in a theme: ``ink``, ``run-1``, ``class-0``."""


class CurveLook(NamedTuple):
    """How a curve is drawn: no two are told apart by their colour alone."""

    colour: str
    dashes: str
    width: float


LINES = (
    CurveLook("ink", "", 2.75),
    CurveLook("accent-text", "", 1.75),
    CurveLook("run-1", "9 4", 2),
    CurveLook("run-2", "2 3", 2.25),
    CurveLook("run-3", "9 3 2 3", 2),
)
WIDTH, SIZE = 330.0, 14.0
"""Of a figure in a page, and of its text."""
WIDE, USUAL, NARROW = 0.95, 0.64, 0.37
"""How wide signs are in a wide font, in sizes of the text."""
WIDE_SIGNS, NARROW_SIGNS = "%−mMwW", " .,:;·|'fijlrtI()[]"
HIGH, LOW = 13.5, 8.5
"""Of the field of a chart, in sizes of the text."""
SAMPLE, APART = 23.0, 13.0
"""Length of a line in a legend, and what is between its entries."""
TANGENT = 44.0
"""To either side of the mark."""
TILE, LEAST_TILE, BETWEEN = 84.0, 62.0, 14.0
"""Of pictures of cells: their sides at most and at least, and what is between them."""
OVERLAP = 0.4
"""By which cells lie over one another: no ground is seen between them."""
MOST_ACROSS, MOST_UP = 7, 5
"""Numbers at an axis, about."""
APART_UNDER = 3.0
"""Sizes of the text that a number under a chart has at least, about."""


def svg_of(
    drawing: FigureDrawing,
    colours: Colours,
    *,
    alt: str = "",
    width: float = WIDTH,
    size: float = SIZE,
) -> str:
    """Write a figure.

    Parameters
    ----------
    drawing : FigureDrawing
    colours : callable
        Gives what stands for a colour's name.
    alt : str
        What is seen in it, in words; empty: what it says of itself.
    width, size : float
        Of the figure and of its text, in the same units.
    """
    sheet = _Sheet(colours, width, size)
    sheet.add_charts(drawing.charts)
    if drawing.pictures:
        sheet.add_pictures(drawing.pictures)
    said = escape(alt or drawing.described)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} '
        f'{_n(sheet.bottom)}" font-size="{_n(size)}" role="img" '
        f'aria-label="{said}">{"".join(sheet.parts)}</svg>'
    )


class _Sheet:
    """What is written so far, and how far down it goes."""

    def __init__(self, colours: Colours, width: float, size: float) -> None:
        self._colours, self._width, self._size = colours, width, size
        self.parts: list[str] = []
        self.bottom = 0.0

    def add_charts(self, charts: Sequence[LineChart]) -> None:
        """Draw charts one below the other: what is over one another is the same."""
        names = [
            name
            for chart in charts
            for name in _tick_names(_ticks(chart.y, MOST_UP), chart.in_percent)
        ]
        left = max(map(self._length, names), default=0.0) + 0.6 * self._size
        for chart in charts:
            self._add_chart(chart, left)

    def _add_chart(self, chart: LineChart, left: float) -> None:
        size = self._size
        if self.bottom:
            self.bottom += size
        if len(chart.curves) > 1:
            self._add_legend(chart)
        said = chart.mark.said if chart.mark else ""
        self.bottom += size
        self._text(0, self.bottom, chart.up, "muted")
        if said:
            if self._length(chart.up + said) + size > self._width:
                self.bottom += 1.4 * size
            self._text(self._width, self.bottom, said, "ink", "end")
        top = self.bottom + 0.7 * size
        bottom = top + (HIGH if chart.high else LOW) * size
        room = int((self._width - left) / (APART_UNDER * size))
        most = max(1, min(MOST_ACROSS, room))
        ups, across = _ticks(chart.y, MOST_UP), _ticks(chart.x, most)
        names = _tick_names(ups, chart.in_percent)
        last = self._length(_tick_names(across)[-1]) / 2
        field = _Field(chart, left, self._width - last - 1, top, bottom)
        for value, name in zip(ups, names, strict=True):
            y = field.y(value)
            self._rule((left, y), (field.right, y), "grid")
            self._text(left - 0.4 * size, y + 0.36 * size, name, "muted", "end")
        for value, name in zip(across, _tick_names(across), strict=True):
            x = field.x(value)
            self._rule((x, top), (x, bottom), "grid")
            if chart.across:
                self._text(x, bottom + 1.2 * size, name, "muted", "middle")
        self._rule((left, bottom), (field.right, bottom), "border-strong")
        for curve in reversed(chart.curves):  # the first one lies on top
            self._add_curve(curve, field)
        if chart.mark is not None:
            self._add_mark(field.point(chart.mark.at), chart.mark.slope, field)
        self.bottom = bottom
        if chart.across:
            middle = (left + field.right) / 2
            self.bottom += 2.5 * size
            self._text(middle, self.bottom, chart.across, "muted", "middle")
            self.bottom += 0.3 * size

    def _add_legend(self, chart: LineChart) -> None:
        """Name the curves, in as many rows as they need."""
        size, x = self._size, 0.0
        self.bottom += size
        if chart.names_are:
            self._text(0, self.bottom, f"{chart.names_are}:", "muted")
            x = self._length(f"{chart.names_are}: ") + 4
        for curve in chart.curves:
            name = self._fitting(curve.name, self._width - SAMPLE - 6)
            wide = SAMPLE + 6 + self._length(name)
            if x and x + wide > self._width:
                x, self.bottom = 0.0, self.bottom + 1.5 * size
            y = self.bottom - 0.35 * size
            self._path(f"M{_n(x)} {_n(y)}h{_n(SAMPLE)}", curve.look)
            self._text(x + SAMPLE + 6, self.bottom, name, "ink")
            x += wide + APART
        self.bottom += 0.7 * size

    def _add_curve(self, curve: ChartCurve, field: _Field) -> None:
        parts = _within(curve.places, field.chart.y)
        drawn = "".join(_written([field.point(place) for place in p]) for p in parts)
        if drawn:
            self._path(drawn, curve.look)

    def _add_mark(self, at: Place, slope: float | None, field: _Field) -> None:
        x, y = at
        if slope is not None:
            steep = -slope * field.scale_y / field.scale_x
            dx = TANGENT / math.hypot(1, steep)
            if steep:
                dx = min(dx, min(y - field.top, field.bottom - y) / abs(steep))
            before, after = (x - dx, y - dx * steep), (x + dx, y + dx * steep)
            self._line(before, after, "ink", 2)
        self.parts.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="5" '
            f'fill="{self._colours("accent-text")}" '
            f'stroke="{self._colours("card")}" stroke-width="1.5"/>'
        )

    def add_pictures(self, pictures: Sequence[CellPicture]) -> None:
        """Draw pictures side by side, and those that find no room below."""
        size = self._size
        row = max(1, int((self._width + BETWEEN) // (LEAST_TILE + BETWEEN)))
        row = min(row, len(pictures))
        tile = min(TILE, (self._width - (row - 1) * BETWEEN) / row)
        for i, picture in enumerate(pictures):
            if i % row == 0:
                self.bottom += size if self.bottom else 1
                top = self.bottom
            x = 1 + (i % row) * (tile + BETWEEN)
            self._add_cells(picture, x, top, tile - 2)
            for j, caption in enumerate(picture.captions, 1):
                y, colour = top + tile + 1.2 * j * size, "ink" if j == 1 else "muted"
                self._text(x + tile / 2 - 1, y, caption, colour, "middle")
            lines = len(picture.captions)
            self.bottom = max(self.bottom, top + tile + (1.2 * lines + 0.3) * size)

    def _add_cells(self, picture: CellPicture, x: float, y: float, side: float) -> None:
        """Draw a square, its white as its ground."""
        n = len(picture.cells)
        cell = side / n
        frame = f'x="{_n(x)}" y="{_n(y)}" width="{_n(side)}" height="{_n(side)}"'
        ground = self._colours("field") if picture.signed else "#ffffff"
        self.parts.append(f'<rect {frame} fill="{ground}"/>')
        filled: dict[str, str] = {}
        for i, cells in enumerate(picture.cells):
            for j, value in enumerate(cells):
                fill = self._fill(value, signed=picture.signed)
                w, h = (cell + OVERLAP * (k < n - 1) for k in (j, i))
                place = f"M{_n(x + j * cell)} {_n(y + i * cell)}"
                if fill:
                    shape = f"{place}h{_n(w)}v{_n(h)}h{_n(-w)}z"
                    filled[fill] = filled.get(fill, "") + shape
        # The darkest last: where cells lie over one another, ink is not thinned.
        for fill, shapes in sorted(filled.items(), reverse=True):
            self.parts.append(f'<path d="{shapes}" {fill}/>')
        border = self._colours("border-strong")
        self.parts.append(f'<rect {frame} fill="none" stroke="{border}"/>')

    def _fill(self, value: float, *, signed: bool) -> str:
        """Give how a cell is filled; empty: as the ground."""
        if signed:
            colour = self._colours("class-1" if value > 0 else "class-0")
            opacity = f"{abs(value):.2f}"
            return "" if opacity == "0.00" else f'fill="{colour}" opacity="{opacity}"'
        grey = f"{round(255 * (1 - value)):02x}"
        return "" if grey == "ff" else f'fill="#{3 * grey}"'

    def _path(self, drawn: str, look: int) -> None:
        colour, dashes, width = LINES[look % len(LINES)]
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self.parts.append(
            f'<path d="{drawn}" fill="none" stroke="{self._colours(colour)}" '
            f'stroke-width="{_n(width)}" stroke-linejoin="round"{dashed}/>'
        )

    def _line(self, a: Place, b: Place, colour: str, width: float = 1.0) -> None:
        self.parts.append(
            f'<path d="{_written([a, b])}" fill="none" '
            f'stroke="{self._colours(colour)}" stroke-width="{_n(width)}"/>'
        )

    def _rule(self, a: Place, b: Place, colour: str) -> None:
        """Draw a line along an axis, within one row of pixels."""
        ends = [(math.floor(x) + 0.5, math.floor(y) + 0.5) for x, y in (a, b)]
        self._line(ends[0], ends[1], colour)

    def _text(
        self, x: float, y: float, text: str, colour: str, anchor: str = "start"
    ) -> None:
        placed = f'x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}"'
        fill = self._colours(colour)
        self.parts.append(f'<text {placed} fill="{fill}">{escape(text)}</text>')

    def _fitting(self, text: str, width: float) -> str:
        """Give as much of a text as there is room for."""
        if self._length(text) <= width:
            return text
        while text and self._length(f"{text}…") > width:
            text = text[:-1]
        return f"{text}…"

    def _length(self, text: str) -> float:
        widths = (
            WIDE if sign in WIDE_SIGNS else NARROW if sign in NARROW_SIGNS else USUAL
            for sign in text
        )
        return self._size * sum(widths)


class _Field(NamedTuple):
    """Where a chart's curves are drawn."""

    chart: LineChart
    left: float
    right: float
    top: float
    bottom: float

    @property
    def scale_x(self) -> float:
        low, high = self.chart.x
        return (self.right - self.left) / (high - low)

    @property
    def scale_y(self) -> float:
        low, high = self.chart.y
        return (self.bottom - self.top) / (high - low)

    def x(self, value: float) -> float:
        return self.left + (value - self.chart.x[0]) * self.scale_x

    def y(self, value: float) -> float:
        return self.bottom - (value - self.chart.y[0]) * self.scale_y

    def point(self, place: Place) -> Place:
        return self.x(place[0]), self.y(place[1])


def _within(places: Sequence[Place], span: Span) -> list[list[Place]]:
    """Give the parts of a curve whose heights are in a span, cut where they leave it.

    Examples
    --------
    >>> _within([(0, 0), (1, 2), (2, 2)], (0, 1))
    [[(0, 0), (0.5, 1.0)]]
    """
    parts: list[list[Place]] = [[]]
    low, high = span
    for a, b in pairwise(places):
        inside = sorted({0.0, 1.0, *_crossings(a, b, (low, high))})
        for s, t in pairwise(inside):
            middle = a[1] + (s + t) / 2 * (b[1] - a[1])
            if not low <= middle <= high:
                parts.append([])
                continue
            if not parts[-1]:
                parts[-1].append(_between(a, b, s, span))
            parts[-1].append(_between(a, b, t, span))
    return [part for part in parts if part]


def _crossings(a: Place, b: Place, levels: Span) -> Iterator[float]:
    """Give at which shares of the way from one place to another a level is crossed."""
    rise = b[1] - a[1]
    for level in levels:
        if rise and 0 < (level - a[1]) / rise < 1:
            yield (level - a[1]) / rise


def _between(a: Place, b: Place, share: float, span: Span) -> Place:
    if share in (0, 1):
        return b if share else a
    height = a[1] + share * (b[1] - a[1])
    return a[0] + share * (b[0] - a[0]), min(max(height, span[0]), span[1])


def _ticks(span: Span, most: int) -> list[float]:
    """Give round numbers in a span, at most about so many."""
    low, high = span
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(s * power for s in (1, 2, 5, 10) if s * power >= rough * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [i * step for i in range(first, last + 1)]


def _tick_names(values: Sequence[float], in_percent: bool = False) -> list[str]:
    if in_percent:
        return [f"{number(100 * value, 3)} %" for value in values]
    spacing = values[1] - values[0] if len(values) > 1 else 1.0
    return [spaced(value, spacing) for value in values]


def _written(places: Sequence[Place]) -> str:
    """Write a line through places; what hardly moves it is left out."""
    steps = [f"{_n(x)} {_n(y)}" for x, y in places]
    return "M" + "L".join(s for i, s in enumerate(steps) if not i or s != steps[i - 1])


def _n(value: float) -> str:
    """Write a coordinate: a tenth of a pixel is not seen."""
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"
