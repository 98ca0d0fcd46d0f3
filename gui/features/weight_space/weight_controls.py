"""What the weight space shows: two weights, an output, mistakes or the loss."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from gui.features.weight_space.weight_picture import WeightChoice
from gui.style.icons import icon
from gui.style.text import weight_names
from gui.widgets.buttons import tool_button
from gui.widgets.combo_boxes import ComboBox, offer
from gui.widgets.layouts import in_row

if TYPE_CHECKING:
    from engine import Tape
    from gui.style.theme import Theme

LIST_TOOLTIPS = (
    "The weight across",
    "The weight up",
    "The class against all others",
)
FOLLOW = "Follow the path"
LOSS = "Show on the ground what the learner minimises, not where mistakes are"


@dataclass(frozen=True)
class WeightOptions:
    """What there is to choose from."""

    weights: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()

    @classmethod
    def of(cls, tape: Tape) -> WeightOptions:
        """Offer what a run varies."""
        problem = tape.problem
        names = weight_names(problem.features.names)
        varied = names if problem.plan.offset_input else names[:-1]
        several = problem.n_outputs > 1
        return cls(tuple(varied), tape.data.class_names if several else ())


class WeightControls(QWidget):
    """A row of lists, and the button that follows the path.

    Signals
    -------
    changed
        The person chose something else: `shown`.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.options = WeightOptions()
        self.shown = WeightChoice()
        self.across, self.up, self.output = self._lists = [
            _list(tooltip) for tooltip in LIST_TOOLTIPS
        ]
        self.loss = tool_button("Loss", LOSS)
        self.follow = tool_button(tip=FOLLOW, name=FOLLOW, side=16)
        for button in (self.loss, self.follow):
            button.setCheckable(True)
        self.loss.toggled.connect(self._choose_weights)
        self.follow.setChecked(True)
        layout = in_row(self, spacing=4)
        for box in self._lists:
            layout.addWidget(box, 1)
            box.currentIndexChanged.connect(self._choose_weights)
        layout.addWidget(self.loss)
        layout.addWidget(self.follow)
        self.output.hide()

    def set_theme(self, theme: Theme) -> None:
        self.follow.setIcon(icon("zoom-fit", theme))

    def show_options(self, options: WeightOptions) -> bool:
        """Offer other weights and outputs; tell whether they are others.

        The first two weights are chosen: with one feature these are w₁ and b.
        """
        if options == self.options:
            return False
        self.options = options
        for box, texts in (
            (self.across, options.weights),
            (self.up, options.weights),
            (self.output, options.outputs),
        ):
            offer(box, texts)
        self.output.setVisible(bool(options.outputs))
        self.shown = WeightChoice(by_loss=self.shown.by_loss)
        self._show_choice()
        return True

    def show_weights(self, across: int, up: int) -> bool:
        """Show two other weights; tell whether they are others."""
        if (across, up) == (self.shown.across, self.shown.up):
            return False
        self.shown = replace(self.shown, across=across, up=up)
        self._show_choice()
        return True

    def _choose_weights(self, *_: object) -> None:
        """Take what was chosen; where both weights would be one, they swap."""
        across, up = self.across.currentIndex(), self.up.currentIndex()
        former = self.shown
        if across == up:
            across, up = former.up, former.across
        output = max(self.output.currentIndex(), 0)
        self.shown = WeightChoice(across, up, output, self.loss.isChecked())
        self._show_choice()
        self.changed.emit()

    def _show_choice(self) -> None:
        shown = self.shown
        for box, index in zip(
            self._lists, (shown.across, shown.up, shown.output), strict=True
        ):
            with QSignalBlocker(box):
                box.setCurrentIndex(index)


def _list(tooltip: str) -> ComboBox:
    box = ComboBox(tooltip, tooltip)
    box.setProperty("compact", True)
    box.setMinimumContentsLength(2)
    box.setMinimumWidth(48)
    return box
