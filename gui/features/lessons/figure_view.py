"""The figure of a page, drawn in the width and the colours that there are."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.lessons.figures.svg import SIZE, WIDTH, svg_of

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from engine.lessons.figures.drawing import FigureDrawing
    from gui.style.theme import Theme

LEAST_WIDTH, MOST_WIDTH = 0.6, 1.25
"""Of a figure, in those of a figure in a page with the same text."""


class FigureView(QWidget):
    """Shows a figure, in as many lines as the width asks for; hidden without one.

    Parameters
    ----------
    theme : Theme
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName("Figure")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._theme, self._alt = theme, ""
        self._drawing: FigureDrawing | None = None
        self._svg = QSvgRenderer(self)
        self.hide()

    def show_drawing(self, drawing: FigureDrawing | None, alt: str = "") -> None:
        """Show a figure, or none.

        Parameters
        ----------
        drawing : FigureDrawing, optional
        alt : str
            What is seen in it, in words; empty: what it says of itself.
        """
        self._drawing, self._alt = drawing, alt
        described = "" if drawing is None else alt or drawing.described
        self.setAccessibleDescription(described)
        self.setVisible(drawing is not None)
        self._write()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self._write()

    def _write(self) -> None:
        """Write it anew for the width, and be as high as it is."""
        if self._drawing is None:
            return
        size = self.fontInfo().pixelSize()
        usual = WIDTH * size / SIZE
        width = min(max(self.width(), LEAST_WIDTH * usual), MOST_WIDTH * usual)
        svg = svg_of(self._drawing, self._colour, width=width, size=size)
        family = escape(self.fontInfo().family())
        svg = svg.replace("<svg ", f'<svg font-family="{family}" ', 1)
        self._svg.load(QByteArray(svg.encode()))
        self.setFixedHeight(self._svg.defaultSize().height())
        self.update()

    def _colour(self, name: str) -> str:
        """Give a colour of the theme, as a page's style calls it."""
        kind, _, number = name.partition("-")
        if kind == "class":
            return self._theme.class_colour(int(number))
        if kind == "run":
            return self._theme.runs[int(number)]
        colour: str = getattr(self._theme, name.replace("-", "_"))
        return colour

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._write()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self._svg.render(painter, QRectF(self._svg.viewBoxF()))
