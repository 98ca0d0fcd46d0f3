"""Asks which sample will be the next mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.lessons.predictions.next_mistake import PREDICTION
from gui.features.lessons.predictions.prediction_task import CanvasPrediction, PointTool

if TYPE_CHECKING:
    from gui.canvas.canvas import Canvas
    from gui.part import PartContext
    from gui.session.session import Session

NAME = PREDICTION.name


class NextMistake(CanvasPrediction):
    """Asks which sample will be the next mistake."""

    def __init__(self, session: Session, canvas: Canvas) -> None:
        super().__init__(
            session, canvas, PointTool(lambda row: self.judge(PREDICTION, row + 1))
        )

    def show(self) -> None:
        super().show()
        self._session.next_mistake()


def make(context: PartContext) -> NextMistake:
    """Make the task."""
    return NextMistake(context.session, context.canvas)
