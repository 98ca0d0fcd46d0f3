"""The λ paths, ours and the exact one, as a task computes them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import TRAINING
from engine.spaces.svm_path import MOST_EXACT, exact_path, pegasos_path
from engine.training.prepared_samples import features_of
from gui.style.text import weight_names

if TYPE_CHECKING:
    from engine import Dataset, Recipe
    from engine.spaces.svm_path import LambdaPath
    from gui.tasks.task import TaskControl, Work

LEAST, MOST = -4, 1
"""Powers of ten between which λ goes, at least."""
PER_DECADE = 4
TOO_MANY = (
    f"Beyond {MOST_EXACT:,} samples the exact solution may take minutes: it is not "
    "drawn."
)


@dataclass(frozen=True, eq=False)
class LambdaPaths:
    """Our path and the exact one, as far as they are known.

    Attributes
    ----------
    names : tuple of str
        Of the weights, the offset last.
    ours : LambdaPath
    exact : LambdaPath or None
        None while it is not begun, or if there are too many samples.
    share : float
        How much of the work is done, 0 … 1.
    """

    names: tuple[str, ...]
    ours: LambdaPath
    exact: LambdaPath | None
    share: float


def strengths_around(strength: float) -> list[float]:
    """Give values of λ from large to small, as far as the present one at least.

    They have three digits, so that what is read is what a click takes.
    """
    power = math.log10(strength)
    low, high = min(LEAST, math.floor(power)), max(MOST, math.ceil(power))
    values = np.logspace(high, low, PER_DECADE * (high - low) + 1)
    return [float(f"{value:.3g}") for value in values]


def path_work(data: Dataset, recipe: Recipe, output: int) -> Work[LambdaPaths]:
    """Give the work of both paths, for one of the outputs."""

    def work(control: TaskControl) -> LambdaPaths:
        names = tuple(weight_names(features_of(data, recipe).names))
        strengths = strengths_around(recipe.strength)
        n = len(strengths)
        ours = pegasos_path(
            data, recipe, strengths, stop=control.cancelled,
            progress=lambda path: control.report(
                LambdaPaths(names, path, None, len(path.strengths) / 2 / n)
            ),
            output=output,
        )  # fmt: skip
        if too_many(data):
            return LambdaPaths(names, ours, None, 1.0)
        exact = exact_path(
            data, recipe, strengths, stop=control.cancelled,
            progress=lambda path: control.report(
                LambdaPaths(names, ours, path, (1 + len(path.strengths) / n) / 2)
            ),
            output=output,
        )  # fmt: skip
        return LambdaPaths(names, ours, exact, 1.0)

    return work


def too_many(data: Dataset) -> bool:
    """Tell whether there is no exact solution because there are too many samples."""
    return len(data.counted_rows_of(TRAINING)) > MOST_EXACT
