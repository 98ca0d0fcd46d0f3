"""The base edits of a data set; each knows its inverse."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.classes import in_order
from engine.data.dataset import (
    MOST_CLASSES,
    TRAINING,
    Dataset,
    colours_for,
    with_more,
    with_moved,
    with_parts,
    with_sample_names,
    with_sample_weights,
    with_samples,
)
from engine.data.sample_names import SampleNames
from engine.errors import UserError, excerpt
from engine.numbers import counted

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Edit(ABC):
    """A change of a data set that can be taken back."""

    @abstractmethod
    def apply(self, data: Dataset) -> Dataset:
        """Make the changed data set."""

    @abstractmethod
    def inverse(self, data: Dataset) -> Edit:
        """Make the edit that leads from the changed data set back to `data`."""

    def then(self, later: Edit) -> Edit | None:
        """Make one edit of this and a later one; None where that saves nothing."""
        return None


@dataclass(frozen=True, eq=False)
class Add(Edit):
    """Insert samples so that they become the rows `rows`, or append them.

    Attributes
    ----------
    X : ndarray, shape (m, n_features)
    y : ndarray of int, shape (m,)
    rows : ndarray of int, shape (m,), ascending, optional
        Where they stand afterwards.
    parts : ndarray of int, shape (m,), optional
        Their parts; default training.
    sample_weights : ndarray, shape (m,), optional
        Default 1 each.
    sample_names : SampleNames of m samples, optional
        Default none has a name.
    """

    X: NDArray[np.float64]
    y: NDArray[np.int64]
    rows: NDArray[np.int64] | None = None
    parts: NDArray[np.uint8] | None = None
    sample_weights: NDArray[np.float64] | None = None
    sample_names: SampleNames | None = None

    def apply(self, data: Dataset) -> Dataset:
        """Make the data set with the samples in it."""
        m, weights, names = len(self.y), None, None
        parts = np.full(m, TRAINING, np.uint8) if self.parts is None else self.parts
        if data.sample_weights is not None or self.sample_weights is not None:
            own = np.ones(m) if self.sample_weights is None else self.sample_weights
            weights = self._joined(_weights(data), own)
        if data.sample_names is not None or self.sample_names is not None:
            old, new = _names(data), self.sample_names
            new = SampleNames.empty(m) if new is None else new.known_to(old)
            names = new.at(self._joined(old.places, new.places))
        X, y = self._joined(data.X, self.X), self._joined(data.y, self.y)
        parts = self._joined(data.parts, parts)
        if self.rows is None and weights is None and self.sample_names is None:
            return with_more(data, X, y, parts)
        return with_samples(data, X, y, parts, weights, names)

    def _joined(self, old: NDArray[Any], new: NDArray[Any]) -> NDArray[Any]:
        """Put what belongs to these samples among what belongs to those there are."""
        if self.rows is None:
            return np.concatenate([old, new], dtype=old.dtype, casting="unsafe")
        joined = np.empty((len(old) + len(new), *old.shape[1:]), old.dtype)
        there = np.ones(len(joined), dtype=bool)
        there[self.rows] = False
        joined[there], joined[self.rows] = old, new
        return joined

    def inverse(self, data: Dataset) -> Remove:
        """Remove them again."""
        return Remove(self._rows(data))

    def _rows(self, data: Dataset) -> NDArray[np.int64]:
        if self.rows is not None:
            return self.rows
        return np.arange(data.n_samples, data.n_samples + len(self.y))

    def then(self, later: Edit) -> Add | None:
        """Make one edit of this and a later one, if both append; else None."""
        if not isinstance(later, Add) or not self.appends or not later.appends:
            return None
        return Add(np.vstack([self.X, later.X]), np.append(self.y, later.y))

    @property
    def appends(self) -> bool:
        """Whether the samples come after all others, with nothing told of them."""
        details = (self.rows, self.parts, self.sample_weights, self.sample_names)
        return all(value is None for value in details)


@dataclass(frozen=True, eq=False)
class Remove(Edit):
    """Take samples out.

    Attributes
    ----------
    rows : ndarray of int, shape (m,), ascending
    """

    rows: NDArray[np.int64]

    def apply(self, data: Dataset) -> Dataset:
        """Make the data set without them."""
        weights, names = data.sample_weights, data.sample_names
        X, y, parts = self._kept(data.X), self._kept(data.y), self._kept(data.parts)
        kept = None if weights is None else self._kept(weights)
        called = None if names is None else names.at(self._kept(names.places))
        return with_samples(data, X, y, parts, kept, called)

    def _kept(self, values: NDArray[Any]) -> NDArray[Any]:
        """Give the others' values; no copy where the last few are taken out."""
        n, rows = len(values), self.rows
        if 2 * len(rows) < n and np.array_equal(rows, np.arange(n - len(rows), n)):
            return values[: n - len(rows)]
        return np.delete(values, self.rows, axis=0)

    def inverse(self, data: Dataset) -> Add:
        """Put them back in their rows."""
        rows = self.rows
        return Add(
            data.X[rows], data.y[rows], rows, data.parts[rows],
            data.weights_of(rows), data.names_of(rows),
        )  # fmt: skip

    def then(self, later: Edit) -> Remove | None:
        """Make one edit of this and a later one of rows further up; else None."""
        if not isinstance(later, Remove) or not len(self.rows) or not len(later.rows):
            return None
        if later.rows[-1] >= self.rows[0]:
            return None
        return Remove(np.append(later.rows, self.rows))


