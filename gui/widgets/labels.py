"""Labels that give way."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible, QPainter
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLabel, QSizePolicy

from gui.style.theme import set_look

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

Label = TypeVar("Label", bound=QLabel)
LEAST = 24
"""Pixels to which the text may shrink."""


class ElidedLabel(QLabel):
    """A text that ends in … where there is no room for it, or has it elsewhere."""

    elide = Qt.TextElideMode.ElideRight

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def minimumSizeHint(self) -> QSize:
        size = super().minimumSizeHint()
        return QSize(min(LEAST, size.width()), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw as much of the text as there is room for."""
        with QPainter(self) as painter:
            text = self.fontMetrics().elidedText(self.text(), self.elide, self.width())
            painter.drawText(self.rect(), self.alignment(), text)


class FieldLabel(ElidedLabel):
    """The name of a control: a click on it opens its list, or selects its number.

    It only gives way where it is given a least width.
    """

    def __init__(self, text: str, control: QWidget) -> None:
        super().__init__(text)
        self._control = control
        if "&" not in text:  # of a buddy's name that would make a key
            self.setBuddy(control)

    def minimumSizeHint(self) -> QSize:
        return QLabel.minimumSizeHint(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        control = self._control
        if event.button() != Qt.MouseButton.LeftButton or not control.isEnabled():
            super().mousePressEvent(event)
        elif not isinstance(control, QComboBox):
            control.setFocus(Qt.FocusReason.MouseFocusReason)
            if isinstance(control, QAbstractSpinBox):
                control.selectAll()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open a list: opened at the press, it would take the release for a choice."""
        control = self._control
        if isinstance(control, QComboBox) and control.isEnabled():
            control.showPopup()


class WrappedLabel(QLabel):
    """A text in as many lines as it needs, which are never cut.

    Qt counts one line for the least height of such a label, and a panel that is pressed
    to its least height then cuts what is below.
    """

    def __init__(self) -> None:
        super().__init__(wordWrap=True)

    def minimumSizeHint(self) -> QSize:
        """Ask for the height of the lines."""
        width = super().minimumSizeHint().width()
        return QSize(width, self.heightForWidth(max(self.width(), width)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()


class SteadyLabel(ElidedLabel):
    """A text that changes at every step, in a room that does not depend on it.

    After each change of a plain label's text Qt lays the window out and paints it once
    more, which doubles the time of a frame.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._words = text

    def text(self) -> str:
        return self._words

    def setText(self, text: str) -> None:
        if text != self._words:
            self._words = text
            self.update()
            if QAccessible.isActive():  # Qt knows nothing of the text
                self.setAccessibleName(text)

    def sizeHint(self) -> QSize:
        return QSize(LEAST, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class FittingLabel(SteadyLabel):
    """Says the same in more or fewer words: as many as there is room for.

    Parameters
    ----------
    least : str, optional
        As long as the fewest words may be: there is always room for it.

    Attributes
    ----------
    alternatives : tuple of str
        What it may say, the longest first.
    """

    def __init__(self, least: str = "") -> None:
        super().__init__()
        self.alternatives: tuple[str, ...] = ("",)
        self._least = least

    def sizeHint(self) -> QSize:
        """Ask for the room of the text for which there is always some."""
        size = super().sizeHint()
        least = self.fontMetrics().horizontalAdvance(self._least) + 2
        return QSize(max(size.width(), least), size.height())

    def room_for(self, fewer: int) -> int:
        """Give the pixels of the fewest words (0), or of those before them (1)."""
        text = self.alternatives[-1 - min(fewer, len(self.alternatives) - 1)]
        return self.fontMetrics().horizontalAdvance(text) + 1

    def set_alternatives(self, *texts: str) -> None:
        """Take other words, the longest first."""
        self.alternatives = texts
        self._fit_text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_text()

    def _fit_text(self) -> None:
        advance, room = self.fontMetrics().horizontalAdvance, self.width()
        fitting = (text for text in self.alternatives if advance(text) < room)
        self.setText(next(fitting, self.alternatives[-1]))


def set_text_and_role(label: QLabel, text: str, role: str) -> None:
    """Give a label a text, and the role by which the style sheet knows it."""
    label.setText(text)
    set_role(label, role)


def set_role(label: QLabel, role: str) -> None:
    """Give a label the role by which the style sheet knows it."""
    if label.property("role") != role:
        set_look(label, "role", role)
        label.updateGeometry()


def with_role(label: Label, role: str) -> Label:
    """Give a new label the role by which the style sheet knows it."""
    label.setProperty("role", role)
    return label


def note_label(role: str = "muted") -> QLabel:
    """Make a text that is broken into lines and asks for no width."""
    label = with_role(QLabel(wordWrap=True), role)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


def hint_label() -> QLabel:
    """Make a text that stands where there is nothing to see yet."""
    label = with_role(QLabel(wordWrap=True), "muted")
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return label


def show_words(label: QLabel, words: str) -> None:
    """Say something; a label that says nothing takes no room."""
    label.setText(words)
    label.setVisible(bool(words))
