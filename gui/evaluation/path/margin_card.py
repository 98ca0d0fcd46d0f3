"""The card with the histogram of the margins under the playhead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.evaluation.svm_path import LEARNER
from gui.evaluation.figure_card import FigureCard
from gui.evaluation.lambda_path.margin_histogram import Histogram, MarginPlot
from gui.plotting.log_plot import paper
from gui.style.theme import LIGHT
from gui.tasks.newest import Newest
from gui.widgets.awaited import Awaited
from gui.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from gui.plotting.figure import Figure
    from gui.session.session import Session
    from gui.style.theme import Theme

QUICK = 200_000
"""Numbers in the data up to which their margins are measured at once."""
NO_BOUNDARY = "no boundary yet"
NO_RUN = "the run of the linear SVM is being prepared…"


class MarginCard(FigureCard):
    """Counts the margins of one class's score, as the playhead moves."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__("Margins y·z")
        self._session, self._output = session, 0
        self.plot = MarginPlot(theme)
        self.words = ElidedLabel()
        self.words.setProperty("role", "muted")
        self.shown = Awaited(self.plot, NO_RUN)
        self.rows.addWidget(self.shown, 1)
        self.rows.addWidget(self.words)
        self.set_figure("margins", self._paper, self.plot, theme)
        self._newest = Newest("margins", self)
        self._newest.found.connect(self._show)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        super().set_theme(theme)
        self.plot.set_theme(theme)

    def enter(self) -> None:
        """Follow the playhead."""
        self._session.moved.connect(self._ask)
        self._ask()

    def leave(self) -> None:
        """Follow it no longer."""
        self._session.moved.disconnect(self._ask)
        self._newest.forget()

    def finish(self) -> None:
        """End all work."""
        self._newest.close()

    def look_at(self, output: int) -> None:
        """Count the margins of another score."""
        if output != self._output:
            self._output = output
            self._ask()

    def _ask(self) -> None:
        tape, model, k = self._session.tape, self._session.model, self._output
        if tape is not None and tape.recipe.learner != LEARNER:
            self._newest.forget()
            self._show(None, NO_RUN)
        elif tape is None or model is None or not model.weights.any():
            self._newest.forget()
            self._show(None, NO_BOUNDARY)
        elif model.votes is None and k < len(model.weights):
            data = tape.data
            self._newest.want(
                lambda: Histogram.of(model, data, k), data.X.size <= QUICK
            )

    def _show(self, histogram: Histogram | None, why_not: str) -> None:
        self.plot.show_histogram(histogram)
        self.export_action.setEnabled(histogram is not None)
        self.shown.show_plot(histogram is not None, why_not)
        self.caption.setText(histogram.words if histogram else "")
        self.words.setText(histogram.more_words if histogram else "")

    def _paper(self) -> Figure | None:
        if self.plot.histogram is None:
            return None
        plot = MarginPlot(LIGHT)
        plot.show_histogram(self.plot.histogram)
        return paper(plot)
