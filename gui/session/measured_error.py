"""The training error of the model looked at, measured beside where that takes long."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakSet

from PySide6.QtCore import QObject, Signal

from gui.tasks.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.models.predictor import Predictor
    from gui.tasks.task import TaskControl

MOST_PRODUCTS = 10_000_000
"""Products of curved models that are computed while the window waits: in three
hundredths of a second, for a frame asks for several models at several places."""
NOT_YET = "…"
"""What stands for an error that is being measured."""


class MeasuredError(QObject):
    """Gives training errors to who shows them.

    Parameters
    ----------
    parent : QObject
    samples : callable
        Gives how many the run shown learns from.

    Signals
    -------
    changed
        What was measured beside is there: who shows it asks again.
    """

    changed = Signal()

    def __init__(self, parent: QObject, samples: Callable[[], int]) -> None:
        super().__init__(parent)
        self._samples = samples
        self._known: WeakSet[Predictor] = WeakSet()
        self._task = Task("training error", self, self._take_model)

    def of(self, model: Predictor) -> float | None:
        """Give the training error; None until it is measured: then `changed` comes."""
        if (
            model.is_straight
            or model in self._known
            or model.products * self._samples() <= MOST_PRODUCTS
        ):
            return model.training_error

        def measure(_: TaskControl) -> Predictor:
            _error = model.training_error  # which the model then knows
            return model

        self._task.request(measure, quick=False)
        return None

    def _take_model(self, model: Predictor | None, _: str) -> None:
        if model is not None:
            self._known.add(model)
            self.changed.emit()

    def close(self) -> None:
        """Stop what is measured, and keep nothing."""
        self._task.drop()
        self._known.clear()
