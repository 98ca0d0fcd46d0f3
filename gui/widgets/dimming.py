"""Parts of the window seen faintly while they show another step than is painted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtGui import QPaintEvent

OPACITY = 0.6
"""Of the ground that is painted over a part."""
BOUNDLESS = 1 << 14
"""Pixels that no part has: Qt cuts what is larger than its parent."""


class DimmedGround(QWidget):
    """The ground of a part, painted over it once more, so that it shines through.

    Parameters
    ----------
    part : QWidget
    ground : QPalette.ColorRole
        On what the part stands.
    """

    def __init__(self, part: QWidget, ground: QPalette.ColorRole) -> None:
        super().__init__(part)
        self._ground = ground
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(0, 0, BOUNDLESS, BOUNDLESS)

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = self.palette().color(self._ground)
        colour.setAlphaF(OPACITY)
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), colour)


class Dimming:
    """Dims parts of the window, or shows them in full again.

    Parameters
    ----------
    parts : callable
        Gives those to dim: some are made late, or say nothing of a step.
    ground : QPalette.ColorRole
        On what they stand; by default a card.
    """

    def __init__(
        self,
        parts: Callable[[], Iterable[QWidget]],
        ground: QPalette.ColorRole = QPalette.ColorRole.Light,
    ) -> None:
        self._parts, self._ground = parts, ground
        self._over: dict[QWidget, DimmedGround] = {}

    def __call__(self, dimmed: bool) -> None:
        """Dim them from now on; or show in full what was dimmed."""
        if not dimmed:
            for ground in self._over.values():
                ground.hide()
            return
        for part in self._parts():
            if part not in self._over:
                self._over[part] = DimmedGround(part, self._ground)
            self._over[part].raise_()
            self._over[part].show()
