"""Controls made from declared hyperparameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from gui.widgets.lists import Choice, Flag, WrittenChoice
from gui.widgets.number_boxes import NumberBox, OptionalBox, WholeBox

if TYPE_CHECKING:
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
        self.widget.setToolTip(told(knob))
        self.widget.setAccessibleName(knob.label)
        self.widget.setObjectName(knob.name)
        _changed(self.widget).connect(self._tell)

    def _tell(self, *_: object) -> None:
        self.changed.emit()

    @property
    def value(self) -> Value:
        """What the widget shows."""
        widget = self.widget
        if isinstance(widget, OptionalBox) and widget.is_off:
            return None
        if isinstance(widget, QCheckBox):
            return widget.isChecked()
        if isinstance(widget, WrittenChoice):
            return widget.value()
        if isinstance(widget, QComboBox):
            return str(widget.currentData())
        number: Value = widget.value()
        return number

    def show_value(self, value: Any) -> None:
        """Show another value, without a signal."""
        self.widget.blockSignals(True)
        if isinstance(self.widget, QCheckBox):
            self.widget.setChecked(value)
        elif value is None:
            self.widget.setValue(self.widget.minimum())
        elif isinstance(self.widget, WrittenChoice):
            self.widget.setValue(value)
        elif isinstance(self.widget, QComboBox):
            self.widget.setCurrentIndex(self.widget.findData(value))
        elif value != self.value:
            self.widget.setValue(value)
        self.widget.blockSignals(False)


def told(knob: Hyperparameter) -> str:
    """Give the tooltip of a hyperparameter: its help and its range."""
    if knob.kind not in ("int", "float"):
        return knob.help
    return f"{knob.help}\n{knob.low:.10g} to {knob.high:.10g}"


def _number(knob: Hyperparameter) -> QWidget:
    if knob.default is None:
        return OptionalBox(knob.log, knob.low, knob.high)
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


_MAKERS = {
    "float": _number,
    "int": _whole,
    "bool": _flag,
    "choice": _choice,
    "order": WrittenChoice,
    "start": WrittenChoice,
}


def _changed(widget: QWidget) -> Any:
    if isinstance(widget, QCheckBox):
        return widget.toggled
    if isinstance(widget, WrittenChoice):
        return widget.changed
    if isinstance(widget, QComboBox):
        return widget.currentIndexChanged
    return widget.valueChanged  # type: ignore[attr-defined]
