"""The classes' symbols: as paths for vectors, as stamps for pixels."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QTransform

from gui.canvas.layers.base import is_vector
from gui.theme import CLASS_SYMBOLS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZES = {"o": 10.0, "t1": 12.0, "s": 9.0, "d": 12.0, "star": 14.0}
STAMP = 24
"""Side of a stamp in pixels: any symbol with its outline fits."""


@lru_cache(maxsize=64)
def symbol_path(code: int) -> QPainterPath:
    """Give the outline of a class's symbol around (0, 0), in pixels."""
    name = CLASS_SYMBOLS[code % len(CLASS_SYMBOLS)]
    size = SIZES.get(name, 12.0)
    return QTransform.fromScale(size, size).map(Symbols[name])


def draw_symbols(
    painter: QPainter,
    points: NDArray[np.float64],
    code: int,
    fill: str,
    edge: str,
    width: float,
    ratio: float = 1.0,
) -> None:
    """Draw one class's symbol at device points (n, 2).

    Parameters
    ----------
    fill, edge : str
        Colours; width is the edge's, in pixels.
    ratio : float
        Physical pixels in a logical one.
    """
    if not len(points):
        return
    if is_vector(painter):
        _dress(painter, fill, edge, width)
        path = symbol_path(code)
        for x, y in points:
            painter.drawPath(path.translated(x, y))
        return
    stamp = _stamp(code, fill, edge, width, ratio)
    fragments = PrimitiveArray(QPainter.PixmapFragment, 10)
    fragments.resize(len(points))
    table = fragments.ndarray()
    side = STAMP * ratio
    table[:, 0:2] = points
    table[:, 2:10] = (0, 0, side, side, 1 / ratio, 1 / ratio, 0, 1)
    painter.drawPixmapFragments(*fragments.drawargs(), stamp)


@lru_cache(maxsize=256)
def _stamp(code: int, fill: str, edge: str, width: float, ratio: float) -> QPixmap:
    stamp = QPixmap(round(STAMP * ratio), round(STAMP * ratio))
    stamp.fill(Qt.GlobalColor.transparent)
    painter = QPainter(stamp)
    painter.setRenderHint(painter.RenderHint.Antialiasing)
    painter.scale(ratio, ratio)
    painter.translate(STAMP / 2, STAMP / 2)
    _dress(painter, fill, edge, width)
    painter.drawPath(symbol_path(code))
    painter.end()
    return stamp


def _dress(painter: QPainter, fill: str, edge: str, width: float) -> None:
    pen = QPen(QColor(edge), width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(QColor(fill))
