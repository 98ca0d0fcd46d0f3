"""A card on the plane, where few samples are and no other such card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from gui.canvas.layers.legend import emptiest

if TYPE_CHECKING:
    from gui.canvas.plot import CanvasPlot

EDGE, GAP = 12, 6
"""Pixels between it and the edges of the plane, and another card."""
BETWEEN = 7
"""Heights between the edges at which it may stand."""


def occupied(plane: CanvasPlot, by_others_than: QWidget | None) -> list[QRectF]:
    """Give where cards stand on the plane, and the legend.

    In pixels of the view.
    """
    origin = plane.view.sceneBoundingRect().topLeft()
    cards = [
        QRectF(card.geometry()).translated(-origin)
        for card in plane.findChildren(FloatingCard)
        if card is not by_others_than and card.isVisible()
    ]
    legend = plane.layers.legend.box
    return cards if legend.isEmpty() else [*cards, legend]


class FloatingCard(QFrame):
    """Stands at an upper or lower edge of the plane, best in the middle of it.

    Where samples are at both edges it stands between them.

    Parameters
    ----------
    plane : CanvasPlot
    low : bool
        Whether it is better at the lower edge.

    Attributes
    ----------
    words : QLabel
        What it says; on more lines where there is little room.
    """

    def __init__(self, plane: CanvasPlot, *, low: bool) -> None:
        super().__init__(plane)
        self._plane, self._low = plane, low
        self.words = QLabel()
        self.setProperty("card", True)
        self.hide()
        plane.view.sigResized.connect(self.place)
        queued = Qt.ConnectionType.QueuedConnection  # nothing moves amid painting
        plane.legend_moved.connect(self.place, queued)

    def place(self) -> None:
        """Go to where it hides fewest samples."""
        if not self.isVisible():
            return
        room = self._plane.view.sceneBoundingRect()
        self._fit(round(room.width()) - 2 * EDGE)
        width, height = self.size().toTuple()
        right, low = room.width() - width - EDGE, room.height() - height - EDGE
        columns = (room.width() - width) / 2, EDGE, right
        rows = [low, EDGE] if self._low else [EDGE, low]
        others = occupied(self._plane, self)
        beside = [(box.bottom() + GAP, box.top() - GAP - height) for box in others]
        rows += [y for pair in beside for y in pair if EDGE <= y <= low]
        rows += np.linspace(EDGE, low, BETWEEN + 2)[1:-1].tolist()
        boxes = [QRectF(x, y, width, height) for y in rows for x in columns]
        free = [box for box in boxes if not any(map(box.intersects, others))]
        box = emptiest(free or boxes, self._plane.symbols())
        self.move((room.topLeft() + box.topLeft()).toPoint())

    def make_room(self) -> None:
        """Show more of the plane below the samples, for a card at the lower edge."""
        left, bottom, right, top = self._plane.view_rect
        share = (self.height() + EDGE) / self._plane.view.height()
        whole = (top - bottom) / (1 - share)
        room = QRectF(left, top - whole, right - left, whole)
        self._plane.view.setRange(room, padding=0)

    def _fit(self, width: int) -> None:
        """Break the words into lines only if they need more than this width."""
        self.words.setWordWrap(False)
        self.words.setWordWrap(self.sizeHint().width() > width)
        if self.words.wordWrap():
            self.resize(width, self.heightForWidth(width))
        else:
            self.resize(self.sizeHint())
