"""The page of scores: curves over all thresholds, calibration, one threshold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QLabel,
    QStackedWidget,
    QWidget,
)

from engine.data.dataset import TEST, TRAINING, VALIDATION
from engine.evaluation.probabilities import why_no_probabilities
from engine.evaluation.roc import is_coupled
from engine.evaluation.score_report import score_report, scored
from engine.families.capabilities import can
from engine.numbers import decimals, percent
from gui.features.evaluation.data_checks import why_not_trainable
from gui.features.evaluation.figure_card import FigureCard
from gui.features.evaluation.folds_chooser import FoldsChooser
from gui.features.evaluation.page import ComputingPage
from gui.features.evaluation.part_chooser import OUT_OF_FOLD, PartChooser
from gui.features.evaluation.scores.decisions_card import (
    AHEAD,
    EACH,
    ODDS,
    DecisionsCard,
    MeasuresCard,
)
from gui.features.evaluation.scores.score_plots import (
    CalibrationPlot,
    PrecisionRecallPlot,
    RocPlot,
    SquareBox,
    square_figure,
)
from gui.plotting.plot_mouse import PlotPointer
from gui.session.final_test import FinalTest
from gui.session.score_threshold import (
    MODELS_OWN,
    ScoreThreshold,
    rates_in_words,
    threshold_in_words,
)
from gui.style.text import amount, no_boundary, one_line
from gui.tasks.task import Task
from gui.widgets.buttons import tool_button
from gui.widgets.cards import Card, PlotOrMessage
from gui.widgets.combo_boxes import ComboBox, offer
from gui.widgets.final_test_row import FinalTestRow
from gui.widgets.labels import ElidedLabel, hint_label, with_role
from gui.widgets.layouts import STRETCH, in_column, row_of
from gui.widgets.scroll_area import ScrollArea

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from engine.evaluation.score_report import ScoredSamples, ScoreReport
    from gui.features.evaluation.scores.score_plots import ThresholdPlot
    from gui.plotting.figure import Figure, Sheet
    from gui.session.session import Session
    from gui.style.theme import Theme
    from gui.tasks.task import TaskControl, Work

TITLES = {
    "ROC curve": "ROC",
    "Precision–recall curve": "Precision–recall",
    "Calibration curve": "Calibration",
}
"""Of the cards, and on the buttons that lead there."""
QUICK_NUMBERS = 200_000
"""Numbers in the data up to which they are scored at once."""
WIDE = 640
"""Pixels from which the numbers are beside the curve."""
NUMBERS = 288
"""Their width then."""
TALLEST = 420
"""Pixels of a curve over its numbers."""
ROUND_CURVE = 60
"""Pixels around it, across."""
KEYS = (
    "Left and right move the threshold along the curve, with Shift in larger steps, "
    "Home and End to its ends"
)
DRAG = "Drag along the curve for another threshold"
TIP = "Or type it; a double click goes back to the model’s own"
TRAINING_FOLDS = "Training on the folds…"
DOTS = "Each dot is a tenth of the probabilities: point at it to read it"
COUNTED = "by the samples’ weights"
ONE_CLASS = "All these samples are of one class: there is no curve."
NO_RUN = "Draw points of two classes: here will stand how well scores part them."
GO_ON = "Press Play in the main window, or step forward there."
NOT_USED = (
    "The test part is kept for the end. Using it is counted: its scores are those of "
    "the step looked at then."
)


@dataclass(frozen=True, eq=False)
class JudgedScores:
    """A report, and what was judged.

    Attributes
    ----------
    report : ScoreReport
    part : int
    step : int or None
        Where the playhead was; None of folds, whose runs are whole.
    learner : str
    """

    report: ScoreReport
    part: int
    step: int | None
    learner: str


class ScoresPage(ComputingPage["ScoredSamples"]):
    """Judges the scores of the model under the playhead, or those out of fold.

    Parameters
    ----------
    session : Session
        That of the canvas, too.
    theme : Theme
    """

    def __init__(
        self,
        session: Session,
        theme: Theme,
    ) -> None:
        super().__init__(session, theme, name="out-of-fold scores")
        self.threshold = ScoreThreshold.of(session)
        self.final_test = FinalTest.of(session)
        self.answer: JudgedScores | None = None
        self._folds: ScoredSamples | None = None
        self._scoring = Task("scores", self, self._show_scores)
        self.parts = PartChooser(out_of_fold=True)
        self.folds_chooser = FoldsChooser()
        self.test_row = FinalTestRow(session)
        self.classes = ComboBox(
            "Class against the rest",
            "The class whose score is judged, against all others",
        )
        self.roc, self.precision_recall = RocPlot(theme), PrecisionRecallPlot(theme)
        self.calibration = CalibrationPlot(theme)
        self.measures, self.decisions = MeasuresCard(), DecisionsCard()
        self._lay_out()
        self._connect()
        self.waiting.hide()

    # What is on it

    def _lay_out(self) -> None:
        self.top = Card("Scores")
        self.kinds = QButtonGroup(self)
        self.cards: list[FigureCard] = []
        self.views: list[PlotOrMessage] = []
        self.stack = QStackedWidget()
        self.readings = [ElidedLabel(DRAG), ElidedLabel(DRAG), ElidedLabel(DOTS)]
        kinds = row_of(spacing=6)
        plots = (self.roc, self.precision_recall, self.calibration)
        for k, (title, plot) in enumerate(zip(TITLES, plots, strict=True)):
            button = tool_button(TITLES[title])
            button.setCheckable(True)
            button.setChecked(k == 0)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            self.kinds.addButton(button, k)
            kinds.addWidget(button)
            self._add_card(k, title, plot)
        kinds.addStretch(1)
        self._against = with_role(QLabel("against the rest"), "muted")
        classes = row_of(self.classes, self._against, STRETCH, spacing=6)
        parts = row_of(self.parts, STRETCH)
        self.top.add_rows(
            parts, self.folds_chooser, self.waiting, self.test_row, classes, kinds
        )
        self.hint = hint_label()
        self._content, self._numbers = QWidget(), QWidget()
        self._shown = QWidget()
        in_column(self._numbers, self.measures, self.decisions, spacing=10).addStretch()
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._shown)
        self._sides.setContentsMargins(0, 0, 0, 0)
        self._sides.setSpacing(10)
        self._sides.addWidget(self.stack, 1)
        self._sides.addWidget(self._numbers)
        in_column(self._content, self.top, (self._shown, 1), (self.hint, 1), spacing=10)
        area = ScrollArea("Scores")
        area.setWidget(self._content)
        in_column(self, area)
        self.state = self.top.caption

    def _add_card(
        self, k: int, title: str, plot: RocPlot | PrecisionRecallPlot | CalibrationPlot
    ) -> None:
        card, box, reading = FigureCard(title), SquareBox(plot), self.readings[k]
        reading.setProperty("role", "muted")
        view = PlotOrMessage(box, "")
        view.show_plot(True)
        card.add_rows((view, 1), reading)
        self.views.append(view)
        name = "-".join(title.lower().replace("–", "-").split())
        card.set_figure(name, lambda sheet: self._figure(k, sheet), plot, self.theme)
        self.cards.append(card)
        self.stack.addWidget(card)

    def _connect(self) -> None:
        self.act_at(self._ask_for_scores, self.session.moved, self.session.data_changed)
        self.act_at(self._follow_threshold, self.threshold.changed)
        self.parts.changed.connect(self._choose_part)
        self.folds_chooser.changed.connect(self.follow)
        self.final_test.changed.connect(self._ask_about_test)
        self.kinds.idClicked.connect(self._choose_kind)
        self.classes.activated.connect(self.threshold.choose_class)
        self.decisions.chosen.connect(self._put_threshold)
        plots: tuple[tuple[ThresholdPlot, str], ...] = (
            (self.roc, "ROC curve"), (self.precision_recall, "Precision–recall curve")
        )  # fmt: skip
        for plot, name in plots:
            plot.chosen.connect(self._put_at)
            plot.own_wanted.connect(self.threshold.reset)
            plot.describe(name, KEYS, self._threshold_words)
            plot.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        pointer = PlotPointer(self.calibration)
        pointer.hovered.connect(self._read_dot)
        self.calibration.reached.connect(
            lambda stop: self._read_dot(float(self.calibration.stops[stop]))
        )
        self.calibration.describe(
            "Calibration curve",
            "Left and right read it from dot to dot",
            self.readings[2].text,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have the numbers beside the curve, or below it where that is narrow."""
        super().resizeEvent(event)
        wide = self.width() >= WIDE * self.theme.scale
        ways = QBoxLayout.Direction
        self._sides.setDirection(ways.LeftToRight if wide else ways.TopToBottom)
        self._numbers.setMaximumWidth(
            round(NUMBERS * self.theme.scale) if wide else 16777215
        )
        self._numbers.setMinimumWidth(self._numbers.maximumWidth() if wide else 0)
        tall = min(self.width() - ROUND_CURVE, TALLEST)
        for card in self.cards:
            for box in card.findChildren(SquareBox):
                box.setMinimumHeight(240 if wide else max(tall, 180))

    def _choose_kind(self, k: int) -> None:
        """Show another curve; it has the focus if the one before had."""
        plots = (self.roc, self.precision_recall, self.calibration)
        before = plots[self.stack.currentIndex()]
        focused = before.hasFocus()
        if focused:  # or Qt would give it to any other, as if by Tab
            before.clearFocus()
        self.stack.setCurrentIndex(k)
        if focused:
            plots[k].setFocus(Qt.FocusReason.OtherFocusReason)

    # When it judges

    def enter(self) -> None:
        super().enter()
        self._ask_for_scores()

    def leave(self) -> None:
        super().leave()
        self.threshold.choose_part(TRAINING)
        self._scoring.drop()

    def _ask_about_test(self) -> None:
        if self.parts.part == TEST and self.entered:
            self._ask_for_scores()

    def _choose_part(self) -> None:
        if self.parts.part != OUT_OF_FOLD:
            self.task.drop()
            self._of, self._folds = (), None
            self.waiting.hide()
            self._ask_for_scores()
        else:
            self._scoring.drop()
            self._show_scores(None, TRAINING_FOLDS)
            self._follow_data()
            self.compute()

    @property
    def _several(self) -> bool:
        return self.session.data.n_outputs > 1

    @property
    def _code(self) -> int:
        """The class against the rest; of two the second."""
        return self.threshold.code if self._several else 1

    def _ask_for_scores(self) -> None:
        """Judge anew what is looked at."""
        self._follow_data()
        part, code = self.parts.part, self._code
        if part in (TRAINING, VALIDATION):
            self.threshold.choose_part(part)
        if part == OUT_OF_FOLD:
            if self._folds is not None:
                self._judge_folds(self._folds, code)
            return
        judged = self.final_test.judged_on(part)
        if judged is None:
            self._scoring.drop()
            self._show_scores(None, self._why_not())
            return
        data, model, step = judged
        self._scoring.request(
            lambda _: JudgedScores(
                score_report(scored(model, data, part), code), part, step, model.learner
            ),
            quick=data.X.size <= QUICK_NUMBERS and not can(model, "votes"),
        )

    def _judge_folds(self, samples: ScoredSamples, code: int) -> None:
        self._scoring.request(
            lambda _: JudgedScores(
                score_report(samples, code), OUT_OF_FOLD, None, samples.learner
            ),
            quick=samples.scores.size <= QUICK_NUMBERS,
        )

    def _follow_data(self) -> None:
        """Offer parts and classes of the data."""
        data, part = self.session.data, self.parts.part
        self.parts.show_data(data)
        self.folds_chooser.setVisible(part == OUT_OF_FOLD)
        self.test_row.setVisible(part == TEST)
        if part == TEST:
            self.test_row.refresh()
        offer(self.classes, map(one_line, data.class_names))
        self.classes.setCurrentIndex(self._code)
        for widget in (self.classes, self._against):
            widget.setVisible(self._several)

    def _why_not(self) -> str:
        if self.session.tape is None:
            return self.session.why_no_run or NO_RUN
        if self.parts.part == TEST:
            return NOT_USED
        step = self.session.step
        return f"Step {step:,}: {no_boundary(step)}. {GO_ON}"

    # Out of fold

    def wanted(self) -> tuple[object, ...]:
        if self.parts.part != OUT_OF_FOLD:
            return ()
        return self.session.data, self.session.recipe, self.folds_chooser.folds

    def follow(self) -> None:
        self.waiting.setVisible(self.parts.part == OUT_OF_FOLD)
        super().follow()

    def begin(self) -> None:
        self.waiting.show()

    def obstacle(self) -> str:
        self.folds_chooser.tell(self.session.data)
        return why_not_trainable(self.session.data, self.session.recipe)

    def work(self) -> Work[ScoredSamples]:
        data, recipe = self.session.data, self.session.recipe
        folds = self.folds_chooser.folds

        def work(control: TaskControl) -> ScoredSamples:
            from engine.evaluation.cross_validation import cross_validate, out_of_fold

            known = cross_validate(
                data,
                recipe,
                folds,
                progress=lambda known: control.report(
                    len(known.models) / len(known.folds)
                ),
                stop=control.cancelled,
            )
            return out_of_fold(known)

        return work

    def grow(self, known: float) -> None:
        self.waiting.show_progress(known)

    def show_result(self, result: ScoredSamples | None, why_not: str) -> None:
        self._folds = result
        self.waiting.hide()
        if result is None:
            self._scoring.drop()
            self._show_scores(None, why_not)
        else:
            self._judge_folds(result, self._code)

    # What it shows

    def _show_scores(self, answer: JudgedScores | None, why_not: str) -> None:
        if answer is not None and not answer.report.curve.is_defined:
            answer, why_not = None, ONE_CLASS
        self.answer = answer
        there = answer is not None
        self._shown.setVisible(there)
        self.hint.setText(why_not)
        self.hint.setVisible(not there)
        for card in self.cards:
            card.export_action.setEnabled(there)
        self.state.setText(self._state_words())
        if answer is None:
            return
        report = answer.report
        curves = {report.code: report.curve}
        self.roc.show_curves(curves)
        self.precision_recall.show_curves(curves)
        why = why_no_probabilities(answer.learner)
        why = why and f"{why[:1].upper()}{why[1:]}."
        self._show_calibration(report, why)
        self.measures.show_report(report, why)
        area, precision = report.curve.area, report.curve.average_precision
        self.cards[0].caption.setText(f"AUC {decimals(area, 4)}")
        self.cards[1].caption.setText(f"average precision {decimals(precision, 4)}")
        self._show_threshold()

    def _state_words(self) -> str:
        answer = self.answer
        if answer is None:
            return ""
        words = [f"positive: {self._class_name(answer.report.code)}"]
        if answer.step is None:
            words.append("whole runs")
        elif answer.part == TEST:
            words.append(f"step {answer.step:,}")
        else:
            words.append(f"step {answer.step:,} of {self.session.last:,}")
        if answer.report.is_weighted:
            words.append(COUNTED)
        return " · ".join(words)

    def _class_name(self, code: int) -> str:
        names = self.session.data.class_names
        return one_line(names[code]) if code < len(names) else ""

    def _show_calibration(self, report: ScoreReport, why_not: str) -> None:
        calibration, plot = report.calibration, self.calibration
        curve = None if calibration is None else calibration.curve(report.code)
        self.views[2].show_plot(curve is not None, why_not)
        plot.show_curves({} if curve is None else {report.code: curve})
        plot.stops = np.empty(0) if curve is None else curve.predicted
        self.cards[2].export_action.setEnabled(curve is not None)
        brier = "" if report.brier is None else decimals(report.brier, 4)
        self.cards[2].caption.setText(f"Brier score {brier}" if brier else "")
        reading = self.readings[2]
        reading.setText(DOTS)
        reading.setVisible(curve is not None)

    def _read_dot(self, place: float | None) -> None:
        """Read the dot of the calibration that is nearest to a place."""
        answer = self.answer
        calibration = None if answer is None else answer.report.calibration
        if answer is None or calibration is None:
            return
        curve, reading = calibration.curve(answer.report.code), DOTS
        if place is not None and len(curve.predicted):
            k = int(abs(curve.predicted - place).argmin())
            samples = curve.samples[k].item()
            of = self._class_name(answer.report.code)
            counted = int(samples) if samples % 1 == 0 else samples
            reading = (
                f"{amount(counted)} given {percent(curve.predicted[k].item())}: "
                f"{percent(curve.observed[k].item())} are {of}"
            )
        self.readings[2].setText(reading)
        self.calibration.tell()

    # The threshold

    def _follow_threshold(self) -> None:
        """Show another threshold; another class is judged first."""
        if self.answer is not None and self.answer.report.code != self._code:
            self._ask_for_scores()
        else:
            self._show_threshold()

    def _show_threshold(self) -> None:
        answer = self.answer
        if answer is None:
            return
        report, value = answer.report, self.threshold.value_for(answer.report.code)
        index = report.curve.index_at(value, report.tie)
        own = report.curve.index_at(MODELS_OWN, report.tie)
        for plot in (self.roc, self.precision_recall):
            plot.mark_threshold(index, None if own == index else own)
        self.decisions.show_counts(
            report.curve.counts(index),
            self._class_name(report.code),
            value,
            own=_score_words(answer.learner) if self._several else "",
        )
        words = DRAG if value == MODELS_OWN else self._threshold_words(rates=False)
        for reading in self.readings[:2]:
            reading.setText(words)
            reading.setToolTip(TIP if value == MODELS_OWN else self._threshold_words())

    def _threshold_words(self, *, rates: bool = True) -> str:
        """Say which threshold it is, and what is decided at it."""
        answer = self.answer
        if answer is None:
            return ""
        report, value = answer.report, self.threshold.value_for(answer.report.code)
        counts = report.curve.counts(report.curve.index_at(value, report.tie))
        said = threshold_in_words(value)
        said = said[:1].upper() + said[1:]
        return f"{said}: {', '.join(rates_in_words(counts))}" if rates else said

    def _put_at(self, index: int) -> None:
        """Take the threshold of a place of the curve."""
        if self.answer is None:
            return
        report = self.answer.report
        own = report.curve.index_at(MODELS_OWN, report.tie)
        value = MODELS_OWN if index == own else report.curve.between(index)
        self.threshold.put(value, report.code)

    def _put_threshold(self, value: float) -> None:
        self.threshold.put(value, self._code)

    def _figure(self, k: int, sheet: Sheet) -> Figure | None:
        """Draw one of the curves for paper, with the threshold if it is another."""
        if self.answer is None:
            return None
        report = self.answer.report
        if k == len(TITLES) - 1:
            if report.calibration is None:
                return None
            dots = CalibrationPlot(sheet.theme)
            dots.show_curves({report.code: report.calibration.curve(report.code)})
            return square_figure(dots, sheet)
        plot: ThresholdPlot = (RocPlot, PrecisionRecallPlot)[k](sheet.theme)
        plot.show_curves({report.code: report.curve})
        value, legend = self.threshold.value_for(report.code), ""
        if value != MODELS_OWN:
            index = report.curve.index_at(value, report.tie)
            plot.mark_threshold(index, report.curve.index_at(MODELS_OWN, report.tie))
            legend = self._threshold_words()
        return square_figure(plot, sheet, legend)


def _score_words(learner: str) -> str:
    """Say what the score of one of several classes is."""
    if not is_coupled(learner):
        return EACH
    return AHEAD if why_no_probabilities(learner) else ODDS
