"""All predictions that the window can ask for."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

from gui.features.lessons import predictions as folder

if TYPE_CHECKING:
    from gui.features.lessons.predictions.prediction_task import PredictionTask
    from gui.part import PartContext


def prediction_tasks(context: PartContext) -> dict[str, PredictionTask]:
    """Make the tasks of all predictions, by their names."""
    tasks = {}
    for info in pkgutil.iter_modules(folder.__path__):
        module = importlib.import_module(f"{folder.__name__}.{info.name}")
        if hasattr(module, "NAME") and (task := module.make(context)) is not None:
            tasks[module.NAME] = task
    return tasks
