"""The boundary set by hand, and the handles by which it is dragged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPen

from gui.canvas.grips import Grips, grips_on
from gui.canvas.layers.layer import Layer

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from gui.canvas.boundary_handle import BoundaryHandle
    from gui.canvas.picture import Picture

RADIUS = 6.0


class HandlesLayer(Layer):
    """Draws what the boundary tool can take hold of; without a hand, nothing."""

    _hand: BoundaryHandle | None = None
    _grips: Grips | None = None

    def show_hand(self, hand: BoundaryHandle | None) -> None:
        """Draw the handles of another boundary, or none."""
        self._hand = hand
        self.look_again()

    def look(self, picture: Picture) -> None:
        """Find the handles in the view."""
        self._grips = None
        if self._hand is not None:
            rect = self.view()
            pixel = (rect[2] - rect[0]) / max(self._view.rect().width(), 1.0)
            flat = picture.plane.up < 0
            self._grips = grips_on(self._hand, rect, pixel, flat)

    def draw(self, painter: QPainter) -> None:
        """Draw the line in the accent, a stem to the arrow's handle, the handles."""
        grips = self._grips
        if grips is None:
            return
        accent = QColor(self.theme.accent_text)
        painter.setPen(QPen(accent, 2.5))
        painter.drawLine(*(QPointF(*end) for end in self.pixels(grips.line)))
        parameters = [QPointF(*end) for end in self.pixels(grips.ends)]
        if grips.tip is not None and grips.foot is not None:
            foot, tip = (
                QPointF(*end) for end in self.pixels(np.array([grips.foot, grips.tip]))
            )
            if self.picture is None or self.picture.model is None:  # nor its arrow
                painter.setPen(QPen(accent, 1.25))
                painter.drawLine(foot, tip)
            parameters.append(tip)
        painter.setPen(QPen(accent, 2.0))
        painter.setBrush(QColor(self.theme.field))
        for parameter in parameters:
            painter.drawEllipse(parameter, RADIUS, RADIUS)
