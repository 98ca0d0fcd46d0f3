"""What is told about a table before it is read: the rest is recognised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.errors import UserError

if TYPE_CHECKING:
    from engine.data.provenance import Missing, Provenance

BadRows = Literal["error", "drop"]


@dataclass(frozen=True)
class ReadOptions:
    """How a table is to be read, as far as that is told.

    Attributes
    ----------
    target : str, optional
        The column of the classes: its name, or its number from 1. Default a column
        called class, label, target, species or y, or else one that can be it.
    header : bool, optional
        Whether the first row names the columns.
    delimiter, decimal : str, optional
        What stands between cells, also several signs, and before the fraction of a
        number.
    start : int
        The line of the file, from 1, with which the table begins; 0 if it is to be
        recognised.
    bad_rows : {"error", "drop"}
        What becomes of rows that cannot be read: refused, or left out.
    encoding : str
        Of the text, such as ``cp1252``; empty if it is to be recognised.
    sheet : str
        Of a workbook: its name, or its number from 1; empty for the first with
        cells.
    missing : {"error", "drop", "mean"}
        What becomes of missing values: refused; their rows left out; the column's mean
        in their place.
    missing_words : tuple of str
        What stands for a missing value, besides what usually does.
    one_hot : bool
        Make of a column of text a feature of 0 or 1 for each of its levels.
    drop : tuple of str
        Columns, by name or number from 1, that are no features.
    keep : tuple of str
        Columns, by name or number from 1, that are features though they seem to number
        or name the rows.
    only : tuple of str
        The columns from which features are made, if each of these is one.
    weight : str
        The column of the samples' weights, numbers from 0 on: one below is refused.
    names : str, optional
        The column of the samples' names: its name, or its number from 1; empty for
        none. Default one that is called so, or a column of text that tells rows apart.
    first_index : int, optional
        Of svmlight: the index of the first feature, 0 or 1. Default as the file says.
    usual_index : int, optional
        The same of data like these, where the file does not say it.
    like : Provenance, optional
        Read as the table that this tells of: the same features, found by their names.
        The column of the classes may be missing.
    """

    target: str | None = None
    header: bool | None = None
    delimiter: str = ""
    decimal: str = ""
    start: int = 0
    bad_rows: BadRows = "error"
    encoding: str = ""
    sheet: str = ""
    missing: Missing = "error"
    missing_words: tuple[str, ...] = ()
    one_hot: bool = False
    drop: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    weight: str = ""
    names: str | None = None
    first_index: int | None = None
    usual_index: int | None = None
    like: Provenance | None = None


AS_FOUND = ReadOptions()
"""Nothing is told."""


class OptionNeeded(UserError):
    """A file can be read, but not as it is told: another choice may help."""
