"""The button of a class: its symbol, its name, how many samples it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
)

from gui.style.text import number_of_points, one_line

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

GAP = "   "
SHORT_GAP = "  "
ANY = "0"
"""A text that gives the button its size."""
MANY = 10_000
"""From here on a number may be written in thousands."""


class ClassButton(QToolButton):
    """Shows a class; where there is little room, the number in short.

    The text is drawn in a room that does not depend on it: as in `SteadyLabel`.

    Parameters
    ----------
    hint : str
        What the button does; the tooltip adds the exact number.
    """

    def __init__(self, hint: str) -> None:
        super().__init__()
        self._hint, self._name, self._count, self._words = hint, "", 0, ""
        self.setToolTip(hint)
        self.setText(ANY)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(16, 16))
        self.setSizePolicy(
            self.sizePolicy().Policy.Ignored, self.sizePolicy().Policy.Fixed
        )
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def say(self, name: str, count: int) -> None:
        """Show a name and a number of samples."""
        name = one_line(name)
        if (name, count) != (self._name, self._count):
            self._name, self._count = name, count
            said = f"{name}: {number_of_points(count)}"
            self.setToolTip(f"{self._hint}\n{said}" if self._hint else said)
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write as much as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Write the number in full, else in short; then the name gives way."""
        metrics = self.fontMetrics()
        # Qt asks for two blanks beside any text: they may be written on.
        around = self.sizeHint().width() - metrics.horizontalAdvance(f"{ANY}  ")
        room = self.width() - around
        text = f"{self._name}{GAP}{self._count:,}"
        if metrics.horizontalAdvance(text) > room:
            number = SHORT_GAP + in_short(self._count)
            left = room - metrics.horizontalAdvance(number)
            elide = Qt.TextElideMode.ElideRight
            text = metrics.elidedText(self._name, elide, left) + number
        if text != self._words:
            self._words = text
            self.setAccessibleName(text)
            self.update()

    def text(self) -> str:
        """Give what is written."""
        return self._words

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button with its words."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = self._words
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.end()


def in_short(count: int) -> str:
    """Write a number of samples in few signs: 501 k, 1.2 M."""
    if count < MANY:
        return f"{count:,}"
    return f"{count / 1e3:.0f} k" if count < 999_500 else f"{count / 1e6:.1f} M"
