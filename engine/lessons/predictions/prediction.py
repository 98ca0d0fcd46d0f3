"""A prediction: what a reader says comes next, and how far it is from what comes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from engine.discovery import modules_with
from engine.lessons import predictions as folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.lessons.facts import Situation
    from engine.training.recipe import Recipe

Points = tuple[tuple[float, ...], ...]
Answer = int | Points | None
"""The number of a choice or of a sample, from 1; a line or a curve that is drawn."""


class Verdict(NamedTuple):
    """Whether a prediction was right, and by how much it was off."""

    right: bool
    said: str


def is_drawn(answer: Answer) -> bool:
    """Tell whether an answer is a line or a curve: places of two coordinates."""
    return isinstance(answer, tuple) and {*map(len, answer)} == {2}


def _nothing(_: Recipe) -> str:
    return ""


@dataclass(frozen=True)
class PredictionKind:
    """One thing that a page can have predicted.

    Attributes
    ----------
    name : str
        As it is written after ``predict:``.
    do : str
        What is asked of the reader, unless the page says it otherwise.
    judge : callable
        ``judge(asked, answer) -> Verdict or None``: judges an answer again that was
        kept with the situation in which it was given. None where there is nothing to
        judge: no such step to come, an answer of another kind.
    comes : callable
        ``comes(asked) -> bool``: whether there is anything to come that could be
        predicted.
    order : int
        Its place in lists.
    doubt : callable
        ``doubt(recipe) -> str``: why it can only be guessed under a recipe; or empty.
    """

    name: str
    do: str
    judge: Callable[[Situation, Answer], Verdict | None]
    comes: Callable[[Situation], bool]
    order: int
    doubt: Callable[[Recipe], str] = _nothing


@cache
def predictions() -> dict[str, PredictionKind]:
    """Find all predictions that a page can ask for, by name, in their order."""
    kinds: list[PredictionKind] = [
        module.PREDICTION for module in modules_with("PREDICTION", folder)
    ]
    return {kind.name: kind for kind in sorted(kinds, key=lambda kind: kind.order)}
