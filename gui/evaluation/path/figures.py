"""The curves of the λ path on their cards, and the words that are read on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.evaluation.svm_path import LEARNER
from gui.evaluation.figure_card import FigureCard
from gui.evaluation.lambda_path.path_computation import too_many
from gui.evaluation.lambda_path.path_plots import ObjectivePlot, WeightsPlot
from gui.evaluation.path import words
from gui.evaluation.path.margin_card import MarginCard
from gui.plotting.log_axis import log10
from gui.plotting.log_plot import paper
from gui.style.theme import LIGHT
from gui.widgets.awaited import Awaited
from gui.widgets.cards import note

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from gui.evaluation.lambda_path.path_computation import Traces
    from gui.plotting.figure import Figure
    from gui.session.session import Session
    from gui.style.theme import Theme


LINES = 2
"""Of the readout."""


class PathFigures(QWidget):
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
        self.objective_card.setToolTip("λ/2·‖w‖² + mean hinge loss")
        self.margins = MarginCard(session, theme)
        self.reading = note()
        self.reading.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lay_out(theme)
        for plot in (self.weights, self.objective):
            plot.pointing.hovered.connect(self._read)
            plot.pointing.clicked.connect(self._take)

    def _lay_out(self, theme: Theme) -> None:
        self._shown = [
            Awaited(plot, words.NO_PATH) for plot in (self.weights, self.objective)
        ]
        self.weights_card.rows.addWidget(self._shown[0], 1)
        self.weights_card.rows.addWidget(self.reading)
        self.objective_card.rows.addWidget(self._shown[1], 1)
        self.weights_card.set_figure(
            "lambda-path", self._weights_on_paper, self.weights, theme
        )
        self.objective_card.set_figure(
            "objective", self._objective_on_paper, self.objective, theme
        )
        below = QHBoxLayout()
        below.setSpacing(10)
        below.addWidget(self.objective_card, 1)
        below.addWidget(self.margins, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self.weights_card, 3)
        layout.addLayout(below, 2)

    def showEvent(self, event: QShowEvent) -> None:
        """Keep room for the readout: the chart stays as high while it is read."""
        super().showEvent(event)
        self.reading.setFixedHeight(self._height("\n".join("λ" * LINES)))

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        for part in (
            self.weights_card, self.objective_card, self.margins,
            self.weights, self.objective,
        ):  # fmt: skip
            part.set_theme(theme)

    def show_traces(self, traces: Traces | None) -> None:
        """Draw other paths, or as much of them as there is; None: there are none."""
        for plot, shown in zip(
            (self.weights, self.objective), self._shown, strict=True
        ):
            plot.show_traces(traces)
            shown.show_plot(traces is not None)
        self.weights_card.caption.setText("" if traces is None else self._told(traces))
        self.show_strength()
        self._read(None)

    def _told(self, traces: Traces) -> str:
        drawn, whole = len(self.weights.drawn), len(traces.names)
        told = [f"the largest {drawn} of {whole}"] if drawn < whole else []
        if self._session.recipe.get("standardise"):
            told.append("of the standardised features")
        return ", ".join(told)

    def show_strength(self) -> None:
        """Put the lines at the recipe's λ."""
        recipe, traces = self._session.recipe, self.weights.traces
        if recipe.learner != LEARNER:
            return
        self.weights.show_strength(recipe.strength)
        self.objective.show_strength(recipe.strength)
        told = "" if traces is None else words.objectives(traces, recipe.strength)
        self.objective_card.caption.setText(told)

    def _take(self, place: float) -> None:
        traces = self.weights.traces
        if traces is not None:
            self.taken.emit(float(traces.ours.strengths[_nearest(traces, place)]))

    def _read(self, place: float | None) -> None:
        """Read the λ nearest to the mouse."""
        traces = self.weights.traces
        if place is None or traces is None:
            for plot in (self.weights, self.objective):
                plot.point_at(None)
            self.reading.setText(self._standing_words(traces))
            self.reading.setToolTip("")
            return
        j = _nearest(traces, place)
        for plot in (self.weights, self.objective):
            plot.point_at(float(log10(traces.ours.strengths[j])))
        drawn = self.weights.drawn
        self.reading.setText(words.reading(traces, j, drawn, self._fits))
        self.reading.setToolTip(words.reading(traces, j, drawn, lambda _: True))

    def _fits(self, text: str) -> bool:
        """Tell whether a text has room in the lines for the readout."""
        return self._height(text) <= self.reading.height()

    def _height(self, text: str) -> int:
        room = QRect(0, 0, self.reading.width(), 10_000)
        wrapped = Qt.TextFlag.TextWordWrap
        metrics = self.reading.fontMetrics()
        return metrics.boundingRect(room, wrapped, text).height()

    def _standing_words(self, traces: Traces | None) -> str:
        if traces is None:
            return ""
        if too_many(self._session.data):
            return words.TOO_MANY
        exact = traces.exact
        gaps = exact is not None and not np.isfinite(exact.objective).all()
        return words.HINT + (f" {words.GAP}" if gaps else "")

    def _weights_on_paper(self) -> Figure | None:
        return self._on_paper(WeightsPlot(LIGHT))

    def _objective_on_paper(self) -> Figure | None:
        return self._on_paper(ObjectivePlot(LIGHT))

    def _on_paper(self, plot: WeightsPlot | ObjectivePlot) -> Figure | None:
        if self.weights.traces is None:
            return None
        plot.show_traces(self.weights.traces)
        plot.show_strength(self._session.recipe.get("strength", 1.0))
        return paper(plot)


def _nearest(traces: Traces, place: float) -> int:
    """Give the λ that is nearest to a place on the lower axis."""
    return int(np.argmin(np.abs(log10(traces.ours.strengths) - place)))
