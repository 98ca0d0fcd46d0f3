"""The losses drawn again for paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.features.loss.loss_picture import loss_picture
from gui.features.loss.loss_plot import LossPlot
from gui.plotting.figure import (
    Figure,
    RunDrawing,
    Sheet,
    figure_of,
    lay_out,
)

if TYPE_CHECKING:
    from engine import Tape
    from gui.session.session import Session


def loss_as_shown(
    session: Session, output: int | None, sheet: Sheet
) -> LossPlot | None:
    """Make the losses again as they are now, on a sheet; None where there are none."""
    tape, frame = session.tape, session.frame
    if tape is None or frame is None or tape.problem_at(frame.step).why_no_row:
        return None
    plot = LossPlot(sheet.theme, legend=sheet.legend)
    lay_out(plot, sheet.size)
    plot.show_picture(loss_picture(tape, frame, output))
    return plot


def run_on_loss(tape: Tape, sheet: Sheet) -> RunDrawing:
    """Draw the losses of the steps of a run."""
    plot = LossPlot(sheet.theme, legend=sheet.legend)
    lay_out(plot, sheet.size)

    def figure(step: int) -> Figure:
        plot.show_picture(loss_picture(tape, tape.frame(step), None))
        return figure_of(plot)

    return RunDrawing(figure, plot.close)
