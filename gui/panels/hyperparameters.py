"""Controls made from declared hyperparameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from gui.widgets.combo_boxes import Choice, Flag, WrittenChoice
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

    def __init__(self, parameter: Hyperparameter) -> None:
        super().__init__()
        self.parameter = parameter
        self.widget: Any = _MAKERS[parameter.kind](parameter)
        self.widget.setMinimumWidth(72)
        self.widget.setToolTip(told(parameter))
        self.widget.setAccessibleName(parameter.label)
        self.widget.setObjectName(parameter.name)
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


def told(parameter: Hyperparameter) -> str:
    """Give the tooltip of a hyperparameter: its help and its range."""
    if parameter.kind not in ("int", "float"):
        return parameter.help
    return f"{parameter.help}\n{parameter.low:.10g} to {parameter.high:.10g}"


def _number(parameter: Hyperparameter) -> QWidget:
    if parameter.default is None:
        return OptionalBox(parameter.log, parameter.low, parameter.high)
    box = NumberBox(parameter.log)
    box.setRange(parameter.low, parameter.high)
    box.setValue(float(parameter.default))
    return box


def _whole(parameter: Hyperparameter) -> QWidget:
    box = WholeBox(parameter.log)
    box.setRange(int(parameter.low), int(parameter.high))
    box.setValue(int(parameter.default))
    box.setSpecialValueText(parameter.zero_text)
    return box


def _flag(parameter: Hyperparameter) -> QWidget:
    box = Flag(parameter.label)
    box.setChecked(bool(parameter.default))
    return box


def _choice(parameter: Hyperparameter) -> QWidget:
    box = Choice()
    for choice in parameter.choices:
        box.addItem(choice.replace("-", " "), choice)
    box.setCurrentIndex(box.findData(parameter.default))
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
