"""Number boxes that leave keys and wheel to the window."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QValidator
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QLineEdit

from engine.numbers import with_hyphen
from gui.style.theme import mark_invalid

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QMouseEvent, QWheelEvent


IN_USE = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.PopupFocusReason,
)
"""Of a focus after which a click means a place in the number: Tab has selected it."""
INTERRUPTED = (
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
)
"""Of a focus that comes back to what one was typing."""
DECADE, STEP = 100, 10
"""Pixels of a drag for a factor of ten, and for a step of the arrows."""
UNDO, REDO = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
DIGITS = 2
"""Of a number to which a drag leads."""
FIRST = 0.01
"""The number to which an optional box steps from off."""
OFF = 100
"""How many times less than that, or than what it was, a drag turns it off."""


class NumberLine(QLineEdit):
    """Selects its number at the click that leads there; the next places the caret.

    It can stand alone or in a box with arrows, whose unit is then left as it is.
    """

    def __init__(self, box: QAbstractSpinBox | None = None) -> None:
        super().__init__(box)  # one that comes into a box later is styled as alone
        self._entered = False

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Forget what was typed before: the window undoes what was entered."""
        if event.reason() not in INTERRUPTED:
            self.setText(self.text())
        super().focusInEvent(event)
        self._entered = event.reason() not in IN_USE

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select the whole number: its point would part it into words."""
        super().mouseDoubleClickEvent(event)
        self._select_number()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Wait for the release: one may also press and drag over a part."""
        super().mouseReleaseEvent(event)
        if self._entered and not (self.hasSelectedText() or self.isModified()):
            self._select_number()
        self._entered = False

    def _select_number(self) -> None:
        box = self.parent()
        (box if isinstance(box, QAbstractSpinBox) else self).selectAll()


class NumberBox(QDoubleSpinBox):
    """A number of any size, shown with the digits it has.

    A point or a comma, an exponent: read alike in every locale. Enter and Escape, which
    restores, leave the box, so that the keys play again; Space plays even from inside.

    Parameters
    ----------
    name, tip : str
        What it is called for those who do not see it, and what it is the number of.
    log : bool
        Let the arrows go along the series 1, 2, 5, 10.
    """

    def __init__(self, name: str = "", tip: str = "", *, log: bool = False) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.log = log
        self._turned = False  # by the wheel, since the mouse came
        self.setLineEdit(NumberLine(self))
        self.setDecimals(20)
        self.setSingleStep(0.1)
        self.setLocale(QLocale.c())
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().textChanged.connect(self._show_validity)
        self.editingFinished.connect(self._show_validity)

    def textFromValue(self, value: float) -> str:
        """Write the shortest text that reads as this very number."""
        shortest = repr(value).removesuffix(".0").replace("e-0", "e-")
        return f"−{shortest[1:]}" if shortest.startswith("-") else shortest

    def valueFromText(self, text: str) -> float:
        value = self._read(text)
        return self.value() if value is None else value

    def _read(self, text: str) -> float | None:
        """Give the number that a text means, in range or not; None if it is none."""
        if text and text == self.specialValueText():
            return self.minimum()
        return self._parse(text.removesuffix(self.suffix()))

    def _parse(self, text: str) -> float | None:
        return read_number(text)

    def _written(self) -> str:
        special = self.specialValueText()
        if special and self.value() == self.minimum():
            return special
        return self.textFromValue(self.value()) + self.suffix()

    def validate(self, text: str, pos: int) -> tuple[QValidator.State, str, int]:
        """Let a number be typed, sign by sign."""
        value = self._read(text)
        if value is not None and self.minimum() <= value <= self.maximum():
            return QValidator.State.Acceptable, text, pos
        typed = text.removesuffix(self.suffix()).strip()
        half = re.fullmatch(r"[-+−]?[\d.,' ]*(e[-+−]?\d*)?", typed, re.I)
        if half or self.specialValueText().startswith(text):
            return QValidator.State.Intermediate, text, pos
        return QValidator.State.Invalid, text, pos

    def fixup(self, text: str) -> str:
        """Take the nearest number there is, or the old one."""
        value = self._read(text)
        if value is None:
            return self._written()
        return self.textFromValue(min(max(value, self.minimum()), self.maximum()))

    def _show_validity(self) -> None:
        """Redden the box while the number in it is out of range."""
        value = self._read(self.text())
        bad = value is not None and not self.minimum() <= value <= self.maximum()
        mark_invalid(self, bad)

    def stepBy(self, steps: int) -> None:
        """Step by the arrows: by a fixed amount, or along the series 1, 2, 5, 10."""
        self.interpretText()
        value = self.value()
        if self.log:
            for _ in range(abs(steps)):
                value = along_the_series(value, up=steps > 0)
        else:
            value = float(f"{value + steps * self.singleStep():.12g}")
        self.setValue(min(max(value, self.minimum()), self.maximum()))
        self.selectAll()

    def dragged(self, start: float, pixels: float, *, fine: bool) -> float:
        """Give the number to which a drag leads: by factors where `log`, else by steps.

        Parameters
        ----------
        start : float
            The number at the place from which the pixels are counted.
        pixels : float
        fine : bool
            Lead a tenth as far, with a digit more.
        """
        pixels = pixels / 10 if fine else pixels
        if self.log:
            value = (start or 1.0) * 10 ** (pixels / DECADE)
            value = float(f"{value:.{DIGITS + fine}g}")
        else:
            step = self.singleStep() / (100 if fine else 10)
            value = step * round((start + self.singleStep() * pixels / STEP) / step)
            value = float(f"{value:.12g}")
        return min(max(value, self.minimum()), self.maximum())

    def event(self, event: QEvent) -> bool:
        """Leave Space to the window, which plays; undo too, if nothing is typed."""
        if is_space(event):
            self.clearFocus()
            event.ignore()
            return False
        if leaves_undo(self.lineEdit(), event):
            event.ignore()
            return False
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Give the keys back to the window after a click on an arrow."""
        super().mouseReleaseEvent(event)
        self.clearFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the box at Enter and Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.lineEdit().setText(self._written())
        else:
            super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.clearFocus()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the panel, unless this is the control in use.

        The keys are the window's again at once; the wheel, once the mouse has left.
        """
        self._turned = self._turned or self.hasFocus()
        if self._turned:
            super().wheelEvent(event)
            self.clearFocus()
        else:
            event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._turned = False


