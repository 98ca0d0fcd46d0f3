"""The error on a part of the samples: of a model, of a recipe, of a stream so far."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import Cancelled, never
from engine.learners import learner
from engine.models.linear_scores import share_wrong
from engine.models.tie import share_of
from engine.training.fit import fit
from engine.training.problem import problem
from engine.training.tape import Tape

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.evaluation.report import Score
    from engine.models.predictor import Predictor
    from engine.training.problem import Problem
    from engine.training.recipe import Recipe

SLICE_SECONDS = 0.05
"""Seconds of a recording between two looks whether it is still wanted."""


def error_on(part: int, tape: Tape, model: Predictor) -> float | None:
    """Give the share of a part's samples, by their weights, that a model has wrong.

    Parameters
    ----------
    part : int
        TRAINING, VALIDATION or TEST.
    tape : Tape
    model : Predictor
        Of one of its steps.

    Returns
    -------
    float or None
        0 … 1; a sample on the boundary is wrong. None if the part has no samples.
    """
    samples = tape.problem.parts[part]
    if not len(samples.X):
        return None
    return share_of(tape.wrong_on(part, model), samples.sample_weights)


def trained_errors(
    parts: Sequence[int],
    data: Dataset,
    recipe: Recipe,
    stop: Callable[[], bool] = never,
    score: Score = "accuracy",
) -> list[float]:
    """Train once to the end and give the error on each of some parts, 0 … 1.

    Parameters
    ----------
    parts : sequence of int
    data : Dataset
    recipe : Recipe
    stop : callable
        Asked now and then whether the answer is no longer wanted.
    score : {"accuracy", "balanced", "f1"}
        What is given is 1 − this.

    Raises
    ------
    Cancelled
        If `stop` said so.
    """
    made = problem(data, recipe)
    weights = fit(made, recipe.learner, stop)
    return errors_with(
        weights, parts, problem=made, data=data, recipe=recipe, stop=stop, score=score
    )


def errors_with(
    weights: NDArray[np.float64] | None,
    parts: Sequence[int],
    *,
    problem: Problem,
    data: Dataset,
    recipe: Recipe,
    stop: Callable[[], bool] = never,
    score: Score = "accuracy",
) -> list[float]:
    """Give the errors of weights that were fitted; without any, those of a recording.

    Where `fit` gives none, in votes and in a run that diverged, the run is recorded.
    A tie is an error; balanced error and F₁ are those of the decisions, as a report's.
    """
    from engine.evaluation.report import report, report_of_scores

    if weights is not None:
        judged = [problem.parts[part] for part in parts]
        rule = learner(recipe.learner)
        scores = partial(rule.scores, settings=problem.settings)
        if score == "accuracy":
            return [
                share_wrong(
                    part.X,
                    weights,
                    part.codes,
                    problem.tie,
                    part.sample_weights,
                    scores,
                )
                for part in judged
            ]
        return [
            report_of_scores(
                scores(part.X, weights), part.codes, data.class_names,
                problem.tie, part.sample_weights,
            ).error_by(score)
            for part in judged
        ]  # fmt: skip
    model = recorded(data, recipe, stop).model()
    if score == "accuracy":
        return [_share_mistaken(model, data, part) for part in parts]
    return [report(model, data, part).error_by(score) for part in parts]


def _share_mistaken(model: Predictor, data: Dataset, part: int) -> float:
    rows = data.counted_rows_of(part)
    return share_of(model.mistaken(data.X[rows], data.y[rows]), data.weights_of(rows))


def recorded(data: Dataset, recipe: Recipe, stop: Callable[[], bool] = never) -> Tape:
    """Record a run to its end.

    Raises
    ------
    Cancelled
        If `stop` said so.
    """
    tape = Tape(data, recipe)
    while not tape.finished:
        if stop():
            raise Cancelled
        tape.extend(SLICE_SECONDS)
    return tape


def share_so_far(mistakes: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Give, after each sample, the share of mistakes on all until then, 0 … 1."""
    return share_of_last(mistakes, max(1, len(mistakes)))


def share_of_last(mistakes: NDArray[np.bool_], window: int) -> NDArray[np.float64]:
    """Give, after each sample, the share of mistakes on the last ones, 0 … 1.

    Parameters
    ----------
    mistakes : ndarray of bool, shape (n,)
        Whether each sample was a mistake when it came.
    window : int
        How many samples are looked back at; at the start all there are.
    """
    count = np.concatenate([[0], np.cumsum(mistakes)])
    ends = np.arange(1, len(mistakes) + 1)
    starts = np.maximum(0, ends - window)
    share: NDArray[np.float64] = (count[ends] - count[starts]) / (ends - starts)
    return share
