"""The card of one run of the race: its learner and its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QSizePolicy,
    QToolButton,
)

from engine.data.dataset import VALIDATION
from engine.evaluation.error_rates import error_on
from engine.learners import learner, learners
from engine.numbers import counted, percent
from engine.training.safe_rates import safe_rate
from gui.session.compared_run import SYMBOLS
from gui.style.icons import icon
from gui.style.text import number
from gui.widgets.buttons import tool_button
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.labels import (
    ElidedLabel,
    FittingLabel,
    WrappedLabel,
    set_role,
    with_role,
)
from gui.widgets.layouts import fill, in_column, row_of
from gui.widgets.legend_label import run_mark
from gui.widgets.number_boxes import NumberBox
from gui.widgets.run_state_label import run_state

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from engine import Recipe
    from gui.features.race.run_setup import RunSetup
    from gui.session.session import Session
    from gui.style.theme import Theme

DIGITS = 3


class RunCard(QFrame):
    """Shows one run at the playhead and lets its recipe be changed.

    Signals
    -------
    recipe_wanted(Recipe)
    set_up_wanted
        The recipe of the main window is to be taken.
    removal_wanted
    """

    recipe_wanted = Signal(object)
    set_up_wanted = Signal()
    removal_wanted = Signal()

    def __init__(self, run: Session, place: int, theme: Theme) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.run, self._place = run, place
        self.mark = QLabel()
        self.choice = ComboBox("Learner", "The learner of this run")
        self.choice.setSizePolicy(
            QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed
        )
        for rule in learners().values():
            if not rule.by_hand:
                self.choice.addItem(rule.title, rule.name)
        self.choice.currentIndexChanged.connect(self._choose_learner)
        self.take_button = self._button(
            self.set_up_wanted, "Use the set-up of the main window for this run"
        )
        self.remove_button = self._button(
            self.removal_wanted, "Take this run out of the race"
        )
        tip = "How far each update of this run goes"
        self.rate = NumberBox("Learning rate η", tip, log=True)
        self.rate.setMinimumWidth(72)
        self.rate.valueChanged.connect(self._set_rate)
        self.setup_button = self._button(
            None, "Set this run up: batch size, schedule, features, stops …"
        )
        self.setup_button.setText("Set up…")
        self.setup_button.setProperty("quiet", False)
        self.setup_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setup_button.clicked.connect(self._open_setup)
        self._setup: RunSetup | None = None
        self._theme = theme
        self.label = with_role(ElidedLabel(), "muted")
        self.rate_name = FittingLabel()
        self.words = WrappedLabel()
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setMinimumHeight(2 * self.words.fontMetrics().lineSpacing() + 2)
        self._lay_out()
        self.set_theme(theme)
        self._constant = False
        run.recipe_changed.connect(self.show_recipe)
        run.tape_changed.connect(self._name_rate)
        run.moved.connect(self._update_text)
        run.tape_grown.connect(self._update_text)
        run.data_changed.connect(self._update_text)
        run.preparing_began.connect(self._update_text)
        self.show_recipe()
        self._update_text()

    @property
    def setup(self) -> RunSetup:
        """All settings of this run; made when they are first wanted."""
        if self._setup is None:
            from gui.features.race.run_setup import RunSetup

            mark = SYMBOLS[self._place]
            self._setup = RunSetup(self.run, self._theme, mark, self)
        return self._setup

    def _open_setup(self) -> None:
        self.setup.open_below(self.setup_button)

    def show_label(self, text: str) -> None:
        """Say in what the run differs from the others; nothing if in nothing."""
        self.label.setText(text)
        self.label.setToolTip(text)

    def _button(self, signal: SignalInstance | None, tip: str) -> QToolButton:
        button = tool_button(tip=tip, name=tip, look="quiet", side=16)
        if signal is not None:
            button.clicked.connect(signal)
        return button

    def _lay_out(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        head, second = row_of(spacing=6), row_of(spacing=6)
        in_column(
            self, head, second, self.label, self.words,
            margins=(12, 10, 12, 10), spacing=8,
        )  # fmt: skip
        # Filled when added, as the curves' rows are.
        fill(head, self.mark, (self.choice, 1), self.take_button, self.remove_button)
        fill(second, (self.rate_name, 1), self.rate, self.setup_button)

    def set_theme(self, theme: Theme) -> None:
        self.mark.setText(run_mark(theme, self._place))
        self._theme = theme
        if self._setup is not None:
            self._setup.set_theme(theme)
        self.take_button.setIcon(icon("copy", theme, theme.muted))
        self.remove_button.setIcon(icon("close", theme, theme.muted))

    def show_recipe(self) -> None:
        """Show the run's learner and its learning rate, if it is constant."""
        recipe = self.run.recipe
        own = learner(recipe.learner)
        for box in (self.choice, self.rate):
            box.blockSignals(True)
        self.choice.setCurrentIndex(self.choice.findData(recipe.learner))
        parameter = next(
            (k for k in own.all_hyperparameters if k.name == "learning_rate"), None
        )
        if parameter is not None:
            self.rate.setRange(parameter.least, parameter.high)
            self.rate.setValue(recipe.learning_rate)
        constant = (
            parameter is not None and recipe.get("schedule", "constant") == "constant"
        )
        self.rate.setVisible(constant)
        self._constant = constant
        self._name_rate()
        for box in (self.choice, self.rate):
            box.blockSignals(False)

    def _name_rate(self) -> None:
        """Say what the box sets, and whether steps of that length can grow forever."""
        recipe, tape = self.run.recipe, self.run.tape
        names: tuple[str, ...] = ("Learning rate η", "η")
        role = "muted"
        if not self._constant:
            names = (_without_constant_rate(recipe),)
        elif tape is not None and tape.recipe == recipe:
            safe = safe_rate(learner(recipe.learner), tape.problem)
            if safe is not None and recipe.learning_rate >= safe.value:
                said = "η too large" if safe.is_limit else "η not known to be safe"
                names = (f"{said}: safe below {safe.said}", said)
                role = "warning"
        self.rate_name.set_alternatives(*names)
        self.rate_name.setToolTip(names[0] if role == "warning" else "")
        set_role(self.rate_name, role)

    def _choose_learner(self) -> None:
        recipe = self.run.recipe.replace(learner=self.choice.currentData())
        self.recipe_wanted.emit(recipe)

    def _set_rate(self, value: float) -> None:
        self.recipe_wanted.emit(self.run.recipe.replace(learning_rate=value))

    def _update_text(self) -> None:
        run = self.run
        frame, model = run.frame, run.model
        if frame is None or model is None or run.tape is None or run.obstacle:
            self.words.setText(run_state(None, run.obstacle, run.preparing))
            return
        error = percent(model.training_error).replace(" ", "\u00a0")
        validation = error_on(VALIDATION, run.tape, model)
        held_out = ""
        if validation is not None:
            share = percent(validation).replace(" ", "\u00a0")
            held_out = f"validation <b>{share}</b> · "
        text = (
            f"training error <b>{error}</b> · {held_out}"
            f"{counted(frame.updates, 'update')} · epoch {frame.epoch:,}"
        )
        costs, done = run.tape.epochs.cost, run.step // run.tape.problem.steps_per_epoch
        if costs is not None and 0 < done <= len(costs):
            cost = number(float(costs[done - 1]), DIGITS)
            text += f" · cost\u00a0J\u00a0<b>{cost}</b>"
            if run.step % run.tape.problem.steps_per_epoch:
                text += f" after\u00a0epoch\u00a0{done:,}"
        if run.tape.finished and run.step == run.last:
            text += f" · {run.tape.reason}"
        self.words.setText(text)

    def close(self) -> bool:
        """Close its set-up with it."""
        if self._setup is not None:
            self._setup.close()
        return bool(super().close())


def _without_constant_rate(recipe: Recipe) -> str:
    """Say what the learner goes by where it has no constant rate to set."""
    schedule = recipe.get("schedule")
    return "no learning rate" if schedule is None else f"η by schedule: {schedule}"
