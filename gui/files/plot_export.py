"""Pictures of the plots: PNG, SVG, PDF at a chosen size; animations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.picture import around
from gui.canvas.plot import CanvasPlot
from gui.plotting.figure import lay_out
from gui.style.theme import LIGHT
from gui.views.error_curve import ErrorPlot

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF, QSize

    from engine import Tape
    from gui.canvas.layers.largest_margin import Margin
    from gui.canvas.picture import Picture


def canvas_plot(
    shown: Picture,
    size: QSize,
    view: QRectF | None = None,
    class_lines: bool = True,
    margin: Margin | None = None,
    support: int | None = None,
) -> CanvasPlot:
    """Make the canvas again, at another size, dressed for paper.

    Parameters
    ----------
    shown : Picture
    size : QSize
        In logical pixels.
    view : QRectF, optional
        The part of the plane to show; default all samples.
    class_lines : bool
        Whether more than two classes have a boundary each.
    margin : Margin, optional
        The line of largest margin, if it is to be drawn.
    support : int, optional
        The class whose margins and support vectors are to be drawn, of a linear SVM.
    """
    plot = CanvasPlot(LIGHT)
    plot.class_lines.set_on(class_lines)
    plot.margin.show_margin(margin)
    plot.support.set_on(support is not None)
    plot.support.set_class(support or 0)
    plot.view.setRange(view or around(shown), padding=0)
    plot.show_picture(shown)
    lay_out(plot, size)
    plot.view.setRange(view or around(shown), padding=0)
    return plot


def error_plot(
    tape: Tape | None,
    step: int,
    size: QSize,
    kept: Tape | None = None,
    left: int | None = None,
) -> ErrorPlot:
    """Make the error curve again, at another size, dressed for paper.

    Where the run branches, it left another at step `left`, which is `kept` if that
    is to be shown.
    """
    plot = ErrorPlot(LIGHT)
    plot.show_run(tape, kept, left)
    plot.show_playhead(tape, step)
    lay_out(plot, size)
    return plot
