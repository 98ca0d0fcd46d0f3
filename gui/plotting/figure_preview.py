"""What a figure will be, small, beside the controls with which it is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel

from gui.tasks.throttle import DelayedCall

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QImage, QShowEvent

    from gui.plotting.figure import Figure

    Draw = Callable[[Callable[[Figure], QImage]], QImage | None]

ROOM = QSize(380, 320)
"""In which it is drawn whole."""
PAUSE_MS = 60
"""Milliseconds without a change after which it is drawn: one goes on typing before."""
NOTHING = "There is nothing to see yet."


class FigurePreview(QLabel):
    """Shows a figure as it is chosen, a moment after the last change.

    Parameters
    ----------
    draw : callable
        ``draw(image_of)`` gives the image that ``image_of(figure)`` paints of what is
        chosen; None if there is nothing to see.
    """

    def __init__(self, draw: Draw) -> None:
        super().__init__(alignment=Qt.AlignmentFlag.AlignCenter)
        self._draw = draw
        self.setFixedSize(ROOM)
        self.setAccessibleName("Preview")
        self.setProperty("role", "muted")
        self.later = DelayedCall(self, self._show_figure, PAUSE_MS)

    def show_soon(self) -> None:
        """Draw what is chosen by then; nothing as long as nobody sees it."""
        if self.isVisible():
            self.later.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what is chosen when it is first seen."""
        super().showEvent(event)
        self.later.start()

    def _image_of(self, figure: Figure) -> QImage:
        """Paint a figure as large as there is room for it, and no larger."""
        width, height = figure.size.toTuple()
        share = min(1.0, ROOM.width() / width, ROOM.height() / height)
        return figure.image(share * self.devicePixelRatioF())

    def _show_figure(self) -> None:
        image = self._draw(self._image_of)
        if image is None:
            self.setText(NOTHING)
            return
        image.setDevicePixelRatio(self.devicePixelRatioF())
        self.setPixmap(QPixmap.fromImage(image))
