"""The classes' symbols: as paths for vectors, as pixmaps for pixels."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QTransform

from engine.data.dataset import PART_NAMES, TEST, TRAINING
from gui.canvas.layers.layer import is_vector
from gui.style.icons import clear_pixmap
from gui.style.theme import class_symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gui.style.theme import Theme

SIZES = {"o": 10.0, "t1": 12.0, "s": 9.0, "d": 12.0, "star": 14.0}
HOLLOW = 1.75
"""Width of a hollow symbol's edge in pixels."""
DOT = 1.6
"""Radius of the dot in the symbol of a test sample."""
SYMBOL_BOX = 24
"""Side of a symbol's pixmap: any with its outline fits."""


@lru_cache(maxsize=64)
def symbol_path(code: int) -> QPainterPath:
    """Give the outline of a class's symbol around (0, 0), in pixels."""
    name = class_symbol(code)
    size = SIZES.get(name, 12.0)
    symbol: QPainterPath = Symbols[name]
    return QTransform.fromScale(size, size).map(symbol)


def draw_symbols(
    painter: QPainter,
    points: NDArray[np.float64],
    code: int,
    fill: str,
    edge: str,
    width: float,
    ratio: float = 1.0,
    *,
    dot: bool = False,
    around: bool = False,
) -> None:
    """Draw one class's symbol at device points (n, 2).

    Parameters
    ----------
    fill, edge : str
        Colours; width is the edge's, in pixels.
    ratio : float
        Physical pixels in a logical one.
    dot : bool
        Put a dot of the edge's colour into the symbol.
    around : bool
        Leave the symbol whole: the half of the edge that is inside is not drawn.
    """
    if not len(points):
        return
    if is_vector(painter):
        _set_pen_and_brush(painter, fill, edge, width)
        path = symbol_path(code)
        for x, y in points:
            painter.drawPath(path.translated(x, y))
            if around:
                painter.fillPath(path.translated(x, y), painter.brush())
        if dot:
            painter.setBrush(QColor(edge))
            for x, y in points:
                painter.drawPath(_dot(code).translated(x, y))
        return
    pixmap = _symbol_pixmap(code, fill, edge, width, ratio, dot, around)
    _draw_pixmaps(painter, points, [pixmap], 0, ratio)


def draw_rings(
    painter: QPainter, points: NDArray[np.float64], radius: float, colour: str
) -> None:
    """Draw thin circles around device points (n, 2), fast however many there are."""
    if not len(points):
        return
    if is_vector(painter):
        painter.setPen(QPen(QColor(colour), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for x, y in points:
            painter.drawEllipse(QPointF(x, y), radius, radius)
        return
    ratio = painter.device().devicePixelRatioF()
    ring = _ring_pixmap(radius, colour, ratio)
    _draw_pixmaps(painter, points, [ring], 0, ratio)


def _draw_pixmaps(
    painter: QPainter,
    points: NDArray[np.float64],
    atlases: Sequence[QPixmap],
    columns: NDArray[np.intp] | int,
    ratio: float,
    scale: float = 1.0,
) -> None:
    """Draw, at each point, one of the symbols that stand side by side in an atlas.

    With several atlases all points are drawn by one, then all by the next. They have
    `ratio` times `scale` physical pixels to a logical one of the usual size.
    """
    fragments = PrimitiveArray(QPainter.PixmapFragment, 10)
    fragments.resize(len(points))
    table = fragments.ndarray()
    side = round(SYMBOL_BOX * ratio * scale)
    table[:, 0:2] = points
    table[:, 2:10] = (0, 0, side, side, 1 / ratio, 1 / ratio, 0, 1)
    table[:, 2] = side * columns
    draw: Any = painter.drawPixmapFragments  # from an address: unknown to its stub
    given = fragments.drawargs()
    for atlas in atlases:
        draw(*given, atlas)


@lru_cache(maxsize=16)
def _ring_pixmap(radius: float, colour: str, ratio: float) -> QPixmap:
    pixmap = _symbol_box(ratio)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.scale(ratio, ratio)
        painter.setPen(QPen(QColor(colour), 1.0))
        painter.drawEllipse(QPointF(SYMBOL_BOX / 2, SYMBOL_BOX / 2), radius, radius)
    return pixmap


@lru_cache(maxsize=256)
def _symbol_pixmap(
    code: int,
    fill: str,
    edge: str,
    width: float,
    ratio: float,
    dot: bool,
    around: bool = False,
) -> QPixmap:
    pixmap = _symbol_box(ratio)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.scale(ratio, ratio)
        painter.translate(SYMBOL_BOX / 2, SYMBOL_BOX / 2)
        _set_pen_and_brush(painter, fill, edge, width)
        painter.drawPath(symbol_path(code))
        if around:
            painter.fillPath(symbol_path(code), painter.brush())
        if dot:
            painter.fillPath(_dot(code), QColor(edge))
    return pixmap


def _symbol_box(ratio: float, columns: int = 1) -> QPixmap:
    """Give room for symbols side by side."""
    side = round(SYMBOL_BOX * ratio)
    return clear_pixmap(QSize(side * columns, side))


@lru_cache(maxsize=64)
def _dot(code: int) -> QPainterPath:
    """Give a dot in the middle of a symbol's corners."""
    symbol = symbol_path(code)
    polygon = symbol.toFillPolygon()  # must outlive its points: they are no copies
    corners = polygon.toList()[:-1]  # the last one is the first again
    x = sum(corner.x() for corner in corners) / len(corners)
    y = sum(corner.y() for corner in corners) / len(corners)
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), DOT, DOT)
    return path


