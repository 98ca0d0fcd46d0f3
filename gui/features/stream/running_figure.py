"""The running mistakes drawn again for paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.features.stream.running_mistakes import RunningMistakesPlot
from gui.features.stream.running_mistakes import legend as running_legend
from gui.plotting.figure import (
    Figure,
    Sheet,
    paper_figure,
)

if TYPE_CHECKING:
    from gui.features.stream.running_mistakes import RunningMistakes


def running_as_shown(view: RunningMistakes, sheet: Sheet) -> Figure:
    """Make the running mistakes again as they are now, on a sheet."""
    plot = RunningMistakesPlot(sheet.theme)
    plot.show_mistakes(view.plot.mistakes, view.window_size)
    plot.move_cursor(view.plot.cursor.at)
    return paper_figure(plot, sheet, legend=running_legend(sheet.theme))
