"""Where samples came from: the file, how it was read, what became of its columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ColumnKind = Literal["number", "binary", "one-hot"]
Missing = Literal["error", "drop", "mean"]


@dataclass(frozen=True)
class Column:
    """A column of a table, and the features that were made of it.

    Attributes
    ----------
    name : str
        As the header has it.
    kind : {"number", "binary", "one-hot"}
        Numbers as they are; two words as 0 and 1; a feature of 0 or 1 per level.
    levels : tuple of str
        Of text: the words that occur; of two as 0 and 1, in that order.
    mean : float, optional
        What stands where a number is missing.
    position : int
        Which column of the table it is, from 1; 0 if that is not known.
    """

    name: str
    kind: ColumnKind = "number"
    levels: tuple[str, ...] = ()
    mean: float | None = None
    position: int = 0

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Name the features, in order."""
        if self.kind == "one-hot":
            return tuple(f"{self.name}={level}" for level in self.levels)
        return (self.name,)


@dataclass(frozen=True)
class Provenance:
    """How a table was read: enough to read another one the same way.

    Attributes
    ----------
    file : str
        The file's name, without its folder.
    target : str
        The column of the classes; empty if the format has none.
    columns : tuple of Column
        Those from which features were made, in the order of the features.
    options : tuple of (str, str)
        What was told or recognised, by the names of the command line's options:
        ``("header", "yes")``, ``("delimiter", ",")``, ``("missing", "drop")`` …
    left_out : tuple of (str, int)
        How many rows or columns were not used, with the reason.
    target_reason : str
        Why that column is the target: “told”, “the last column” …
    target_position : int
        Which column of the table it is, from 1; 0 if that is not known.
    unused : tuple of str
        Names of the columns that are neither features nor target.
    width : int
        The number of columns; 0 if that is not known.
    notes : tuple of str
        What was guessed, left out or filled in: a sentence each, for people.
    """

    file: str
    target: str
    columns: tuple[Column, ...]
    options: tuple[tuple[str, str], ...] = ()
    left_out: tuple[tuple[str, int], ...] = ()
    target_reason: str = ""
    target_position: int = 0
    unused: tuple[str, ...] = ()
    width: int = 0
    notes: tuple[str, ...] = ()

    @property
    def missing(self) -> Missing:
        """What became of missing values."""
        ways: tuple[Missing, ...] = ("error", "drop", "mean")
        chosen = dict(self.options).get("missing", "error")
        return next((way for way in ways if way == chosen), "error")

    @property
    def missing_words(self) -> tuple[str, ...]:
        """What stood for missing values, besides what usually does."""
        words = dict(self.options).get("missing-words", "")
        return tuple(words.split(",")) if words else ()

    @property
    def names(self) -> str:
        """The column of the samples' names; empty if there is none."""
        return dict(self.options).get("names", "")

    @property
    def first_index(self) -> int | None:
        """The index of the first feature, in svmlight; None if that is not known."""
        index = dict(self.options).get("first-index", "")
        return int(index) if index in ("0", "1") else None

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Name all features, in order."""
        return tuple(name for column in self.columns for name in column.feature_names)
