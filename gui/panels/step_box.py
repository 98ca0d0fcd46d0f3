"""The number of the step, to read and to type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from gui.widgets.labels import SteadyLabel
from gui.widgets.number_boxes import is_space, read_whole

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent

    from gui.session.session import Session

SIGNS = r"-?[\d., '’]*"
"""All that can be typed: a number, its thousands set apart or not."""
LEAST_DIGITS = 4
FRAME = 28
"""Pixels of the box beside its words."""


class StepBox(QWidget):
    """Shows the step under the playhead; a number typed and Enter go there."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.box = _Typed()
        self.box.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.box.setAccessibleName("Step")
        self._word = QLabel("step", self.box)
        self._word.setProperty("role", "muted")
        self._word.move(9, 6)
        self._word.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.box.setValidator(QRegularExpressionValidator(SIGNS))
        self.box.left.connect(self.refresh)
        self.box.entered.connect(self._go)
        self.box.textEdited.connect(self._mark)
        self._end = SteadyLabel()
        self._end.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._end.setProperty("role", "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.box)
        layout.addWidget(self._end)
        self.refresh()

    def refresh(self) -> None:
        """Show where the playhead is, unless a number is being typed."""
        last = self._session.last
        self.box.setEnabled(self._session.tape is not None)
        self._end.setText(f"of {last:,}")
        self.setToolTip(f"Step: type a number up to {last:,}, Enter goes there")
        digits = max(LEAST_DIGITS, len(str(last)))
        width = self.fontMetrics().horizontalAdvance("step" + digits * "0") + FRAME
        if width != self.width():
            self.setFixedWidth(width)
        if not self.box.isModified():
            self._show(self._session.step)

    def _show(self, step: int) -> None:
        if self.box.text() != str(step):
            self.box.setText(str(step))
            if self.box.hasFocus():
                self.box.selectAll()
        self._mark()

    def _go(self, text: str) -> None:
        """Go to the step typed; beyond the ends means the end."""
        step = read_whole(text)
        if step is not None:
            self._session.seek(step)

    def _mark(self, *_: object) -> None:
        """Redden the box while what stands in it is no step of the run."""
        text, step = self.box.text().strip(), read_whole(self.box.text())
        bad = bool(text) and (step is None or not 0 <= step <= self._session.last)
        if bad != bool(self.box.property("invalid")):
            self.box.setProperty("invalid", bad)
            self.box.style().unpolish(self.box)
            self.box.style().polish(self.box)


class _Typed(QLineEdit):
    """A line that keys come back from: Enter, Escape and Space leave it.

    Signals
    -------
    entered(str)
        Enter was pressed on a text.
    left
        The line is not in use any more.
    """

    entered = Signal(str)
    left = Signal()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select the number at a click, so that typing replaces it."""
        super().mouseReleaseEvent(event)
        if not self.isModified() and not self.hasSelectedText():
            self.selectAll()

    def event(self, event: QEvent) -> bool:
        """Leave Space to the window: it plays."""
        if is_space(event):
            self.clearFocus()
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go at Enter; leave at Enter and Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.clearFocus()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            text = self.text().strip()
            self.clearFocus()
            if text:
                self.entered.emit(text)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Forget what was typed and not entered."""
        super().focusOutEvent(event)
        self.setModified(False)
        self.left.emit()
