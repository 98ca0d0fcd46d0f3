"""The learning curve: what more samples would be good for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout

from engine.data.dataset import TRAINING, VALIDATION
from engine.evaluation.folds import Folds, without_validation
from engine.evaluation.learning_curve import POINTS, LearningCurve, learning_curve
from gui.evaluation.data_checks import obstacle
from gui.evaluation.figure_card import FigureCard
from gui.evaluation.folds_chooser import BOX, FEW, LARGEST_SEED
from gui.evaluation.learning.plot import LearningPlot
from gui.evaluation.learning.words import conclusion, reading
from gui.evaluation.page import Page
from gui.evaluation.sorted_rows import sorted_note
from gui.plotting.log_axis import log10
from gui.plotting.log_plot import paper
from gui.style.theme import LIGHT
from gui.tasks.job import Job
from gui.widgets.cards import Card
from gui.widgets.labels import ElidedLabel
from gui.widgets.number_boxes import WholeBox
from gui.widgets.progress_row import WaitingRow

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from engine import Dataset, Recipe
    from gui.canvas.canvas import Canvas
    from gui.plotting.figure import Figure
    from gui.session.session import Session
    from gui.style.theme import Theme

SOON = 300
"""Milliseconds after the last change before it is computed anew."""
FOLDS, SPLIT = range(2)
NO_SPLIT = (
    "Folds only: no samples are held out for validation. “Hold samples out…” in the "
    "set-up does it"
)
HINT = "Point at the curves to read them."
BANDS = " Bands: ± one standard error over the folds."


class LearningPage(Page):
    """Trains on ever more samples, anew whenever data or recipe are others."""

    def __init__(self, session: Session, canvas: Canvas, theme: Theme) -> None:
        super().__init__(session, canvas, theme)
        self.how = QComboBox()
        self.how.addItems(["folds", "the split"])
        self.how.setEnabled(False)
        self.how.setToolTip(NO_SPLIT)
        self.k, self.seed = WholeBox(), WholeBox()
        self.k.setRange(2, 50)
        self.k.setValue(FEW)
        self.k.setToolTip("Each fold is held out once, while the others are learned")
        self.seed.setToolTip("Same seed, same folds and same subsets")
        self.seed.setRange(0, LARGEST_SEED)
        self.waiting = WaitingRow()
        self.card = FigureCard("Learning curve")
        self.plot = LearningPlot(theme)
        self.reading = ElidedLabel()
        self.words = QLabel(wordWrap=True)
        self.hint = QLabel(wordWrap=True)
        self._job = Job("learning curve", self)
        self._of: tuple[object, ...] = ()
        self._largest = 1
        self._soon = QTimer(self, interval=SOON, singleShot=True)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.top = Card("The present recipe trained on ever more samples")
        top = QHBoxLayout()
        top.setSpacing(8)
        self._k_name = QLabel("Folds")
        for part in (QLabel("Held out by"), self.how, self._k_name, self.k):
            top.addWidget(part)
        top.addSpacing(8)
        top.addWidget(QLabel("Seed"))
        top.addWidget(self.seed)
        top.addWidget(self.waiting, 1)
        self.top.rows.addLayout(top)
        for box in (self.k, self.seed):
            box.setFixedWidth(BOX)
        for label in (self.reading, self.hint):
            label.setProperty("role", "muted")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for part in (self.plot, self.hint):
            self.card.rows.addWidget(part, 1)
        self.card.rows.addWidget(self.reading)
        self.card.rows.addWidget(self.words)
        self.card.set_figure("learning-curve", self._figure, self.plot, self.theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self.top)
        layout.addWidget(self.card, 1)

    def _connect(self) -> None:
        self._soon.timeout.connect(self._compute)
        self._job.grown.connect(self._grow)
        self._job.ended.connect(self._end)
        self.how.currentIndexChanged.connect(self._later)
        self.k.valueChanged.connect(self._later)
        self.seed.valueChanged.connect(self._later)
        self.waiting.stop_wanted.connect(self._job.stop)
        self.waiting.start_wanted.connect(self._compute)
        self.plot.pointing.hovered.connect(self._read)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        super().set_theme(theme)
        self.card.set_theme(theme)
        self.plot.set_theme(theme)

    def enter(self) -> None:
        """Compute what is not yet known, now and at every change."""
        self.session.data_changed.connect(self._later)
        self.session.recipe_changed.connect(self._later)
        self._follow_split()
        if self._wanted() != self._of:
            self._compute()

    def leave(self) -> None:
        """Compute nothing unseen."""
        self.session.data_changed.disconnect(self._later)
        self.session.recipe_changed.disconnect(self._later)
        self._soon.stop()
        if self._job.running:
            self._job.drop()
            self._of = ()

    def finish(self) -> None:
        """End all work."""
        self._soon.stop()
        self._job.close()

    def _wanted(self) -> tuple[object, ...]:
        s, splits = self.session, self.how.currentIndex()
        return (s.data, s.recipe, splits, self.k.value(), self.seed.value())

    def _later(self) -> None:
        self._follow_split()
        if self._wanted() != self._of:
            self._job.drop()
            self._of = ()
            self.waiting.show_progress(0, "soon…")
            self._soon.start()

    def _follow_split(self) -> None:
        """Offer the split where there is one; it is then the first choice."""
        held_out = len(self.session.data.rows_of(VALIDATION)) > 0
        if held_out != self.how.isEnabled():
            self.how.setEnabled(held_out)
            self.how.setToolTip("" if held_out else NO_SPLIT)
            self.how.setCurrentIndex(SPLIT if held_out else FOLDS)
        for part in (self.k, self._k_name):
            part.setVisible(self.how.currentIndex() == FOLDS)

    def _compute(self) -> None:
        """Begin anew in a thread."""
        self._soon.stop()
        self._of = self._wanted()
        data, recipe = self.session.data, self.session.recipe
        self.plot.show_curve(None, 1)
        k = self.k.value() if self.how.currentIndex() == FOLDS else 0
        reason = obstacle(data, recipe, by_folds=k > 0)
        if reason:
            self._job.drop()
            self.waiting.rest("")
            self._show(None, reason)
            return
        self._show(None, "")
        self.waiting.show_progress(0)
        self._job.start(_work(data, recipe, k, self.seed.value()))

    def _grow(self, told: object) -> None:
        if isinstance(told, int):
            self._largest = told
        elif isinstance(told, LearningCurve):
            self.plot.show_curve(told, self._largest)
            self.waiting.show_progress(len(told.sizes) / POINTS)

    def _end(self, curve: LearningCurve | None, failure: str) -> None:
        stopped = curve is None and not failure
        self.waiting.rest("cancelled" if stopped else "", again=stopped)
        if stopped:
            self._show(self.plot.curve, "")
        else:
            self._show(curve, failure)

    def _show(self, curve: LearningCurve | None, why_not: str) -> None:
        """Show the curve with what it says, or why there is none."""
        self.hint.setText(why_not)
        self.hint.setVisible(bool(why_not))
        self.plot.setVisible(not why_not)
        self.reading.setVisible(not why_not)
        self.card.export_action.setEnabled(curve is not None)
        whole = curve is not None and not self._job.running
        told = conclusion(curve) if curve is not None and whole else ""
        order = sorted_note(self.session.data, self.session.recipe) if told else ""
        self.words.setText(f"{told} {order}".rstrip())
        self.words.setVisible(bool(self.words.text()))
        if curve is not None:
            self.plot.show_curve(curve, self._largest)
            n = len(curve.training)
            self.card.caption.setText(f"mean of {n} folds" if n > 1 else "one split")
        else:
            self.card.caption.setText("")
        self._read(None)

    def _read(self, place: float | None) -> None:
        """Read the sizes nearest to the mouse."""
        curve = self.plot.curve
        if place is None or curve is None:
            self.plot.point_at(None)
            bands = BANDS if curve is not None and len(curve.training) > 1 else ""
            self.reading.setText(HINT + bands if curve is not None else "")
            return
        at = log10(curve.sizes)
        j = int(np.argmin(np.abs(at - place)))
        self.plot.point_at(float(at[j]))
        self.reading.setText(reading(curve, j))

    def _figure(self) -> Figure | None:
        if self.plot.curve is None:
            return None
        plot = LearningPlot(LIGHT)
        plot.show_curve(self.plot.curve, self._largest)
        return paper(plot)


def _work(data: Dataset, recipe: Recipe, k: int, seed: int) -> Callable[..., Any]:
    """Give the work of a curve over k folds; 0 means the split there is."""

    def work(tell: Callable[[Any], None], stopped: Callable[[], bool]) -> LearningCurve:
        folds = Folds(k, seed).of(without_validation(data)) if k else (data,)
        tell(min(int((fold.parts == TRAINING).sum()) for fold in folds))
        return learning_curve(folds, recipe, seed=seed, stop=stopped, tell=tell)

    return work
