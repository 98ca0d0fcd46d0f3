"""What becomes of each column of a table: the classes, features, or nothing."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from engine.data.tables.cell_column import LITTLE, CellColumn
from engine.data.tables.header import usual_targets
from engine.data.tables.read_options import OptionNeeded
from engine.data.tables.table_form import NO_NAMES
from engine.errors import UserError, excerpt, listed
from engine.numbers import plural

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from engine.data.provenance import Provenance
    from engine.data.tables.read_options import ReadOptions
    from engine.data.tables.table_form import TableForm

ID_NAMES = frozenset(
    ["id", "index", "rowid", "row_id", "rownames", "row names", "row.names",
     "unnamed: 0", "level_0", "...1"]
)  # fmt: skip
"""Names of columns that number or name the rows."""
NAMES = ("name", "names", "sample_name")
"""Names of columns that hold the samples' names."""
ID_ENDING = re.compile(r".*([a-z]I[dD]|[\W_](id|ID|Id))")
"""Such as PassengerId, customerID, user_id, "User ID"; but not acid, grid."""
ROW_NUMBER_NAMES = frozenset(
    ["", "case", "entry", "example", "i", "idx", "index", "instance", "item", "ix",
     "key", "line", "nr", "no", "num", "number", "obs", "observation", "participant",
     "patient", "record", "row", "sample", "seq", "sequence", "serial", "subject",
     "uid"]
)  # fmt: skip
"""What a column that is 1, 2, 3 … is called where it numbers the rows: also case_id."""
_AGAIN = re.compile(r"(?:\.\d+)+$")
"""What pandas and R add to a name that is there already: Unnamed: 0.1, id.1."""
INDEX_OF_PANDAS = re.compile(r"__index_level_\d+__")
"""What pandas calls an index without a name in Parquet, and others then a column."""
_OF_R = "X"
"""What R calls a column without a name, such as the numbers of the rows it wrote."""
_BESIDE = "Y"
"""Beside which that is a coordinate."""
_NEARLY = 0.9
"""Of the cells of a column that tells rows apart, so many are different."""
_WIDE = 100
"""Times as far apart as there are rows lie numbers that may be those of patients."""
_NUMBER_ENDING = re.compile(r"(?<=.)(?:number|num|id|nr|no)$")
_NUMBER_BEGINNINGS = frozenset(["s", "sl", "sr", "lfd"])
DRAWDATA = ("x", "y", "color", "label", "batch")
"""The columns of drawdata, of which only three say something of a point."""
PROPOSED = 2
"""Columns that are proposed as another target."""

LAST_COLUMN = "the last column"
CALLED_SO = "called so"
_DROPPED = "as told"
_TEXT = "text (--one-hot makes features of it)"
_CATEGORIES = "a declared category (--one-hot makes features of it)"
_NAMES = "which names the samples"
_TEXT_OF_NAMES = f"text, {_NAMES} (--one-hot makes features of it)"
_OF_WORDS = (_TEXT, _CATEGORIES, _TEXT_OF_NAMES)
_OTHER_NUMBERS = "numbers in another format ("
_DRESSED = "numbers with signs or gaps (write them without, not as "
_NUMBERS = "which numbers the rows (--keep makes a feature of it)"
_COUNTED_ROWS = "The first column is 1, 2, 3 … as numbers of rows are"
_WIDE_APART = (
    "The first column has large whole numbers, of which few repeat, as those of "
    "patients or orders"
)
_REPEATED = "“{}” is called as what tells rows apart is, but its numbers repeat"
_IS_KEPT = "{}: it is kept as a feature (--drop {} leaves it out)."


