"""The histogram of the margins under the playhead: counts, plot and card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg

from engine.data.dataset import TRAINING
from engine.families.capabilities import can
from engine.numbers import counted
from engine.spaces.svm_path import LEARNER, MARGIN_TOLERANCE
from gui.features.evaluation.figure_card import FigureCard
from gui.plotting.figure import paper_figure
from gui.plotting.plot import Plot
from gui.plotting.plot_style import name_axis
from gui.style.text import no_boundary, number
from gui.tasks.task import Task
from gui.widgets.cards import PlotOrMessage
from gui.widgets.labels import ElidedLabel, with_role

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset
    from engine.families.linear.model import LinearModel
    from gui.plotting.figure import Figure, Sheet
    from gui.session.session import Session
    from gui.style.theme import Theme

LOW, HIGH = -3.0, 5.0
"""Beyond these a few far samples are counted in the last bar."""
FEW = 0.02
"""How many these may be, as a share; for more of them the range is wider."""
FAR = 1e9
BARS = 24
"""At least so many bars, if the margins are spread."""


@dataclass(frozen=True, eq=False)
class MarginHistogram:
    """Counts of y·z, and what they mean.

    Attributes
    ----------
    edges, counts : ndarray
    support, wrong, total : int
        Samples with y·z ≤ 1, with y·z < 0, and all.
    half_width : float
        1/‖w‖, in the units of the terms as drawn.
    """

    edges: NDArray[np.float64]
    counts: NDArray[np.int64]
    support: int
    wrong: int
    total: int
    half_width: float

    @classmethod
    def of(cls, model: LinearModel, data: Dataset, output: int) -> MarginHistogram:
        """Count the margins of the training part."""
        rows = data.counted_rows_of(TRAINING)
        own = 1 if data.n_outputs == 1 else output
        signs = np.where(data.y[rows] == own, 1.0, -1.0)
        values = signs * model.scores(data.X[rows])[:, output]
        edges = _edges(np.clip(values, -FAR, FAR))
        counts, _ = np.histogram(np.clip(values, edges[0], edges[-1]), edges)
        length = float(np.linalg.norm(model.coef[output]))
        return cls(
            edges, counts, int((values <= 1.0 + MARGIN_TOLERANCE).sum()),
            int((values < 0).sum()), len(rows), 1 / length if length else np.inf,
        )  # fmt: skip

    @property
    def words(self) -> str:
        """Say how many support vectors there are."""
        vectors = counted(self.support, "support vector")
        return f"{vectors} of {self.total:,}"

    @property
    def more_words(self) -> str:
        """Say how many are wrong, and how wide the margin is."""
        width = number(self.half_width, 3)
        return f"{self.wrong:,} on the wrong side · margin 1/‖w‖ = {width}"


def _edges(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the edges of the bars, 0 and 1 among them, around the bulk of the values."""
    least, most = np.quantile(values, [FEW, 1 - FEW], method="nearest")
    low = np.floor(min(max(values.min(), min(LOW, least)), 0.0))
    high = np.ceil(max(min(values.max(), max(HIGH, most)), 1.0))
    span = float(high - low)
    if span <= BARS:
        per_unit = int(np.ceil(BARS / span))
        return np.linspace(low, high, per_unit * int(span) + 1)
    wide = np.ceil(span / BARS)
    steps = np.arange(np.floor(low / wide), np.ceil(high / wide) + 1)
    return np.union1d(wide * steps, [1.0])


