"""A number's name, along which the number can be dragged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication

from gui.widgets.labels import FieldLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent

    from gui.widgets.number_boxes import NumberBox


class DragLabel(FieldLabel):
    """The name of a number: a drag changes it, with Shift finely; a click selects it.

    Signals
    -------
    began
        The number is being dragged from now on.
    ended(bool)
        No more; whether its value is kept: Escape gives the one before back.
    """

    began = Signal()
    ended = Signal(bool)

    def __init__(self, text: str, box: NumberBox) -> None:
        super().__init__(text, box)
        self._box = box
        self._dragging = False
        self._pressed: float | None = None
        self._fine = False
        self._first = self._start = 0.0
        self.setCursor(Qt.CursorShape.SizeHorCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._box.isEnabled():
            self._pressed, self._start = event.globalPosition().x(), self._box.value()
            self._first = self._start
            self._fine = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        x, threshold = event.globalPosition().x(), QApplication.startDragDistance()
        if not self._dragging:
            if abs(x - self._pressed) < threshold:
                return
            self._dragging = True
            self._pressed += threshold if x > self._pressed else -threshold
            self.grabKeyboard()
            self.began.emit()
        fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if fine != self._fine:
            self._pressed, self._start, self._fine = x, self._box.value(), fine
        self._box.setValue(self._box.dragged(self._start, x - self._pressed, fine=fine))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        clicked = self._pressed is not None and not self._dragging
        self._pressed = None
        self._end_drag(kept=True)
        if clicked:
            self._box.setFocus(Qt.FocusReason.MouseFocusReason)
            self._box.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the number back at Escape; no other key means anything meanwhile."""
        if event.key() == Qt.Key.Key_Escape:
            self._pressed = None
            self._end_drag(kept=False)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._pressed = None
        self._end_drag(kept=True)

    def _end_drag(self, *, kept: bool) -> None:
        if self._dragging:
            self._dragging = False
            self.releaseKeyboard()
            self.ended.emit(kept)
            if not kept:
                self._box.setValue(self._first)
