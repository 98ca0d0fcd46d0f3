"""The path of the weights: start, steps, now, and what the step added."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from pyqtgraph.functions import arrayToQPolygonF
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPen, QPolygonF

from gui.canvas.layers.layer import Layer
from gui.canvas.layers.weight_arrows import draw_arrow
from gui.views.weight_space.weight_picture import stays

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from gui.views.weight_space.weight_picture import WeightPicture

MOST_DOTS = 150
"""Places up to which each is a dot."""
DOT, NOW, LARGEST_VOTE = 1.6, 5.5, 11.0
"""Radii in pixels."""


class PathLayer(Layer):
    """Draws where the weights have been; what votes is a cloud of its votes."""

    def look(self, picture: WeightPicture) -> None:
        """Merge the steps that changed nothing."""
        places, self._lengths = stays(picture.path)
        self._places = self.pixels(places)

    def draw(self, painter: QPainter) -> None:
        """Draw the line, then dots."""
        if self.picture is None or not len(self._places):
            return
        if self.picture.votes:
            self._draw_votes(painter)
            return
        places = self._places
        if self.picture.whole:
            end = self.pixels(self.picture.before[None])
            places = np.vstack([places, end])
        short = len(places) <= MOST_DOTS
        tone = QColor(self.theme.ink)
        tone.setAlphaF(0.55)
        painter.setPen(QPen(tone, 1.25 if short else 1))
        painter.drawPolyline(arrayToQPolygonF(*np.ascontiguousarray(places.T)))
        if short:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tone)
            for place in self._places:
                painter.drawEllipse(QPointF(*place), DOT, DOT)

    def _draw_votes(self, painter: QPainter) -> None:
        tone = QColor(self.theme.accent)
        tone.setAlphaF(0.35)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone)
        radii = LARGEST_VOTE * np.sqrt(self._lengths / self._lengths.max())
        for place, radius in zip(self._places, radii, strict=True):
            painter.drawEllipse(QPointF(*place), max(DOT, radius), max(DOT, radius))


class PathMarksLayer(Layer):
    """Draws the update's arrow and the weights that have a name."""

    def look(self, picture: WeightPicture) -> None:
        """Find the places."""
        places = [picture.start, picture.before, picture.now]
        places += [] if picture.used is None else [picture.used[1]]
        places += [] if picture.widest is None else [picture.widest]
        self._at = [QPointF(*place) for place in self.pixels(np.array(places))]

    def draw(self, painter: QPainter) -> None:
        """Draw the start, the arrow, the weights now, and those that are used."""
        if self.picture is None:
            return
        start, before, now, *named = self._at
        widest = [] if self.picture.widest is None else [named.pop()]
        ground = QColor(self.theme.field)
        painter.setPen(QPen(QColor(self.theme.ink), 1.5))
        painter.setBrush(ground)
        painter.drawEllipse(start, 4.0, 4.0)
        painter.setPen(QPen(ground, 1.5))
        painter.setBrush(QColor(self.theme.ink))
        painter.drawEllipse(now, NOW, NOW)
        if self.picture.changed:
            draw_arrow(painter, before, now, self.theme.mistake, 2.0)
        painter.setPen(QPen(ground, 1.5))
        painter.setBrush(QColor(self.theme.good))
        for place in named:
            painter.drawPolygon(_diamond(place))
        for place in widest:
            painter.drawPolygon(_star(place))


def _star(middle: QPointF, size: float = 8.5) -> QPolygonF:
    angles = np.pi * (np.arange(10) / 5 - 0.5)
    radii = np.where(np.arange(10) % 2, 0.45 * size, size)
    points = np.column_stack([radii * np.cos(angles), radii * np.sin(angles)])
    return QPolygonF([middle + QPointF(*point) for point in points.tolist()])


def _diamond(middle: QPointF, size: float = 7.5) -> QPolygonF:
    sides = ((0, -size), (size, 0), (0, size), (-size, 0))
    return QPolygonF([middle + QPointF(*side) for side in sides])
