"""The plots that the window shows, as they can be taken away.

What draws them for paper is imported when they are: the window is there sooner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gui.plotting.figure_source import FigureSource

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gui.canvas.canvas import Canvas
    from gui.features.error.error_curve import ErrorCurve
    from gui.plotting.figure import Figure, Sheet
    from gui.session.session import Session
    from gui.widgets.lazy_view import LazyView

    Draw = Callable[[Sheet], Figure | None]


STORY = "Story of the run"


def shown_plots(
    session: Session,
    canvas: Canvas,
    errors: ErrorCurve,
    running: LazyView,
    views: Mapping[str, LazyView],
) -> list[FigureSource]:
    """Give the canvas, the error curve and the views, each as it is at the moment."""

    def now(view: LazyView) -> Any:
        """Give a view as it is at the moment, None if it was never seen."""
        return None if view.view is None else view.open()

    def of_canvas(sheet: Sheet) -> Figure:
        from gui.canvas.canvas_figure import canvas_figure

        return canvas_figure(canvas, sheet)

    def of_errors(sheet: Sheet) -> Figure:
        from gui.features.error.error_figure import error_as_shown

        ends = errors.plot.cursor.ends
        return error_as_shown(session, sheet, ends_at_cursor=ends)

    def of_losses(sheet: Sheet) -> Figure | None:
        from gui.features.loss.loss_figure import loss_as_shown
        from gui.plotting.figure import figure_of

        view = now(views["Loss"])
        output = None if view is None else view.chosen_output
        plot = loss_as_shown(session, output, sheet)
        return None if plot is None else figure_of(plot)

    def of_weights(sheet: Sheet) -> Figure | None:
        from gui.features.weight_space.weight_figure import weights_as_shown

        return weights_as_shown(session, views["Weight space"].open(), sheet)

    def of_lifted(sheet: Sheet) -> Figure | None:
        view = now(views["Lifted space"])
        return None if view is None else view.figure(sheet)

    def of_network(sheet: Sheet) -> Figure | None:
        view = now(views["Network"])
        return None if view is None else view.figure(sheet)

    def of_running(sheet: Sheet) -> Figure | None:
        from gui.features.stream.running_figure import running_as_shown

        view = now(running)
        return None if view is None else running_as_shown(view, sheet)

    def of_story(sheet: Sheet) -> Figure | None:
        from gui.features.story.story_figure import story_figure

        tape = session.tape
        return None if tape is None else story_figure(tape, canvas.axes.plane, sheet)

    def words() -> tuple[str, str]:
        from gui.session.run_caption import run_caption, run_title

        tape = session.tape
        if tape is None:
            return "", ""
        return run_title(tape), run_caption(tape, session.step)

    plots = {
        "Canvas": of_canvas,
        "Error per epoch": of_errors,
        "Loss": of_losses,
        "Weight space": of_weights,
        "Lifted space": of_lifted,
        "Network": of_network,
        "Running mistakes": of_running,
    }

    def recoloured(draw: Draw) -> Draw:
        """Draw in the colours that the classes have in these data."""
        return lambda sheet: draw(sheet.with_class_colours(session.data.class_colours))

    sources = [
        FigureSource(name, recoloured(draw), words) for name, draw in plots.items()
    ]
    # It has a title and captions of its own.
    return [*sources, FigureSource(STORY, recoloured(of_story), lambda: ("", ""))]