@dataclass(frozen=True)
class Proposal:
    """The form that a table seems to have, and why.

    Attributes
    ----------
    form : TableForm
    reason : str
        Why the classes are in that column.
    left_out : tuple of (int, str)
        Columns that are nothing, and why, as it follows the column's name; unless they
        are told, the samples' names are one of them.
    of_classes : str
        What a person might want otherwise of these: a sentence, or nothing.
    kept : tuple of str
        What may be no feature, though it is one: a sentence each.
    doubt : str
        Sentences about the header and the numbers; empty if they are not doubtful.
    """

    form: TableForm
    reason: str
    left_out: tuple[tuple[int, str], ...] = ()
    of_classes: str = ""
    kept: tuple[str, ...] = ()
    doubt: str = ""

    def notes(self, names: Sequence[str]) -> tuple[str, ...]:
        """Say what is doubtful, and which columns are left out, in sentences.

        That the classes are not in the last column is no doubt: the target is told.
        """
        reasons: dict[str, list[str]] = {}
        for j, why in self.left_out:
            name = f"“{excerpt(names[j])}”" if names[j] else f"{j + 1}"
            reasons.setdefault(why, []).append(name)
        doubtful = self.reason in (LAST_COLUMN, CALLED_SO)
        of_classes = self.of_classes if doubtful else ""
        return tuple(filter(None, [of_classes, *self.kept])) + tuple(
            f"Left out: {plural('column', len(columns))} {listed(columns)}, {why}."
            for why, columns in reasons.items()
        )

    def doubts(self, names: Sequence[str]) -> tuple[str, ...]:
        """Say the same, but for words in a column that is called as names are."""
        named = self.form.names
        called = named in self.form.text and is_called_name(names[named])
        kept = [column for column in self.left_out if not called or column[0] != named]
        return replace(self, left_out=tuple(kept)).notes(names)


def as_option(name: str, position: int, *, header: bool = True) -> str:
    """Write a column as an option takes it: by its name, else its position from 1."""
    by_name = header and name == excerpt(name) and name.strip() and "," not in name
    return shlex.quote(name) if by_name else str(position)


