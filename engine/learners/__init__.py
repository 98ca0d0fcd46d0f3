"""The learners, one file each; a new file here is found without being named."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

from engine.errors import UserError, choice_among, meant
from engine.hyperparameter import Hyperparameter, Value
from engine.learners.learner import Learner
from engine.learners.shared_hyperparameters import COMMON, MAP

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "COMMON", "MAP", "Hyperparameter", "Learner", "Value", "learner", "learner_with",
    "learners", "unknown_hyperparameter",
]  # fmt: skip


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


def learner_with(hyperparameter: str) -> str:
    """Name the first learner that has a hyperparameter; empty if none has."""
    having = (
        rule.name for rule in learners().values() if rule.declares(hyperparameter)
    )
    return next(having, "")


def unknown_hyperparameter(name: str, of: str, more: Sequence[str] = ()) -> UserError:
    """Make the error that a learner has no such hyperparameter.

    Parameters
    ----------
    name : str
    of : str
        The learner's name.
    more : sequence of str
        What could stand in the same place.
    """
    other = learner_with(name)
    what_to_do = (
        f": leave it out, or choose a learner that has it, such as {other}"
        if other
        else choice_among(name, [*more, *learner(of).by_name])
    )
    return UserError(f"learner “{of}” has no hyperparameter “{name}”{what_to_do}")
