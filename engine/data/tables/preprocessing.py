"""Samples made of a table's cells: missing values, words as 0 and 1, levels of text.

What has to be known of all rows, means and levels, is found in a pass of its own.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.data.tables.missing_values import (
    FILL_IN,
    LEAVE_OUT,
    ONLY_MEANS,
    OTHER_TARGET,
    WAYS_OUT,
)
from engine.data.tables.typed_columns import UNKNOWN
from engine.errors import UserError, excerpt, listed
from engine.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from engine.data.provenance import Column, Missing
    from engine.data.tables.typed_columns import Cut, Rows

MOST_LEVELS = 100
"""Levels of a column of text of which features are made."""


@dataclass(frozen=True)
class Preprocessing:
    """How cells become samples.

    Attributes
    ----------
    path : object
        Of the file, named in messages.
    columns : tuple of Column
        From which features are made.
    missing : {"error", "drop", "mean"}
        What becomes of missing values. Rows without a label are left out, if they are
        no error.
    lacks_label : callable
        Tells whether a label stands for one that is not known.
    """

    path: object
    columns: tuple[Column, ...]
    missing: Missing
    lacks_label: Callable[[str], bool]

    @property
    def is_plain(self) -> bool:
        """Whether all features are numbers, and none may be missing."""
        numbers = all(column.kind == "number" for column in self.columns)
        return numbers and self.missing == "error"

    @property
    def is_known(self) -> bool:
        """Whether the means and levels that are needed are there."""
        return all(
            column.levels
            if column.kind == "one-hot"
            else self.missing != "mean" or column.mean is not None
            for column in self.columns
        )

    def apply(self, rows: Rows) -> tuple[Rows, Counter[tuple[str, int]]]:
        """Make samples of rows of cells.

        Parameters
        ----------
        rows : Rows
            Words by the numbers of their levels, what is missing not a number.

        Returns
        -------
        rows : Rows
            Numbers only.
        counts : Counter
            What happened how often, by a word and the place of the column, or −1.

        Raises
        ------
        UserError
            If a value is missing in a column of which no mean is known.
        """
        counts: Counter[tuple[str, int]] = Counter()
        if self.is_plain or not rows.X.shape[1]:
            return self._labelled(rows, counts), counts
        gaps = np.isnan(rows.X)
        for place in np.flatnonzero(gaps.any(axis=0)).tolist():
            counts["missing", place] = int(gaps[:, place].sum())
        if self.missing == "drop" and counts:
            whole = np.flatnonzero(~gaps.any(axis=1))
            counts["dropped", -1] = len(gaps) - len(whole)
            rows = rows.taken(whole)
        elif self.missing == "mean":
            X = rows.X.copy()
            for place, column in enumerate(self.columns):
                if column.mean is not None:
                    X[gaps[:, place], place] = column.mean
                elif column.kind != "one-hot" and gaps[:, place].any():
                    raise UserError(
                        f"{self.path}: “{excerpt(column.name)}” has missing values, "
                        "but had none in the model’s data, so no mean is known to fill "
                        "in: leave those rows out (--missing drop)"
                    )
            rows = rows._replace(X=X)
        rows = self._labelled(rows, counts)
        return rows._replace(X=self._expanded(rows.X, counts)), counts

    def _labelled(self, rows: Rows, counts: Counter[tuple[str, int]]) -> Rows:
        """Leave out rows without a label."""
        known = np.array([not self.lacks_label(label) for label in rows.labels], bool)
        if known.all():
            return rows
        there = known[rows.which]
        counts["unlabelled", -1] += int((~there).sum())
        labels = [rows.labels[i] for i in np.flatnonzero(known)]
        rows = rows.taken(there)
        return rows._replace(labels=labels, which=(np.cumsum(known) - 1)[rows.which])

    def _expanded(
        self, X: NDArray[np.float64], counts: Counter[tuple[str, int]]
    ) -> NDArray[np.float64]:
        """Make a feature of each level of text."""
        if all(column.kind != "one-hot" for column in self.columns):
            return X
        parts = []
        for place, column in enumerate(self.columns):
            codes = X[:, place : place + 1]
            if column.kind == "one-hot":
                if unknown := int((codes == UNKNOWN).sum()):
                    counts["unknown", place] = unknown
                codes = codes == np.arange(len(column.levels))
            parts.append(codes)
        return np.hstack(parts).astype(np.float64)

    def scanned(self, cut: Cut) -> Scan:
        """Look at some rows for the means and levels of their columns."""
        rows = self._labelled(cut.rows, Counter())
        X, gaps = rows.X, np.isnan(rows.X)
        if self.missing == "drop":
            whole = ~gaps.any(axis=1)
            X, gaps = X[whole], gaps[whole]
        levels = {
            place: {
                cut.words[place].levels[int(i)]
                for i in np.unique(X[~gaps[:, place], place])
            }
            for place, column in enumerate(self.columns)
            if column.kind == "one-hot"
        }
        sums = np.where(gaps, 0.0, X).sum(axis=0)
        return Scan(sums, (~gaps).sum(axis=0), levels)

    def completed(self, scans: Sequence[Scan]) -> Preprocessing:
        """Take means and levels from scans of all rows."""
        columns = []
        for place, column in enumerate(self.columns):
            if column.kind == "one-hot":
                levels = set().union(*(scan.levels[place] for scan in scans))
                column = replace(column, levels=tuple(sorted(levels)))
            elif self.missing == "mean" and (
                n := sum(int(scan.counts[place]) for scan in scans)
            ):
                mean = fsum(float(scan.sums[place]) for scan in scans) / n
                column = replace(column, mean=mean)
            columns.append(column)
        return replace(self, columns=tuple(columns))

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Name the features, in order."""
        return tuple(name for column in self.columns for name in column.feature_names)

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """Name the options of the command line that do the same."""
        one_hot = any(column.kind == "one-hot" for column in self.columns)
        return ("missing", self.missing), ("one-hot", "yes" if one_hot else "no")

    def without(self, useless: Mapping[int, str]) -> Preprocessing:
        """Leave out what is `useless`.

        Raises
        ------
        UserError
            If none is left.
        """
        if len(useless) == len(self.columns):
            why = "; ".join(
                text.removeprefix("Left out: ").removesuffix(".")
                for text in useless.values()
            )
            raise UserError(
                f"{self.path}: no feature is left to learn from: {why}: give a column "
                "of numbers"
            )
        kept = (c for place, c in enumerate(self.columns) if place not in useless)
        return replace(self, columns=tuple(kept))

    def useless(self) -> dict[int, str]:
        """Say of columns, by their places, why no feature can be made of them."""
        said = {}
        for place, column in enumerate(self.columns):
            name, n = f"“{excerpt(column.name)}”", len(column.levels)
            if column.kind == "one-hot" and n > MOST_LEVELS:
                said[place] = (
                    f"Left out: column {name}, {n:,} different words, at most "
                    f"{MOST_LEVELS} make features."
                )
            elif (column.kind == "one-hot" and not n) or (
                self.missing == "mean" and column.kind != "one-hot"
                and column.mean is None
            ):  # fmt: skip
                said[place] = f"Left out: column {name}, empty."
        return said

    def notes(self, counts: Counter[tuple[str, int]]) -> tuple[str, ...]:
        """Say what happened how often: a sentence each."""
        said = []
        for (what, place), n in sorted(counts.items(), key=lambda item: item[0][1]):
            if n and what in _ROWS:
                said.append(f"Left out: {counted(n, 'row')} {_ROWS[what]}.")
            if not n or what not in ("missing", "unknown"):
                continue
            column = self.columns[place]
            name = f"“{excerpt(column.name)}”"
            if what == "unknown":
                said.append(
                    f"{counted(n, 'value')} of {name} not known from the data before: "
                    "0 in all its features."
                )
            elif self.missing == "mean":
                where = (
                    "0 in all its features"
                    if column.mean is None
                    else f"filled in with its mean, {column.mean:.6g}"
                )
                said.append(f"{counted(n, 'missing value')} of {name}: {where}.")
        return tuple(said)

    def nothing_left(self, counts: Counter[tuple[str, int]]) -> str:
        """Say why no row is left; nothing if there was none."""
        gone = [
            f"{counted(n, 'row')} {why}"
            for what, why in _ROWS.items()
            if (n := counts[what, -1])
        ]
        if not gone:
            return ""
        if counts["dropped", -1]:
            way_out = FILL_IN
        elif counts["unlabelled", -1]:
            way_out = OTHER_TARGET
        else:
            way_out = "correct some"
        return f"no row is left: {' and '.join(gone)}: {way_out}"

    def left_out(self, counts: Counter[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
        """Count the rows that are not used, by the reason."""
        gone = ((f"rows {why}", counts[what, -1]) for what, why in _ROWS.items())
        return tuple((why, n) for why, n in gone if n)


_ROWS = {
    "dropped": "with missing values",
    "unlabelled": "without a label",
    "unreadable": "that cannot be read",
}


class Scan(NamedTuple):
    """What some rows tell of means and levels.

    Attributes
    ----------
    sums : ndarray, shape (n_columns,)
        Of the numbers that are there.
    counts : ndarray of int, shape (n_columns,)
        How many those are.
    levels : dict
        The words that occur, by the place of their column.
    """

    sums: NDArray[np.float64]
    counts: NDArray[np.int64]
    levels: dict[int, set[str]]


def many_missing(
    counts: Counter[tuple[str, int]],
    columns: Sequence[Column],
    rows: int,
    *,
    some_whole: bool,
) -> str:
    """Say how many values are missing where, and what can be done.

    Parameters
    ----------
    counts : Counter
        As `Preprocessing.apply` gives them.
    columns : sequence of Column
    rows : int
        How many there are.
    some_whole : bool
        Nothing is missing in some rows.
    """
    names = [
        f"“{excerpt(columns[place].name)}”"
        for what, place in sorted(counts, key=lambda key: key[1])
        if what == "missing"
    ]
    n = sum(count for (what, _), count in counts.items() if what == "missing")
    said = []
    if n:
        said.append(f"{counted(n, 'value')} of {listed(names)}")
    if unlabelled := counts["unlabelled", -1]:
        said.append(counted(unlabelled, "label"))
    are = "is" if n + unlabelled == 1 else "are"
    if n:
        way_out = WAYS_OUT if some_whole else ONLY_MEANS
    else:
        way_out = LEAVE_OUT if some_whole else OTHER_TARGET
    there = f"{are} missing in the {counted(rows, 'row')}"
    return f"in all, {' and '.join(said)} {there}: {way_out}"
