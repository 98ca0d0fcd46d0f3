"""Predict, then see: what a reader says comes next, and by how much it is off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.discovery import modules_with
from engine.lessons.facts import Situation
from gui.canvas.tools.tool import Tool, nearest_row
from gui.features.lessons import predictions as folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.lessons.predictions.prediction import Answer, PredictionKind
    from gui.canvas.canvas import Canvas
    from gui.canvas.plane import Place
    from gui.canvas.tools.tool import ToolContext
    from gui.part import PartContext
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


class CanvasPrediction(PredictionTask):
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

    def judge(self, prediction: PredictionKind, answer: Answer) -> None:
        """Tell the answer, if there is something to judge."""
        s = self._session
        asked = Situation(s.data, s.recipe, s.tape, s.step)
        if (verdict := prediction.judge(asked, answer)) is not None:
            self.answered.emit(answer, verdict)


class PointTool(Tool):
    """Tells which sample is clicked."""

    def __init__(self, answer: Callable[[int], None]) -> None:
        self._answer = answer

    def press(self, context: ToolContext, place: Place, *, other: bool) -> None:
        row = nearest_row(context, place)
        if row is not None:
            self._answer(row)

    def cursor(self, context: ToolContext, place: Place) -> str:
        """Show where a click answers."""
        return "" if context.row_at(place) is None else "point"


def prediction_tasks(context: PartContext) -> dict[str, PredictionTask]:
    """Make the tasks of all predictions that the window can ask for, by name."""
    made = {m.NAME: m.make(context) for m in modules_with("NAME", folder)}
    return {name: task for name, task in made.items() if task is not None}
