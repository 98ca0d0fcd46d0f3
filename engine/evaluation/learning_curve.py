"""The learning curve: errors against the number of samples to learn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import TRAINING, VALIDATION, Dataset
from engine.errors import UserError, never
from engine.evaluation.error_interval import (
    effective_number,
    error_interval,
    fall_interval,
    gap_interval,
)
from engine.evaluation.error_rates import trained_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from engine.evaluation.error_interval import Interval
    from engine.evaluation.report import Score
    from engine.training.recipe import Recipe

POINTS = 8
PARTS = (TRAINING, VALIDATION)


@dataclass(frozen=True, eq=False)
class LearningCurve:
    """Errors of the models that learned from ever more samples.

    Attributes
    ----------
    sizes : ndarray of int, shape (m,)
        Numbers of samples to learn from.
    training, validation : ndarray, shape (n_folds, m)
        Errors, 0 … 1, on those samples and on those held out.
    held_out : float
        How many are held out in all folds, as intervals want it: `effective_number`.
    """

    sizes: NDArray[np.int64]
    training: NDArray[np.float64]
    validation: NDArray[np.float64]
    held_out: float

    def validation_interval(self, j: int) -> Interval:
        """Give the 95 % interval of the mean validation error at a size."""
        return error_interval(self.validation[:, j], self.held_out)

    @property
    def gap(self) -> Interval:
        """The 95 % interval of the gap between the curves where they end."""
        last = self.training[:, -1], self.validation[:, -1]
        return gap_interval(*last, self.held_out)

    @property
    def fall(self) -> Interval | None:
        """That of what doubling the samples last took from the validation error.

        None where there is no size of half the samples, or fewer.
        """
        half = int(np.searchsorted(self.sizes, self.sizes[-1] / 2, side="right")) - 1
        if half < 0:
            return None
        before, after = self.validation[:, half], self.validation[:, -1]
        return fall_interval(before, after, self.held_out)


def learning_curve(
    folds: Sequence[Dataset],
    recipe: Recipe,
    *,
    sizes: Sequence[int] | None = None,
    seed: int = 0,
    score: Score = "accuracy",
    stop: Callable[[], bool] = never,
    progress: Callable[[LearningCurve], object] | None = None,
) -> LearningCurve:
    """Learn from nested subsets of the training part, each a part of the next.

    Parameters
    ----------
    folds : sequence of Dataset
        With a validation part: the folds of a cross-validation, or one split. Samples
        of weight 0 are in neither part.
    recipe : Recipe
    sizes : sequence of int, optional
        Numbers of samples; default some from few to all, evenly on a log scale.
    seed : int
        Decides who is in the subsets; the classes' shares are kept.
    score : {"accuracy", "balanced", "f1"}
        An error is 1 − this.
    stop : callable
        Asked now and then whether the curve is no longer wanted.
    progress : callable, optional
        Told the curve so far after each size, from the smallest.

    Raises
    ------
    UserError
        If a part is empty, or there are not so many samples.
    Cancelled
        If `stop` said so.
    """
    wanted = _wanted(folds, sizes)
    orders = [
        nested_order(fold.y, fold.counted_rows_of(TRAINING), seed) for fold in folds
    ]
    errors = np.empty((2, len(folds), len(wanted)))
    held_out = effective_number(folds[0], [fold.parts for fold in folds], score)
    for j, size in enumerate(wanted.tolist()):
        for i, (fold, rows) in enumerate(zip(folds, orders, strict=True)):
            subset = _with_first(fold, rows[:size])
            errors[:, i, j] = trained_errors(PARTS, subset, recipe, stop, score)
        if progress is not None:
            training, validation = errors[:, :, : j + 1].copy()
            progress(LearningCurve(wanted[: j + 1], training, validation, held_out))
    return LearningCurve(wanted, errors[0], errors[1], held_out)


def nested_order(
    y: NDArray[np.int64], rows: NDArray[np.int64], seed: int
) -> NDArray[np.int64]:
    """Shuffle rows so that every beginning has the classes' shares, nearly."""
    rng = np.random.default_rng(seed)
    place = np.empty(len(rows))
    for code in np.unique(y[rows]):
        members = np.flatnonzero(y[rows] == code)
        ranks = rng.permutation(len(members)) + rng.random()
        place[members] = ranks / len(members)
    order: NDArray[np.int64] = rows[np.argsort(place, kind="stable")]
    return order


def _wanted(folds: Sequence[Dataset], sizes: Sequence[int] | None) -> NDArray[np.int64]:
    """Give the sizes from the smallest, once each; refuse what cannot be learned."""
    least = min(len(fold.counted_rows_of(TRAINING)) for fold in folds)
    if not least or not all(len(fold.counted_rows_of(VALIDATION)) for fold in folds):
        raise UserError(
            "a learning curve needs samples to learn from and samples held out: split "
            "the data, or use folds"
        )
    wanted = np.unique(np.array(_sizes(least) if sizes is None else sizes, np.int64))
    if not wanted.size or wanted[0] < 1 or wanted[-1] > least:
        raise UserError(
            f"there are {least} samples to learn from: give sizes from 1 to {least}"
        )
    return wanted


def _sizes(most: int) -> NDArray[np.int64]:
    spread = np.geomspace(min(10, most), most, POINTS)
    return np.unique(np.round(spread).astype(np.int64))


def _with_first(fold: Dataset, rows: NDArray[np.int64]) -> Dataset:
    """Keep only some of the training part, in their order in the data."""
    kept = fold.parts == VALIDATION
    kept[rows] = True
    return Dataset(
        fold.X[kept], fold.y[kept], fold.feature_names, fold.class_names,
        fold.parts[kept], sample_weights=fold.weights_of(kept),
    )  # fmt: skip
