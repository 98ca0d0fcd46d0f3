"""Tables of any size read in a given form, piece by piece, with progress."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.dataset import MOST_CLASSES, Dataset
from engine.data.form import Form, head_of
from engine.data.grid import grid_of, read_text
from engine.data.layout import shown
from engine.data.tables import comparable, labels_of, numbers_of, without_rows
from engine.errors import Cancelled, UserError, go_on

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Progress = Callable[[float], bool]

BIG = 2**20
"""Bytes from which a table is read piece by piece."""
ROWS = 50_000
"""Rows of a piece: some hundredths of a second."""


def read_formed(
    path: str | os.PathLike[str],
    form: Form,
    progress: Progress | None = None,
) -> Dataset:
    """Read a table in a given form.

    Big ones are read in pieces by pandas; if anything about a piece is out of the
    ordinary, the table is read again cell by cell, which names the place of a fault.

    Parameters
    ----------
    path : path-like
    form : Form
    progress : callable, optional
        Told the share that is done, 0 … 1; its answer False stops the reading.

    Raises
    ------
    UserError
        If the file or a cell cannot be used; names the file, the line, the column.
    Cancelled
        If `progress` says so.
    """
    if Path(path).is_file() and os.path.getsize(path) >= BIG:
        data = _read_in_pieces(path, form, progress or go_on)
        if data is not None:
            return data
    return _read_cells(path, form)


def _read_cells(path: str | os.PathLike[str], form: Form) -> Dataset:
    text, line = read_text(path)
    grid = grid_of(path, text, line, form.delimiter)
    names, rows = form.names(path, grid), form.rows(grid)
    if not len(rows.cells):
        raise without_rows(path)
    X = np.column_stack(
        [numbers_of(path, rows, j, names[j], form.decimal) for j in form.features]
    )
    labels = labels_of(path, rows, form.label, names[form.label])
    found, codes = np.unique(labels.astype(object), return_inverse=True)
    return _dataset(path, form, names, X, found, codes)


def _dataset(
    path: str | os.PathLike[str],
    form: Form,
    names: list[str],
    X: NDArray[np.float64],
    labels: NDArray[Any],
    codes: NDArray[np.int64],
) -> Dataset:
    """Make the data set of samples whose labels are given once each."""
    classes = comparable(labels)
    if (found := len(np.unique(classes))) > MOST_CLASSES:
        raise UserError(
            f"{path}, column {shown(names[form.label])}: has {found} different "
            f"labels, at most {MOST_CLASSES} are possible: choose another target column"
        )
    once = Dataset(np.zeros((len(classes), 1)), classes)
    features = [names[j] for j in form.features]
    return Dataset(X, once.y[codes], features, once.class_names)


def _read_in_pieces(
    path: str | os.PathLike[str], form: Form, progress: Progress
) -> Dataset | None:
    """Read what is quite regular; None if something is not."""
    head = head_of(path)
    names = form.names(path, head.grid(path, form.delimiter))
    index: dict[str, int] = {}
    samples, codes = [], []
    try:
        for X, labels, which in _pieces(path, form, head.line, progress):
            if not np.isfinite(X).all() or not all(map(_is_clean, labels)):
                return None
            known = [index.setdefault(label, len(index)) for label in labels]
            samples.append(X)
            codes.append(np.array(known)[which])
    except ValueError:  # pandas' ParserError and UnicodeDecodeError are such
        return None
    if not samples:
        return None
    labels = np.array(list(index), dtype=object)
    X = np.concatenate(samples)
    return _dataset(path, form, names, X, labels, np.concatenate(codes))


def _is_clean(label: object) -> bool:
    """Tell whether a label is the same for all readers."""
    return (
        isinstance(label, str)
        and bool(label)
        and label == label.strip()
        and "\0" not in label
    )


def _pieces(
    path: str | os.PathLike[str], form: Form, line: int, progress: Progress
) -> Iterator[tuple[NDArray[np.float64], NDArray[Any], NDArray[np.int64]]]:
    import pandas

    size = os.path.getsize(path)
    with Path(path).open("rb") as file:
        reader = pandas.read_csv(
            file,
            sep=form.delimiter,
            header=None,
            skiprows=line - 1 + form.header,
            index_col=False,
            dtype=dict.fromkeys(form.features, np.float64) | {form.label: object},
            na_filter=False,
            skipinitialspace=True,
            decimal=form.decimal,
            encoding="utf-8-sig",
            chunksize=ROWS,
            **_exact(pandas.__version__),
        )
        for frame in reader:
            if not progress(file.tell() / size):
                raise Cancelled
            which, labels = pandas.factorize(frame[form.label].to_numpy())
            X = frame[list(form.features)].to_numpy(dtype=np.float64)
            yield X, labels, which


def _exact(version: str) -> dict[str, Any]:
    """Ask for numbers to the last bit; from pandas 3 on they are anyway."""
    old = int(version.split(".")[0]) < 3
    return {"float_precision": "round_trip"} if old else {}
