"""Running mistakes of a stream: on the last samples, and on all until then."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt

from engine.evaluation.error_rates import share_of_last, share_so_far
from engine.numbers import counted, percent
from gui.plotting.axes import WholeAxis
from gui.plotting.cursor_plot import CursorPlot
from gui.plotting.curve import downsampled
from gui.plotting.plot import STEPS
from gui.plotting.plot_mouse import PlotScrubber
from gui.style.text import number
from gui.tasks.throttle import GrowthThrottle
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.labels import FittingLabel
from gui.widgets.layouts import in_column, row_of
from gui.widgets.legend_label import LegendLabel, legend_item
from gui.widgets.seen_widget import SeenWidget

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QLabel

    from gui.session.session import Session
    from gui.style.theme import Theme

WINDOWS = (20, 50, 100, 200, 500, 1000, 5000)
FIRST_WINDOW = 100
CHOICE = 84
"""Width of the list of windows, in pixels."""
SO_FAR = "The share of all samples that were mistakes when they came"
COST = "J, as the learner has it, of the newest weights on all samples so far"
ON_THE_LAST = "The same of the last samples only: it follows a drift"


class RunningMistakesPlot(CursorPlot):
    """Two curves over the samples: of the last samples, and of all so far.

    Attributes
    ----------
    mistakes : ndarray of bool, shape (n,)
        Whether each sample was a mistake when it came.
    recent : ndarray, shape (n,)
        Of the last samples, how many were, in percent.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(axisItems={"bottom": WholeAxis("bottom")})
        self.setLabel("left", "% mistakes")
        self.setLabel("bottom", "samples")
        self.so_far, self.last = self.plot([], []), self.plot([], [])
        self.mistakes, self.recent = np.empty(0, dtype=bool), np.empty(0)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.so_far.setPen(pg.mkPen(theme.ink, width=1))
        self.last.setPen(pg.mkPen(theme.mistake, width=1))
        self.set_cursor_colour(theme.ink)

    def show_mistakes(self, mistakes: NDArray[np.bool_], window_size: int) -> None:
        """Draw the shares of mistakes, of all samples and of so many last ones."""
        self.mistakes = mistakes
        self.recent = 100 * share_of_last(mistakes, window_size)
        so_far = 100 * share_so_far(mistakes)
        self.so_far.setData(*downsampled(so_far))
        self.last.setData(*downsampled(self.recent))
        n = max(1, len(mistakes))
        # The first few are all or nothing: they would press the rest flat.
        settled = min(n // 4, window_size)
        both = (float(c[settled:].max(initial=0.0)) for c in (self.recent, so_far))
        top = min(104.0, max(5.0, 1.25 * max(both)))
        self.view.setRange(xRange=(0, 1.02 * n), yRange=(-0.03 * top, top), padding=0)


def legend(theme: Theme) -> str:
    """Say which curve is which, as rich text."""
    items = (
        (theme.ink, "━", "so far", SO_FAR),
        (theme.mistake, "━", "on the last", ON_THE_LAST),
    )
    said = " &nbsp; ".join(legend_item(theme, *item) for item in items)
    return f'<span style="font-size:{theme.legend_pt}pt">{said}</span>'


class RunningMistakes(SeenWidget):
    """The share of samples that were mistakes when they came."""

    def __init__(self, session: Session, theme: Theme, caption: QLabel) -> None:
        super().__init__()
        self._session, self.caption = session, caption
        self.caption.setToolTip("Mistakes on the last samples and on all, until here")
        self.legend = LegendLabel()
        self.cost = FittingLabel(least="8.888")
        middle, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        self.cost.setAlignment(middle | right)
        self.cost.setProperty("role", "muted")
        self.cost.setToolTip(COST)
        self.window_choice = ComboBox(
            "Samples looked back at", "How many samples are looked back at"
        )
        for size in WINDOWS:
            self.window_choice.addItem(f"{size:,}", size)
        self.window_choice.setCurrentIndex(WINDOWS.index(FIRST_WINDOW))
        self.window_choice.setFixedWidth(CHOICE)
        self.window_choice.currentIndexChanged.connect(self._redraw_mistakes)
        self.plot = RunningMistakesPlot(theme)
        self.plot.describe("Running mistakes", STEPS, self.caption.text)
        self.plot.setMinimumSize(200, 150)
        PlotScrubber(self.plot, self._go_to_sample)
        top = row_of((self.legend, 2), self.window_choice, (self.cost, 1), spacing=4)
        in_column(self, top, (self.plot, 1), spacing=4)
        self.set_theme(theme)
        GrowthThrottle(session, partial(self.act_if_seen, self._redraw_mistakes))

    def set_theme(self, theme: Theme) -> None:
        self.plot.set_theme(theme)
        self.legend.setText(legend(theme))
        self._redraw_mistakes()

    @property
    def window_size(self) -> int:
        """How many samples are looked back at."""
        return int(self.window_choice.currentData())

    def catch_up(self) -> None:
        """Draw what was not drawn while it was hidden."""
        self._redraw_mistakes()

    def _redraw_mistakes(self) -> None:
        tape = self._session.tape
        mistakes = np.empty(0, dtype=bool)
        if self._session.endless and tape is not None and tape.steps:
            mistakes = tape.mistaken(1)
        self.plot.show_mistakes(mistakes, self.window_size)
        self.refresh()

    def refresh(self) -> None:
        step = self._session.step
        self.plot.move_cursor(step)
        # While a stream plays, mistakes are counted less often than steps are made.
        seen = min(step, len(self.plot.mistakes))
        made = int(self.plot.mistakes[:seen].sum())
        words = f"{counted(made, 'mistake')} in {seen:,}"
        if seen:
            words = f"{percent(self.plot.recent[seen - 1] / 100)}  ·  {words}"
        self.caption.setText(words if self._session.tape is not None else "")
        self.cost.set_alternatives(*self._cost())
        self.plot.tell()

    def _cost(self) -> tuple[str, ...]:
        """Write J of the newest weights on all samples; nothing where there is none."""
        tape = self._session.tape
        known = tape is not None and tape.finished and self._session.step == tape.steps
        costs = tape.epochs.cost if tape is not None and known else None
        if costs is None or not len(costs):
            return ("",)
        cost = number(float(costs[-1]), 4)
        return f"cost J {cost}", f"J {cost}", cost

    def _go_to_sample(self, sample: float) -> None:
        self._session.seek(min(max(round(sample), 0), self._session.last))

    def close(self) -> bool:
        """Take the plot apart in its own way."""
        self.plot.close()
        return bool(super().close())