@dataclass(frozen=True)
class RoleFinder:
    """Finds the roles of columns of which some cells are known.

    Attributes
    ----------
    path : object
        Of the file, named in messages.
    names : sequence of str
        Of all columns; empty for one without.
    columns : sequence of CellColumn
    options : ReadOptions
    n_rows : int
        How many cells are known of each.
    form : TableForm
        What is known but for the roles.
    uncomputed : frozenset of int
        Indices of columns that are not guessed to be the classes: see `Table`.
    """

    path: object
    names: Sequence[str]
    columns: Sequence[CellColumn]
    options: ReadOptions
    n_rows: int
    form: TableForm
    uncomputed: frozenset[int] = frozenset()

    def proposal(self, marked: int | None, unused: Mapping[int, str]) -> Proposal:
        """Find the roles, as far as they are not told.

        Parameters
        ----------
        marked : int, optional
            Index of the column that the file marks as that of the classes.
        unused : mapping of int to str
            Indices of columns that it marks as no features, and how to say it.

        Raises
        ------
        UserError
            If a column that is told is not there.
        """
        left_out = self._left_out(unused)
        label, reason = self._label(marked, left_out)
        only = self._only(label)
        named = self._names_column(label, only, left_out)
        others = [j for j in self._all if j != label and j not in left_out]
        if only:
            others, left_out = sorted({*only} - {named}), {}
        binary = tuple(j for j in self._all if self.columns[j].pair)
        text = tuple(
            j for j in self._all if self.columns[j].is_text and j not in binary
        )
        left_out |= self._of_other_decimals(others)
        others = [j for j in others if j not in left_out]
        kept = self._kept_numbers(others, text, left_out)
        if not self.options.one_hot:
            left_out |= {
                j: _CATEGORIES if self.columns[j].has_codes else _TEXT
                for j in others
                if j in text
            }
        if self.options.names is not None:
            left_out.pop(named, None)
        form = replace(
            self.form, label=label, text=text, binary=binary, names=named,
            features=tuple(j for j in others if j not in left_out),
        )  # fmt: skip
        of_classes = _doubt(self.names[label], self.columns[label], reason)
        left = tuple(sorted(left_out.items()))
        return Proposal(form, reason, left, of_classes, kept)

    @property
    def _all(self) -> range:
        return range(len(self.names))

    def _called(self, name: str) -> int:
        """Find a column that is told, by its name or number."""
        numbers = [str(j + 1) for j in self._all]
        names = self.names if self.form.header else numbers
        return column_called(self.path, name, names)

    @cached_property
    def _kept(self) -> set[int]:
        """The columns that are to be features, whatever they seem to be."""
        only = {self.names.index(n) for n in self.options.only if n in self.names}
        return only | {self._called(name) for name in self.options.keep}

    def _left_out(self, unused: Mapping[int, str]) -> dict[int, str]:
        """Find what can be no feature or is told to be none, and why."""
        reasons = dict(unused)
        if sorted(self.names) == sorted(DRAWDATA):
            reasons[self.names.index("color")] = "which drawdata gives each class"
            reasons[self.names.index("batch")] = "the number of a stroke in drawdata"
        for j, column in enumerate(self.columns if self.n_rows else ()):
            why = self._useless(j, column)
            if why := why or (column.dressed and f"{_DRESSED}“{column.dressed}”)"):
                reasons.setdefault(j, why)
        reasons = {j: why for j, why in reasons.items() if j not in self._kept}
        reasons |= {self._called(name): _DROPPED for name in self.options.drop}
        if self.options.names:
            reasons[self._called(self.options.names)] = _NAMES
        return reasons

    def _label(self, marked: int | None, left_out: dict[int, str]) -> tuple[int, str]:
        """Find the column of the classes, take it from the others, and say why."""
        if self.options.target is not None:
            label, reason = self._called(self.options.target), "told"
        elif marked is not None:
            label, reason = marked, "the file says so"
        else:
            features = {
                self.names.index(n) for n in self.options.only if n in self.names
            }
            label, reason = self._target(features | {*left_out})
        if (why := left_out.pop(label, "")) in (_DROPPED, _NAMES):
            also = "dropped" if why == _DROPPED else "the samples’ names"
            other_names = "" if why == _DROPPED else " or other names (--names)"
            raise UserError(
                f"{self.path}: column “{excerpt(self.names[label])}” is the target, "
                f"and {also} too: choose another target (--target){other_names}"
            )
        return label, reason

    def _target(self, taken: Collection[int]) -> tuple[int, str]:
        """Recognise the column of the classes, and say why it is that one."""
        columns = self.columns
        called = usual_targets(self.names) if self.form.header else []
        usual = [j for j in called if j not in taken]
        there = [j for j in self._all if j not in taken and j not in self.uncomputed]
        # What is measured may be called y: where there is a better one it is a feature.
        classes = [j for j in usual if not columns[j].is_measured]
        others = [columns[j] for j in there if j not in usual]
        of_text = [column for column in others if column.is_text]
        better = len(of_text) < len(others) and any(
            column.can_be_classes and not column.are_all_different for column in of_text
        )
        if classes or (usual and not better):
            return (classes or usual)[0], CALLED_SO
        if usual:
            there = [j for j in there if j not in usual]
        if not there:
            return len(columns) - 1, LAST_COLUMN
        last = there[-1]
        words = [j for j in there if columns[j].is_text]
        usable = [j for j in words if columns[j].can_be_classes] or words
        if columns[last].is_plainly_classes or last in usable:
            return last, LAST_COLUMN
        if len(words) == 1:
            return words[0], "the only column of text"
        if usable:
            fewest = min(usable, key=lambda j: len(columns[j].different))
            return fewest, "of the columns of text the one with the fewest values"
        one_alone = self.form.header and len(columns[last].different) == 1
        if columns[last].can_be_classes and not one_alone:
            return last, LAST_COLUMN
        of_few_values = [j for j in there if columns[j].is_plainly_classes]
        if of_few_values:
            return of_few_values[-1], "the last column with few values"
        return last, LAST_COLUMN

    def _only(self, label: int) -> list[int]:
        """Find the features that are told; none if one of them is not there."""
        wanted, names = self.options.only, self.names
        if not self.form.header:
            numbers = iter(range(1, len(names)))
            names = ["" if j == label else f"x{next(numbers)}" for j in self._all]
        features = [j for j, name in enumerate(names) if j != label and name in wanted]
        return features if len(features) == len(set(wanted)) else []

    def _names_column(
        self, label: int, only: Sequence[int], left_out: dict[int, str]
    ) -> int:
        """Find the column of the samples' names, and leave it out of the features.

        One that is called so; else text that is another in each row.
        """
        if self.options.names is not None:
            column = self.options.names
            return self._called(column) if column else NO_NAMES
        free = [
            j
            for j in self._all
            if j != label and j not in only and j not in self._kept
            and left_out.get(j) != _DROPPED
        ]  # fmt: skip
        names, columns = self.names, self.columns
        called = [j for j in free if self.form.header and is_called_name(names[j])]
        telling = [j for j in free if columns[j].can_be_names]
        ids = [j for j in telling if self.form.header and _names_rows(names[j])]
        if self.options.one_hot:
            # Words that are repeated are to be features; so is other text.
            called = [j for j in called if columns[j].are_all_different]
            telling = ids
        named = next(iter((*called, *ids, *telling)), NO_NAMES)
        if named != NO_NAMES:
            is_name = self.form.header and _names_rows(names[named])
            plain = is_name or named in left_out
            left_out[named] = _NAMES if plain else _TEXT_OF_NAMES
        return named

    def _of_other_decimals(self, places: Iterable[int]) -> dict[int, str]:
        """Find numbers with another decimal sign, and how they can be read."""
        reasons = {}
        for j in places:
            if signs := self.columns[j].other_decimals:
                reads = f"{' or '.join(signs)} {'reads' if len(signs) == 1 else 'read'}"
                reasons[j] = f"{_OTHER_NUMBERS}--decimal {reads} them)"
        return reasons

    def _kept_numbers(
        self, features: Sequence[int], text: Sequence[int], left_out: dict[int, str]
    ) -> tuple[str, ...]:
        """Leave out a first column that numbers the rows; say what may number them."""
        doubts = {j: self._repeated(j) for j in features if j not in self._kept}
        column, is_of_rows = self.columns[0], self._is_of_rows(self.names[0])
        if 0 in doubts and column.numbers_rows:
            doubts[0] = _COUNTED_ROWS
            if is_of_rows and any(j not in text for j in features[1:]):
                left_out[0] = _NUMBERS
                del doubts[0]
        elif 0 in doubts and is_of_rows and _is_wide_apart(column):
            doubts[0] = _WIDE_APART
        names, header = self.names, self.form.header
        return tuple(
            _IS_KEPT.format(doubt, as_option(names[j], j + 1, header=header))
            for j, doubt in doubts.items()
            if doubt
        )

    def _repeated(self, j: int) -> str:
        """Doubt a column that is called Id, though too much of it repeats for one."""
        name, column = self.names[j], self.columns[j]
        if not (self.form.header and _names_rows(name) and column.is_whole):
            return ""
        return _REPEATED.format(excerpt(name)) if len(column.different) > 2 else ""

    def _is_of_rows(self, name: str) -> bool:
        """Tell whether what is 1, 2, 3 … is called so that it is the number of the row.

        X is what R calls it, but beside Y a coordinate.
        """
        if not self.form.header:
            return self.n_rows >= LITTLE
        if _AGAIN.sub("", name) == _OF_R:
            return _BESIDE not in self.names
        first, *_ = words = re.sub(r"[\W_]+", " ", name.lower()).split() or [""]
        letters = "".join(words)
        word = _NUMBER_ENDING.sub("", letters)
        shortened = word != letters and word in _NUMBER_BEGINNINGS
        of_sample = word != letters and first in ROW_NUMBER_NAMES | ID_NAMES
        return shortened or of_sample or bool({letters, word} & ROW_NUMBER_NAMES)

    def _useless(self, j: int, column: CellColumn) -> str:
        """Say why a column cannot be a feature; nothing if it can."""
        name = self.names[j]
        different = column.are_all_different and (column.is_whole or column.is_text)
        # Of those called Id a few may repeat, as patients who come again.
        repeats = column.is_whole and 2 * len(column.different) > len(column.cells)
        if not self.form.header:
            named = column.is_whole or (column.is_text and len(column.cells) >= LITTLE)
            first = j == 0 and column.is_marked and column.are_all_different
            if first and named:
                return "which numbers or names the rows"
            return "" if column.cells else "empty"
        if (different or repeats) and _names_rows(name):
            return "which tells rows apart"
        if INDEX_OF_PANDAS.fullmatch(name) or (different and self._is_of_r(j)):
            return "which numbers the rows"
        if (
            not name
            and j == 0
            and (column.counts_rows or (different and column.is_text))
        ):
            return "which numbers the rows"
        if not name:
            return "without a name"
        return "" if column.cells else "empty"

    def _is_of_r(self, j: int) -> bool:
        """Tell whether R wrote numbers of rows, read them as X, and wrote others."""
        if _AGAIN.sub("", self.names[j]) != _OF_R or _BESIDE in self.names or not j:
            return False
        others = [n for n in self.names[:j] if _AGAIN.sub("", n) != _OF_R]
        of_rows = all(not name or _names_rows(name) for name in others)
        return of_rows and (bool(others) or self.columns[0].numbers_rows)