@dataclass(frozen=True, eq=False)
class Move(Edit):
    """Give samples other values.

    Attributes
    ----------
    rows : ndarray of int, shape (m,)
    X : ndarray, shape (m, n_features)
    """

    rows: NDArray[np.int64]
    X: NDArray[np.float64]

    def apply(self, data: Dataset) -> Dataset:
        """Make the data set with the samples elsewhere."""
        return with_moved(data, self.rows, self.X)

    def inverse(self, data: Dataset) -> Move:
        """Move them back."""
        return Move(self.rows, data.X[self.rows])

    def then(self, later: Edit) -> Move | None:
        """Make one edit of this and a later one: each sample's last place counts."""
        if not isinstance(later, Move):
            return None
        if np.array_equal(self.rows, later.rows):
            return later
        alone = ~np.isin(self.rows, later.rows)
        rows = np.append(self.rows[alone], later.rows)
        return Move(rows, np.vstack([self.X[alone], later.X]))


@dataclass(frozen=True, eq=False)
class Relabel(Edit):
    """Give samples other classes.

    Attributes
    ----------
    rows : ndarray of int, shape (m,)
    y : ndarray of int, shape (m,)
    """

    rows: NDArray[np.int64]
    y: NDArray[np.int64]

    def apply(self, data: Dataset) -> Dataset:
        """Make the data set with the other labels."""
        y = data.y.copy()
        y[self.rows] = self.y
        return with_samples(data, data.X, y)

    def inverse(self, data: Dataset) -> Relabel:
        """Give the former labels back."""
        return Relabel(self.rows, data.y[self.rows])


@dataclass(frozen=True, eq=False)
class Reorder(Edit):
    """Put the samples in another order, which is the order in which they are visited.

    Attributes
    ----------
    rows : ndarray of int, shape (n_samples,)
        For each place the row that comes there.
    """

    rows: NDArray[np.int64]

    def apply(self, data: Dataset) -> Dataset:
        """Make the data set in that order; all that is a sample's goes with it."""
        rows = self.rows
        X, y, parts = data.X[rows], data.y[rows], data.parts[rows]
        weights, names = data.weights_of(rows), data.names_of(rows)
        return with_samples(data, X, y, parts, weights, names)

    def inverse(self, data: Dataset) -> Reorder:
        """Bring the former order back."""
        return Reorder(np.argsort(self.rows))


@dataclass(frozen=True, eq=False)
class Assign(Edit):
    """Put samples into other parts.

    Attributes
    ----------
    rows : ndarray of int, shape (m,)
    parts : ndarray of int, shape (m,)
    """

    rows: NDArray[np.int64]
    parts: NDArray[np.uint8]

    def apply(self, data: Dataset) -> Dataset:
        """Make the data set in the other parts."""
        parts = data.parts.copy()
        parts[self.rows] = self.parts
        return with_parts(data, parts)

    def inverse(self, data: Dataset) -> Assign:
        """Bring them back to their former parts."""
        return Assign(self.rows, data.parts[self.rows])


