"""What one more sample would change at the end of a run, for many places of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.data.edits import Add
from engine.errors import Cancelled, UserError, go_on
from engine.evaluation.decisive_updates import turns_between
from engine.evaluation.error_rates import recorded
from engine.learners import learner
from engine.models.linear_scores import count_wrong
from engine.training.compiled.tiered_loops import run_loop
from engine.training.fit import fit
from engine.training.loops.structures import VOTED
from engine.training.problem import problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.training.problem import Problem
    from engine.training.recipe import Recipe

COMPILED_WORK = 2_000_000
"""Multiplications from which it is worth waiting for the compiler."""


@dataclass(frozen=True, eq=False)
class AddedSampleEffects:
    """What a sample at each of some places would change at the end of the run.

    Attributes
    ----------
    wrong : ndarray, shape (m,)
        By how many more of the samples there are the model is wrong on, by their
        weights; NaN where the run diverges.
    turns : ndarray, shape (m,)
        Angle between the boundaries with it and without, in degrees, of several
        classes the largest; NaN where the run diverges or there is no boundary.
    """

    wrong: NDArray[np.float64]
    turns: NDArray[np.float64]


def why_no_effects(recipe: Recipe) -> str:
    """Say why no run with one more sample can be told of, or nothing."""
    if learner(recipe.learner).by_hand:
        return "Weights set by hand follow no point"
    if not isinstance(recipe.get("order", "given"), str):
        return "An order made by hand has no place for one more point"
    rule = learner(recipe.learner)
    if not rule.is_linear:
        return "No map of a network or a kernel: hold What if over a place instead"
    return ""


def added_sample_effects(
    data: Dataset,
    recipe: Recipe,
    places: NDArray[np.float64],
    code: int,
    progress: Callable[[float], bool] = go_on,
) -> AddedSampleEffects:
    """Make the run with one more sample at each place in turn, each to its end.

    Parameters
    ----------
    data : Dataset
    recipe : Recipe
    places : ndarray, shape (m, n_features)
    code : int
        The class of the sample.
    progress : callable
        Told the share that is done, about every millisecond; False stops it.

    Raises
    ------
    UserError
        If there is no run of the data, or none with one more sample.
    Cancelled
        If `progress` said so.

    Examples
    --------
    >>> from engine import Dataset, Recipe
    >>> data = Dataset([[2, 4], [-6, 1]], [1, -1])
    >>> effects = added_sample_effects(data, Recipe(), np.array([[-4.0, 2.0]]), 1)
    >>> effects.wrong
    array([0.])
    """
    if obstacle := why_no_effects(recipe):
        raise UserError(obstacle)
    own = problem(data, recipe)
    if len(places) * own.most_steps * own.start.size >= COMPILED_WORK:
        run_loop(recipe.learner, plain=own.is_plain).compiled()
    done = 0.0

    def stop() -> bool:
        return not progress(done)

    before = _end(data, recipe, own, stop)
    wrong, turns = np.full((2, len(places)), np.nan)
    if before is None:
        return AddedSampleEffects(wrong, turns)
    wrong_before = _wrong(own, before)
    for i, place in enumerate(places):
        if not progress(done := i / len(places)):
            raise Cancelled
        added = Add(place[None], np.array([code])).apply(data)
        after = _end(added, recipe, problem(added, recipe), stop)
        if after is not None:
            wrong[i] = _wrong(own, after) - wrong_before
            (turns[i],) = turns_between(np.stack([before, after]))
    return AddedSampleEffects(wrong, turns)


def _end(
    data: Dataset, recipe: Recipe, made: Problem, stop: Callable[[], bool]
) -> NDArray[np.float64] | None:
    """Give the weights at the end in units of the data; None if the run diverges.

    Where weights vote it is the newest.
    """
    if made.plan.combination == VOTED:
        tape = recorded(data, recipe, stop)
        weights = None if tape.diverged else tape.frame(tape.steps).weights
    else:
        weights = fit(made, recipe.learner, stop)
    if weights is None or made.scaling is None:
        return weights
    return made.scaling.to_data_units(weights)


def _wrong(own: Problem, weights: NDArray[np.float64]) -> float:
    """Count the samples of a problem that weights in units of the data have wrong."""
    if own.scaling is not None:
        weights = own.scaling.from_data_units(weights)
    X, codes, sample_weights = own.training
    return float(count_wrong(X, weights, codes, own.tie, sample_weights))
