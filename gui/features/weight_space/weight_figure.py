"""The weight space drawn again for paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.training.weight_path import WeightPath
from gui.features.weight_space.weight_controls import WeightOptions
from gui.features.weight_space.weight_picture import (
    WeightChoice,
    WeightPicture,
    weight_picture,
)
from gui.features.weight_space.weight_plot import WeightPlot
from gui.features.weight_space.weight_space import WeightSpace, weight_legend
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


def weights_on_paper(
    tape: Tape,
    picture: WeightPicture,
    shown: WeightChoice,
    sheet: Sheet,
    *,
    any_step: bool = False,
) -> tuple[WeightPlot, FigureFrame]:
    """Make the weight space again, on a sheet; the frame around it has the legend."""
    theme = sheet.theme
    frame = FigureFrame(sheet, legend=weight_legend(picture, theme, any_step=any_step))
    plot = WeightPlot(theme)
    lay_out(plot, frame.inner.size)
    names = WeightOptions.of(tape).weights
    units = "" if tape.problem.scaling is None else " (standardised)"
    plot.name_axes(names[shown.across] + units, names[shown.up] + units)
    end = tape.weights([tape.steps])[:, shown.output, shown.columns]
    plot.show_picture(picture, end, anew=True)
    lay_out(plot, frame.inner.size)
    return plot, frame


def weights_as_shown(
    session: Session, view: WeightSpace, sheet: Sheet
) -> Figure | None:
    """Make the weight space again as it is now, on a sheet; None if there is none."""
    if view.network is not None and view.network.picture is not None:
        return view.network.figure(sheet)
    tape, picture, shown = session.tape, view.picture, view.controls.shown
    if tape is None or picture is None:
        return None
    plot, frame = weights_on_paper(tape, picture, shown, sheet)
    if not view.plot.following:
        plot.view.setRange(view.plot.view.viewRect(), padding=0)
        plot.show_picture(picture, picture.places)
    return frame.around(figure_of(plot))


def run_in_weight_space(tape: Tape, sheet: Sheet) -> RunDrawing:
    """Draw the steps of a run in the space of its first two weights.

    Raises
    ------
    UserError
        If it has only one.
    """
    if tape.problem.why_no_row:
        raise UserError(tape.problem.why_no_row)
    if len(WeightOptions.of(tape).weights) < 2:
        raise UserError(
            "the weight space needs two weights, and this run has only one: add a "
            "feature or the offset"
        )
    shown = WeightChoice()
    path = WeightPath(tape, shown.output, (shown.across, shown.up))
    former: WeightPicture | None = None

    def picture(step: int) -> WeightPicture:
        nonlocal former
        path.grow(step)
        former = weight_picture(
            tape, tape.frame(step), shown, path.until(step), whole=True, former=former
        )
        return former

    plot, frame = weights_on_paper(tape, picture(0), shown, sheet, any_step=True)
    end = tape.weights([tape.steps])[:, shown.output, shown.columns]

    def figure(step: int) -> Figure:
        plot.show_picture(picture(step), end)
        return frame.around(figure_of(plot))

    return RunDrawing(figure, plot.close)
