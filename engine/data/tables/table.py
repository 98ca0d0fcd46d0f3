"""A table that is opened: its first rows, in which its form is recognised.

What reads a format gives one of these; all that follows is the same for every format.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from engine.data.provenance import Column
from engine.data.tables.cell_column import CellColumn
from engine.data.tables.column_matching import (
    NO_LABEL,
    match_by_name,
    match_by_position,
)
from engine.data.tables.column_roles import RoleFinder, as_option, names_column
from engine.data.tables.csv_cells import CellGrid
from engine.data.tables.header import HeaderGuess
from engine.data.tables.missing_values import NAMES_TOO, is_missing
from engine.data.tables.number_format import doubt_of
from engine.data.tables.read_options import AS_FOUND
from engine.data.tables.row_blocks import version
from engine.data.tables.table_form import TableForm, signs_meant
from engine.errors import UserError, excerpt, listed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from engine.data.classes import LabelKind
    from engine.data.provenance import Provenance
    from engine.data.tables.column_roles import Proposal
    from engine.data.tables.data_file import DataFile
    from engine.data.tables.read_options import ReadOptions
    from engine.data.tables.typed_columns import Batch

COMPUTE = "open the workbook in Excel or LibreOffice and save it"
"""What gives formulas their values."""
LOOKED_AT = 1000
"""Rows in which the form is recognised."""
VALUE_BYTES = 8


class TableBlock(Protocol):
    """Some rows of a table, as its format keeps them."""

    @property
    def share(self) -> float:
        """How much of the table has been read at its end, 0 … 1."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Table(ABC):
    """A table of which the first rows are known.

    Attributes
    ----------
    path : DataFile
    version : tuple of int
        Another one once the file has been changed.
    delimiter : str
        As told or recognised; a comma where there is none.
    start : int
        The line of the file with which the table begins.
    lenient : bool
        Rows with too few or too many cells are left out.
    missing_words : tuple of str
        What stands for a missing value, besides what usually does.
    whole : bool
        There is nothing after the first rows.
    label : int, optional
        Index of the column that the file marks as that of the classes.
    unused : mapping of int to str
        Indices of columns that it marks as no features, and how to say it.
    declared : mapping of str to sequence of str
        What it says may be in a column, by the column's name.
    kinds : mapping of int to {"number", "category"}
        What it says that columns hold.
    uncomputed : frozenset of int
        Indices of columns of formulas, most of their cells at least, that have all 0
        for a value, as where nobody computed them: they are never the classes.
    merged : frozenset of int
        Indices of columns in which rows have the value of cells merged over them.
    respelt : mapping of int to collection of str
        Words that lost line ends, by the index of their column, where they are there
        without these too.
    mixed : mapping of int to collection of str
        Likewise words that are text in some cells and a value in others.
    """

    path: DataFile
    version: tuple[int, int, int]
    delimiter: str = ","
    start: int = 1
    lenient: bool = False
    missing_words: tuple[str, ...] = ()
    whole: bool = False
    label: int | None = None
    unused: Mapping[int, str] = field(default_factory=dict)
    declared: Mapping[str, Sequence[str]] = field(default_factory=dict)
    kinds: Mapping[int, LabelKind] = field(default_factory=dict)
    uncomputed: frozenset[int] = frozenset()
    merged: frozenset[int] = frozenset()
    respelt: Mapping[int, Collection[str]] = field(default_factory=dict)
    mixed: Mapping[int, Collection[str]] = field(default_factory=dict)

    unit = "line"
    """What the places of rows are called."""

    @property
    def way_to_cut(self) -> str:
        """What else helps where there is only one column."""
        return ""

    @property
    @abstractmethod
    def features_grid(self) -> CellGrid:
        """The first rows, the names above them, of what may be one feature alone."""

    @property
    def grid(self) -> CellGrid:
        """The first rows, the names above them.

        Raises
        ------
        UserError
            If they cannot be cut into a table; names the line.
        """
        grid = self.features_grid
        if grid.cells.shape[1] < 2:
            raise UserError(
                f"{self.path}: has only one column: give a column per feature and one "
                f"for the class{self.way_to_cut}"
            )
        return grid

    @property
    def lines(self) -> list[tuple[int, str]]:
        """The first rows as they stand there, each with its line or row."""
        cells = self.features_grid.cells.tolist()
        return [(i, ",".join(row)) for i, row in enumerate(cells, 1)]

    @property
    def note(self) -> str:
        """A sentence about what is above the table; empty if nothing is."""
        return ""

    def of(self, form: TableForm) -> Table:
        """Give the table as lenient as a form is, read anew if the file was changed."""
        table = self if version(self.path) == self.version else self.anew()
        same = table.lenient == form.lenient
        return table if same else replace(table, lenient=form.lenient)

    def anew(self) -> Table:
        """Read the first rows again in the same way, where that can be told."""
        return self

    @abstractmethod
    def blocks(self, form: TableForm, *, first: bool = False) -> Iterator[TableBlock]:
        """Go over the rows once, some at a time; the `first` few come soon."""

    def quick_batch(self, block: Any, form: TableForm) -> Batch | None:
        """Read the features, labels and names of a block fast, without lines.

        None where a closer look is needed.
        """
        return None

    @abstractmethod
    def batch(self, block: Any, form: TableForm) -> tuple[Batch, int]:
        """Cut a block into cells; tell how many rows could not be cut, if lenient."""

    def size(self, form: TableForm) -> int:
        """Estimate the memory that the samples take at least while they are read."""
        return 0

    def recognised(self, form: TableForm) -> tuple[tuple[str, str], ...]:
        """Tell how it is read, as a `Provenance` has it."""
        words = (("missing-words", ",".join(self.missing_words)),)
        return (
            ("header", "yes" if form.header else "no"),
            ("delimiter", self.path.delimiter or self.delimiter),
            ("decimal", form.decimal),
            *(words if self.missing_words else ()),
        )

    def trimmed(self, provenance: Provenance) -> Provenance:
        """Leave out of a provenance what the format does not have."""
        return provenance

    def header(self, decimal: str, options: ReadOptions, target: str) -> HeaderGuess:
        """Tell whether the first row of the grid has the names."""
        return HeaderGuess(True)

    def like_header(self, decimal: str, options: ReadOptions, like: Provenance) -> bool:
        """Tell whether the first row has the names of a table read as another was."""
        return True

    def decimal(self, cells: NDArray[Any], decimal: str, usual: str = "") -> str:
        """Tell how numbers are written: see `number_format`."""
        return "."

    def marked(self, rows: NDArray[Any], decimal: str) -> frozenset[int]:
        """Find the columns that the file marks as text."""
        return frozenset()

    def meant(self, names: Sequence[str]) -> frozenset[tuple[int, str]]:
        """Find what is declared to be a value: see `TableForm`."""
        return frozenset(
            (j, word)
            for j, name in enumerate(names)
            for word in self.declared.get(name, ())
            if is_missing(word) and word != "?"
        )

    def labels_meant(
        self, label: int, cells: Collection[str]
    ) -> frozenset[tuple[int, str]]:
        """Find what is a value in the column of the classes: see `TableForm`."""
        return signs_meant(label, cells)

    def with_names_doubt(self, proposal: Proposal, labels: Collection[str]) -> Proposal:
        """Say that NA is a class, where nothing declares it."""
        label = proposal.form.label
        classes = NAMES_TOO.intersection(labels)
        is_declared = label in self.kinds or not classes
        if is_declared or (label, min(classes)) not in proposal.form.meant:
            return proposal
        doubt = (
            f"“{min(classes)}” is a class, as it is text in the file (--missing-words "
            f"{min(classes)} if it stands for a missing one)."
        )
        return replace(proposal, doubt=f"{proposal.doubt} {doubt}".strip())

    def label_kind(self, form: TableForm) -> LabelKind:
        """Tell what the file says that the labels are."""
        return self.kinds.get(form.label, "")

    def names(self, form: TableForm) -> list[str]:
        """Name all columns.

        Raises
        ------
        UserError
            If one that is used has no name, or the same as another.
        """
        first: list[str] = self.features_grid.cells[0].tolist()
        if form.header:
            used = (*form.features, *([form.label] if form.label != NO_LABEL else []))
            check_header(self.path, first, int(self.features_grid.lines[0]), used)
            return first
        names = iter(f"x{j + 1}" for j in range(len(first)))
        return ["class" if j == form.label else next(names) for j in range(len(first))]

    def require_classes(self, form: TableForm) -> None:
        """Make sure that the classes are not formulas that nobody computed.

        Raises
        ------
        UserError
            If they are.
        """
        if form.label in self.uncomputed:
            name = excerpt(self.names(form)[form.label])
            raise UserError(
                f"{self.path}, column {name}: has formulas whose values are all 0, as "
                "if no program had computed them yet, so these cannot be the classes: "
                f"{COMPUTE}, or "
                "choose another target (--target)"
            )

    def _doubts(self, names: Sequence[str], form: TableForm) -> tuple[str, ...]:
        """Say what may not be meant in the columns that are used, in sentences."""
        used = {*form.features, form.label, form.names}

        def called(columns: frozenset[int]) -> str:
            return listed([f"“{excerpt(names[j])}”" for j in sorted(columns & used)])

        def options(columns: frozenset[int]) -> str:
            return ",".join(
                as_option(names[j], j + 1, header=form.header)
                for j in sorted(columns & used)
            )

        said = []
        if columns := called(self.uncomputed):
            them = "it" if len(self.uncomputed & used) == 1 else "them"
            said.append(
                f"The formulas in {columns} are all 0: did nobody compute them? Then "
                f"{COMPUTE} (--drop {options(self.uncomputed)} leaves {them} out)."
            )
        if columns := called(self.merged):
            said.append(
                f"In {columns} cells are merged: the value counts for each of their "
                "rows."
            )
        return tuple(said)

    def rows(self, form: TableForm) -> CellGrid:
        """Give the first rows that are samples."""
        grid = self.written(form.decimal)
        return CellGrid(grid.cells[form.header :], grid.lines[form.header :])

    def written(self, decimal: str) -> CellGrid:
        """Give the first rows, their numbers in a format."""
        return self.features_grid

    def columns(self, form: TableForm) -> tuple[Column, ...]:
        """Say what is known of the columns of the features."""
        cells = self.rows(form).cells[:LOOKED_AT]
        names = self.names(form)

        def column(j: int) -> Column:
            if j in form.text:
                return Column(names[j], "one-hot", position=j + 1)
            if j not in form.binary:
                return Column(names[j], position=j + 1)
            pair = CellColumn(cells[:, j].tolist(), form.decimal).pair
            return Column(names[j], "binary", pair or (), position=j + 1)

        return tuple(map(column, form.features))

    def matched(
        self, options: ReadOptions, like: Provenance
    ) -> tuple[TableForm, Sequence[Column], Sequence[str]]:
        """Find the columns of another table; tell what is worth telling in sentences.

        Raises
        ------
        UserError
            If the file cannot be a table, or they are not in it.
        """
        cells = self.features_grid.cells
        first: list[str] = cells[0].tolist()
        usual = dict(like.options).get("decimal", "")
        decimal = self.decimal(cells, options.decimal, usual)
        header = self.like_header(decimal, options, like)
        if header:
            match = match_by_name(self.path, first, like, options.target)
        else:
            match = match_by_position(self.path, len(first), like, options.target)
        names = first if header else numbered_names(len(first))
        taken = (*match.features, match.label)
        kinds = list(zip(match.features, like.columns, strict=True))
        form = TableForm(
            match.label, match.features, header=header, decimal=decimal,
            lenient=self.lenient,
            text=tuple(j for j, column in kinds if column.kind == "one-hot"),
            binary=tuple(j for j, column in kinds if column.kind == "binary"),
            missing=options.missing if options.missing != "error" else like.missing,
            meant=self.meant(first)
            | self.labels_meant(match.label, cells[int(header) :, match.label]),
            names=names_column(self.path, names, options, like, taken),
        )  # fmt: skip
        return form, like.columns, (*match.notes, *self._doubts(names, form))

    def proposal(self, options: ReadOptions = AS_FOUND) -> Proposal:
        """Recognise the form, as far as it is not told, and say what is doubtful.

        Columns of text, without a name in a header, or that only tell rows apart are
        no features.

        Raises
        ------
        UserError
            If the file cannot be a table, or has not the columns that are told.
        """
        decimal = self.decimal(self.grid.cells, options.decimal)
        cells = self.written(decimal).cells
        guess = self.header(decimal, options, options.target or "")
        rows = cells[guess.header : LOOKED_AT + guess.header]
        first: list[str] = cells[0].tolist()
        names = first if guess.header else numbered_names(len(first))
        marked = self.marked(rows, decimal)
        meant = self.meant(names)
        columns = [
            CellColumn(
                cells.tolist(), decimal, is_marked=j in marked,
                is_category=self.kinds.get(j) == "category",
                meant={word for place, word in meant if place == j},
            )
            for j, cells in enumerate(rows.T)
        ]  # fmt: skip
        form = TableForm(
            NO_LABEL, (), header=guess.header, decimal=decimal, lenient=self.lenient,
            missing=options.missing, meant=meant,
        )  # fmt: skip
        finder = RoleFinder(
            self.path, names, columns, options, len(rows), form, self.uncomputed
        )
        proposal = finder.proposal(self.label, self.unused)
        form, label = proposal.form, proposal.form.label
        meant |= self.labels_meant(label, rows[:, label])
        of_numbers = "" if options.decimal else doubt_of(rows, decimal, self.delimiter)
        doubts = guess.doubt, of_numbers, *self._doubts(names, proposal.form)
        doubt = " ".join(filter(None, doubts))
        return replace(proposal, form=replace(form, meant=meant), doubt=doubt)


def numbered_names(width: int) -> list[str]:
    """Call columns without a header by their numbers."""
    return [str(j + 1) for j in range(width)]


def check_header(
    path: object, names: Sequence[str], line: int, used: Sequence[int] | None = None
) -> None:
    """Refuse names that are missing or twice there, in all columns or those used."""
    seen: set[str] = set()
    for j in range(len(names)) if used is None else sorted(used):
        name = names[j]
        if not name:
            raise UserError(
                f"{path}, line {line}: column {j + 1} has no name: "
                "name it or delete the column"
            )
        if name in seen:
            raise UserError(
                f"{path}, line {line}: two columns are called “{excerpt(name)}”: "
                "rename one"
            )
        seen.add(name)
