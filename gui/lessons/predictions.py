"""Predict, then see: what a reader says comes next, and by how much it is off."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent

from gui.canvas.boundary_lines import implicit_lines, is_straight
from gui.canvas.oriented_line import OrientedLine
from gui.canvas.tools.tool import Tool, nearest_row
from gui.plotting.curve import Curve
from gui.style.text import number, percent

if TYPE_CHECKING:
    from collections.abc import Callable

    from gui.canvas.canvas import Canvas
    from gui.canvas.plane import Place
    from gui.canvas.tools.tool import ToolContext
    from gui.session.session import Session
    from gui.views.error_curve import ErrorCurve

RIGHT_ANGLE_OFF, RIGHT_SHARE_OFF = 10.0, 0.1
"""Degrees, and a share of the view's diagonal, within which a line is right."""
RIGHT_CURVE_OFF = 0.1
"""The mean distance, as a share of the samples, within which a curve is right."""


class Prediction(QObject):
    """Asks the reader, judges the answer, and shows what comes.

    Signals
    -------
    answered(bool, str)
        Whether it was right, and by how much it was off.
    """

    answered = Signal(bool, str)

    def ask(self) -> None:
        """Take answers from now on."""

    def end(self) -> None:
        """Take no more answers."""

    def show(self) -> None:
        """Show what comes."""


class _OnCanvas(Prediction):
    """Takes its answer by a tool of its own on the canvas."""

    def __init__(self, session: Session, canvas: Canvas, tool: Tool) -> None:
        super().__init__(canvas)
        self._session, self._canvas, self._tool = session, canvas, tool

    def ask(self) -> None:
        self._canvas.lend_mouse(self._tool)

    def end(self) -> None:
        self._canvas.lend_mouse(None)


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
        self.end()
        self._session.next_mistake()

    def _judge(self, row: int) -> None:
        s = self._session
        step = None if s.tape is None else s.tape.next_mistake(s.step)
        if s.tape is None or step is None:
            return
        rows = s.tape.frame(step).rows.tolist()
        right = row in rows
        named = f"point {rows[0] + 1} in step {step:,}"
        said = f"Right: {named}." if right else f"You chose point {row + 1}. "
        self.show()
        self.answered.emit(right, said if right else f"{said}It is {named}.")


class _LineTool(Tool):
    """Draws a line from press to release."""

    def __init__(self, answer: Callable[[OrientedLine], None]) -> None:
        self._answer = answer

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        super().press(context, place, other=other)
        self._start = self._end = place

    def move(self, context: ToolContext, place: Place, *, other: bool) -> None:
        self._end = place
        self.outline = np.array([self._start, place])

    def release(self, context: ToolContext) -> None:
        self.outline = None
        if self._end != self._start:
            self._answer(OrientedLine.through(self._start, self._end))

    def takes_hold(self, context: ToolContext, place: Place) -> bool:
        return True

    def cursor(self, context: ToolContext, place: Place) -> str:
        return "draw"


class NextBoundary(_OnCanvas):
    """Asks where the next update will put the boundary."""

    def __init__(self, session: Session, canvas: Canvas) -> None:
        super().__init__(session, canvas, _LineTool(self._judge))

    def show(self) -> None:
        self.end()
        self._session.next_update()

    def _judge(self, drawn: OrientedLine) -> None:
        s, view = self._session, self._canvas.view_rect
        step = None if s.tape is None else s.tape.next_update(s.step)
        if s.tape is None or step is None:
            return
        model = s.tape.model_of(s.tape.frame(step))
        if not is_straight(model):
            return
        line = OrientedLine(*implicit_lines(model, self._canvas.plane)[0].tolist())
        self.show()
        if not line.length:
            self.answered.emit(False, "The next update leaves no boundary.")
            return
        angle = math.degrees(math.atan2(drawn.a, drawn.b) - math.atan2(line.a, line.b))
        angle = abs((angle + 90) % 180 - 90)
        left, bottom, right, top = view
        middle = (left + right) / 2, (bottom + top) / 2
        # Where the line is nearest to the middle, there the two are compared.
        away = line.at(middle) / line.length**2
        foot = middle[0] - away * line.a, middle[1] - away * line.b
        off = abs(drawn.at(foot))
        share = off / math.hypot(right - left, top - bottom)
        good = angle <= RIGHT_ANGLE_OFF and share <= RIGHT_SHARE_OFF
        self.answered.emit(
            good,
            f"{'Right' if good else 'Not quite'}: your line is turned by "
            f"{number(angle, 2)}° and {number(off, 2)} away.",
        )


class CurveDrawing(Prediction):
    """Asks how the training error will go from epoch to epoch."""

    def __init__(
        self, session: Session, curve: ErrorCurve, show_future: Callable[[], None]
    ) -> None:
        super().__init__(curve)
        self._show_future = show_future
        self._session, self._curve, self._plot = session, curve, curve.plot
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
            self._curve.end_at_playhead(True)

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
            sorted(self._drawn), [self._drawn[one] for one in sorted(self._drawn)]
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
        true = tape.epochs.training_error
        guessed = np.interp(np.arange(1, len(true) + 1), epochs, errors)
        off = float(np.abs(guessed - true).mean())
        good = off <= RIGHT_CURVE_OFF
        self.show()
        self.answered.emit(
            good,
            f"{'Right' if good else 'Not quite'}: your curve is {percent(off)} of "
            "the samples away from it, in the mean.",
        )
