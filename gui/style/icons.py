"""Icons: the SVG family tinted by the theme, and the classes' symbols."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from itertools import product

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gui.style.theme import RESOURCES, Theme

# A size more for every icon would show at start; Qt scales it down to what is asked.
SIZE, SCALES = 18, (1, 2)
APP_SIZES = (16, 24, 32, 64, 128)
MISTAKE = b"mistakeColor"
"""Stands in an SVG for the colour of mistakes."""


def icon_size(theme: Theme) -> QSize:
    """Give the size of an icon on a button."""
    side = round(SIZE * theme.scale)
    return QSize(side, side)


@lru_cache(maxsize=256)
def icon(name: str, theme: Theme, colour: str | None = None) -> QIcon:
    """Return ``resources/icons/<name>.svg`` in the colours of the theme.

    Parameters
    ----------
    name : str
        File name without ``.svg``; ``FileNotFoundError`` when there is none.
    theme : Theme
        Gives ink (normal), accent_text (switched on) and disabled.
    colour : str, optional
        Replaces both inks, as ``theme.on_accent`` on a primary button.
    """
    tints = (
        (QIcon.Mode.Normal, QIcon.State.Off, colour or theme.ink),
        (QIcon.Mode.Normal, QIcon.State.On, colour or theme.accent_text),
        (QIcon.Mode.Disabled, QIcon.State.Off, theme.disabled),
    )
    svg = (RESOURCES / "icons" / f"{name}.svg").read_bytes()
    result = QIcon()
    sizes = APP_SIZES if name == "app" else (icon_size(theme).width(),)
    for size, scale in product(sizes, SCALES):
        shape = _rendered(svg, "#000", "#000", size, scale)
        tinted = cache(partial(_tinted, shape))
        for mode, state, tint in tints:
            pixmap = tinted(tint) if b"currentColor" in svg else shape
            if MISTAKE in svg and mode == QIcon.Mode.Normal:
                pixmap = _rendered(svg, tint, theme.mistake, size, scale)
            result.addPixmap(pixmap, mode, state)
    return result


@lru_cache(maxsize=256)
def symbol_pixmap(symbol: str, colour: str, size: int = 18, scale: int = 1) -> QPixmap:
    """Paint one of pyqtgraph's symbols as the canvas shows it."""
    from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols  # slow, so only here

    path, pixmap = Symbols[symbol], clear_pixmap(QSize(size, size) * scale, scale)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(size / 2, size / 2)
        painter.scale(0.7 * size, 0.7 * size)  # the rest keeps a label at a distance
        painter.translate(-path.boundingRect().center())
        painter.fillPath(path, QColor(colour))
    return pixmap


def symbol_icon(symbol: str, colour: str, size: int = 18) -> QIcon:
    """Return a class's symbol as an icon for its button."""
    result = QIcon(symbol_pixmap(symbol, colour, size))
    result.addPixmap(symbol_pixmap(symbol, colour, size, scale=2))
    return result


def clear_pixmap(size: QSize, ratio: float = 1.0) -> QPixmap:
    """Give a pixmap on which nothing is drawn yet.

    Parameters
    ----------
    size : QSize
        In physical pixels.
    ratio : float
        How many of them a logical one has.
    """
    pixmap = QPixmap(size)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap


def _rendered(svg: bytes, ink: str, mistake: str, size: int, scale: int) -> QPixmap:
    """Paint an SVG of the family with these colours."""
    inked = svg.replace(b"currentColor", ink.encode())
    renderer = QSvgRenderer(QByteArray(inked.replace(MISTAKE, mistake.encode())))
    pixmap = clear_pixmap(QSize(size, size) * scale, scale)
    with QPainter(pixmap) as painter:
        renderer.render(painter, QRectF(0, 0, size, size))
    return pixmap


def _tinted(shape: QPixmap, colour: str) -> QPixmap:
    pixmap = QPixmap(shape)
    with QPainter(pixmap) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(pixmap.rect(), QColor(colour))
    return pixmap
