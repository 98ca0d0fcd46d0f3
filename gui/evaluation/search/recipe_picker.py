"""Recipes on a picture: pointed at and chosen, by mouse or keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QMargins, QPointF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.plotting.figure import PAPER, Figure
from gui.style.theme import LIGHT

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter

    from gui.style.theme import Theme

MARGIN = 16
"""Pixels around the picture on paper."""
WAYS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (1, 0),
    Qt.Key.Key_Down: (-1, 0),
}
"""Rows up and columns to the right that a key leads."""
Spot = TypeVar("Spot")


class Picker(QWidget, Generic[Spot]):
    """A picture of spots, a recipe each; what a spot is, a subclass knows.

    Signals
    -------
    pointed(int)
        The mouse or the keys are on a recipe, by its place in the results; −1: on none.
    chosen(int)
        The person wants it.
    """

    pointed = Signal(int)
    chosen = Signal(int)

    own_keys = frozenset(WAYS)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.theme = theme
        self.spot: Spot | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def minimumSizeHint(self) -> QSize:
        """Leave room for the axes and some spots."""
        return QSize(260, 170)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        self.update()

    def place_of(self, spot: Spot | None) -> int:
        """Give the place of a spot's recipe in the results, or −1."""
        raise NotImplementedError

    def spot_at(self, place: QPointF) -> Spot | None:
        """Find the spot under the mouse."""
        raise NotImplementedError

    def spot_beside(self, spot: Spot | None, way: tuple[int, int]) -> Spot | None:
        """Find where a key leads; from nowhere, to the best one."""
        raise NotImplementedError

    def _point(self, spot: Spot | None) -> None:
        if spot != self.spot:
            self.spot = spot
            self.pointed.emit(self.place_of(spot))
            self.update()

    def _choose(self) -> None:
        place = self.place_of(self.spot)
        if place >= 0:
            self.chosen.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at what is under the mouse."""
        self._point(self.spot_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._point(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose what is under the mouse."""
        self._point(self.spot_at(event.position()))
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from spot to spot, from the best one on; Enter chooses."""
        way = WAYS.get(Qt.Key(event.key()))
        if way is not None:
            self._point(self.spot_beside(self.spot, way))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose()
        else:
            super().keyPressEvent(event)

    def on_paper(self, draw: Callable[[QPainter, QSizeF], None]) -> Figure:
        """Dress for paper what draws itself in a room of some size."""
        room = QSizeF(PAPER.shrunkBy(QMargins(MARGIN, MARGIN, MARGIN, MARGIN)))

        def paint(painter: QPainter) -> None:
            painter.setFont(self.font())
            painter.translate(MARGIN, MARGIN)
            draw(painter, room)

        return Figure(PAPER, QColor(LIGHT.card), paint)
