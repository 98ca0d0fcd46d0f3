"""The plots of a run drawn again for paper: at one step, or step after step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, TypedDict

from engine.data.view_choice import ViewChoice
from engine.errors import UserError
from engine.learners import learner
from engine.training.weight_path import WeightPath
from gui.canvas.layers.legend import FEW_CLASSES
from gui.canvas.margin_view import MARGIN_PLANE, MarginProjection
from gui.canvas.picture import picture_of_step, rect_around
from gui.canvas.plane import Plane
from gui.canvas.plot import CanvasPlot
from gui.canvas.view_state import range_with_samples
from gui.panels.run_state_label import came_to
from gui.plotting.figure import (
    Figure,
    FigureFrame,
    Sheet,
    figure_of,
    lay_out,
    paper_figure,
)
from gui.style.text import number, one_line
from gui.style.theme import SYMBOL_LETTERS, class_symbol
from gui.views.cost_curves import CostChoice
from gui.views.error_curve import NO_COST, ErrorPlot
from gui.views.loss.loss_picture import loss_picture
from gui.views.loss.loss_plot import LossPlot
from gui.views.running_mistakes import RunningMistakesPlot
from gui.views.running_mistakes import legend as running_legend
from gui.views.weight_space.weight_controls import WeightOptions
from gui.views.weight_space.weight_picture import (
    WeightChoice,
    WeightPicture,
    weight_picture,
)
from gui.views.weight_space.weight_plot import WeightPlot
from gui.views.weight_space.weight_space import WeightSpace, weight_legend

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtCore import QRectF

    from engine import Dataset, Tape
    from gui.canvas.canvas import Canvas
    from gui.canvas.layers.largest_margin import LargestMargin
    from gui.canvas.picture import Picture
    from gui.session.session import Session
    from gui.style.theme import Theme
    from gui.views.running_mistakes import RunningMistakes


class _Lines(TypedDict, total=False):
    """What a canvas shows at every step: arguments of `canvas_plot`."""

    view: QRectF
    class_lines: bool
    hidden_units: bool
    margin: LargestMargin | None
    support: int | None


@dataclass(frozen=True)
class RunDrawing:
    """A plot of a run that is drawn step after step.

    Attributes
    ----------
    figure : callable
        ``figure(step)`` draws a step; of the size of the sheet it was made for.
    close : callable
        Ends it.
    """

    figure: Callable[[int], Figure]
    close: Callable[[], object]


def run_title(tape: Tape) -> str:
    """Name what learns: the learner, and its rate if it keeps to one."""
    recipe = tape.recipe
    name, rate = learner(recipe.learner).title, recipe.get("learning_rate")
    constant = recipe.get("schedule", "constant") == "constant"
    return f"{name}, η = {number(rate)}" if rate is not None and constant else name


def run_caption(tape: Tape, step: int) -> str:
    """Say which step it is, and what the run has come to."""
    said = came_to(tape, tape.frame(step), tape.model(step))
    return f"Step {step:,} of {tape.steps:,}  ·  {said}"


def canvas_plot(
    shown: Picture,
    sheet: Sheet,
    view: QRectF | None = None,
    *,
    class_lines: bool = False,
    hidden_units: bool = True,
    margin: LargestMargin | None = None,
    support: int | None = None,
    mistakes: NDArray[np.int64] | None = None,
    legend: bool = False,
) -> CanvasPlot:
    """Make the canvas again, on a sheet.

    Parameters
    ----------
    shown : Picture
    sheet : Sheet
    view : QRectF, optional
        The part of the plane to show; default all samples.
    class_lines : bool
        Whether each of more than two classes has a line against the rest.
    hidden_units : bool
        Whether the units of a network's first hidden layer have their lines.
    margin : LargestMargin, optional
        The line of largest margin, if it is to be drawn.
    support : int, optional
        The class whose margins and support vectors are to be drawn, of a linear SVM.
    mistakes : ndarray of int, optional
        How often each sample was a mistake, to colour them by.
    legend : bool
        Whether to say what the marks are: those of one step, so not in a film.
    """
    plot = CanvasPlot(sheet.theme)
    plot.layers.class_boundaries.set_shown(class_lines)
    plot.layers.hidden_units.set_shown(hidden_units)
    plot.layers.largest_margin.show_margin(margin)
    plot.layers.svm_margins.set_shown(support is not None)
    plot.layers.svm_margins.set_class(support or 0)
    plot.layers.mistake_counts.show_counts(mistakes)
    plot.layers.mistake_counts.set_shown(mistakes is not None)
    plot.layers.legend.names_classes = True
    plot.layers.legend.set_shown(legend)
    plot.view.setRange(view or rect_around(shown), padding=0)
    plot.show_picture(shown)
    lay_out(plot, sheet.size)
    plot.view.setRange(view or rect_around(shown), padding=0)
    return plot


class RunPictures:
    """Looks at the steps of a run: at two features, or along the weights.

    Parameters
    ----------
    tape : Tape
    choice : ViewChoice, optional
        Default as the window shows the run first.
    """

    def __init__(self, tape: Tape, choice: ViewChoice | None = None) -> None:
        data, self._tape = tape.data, tape
        used = tape.problem.features.used_features
        self._choice = choice = choice or ViewChoice.of(data, used)
        self._plane = Plane.of(data, choice.across, choice.up, choice.stretch(data))
        self._projection = MarginProjection()

    def at(self, step: int) -> Picture:
        """Look at a step."""
        tape, choice = self._tape, self._choice
        shown = picture_of_step(
            tape, tape.data, tape.frame(step), tape.model(step), self._plane
        )
        if not (choice.margin and self._projection.is_possible(shown)):
            return shown
        return self._projection.project(shown, tape, choice.code)


def canvas_as_shown(canvas: Canvas, sheet: Sheet) -> CanvasPlot:
    """Make the canvas again as it is now, on a sheet."""
    layers = canvas.plot.layers
    return canvas_plot(
        replace(canvas.shown(), fine_in=None),
        sheet,
        **_lines_of(canvas),
        mistakes=layers.mistake_counts.counts
        if canvas.mistakes_action.isChecked()
        else None,
        legend=sheet.legend,
    )


def canvas_figure(canvas: Canvas, sheet: Sheet) -> Figure:
    """Make a figure of the canvas as it is now; many classes are named above it."""
    data = canvas.session.data
    frame = FigureFrame(sheet, legend=_many_classes(data, sheet.theme))
    return frame.around(figure_of(canvas_as_shown(canvas, frame.inner)))


def _lines_of(canvas: Canvas) -> _Lines:
    """Give what the canvas shows at every step."""
    plot, svm = canvas.plot, canvas.support_action.isChecked()
    return {
        "view": plot.view.viewRect(),
        "class_lines": canvas.class_lines_action.isChecked(),
        "hidden_units": canvas.units_action.isChecked(),
        "margin": plot.layers.largest_margin.margin,
        "support": canvas.current_class if svm else None,
    }


def class_legend(tape: Tape, theme: Theme) -> str:
    """Name the classes with their symbols, as rich text."""
    return _class_legend(tape.data, theme)


def _class_legend(data: Dataset, theme: Theme) -> str:
    parts = (
        f'<span style="color:{theme.class_colour(code)}">'
        f"{SYMBOL_LETTERS[class_symbol(code)]}</span>&nbsp;{_unbroken(name)}"
        for code, name in enumerate(data.class_names)
    )
    return " &nbsp; ".join(parts)


def _unbroken(name: str) -> str:
    return escape(one_line(name)).replace(" ", "&nbsp;")


def _many_classes(data: Dataset, theme: Theme) -> str:
    """Name classes above a plot that would hide it, were they named on it."""
    many = len(data.class_names) > FEW_CLASSES
    return _class_legend(data, theme) if many else ""


def run_on_canvas(
    tape: Tape,
    sheet: Sheet,
    choice: ViewChoice | None = None,
    *,
    like: Canvas | None = None,
    one_step: bool = False,
) -> RunDrawing:
    """Draw the steps of a run on a canvas.

    Parameters
    ----------
    tape : Tape
    sheet : Sheet
    choice : ViewChoice, optional
        Which features are shown; default those that are learned from.
    like : Canvas, optional
        The part of the plane in view, and the lines that are drawn, are its own.
    one_step : bool
        Whether its legend may be that of a step; else it names the classes.
    """
    pictures = RunPictures(tape, choice)
    named = _many_classes if one_step else _class_legend
    frame = FigureFrame(sheet, legend=named(tape.data, sheet.theme))
    lines: _Lines = {} if like is None else _lines_of(like)
    plot: CanvasPlot | None = None

    def figure(step: int) -> Figure:
        nonlocal plot
        shown = pictures.at(step)
        if plot is None:
            legend = one_step and sheet.legend
            plot = canvas_plot(shown, frame.inner, **lines, legend=legend)
        if shown.plane is MARGIN_PLANE:
            rect = range_with_samples(shown, plot.view_rect)
            plot.view.setRange(rect, padding=0)
        plot.show_picture(shown)
        return frame.around(figure_of(plot))

    return RunDrawing(figure, lambda: plot is not None and plot.close())


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


def running_as_shown(view: RunningMistakes, sheet: Sheet) -> Figure:
    """Make the running mistakes again as they are now, on a sheet."""
    plot = RunningMistakesPlot(sheet.theme)
    plot.show_mistakes(view.plot.mistakes, view.window_size)
    plot.move_cursor(view.plot.cursor.at)
    return paper_figure(plot, sheet, legend=running_legend(sheet.theme))


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
