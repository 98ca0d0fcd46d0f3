"""Predict, then see: what a reader says comes next, and by how much it is off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent

from engine.lessons.predictions import judge_boundary, judge_curve, judge_mistake
from gui.canvas.boundary_lines import implicit_lines
from gui.canvas.tools.tool import Tool, nearest_row
from gui.plotting.curve import Curve

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyqtgraph as pg

    from gui.canvas.canvas import Canvas
    from gui.canvas.plane import Place
    from gui.canvas.tools.tool import ToolContext
    from gui.session.session import Session


class PredictionTask(QObject):
    """Asks the reader, judges the answer, and can show what comes.

    Signals
    -------
    answered(Answer, Verdict)
        What was said, and how right it was.
    """

    answered = Signal(object, object)

    def ask(self) -> None:
        """Take answers from now on."""

    def end(self) -> None:
        """Take no more answers."""

    def show(self) -> None:
        """Go to where it is seen what was to be predicted."""


class _OnCanvas(PredictionTask):
    """Takes its answer by a tool of its own on the canvas."""

    def __init__(self, session: Session, canvas: Canvas, tool: Tool) -> None:
        super().__init__(canvas)
        self._session, self._canvas, self._tool = session, canvas, tool

    def ask(self) -> None:
        self._tool.outline = None
        self._canvas.tools.lend(self._tool)

    def end(self) -> None:
        self._canvas.tools.lend(None)

    def show(self) -> None:
        """Let clicks do nothing further; what was drawn stays beside what comes."""
        answered = Tool()
        answered.outline = self._tool.outline
        self._canvas.tools.lend(answered)


class _PointTool(Tool):
    """Tells which sample is clicked."""

    def __init__(self, answer: Callable[[int], None]) -> None:
        self._answer = answer

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        row = nearest_row(context, place)
        if row is not None:
            self._answer(row)


class NextMistake(_OnCanvas):
    """Asks which sample will be the next mistake."""

    def __init__(self, session: Session, canvas: Canvas) -> None:
        super().__init__(session, canvas, _PointTool(self._judge))

    def show(self) -> None:
        super().show()
        self._session.next_mistake()

    def _judge(self, row: int) -> None:
        s = self._session
        verdict = None if s.tape is None else judge_mistake(s.tape, s.step, row + 1)
        if verdict is not None:
            self.answered.emit(row + 1, verdict)


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


class NextBoundary(_OnCanvas):
    """Asks where the next update will put the boundary."""

    def __init__(self, session: Session, canvas: Canvas) -> None:
        super().__init__(session, canvas, _LineTool(self._judge))

    def show(self) -> None:
        super().show()
        self._session.next_update()

    def _judge(self, start: Place, end: Place) -> None:
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


class CurveDrawing(PredictionTask):
    """Asks how the training error will go from epoch to epoch."""

    def __init__(
        self,
        session: Session,
        plot: pg.PlotWidget,
        hide_future: Callable[[], object],
        show_future: Callable[[], object],
    ) -> None:
        super().__init__(plot)
        self._hide_future, self._show_future = hide_future, show_future
        self._session, self._plot = session, plot
        self._drawn: dict[int, float] = {}
        self._line: Curve | None = None
        self._asking = False

    def ask(self) -> None:
        if self._line is None:
            self._line = Curve(self._plot, "", style=Qt.PenStyle.DashLine)
        self._line.set_colour(self._plot.theme.accent)
        self._drawn = {}
        self._draw()
        if not self._asking:
            self._asking = True
            self._plot.viewport().installEventFilter(self)
            self._hide_future()

    def end(self) -> None:
        self._stop()
        if self._line is not None:
            self._drawn = {}
            self._draw()

    def show(self) -> None:
        self._stop()
        self._session.to_end()

    def _stop(self) -> None:
        if self._asking:
            self._asking = False
            self._plot.viewport().removeEventFilter(self)
            self._show_future()

    def eventFilter(self, port: QObject, event: QEvent) -> bool:
        """Draw with the left button; the playhead stays meanwhile."""
        if not isinstance(event, QMouseEvent):
            return False
        if event.type() == QEvent.Type.MouseButtonRelease:
            self._judge()
        elif event.buttons() & Qt.MouseButton.LeftButton:
            view = self._plot.getViewBox()
            place = view.mapSceneToView(
                self._plot.mapToScene(event.position().toPoint())
            )
            epoch = min(max(round(place.x()), 1), self._epochs)
            self._drawn[epoch] = min(max(float(place.y()) / 100, 0.0), 1.0)
            self._draw()
        return True

    @property
    def _epochs(self) -> int:
        tape = self._session.tape
        return 1 if tape is None else max(1, len(tape.epochs))

    def _values(self) -> tuple[list[int], list[float]]:
        return (
            sorted(self._drawn), [self._drawn[epoch] for epoch in sorted(self._drawn)]
        )  # fmt: skip

    def _draw(self) -> None:
        if self._line is not None:
            epochs, errors = self._values()
            self._line.set_values(np.array(epochs, float), 100 * np.array(errors))

    def _judge(self) -> None:
        tape = self._session.tape
        epochs, errors = self._values()
        if tape is None or len(epochs) < min(2, self._epochs):
            return
        drawn = tuple(zip(map(float, epochs), errors, strict=True))
        self.answered.emit(drawn, judge_curve(tape, drawn))
