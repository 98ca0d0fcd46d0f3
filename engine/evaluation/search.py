"""Search: which recipe has the lowest error on samples that it has not seen."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, wait
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import Cancelled, UserError, never
from engine.evaluation.error_interval import effective_number, error_interval
from engine.evaluation.folds import Folds, counted_folds
from engine.evaluation.search_space import UNUSED, setting
from engine.evaluation.search_tasks import SearchJob
from engine.evaluation.search_workers import Processes, Threads

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.evaluation.error_interval import Interval
    from engine.evaluation.folds import Resampling
    from engine.evaluation.report import Score
    from engine.evaluation.search_tasks import SearchTask
    from engine.evaluation.search_workers import Workers
    from engine.training.recipe import Recipe

    Progress = Callable[["SearchOutcome"], object]

LONG_WORK = 5_000_000_000
"""Multiplications, some seconds of them, that are worth starting processes for."""
POLL_SECONDS = 0.05
"""Seconds between two looks whether the search is still wanted."""


@dataclass(frozen=True, eq=False)
class SearchOutcome:
    """What is known of the recipes.

    Attributes
    ----------
    recipes : tuple of Recipe
    errors : ndarray, shape (n_recipes, k)
        Validation error on each fold, 0 … 1; NaN where it is not known yet. Folds in
        which no sample counts are left out.
    score : {"accuracy", "balanced", "f1"}
        An error is 1 − this.
    held_out : float
        How many samples judge a recipe, as intervals want it: `effective_number`; 0 if
        it is not known.
    """

    recipes: tuple[Recipe, ...]
    errors: NDArray[np.float64]
    score: Score = "accuracy"
    held_out: float = 0.0

    @property
    def done(self) -> int:
        """Runs that are through."""
        return int(np.isfinite(self.errors).sum())

    @property
    def total(self) -> int:
        """Runs in all."""
        return self.errors.size

    @property
    def finished(self) -> bool:
        """Tell whether all runs are through."""
        return self.done == self.total

    @cached_property
    def mean(self) -> NDArray[np.float64]:
        """Mean error of each recipe, NaN unless all its folds are through."""
        mean: NDArray[np.float64] = self.errors.mean(axis=1)
        return mean

    @cached_property
    def standard_error(self) -> NDArray[np.float64]:
        """Standard error of each mean: the folds' deviation / √k; NaN of one fold."""
        if self.errors.shape[1] < 2:
            return np.full(len(self.errors), np.nan)
        deviation = self.errors.std(axis=1, ddof=1)
        error: NDArray[np.float64] = deviation / np.sqrt(self.errors.shape[1])
        return error

    def interval(self, place: int) -> Interval:
        """Give the 95 % interval of the mean error of a recipe that is through."""
        return error_interval(self.errors[place], self.held_out)

    @cached_property
    def ranking(self) -> NDArray[np.intp]:
        """Places of the recipes that are through, the lowest mean first.

        Of equal ones the earlier is first.
        """
        order = np.argsort(self.mean, kind="stable")
        return order[np.isfinite(self.mean[order])]

    @property
    def best(self) -> int | None:
        """Place of the recipe with the lowest mean, or None before the first."""
        return int(self.ranking[0]) if len(self.ranking) else None


def search(
    data: Dataset,
    recipes: Sequence[Recipe],
    folds: Resampling | None = None,
    *,
    score: Score = "accuracy",
    workers: Workers | None = None,
    progress: Progress | None = None,
    stop: Callable[[], bool] = never,
) -> SearchOutcome:
    """Compare recipes by samples held out; the test part is not looked at.

    Parameters
    ----------
    data : Dataset
    recipes : sequence of Recipe
        Of any learners.
    folds : Resampling, optional
        `Folds`, default five stratified ones, or `HoldOut`: the validation part.
    score : {"accuracy", "balanced", "f1"}
        What they are compared by: accuracy, where a tie is an error; the mean recall
        of the classes; their mean F₁. What is told of each is 1 − the score.
    workers : Workers, optional
        Who works on it; default processes, or threads of this one for what they
        have done before processes have started.
    progress : callable, optional
        Called, in this thread, with what is known so far whenever more is.
    stop : callable
        Such as an event's `is_set`: asked every few hundredths of a second whether
        the search is no longer wanted; then what is known is returned.

    Raises
    ------
    UserError
        If the samples cannot be dealt out, or a recipe does not fit them.
    """
    if not recipes:
        raise UserError("a search compares recipes: give at least one")
    parts = counted_folds(data, (folds or Folds()).parts(data))
    job = SearchJob(data, parts, tuple(recipes), score)
    if workers is not None:
        return _run(job, workers, progress, stop)
    with Processes() if job.work > LONG_WORK else Threads() as own:
        return _run(job, own, progress, stop)


