"""What a family of models gives the rest: loops, a model, a step explained.

A family is a folder in `engine.families` with its `FAMILY`, found by being there. Rooms
under it know what stands here, and no more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from engine.models.predictor import Predictor

FOLDER = "engine.families"


class Family(ABC):
    """A family of models; what is large it imports when it is asked for it.

    Attributes
    ----------
    loops : tuple of str
        Names of the modules that make `learn`, `evaluate` and `penalised` of a
        learner's own functions; what a later one defines is taken for that of others.
    entry : str
        What only its models have in a file of weights; empty for rows of weights.
    is_printed : bool
        `engine.programs` writes its runs as programs.
    """

    loops: ClassVar[tuple[str, ...]]
    entry: ClassVar[str] = ""
    is_printed: ClassVar[bool] = False

    @abstractmethod
    def model(self) -> type[Predictor]:
        """Give the class of its models."""

    def why_no_row(self, n_outputs: int) -> str:
        """Say why no row of weights makes one output's loss, or nothing."""
        return ""

    @abstractmethod
    def step(self, **run: Any) -> Any:
        """Explain a step (`engine.steps.explained_step.ExplainedStep`) of a run."""

    @abstractmethod
    def step_lines(self, step: Any, *, tabled: bool) -> list[Any]:
        """Write such a step in formulas (`engine.steps.step_formulas.step_lines`)."""


@cache
def families() -> dict[str, Family]:
    """Find all families, by the names of their folders."""
    within = iter_modules(import_module(FOLDER).__path__)
    names = [info.name for info in within if info.ispkg]
    return {name: import_module(f"{FOLDER}.{name}").FAMILY for name in names}
