"""Running mistakes of a stream: on the last samples, and on all until then."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout

from engine.evaluation.error_rates import share_of_last, share_so_far
from gui.plotting.axes import WholeAxis
from gui.plotting.cursor_plot import CursorPlot
from gui.plotting.curve import downsampled
from gui.plotting.plot import STEPS
from gui.plotting.plot_mouse import PlotScrubber
from gui.plotting.plot_style import GridLines, style_plot
from gui.style.text import percent
from gui.tasks.throttle import GrowthThrottle
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.legend_label import LegendLabel, legend_item
from gui.widgets.seen_widget import SeenWidget

if TYPE_CHECKING:
    from gui.session.session import Session
    from gui.style.theme import Theme

WINDOWS = (20, 50, 100, 200, 500, 1000, 5000)
FIRST_WINDOW = 100
CHOICE = 84
"""Width of the list of windows, in pixels."""
SO_FAR = "The share of all samples that were mistakes when they came"
ON_THE_LAST = "The same of the last samples only: it follows a drift"


class RunningMistakes(SeenWidget):
    """The share of samples that were mistakes when they came."""

    def __init__(self, session: Session, theme: Theme, caption: QLabel) -> None:
        super().__init__()
        self._session, self.caption = session, caption
        self.caption.setToolTip("Mistakes on the last samples and on all, until here")
        self.legend = LegendLabel()
        self.window_choice = ComboBox()
        self.window_choice.setAccessibleName("Samples looked back at")
        self.window_choice.setToolTip("How many samples are looked back at")
        for size in WINDOWS:
            self.window_choice.addItem(f"{size:,}", size)
        self.window_choice.setCurrentIndex(WINDOWS.index(FIRST_WINDOW))
        self.window_choice.setFixedWidth(CHOICE)
        self.window_choice.currentIndexChanged.connect(self._redraw)
        self._mistakes = np.empty(0, dtype=bool)
        self._recent = np.empty(0)
        self._make_plot()
        self._lay_out()
        self.set_theme(theme)
        GrowthThrottle(session, partial(self.act_if_seen, self._redraw))

    def _make_plot(self) -> None:
        self.plot = CursorPlot(axisItems={"bottom": WholeAxis("bottom")})
        self.plot.hideButtons()
        self.plot.describe("Running mistakes", STEPS, self.caption.text)
        self.plot.setMinimumSize(200, 150)
        self.plot.setLabel("left", "% mistakes")
        self.plot.setLabel("bottom", "samples")
        self.plot.view.setMouseEnabled(False, False)
        self.grid = GridLines(self.plot, -50)
        self.so_far, self.last = self.plot.plot([], []), self.plot.plot([], [])
        PlotScrubber(self.plot, self._go)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self.legend)
        top.addWidget(self.window_choice)
        top.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(self.plot, 1)

    def set_theme(self, theme: Theme) -> None:
        style_plot(self.plot, theme)
        self.grid.set_colour(theme.ink, 0.10)
        items = (
            (theme.ink, "━", "so far", SO_FAR),
            (theme.mistake, "━", "on the last", ON_THE_LAST),
        )
        said = " &nbsp; ".join(legend_item(theme, *item) for item in items)
        self.legend.setText(
            f'<span style="font-size:{theme.legend_pt}pt">{said}</span>'
        )
        self.so_far.setPen(pg.mkPen(theme.ink, width=1))
        self.last.setPen(pg.mkPen(theme.mistake, width=1))
        self.plot.set_cursor_colour(theme.ink)
        self._redraw()

    @property
    def window_size(self) -> int:
        """How many samples are looked back at."""
        return int(self.window_choice.currentData())

    def catch_up(self) -> None:
        """Draw what was not drawn while it was hidden."""
        self._redraw()

    def _redraw(self) -> None:
        tape = self._session.tape
        self._mistakes = np.empty(0, dtype=bool)
        if self._session.endless and tape is not None and tape.steps:
            self._mistakes = tape.mistaken(1)
        self._recent = 100 * share_of_last(self._mistakes, self.window_size)
        self.so_far.setData(*downsampled(100 * share_so_far(self._mistakes)))
        self.last.setData(*downsampled(self._recent))
        n = max(1, len(self._mistakes))
        # The first few are all or nothing: they would press the rest flat.
        settled = self._recent[min(n // 2, self.window_size) :]
        top = min(104.0, max(5.0, 1.25 * float(settled.max(initial=0.0))))
        self.plot.view.setRange(
            xRange=(0, 1.02 * n), yRange=(-0.03 * top, top), padding=0
        )
        self.refresh()

    def refresh(self) -> None:
        step = self._session.step
        self.plot.move_cursor(step)
        # While a stream plays, mistakes are counted less often than steps are made.
        seen = min(step, len(self._mistakes))
        made = int(self._mistakes[:seen].sum())
        words = f"{made:,} mistake{'s'[: made != 1]} in {seen:,}"
        if seen:
            words = f"{percent(self._recent[seen - 1] / 100)}  ·  {words}"
        self.caption.setText(words if self._session.tape is not None else "")
        self.plot.tell()

    def _go(self, sample: float) -> None:
        self._session.seek(min(max(round(sample), 0), self._session.last))

    def close(self) -> bool:
        """Take our items off first: pyqtgraph's `scene.clear` deletes them twice."""
        for item in (self.grid, self.plot.cursor):
            self.plot.scene().removeItem(item)
        return bool(super().close())
