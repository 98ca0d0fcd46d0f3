"""The page of the λ path of the linear SVM: its figures, and what is read on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QWidget,
)

from engine.learners import learner
from engine.learners.latex import plain as formula_text
from engine.numbers import percent
from engine.spaces.svm_path import LEARNER
from gui.features.evaluation.data_checks import why_not_trainable
from gui.features.evaluation.figure_card import FigureCard
from gui.features.evaluation.lambda_path.exact_solution import ExactSolutionBox
from gui.features.evaluation.lambda_path.margin_histogram import MarginHistogramCard
from gui.features.evaluation.lambda_path.path_computation import (
    TOO_MANY,
    LambdaPaths,
    path_work,
    too_many,
)
from gui.features.evaluation.lambda_path.path_plots import ObjectivePlot, WeightsPlot
from gui.features.evaluation.page import ComputingPage
from gui.plotting.axes import log10
from gui.plotting.figure import paper_figure
from gui.style.text import number, plain
from gui.widgets.cards import Card, MessageCard, PlotOrMessage
from gui.widgets.combo_boxes import ComboBox, offer
from gui.widgets.labels import note_label
from gui.widgets.layouts import in_column, row_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QShowEvent

    from gui.canvas.canvas import Canvas
    from gui.plotting.figure import Figure, Sheet
    from gui.session.session import Session
    from gui.style.theme import Theme
    from gui.tasks.task import Work

HINT = "Point to read, click to take a λ. Solid: Pegasos as set up; dashed: exact."
NOT_SVM = "λ is the weight of the penalty in the linear SVM: this path is its own."
NO_PATH = "No λ is computed yet…"
GAP = "The exact solver gave up where the dashed lines have gaps."
DIGITS = 4


def reading(
    paths: LambdaPaths, j: int, drawn: Sequence[int], fits: Callable[[str], bool]
) -> str:
    """Read the largest weights at a λ, as many as there is room for."""
    phrases = []
    for k in drawn:
        ours = number(float(paths.ours.scaled_weights[j, 0, k]), DIGITS)
        exact = _exact(paths, j, k)
        phrases.append(f"{paths.names[k]} {ours}{exact}")
    at = f"λ = {number(float(paths.ours.strengths[j]), 3)}:  "
    whole = at + ",  ".join(phrases)
    if fits(whole):
        return whole
    for n in range(len(phrases) - 1, 0, -1):
        text = f"{at}{',  '.join(phrases[:n])}  and {len(phrases) - n} more"
        if fits(text):
            return text
    return at + phrases[0]


def _exact(paths: LambdaPaths, j: int, k: int) -> str:
    path = paths.exact
    if path is None or j >= len(path.strengths):
        return ""
    value = float(path.scaled_weights[j, 0, k])
    return f" (exact {number(value, DIGITS)})" if np.isfinite(value) else ""


def objectives(paths: LambdaPaths, strength: float) -> str:
    """Say how much more we have than the least, at the nearest λ."""
    ours, exact = paths.ours, paths.exact
    if exact is None or not len(exact.strengths):
        return ""
    j = int(np.argmin(np.abs(np.log(exact.strengths / strength))))
    if not exact.objective[j] > 0:
        return ""
    more = ours.objective[j] / exact.objective[j] - 1
    at = number(float(exact.strengths[j]), 3)
    if more > 1:
        return f"{number(1 + more, 2)} × the exact one at λ = {at}"
    return f"{percent(max(more, 0.0))} above the exact one at λ = {at}"


LINES = 2
"""Lines of text of the readout."""


class LambdaPathFigures(QWidget):
    """Weights against λ above, the objective and the margins below.

    Signals
    -------
    taken(float)
        A λ was clicked.
    """

    taken = Signal(float)

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self.weights, self.objective = WeightsPlot(theme), ObjectivePlot(theme)
        self.weights_card = FigureCard("Weights against λ")
        self.objective_card = FigureCard("Objective")
        self.margins = MarginHistogramCard(session, theme)
        self.reading = note_label()
        self.reading.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lay_out(theme)
        about = "Left and right read the path from λ to λ; Enter takes one"
        for plot, name in ((self.weights, "Weights"), (self.objective, "Objective")):
            plot.describe(f"{name} against λ", about, self.reading.toolTip)
        for plot in (self.weights, self.objective):
            plot.pointing.hovered.connect(self._read_place)
            plot.pointing.clicked.connect(self._take_nearest)

    def _lay_out(self, theme: Theme) -> None:
        self.shown = [
            PlotOrMessage(plot, NO_PATH) for plot in (self.weights, self.objective)
        ]
        self.weights_card.add_rows((self.shown[0], 1), self.reading)
        self.objective_card.rows.addWidget(self.shown[1], 1)
        self.weights_card.set_figure(
            "lambda-path", self._weights_on_paper, self.weights, theme
        )
        self.objective_card.set_figure(
            "objective", self._objective_on_paper, self.objective, theme
        )
        below = row_of((self.objective_card, 1), (self.margins, 1), spacing=10)
        in_column(self, (self.weights_card, 3), (below, 2), spacing=10)

    def showEvent(self, event: QShowEvent) -> None:
        """Keep room for the readout: the chart stays as high while it is read."""
        super().showEvent(event)
        self.reading.setFixedHeight(self._height("\n".join("λ" * LINES)))

    def show_paths(self, paths: LambdaPaths | None) -> None:
        """Draw other paths, or as much of them as there is; None: there are none."""
        for plot, shown in zip((self.weights, self.objective), self.shown, strict=True):
            plot.show_paths(paths)
            shown.show_plot(paths is not None)
        cost = learner(LEARNER).cost_formula(weighted=self._weighted)
        self.objective_card.setToolTip(formula_text(cost))
        self.weights_card.caption.setText(
            "" if paths is None else self._caption_of(paths)
        )
        self.show_strength()
        self._read_place(None)

    @property
    def _weighted(self) -> bool:
        """Whether a sample or a class has a weight of its own."""
        session = self._session
        by_class = session.recipe.get("class_weight") is not None
        return by_class or session.data.sample_weights is not None

    def _caption_of(self, paths: LambdaPaths) -> str:
        drawn, whole = len(self.weights.drawn), len(paths.names)
        phrases = [f"the largest {drawn} of {whole}"] if drawn < whole else []
        if self._session.recipe.get("standardise"):
            phrases.append("of the standardised features")
        return ", ".join(phrases)

    def show_strength(self) -> None:
        """Put the lines at the recipe's λ."""
        recipe, paths = self._session.recipe, self.weights.paths
        if recipe.learner != LEARNER:
            return
        self.weights.show_strength(recipe.strength)
        self.objective.show_strength(recipe.strength)
        caption = "" if paths is None else objectives(paths, recipe.strength)
        self.objective_card.caption.setText(caption)

    def _take_nearest(self, place: float) -> None:
        paths = self.weights.paths
        if paths is not None:
            self.taken.emit(float(paths.ours.strengths[_nearest(paths, place)]))

    def _read_place(self, place: float | None) -> None:
        """Read the λ nearest to the mouse."""
        paths = self.weights.paths
        if place is None or paths is None:
            for plot in (self.weights, self.objective):
                plot.point_at(None)
            self.reading.setText(self._standing_words(paths))
            self.reading.setToolTip("")
            return
        j = _nearest(paths, place)
        for plot in (self.weights, self.objective):
            plot.point_at(float(log10(paths.ours.strengths[j])))
        drawn = self.weights.drawn
        self.reading.setText(reading(paths, j, drawn, self._fits))
        self.reading.setToolTip(plain(reading(paths, j, drawn, lambda _: True)))

    def _fits(self, text: str) -> bool:
        """Tell whether a text has room in the lines for the readout."""
        return self._height(text) <= self.reading.height()

    def _height(self, text: str) -> int:
        room = QRect(0, 0, self.reading.width(), 10_000)
        wrapped = Qt.TextFlag.TextWordWrap
        metrics = self.reading.fontMetrics()
        return metrics.boundingRect(room, wrapped, text).height()

    def _standing_words(self, paths: LambdaPaths | None) -> str:
        if paths is None:
            return ""
        if too_many(self._session.data):
            return TOO_MANY
        exact = paths.exact
        gaps = exact is not None and not np.isfinite(exact.objective).all()
        return HINT + (f" {GAP}" if gaps else "")

    def _weights_on_paper(self, sheet: Sheet) -> Figure | None:
        return self._on_paper(WeightsPlot(sheet.theme), sheet)

    def _objective_on_paper(self, sheet: Sheet) -> Figure | None:
        return self._on_paper(ObjectivePlot(sheet.theme), sheet)

    def _on_paper(
        self, plot: WeightsPlot | ObjectivePlot, sheet: Sheet
    ) -> Figure | None:
        if self.weights.paths is None:
            return None
        plot.show_paths(self.weights.paths)
        plot.show_strength(self._session.recipe.get("strength", 1.0))
        return paper_figure(plot, sheet)


