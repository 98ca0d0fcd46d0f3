"""What recipes are judged by: k folds in turn, or the validation part."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np

from engine.data.dataset import TEST, TRAINING, VALIDATION, with_parts
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.data.dataset import Dataset


class Resampling(Protocol):
    """Which samples are learned from and which are held out, once or in turn."""

    def check(self, data: Dataset) -> None:
        """Tell whether the samples can be dealt out so.

        Raises
        ------
        UserError
            If they cannot.
        """

    def parts(self, data: Dataset) -> NDArray[np.uint8]:
        """Give the samples' parts each time, shape (k, n_samples)."""


@dataclass(frozen=True)
class HoldOut:
    """The validation part as it is, held out once."""

    def check(self, data: Dataset) -> None:
        """Tell whether there is a validation part, and something to learn from.

        Raises
        ------
        UserError
            If not.
        """
        if not len(data.rows_of(VALIDATION)):
            raise UserError("there is no validation part: hold samples out for it")
        if len(np.unique(data.y[data.rows_of(TRAINING)])) < 2:
            raise UserError("the training part has one class only")

    def parts(self, data: Dataset) -> NDArray[np.uint8]:
        """Give the samples' parts, shape (1, n_samples).

        Raises
        ------
        UserError
            If there is no validation part.
        """
        self.check(data)
        return data.parts[None].astype(np.uint8)


@dataclass(frozen=True)
class Folds:
    """K-fold cross-validation: samples outside the test part, each held out once.

    Attributes
    ----------
    k : int
        Number of folds, from 2.
    seed : int
        Same seed, same folds.
    stratified : bool
        Keep the classes' shares in every fold, as far as they can be kept.
    """

    k: int = 5
    seed: int = 0
    stratified: bool = field(default=True, kw_only=True)

    def check(self, data: Dataset) -> None:
        """Tell whether the samples outside the test part can be dealt out.

        Raises
        ------
        UserError
            If there are not enough of them.
        """
        rows = np.flatnonzero(data.parts != TEST)
        if not 2 <= self.k <= len(rows):
            n = len(rows)
            possible = f"take 2 to {n}" if n > 2 else "2 folds need at least 2 samples"
            raise UserError(
                f"{self.k} folds of {n} sample{'s'[: n != 1]} are not possible: "
                f"{'take 2' if n == 2 else possible}"
            )
        largest = int(np.bincount(data.y[rows]).max())
        if self.stratified and self.k > largest:
            has, remedy = self._scarcest(data)
            raise UserError(
                f"{self.k} stratified folds are too many: {has}; {remedy}, or do not "
                "stratify"
            )

    def notes(self, data: Dataset) -> tuple[str, ...]:
        """Say which class has the fewest samples, if they are fewer than the folds."""
        has, remedy = self._scarcest(data)
        if not has or self.k > int(np.count_nonzero(data.parts != TEST)):
            return ()  # of too few samples in all it is said that they are
        said = f"{has}: some of the {self.k} folds have none of it; {remedy}."
        return (said[0].upper() + said[1:],)

    def _scarcest(self, data: Dataset) -> tuple[str, str]:
        """Name the class with fewest samples, if they are too few, and what to do."""
        counts = np.bincount(data.y[data.parts != TEST])
        counts = np.where(counts, counts, self.k)
        if not len(counts) or (least := int(counts.min())) >= self.k:
            return "", ""
        name = excerpt(data.class_names[int(counts.argmin())])
        has = f"class “{name}” has {least} sample{'s'[: least != 1]}"
        if least == 1:
            return has, "give more samples of it"
        return has, f"take {least} folds at most"

    def parts(self, data: Dataset) -> NDArray[np.uint8]:
        """Give the samples' parts in each fold, shape (k, n_samples).

        In fold i the i-th share of the samples outside the test part is the
        validation part, the others are the training part; the test part stays.

        Raises
        ------
        UserError
            If there are not enough samples.
        """
        self.check(data)
        from sklearn.model_selection import KFold, StratifiedKFold

        rows = np.flatnonzero(data.parts != TEST)
        kind = StratifiedKFold if self.stratified else KFold
        splitter = kind(self.k, shuffle=True, random_state=self.seed)
        parts = np.where(data.parts == TEST, TEST, TRAINING).astype(np.uint8)
        parts = np.repeat(parts[None], self.k, axis=0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a class smaller than k: see `notes`
            for fold, (_, held_out) in enumerate(splitter.split(rows, data.y[rows])):
                parts[fold, rows[held_out]] = VALIDATION
        return parts

    def split(self, data: Dataset) -> tuple[Dataset, ...]:
        """Give the folds as data sets, with the same samples in the same order.

        Raises
        ------
        UserError
            If there are not enough samples.
        """
        return tuple(with_parts(data, parts) for parts in self.parts(data))


def without_validation(data: Dataset) -> Dataset:
    """Give all samples outside the test part to the training part."""
    parts = np.where(data.parts == VALIDATION, TRAINING, data.parts)
    return with_parts(data, parts.astype(np.uint8))
