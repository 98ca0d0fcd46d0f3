"""A file of samples in any format, opened: read whole, or block by block.

A table that a model was learned from is read in a form that is recognised; one that it
is to be used on, as that one was.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

import numpy as np

from engine.data.formats.csv_stream import CsvStream
from engine.data.formats.fast_rows import Rows, concatenated, unlabelled
from engine.data.formats.read_options import AS_FOUND, ReadOptions
from engine.data.formats.registry import format_of, opened
from engine.errors import go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.data.provenance import Provenance
    from engine.data.sample_names import Texts

_Made = TypeVar("_Made", covariant=True)


class Samples(Protocol):
    """Some samples of a file.

    Attributes
    ----------
    X : ndarray, shape (n, n_features)
    labels : list of str
        The labels that occur; none where the file has no labels.
    which : ndarray of int, shape (n,)
        Each row's place among the labels.
    places : ndarray of int, shape (n,)
        Which of the rows that were looked at they are: some may be left out.
    n_rows : int
        How many rows those are.
    names : ndarray of str objects, shape (n,), optional
        The samples' names, where they were asked for and there are some.
    """

    @property
    def X(self) -> NDArray[np.float64]: ...  # noqa: D102
    @property
    def labels(self) -> list[str]: ...  # noqa: D102
    @property
    def which(self) -> NDArray[np.int64]: ...  # noqa: D102
    @property
    def places(self) -> NDArray[np.int64]: ...  # noqa: D102
    @property
    def n_rows(self) -> int: ...  # noqa: D102
    @property
    def names(self) -> Texts | None: ...  # noqa: D102


class SampleTable(Protocol):
    """A file of samples.

    Attributes
    ----------
    path : path-like
    feature_names : tuple of str
    target_name : str
        The column of the classes; empty if there is none.
    has_names : bool
        Whether the samples have names.
    notes : tuple of str
        What was guessed, left out or filled in; complete once all has been read.
    """

    @property
    def path(self) -> str | os.PathLike[str]: ...  # noqa: D102
    @property
    def feature_names(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def notes(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def target_name(self) -> str: ...  # noqa: D102
    @property
    def has_names(self) -> bool: ...  # noqa: D102

    def blocks(
        self, make: Callable[[Samples], _Made], *, names: bool = False
    ) -> Iterator[tuple[_Made, float]]:
        """Go over the samples once, some at a time, in the file's order.

        With their names, if that is asked for.

        Yields
        ------
        made
            What ``make(samples)``, called in a thread, gives.
        share : float
            How much of the file has been read, 0 … 1.

        Raises
        ------
        UserError
            If a cell cannot be used; names the file, the row, the column.
        """


def open_like(
    path: str | os.PathLike[str],
    like: Provenance,
    options: ReadOptions = AS_FOUND,
) -> SampleTable:
    r"""Open a file whose samples are to be those of a model that was learned before.

    A plain table is read block by block, in constant memory; other formats whole.

    Parameters
    ----------
    path : path-like
        Of any format, with or without the column of the classes.
    like : Provenance
        Of the data that the model was learned from: ``model.provenance``; of a model
        without one ``Provenance("", "class", tuple(map(Column, names)))``. Columns are
        found by their names, or, where there is no header, by position.
    options : ReadOptions, optional
        What is told about this file; its target need not be there.

    Returns
    -------
    SampleTable
        Its features are those of `like`, in that order; `target_name` is empty and
        ``samples.labels`` too, where the file has no column of the classes.

    Raises
    ------
    UserError
        If the file cannot be used or lacks a column; names it.

    Examples
    --------
    The columns come in the model's order; those that it did not learn from do not.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from engine.data.provenance import Column, Provenance
    >>> learned_from = Provenance("old.csv", "class", (Column("x"), Column("y")))
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "new.csv")
    ...     _ = path.write_text("y,colour,x\n2,red,1\n4,blue,3\n")
    ...     rows = read_rows(open_like(path, learned_from))
    >>> rows.X
    array([[1., 2.],
           [3., 4.]])
    >>> rows.labels
    []
    """
    file = opened(path, encoding=options.encoding, sheet=options.sheet)
    found = format_of(file)
    if found.is_table:
        return CsvStream.open(file, replace(options, like=like))
    options = replace(options, like=like)
    return _WholeTable(file, found.read(file, options=options, progress=go_on))


def read_rows(table: SampleTable, progress: Callable[[float], bool] = go_on) -> Rows:
    """Read all samples of a table: X, the labels that occur, each row's among them.

    Raises
    ------
    UserError
        If a cell cannot be used; names the file, the row, the column.
    Cancelled
        If `progress`, told the share that is done, says so.
    """
    blocks = table.blocks(lambda some: Rows(some.X, some.labels, some.which))
    return concatenated(table.path, blocks, progress)


class _WholeTable:
    """The samples of a file that is in memory."""

    def __init__(self, path: str | os.PathLike[str], data: Dataset) -> None:
        self.path, self.feature_names = path, data.feature_names
        found = data.provenance
        self.notes = () if found is None else found.notes
        self.target_name = "class" if found is None else found.target
        self.has_names = data.sample_names is not None
        names = None if data.sample_names is None else data.sample_names[:]
        rows = unlabelled(data.X)
        if self.target_name:
            occurring = np.flatnonzero(data.counts)
            labels = [data.class_names[code] for code in occurring.tolist()]
            rows = Rows(data.X, labels, np.searchsorted(occurring, data.y))
        places = np.arange(data.n_samples)
        self._samples = _WholeSamples(*rows[:3], places, data.n_samples, names)

    def blocks(
        self, make: Callable[[Samples], _Made], *, names: bool = False
    ) -> Iterator[tuple[_Made, float]]:
        yield make(self._samples), 1.0


class _WholeSamples(NamedTuple):
    """All samples of a file."""

    X: NDArray[np.float64]
    labels: list[str]
    which: NDArray[np.int64]
    places: NDArray[np.int64]
    n_rows: int
    names: Texts | None