def draw_samples(
    painter: QPainter,
    points: NDArray[np.float64],
    codes: NDArray[np.int64],
    parts: NDArray[np.uint8],
    theme: Theme,
    ratio: float,
) -> None:
    """Draw samples of any class and part in their order, the last one on top."""
    if not len(points):
        return
    kinds = codes * len(PART_NAMES) + parts
    if is_vector(painter):
        turns = np.flatnonzero(np.diff(kinds)) + 1
        for alike in np.split(np.arange(len(kinds)), turns):
            code, part = divmod(int(kinds[alike[0]]), len(PART_NAMES))
            draw_part(painter, points[alike], code, part, theme)
        return
    there = np.flatnonzero(np.bincount(kinds))
    atlas = _symbol_atlas(tuple(there.tolist()), theme, ratio * theme.scale)
    columns = np.searchsorted(there, kinds)
    _draw_pixmaps(painter, points, [atlas], columns, ratio, theme.scale)


@lru_cache(maxsize=16)
def _symbol_atlas(kinds: tuple[int, ...], theme: Theme, ratio: float) -> QPixmap:
    """Give the symbols of some kinds (class and part), side by side."""
    atlas = _symbol_box(ratio, len(kinds))
    side = atlas.height()
    with QPainter(atlas) as painter:
        for place, kind in enumerate(kinds):
            code, part = divmod(kind, len(PART_NAMES))
            fill, edge, width = _colours_of(code, part, theme)
            pixmap = _symbol_pixmap(code, fill, edge, width, ratio, dot=part == TEST)
            painter.drawPixmap(place * side, 0, pixmap)
    return atlas


def draw_outlined(
    painter: QPainter,
    points: NDArray[np.float64],
    codes: NDArray[np.int64],
    parts: NDArray[np.uint8],
    theme: Theme,
    n_classes: int,
) -> None:
    """Draw samples once more, with the edge of mistakes around their symbols."""
    kinds, n_parts = parts * n_classes + codes, int(parts.max(initial=0)) + 1
    outlines = ((theme.field, 6.5), (theme.mistake, 4.2))
    ratio = painter.device().devicePixelRatioF()
    if not is_vector(painter):
        every = n_parts, n_classes, theme, ratio
        atlases = [_outline_atlas(*every, *outline) for outline in outlines]
        _draw_pixmaps(painter, points, atlases, kinds, ratio, theme.scale)
    else:
        for edge, width in outlines:
            for kind in np.unique(kinds).tolist():
                part, code = divmod(kind, n_classes)
                symbol = _outlined(code, part, theme, edge, width)
                draw_symbols(painter, points[kinds == kind], *symbol, around=True)
    if n_parts > 1:
        held = parts != TRAINING
        draw_samples(painter, points[held], codes[held], parts[held], theme, ratio)


def _outlined(
    code: int, part: int, theme: Theme, edge: str, width: float
) -> tuple[int, str, str, float]:
    full = part == TRAINING
    fill = theme.class_colour(code) if full else theme.field
    return code, fill, edge, width if full else width + HOLLOW


@lru_cache(maxsize=16)
def _outline_atlas(
    n_parts: int, n_classes: int, theme: Theme, ratio: float, edge: str, width: float
) -> QPixmap:
    """Give the outlined symbols side by side: a part's classes, then the next's."""
    ratio *= theme.scale
    atlas = _symbol_box(ratio, n_parts * n_classes)
    side = atlas.height()
    with QPainter(atlas) as painter:
        for place in range(n_parts * n_classes):
            part, code = divmod(place, n_classes)
            symbol = _outlined(code, part, theme, edge, width)
            pixmap = _symbol_pixmap(*symbol, ratio, dot=False, around=True)
            painter.drawPixmap(place * side, 0, pixmap)
    return atlas


def _colours_of(code: int, part: int, theme: Theme) -> tuple[str, str, float]:
    """Give fill, edge and its width: full, or hollow where held out."""
    colour = theme.class_colour(code)
    if part == TRAINING:
        return colour, theme.field, 1.0
    return theme.field, colour, HOLLOW


def draw_part(
    painter: QPainter,
    points: NDArray[np.float64],
    code: int,
    part: int,
    theme: Theme,
    ratio: float = 1.0,
) -> None:
    """Draw samples of a class: full, hollow for validation, with a dot for test."""
    fill, edge, width = _colours_of(code, part, theme)
    draw_symbols(painter, points, code, fill, edge, width, ratio, dot=part == TEST)


def _set_pen_and_brush(painter: QPainter, fill: str, edge: str, width: float) -> None:
    pen = QPen(QColor(edge), width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(QColor(fill))
