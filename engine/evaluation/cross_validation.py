"""Cross-validation of one recipe: a model for each fold, and who was wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import VALIDATION, Dataset
from engine.errors import never
from engine.evaluation.error_interval import effective_number, error_interval
from engine.evaluation.error_rates import recorded
from engine.evaluation.score_report import ScoredSamples
from engine.models.tie import share_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.evaluation.error_interval import Interval
    from engine.evaluation.folds import Folds
    from engine.models.predictor import Predictor
    from engine.training.recipe import Recipe


@dataclass(frozen=True, eq=False)
class CrossValidation:
    """What is known of the folds that are through.

    Attributes
    ----------
    data : Dataset
        The samples that were dealt out.
    recipe : Recipe
    folds : tuple of Dataset
        The same samples, each time with others as the validation part.
    models : tuple of Predictor
        Of the folds that are through, in order.
    training, validation : ndarray, shape (n_models,)
        Errors, 0 … 1, on what each fold learned from and on what it held out.
    wrong : ndarray of bool, shape (n_samples,)
        Samples that were wrong, or on the boundary, when they were held out.
    """

    data: Dataset
    recipe: Recipe
    folds: tuple[Dataset, ...]
    models: tuple[Predictor, ...]
    training: NDArray[np.float64]
    validation: NDArray[np.float64]
    wrong: NDArray[np.bool_]

    @property
    def finished(self) -> bool:
        """Tell whether all folds are through."""
        return len(self.models) == len(self.folds)

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the mean validation error of the folds so far."""
        through = [fold.parts for fold in self.folds[: len(self.models)]]
        n = effective_number(self.data, through)
        return error_interval(self.validation, n)

    @cached_property
    def held_out(self) -> tuple[NDArray[np.int64], ...]:
        """Give the rows that each fold held out, but for those of weight 0."""
        return tuple(fold.counted_rows_of(VALIDATION) for fold in self.folds)


def out_of_fold(known: CrossValidation) -> ScoredSamples:
    """Score every sample by the model of the fold that held it out.

    Parameters
    ----------
    known : CrossValidation
        Of which all folds are through.
    """
    data, rows = known.data, np.concatenate(known.held_out)
    scores = np.concatenate(
        [
            model.scores(data.X[held_out])
            for model, held_out in zip(known.models, known.held_out, strict=True)
        ]
    )
    first = known.models[0]
    return ScoredSamples(
        first.learner, first.tie, scores, data.y[rows], data.weights_of(rows)
    )


def standard_error(errors: NDArray[np.float64]) -> float:
    """Give the standard error of a mean: the deviation / √k; NaN of a single one."""
    if len(errors) < 2:
        return float("nan")
    return float(errors.std(ddof=1) / np.sqrt(len(errors)))


def cross_validate(
    data: Dataset,
    recipe: Recipe,
    folds: Folds,
    *,
    progress: Callable[[CrossValidation], object] | None = None,
    stop: Callable[[], bool] = never,
) -> CrossValidation:
    """Train on all folds but one and judge by that one, for each in turn.

    Parameters
    ----------
    data : Dataset
        Its test part is not looked at.
    recipe : Recipe
    folds : Folds
    progress : callable, optional
        Called, in this thread, with what is known whenever a fold is through.
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Raises
    ------
    UserError
        If the samples cannot be dealt out, or the recipe does not fit them.
    Cancelled
        If `stop` said so.
    """
    empty = np.empty(0)
    datasets = folds.split(data)
    known = CrossValidation(
        data, recipe, datasets, (), empty, empty, np.zeros(data.n_samples, np.bool_)
    )
    for fold in datasets:
        known = _with(known, fold, stop)
        if progress is not None:
            progress(known)
    return known


def _with(
    known: CrossValidation, fold: Dataset, stop: Callable[[], bool]
) -> CrossValidation:
    """Add what comes of one more fold."""
    tape = recorded(fold, known.recipe, stop)
    model, rows = tape.model(), fold.counted_rows_of(VALIDATION)
    held_out = tape.problem.parts[VALIDATION]
    missed = model.wrong(model.scores_of_terms(held_out.X), held_out.codes)
    mistaken = known.wrong.copy()
    mistaken[rows] = missed
    return replace(
        known,
        models=(*known.models, model),
        training=np.append(known.training, model.training_error),
        validation=np.append(known.validation, share_of(missed, fold.weights_of(rows))),
        wrong=mistaken,
    )
