"""Controls made from declared hyperparameters."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QLocale, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QSpinBox,
    QToolTip,
    QWidget,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QWheelEvent

    from engine.learners import Hyperparameter, Value


class Control(QObject):
    """A widget for one hyperparameter.

    Signals
    -------
    changed
        The person set another `value`.
    """

    changed = Signal()

    def __init__(self, knob: Hyperparameter) -> None:
        super().__init__()
        self.knob = knob
        self.widget: Any = _MAKERS[knob.kind](knob)
        self.widget.setMinimumWidth(72)
        self.widget.setToolTip(knob.help)
        self.widget.setAccessibleName(knob.label)
        self.widget.setObjectName(knob.name)
        _changed(self.widget).connect(self._tell)

    def _tell(self, *_: object) -> None:
        self.changed.emit()

    @property
    def value(self) -> Value:
        """What the widget shows."""
        widget = self.widget
        if isinstance(widget, QCheckBox):
            return widget.isChecked()
        if isinstance(widget, QComboBox):
            return str(widget.currentData())
        number: Value = widget.value()
        return number

    def show_value(self, value: Any) -> None:
        """Show another value, without a signal."""
        self.widget.blockSignals(True)
        if isinstance(self.widget, QCheckBox):
            self.widget.setChecked(value)
        elif isinstance(self.widget, QComboBox):
            self.widget.setCurrentIndex(self.widget.findData(value))
        elif value != self.value:
            self.widget.setValue(value)
        self.widget.blockSignals(False)


class _Typed:
    """What both number boxes share: any way of writing, and keys that come back.

    A point or a comma, an exponent: read alike in every locale. Enter and Escape, which
    restores, leave the box, so that the keys play again; Space plays even from inside.
    """

    log = False

    def _dress(self: Any) -> None:
        self.setLocale(QLocale.c())
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _read(self: Any, text: str) -> float | None:
        """Give the number that a text means, in range or not; None if it is none."""
        if text and text == self.specialValueText():
            return self.minimum()
        return read_number(text)

    def _written(self: Any) -> str:
        special = self.specialValueText()
        if special and self.value() == self.minimum():
            return special
        return self.textFromValue(self.value())

    def validate(self: Any, text: str, pos: int) -> object:
        """Let a number be typed, sign by sign."""
        value = self._read(text)
        if value is not None and self.minimum() <= value <= self.maximum():
            return QValidator.State.Acceptable, text, pos
        half = re.fullmatch(r"[-+−]?[\d.,' ]*(e[-+−]?\d*)?", text.strip(), re.I)
        if half or self.specialValueText().startswith(text):
            return QValidator.State.Intermediate, text, pos
        return QValidator.State.Invalid, text, pos

    def fixup(self: Any, text: str) -> str:
        """Take the nearest number there is, or the old one; say what may be typed."""
        value = self._read(text)
        low, high = self.minimum(), self.maximum()
        said = f"{self.textFromValue(low)} to {self.textFromValue(high)}"
        QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), said, self)
        if value is None:
            return self._written()
        return self.textFromValue(min(max(value, low), high))

    def stepBy(self: Any, steps: int) -> None:
        """Step by the arrows: by a fixed amount, or along the series 1, 2, 5, 10."""
        self.interpretText()
        value = self.value()
        if self.log:
            for _ in range(abs(steps)):
                value = along_the_series(value, up=steps > 0)
        else:
            value = float(f"{value + steps * self.singleStep():.12g}")
        kind = type(self.minimum())
        self.setValue(kind(min(max(value, self.minimum()), self.maximum())))
        self.selectAll()

    def event(self: Any, event: QEvent) -> bool:
        """Leave Space to the window: it plays."""
        if _is_space(event):
            self.clearFocus()
            event.ignore()
            return False
        return bool(super().event(event))  # type: ignore[misc]

    def keyPressEvent(self: Any, event: QKeyEvent) -> None:
        """Leave the box at Enter and Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.lineEdit().setText(self._written())
        else:
            super().keyPressEvent(event)  # type: ignore[misc]
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.clearFocus()

    def wheelEvent(self: Any, event: QWheelEvent) -> None:
        """Leave the wheel to the panel, unless this is the control in use."""
        if self.hasFocus():
            super().wheelEvent(event)  # type: ignore[misc]
        else:
            event.ignore()


