"""The svmlight format: a label, then index:value for what is not zero."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.data.classes import EXACT, is_plain
from engine.data.dataset import IS_TOO_LARGE, LARGEST, is_computable
from engine.data.formats import row_blocks as reading
from engine.data.formats.column_matching import Match
from engine.data.formats.column_roles import Roles
from engine.data.formats.csv_cells import CellGrid
from engine.data.formats.data_file import open_text, require_columns
from engine.data.formats.fast_rows import fast_rows
from engine.data.formats.file_format import FileFormat
from engine.data.formats.quotation import UNQUOTED
from engine.data.formats.read_options import AS_FOUND
from engine.data.formats.row_blocks import HEAD_BYTES, row_blocks, version
from engine.data.formats.row_writer import CELLS, spans, write_text
from engine.data.formats.table import Proposal, Table
from engine.data.formats.table_form import TableForm
from engine.data.formats.typed_columns import Batch
from engine.data.provenance import Column
from engine.errors import UserError, go_on

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.data.formats.data_file import DataFile
    from engine.data.formats.read_options import ReadOptions
    from engine.data.formats.row_blocks import RowBlock
    from engine.data.formats.typed_columns import Rows
    from engine.data.provenance import Provenance

MOST_VALUES = 50_000_000
"""Values, zeros included, that are held in memory: 400 MB."""
_NUMBER = rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_SAMPLE = re.compile(_NUMBER + rb"(?:[ \t]+(?:\d+|qid):" + _NUMBER + rb")+")
_ZERO = re.compile(rb"[ \t]0+:")
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


class _Extent(NamedTuple):
    """How much is in a file.

    Attributes
    ----------
    n_samples, n_pairs : int
    first, last : int
        The indices of the first and the last feature.
    """

    n_samples: int
    n_pairs: int
    first: int
    last: int

    @property
    def width(self) -> int:
        return self.last + 1 - self.first


@dataclass(frozen=True, eq=False, kw_only=True)
class SvmlightTable(Table):
    """An svmlight file, its features x1 and on, the label after them.

    Attributes
    ----------
    extent : _Extent
    width : int
        How many features there are, those that are not written included.
    """

    extent: _Extent
    width: int

    @property
    def grid(self) -> CellGrid:
        """The names alone: there is nothing to recognise."""
        names = [*(f"x{j}" for j in range(1, self.width + 1)), "label"]
        return CellGrid(np.array([names], object), np.ones(1, np.int64))

    @property
    def features_grid(self) -> CellGrid:
        """The names alone: there is nothing to recognise."""
        return self.grid

    def proposal(self, options: ReadOptions = AS_FOUND) -> Proposal:
        """Take every index for a feature."""
        features = tuple(range(self.width))
        form = TableForm(" ", self.width, features, header=True)
        return Proposal(form, Roles(self.width, "first in each line", features), "")

    def matched(
        self, options: ReadOptions, like: Provenance
    ) -> tuple[TableForm, Match]:
        """Take the features in their order."""
        form = self.proposal().form
        columns = tuple(map(Column, like.feature_names))
        return form, Match(form.features, form.label, (), columns)

    def blocks(self, form: TableForm, *, first: bool = False) -> Iterator[RowBlock]:
        """Read blocks of lines."""
        # Of many zeros, which are not written, there are fewer lines in a block.
        size = reading.BLOCK_BYTES * self.extent.n_pairs
        size = max(HEAD_BYTES, size // (self.extent.n_samples * self.width))
        return row_blocks(self.path, size, delimiter=UNQUOTED)

    def quick_rows(
        self, block: RowBlock, form: TableForm, wanted: Sequence[int]
    ) -> Rows | None:
        """Read lines that have all indices, as columns of a table."""
        text, (_, _, first, last) = block.text, self.extent
        width = self.extent.width
        if any(mark in text for mark in _IRREGULAR) or not _are_pairs(text):
            return None
        columns = tuple(range(1, 2 * width + 1))
        cells = text.replace(b":", b" ")
        rows = fast_rows(
            cells, TableForm(" ", 0, columns, header=False), width=len(columns) + 1,
            features=columns, spaced=False,
        )  # fmt: skip
        if rows is None or self.width > width or not all(map(is_plain, rows.labels)):
            return None
        full = (rows.X[:, ::2] == np.arange(first, last + 1)).all()
        return rows._replace(X=rows.X[:, 1::2][:, list(wanted)]) if full else None

    def batch(self, block: RowBlock, form: TableForm) -> tuple[Batch, int]:
        """Read lines in which values are left out, by scikit-learn."""
        lines = block.text.splitlines(keepends=True)
        numbers = [i for i, line in enumerate(lines) if _sample(line)]
        X = np.zeros((len(numbers), self.width))
        y = np.empty(len(numbers))
        row = 0
        for start in range(0, len(lines), LINES):
            some = lines[start : start + LINES]
            sparse, labels = _read(self.path, some, block.line + start)
            found = sparse.tocoo()
            X[row + found.row, found.col - self.extent.first] = found.data
            y[row : row + len(labels)] = labels
            row += len(labels)
        places = block.line + np.array(numbers, np.int64)
        _check_values(self.path, X, y, places)
        labels = [repr(label).removesuffix(".0") for label in y.tolist()]
        return Batch([*X.T, np.array(labels, object)], places, "line"), 0

    def told(self, provenance: Provenance) -> Provenance:
        """Leave out options, which there are none, and the place of the label."""
        return replace(provenance, options=(), target_position=0, width=self.width)


def svmlight_table(file: DataFile, options: ReadOptions) -> SvmlightTable:
    """Open an svmlight file.

    Raises
    ------
    UserError
        If there are too many values, or others than the model has.
    """
    if options.target is not None:
        raise UserError(f"{file}: the label comes first in svmlight: leave the target")
    found = version(file)
    extent = _extent(file)
    n, width = extent.n_samples, extent.width
    if not n or width < 1:
        raise UserError(f"{file}: is empty: give a line per sample")
    require_columns(file, width)
    if n * width > MOST_VALUES:
        raise UserError(
            f"{file}: {n:,} samples of {width:,} features are too many "
            f"to hold with their zeros, at most {MOST_VALUES:,} values are possible: "
            "choose fewer samples or features"
        )
    if options.like is not None:
        known = len(options.like.feature_names)
        if width > known:
            raise UserError(
                f"{file}: has {width} features, where the model has {known}: give "
                "samples of the same features"
            )
        width = known
    return SvmlightTable(path=file, version=found, extent=extent, width=width)


def _extent(file: DataFile) -> _Extent:
    """Look through a file for how much is in it: indices rise in each line."""
    n_samples, n_pairs, first, last = 0, 0, 1, -1
    for block in row_blocks(file, reading.BLOCK_BYTES, delimiter=UNQUOTED):
        text = block.text
        n_pairs += text.count(b":")
        if _ZERO.search(text):
            first = 0
        for line in text.splitlines():
            sample = _sample(line) if b"#" in line else line.rstrip()
            before = sample[: sample.rfind(b":")].replace(b"\t", b" ")
            index = before[before.rfind(b" ") + 1 :]
            if index.isdigit() and b":" in sample:
                last = max(last, int(index))
            n_samples += bool(sample.strip())
    return _Extent(n_samples, n_pairs, first, last)


def _read(path: DataFile, lines: list[bytes], start: int) -> tuple[Any, Any]:
    """Read some lines: scikit-learn keeps the window waiting while it reads."""
    from sklearn.datasets import load_svmlight_file

    try:
        X, y = load_svmlight_file(io.BytesIO(b"".join(lines)), zero_based=True)
    except (ValueError, OverflowError) as error:
        raise _fault(path, lines, start, str(error)) from None
    return X, y


def _check_values(
    path: DataFile,
    X: NDArray[np.float64],
    y: NDArray[np.float64],
    lines: NDArray[np.int64],
) -> None:
    unclear = ~(np.abs(y) < EXACT)  # read as floats, some of them are the same
    if is_computable(X) and not unclear.any():
        return
    bad = np.column_stack([unclear, ~(np.abs(X) <= LARGEST)])
    row, column = np.argwhere(bad)[0].tolist()
    value = X[row, column - 1] if column else y[row]
    where = f"feature x{column}" if column else "the label"
    finite = f"{value} {IS_TOO_LARGE}"
    if not column:
        finite = (
            f"{value:.0f} is too large to tell from its neighbours: give a small one"
        )
    other = "is not a finite number: correct it or delete the line"
    raise UserError(
        f"{path}, line {lines[row]}, {where}: {finite if np.isfinite(value) else other}"
    )


def _sample(line: bytes) -> bytes:
    return line.split(b"#")[0].strip()


def _fault(path: DataFile, lines: list[bytes], start: int, reason: str) -> UserError:
    """Find the first of some lines that cannot be read alone."""
    from sklearn.datasets import load_svmlight_file

    for number, line in enumerate(lines, start):
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


_IRREGULAR = (b"#", b'"', b"\t", b"  ", b" \n", b" \r")
"""Comments, and blanks that do not stand alone between two pairs."""


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
    table=svmlight_table,
    write=write_svmlight,
    saved_as={".svm": "svmlight: numbers only, no names"},
    order=4,
    rewritten=(".svm",),
    begins=begins_as_svmlight,
    holds=has_numbers_for_classes,
)