def names_column(
    path: object,
    names: Sequence[str],
    options: ReadOptions,
    like: Provenance,
    taken: Collection[int],
) -> int:
    """Find the column of the samples' names in a table that is read as another was.

    It is the one that is told, the one of the other table, or one that is called so.

    Parameters
    ----------
    path : object
        Of the file, named in messages.
    names : sequence of str
        Of all columns; their numbers, from 1, where there is no header.
    options : ReadOptions
    like : Provenance
        Of the other table.
    taken : collection of int
        Indices of the columns that are features or the classes.

    Returns
    -------
    int
        `NO_NAMES` if there is none.

    Raises
    ------
    UserError
        If a column that is told is not there, or is a feature or the classes.
    """
    if options.names == "":
        return NO_NAMES
    if options.names is not None:
        named = column_called(path, options.names, names)
        if named in taken:
            raise UserError(
                f"{path}: column “{excerpt(names[named])}” is a feature or the classes "
                "of the model: choose another column for the names (--names)"
            )
        return named
    free = {name: j for j, name in enumerate(names) if j not in taken}
    if like.names and like.names in free:
        return free[like.names]
    called = (j for name, j in free.items() if is_called_name(name))
    return next((j for j in called if names[j] not in like.unused), NO_NAMES)


def is_called_name(name: str) -> bool:
    """Tell whether a column says by its name that the samples' names are in it."""
    return name.strip().lower() in NAMES


