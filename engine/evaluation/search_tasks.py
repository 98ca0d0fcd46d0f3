"""The work of a search: recipes × folds, dealt out in tasks of many recipes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.data.dataset import VALIDATION, Dataset, with_parts
from engine.errors import never
from engine.evaluation.error_rates import errors_with
from engine.training.batched_runs import fit_all
from engine.training.prepared_samples import deviation_of, features_of
from engine.training.problem import problem
from engine.training.recipe import Recipe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from engine.evaluation.report import Score

TASK_WORK = 100_000_000
"""Multiplications of a task, tenths of a second: enough runs to go side by side."""
TASKS_EACH = 4
"""Tasks for each worker, at least, so that all end at about the same time."""


class SearchTask(NamedTuple):
    """Recipes `first` … `last` on one fold."""

    fold: int
    first: int
    last: int

    @property
    def recipes(self) -> slice:
        """Where the recipes stand."""
        return slice(self.first, self.last)


@dataclass(frozen=True, eq=False)
class SearchJob:
    """Recipes to compare by their errors on the folds of a data set.

    Attributes
    ----------
    data : Dataset
    parts : ndarray of uint8, shape (k, n_samples)
        The samples' parts in each fold.
    recipes : tuple of Recipe
    score : {"accuracy", "balanced", "f1"}
        An error is 1 − this.
    """

    data: Dataset
    parts: NDArray[np.uint8]
    recipes: tuple[Recipe, ...]
    score: Score = "accuracy"

    def write(self, path: Path) -> None:
        """Write it to a file, as numbers and text, for other processes to read."""
        data = self.data
        names = json.dumps({
            "features": data.feature_names,
            "classes": data.class_names,
            "recipes": [recipe.to_dict() for recipe in self.recipes],
            "score": self.score,
        })  # fmt: skip
        weights = data.sample_weights
        with path.open("wb") as file:
            np.savez(
                file, X=data.X, y=data.y, parts=data.parts, fold_parts=self.parts,
                names=np.array(names),
                sample_weights=np.empty(0) if weights is None else weights,
            )  # fmt: skip

    @property
    def loops(self) -> set[tuple[str, bool]]:
        """The learners, each with whether the plain loops will do (`run_loop`)."""
        unweighted = self.data.sample_weights is None
        return {
            (recipe.learner, unweighted and not _is_special(recipe))
            for recipe in self.recipes
        }

    @classmethod
    def read(cls, path: Path) -> SearchJob:
        """Read what `write` has written."""
        with np.load(path, allow_pickle=False) as file:
            names = json.loads(str(file["names"]))
            weights = file["sample_weights"]
            data = Dataset(
                file["X"], file["y"], names["features"], names["classes"],
                file["parts"], sample_weights=weights if weights.size else None,
            )  # fmt: skip
            recipes = tuple(Recipe(**recipe) for recipe in names["recipes"])
            return cls(data, file["fold_parts"], recipes, names["score"])

    @property
    def work(self) -> float:
        """Multiplications in all, roughly, if nothing ends a run early."""
        terms = len(features_of(self.data, self.recipes[0]).names) + 1
        samples = self.data.n_samples * self.data.n_outputs
        return float(len(self.parts) * samples * terms * self._epochs[-1])

    @cached_property
    def _epochs(self) -> NDArray[np.float64]:
        """The epochs of the first 0, 1, 2, … recipes."""
        epochs = [recipe.get("epochs", 1) for recipe in self.recipes]
        return np.cumsum([0.0, *epochs])

    def tasks(self, workers: int) -> list[SearchTask]:
        """Divide the work; the first recipes are through with all folds first."""
        k = len(self.parts)
        pieces = int(np.ceil(max(self.work / TASK_WORK, TASKS_EACH * workers) / k))
        shares = np.linspace(0, self._epochs[-1], min(pieces, len(self.recipes)) + 1)
        bounds = np.unique(np.searchsorted(self._epochs, shares)).tolist()
        return [
            SearchTask(fold, first, last)
            for first, last in pairwise(bounds)
            for fold in range(k)
        ]

    def errors(
        self, task: SearchTask, stop: Callable[[], bool] = never
    ) -> NDArray[np.float64]:
        """Give the validation errors of a task's recipes on its fold, 0 … 1.

        Raises
        ------
        UserError
            If a recipe does not fit the data.
        Cancelled
            If `stop` said so.
        """
        data = with_parts(self.data, self.parts[task.fold])
        errors = np.empty(task.last - task.first)
        for places in _alike(self.recipes[task.recipes]):
            recipes = [self.recipes[task.first + i] for i in places]
            first = problem(data, recipes[0])
            made = [first, *(first.under(recipe) for recipe in recipes[1:])]
            trained = fit_all(made, recipes[0].learner, stop)
            for i, recipe, posed, weights in zip(
                places, recipes, made, trained, strict=True
            ):
                errors[i], *_ = errors_with(
                    weights, (VALIDATION,), problem=posed, data=data, recipe=recipe,
                    stop=stop, score=self.score,
                )  # fmt: skip
        return errors


def _alike(recipes: Sequence[Recipe]) -> Iterable[list[int]]:
    """Give the places of recipes of a learner, the same terms and the same order."""
    places: dict[tuple[object, ...], list[int]] = {}
    for i, recipe in enumerate(recipes):
        terms = recipe.features, recipe.get("squares"), deviation_of(recipe)
        alike = recipe.learner, terms, recipe.get("order")
        places.setdefault(alike, []).append(i)
    return places.values()


def _is_special(recipe: Recipe) -> bool:
    """Tell whether classes may have weights, or a tie is right."""
    return recipe.get("class_weight") is not None or bool(recipe.rule_settings.tie)
