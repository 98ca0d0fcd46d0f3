"""The learners, one file each; a new file here is found without being named.

Those of a family that is not linear stand in its own folder.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules, walk_packages
from typing import TYPE_CHECKING

from engine.errors import UserError, choice_among, meant
from engine.hyperparameter import Hyperparameter, Value
from engine.learners.family import FOLDER
from engine.learners.learner import Learner
from engine.learners.shared_hyperparameters import COMMON, MAP

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = [
    "COMMON", "MAP", "Hyperparameter", "Learner", "Value", "learner", "learner_with",
    "learners", "unknown_hyperparameter",
]  # fmt: skip


@cache
def learners() -> dict[str, Learner]:
    """Find all learners, by name, in the order of their titles."""
    modules = map(import_module, _modules())
    unsorted: list[Learner] = [
        module.LEARNER for module in modules if hasattr(module, "LEARNER")
    ]
    return {rule.name: rule for rule in sorted(unsorted, key=lambda rule: rule.title)}


def _modules() -> Iterator[str]:
    """Name the modules that may have a learner: here, and in the families' folders."""
    yield from (f"{__name__}.{info.name}" for info in iter_modules(__path__))
    within = walk_packages(import_module(FOLDER).__path__, f"{FOLDER}.")
    yield from (info.name for info in within if ".learners." in info.name)


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
