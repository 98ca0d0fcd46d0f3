"""Data sets from typed columns, as Parquet and ARFF have them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from engine.data.classes import labelled, too_many, too_many_classes
from engine.data.dataset import (
    IS_TOO_LARGE,
    LARGEST,
    with_provenance,
    with_sample_names,
    with_sample_weights,
)
from engine.data.formats.column_matching import NO_LABEL, match_by_name
from engine.data.formats.column_roles import (
    NO_NAMES,
    NOTHING,
    as_option,
    columns_of,
    named_option,
    names_column,
    possible_targets,
    require_features,
    roles_of,
)
from engine.data.formats.csv_cells import is_number, missing_cell, not_a_number
from engine.data.formats.fast_rows import Rows, unlabelled
from engine.data.formats.missing_values import SIGNS, MissingValue, is_missing
from engine.data.formats.preprocessing import (
    NoMean,
    Preprocessing,
    UnusableWord,
    many_missing,
)
from engine.data.provenance import Provenance
from engine.data.sample_weights import require_weights
from engine.errors import UserError, excerpt

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray
    from pandas import DataFrame, Series

    from engine.data.dataset import Dataset
    from engine.data.formats.read_options import ReadOptions
    from engine.data.provenance import Column

    _Made = TypeVar("_Made")

WEIGHTED = "The samples count as much as the weights in the file say."
UNWEIGHTED = "The weights of the rows play no part: each sample counts once."
_LOOKED_AT = 1000


def from_frame(
    path: str | os.PathLike[str],
    frame: DataFrame,
    options: ReadOptions,
    place: Callable[[int], str],
    *,
    label: int | None = None,
    unused: Mapping[int, str] = NOTHING,
    weights: NDArray[np.float64] | None = None,
    notes: tuple[str, ...] = (),
) -> Dataset:
    """Make a data set of a frame's columns.

    Parameters
    ----------
    path : path-like
        Named in messages.
    frame : DataFrame
    options : ReadOptions
        Read like another table it may lack labels: then the provenance has no target,
        and all samples are of the first class.
    place : callable
        Says in words where a row, from 0, is in the file.
    label : int, optional
        The column that the format marks as that of the classes.
    unused : mapping of int to str, optional
        Columns that it marks as no features, and how to say it.
    weights : ndarray, shape (n,), optional
        How much each row counts.
    notes : tuple of str, optional
        What was guessed of the file, in sentences.

    Raises
    ------
    UserError
        If a cell cannot be used; names the file, the row, the column.
    """
    names = [str(name) for name in frame.columns]
    frame = frame.set_axis(range(len(names)), axis="columns")
    if not len(frame) or (len(names) < 2 and options.like is None):
        raise UserError(f"{path}: give a column per feature, one for the class, rows")
    reader = _FrameReader(
        path, frame, names, place, weights, is_like=options.like is not None
    )
    data = reader.read(options, label, unused)
    if not notes or data.provenance is None:
        return data
    found = replace(data.provenance, notes=(*notes, *data.provenance.notes))
    return with_provenance(data, found)


class _FrameReader:
    def __init__(
        self,
        path: str | os.PathLike[str],
        frame: DataFrame,
        names: Sequence[str],
        place: Callable[[int], str],
        weights: NDArray[np.float64] | None,
        *,
        is_like: bool,
    ) -> None:
        self.path, self.frame, self.names, self.place = path, frame, names, place
        self._weights, self._is_like = weights, is_like

    def read(
        self, options: ReadOptions, label: int | None, unused: Mapping[int, str]
    ) -> Dataset:
        like, missing = options.like, options.missing
        if like is not None:
            features, at, notes = match_by_name(
                self.path, self.names, like, options.target
            )
            columns, reason = like.columns, "told"
            taken = (*features, at)
            named = names_column(self.path, self.names, options, like, taken)
            missing = like.missing if missing == "error" else missing
        else:
            cells = self._first_cells()
            roles = roles_of(
                self.path, self.names, cells, options,
                label=label, unused=unused, marked=self._text,
            )  # fmt: skip
            require_features(self.path, self.names, roles, cells)
            features, at, reason = roles.features, roles.label, roles.reason
            named = roles.names
            notes = roles.notes(self.names)
            columns = columns_of(self.names, cells, roles)
        if self._weights is not None:
            notes += (WEIGHTED if like is None else UNWEIGHTED,)
        rows = self._rows(features, columns, at)
        steps = Preprocessing(columns, missing, set(SIGNS) <= {*rows.labels})
        self._require_whole(rows, steps, features, at)
        if like is None and not steps.is_known:
            steps = steps.completed([self._checked(rows, features, steps.scanned)])
            notes += tuple(steps.useless().values())
            steps, features = steps.usable(self.path, features)
            rows = self._rows(features, steps.columns, at)
        kept = self._checked(rows, features, steps.apply)
        if not len(kept.rows.X):
            raise UserError(f"{self.path}: {steps.nothing_left(kept.counts)}")
        places = kept.places
        require_weights(
            kept.rows.X, steps.feature_names, options.weight,
            lambda i: f"{self.path}, {self.place(int(places[i]))}",
        )  # fmt: skip
        used = {*features, at}
        provenance = Provenance(
            Path(str(self.path)).name,
            "" if at == NO_LABEL else self.names[at],
            steps.columns,
            steps.options + named_option(self.names, named),
            steps.left_out(kept.counts),
            target_reason=reason,
            target_position=at + 1,
            unused=tuple(name for j, name in enumerate(self.names) if j not in used),
            width=len(self.names),
            notes=(*notes, *steps.notes(kept.counts)),
        )
        data = self._dataset(kept.rows, steps, at)
        if self._weights is not None and like is None:
            data = with_sample_weights(data, self._weights[places])
        if named != NO_NAMES:
            data = with_sample_names(data, _texts(self.frame[named])[places])
        return with_provenance(data, provenance)

    def _dataset(self, rows: Rows, steps: Preprocessing, at: int) -> Dataset:
        if found := too_many(rows.labels):
            names, cells = self.names, self._first_cells()
            others = possible_targets(names, cells, at)
            raise too_many_classes(self.path, names[at], f"{found:,}", others)
        return labelled(rows.X, rows.labels, rows.which, steps.feature_names)

    @property
    def _text(self) -> list[int]:
        """The columns that are not of a type of numbers."""
        kinds = enumerate(self.frame.dtypes)
        return [j for j, kind in kinds if kind.kind not in "biuf"]

    def _first_cells(self) -> NDArray[Any]:
        """Give the first rows as they would stand in a text."""
        return _texts(self.frame.iloc[:_LOOKED_AT])

    def _rows(
        self, features: Sequence[int], columns: Sequence[Column], at: int
    ) -> Rows:
        X = np.empty((len(self.frame), len(features)))
        words = []
        for place, (j, column) in enumerate(zip(features, columns, strict=True)):
            if column.kind == "number":
                X[:, place] = self._numbers(j)
            else:
                some, X[:, place] = np.unique(
                    _texts(self.frame[j]), return_inverse=True
                )
                words.append((place, some.tolist()))
        if at == NO_LABEL:
            return unlabelled(X, tuple(words))
        return Rows(X, *_labels(self.frame[at]), tuple(words))

    def _numbers(self, j: int) -> NDArray[np.float64]:
        import pandas

        column = self.frame[j]
        numbers = pandas.to_numeric(column, errors="coerce").to_numpy(
            np.float64, na_value=np.nan
        )
        numbers = np.array(numbers)
        unusable = ~(np.abs(numbers) <= LARGEST)
        if unusable.any():
            unusable &= column.notna().to_numpy()
        for row in np.flatnonzero(unusable).tolist():
            cell = column.iloc[row]
            if is_missing(str(cell)):
                continue
            if np.isfinite(numbers[row]):
                fault = IS_TOO_LARGE
            elif is_number(str(cell)):
                fault = "is not a finite number: correct it or delete the row"
            else:
                fault = not_a_number(self._option(j))
            raise UserError(f"{self._where(row, j)}: “{excerpt(str(cell))}” {fault}")
        return numbers

    def _option(self, j: int) -> str:
        """Give a column as options take it; nothing where a model knows its columns."""
        return "" if self._is_like else as_option(self.names[j], j + 1)

    def _where(self, row: int, j: int) -> str:
        return f"{self.path}, {self.place(row)}, column {excerpt(self.names[j])}"

    def _require_whole(
        self, rows: Rows, steps: Preprocessing, features: Sequence[int], at: int
    ) -> None:
        """Say what is missing, if that is not allowed."""
        if steps.missing != "error":
            return
        gaps = np.isnan(rows.X)
        for place, words in rows.words:
            lacking = np.array(list(map(is_missing, words)))
            gaps[:, place] = lacking[rows.X[:, place].astype(np.int64)]
        lacking = np.array([steps.lacks_label(label) for label in rows.labels])
        unlabelled_rows = (
            lacking[rows.which] if len(lacking) else gaps[:, :0].any(axis=1)
        )
        places = np.flatnonzero(gaps.any(axis=0)).tolist()
        counts = Counter({("missing", i): int(gaps[:, i].sum()) for i in places})
        counts["unlabelled", -1] = int(unlabelled_rows.sum())
        if not counts.total():
            return
        found = np.column_stack([gaps, unlabelled_rows])
        row, place = np.argwhere(found)[0].tolist()
        j = [*features, at][place]
        some_whole = not found.any(axis=1).all()
        said = many_missing(counts, steps.columns, len(gaps), some_whole=some_whole)
        cell = _texts(self.frame[j].iloc[row : row + 1])[0]
        raise MissingValue(f"{self._where(row, j)}: {missing_cell(cell)}; {said}")

    def _checked(
        self, rows: Rows, features: Sequence[int], make: Callable[[Rows], _Made]
    ) -> _Made:
        """Make something of rows; say where a word cannot be used."""
        try:
            return make(rows)
        except UnusableWord as found:
            texts = [text.lower() for text in _texts(self.frame[features[found.place]])]
            j = features[found.place]
            where = self._where(texts.index(found.word), j)
            raise UserError(f"{where}: {found.said(self._option(j))}") from None
        except NoMean as found:
            raise UserError(f"{self.path}: {found}") from None


def _texts(values: Series[Any] | DataFrame) -> NDArray[Any]:
    """Write the values of a column or of all; those that are missing as nothing."""
    cells = values.astype(object).where(values.notna().to_numpy(), "").to_numpy()
    texts = [str(cell).strip() for cell in cells.flat]
    return np.array(texts, dtype=object).reshape(cells.shape)


def _labels(column: Series[Any]) -> tuple[list[str], NDArray[np.int64]]:
    """Give each label once, and for each row which it has."""
    import pandas

    which, met = pandas.factorize(column)
    labels = [str(label) for label in met]
    if (which < 0).any():
        which = np.where(which < 0, len(labels), which)
        labels.append("")
    return labels, which.astype(np.int64)
