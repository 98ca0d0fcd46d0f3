"""All predictions that a page can ask for."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

from engine.lessons import predictions as folder

if TYPE_CHECKING:
    from engine.lessons.predictions.prediction import PredictionKind


@cache
def predictions() -> dict[str, PredictionKind]:
    """Find all predictions, by name, in their order."""
    modules = [
        importlib.import_module(f"{folder.__name__}.{info.name}")
        for info in pkgutil.iter_modules(folder.__path__)
    ]
    kinds: list[PredictionKind] = [
        module.PREDICTION for module in modules if hasattr(module, "PREDICTION")
    ]
    return {kind.name: kind for kind in sorted(kinds, key=lambda kind: kind.order)}
