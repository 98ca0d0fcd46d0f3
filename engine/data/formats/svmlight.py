"""The svmlight format: a label, then index:value for what is not zero."""

from __future__ import annotations

import io
import re
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.data.classes import EXACT, is_plain
from engine.data.dataset import (
    IS_TOO_LARGE,
    LARGEST,
    MOST_CLASSES,
    Dataset,
    is_computable,
    with_provenance,
)
from engine.data.formats.csv_form import TableForm
from engine.data.formats.data_file import open_text, require_columns
from engine.data.formats.fast_rows import (
    FastReader,
    Irregular,
    Rows,
    fast_rows,
    read_fast,
)
from engine.data.formats.file_format import FileFormat
from engine.data.formats.read_options import AS_FOUND
from engine.data.formats.row_blocks import HEAD_BYTES
from engine.data.formats.row_writer import CELLS, spans, write_text
from engine.data.provenance import Column, Provenance
from engine.errors import Cancelled, UserError, go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from engine.data.formats.read_options import ReadOptions
    from engine.data.formats.row_blocks import RowBlock

MOST_VALUES = 50_000_000
"""Values, zeros included, that are held in memory: 400 MB."""
_NUMBER = rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_SAMPLE = re.compile(_NUMBER + rb"(?:[ \t]+(?:\d+|qid):" + _NUMBER + rb")+")
LINES = 500
"""Lines that are read at once: a millisecond, in which no other thread goes on."""


def begins_as_svmlight(path: str | os.PathLike[str]) -> bool:
    """Tell whether a file begins as svmlight does: a label, then index:value."""
    try:
        with open_text(path) as file:
            lines = file.read(HEAD_BYTES).splitlines(keepends=True)
    except UserError:
        return False
    if lines and sum(map(len, lines)) == HEAD_BYTES:
        lines[-1] = lines[-1].rpartition(b" ")[0]  # what may be cut
    first = next(filter(None, map(_sample, lines)), b"")
    return _SAMPLE.fullmatch(first) is not None


def read_svmlight(
    path: str | os.PathLike[str],
    *,
    options: ReadOptions = AS_FOUND,
    progress: Callable[[float], bool] = go_on,
) -> Dataset:
    """Read an svmlight file; its features are x1 and on.

    Scikit-learn reads one in which values are left out.

    Raises
    ------
    UserError
        If a line cannot be read, or there are too many values.
    Cancelled
        If `progress` says so.
    """
    if options.target is not None:
        raise UserError(f"{path}: the label comes first in svmlight: leave the target")
    data = read_full(path, MOST_VALUES, progress) or _read_sparse(path, progress)
    X, names = data.X, data.feature_names
    if options.like is not None:
        names = options.like.feature_names
        X = _widened(path, X, len(names))
        data = Dataset(X, data.y, names, data.class_names)
    columns = tuple(Column(name, position=j) for j, name in enumerate(names, 1))
    return with_provenance(
        data,
        Provenance(
            Path(str(path)).name, "label", columns, width=len(names),
            target_reason="first in each line",
        ),
    )  # fmt: skip


def _widened(
    path: str | os.PathLike[str], X: NDArray[np.float64], width: int
) -> NDArray[np.float64]:
    """Fill in the zeros of the last features, which are not written."""
    if X.shape[1] > width:
        raise UserError(
            f"{path}: has {X.shape[1]} features, where the model has {width}: give "
            "samples of the same features"
        )
    return np.hstack([X, np.zeros((len(X), width - X.shape[1]))])


def _read_sparse(
    path: str | os.PathLike[str], progress: Callable[[float], bool]
) -> Dataset:
    """Read a file in which zeros are left out."""
    blocks, y = _blocks(path, progress)
    first = min((int(X.indices.min()) for X in blocks if X.nnz), default=0)
    shift = min(first, 1)  # the indices begin with 1 unless there is a 0
    width = max((X.shape[1] for X in blocks), default=0) - shift
    _check_size(path, len(y), width)
    if (found := len(np.unique(y))) > MOST_CLASSES:
        raise UserError(
            f"{path}: has {found} different labels, at most {MOST_CLASSES} are "
            "possible: give classes rather than measurements"
        )
    dense = _dense(blocks, len(y), width, shift)
    _check_values(path, dense, y)
    return Dataset(dense, y)