def _run(
    job: SearchJob,
    workers: Workers,
    progress: Progress | None,
    stop: Callable[[], bool],
) -> SearchOutcome:
    errors = np.full((len(job.recipes), len(job.parts)), np.nan)
    held_out = effective_number(job.data, [*job.parts], job.score)
    with closing(_done(job, workers, stop)) as done:
        for results in done:
            for task, fold_errors in results:
                errors[task.recipes, task.fold] = fold_errors
            if progress is not None:
                progress(SearchOutcome(job.recipes, errors.copy(), job.score, held_out))
    return SearchOutcome(job.recipes, errors, job.score, held_out)


def _done(
    job: SearchJob, workers: Workers, stop: Callable[[], bool]
) -> Generator[list[tuple[SearchTask, NDArray[np.float64]]]]:
    """Give the tasks with their errors as they come, until stopped."""
    waiting: dict[Any, SearchTask] = {}
    with workers.sharing(job) as submit, suppress(Cancelled):
        try:
            waiting |= {submit(task): task for task in job.tasks(workers.count)}
            while waiting and not stop():
                ready, _ = wait(waiting, POLL_SECONDS, FIRST_COMPLETED)
                if ready:
                    yield [(waiting.pop(future), future.result()) for future in ready]
        except BrokenExecutor:
            raise UserError(
                "a process of the search ended unexpectedly: perhaps there is not "
                "enough memory; use fewer of them"
            ) from None
        finally:
            for future in waiting:
                future.cancel()


@dataclass(frozen=True, eq=False)
class ErrorTable:
    """The lowest mean error for each pair of values.

    Attributes
    ----------
    across, up : str
        The two hyperparameters.
    columns, rows : tuple
        Their values, sorted where they are numbers.
    mean : ndarray, shape (n_rows, n_columns)
        Of the best recipe with both values; NaN where none is through.
    places : ndarray of int, same shape
        The place of that recipe in the results, or −1.
    """

    across: str
    up: str
    columns: tuple[Any, ...]
    rows: tuple[Any, ...]
    mean: NDArray[np.float64]
    places: NDArray[np.intp]


def error_table(results: SearchOutcome, *, across: str, up: str) -> ErrorTable:
    """Lay the results out over two hyperparameters; of any others the best counts."""
    columns, rows = values_of(results, across), values_of(results, up)
    places = np.full((len(rows), len(columns)), -1, np.intp)
    mean = np.full(places.shape, np.nan)
    for place in results.ranking.tolist():
        recipe = results.recipes[place]
        cell = rows.index(setting(recipe, up)), columns.index(setting(recipe, across))
        if places[cell] < 0:
            places[cell], mean[cell] = place, results.mean[place]
    return ErrorTable(across, up, columns, rows, mean, places)


def values_of(results: SearchOutcome, name: str) -> tuple[Any, ...]:
    """Give the values that a setting has in the results, numbers sorted.

    Last is `UNUSED`, if it plays no part in some of the recipes.
    """
    distinct = dict.fromkeys(setting(recipe, name) for recipe in results.recipes)
    unused = (UNUSED,) if UNUSED in distinct else ()
    values = tuple(value for value in distinct if value != UNUSED)
    if all(isinstance(value, int | float) for value in values):
        values = tuple(sorted(values))
    return values + unused