def _is_wide_apart(column: CellColumn) -> bool:
    """Tell whether whole numbers are far apart, and nearly all different."""
    n = len(column.cells)
    if n < LITTLE or not column.is_whole or len(column.different) < _NEARLY * n:
        return False
    return max(column.numbers) - min(column.numbers) > _WIDE * n


def _names_rows(name: str) -> bool:
    """Tell whether a column is called as one that numbers or names the rows."""
    called = name.strip()
    lower = called.lower()
    usual = not ID_NAMES.isdisjoint({lower, _AGAIN.sub("", lower)})
    return usual or is_called_name(name) or bool(ID_ENDING.fullmatch(called))


def _doubt(name: str, column: CellColumn, reason: str) -> str:
    if reason in ("told", "the file says so"):
        return ""
    if reason not in (LAST_COLUMN, CALLED_SO):
        return f"The classes seem to be in “{excerpt(name)}”."
    if column.has_too_many:
        return (
            f"“{excerpt(name)}” has {len(column.different)} different values in the "
            "first rows alone: are those classes?"
        )
    if column.are_all_different and len(column.cells) >= LITTLE:
        return (
            f"“{excerpt(name)}” has another value in each row: are those classes? "
            "Choose their column (--target)."
        )
    return ""


def possible_targets(
    names: Sequence[str], rows: NDArray[Any], form: TableForm
) -> list[str]:
    """Name some columns that could be the classes in place of the form's.

    As options take them.

    Parameters
    ----------
    names : sequence of str
        Of all columns.
    rows : ndarray of str objects, shape (n, n_columns)
        Some cells under them.
    form : TableForm
    """
    columns = [CellColumn(column.tolist(), form.decimal) for column in rows.T]
    able = [
        j
        for j, column in enumerate(columns)
        if j != form.label and len(column.different) > 1 and column.can_be_classes
    ]
    able.sort(key=lambda j: (columns[j].is_plainly_classes, columns[j].is_text, j))
    best = able[: -PROPOSED - 1 : -1]
    return [as_option(names[j], j + 1, header=form.header) for j in best]


