"""The learners, one file each; a new file here is found without being named."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from engine.errors import UserError, meant
from engine.hyperparameter import Hyperparameter, Value
from engine.learners.learner import Learner
from engine.learners.shared_hyperparameters import COMMON, MAP

__all__ = ["COMMON", "MAP", "Hyperparameter", "Learner", "Value", "learner", "learners"]


@cache
def learners() -> dict[str, Learner]:
    """Find all learners, by name, in the order of their titles."""
    modules = [
        importlib.import_module(f"{__name__}.{info.name}")
        for info in pkgutil.iter_modules(__path__)
    ]
    unsorted: list[Learner] = [
        module.LEARNER for module in modules if hasattr(module, "LEARNER")
    ]
    return {rule.name: rule for rule in sorted(unsorted, key=lambda rule: rule.title)}


def learner(name: str) -> Learner:
    """Find a learner by name.

    Raises
    ------
    UserError
        If there is none of that name.
    """
    try:
        return learners()[name]
    except KeyError:
        guess = meant(name, learners()) or f": choose {', '.join(learners())}"
        raise UserError(f"learner “{name}” is not known{guess}") from None
