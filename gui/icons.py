"""Icons: the SVG family tinted by the theme, and the classes' symbols."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer
from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols

from gui.theme import RESOURCES, Theme

SIZES = (16, 20, 24, 32)
APP_SIZES = (*SIZES, 64, 128)
SCALES = (1, 2)


def icon(name: str, theme: Theme, colour: str | None = None) -> QIcon:
    """Return ``resources/icons/<name>.svg`` in the colours of the theme.

    Parameters
    ----------
    name : str
        File name without ``.svg``; ``FileNotFoundError`` when there is none.
    theme : Theme
        Gives ink (normal), accent_text (switched on) and disabled.
    colour : str, optional
        Replaces ink and accent_text, as ``theme.on_accent`` on a primary button.
    """
    result = QIcon()
    tints = (
        (QIcon.Mode.Normal, QIcon.State.Off, colour or theme.ink),
        (QIcon.Mode.Normal, QIcon.State.On, colour or theme.accent_text),
        (QIcon.Mode.Disabled, QIcon.State.Off, theme.disabled),
    )
    svg = _svg(name)
    renderer = QSvgRenderer(QByteArray(svg.replace("currentColor", "#000000")))
    for size in APP_SIZES if name == "app" else SIZES:
        for scale in SCALES:
            shape = _blank(size, scale)
            painter = QPainter(shape)
            renderer.render(painter, QRectF(0, 0, size, size))
            painter.end()
            for mode, state, tint in tints:
                own_colours = "currentColor" not in svg
                pixmap = shape if own_colours else _tinted(shape, tint)
                result.addPixmap(pixmap, mode, state)
    return result


def symbol_pixmap(symbol: str, colour: str, size: int = 16, scale: int = 1) -> QPixmap:
    """Paint one of pyqtgraph's symbols, as the canvas shows it, `size` px square."""
    pixmap = _blank(size, scale)
    path = Symbols[symbol]
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(Qt.PenStyle.NoPen))
    painter.setBrush(QColor(colour))
    painter.translate(size / 2, size / 2)
    painter.scale(0.8 * size, 0.8 * size)  # the rest keeps a label at a distance
    painter.translate(-path.boundingRect().center())
    painter.drawPath(path)
    painter.end()
    return pixmap


def symbol_icon(symbol: str, colour: str, size: int = 16) -> QIcon:
    """Return a class's symbol as an icon for its button."""
    result = QIcon()
    for scale in SCALES:
        result.addPixmap(symbol_pixmap(symbol, colour, size, scale))
    return result


@cache
def _svg(name: str) -> str:
    return (RESOURCES / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def _blank(size: int, scale: int) -> QPixmap:
    pixmap = QPixmap(size * scale, size * scale)
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap


def _tinted(shape: QPixmap, colour: str) -> QPixmap:
    pixmap = QPixmap(shape)
    painter = QPainter(pixmap)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), QColor(colour))
    painter.end()
    return pixmap
