"""What takes long to find, coarse at first, is found in a thread and drawn then."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from engine.errors import Cancelled
from gui.canvas.contours import boundaries, full_side
from gui.tasks.task import Task

if TYPE_CHECKING:
    from gui.canvas.picture import Picture
    from gui.canvas.plot import CanvasPlot
    from gui.tasks.task import TaskControl


class FineTracing:
    """Has boundaries traced finely, and marks that are late made, beside the window.

    Parameters
    ----------
    plot : CanvasPlot
        Whose picture it is.
    """

    def __init__(self, plot: CanvasPlot) -> None:
        self._plot = plot
        self._traced: Picture | None = None
        self._task = Task("boundaries", plot, self._take_picture)

    def request(self, *_: object) -> None:
        """Have traced what the picture shows coarsely."""
        picture, traced = self._plot.picture, self._traced
        if picture is None or picture.fine_in is None:
            return
        view = self._plot.view_rect
        if traced is not None and traced.data is not picture.data:
            self._traced = None  # of data that are gone nothing is kept
        if picture.marks_late or (picture.fine_in != view and picture.slow_models):
            work = partial(_traced, replace(picture, fine_in=view))
            self._task.request(work, quick=False)

    def _take_picture(self, traced: Picture | None, _: str) -> None:
        if traced is None:
            return
        self._traced, picture = traced, self._plot.picture
        if picture is not None and picture.fine_in is not None:
            self._plot.show_picture(self.finer(picture))
        self.request()

    def finer(self, picture: Picture) -> Picture:
        """Show what has been traced of it in the thread; the rest is coarse."""
        if not (picture.marks_late or picture.slow_models):
            return picture
        traced = self._traced
        if traced is None or traced.plane != picture.plane:
            return replace(picture, fine_in=())
        same = traced.slow_models == picture.slow_models
        of = attrgetter("model", "data", "old", "one_vs_rest")
        return replace(
            picture,
            fine_in=traced.fine_in if same else (),
            mistaken=traced.mistaken if of(traced) == of(picture) else None,
        )

    def drop(self) -> None:
        """Stop what is traced."""
        self._task.drop()


def _traced(picture: Picture, control: TaskControl) -> Picture:
    """Trace the boundaries that take long: they are known when they are drawn."""
    for model in reversed(picture.slow_models):  # the ground is of the first
        if control.cancelled() or not picture.fine_in:
            raise Cancelled
        once, view = model is picture.before, picture.fine_in
        side = full_side(model)
        boundaries(model, picture.plane, view, each_once=once, side=side)
    return picture.with_marks() if picture.marks_late else picture