@dataclass(frozen=True, eq=False)
class Weigh(Edit):
    """Let samples count otherwise.

    Attributes
    ----------
    rows : ndarray of int, shape (m,)
    sample_weights : ndarray, shape (m,)
    """

    rows: NDArray[np.int64]
    sample_weights: NDArray[np.float64]

    def apply(self, data: Dataset) -> Dataset:
        """Make the data set with the other weights."""
        weights = _weights(data)
        weights[self.rows] = self.sample_weights
        return with_sample_weights(data, weights)

    def inverse(self, data: Dataset) -> Weigh:
        """Give the former weights back."""
        return Weigh(self.rows, _weights(data)[self.rows])


@dataclass(frozen=True, eq=False)
class Rename(Edit):
    """Give samples other names.

    Attributes
    ----------
    rows : ndarray of int, shape (m,)
    sample_names : SampleNames of m samples
    """

    rows: NDArray[np.int64]
    sample_names: SampleNames

    def apply(self, data: Dataset) -> Dataset:
        """Make the data set with the other names."""
        old = _names(data)
        new = self.sample_names.known_to(old)
        places = old.places.copy()
        places[self.rows] = new.places
        return with_sample_names(data, new.at(places))

    def inverse(self, data: Dataset) -> Rename:
        """Give the former names back."""
        return Rename(self.rows, _names(data).taken(self.rows))


def _names(data: Dataset) -> SampleNames:
    """Give the samples' names, empty ones where none has one."""
    names = data.sample_names
    return SampleNames.empty(data.n_samples) if names is None else names


def _weights(data: Dataset) -> NDArray[np.float64]:
    """Copy the samples' weights, or write them out where all are 1."""
    weights = data.sample_weights
    return np.ones(data.n_samples) if weights is None else weights.copy()


@dataclass(frozen=True, eq=False)
class Replace(Edit):
    """Put another data set in the place of the whole: open, clear, add a class."""

    data: Dataset

    def apply(self, data: Dataset) -> Dataset:
        """Give the other data set."""
        return self.data

    def inverse(self, data: Dataset) -> Replace:
        """Bring the former one back."""
        return Replace(data)


def joined(data: Dataset, more: Dataset, *, named: bool = True) -> Edit:
    """Make the edit that appends samples; their classes join those that are there.

    Parameters
    ----------
    data, more : Dataset
    named : bool
        Features go by their names, in any order; else by their places.

    Raises
    ------
    UserError
        If the features are not the same, or there are too many classes.
    """
    columns = _columns(data, more, named=named)
    old, counts = data.class_names, more.counts
    met = [name for name, n in zip(more.class_names, counts, strict=True) if n]
    names = old if set(met) <= set(old) else in_order({*old, *met})
    if len(names) > MOST_CLASSES:
        raise UserError(
            f"together they have {len(names)} classes, at most {MOST_CLASSES} are "
            "possible: leave some classes out"
        )
    code = {name: i for i, name in enumerate(names)}
    X = more.X[:, columns]
    y = np.array([code.get(name, 0) for name in more.class_names])[more.y]
    if names == old:
        weights, called = more.sample_weights, more.sample_names
        return Add(X, y, sample_weights=weights, sample_names=called)
    before = np.array([code[name] for name in old])[data.y]
    parts = np.append(data.parts, more.parts)
    return Replace(
        Dataset(
            np.vstack([data.X, X]),
            np.append(before, y),
            data.feature_names,
            names,
            parts,
            sample_weights=np.append(_weights(data), _weights(more)),
            sample_names=[*_names(data), *_names(more)],
            provenance=data.provenance,
            class_colours=colours_for(
                data.class_colours,
                [old.index(name) if name in old else None for name in names],
            ),
        )
    )


def same_names(data: Dataset, more: Dataset) -> bool:
    """Tell whether features can go by their names, in any order."""
    return set(more.feature_names) == set(data.feature_names)


def _columns(data: Dataset, more: Dataset, *, named: bool) -> list[int]:
    """Find for each feature its column among the new samples."""
    if more.n_features != data.n_features:
        raise UserError(
            f"the points have {counted(data.n_features, 'feature')}, "
            f"those to add have {more.n_features}: give as many columns"
        )
    if not named:
        return list(range(more.n_features))
    if not same_names(data, more):
        ours = ", ".join(map(excerpt, data.feature_names))
        theirs = ", ".join(map(excerpt, more.feature_names))
        raise UserError(
            f"the points have the features {ours}, those to add have {theirs}: call "
            "the columns the same"
        )
    return [more.feature_names.index(name) for name in data.feature_names]
