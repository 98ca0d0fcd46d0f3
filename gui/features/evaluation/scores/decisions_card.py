"""The numbers of a score: its areas and losses, and the decisions at the threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel

from engine.numbers import decimals, percent
from gui.session.score_threshold import MODELS_OWN
from gui.style.text import amount, number, plain
from gui.widgets.buttons import push_button
from gui.widgets.cards import Card
from gui.widgets.labels import ElidedLabel, note_label, show_words
from gui.widgets.layouts import STRETCH, grid_of, row_of
from gui.widgets.number_boxes import NumberBox

if TYPE_CHECKING:
    from engine.evaluation.roc import ThresholdCounts
    from engine.evaluation.score_report import ScoreReport

PLACES = 4
LARGEST = 1e12
"""Of a threshold."""
BOX = 92
"""Pixels of the box of the threshold."""
NONE = "–"
MEASURES = {
    "AUC": "Area under the ROC curve: how often a sample of the class has a higher "
    "score than another",
    "Average precision": "Mean of the precisions over the recall",
    "Log loss": "Mean of −log of the probability of each sample’s own class",
    "Brier score": "Mean squared difference of probabilities and classes: 0 is best",
}
RATES = {
    "TPR, recall": "Share of the class that is called so",
    "FPR": "Share of the others called this class",
    "Precision": "Share of those called the class that are of it",
    "Accuracy": "Share of decisions that are right",
}
OWN = "Back to 0"
NOT_OWN = (
    "Not the model’s own threshold 0: counts and shares are of z > {}. The run and its "
    "errors stay as they are."
)
EACH = (
    "Of several classes the model takes that of the highest score: z is this class’s "
    "own, and 0 where it changes sides."
)
ODDS = (
    "Of several classes the model takes the most probable: z is the logarithm of this "
    "class’s odds, and 0 a probability of one half."
)
AHEAD = "z is how far this class’s score is ahead of the highest other."


class MeasuresCard(Card):
    """What sums a score up over all thresholds."""

    def __init__(self) -> None:
        super().__init__("Over all thresholds")
        self.values = _add_pairs(self, MEASURES)
        self.note = note_label()
        self.rows.addWidget(self.note)

    def show_report(self, report: ScoreReport | None, why_no_fit: str) -> None:
        """Write the measures of a report, or none; and why some do not apply."""
        if report is None:
            for value in self.values.values():
                value.setText(NONE)
        else:
            curve = report.curve
            measures = (curve.area, curve.average_precision)
            for value, measure in zip(
                self.values.values(),
                (*measures, report.log_loss, report.brier),
                strict=True,
            ):
                text = NONE if measure is None else decimals(measure, PLACES)
                value.setText(text.replace("nan", NONE))
        show_words(self.note, why_no_fit)


class DecisionsCard(Card):
    """The counts and shares of decisions at a threshold, which is typed here.

    Signals
    -------
    chosen(float)
        Another threshold.
    """

    chosen = Signal(float)

    def __init__(self) -> None:
        super().__init__("At the threshold")
        tip = "The class is chosen where the score z is at least this"
        self.box = NumberBox("Threshold on the score", tip)
        self.box.setRange(-LARGEST, LARGEST)
        self.box.setFixedWidth(BOX)
        self.own = push_button(OWN, "Go back to the model’s own threshold")
        self.rows.addLayout(row_of(QLabel("z ="), self.box, self.own, STRETCH))
        self._heads = [ElidedLabel() for _ in range(4)]
        self.counts = [QLabel() for _ in range(4)]
        self.rows.addLayout(self._matrix())
        self.values = _add_pairs(self, RATES)
        self.note = note_label()
        self.rows.addWidget(self.note)
        self.box.valueChanged.connect(self.chosen)
        self.own.clicked.connect(lambda: self.chosen.emit(MODELS_OWN))

    def _matrix(self) -> QGridLayout:
        grid = grid_of(12, 4)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for k, head in enumerate(self._heads):
            head.setProperty("role", "muted")
            if k < 2:
                head.setAlignment(right)
            grid.addWidget(head, *((0, k + 1) if k < 2 else (k - 1, 0)))
        for k, count in enumerate(self.counts):
            count.setAlignment(right)
            grid.addWidget(count, k // 2 + 1, k % 2 + 1)
        for column in range(3):
            grid.setColumnStretch(column, 1)
        return grid

    def show_counts(
        self, counts: ThresholdCounts | None, name: str, threshold: float, *, own: str
    ) -> None:
        """Write what is decided for a class at a threshold.

        Parameters
        ----------
        counts : ThresholdCounts or None
        name : str
            Of the class.
        threshold : float
        own : str
            What is to be said of the model's own, where it is not that of the class.
        """
        self.setEnabled(counts is not None)
        with QSignalBlocker(self.box):
            self.box.setValue(threshold)
        is_own = threshold == MODELS_OWN
        self.own.setEnabled(not is_own)
        for head, text in zip(
            self._heads,
            (f"called {name}", "called other", f"is {name}", "is other"),
            strict=True,
        ):
            head.setText(text)
            head.setToolTip(plain(text))
        numbers: tuple[float | None, ...] = (None,) * 4
        shares: tuple[float, ...] = (float("nan"),) * 4
        if counts is not None:
            numbers = (
                counts.true_positives,
                counts.false_negatives,
                counts.false_positives,
                counts.true_negatives,
            )
            shares = (
                counts.true_positive_rate,
                counts.false_positive_rate,
                counts.precision,
                counts.accuracy,
            )
        for label, count in zip(self.counts, numbers, strict=True):
            label.setText(NONE if count is None else amount(count))
        for value, share in zip(self.values.values(), shares, strict=True):
            value.setText(percent(share) if share == share else NONE)
        said = "" if is_own else NOT_OWN.format(number(threshold, 4))
        show_words(self.note, " ".join(filter(None, (said, own))))


def _add_pairs(card: Card, tips: dict[str, str]) -> dict[str, QLabel]:
    """Add rows of two names with their values to a card; give the values by name."""
    grid, values = grid_of(12, 4), {}
    for k, (name, tip) in enumerate(tips.items()):
        label, value = QLabel(name), QLabel(NONE)
        label.setProperty("role", "muted")
        value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for part in (label, value):
            part.setToolTip(tip)
        value.setAccessibleName(name)
        value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(label, k, 0)
        grid.addWidget(value, k, 1)
        values[name] = value
    grid.setColumnStretch(1, 1)
    card.rows.addLayout(grid)
    return values
