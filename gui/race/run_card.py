"""The card of one run of the race: its learner, its picture and its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
)

from engine.learners import learner, learners
from gui.canvas.picture import current_picture, rect_around
from gui.canvas.plot import CanvasPlot
from gui.panels.run_state_label import run_state
from gui.style.icons import icon
from gui.style.text import percent
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.number_boxes import NumberBox

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from engine import Recipe
    from gui.session.session import Session
    from gui.style.theme import Theme

SYMBOLS = ("●", "■", "▲", "◆")


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
        self.choice = ComboBox()
        self.choice.setAccessibleName("Learner")
        self.choice.setSizePolicy(
            QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed
        )
        for one in learners().values():
            if not one.by_hand:
                self.choice.addItem(one.title, one.name)
        self.choice.currentIndexChanged.connect(self._choose)
        self.take_button = self._button(
            self.set_up_wanted, "Use the set-up of the main window for this run"
        )
        self.remove_button = self._button(
            self.removal_wanted, "Take this run out of the race"
        )
        self.rate = NumberBox(log=True)
        self.rate.setMinimumWidth(72)
        self.rate.setAccessibleName("Learning rate η")
        self.rate.valueChanged.connect(self._set_rate)
        self.rate_name = QLabel("Learning rate η")
        self.rate_name.setProperty("role", "muted")
        self.plot = CanvasPlot(theme)
        self.plot.setMinimumSize(120, 140)
        self.plot.view.setMouseEnabled(False, False)
        self.words = QLabel(wordWrap=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setMinimumHeight(2 * self.words.fontMetrics().lineSpacing() + 2)
        self._lay_out()
        self.set_theme(theme)
        run.recipe_changed.connect(self.show_recipe)
        run.moved.connect(self.refresh)
        run.tape_grown.connect(self._update_text)
        run.data_changed.connect(self.fit)
        run.preparing_began.connect(self._update_text)
        self.show_recipe()
        self.fit()

    def _button(self, signal: SignalInstance, tip: str) -> QToolButton:
        button = QToolButton()
        button.setToolTip(tip)
        button.setProperty("quiet", True)
        button.setIconSize(QSize(16, 16))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(signal)
        return button

    def _lay_out(self) -> None:
        head, second = QHBoxLayout(), QHBoxLayout()
        for row in (head, second):
            row.setSpacing(6)
        head.addWidget(self.mark)
        head.addWidget(self.choice, 1)
        head.addWidget(self.take_button)
        head.addWidget(self.remove_button)
        second.addWidget(self.rate_name, 1)
        second.addWidget(self.rate)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addLayout(second)
        layout.addWidget(self.plot, 1)
        layout.addWidget(self.words)

    def set_theme(self, theme: Theme) -> None:
        colour = theme.runs[self._place]
        self.mark.setText(f'<span style="color:{colour}">{SYMBOLS[self._place]}</span>')
        self.take_button.setIcon(icon("copy", theme, theme.muted))
        self.remove_button.setIcon(icon("close", theme, theme.muted))
        self.plot.set_theme(theme)

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
        self.rate_name.setText(
            "Learning rate η" if constant else _without_constant_rate(recipe)
        )
        for box in (self.choice, self.rate):
            box.blockSignals(False)

    def _choose(self) -> None:
        recipe = self.run.recipe.replace(learner=self.choice.currentData())
        self.recipe_wanted.emit(recipe)

    def _set_rate(self, value: float) -> None:
        self.recipe_wanted.emit(self.run.recipe.replace(learning_rate=value))

    def fit(self) -> None:
        self.plot.view.setRange(rect_around(current_picture(self.run)), padding=0)
        self.refresh()

    def refresh(self) -> None:
        self.plot.show_picture(current_picture(self.run))
        # Naming an axis shows it; here its room is worth more than its numbers.
        for side in ("left", "bottom"):
            self.plot.hideAxis(side)
        self._update_text()

    def _update_text(self) -> None:
        run = self.run
        frame, model = run.frame, run.model
        if frame is None or model is None or run.tape is None or run.obstacle:
            self.words.setText(run_state(None, run.obstacle, run.preparing))
            return
        s = "s"[: frame.updates != 1]
        error = percent(model.training_error).replace(" ", "\u00a0")
        text = (
            f"training error <b>{error}</b> · "
            f"{frame.updates:,} update{s} · epoch {frame.epoch:,}"
        )
        if run.tape.finished and run.step == run.last:
            text += f" · {run.tape.reason}"
        self.words.setText(text)

    def close(self) -> bool:
        """Take the plot apart in its own way."""
        self.plot.close()
        return bool(super().close())


def _without_constant_rate(recipe: Recipe) -> str:
    """Say what the learner goes by where it has no constant rate to set."""
    schedule = recipe.get("schedule")
    return "no learning rate" if schedule is None else f"η by schedule: {schedule}"