class IntegerBox(NumberBox):
    """A number box that takes whole numbers only, from `low` to `high`."""

    def __init__(
        self,
        name: str = "",
        tip: str = "",
        *,
        low: int = 0,
        high: int = 99,
        log: bool = False,
    ) -> None:
        super().__init__(name, tip, log=log)
        self.setDecimals(0)
        self.setSingleStep(1.0)
        self.setRange(low, high)

    def dragged(self, start: float, pixels: float, *, fine: bool) -> float:
        """Give the whole number to which a drag leads."""
        return round(super().dragged(start, pixels, fine=fine))

    def value(self) -> int:
        return int(super().value())

    def textFromValue(self, value: float) -> str:
        """Write the digits, without separators."""
        return str(int(value)).replace("-", "−")

    def _parse(self, text: str) -> float | None:
        return read_whole(text)


class OptionalBox(NumberBox):
    """A number that may be off, which stands below the least."""

    def __init__(self, low: float, high: float, *, log: bool) -> None:
        super().__init__(log=log)
        self._low = low
        self.setRange(low - 1.0, high)
        self.setSpecialValueText("off")
        self.setValue(self.minimum())

    @property
    def is_off(self) -> bool:
        """Whether no number is given."""
        return self.value() < self._low

    def dragged(self, start: float, pixels: float, *, fine: bool) -> float:
        """Begin from off with a small number; far below it, be off again."""
        first = FIRST if start < self._low else start
        value = super().dragged(first, pixels, fine=fine)
        return self.minimum() if value < min(FIRST, first) / OFF else value

    def stepBy(self, steps: int) -> None:
        """Step from off to a small number, and from the least one back to off."""
        if self.is_off:
            self.setValue(FIRST if steps > 0 else self.minimum())
        elif steps < 0 and self.value() <= FIRST:
            self.setValue(self.minimum())
        else:
            super().stepBy(steps)


def read_number(text: str) -> float | None:
    """Read a number as people type it, with a point or a comma; None if it is none."""
    plain = with_hyphen(text.strip()).replace(",", ".")
    if not re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", plain, re.I | re.A):
        return None
    value = float(plain)
    return value if math.isfinite(value) else None


def read_whole(text: str) -> int | None:
    """Read a whole number, also with its thousands set apart; None if it is none."""
    grouped = re.fullmatch(r"\d{1,3}([., '’]\d{3})+", text.strip())
    value = read_number(re.sub(r"\D", "", text) if grouped else text)
    return None if value is None or value % 1 else int(value)


def along_the_series(value: float, *, up: bool) -> float:
    """Give the neighbour of a number in the series of 1, 2, 5, 10 and so on."""
    if value < 0:
        return -along_the_series(-value, up=not up)
    if not value:
        return 1.0 if up else 0.0
    power = math.floor(math.log10(value))
    series = [float(f"{m}e{power + p}") for p in (-1, 0, 1) for m in (1, 2, 5)]
    if up:
        return min(x for x in series if x > value)
    return max(x for x in series if x < value)


def is_space(event: QEvent) -> bool:
    """Tell whether Space is offered to a control before it becomes a shortcut."""
    return (
        isinstance(event, QKeyEvent)
        and event.type() == QEvent.Type.ShortcutOverride
        and event.key() == Qt.Key.Key_Space
        and event.modifiers() == Qt.KeyboardModifier.NoModifier
    )


def is_key(event: QEvent, key: QKeySequence.StandardKey) -> bool:
    """Tell whether a key is offered to a control before it becomes a shortcut."""
    asked = event.type() == QEvent.Type.ShortcutOverride
    return asked and isinstance(event, QKeyEvent) and event.matches(key)


def leaves_undo(line: QLineEdit, event: QEvent) -> bool:
    """Tell whether undo or redo is asked for where nothing was typed to undo."""
    if is_key(event, UNDO):
        return not line.isUndoAvailable()
    return is_key(event, REDO) and not line.isRedoAvailable()


def taken(event: QEvent, *, wanted: bool) -> bool:
    """Take what is wanted before a shortcut does; tell whether it was."""
    if wanted:
        event.accept()
    return wanted


def is_letter(event: QEvent) -> bool:
    """Tell whether what is typed is offered to a control before it is a shortcut."""
    commands = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    return (
        isinstance(event, QKeyEvent)
        and event.type() == QEvent.Type.ShortcutOverride
        and not event.modifiers() & commands
        and event.text().isprintable()
        and bool(event.text().strip())
    )
