"""The canvas drawn again for paper: at one step, or step after step."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from engine.data.view_choice import ViewChoice
from gui.canvas.layers.legend import FEW_CLASSES
from gui.canvas.margin_view import MARGIN_PLANE, MarginProjection
from gui.canvas.picture import picture_of_step, rect_around
from gui.canvas.plane import Plane
from gui.canvas.plot import CanvasPlot
from gui.canvas.view_state import range_with_samples
from gui.plotting.figure import (
    Figure,
    FigureFrame,
    RunDrawing,
    Sheet,
    figure_of,
    lay_out,
)
from gui.style.text import one_line
from gui.style.theme import SYMBOL_LETTERS, class_symbol

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF

    from engine import Dataset, Tape
    from gui.canvas.canvas import Canvas
    from gui.canvas.layers.layer_stack import LayerStack
    from gui.canvas.picture import Picture
    from gui.style.theme import Theme


def canvas_plot(
    shown: Picture,
    sheet: Sheet,
    view: QRectF | None = None,
    *,
    like: LayerStack | None = None,
    film: bool = False,
    legend: bool = False,
) -> CanvasPlot:
    """Make the canvas again, on a sheet.

    Parameters
    ----------
    shown : Picture
    sheet : Sheet
    view : QRectF, optional
        The part of the plane to show; default all samples.
    like : LayerStack, optional
        Of a canvas whose layers draw more than the picture says, or less.
    film : bool
        Whether other steps are to come: then nothing of one step alone.
    legend : bool
        Whether to say what the marks are: those of one step, so not in a film.
    """
    plot = CanvasPlot(sheet.theme)
    plot.layers.class_boundaries.set_shown(False)
    if like is not None:
        plot.layers.show_like(like, film=film)
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
    shown, plot = replace(canvas.shown(), fine_in=None), canvas.plot
    view, like = plot.view.viewRect(), plot.layers
    return canvas_plot(shown, sheet, view, like=like, legend=sheet.legend)


def canvas_figure(canvas: Canvas, sheet: Sheet) -> Figure:
    """Make a figure of the canvas as it is now; many classes are named above it."""
    data = canvas.session.data
    frame = FigureFrame(sheet, legend=_many_classes(data, sheet.theme))
    return frame.around(figure_of(canvas_as_shown(canvas, frame.inner)))


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
    view = None if like is None else like.plot.view.viewRect()
    layers = None if like is None else like.plot.layers
    plot: CanvasPlot | None = None

    def figure(step: int) -> Figure:
        nonlocal plot
        shown = pictures.at(step)
        if plot is None:
            legend = one_step and sheet.legend
            plot = canvas_plot(
                shown, frame.inner, view, like=layers, film=True, legend=legend
            )
        if shown.plane is MARGIN_PLANE:
            rect = range_with_samples(shown, plot.view_rect)
            plot.view.setRange(rect, padding=0)
        plot.show_picture(shown)
        return frame.around(figure_of(plot))

    return RunDrawing(figure, lambda: plot is not None and plot.close())