def column_called(path: object, wanted: str, names: Sequence[str]) -> int:
    """Find a column by its name, or its number from 1.

    Raises
    ------
    UserError
        If there is none.
    """
    name = wanted.strip()
    stripped = [column.strip() for column in names]
    if name in stripped:
        return stripped.index(name)
    number = int(name) if re.fullmatch(r"[0-9]{1,9}", name) else 0
    if 1 <= number <= len(names):
        return number - 1
    known = listed([excerpt(column) for column in names if column])
    raise UserError(f"{path}: has no column “{wanted}”: choose one of {known}")


def require_features(
    path: object,
    names: Sequence[str],
    proposal: Proposal,
    rows: NDArray[Any],
) -> None:
    """Make sure that there is something to learn from.

    Parameters
    ----------
    path : object
    names : sequence of str
    proposal : Proposal
    rows : ndarray of str objects, shape (n, n_columns)
        Some cells under them.

    Raises
    ------
    UserError
        If no column is a feature; says what could be one.
    """
    form = proposal.form
    if form.features:
        return
    target = excerpt(names[form.label])
    said = f"{path}: no column of numbers is left beside “{target}”"

    def called(columns: Sequence[int]) -> str:
        return listed([f"“{excerpt(names[j])}”" for j in columns])

    text = [j for j, why in proposal.left_out if why in _OF_WORDS]
    numbers = [j for j, why in proposal.left_out if why.startswith(_OTHER_NUMBERS)]
    label = CellColumn(rows[:, form.label].tolist(), form.decimal)
    others = possible_targets(names, rows, form)
    measured = label.has_too_many and not label.is_text
    if text and others and measured and proposal.reason != "told":
        raise OptionNeeded(
            f"{said}, which has too many values for classes: choose another target, "
            f"such as {others[0]} (--target {others[0]}), and “{target}” becomes a "
            "feature"
        )
    if numbers:
        signs = CellColumn(rows[:, numbers[0]].tolist(), form.decimal).other_decimals
        raise UserError(
            f"{said}: {called(numbers)} may hold numbers in another format: tell which "
            f"(--decimal {' or --decimal '.join(signs)})"
        )
    if dressed := [why for _, why in proposal.left_out if why.startswith(_DRESSED)]:
        raise UserError(f"{said}: the others are {dressed[0]}")
    if text:
        raise OptionNeeded(
            f"{said}: {called(text)} {'holds' if len(text) == 1 else 'hold'} text: "
            "make features of it (--one-hot)"
        )
    unused = listed([f"“{excerpt(names[j])}”, {why}" for j, why in proposal.left_out])
    left_out = f" (left out: {unused})" if unused else ""
    raise OptionNeeded(
        f"{said}, which was taken as the target{left_out}: give a column per feature, "
        "or choose another target (--target)"
    )
