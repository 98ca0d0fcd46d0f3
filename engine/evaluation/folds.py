"""What recipes are judged by: k folds in turn, or the validation part."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np

from engine.data.dataset import TEST, TRAINING, VALIDATION, with_parts
from engine.data.split import ANY_CLASSES
from engine.errors import UserError, excerpt
from engine.numbers import counted

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
        if not len(data.counted_rows_of(VALIDATION)):
            raise UserError("there is no validation part: hold samples out for it")
        if len(np.unique(data.y[data.counted_rows_of(TRAINING)])) < 2:
            raise UserError(
                "the training part has samples of one class only: hold fewer out, or "
                "add some of another class"
            )

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
                f"{self.k} folds of {counted(n, 'sample')} are not possible: "
                f"{'take 2' if n == 2 else possible}"
            )
        largest = int(np.bincount(data.y[rows]).max())
        if self.stratified and self.k > largest:
            has, remedy = self._scarcest(data)
            raise UserError(
                f"{self.k} stratified folds are too many: {has}; {remedy}, or "
                f"{ANY_CLASSES}"
            )

    def notes(self, data: Dataset) -> tuple[str, ...]:
        """Say which class has fewer samples than folds, and how many are left out."""
        has, remedy = self._scarcest(data)
        if self.k > int(np.count_nonzero(data.parts != TEST)):
            return ()  # of too few samples in all it is said that they are
        notes = []
        if has:
            said = f"{has}: some of the {self.k} folds have none of it; {remedy}."
            notes.append(said[0].upper() + said[1:])
        if left_out := self._count_left_out(data):
            are = "are" if left_out > 1 else "is"
            notes.append(
                f"{left_out} of the {self.k} folds {are} left out: without a sample of "
                "a weight above 0 to judge by, or to learn from."
            )
        return tuple(notes)

    def _count_left_out(self, data: Dataset) -> int:
        weights = data.sample_weights
        if weights is None or weights.all():
            return 0
        try:
            return self.k - int(_counting(data, self.parts(data)).sum())
        except UserError:
            return 0  # it is said where they are asked for

    def _scarcest(self, data: Dataset) -> tuple[str, str]:
        """Name the class with fewest samples, if they are too few, and what to do."""
        counts = np.bincount(data.y[data.parts != TEST])
        counts = np.where(counts, counts, self.k)
        if not len(counts) or (least := int(counts.min())) >= self.k:
            return "", ""
        name = excerpt(data.class_names[int(counts.argmin())])
        has = f"class “{name}” has {counted(least, 'sample')}"
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

        Those without samples that count are left out: see `counted_folds`.

        Raises
        ------
        UserError
            If there are not enough samples.
        """
        parts = counted_folds(data, self.parts(data))
        return tuple(with_parts(data, own) for own in parts)


def counted_folds(data: Dataset, parts: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Leave out the folds in which only weights of 0 are held out, or learned from.

    Parameters
    ----------
    data : Dataset
    parts : ndarray of uint8, shape (k, n_samples)
        As of `Resampling.parts`.

    Raises
    ------
    UserError
        If none is left.
    """
    counting = _counting(data, parts)
    if not counting.any():
        raise UserError(
            "no fold has samples of a weight above 0 both to learn from and to judge "
            "by: give more samples such a weight, or take more folds"
        )
    return parts[counting]


def _counting(data: Dataset, parts: NDArray[np.uint8]) -> NDArray[np.bool_]:
    weights = data.sample_weights
    counted = np.ones(data.n_samples, np.bool_) if weights is None else weights > 0
    held_out, learned = (
        ((parts == part) & counted).any(axis=1) for part in (VALIDATION, TRAINING)
    )
    both: NDArray[np.bool_] = held_out & learned
    return both


def without_validation(data: Dataset) -> Dataset:
    """Give all samples outside the test part to the training part."""
    parts = np.where(data.parts == VALIDATION, TRAINING, data.parts)
    return with_parts(data, parts.astype(np.uint8))
