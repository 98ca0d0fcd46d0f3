"""Controls made from declared hyperparameters, and the section that holds them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QWidget,
)

from engine.hyperparameter import value_text
from engine.learners import learner
from gui.recipe.class_weight_box import ClassWeightBox
from gui.recipe.number_player import let_play, played_range
from gui.session.undo import Stroke
from gui.style.text import number
from gui.widgets.cards import Section
from gui.widgets.combo_boxes import CheckBox, ComboBox, EditableComboBox
from gui.widgets.drag_label import DragLabel
from gui.widgets.labels import FieldLabel
from gui.widgets.number_boxes import IntegerBox, NumberBox, OptionalBox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from PySide6.QtCore import SignalInstance

    from engine.hyperparameter import Group
    from engine.learners import Hyperparameter, Value
    from gui.session.session import Session

FURTHER_GROUPS: tuple[tuple[str, Group], ...] = (
    ("Training", "training"), ("Mistakes", "mistakes"), ("Stops", "stops"),
    ("Start", "start"),
)  # fmt: skip
"""Titles of what is folded, and which hyperparameters it has."""


SEED = "seed"
SET_BY_STREAM = "While streaming: one pass in the order of arrival, one sample a step"


class HyperparameterControl(QObject):
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
        self.widget.setToolTip(parameter_tooltip(parameter))
        self.widget.setAccessibleName(parameter.label)
        self.widget.setObjectName(parameter.name)
        _changed(self.widget).connect(self._emit_changed)

    def _emit_changed(self, *_: object) -> None:
        self.changed.emit()

    @property
    def value(self) -> Value:
        """What the widget shows."""
        widget = self.widget
        if isinstance(widget, OptionalBox) and widget.is_off:
            return None
        if isinstance(widget, QCheckBox):
            return widget.isChecked()
        if isinstance(widget, EditableComboBox | ClassWeightBox):
            return widget.value()
        if isinstance(widget, QComboBox):
            return str(widget.currentData())
        number: Value = widget.value()
        return number

    def show_value(self, value: Any) -> None:
        """Show another value, without a signal."""
        with QSignalBlocker(self.widget):
            if isinstance(self.widget, QCheckBox):
                self.widget.setChecked(value)
            elif isinstance(self.widget, ClassWeightBox):
                self.widget.setValue(value)
            elif value is None:
                self.widget.setValue(self.widget.minimum())
            elif isinstance(self.widget, EditableComboBox):
                self.widget.setValue(value)
            elif isinstance(self.widget, QComboBox):
                self.widget.setCurrentIndex(self.widget.findData(value))
            elif value != self.value:
                self.widget.setValue(value)


def parameter_tooltip(parameter: Hyperparameter) -> str:
    """Give the tooltip of a hyperparameter: its help and its range."""
    if parameter.kind not in ("int", "float"):
        return parameter.help
    return f"{parameter.help}\n{parameter.range_in(number)}"


def _number(parameter: Hyperparameter) -> QWidget:
    if parameter.default is None:
        return OptionalBox(parameter.low, parameter.high, log=parameter.log)
    box = NumberBox(log=parameter.log)
    box.setRange(parameter.least, parameter.high)
    box.setValue(_as_float(parameter.default))
    return box


def _as_float(value: Value) -> float:
    """Tell mypy that the default of a number is a number."""
    assert isinstance(value, int | float)
    return value


def _whole(parameter: Hyperparameter) -> QWidget:
    low, high = int(parameter.low), int(parameter.high)
    box = IntegerBox(low=low, high=high, log=parameter.log)
    box.setValue(int(_as_float(parameter.default)))
    box.setSpecialValueText(parameter.zero_text)
    return box


def _flag(parameter: Hyperparameter) -> QWidget:
    return CheckBox(parameter.label, checked=bool(parameter.default))


def _choice(parameter: Hyperparameter) -> QWidget:
    box = ComboBox()
    for choice in parameter.choices:
        box.addItem(choice.replace("-", " "), choice)
    box.setCurrentIndex(box.findData(parameter.default))
    return box


_MAKERS = {
    "float": _number,
    "int": _whole,
    "bool": _flag,
    "choice": _choice,
    "order": EditableComboBox,
    "start": EditableComboBox,
    "class_weight": ClassWeightBox,
}


def _changed(widget: QWidget) -> SignalInstance:
    if isinstance(widget, QCheckBox):
        return widget.toggled
    if isinstance(widget, EditableComboBox | ClassWeightBox):
        return widget.changed
    if isinstance(widget, QComboBox):
        return widget.currentIndexChanged
    assert isinstance(widget, NumberBox)
    return widget.valueChanged


class HyperparametersSection(Section):
    """The learner's hyperparameters of one group, each with its control.

    Where it folds, the head says what is set, and there is none without any.

    Attributes
    ----------
    elsewhere : tuple of str
        Hyperparameters of the group that other controls set.
    """

    elsewhere: tuple[str, ...] = ()

    def __init__(
        self, title: str, session: Session, group: Group, *, folds: bool = False
    ) -> None:
        super().__init__(title, folds=folds)
        self._session = session
        self._group = group
        self._controls: dict[str, HyperparameterControl] = {}
        self._form_holder: QWidget | None = None
        self._form: QFormLayout | None = None
        self._shown: tuple[Hyperparameter, ...] = ()
        self._disabled: frozenset[str] = frozenset()
        self._class_names: tuple[str, ...] = ()
        session.recipe_changed.connect(self.refresh)
        session.data_changed.connect(self._follow_classes)

    def refresh(self) -> None:
        """Show the recipe; other controls if the learner declares others."""
        recipe = self._session.recipe
        parameters = tuple(
            k
            for k in learner(recipe.learner).all_hyperparameters
            if k.group == self._group and k.name not in self.elsewhere
        )
        if parameters != self._shown:
            self._shown = parameters
            self._controls = {
                parameter.name: HyperparameterControl(parameter)
                for parameter in parameters
            }
            self._rebuild()
        self._show_classes()
        for name, control in self._controls.items():
            control.show_value(recipe.get(name))
            self._show_use(control)
        if self.fold_button is not None:
            self.setVisible(bool(parameters))
            self.caption.setText(" · ".join(_set_words(parameters, recipe.get)))

    def control(self, name: str) -> QWidget | None:
        """Give the widget of a hyperparameter, if it is here."""
        control = self._controls.get(name)
        widget: QWidget | None = None if control is None else control.widget
        return widget

    @property
    def is_usual(self) -> bool:
        """Whether nothing in it is set otherwise than by default."""
        value_of = self._session.recipe.get
        return all(k.default == value_of(k.name) for k in self._shown)

    def disable_controls(self, names: Iterable[str]) -> None:
        """Disable the controls of what the stream sets, and enable all others."""
        self._disabled = frozenset(names)
        for control in self._controls.values():
            self._show_use(control)

    def _show_use(self, control: HyperparameterControl) -> None:
        """Hide a control that plays no part; disable one of what the stream sets.

        The seed stays: the stream itself draws by it.
        """
        others = control.parameter.shown_if
        if others and self._form is not None:
            matters = control.parameter.matters(self._session.recipe.get)
            streams = control.parameter.name == SEED and bool(self._disabled)
            self._form.setRowVisible(control.widget, matters or streams)
        disabled = control.parameter.name in self._disabled
        if control.widget.isEnabled() == disabled:
            control.widget.setEnabled(not disabled)
            control.widget.setToolTip(
                SET_BY_STREAM if disabled else parameter_tooltip(control.parameter)
            )

    def _follow_classes(self) -> None:
        if self._class_names != self._session.data.class_names:
            self._show_classes()

    def _show_classes(self) -> None:
        names = self._class_names = self._session.data.class_names
        for name, control in self._controls.items():
            if isinstance(control.widget, ClassWeightBox):
                control.widget.show_classes(names)
                control.show_value(self._session.recipe.get(name))

    def _rebuild(self) -> None:
        if self._form_holder is not None:
            self.rows.removeWidget(self._form_holder)
            self._form_holder.hide()
            self._form_holder.deleteLater()
        self._form_holder = QWidget()
        self._form = form = QFormLayout(self._form_holder)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for control in self._controls.values():
            control.setParent(self._form_holder)  # goes with what listens to it
            if control.parameter.kind == "bool":
                form.addRow(control.widget)
            else:
                form.addRow(self._name(control), control.widget)
            if isinstance(control.widget, ClassWeightBox):
                form.addRow(control.widget.numbers)
                control.widget.named.connect(partial(let_play, self._session))
            control.changed.connect(self._setter(control))
        self.rows.addWidget(self._form_holder)

    def _name(self, control: HyperparameterControl) -> FieldLabel:
        """Make the name of a setting."""
        parameter, widget = control.parameter, control.widget
        if not isinstance(widget, NumberBox):
            return FieldLabel(parameter.label, widget)
        label = DragLabel(parameter.label, widget)
        let_play(self._session, label, widget, lambda: played_range(parameter))
        return label

    def _setter(self, control: HyperparameterControl) -> object:
        parameter, stroke = control.parameter, Stroke()

        def apply() -> None:
            recipe = self._session.recipe.replace(**{parameter.name: control.value})
            drag = self._session.drag
            number = stroke.number if drag is None else drag
            self._session.change(recipe, f"set {parameter.label}", number)

        return apply


def _set_words(
    parameters: Sequence[Hyperparameter], value_of: Callable[[str], Any]
) -> Iterator[str]:
    """Say what is set: the value of one alone; of several those that are not as usual.

    What ends a run is named wherever it is on.
    """
    for parameter in parameters:
        value = value_of(parameter.name)
        text = "by hand" if isinstance(value, tuple) else value_text(value)
        if len(parameters) == 1:
            yield text
        elif parameter.zero_text and value == 0 != parameter.default:
            yield parameter.zero_text
        elif parameter.kind == "bool" and value:
            yield parameter.label.lower().removeprefix("stop ")
        elif value == parameter.default or parameter.kind == "bool":
            continue
        elif parameter.kind == "order" and not isinstance(value, tuple):
            yield text  # shuffled, sorted: these words are of an order alone
        else:
            yield f"{parameter.label.lower()} {text}"