def _blocks(
    path: str | os.PathLike[str], progress: Callable[[float], bool]
) -> tuple[list[Any], NDArray[np.float64]]:
    """Read sparse samples, some lines at a time, and their labels."""
    blocks, labels = [], [np.empty(0)]
    for start, lines, share in _lines(path):
        if not progress(share):
            raise Cancelled
        X, y = _block(path, lines, start)
        require_columns(path, X.shape[1] - 1)
        blocks.append(X)
        labels.append(y)
    return blocks, np.concatenate(labels)


def _lines(path: str | os.PathLike[str]) -> Iterator[tuple[int, list[bytes], float]]:
    """Give some lines at a time, how many are before them, the share at their end."""
    start = 0
    with open_text(path) as file:
        while lines := list(islice(file, LINES)):
            yield start, lines, file.share()
            start += len(lines)


def _block(path: str | os.PathLike[str], lines: list[bytes], start: int) -> Any:
    """Read some lines: scikit-learn keeps the window waiting while it reads."""
    from sklearn.datasets import load_svmlight_file

    try:
        return load_svmlight_file(io.BytesIO(b"".join(lines)), zero_based=True)
    except (ValueError, OverflowError) as error:
        raise _fault(path, lines, start, str(error)) from None


def _check_size(path: str | os.PathLike[str], n: int, width: int) -> None:
    if not n or not width:
        raise UserError(f"{path}: is empty: give a line per sample")
    if n * width > MOST_VALUES:
        raise UserError(
            f"{path}: {n:,} samples of {width:,} features are too many "
            f"to hold with their zeros, at most {MOST_VALUES:,} values are possible: "
            "choose fewer samples or features"
        )


def _dense(blocks: list[Any], n: int, width: int, shift: int) -> NDArray[np.float64]:
    """Fill in the zeros, the indices less by a shift."""
    dense = np.zeros((n, width))
    row = 0
    for X in blocks:
        found = X.tocoo()
        dense[row + found.row, found.col - shift] = found.data
        row += X.shape[0]
    return dense


def _check_values(
    path: str | os.PathLike[str], X: NDArray[np.float64], y: NDArray[np.float64]
) -> None:
    unclear = ~(np.abs(y) < EXACT)  # read as floats, some of them are the same
    if is_computable(X) and not unclear.any():
        return
    bad = np.column_stack([unclear, ~(np.abs(X) <= LARGEST)])
    row, column = np.argwhere(bad)[0].tolist()
    value = X[row, column - 1] if column else y[row]
    lines = (line for _, some, _ in _lines(path) for line in some)
    samples = [i for i, line in enumerate(lines, 1) if _sample(line)]
    where = f"feature x{column}" if column else "the label"
    finite = f"{value} {IS_TOO_LARGE}"
    if not column:
        finite = (
            f"{value:.0f} is too large to tell from its neighbours: give a small one"
        )
    other = "is not a finite number: correct it or delete the line"
    raise UserError(
        f"{path}, line {samples[row]}, {where}: "
        f"{finite if np.isfinite(value) else other}"
    )


def _sample(line: bytes) -> bytes:
    return line.split(b"#")[0].strip()


def _fault(
    path: str | os.PathLike[str], lines: list[bytes], start: int, reason: str
) -> UserError:
    """Find the first of some lines that cannot be read alone."""
    from sklearn.datasets import load_svmlight_file

    for number, line in enumerate(lines, start + 1):
        try:
            load_svmlight_file(io.BytesIO(line), zero_based=True)
        except (ValueError, OverflowError):
            return UserError(
                f"{path}, line {number}: is not svmlight: give a number as the label, "
                "then index:value pairs in rising order, such as 1 1:0.5 3:2"
            )
    return UserError(f"{path}: cannot be read as svmlight: {reason}")