class MarginHistogramPlot(Plot):
    """Bars: vermilion on the wrong side, blue inside the margin, grey beyond."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        about = "Left and right read one bar after another"
        self.describe("Margins", about, self._bar_words)
        self.reached.connect(self._point_at)
        name_axis(self, "bottom", "y·z")
        name_axis(self, "left", "samples")
        self.histogram: MarginHistogram | None = None
        self._bars = pg.BarGraphItem(x0=[], x1=[], height=[])
        self.addItem(self._bars)
        self._lines = [pg.InfiniteLine(at, angle=90) for at in (0.0, 1.0)]
        for line in self._lines:
            self.addItem(line, ignoreBounds=True)
        self._here = pg.InfiniteLine(0, angle=90)
        self._here.hide()
        self.addItem(self._here, ignoreBounds=True)
        self.setMinimumSize(180, 110)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._lines[0].setPen(pg.mkPen(theme.ink, width=1.75))
        self._lines[1].setPen(pg.mkPen(theme.ink, width=1))
        self._here.setPen(pg.mkPen(theme.focus, width=1))
        self.show_histogram(self.histogram)

    def _point_at(self, bar: int) -> None:
        self._here.show()
        self._here.setPos(self.stops[bar])

    def _bar_words(self) -> str:
        """Say what a bar counts, or all of them."""
        histogram = self.histogram
        if histogram is None:
            return ""
        if not 0 <= self.stop < len(histogram.counts):
            return f"{histogram.words}; {histogram.more_words}"
        low, high = histogram.edges[self.stop : self.stop + 2].tolist()
        count = int(histogram.counts[self.stop])
        samples = counted(count, "sample")
        return f"y·z from {number(low, 3)} to {number(high, 3)}: {samples}"

    def show_histogram(self, histogram: MarginHistogram | None) -> None:
        self.histogram = histogram
        if histogram is None:
            self._bars.setOpts(x0=[], x1=[], height=[], brushes=[])
            return
        left, right = histogram.edges[:-1], histogram.edges[1:]
        self.stops = (left + right) / 2
        tones = (self.theme.mistake, self.theme.accent, self.theme.faint)
        zones = (left > -1e-9).astype(int) + (left > 1 - 1e-9)
        brushes = [pg.mkBrush(tones[zone]) for zone in zones]
        self._bars.setOpts(
            x0=left, x1=right, height=histogram.counts, brushes=brushes,
            pen=pg.mkPen(self.theme.field, width=1),
        )  # fmt: skip
        top = 1.08 * max(int(histogram.counts.max()), 1)
        self.view.setRange(xRange=(left[0], right[-1]), yRange=(0, top), padding=0.0)


QUICK_NUMBERS = 200_000
"""Numbers in the data up to which their margins are measured at once."""
NO_RUN = "the run of the linear SVM is being prepared…"


class MarginHistogramCard(FigureCard):
    """Counts the margins of one class's score, as the playhead moves."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__("Margins y·z")
        self._session, self._output = session, 0
        self.plot = MarginHistogramPlot(theme)
        self.words = with_role(ElidedLabel(), "muted")
        self.shown = PlotOrMessage(self.plot, NO_RUN)
        self.add_rows((self.shown, 1), self.words)
        self.set_figure("margins", self._paper, self.plot, theme)
        self._task = Task("margins", self, self._show_histogram)

    def enter(self) -> None:
        self._session.moved.connect(self._ask_for_histogram)
        self._ask_for_histogram()

    def leave(self) -> None:
        self._session.moved.disconnect(self._ask_for_histogram)
        self._task.drop()

    def look_at(self, output: int) -> None:
        """Count the margins of another score."""
        if output != self._output:
            self._output = output
            self._ask_for_histogram()

    def _ask_for_histogram(self) -> None:
        tape, model, k = self._session.tape, self._session.model, self._output
        if tape is not None and tape.recipe.learner != LEARNER:
            self._task.drop()
            self._show_histogram(None, NO_RUN)
        elif tape is None or model is None or model.is_zero:
            self._task.drop()
            self._show_histogram(None, no_boundary(self._session.step))
        elif can(model, "linear") and k < model.n_outputs:
            data = tape.data
            quick = data.X.size <= QUICK_NUMBERS
            self._task.request(
                lambda _: MarginHistogram.of(model, data, k), quick=quick
            )

    def _show_histogram(self, histogram: MarginHistogram | None, why_not: str) -> None:
        self.plot.show_histogram(histogram)
        self.export_action.setEnabled(histogram is not None)
        self.shown.show_plot(histogram is not None, why_not)
        self.caption.setText(histogram.words if histogram else "")
        self.words.setText(histogram.more_words if histogram else "")

    def _paper(self, sheet: Sheet) -> Figure | None:
        if self.plot.histogram is None:
            return None
        plot = MarginHistogramPlot(sheet.theme)
        plot.show_histogram(self.plot.histogram)
        return paper_figure(plot, sheet)
