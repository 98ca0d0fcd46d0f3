"""What a game is, a moment of it, and how it stands then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine import Dataset, Recipe, Tape


class Moment(NamedTuple):
    """What a game is judged by.

    Attributes
    ----------
    data : Dataset
    recipe : Recipe
    tape : Tape, optional
        The run of these, to its end; None where there is none.
    moves : int
        Made until now; see `moves_between`.
    """

    data: Dataset
    recipe: Recipe
    tape: Tape | None
    moves: int


class Standing(NamedTuple):
    """How a game stands.

    Attributes
    ----------
    score : int, optional
        None where there is none (yet).
    counts : str
        What is counted, in words.
    over : bool
        No further move counts.
    said : str
        What came of it, or why the last move is taken back. Or empty.
    refused : bool
        The last move is against the rules: it is taken back and does not count.
    """

    score: int | None
    counts: str
    over: bool = False
    said: str = ""
    refused: bool = False


@dataclass(frozen=True)
class Game:
    """A game.

    Attributes
    ----------
    name, title, task : str
        Identifier; name on the screen; what is to be done, in a sentence or two.
    tool : str
        The tool of the canvas that it is played with.
    reach : float
        How far from 0 it is played, in each direction.
    lowest : bool
        Whether the best score is the lowest one.
    begin : callable
        Gives the data and the recipe with which it begins.
    judge : callable
        Tells how it stands at a moment.
    """

    name: str
    title: str
    task: str
    tool: str
    reach: float
    lowest: bool
    begin: Callable[[], tuple[Dataset, Recipe]]
    judge: Callable[[Moment], Standing]

    def best(self, *scores: int | None) -> int | None:
        """Give the best of some scores; None where there are none."""
        known = [score for score in scores if score is not None]
        return (min if self.lowest else max)(known, default=None)


def moves_between(before: Moment, after: Moment) -> int:
    """Count the moves that lead from a moment to another.

    A point that comes is one; so is any other change, an undo as well, which is
    therefore no way to have made fewer.
    """
    if _same_data(before.data, after.data) and before.recipe == after.recipe:
        return 0
    return max(1, after.data.n_samples - before.data.n_samples)


def only_grown(start: Dataset, data: Dataset) -> bool:
    """Tell whether the samples are those of the start, or these and more after them."""
    n = start.n_samples
    return (
        data.X.shape[1:] == start.X.shape[1:]
        and data.n_samples >= n
        and data.class_names == start.class_names
        and np.array_equal(data.X[:n], start.X)
        and np.array_equal(data.y[:n], start.y)
        and not data.is_split
        and data.sample_weights is None
    )


def _same_data(before: Dataset, after: Dataset) -> bool:
    return before is after or (
        before.X.shape == after.X.shape
        and np.array_equal(before.X, after.X)
        and np.array_equal(before.y, after.y)
    )