def write_svmlight(
    data: Dataset,
    path: str | os.PathLike[str],
    *,
    progress: Callable[[float], bool] = go_on,
) -> None:
    """Write a data set as svmlight: labels as numbers, no names, zeros left out.

    Class names that are no numbers become −1 and +1, or 0, 1, 2 … for more than two.
    Of the last feature zeros are written too: they tell how many features there are.

    Raises
    ------
    UserError
        If the file cannot be written.
    Cancelled
        If `progress` says so; the file is as it was.
    """
    write_text(path, "", _text(data), progress)


def has_numbers_for_classes(data: Dataset) -> bool:
    """Tell whether svmlight can hold the names of the classes."""
    return all(is_plain(data.class_names[code]) for code in np.flatnonzero(data.counts))


def _text(data: Dataset) -> Iterator[tuple[float, str]]:
    labels = data.class_names
    if not has_numbers_for_classes(data):
        labels = (
            ("-1", "1") if len(labels) == 2 else tuple(map(str, range(len(labels))))
        )
    last = data.n_features
    for share, rows in spans(data, CELLS):
        X = data.X[rows]
        columns = [_pairs(j, X[:, j - 1], zeros=j == last) for j in range(1, last + 1)]
        first = [labels[code] for code in data.y[rows].tolist()]
        lines = map("".join, zip(first, *columns, strict=True))
        yield share, "\n".join(lines) + "\n"


def _pairs(j: int, column: NDArray[np.float64], *, zeros: bool) -> list[str]:
    """Write index:value after a blank, or nothing for a zero."""
    return [f" {j}:{x!r}" if x or zeros else "" for x in column.tolist()]


_LINE = re.compile(rb"\S+ ([01]):.*")
_IRREGULAR = (b"#", b'"', b"\t", b"  ", b" \n", b" \r")
"""Comments, and blanks that do not stand alone between two pairs."""


def read_full(
    path: str | os.PathLike[str], most: int, progress: Callable[[float], bool]
) -> Dataset | None:
    """Read a file whose lines all have the indices 1, 2 … or 0, 1 …; else give None.

    Parameters
    ----------
    path : path-like
    most : int
        Values up to which it is read.
    progress : callable
        As for `read_svmlight`.

    Raises
    ------
    Cancelled
        If `progress` says so.
    """

    def begin(first: RowBlock) -> FastReader:
        line = _LINE.match(first.text)
        if line is None:
            raise Irregular
        width = line[0].count(b":")
        require_columns(path, width)
        rows = partial(_rows, start=int(line[1]), width=width)
        return FastReader(first, rows, are_usable)

    def are_usable(X: NDArray[np.float64], labels: list[str]) -> bool:
        return X.size <= most and all(map(is_plain, labels))

    return read_fast(path, begin, progress)


def _rows(text: bytes, *, start: int, width: int) -> Rows | None:
    """Read indices and values as columns of a table."""
    if any(mark in text for mark in _IRREGULAR) or not _are_pairs(text):
        return None
    columns = tuple(range(1, 2 * width + 1))
    form = TableForm(" ", 0, columns, header=False)
    cells = text.replace(b":", b" ")
    width_in_cells = len(columns) + 1
    found = fast_rows(cells, form, width=width_in_cells, features=columns, spaced=False)
    if found is None or not len(found[0]):
        return None
    X, labels, which, *_ = found
    indices, values = X[:, ::2], X[:, 1::2]
    full = (indices == start + np.arange(width)).all()
    return Rows(values, labels, which) if full else None


def _are_pairs(text: bytes) -> bool:
    """Tell whether blanks and colons take turns."""
    marks = np.frombuffer(text, np.uint8)
    marks = marks[(marks == ord(" ")) | (marks == ord(":"))]
    blanks, colons = marks[::2], marks[1::2]
    return bool((blanks == ord(" ")).all() and (colons == ord(":")).all())


FORMAT = FileFormat(
    name="svmlight",
    has_columns=False,
    suffixes=(".svm", ".svmlight", ".libsvm"),
    read=read_svmlight,
    write=write_svmlight,
    saved_as={".svm": "svmlight: numbers only, no names"},
    order=4,
    rewritten=(".svm",),
    begins=begins_as_svmlight,
    holds=has_numbers_for_classes,
)
