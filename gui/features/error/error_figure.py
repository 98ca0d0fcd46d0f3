"""The error curve drawn again for paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.features.error.cost_curves import CostChoice
from gui.features.error.error_curve import NO_COST, ErrorPlot
from gui.plotting.figure import (
    Figure,
    FigureFrame,
    RunDrawing,
    Sheet,
    figure_of,
    lay_out,
)

if TYPE_CHECKING:
    from engine import Tape
    from gui.session.session import Session


def error_figure(
    tape: Tape | None,
    sheet: Sheet,
    other: Tape | None = None,
    left: int | None = None,
    choice: CostChoice = NO_COST,
    *,
    ends_at_cursor: bool = False,
) -> RunDrawing:
    """Make the error curve again, on a sheet, with its legend above it.

    Where the run branches, it left another at step `left`, which is `other` if that
    is to be shown. The cost is drawn as it is chosen; what comes after the last whole
    epoch before the step can be left out.
    """
    plot = ErrorPlot(sheet.theme, choice=choice)
    plot.end_at_cursor(ends_at_cursor)
    plot.show_run(tape, other, left)
    frame = FigureFrame(sheet, legend=plot.legend_text)
    plot.show_playhead(tape, 0)
    lay_out(plot, frame.inner.size)

    def figure(step: int) -> Figure:
        plot.show_playhead(tape, step)
        return frame.around(figure_of(plot))

    return RunDrawing(figure, plot.close)


def error_as_shown(
    session: Session, sheet: Sheet, *, ends_at_cursor: bool = False
) -> Figure:
    """Make the error curve again as it is now, on a sheet."""
    branches, choice = session.branches, CostChoice.remembered()
    drawing = error_figure(
        session.tape, sheet, branches.tape, branches.step, choice,
        ends_at_cursor=ends_at_cursor,
    )  # fmt: skip
    return drawing.figure(session.step)
