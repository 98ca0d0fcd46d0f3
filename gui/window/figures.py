"""The plots that the window shows, as they can be taken away."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gui.plotting.figure_source import FigureSource
from gui.session.run_caption import run_caption, run_title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gui.part import Part, PartContext
    from gui.plotting.figure import Figure, Sheet

    Draw = Callable[[Sheet], Figure | None]

CANVAS = "Canvas"


def shown_figures(context: PartContext, parts: Iterable[Part]) -> list[FigureSource]:
    """Give the canvas and the plots of parts, each as it is at the moment."""
    session = context.session

    def of_canvas(sheet: Sheet) -> Figure:
        from gui.canvas.canvas_figure import canvas_figure

        return canvas_figure(context.canvas, sheet)

    def words() -> tuple[str, str]:
        tape = session.tape
        if tape is None:
            return "", ""
        return run_title(tape), run_caption(tape, session.step)

    def recoloured(draw: Draw) -> Draw:
        """Draw in the colours that the classes have in these data."""
        return lambda sheet: draw(sheet.with_class_colours(session.data.class_colours))

    drawn: dict[str, Draw] = {CANVAS: of_canvas}
    for part in parts:
        if part.figure is not None:
            drawn[part.id] = partial(part.figure, context)
    entitled = {part.id for part in parts if part.has_own_words}
    return [
        FigureSource(
            name, recoloured(draw), (lambda: ("", "")) if name in entitled else words
        )
        for name, draw in drawn.items()
    ]
