"""Asks where the next update will put the boundary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.lessons.predictions.next_boundary import PREDICTION, judge_boundary
from gui.canvas.boundary_lines import implicit_lines
from gui.canvas.tools.tool import Tool
from gui.features.lessons.predictions.prediction_task import CanvasPrediction

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.canvas.canvas import Canvas
    from gui.canvas.plane import Place
    from gui.canvas.tools.tool import ToolContext
    from gui.part import PartContext
    from gui.session.session import Session

NAME = PREDICTION.name


class _LineTool(Tool):
    """Draws a line from press to release."""

    def __init__(self, answer: Callable[[Place, Place], None]) -> None:
        self._answer = answer

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        super().press(context, place, other=other)
        self._start = self._end = place
        self.outline = None

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        self._end = place
        self.outline = np.array([self._start, place])

    def release(self, context: ToolContext) -> None:
        if self._end != self._start:
            self._answer(self._start, self._end)

    def takes_hold(self, context: ToolContext, place: Place) -> bool:
        return True

    def cursor(self, context: ToolContext, place: Place) -> str:
        return "draw"


class NextBoundary(CanvasPrediction):
    """Asks where the next update will put the boundary."""

    def __init__(self, session: Session, canvas: Canvas) -> None:
        super().__init__(session, canvas, _LineTool(self._judge_line))

    def show(self) -> None:
        super().show()
        self._session.next_update()

    def _judge_line(self, start: Place, end: Place) -> None:
        s, plane = self._session, self._canvas.plane
        step = None if s.tape is None else s.tape.next_update(s.step)
        if s.tape is None or step is None:
            return
        model = s.tape.model_of(s.tape.frame(step))
        if not model.is_straight:
            return
        line = implicit_lines(model, plane)[0].tolist()
        verdict = judge_boundary((start, end), line, plane.project(s.data.X))
        samples = plane.lift(np.array([start, end])).tolist()
        self.answered.emit(tuple(map(tuple, samples)), verdict)


def make(context: PartContext) -> NextBoundary:
    """Make the task."""
    return NextBoundary(context.session, context.canvas)