class NumberBox(_Typed, QDoubleSpinBox):
    """A number of any size, shown with the digits it has."""

    def __init__(self, log: bool = False) -> None:
        super().__init__(decimals=20, singleStep=0.1)
        self.log = log
        self._dress()

    def textFromValue(self, value: float) -> str:
        """Write the shortest text that reads as this very number."""
        return repr(value).removesuffix(".0").replace("e-0", "e-")

    def valueFromText(self, text: str) -> float:
        """Read what is shown or typed."""
        value = self._read(text)
        return self.value() if value is None else value


class WholeBox(_Typed, QSpinBox):
    """A whole number; with `log` the arrows go along the series 1, 2, 5, 10."""

    def __init__(self, log: bool = False) -> None:
        super().__init__()
        self.log = log
        self._dress()

    def _read(self, text: str) -> int | None:
        grouped = re.fullmatch(r"\d{1,3}([., '’]\d{3})+", text.strip())
        value = super()._read(re.sub(r"\D", "", text) if grouped else text)
        return None if value is None or value % 1 else int(value)

    def textFromValue(self, value: int) -> str:
        """Write the digits, without separators."""
        return str(value)

    def valueFromText(self, text: str) -> int:
        """Read what is shown or typed."""
        value = self._read(text)
        return self.value() if value is None else value


class Flag(QCheckBox):
    """A check box; Space plays unless it was reached by keyboard."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def event(self, event: QEvent) -> bool:
        """Take Space before the shortcut does; asked only with the focus."""
        if _is_space(event):
            event.accept()
            return True
        return super().event(event)


class Choice(QComboBox):
    """A list to choose from, which neither a click nor the wheel holds on to."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the panel, unless this is the control in use."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def read_number(text: str) -> float | None:
    """Read a number as people type it, with a point or a comma; None if it is none."""
    plain = text.strip().replace(",", ".").replace("−", "-")
    if not re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", plain, re.I | re.A):
        return None
    value = float(plain)
    return value if math.isfinite(value) else None


def along_the_series(value: float, up: bool) -> float:
    """Give the neighbour of a number in the series … 0.5, 1, 2, 5, 10, 20 …"""
    if value <= 0:
        return 1.0 if up else 0.0
    power = math.floor(math.log10(value))
    series = [float(f"{m}e{power + p}") for p in (-1, 0, 1) for m in (1, 2, 5)]
    if up:
        return min(x for x in series if x > value)
    return max(x for x in series if x < value)


def _is_space(event: QEvent) -> bool:
    return (
        isinstance(event, QKeyEvent)
        and event.type() == QEvent.Type.ShortcutOverride
        and event.key() == Qt.Key.Key_Space
        and event.modifiers() == Qt.KeyboardModifier.NoModifier
    )


def _number(knob: Hyperparameter) -> QWidget:
    box = NumberBox(knob.log)
    box.setRange(knob.low, knob.high)
    box.setValue(float(knob.default))
    return box


def _whole(knob: Hyperparameter) -> QWidget:
    box = WholeBox(knob.log)
    box.setRange(int(knob.low), int(knob.high))
    box.setValue(int(knob.default))
    box.setSpecialValueText(knob.zero_text)
    return box


def _flag(knob: Hyperparameter) -> QWidget:
    box = Flag(knob.label)
    box.setChecked(bool(knob.default))
    return box


def _choice(knob: Hyperparameter) -> QWidget:
    box = Choice()
    for choice in knob.choices:
        box.addItem(choice.replace("-", " "), choice)
    box.setCurrentIndex(box.findData(knob.default))
    return box


_MAKERS = {"float": _number, "int": _whole, "bool": _flag, "choice": _choice}


def _changed(widget: QWidget) -> Any:
    if isinstance(widget, QCheckBox):
        return widget.toggled
    if isinstance(widget, QComboBox):
        return widget.currentIndexChanged
    return widget.valueChanged  # type: ignore[attr-defined]
