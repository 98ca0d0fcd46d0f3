"""Asks how the training error will go from epoch to epoch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QMouseEvent

from engine.lessons.predictions.error_curve import PREDICTION, is_whole, judge_curve
from gui.features.lessons.predictions.prediction_task import PredictionTask
from gui.plotting.cursor_plot import CursorPlot
from gui.plotting.curve import Curve
from gui.session.hidden_future import HiddenFuture

if TYPE_CHECKING:
    import pyqtgraph as pg

    from gui.part import PartContext
    from gui.session.session import Session

NAME = PREDICTION.name
ERRORS = "Error per epoch"
"""The part in whose plot it is drawn."""


class CurveDrawing(PredictionTask):
    """Asks how the training error will go from epoch to epoch."""

    def __init__(self, session: Session, plot: pg.PlotWidget) -> None:
        super().__init__(plot)
        self._hidden = HiddenFuture.of(session)
        self._session, self._plot = session, plot
        self._drawn: dict[int, float] = {}
        self._line: Curve | None = None
        self._asking = self._is_judged = False

    def ask(self) -> None:
        if self._line is None:
            self._line = Curve(self._plot, "", style=Qt.PenStyle.DashLine)
        self._line.set_colour(self._plot.theme.accent)
        self._drawn, self._is_judged = {}, False
        self._draw_line()
        if not self._asking:
            self._asking = True
            self._plot.viewport().installEventFilter(self)
            self._hidden.ask(True)

    def end(self) -> None:
        self._stop_asking()
        if self._line is not None:
            self._drawn = {}
            self._draw_line()

    def show(self) -> None:
        self._stop_asking()
        self._session.to_end()

    def _stop_asking(self) -> None:
        if self._asking:
            self._asking = False
            self._plot.viewport().removeEventFilter(self)
            self._hidden.ask(False)

    def eventFilter(self, port: QObject, event: QEvent) -> bool:
        """Draw with the left button, after a wrong answer anew; the playhead stays."""
        if not isinstance(event, QMouseEvent):
            return False
        if event.type() == QEvent.Type.MouseButtonRelease:
            self._judge_curve()
        elif event.buttons() & Qt.MouseButton.LeftButton:
            if self._is_judged:
                self._drawn, self._is_judged = {}, False
            view = self._plot.getViewBox()
            place = view.mapSceneToView(
                self._plot.mapToScene(event.position().toPoint())
            )
            epoch = min(max(round(place.x()), 1), self._epochs)
            self._drawn[epoch] = min(max(float(place.y()) / 100, 0.0), 1.0)
            self._draw_line()
        return True

    @property
    def _epochs(self) -> int:
        tape = self._session.tape
        return 1 if tape is None else max(1, len(tape.epochs))

    def _values(self) -> tuple[list[int], list[float]]:
        return (
            sorted(self._drawn), [self._drawn[epoch] for epoch in sorted(self._drawn)]
        )  # fmt: skip

    def _draw_line(self) -> None:
        if self._line is not None:
            epochs, errors = self._values()
            self._line.set_values(np.array(epochs, float), 100 * np.array(errors))

    def _judge_curve(self) -> None:
        tape = self._session.tape
        epochs, errors = self._values()
        if tape is None or len(epochs) < min(2, self._epochs):
            return
        if not is_whole(epochs[-1], self._epochs):
            self._session.message.emit(f"draw on, up to epoch {self._epochs:,}")
            return
        drawn = tuple(zip(map(float, epochs), errors, strict=True))
        self._is_judged = True
        self.answered.emit(drawn, judge_curve(tape, drawn))


def make(context: PartContext) -> CurveDrawing | None:
    """Make the task, if there is a plot of errors to draw in."""
    errors = context.panel(ERRORS)
    plot = None if errors is None else errors.findChild(CursorPlot)
    return None if plot is None else CurveDrawing(context.session, plot)
