"""The λ path of the linear SVM, with the exact solution dashed beside ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from engine.evaluation.svm_path import LEARNER
from gui.evaluation.data_checks import obstacle
from gui.evaluation.lambda_path.exact_solution import ExactBox
from gui.evaluation.lambda_path.path_computation import Traces, path_work
from gui.evaluation.page import Page
from gui.evaluation.path import words
from gui.evaluation.path.figures import PathFigures
from gui.tasks.job import Job
from gui.widgets.cards import Card, MessageCard
from gui.widgets.progress_row import WaitingRow

if TYPE_CHECKING:
    from gui.canvas.canvas import Canvas
    from gui.session.session import Session
    from gui.style.theme import Theme

SOON = 300
"""Milliseconds after the last change before it is computed anew."""


class PathPage(Page):
    """Weights and objective against λ, and the margins under the playhead."""

    def __init__(self, session: Session, canvas: Canvas, theme: Theme) -> None:
        super().__init__(session, canvas, theme)
        self.classes = QComboBox()
        self.on_canvas = ExactBox(session, canvas)
        self.waiting = WaitingRow()
        self.figures = PathFigures(session, theme)
        self.message = MessageCard("λ path")
        self.svm_button = QPushButton("Choose the linear SVM")
        self._job = Job("λ path", self)
        self._of: tuple[object, ...] = ()
        self._soon = QTimer(self, interval=SOON, singleShot=True)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self._class_name = QLabel("Class")
        self.top = Card("The linear SVM for many λ")
        row = QHBoxLayout()
        row.setSpacing(8)
        for part in (self._class_name, self.classes, self.on_canvas):
            row.addWidget(part)
        row.addWidget(self.waiting, 1)
        self.top.rows.addLayout(row)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self.top)
        layout.addWidget(self.figures, 1)
        below = self.message.rows.count() - 1
        centre = Qt.AlignmentFlag.AlignCenter
        self.message.rows.insertWidget(below, self.svm_button, 0, centre)
        layout.addWidget(self.message, 1)

    def _connect(self) -> None:
        self._soon.timeout.connect(self._compute)
        self._job.grown.connect(self._draw)
        self._job.ended.connect(self._end)
        self.waiting.stop_wanted.connect(self._job.stop)
        self.waiting.start_wanted.connect(self._compute)
        self.classes.activated.connect(self._choose_class)
        self.svm_button.clicked.connect(self._choose_svm)
        self.figures.taken.connect(self._take)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        super().set_theme(theme)
        self.figures.set_theme(theme)

    @property
    def output(self) -> int:
        """Which of the scores is looked at."""
        return max(self.classes.currentIndex(), 0) if self._several else 0

    @property
    def _several(self) -> bool:
        return self.session.data.n_outputs > 1

    def enter(self) -> None:
        """Compute what is not yet known, now and at every change."""
        for signal in (self.session.data_changed, self.session.recipe_changed):
            signal.connect(self._later)
        self.canvas.class_changed.connect(self._follow_class)
        self.figures.margins.enter()
        self._offer_classes()
        if self._wanted() != self._of:
            self._compute()
        self.on_canvas.enter()

    def leave(self) -> None:
        """Compute nothing unseen; take the exact solution off the canvas."""
        for signal in (self.session.data_changed, self.session.recipe_changed):
            signal.disconnect(self._later)
        self.canvas.class_changed.disconnect(self._follow_class)
        self.figures.margins.leave()
        self._soon.stop()
        if self._job.running:
            self._job.drop()
            self._of = ()
        self.on_canvas.leave()

    def finish(self) -> None:
        """End all work."""
        self._soon.stop()
        self._job.close()
        self.on_canvas.finish()
        self.figures.margins.finish()

    # What is looked at

    def _wanted(self) -> tuple[object, ...]:
        """Give what the paths depend on: all of the recipe but λ."""
        recipe = self.session.recipe
        if recipe.learner == LEARNER:
            recipe = recipe.replace(strength=1.0)
        return self.session.data, recipe, self.output

    def _offer_classes(self) -> None:
        names = self.session.data.class_names if self._several else ()
        if [self.classes.itemText(i) for i in range(self.classes.count())] != [*names]:
            self.classes.clear()
            self.classes.addItems(names)
        self._follow_class()

    def _follow_class(self) -> None:
        """Look at the class whose margins the canvas draws."""
        code = self.canvas.current_class
        if self._several and code != self.classes.currentIndex():
            self.classes.setCurrentIndex(code)
            self._later()
        for part in (self.figures.margins, self.on_canvas):
            part.look_at(self.output)

    def _choose_class(self, code: int) -> None:
        self.canvas.set_class(code)
        for part in (self.figures.margins, self.on_canvas):
            part.look_at(self.output)
        self._later()

    def _choose_svm(self) -> None:
        recipe = self.session.recipe.replace(learner=LEARNER)
        self.session.change(recipe, "learner")

    def _take(self, strength: float) -> None:
        """Load the λ that was clicked into the recipe."""
        recipe = self.session.recipe
        if recipe.learner == LEARNER:
            self.session.change(recipe.replace(strength=strength), "λ")

    # The paths

    def _later(self) -> None:
        self._offer_classes()
        if self._wanted() == self._of:
            self.figures.show_strength()
            return
        self._job.drop()
        self._of = ()
        if self.session.recipe.learner == LEARNER:
            self.waiting.show_progress(0, "soon…")
            self._soon.start()
        else:
            self._compute()

    def _compute(self) -> None:
        """Begin anew in a thread."""
        self._soon.stop()
        self._of = self._wanted()
        data, recipe = self.session.data, self.session.recipe
        svm = recipe.learner == LEARNER
        reason = obstacle(data, recipe, by_folds=False) if svm else words.NOT_SVM
        if reason:
            self._job.drop()
            self._say(reason)
            return
        self._say("")
        self.waiting.show_progress(0)
        self._job.start(path_work(data, recipe, self.output))

    def _say(self, why_not: str) -> None:
        """Say why there is no path; nothing if there is one."""
        for part in (self.top, self.figures):
            part.setVisible(not why_not)
        for part in (self._class_name, self.classes):
            part.setVisible(self._several)
        if why_not:
            self.figures.show_traces(None)
        self.message.setVisible(bool(why_not))
        self.message.words.setText(why_not)
        self.svm_button.setVisible(why_not == words.NOT_SVM)

    def _draw(self, traces: Traces) -> None:
        self.figures.show_traces(traces)
        if self._job.running:
            self.waiting.show_progress(traces.share)

    def _end(self, traces: Traces | None, failure: str) -> None:
        stopped = traces is None and not failure
        self.waiting.rest("cancelled" if stopped else "", again=stopped)
        if failure:
            self._say(failure)
        elif traces is not None:
            self._draw(traces)