def _nearest(paths: LambdaPaths, place: float) -> int:
    """Give the λ that is nearest to a place on the lower axis."""
    return int(np.argmin(np.abs(log10(paths.ours.strengths) - place)))


class LambdaPathPage(ComputingPage[LambdaPaths]):
    """Weights and objective against λ, and the margins under the playhead."""

    def __init__(self, session: Session, canvas: Canvas, theme: Theme) -> None:
        super().__init__(session, theme, name="λ path")
        self._canvas = canvas
        self.classes = ComboBox("Class", "The class against all others")
        self.on_canvas = ExactSolutionBox(session, canvas.plot.layers.svm_margins)
        self.figures = LambdaPathFigures(session, theme)
        self.message = MessageCard("λ path")
        self.svm_button = QPushButton("Choose the linear SVM")
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self._class_name = QLabel("Class")
        self.top = Card("The linear SVM for many λ")
        row = row_of(
            self._class_name, self.classes, self.on_canvas, (self.waiting, 1), spacing=8
        )
        self.top.rows.addLayout(row)
        layout = in_column(self, self.top, (self.figures, 1), spacing=10)
        below = self.message.rows.count() - 1
        centre = Qt.AlignmentFlag.AlignCenter
        self.message.rows.insertWidget(below, self.svm_button, 0, centre)
        layout.addWidget(self.message, 1)

    def _connect(self) -> None:
        self.act_at(self._follow_class, self._canvas.class_changed)
        self.classes.activated.connect(self._choose_class)
        self.svm_button.clicked.connect(self._choose_svm)
        self.figures.taken.connect(self._take_strength)

    @property
    def output(self) -> int:
        """Which of the scores is looked at."""
        return max(self.classes.currentIndex(), 0) if self._several else 0

    @property
    def _several(self) -> bool:
        return self.session.data.n_outputs > 1

    def enter(self) -> None:
        self.figures.margins.enter()
        self._offer_classes()
        super().enter()
        self.on_canvas.enter()

    def leave(self) -> None:
        """Compute nothing unseen; take the exact solution off the canvas."""
        super().leave()
        self.figures.margins.leave()
        self.on_canvas.leave()

    # What is looked at

    def wanted(self) -> tuple[object, ...]:
        """Give what the paths depend on: all of the recipe but λ."""
        recipe = self.session.recipe
        if recipe.learner == LEARNER:
            recipe = recipe.replace(strength=1.0)
        return self.session.data, recipe, self.output

    def _offer_classes(self) -> None:
        offer(self.classes, self.session.data.class_names if self._several else ())
        self._follow_class()

    def _follow_class(self) -> None:
        """Look at the class whose margins the canvas draws."""
        code = self._canvas.current_class
        if self._several and code != self.classes.currentIndex():
            self.classes.setCurrentIndex(code)
            self.follow()
        self._show_output()

    def _choose_class(self, code: int) -> None:
        self._canvas.set_class(code)
        self._show_output()
        self.follow()

    def _show_output(self) -> None:
        for part in (self.figures.margins, self.on_canvas):
            part.look_at(self.output)

    def _choose_svm(self) -> None:
        recipe = self.session.recipe.replace(learner=LEARNER)
        self.session.change(recipe, "learner")

    def _take_strength(self, strength: float) -> None:
        """Load the λ that was clicked into the recipe."""
        recipe = self.session.recipe
        if recipe.learner == LEARNER:
            self.session.change(recipe.replace(strength=strength), "λ")

    # The paths

    def follow(self) -> None:
        """Compute anew in a moment; what has no path is told of at once."""
        self._offer_classes()
        if self.wanted() == self._of:
            self.figures.show_strength()
        elif self.session.recipe.learner == LEARNER:
            super().follow()
        else:
            self.compute()

    def obstacle(self) -> str:
        data, recipe = self.session.data, self.session.recipe
        if recipe.learner != LEARNER:
            return NOT_SVM
        return why_not_trainable(data, recipe, by_folds=False)

    def begin(self) -> None:
        self._say_why_not("")

    def work(self) -> Work[LambdaPaths]:
        return path_work(self.session.data, self.session.recipe, self.output)

    def _say_why_not(self, why_not: str) -> None:
        """Say why there is no path; nothing if there is one."""
        self.top.setVisible(not why_not)
        self.figures.setVisible(not why_not)
        self._class_name.setVisible(self._several)
        self.classes.setVisible(self._several)
        if why_not:
            self.figures.show_paths(None)
        self.message.setVisible(bool(why_not))
        self.message.words.setText(why_not)
        self.svm_button.setVisible(why_not == NOT_SVM)

    def grow(self, known: LambdaPaths) -> None:
        self.figures.show_paths(known)
        self.waiting.show_progress(known.share)

    def show_result(self, paths: LambdaPaths | None, why_not: str) -> None:
        if why_not:
            self._say_why_not(why_not)
        else:
            self.figures.show_paths(paths)
