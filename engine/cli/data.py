"""The data of a headless command: read as the window reads, notes on stderr."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cli.messages import StatusLine, note
from engine.data.formats import registry
from engine.data.formats.registry import format_of
from engine.data.sample_table import SampleTable
from engine.data.sample_weights import weighted_by
from engine.data.tables.data_file import DataFile, readable
from engine.data.tables.quotation import WHITESPACE
from engine.data.tables.read_options import ReadOptions
from engine.data.tables.text_encoding import UTF_8
from engine.errors import UserError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _ArgumentGroup

    from engine.data.dataset import Dataset

DELIMITERS = {
    "comma": ",", "semicolon": ";", "tab": "\t", "bar": "|", "blank": WHITESPACE,
    "\\t": "\t", " ": WHITESPACE,
}  # fmt: skip
"""Names of what stands between cells, besides the signs themselves."""
_ESCAPE = re.compile(r"\\x([0-9a-fA-F]{2})")
_NO_DELIMITER = re.compile(r"[\w\"\r\n]")
_OF_TABLES = (
    "skip_lines", "header_line", "header", "delimiter", "decimal", "missing_words",
)  # fmt: skip
_OF_COLUMNS = ("names", "one_hot", "drop", "keep")
_OF_TEXT = ("header", "delimiter")
FIRST_INDICES = (0, 1)
NO_COLUMN = "none"
DECIMALS = {"point": ".", "comma": ","}
FILES = (
    "CSV, TSV, .tab, ARFF, svmlight, Parquet, .xlsx, .ods …, also compressed as .gz, "
    ".bz2, .xz, .zst or .zip; - is the standard input"
)


def add_data(parser: ArgumentParser) -> None:
    """Add the data to learn from, how they are read, and the samples' weights."""
    parser.add_argument("data", metavar="DATA", help=FILES)
    group = parser.add_argument_group("how the table is read")
    group.add_argument(
        "--target",
        metavar="COLUMN",
        help="the column of the classes, by name or number from 1 (default: one called "
        "class, label, target, species or y; else a column that can be it; the first "
        "line of the output says which, and why)",
    )
    group.add_argument(
        "--weight",
        metavar="COLUMN",
        help="a column of numbers from 0 on that says how much each sample counts: "
        "one of 2 as two samples, one of 0 as none (default: all 1)",
    )
    _add_names(group)
    _add_missing(group, "error")
    group.add_argument(
        "--one-hot",
        action="store_true",
        help="make of each column of text a feature of 0 or 1 for each of its words "
        "(default: leave text out); yes and no, true and false are 1 and 0 anyway",
    )
    group.add_argument(
        "--drop", metavar="COLUMNS", help="columns to leave out, such as id,name,3"
    )
    group.add_argument(
        "--keep",
        metavar="COLUMNS",
        help="columns to keep as features, though they seem to number the rows",
    )
    _add_cells(group)


def add_data_like(parser: ArgumentParser) -> None:
    """Add data that are read as those that a model was learned from."""
    parser.add_argument("data", metavar="DATA", help=FILES)
    group = parser.add_argument_group("how the table is read")
    _add_names(group)
    _add_missing(group, "as in training")
    _add_cells(group)
    parser.set_defaults(target=None, one_hot=False, drop=None, keep=None)


def _add_names(group: _ArgumentGroup) -> None:
    group.add_argument(
        "--names",
        metavar=f"COLUMN|{NO_COLUMN}",
        help="the column of the samples’ names, by name or number from 1, or none: "
        "nothing is learned from it (default: one called name, else a column of text "
        "that is another in each row)",
    )


def _add_missing(group: _ArgumentGroup, usual: str) -> None:
    group.add_argument(
        "--missing",
        choices=("error", "drop", "mean"),
        metavar="error|drop|mean",
        default="error",
        help="missing values, empty or NA, NaN, null, ?, -, .: refuse them, "
        "leave such rows out, or fill in the column's mean (all zeros for text); rows "
        f"without a label are left out in either case (default: {usual})",
    )


def _add_cells(group: _ArgumentGroup) -> None:
    group.add_argument(
        "--missing-words",
        metavar="WORDS",
        type=_names,
        default=(),
        help=r"what else stands for a missing value, such as None,n.a.,\N,--,-999",
    )
    group.add_argument(
        "--bad-rows",
        choices=("error", "drop"),
        metavar="error|drop",
        default="error",
        help="rows that cannot be read, such as totals, footnotes or units under the "
        "header: refuse them, or leave them out, also of what is written (default: "
        "error)",
    )
    begin = group.add_mutually_exclusive_group()
    begin.add_argument(
        "--skip-lines",
        metavar="N",
        type=_lines,
        help="lines above the table to pass over (default: as it seems)",
    )
    begin.add_argument(
        "--header-line",
        metavar="N",
        type=_lines,
        help="the line of the file, from 1, with the names of the columns: the table "
        "begins with it",
    )
    group.add_argument(
        "--header",
        choices=("yes", "no"),
        metavar="yes|no",
        help="whether the first row names the columns (default: as it seems)",
    )
    group.add_argument(
        "--delimiter",
        metavar="SIGN",
        help="what stands between cells: comma, semicolon, tab, bar, blank, or signs "
        r"such as :, || or \x01 (default: as it seems)",
    )
    group.add_argument(
        "--decimal",
        metavar="point|comma",
        help="what stands before the fraction of a number (default: as it seems)",
    )
    group.add_argument(
        "--encoding",
        metavar="NAME",
        default="",
        help="the encoding of the text, such as cp1252 or utf-16 (default: as it is "
        "recognised)",
    )
    group.add_argument(
        "--sheet",
        metavar="SHEET",
        default="",
        help="of a workbook: the sheet, by name or number from 1 (default: the first "
        "with cells)",
    )
    group.add_argument(
        "--first-index",
        type=int,
        choices=FIRST_INDICES,
        metavar="0|1",
        help="of svmlight: the index of the first feature (default: as a comment in "
        "the file says, or as it was for the weights; else 0 if that occurs)",
    )


def add_safe_csv(group: _ArgumentGroup) -> None:
    """Add the option that asks for it."""
    group.add_argument(
        "--safe-csv",
        action="store_true",
        help="put an apostrophe before each name in a CSV file that a spreadsheet "
        "would take for a formula: that begins with = + - @, a tab or a line end and "
        "is no number (default: names as they are)",
    )


def options_of(args: Namespace) -> ReadOptions:
    """Give what the options tell about the table.

    Raises
    ------
    UserError
        If a sign is none that can be; names the option.
    """
    only = _names(getattr(args, "features", None) or "")
    weight = getattr(args, "weight", None)
    return ReadOptions(
        target=args.target,
        header=_has_header(args),
        start=args.header_line
        or (args.skip_lines or 0) + (args.skip_lines is not None),
        bad_rows=args.bad_rows,
        missing_words=args.missing_words,
        delimiter=_delimiter(args.delimiter),
        decimal=_sign("decimal", args.decimal, DECIMALS),
        missing=args.missing,
        one_hot=args.one_hot,
        drop=_names(args.drop or ""),
        keep=_names(args.keep or ""),
        only=(*only, weight) if only and weight else only,
        encoding=args.encoding,
        sheet=args.sheet,
        weight=weight or "",
        names="" if args.names == NO_COLUMN else args.names,
        first_index=args.first_index,
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _lines(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ArgumentTypeError(f"“{text}” is no number of lines: give one, such as 3")
    return int(text)


def _has_header(args: Namespace) -> bool | None:
    if args.header_line is not None:
        if args.header == "no" or not args.header_line:
            raise UserError(
                f"--header-line {args.header_line}: tells on which line, from 1, the "
                "columns’ names stand: leave it out if no line has names"
            )
        return True
    return None if args.header is None else bool(args.header == "yes")


def _delimiter(choice: str | None) -> str:
    """Give what stands between cells; escapes stand for what cannot be typed."""
    signs = _ESCAPE.sub(lambda code: chr(int(code[1], 16)), choice or "")
    is_none = _NO_DELIMITER.search(signs) or signs in "+-."  # or there are no signs
    if is_none or choice in DELIMITERS:
        return _sign("delimiter", choice, DELIMITERS)
    return signs


def _sign(option: str, choice: str | None, signs: dict[str, str]) -> str:
    if choice is None or choice in signs.values():
        return choice or ""
    if choice not in signs:
        known = ", ".join(name for name in signs if name.isalpha())
        if option == "delimiter":
            known += " (or a sign such as ~, but none that stands in numbers or words)"
        raise UserError(f"--{option} {choice}: cannot be used: choose one of {known}")
    return signs[choice]


def data_of(args: Namespace, usual_index: int | None = None) -> Dataset:
    """Read the data that the options name; tell what is guessed or left out.

    Parameters
    ----------
    args : Namespace
    usual_index : int, optional
        With which indices begin, where svmlight does not say it.

    Raises
    ------
    UserError
        If the file cannot be used.
    """
    file = opened(args)
    require_cells(args, file)
    with StatusLine() as status:
        table = open_table(args, usual_index)
        said = table.notes
        data = table.read_all(status.share(f"reading {file}"))
    if data.provenance is not None:
        tell_more(data.provenance.notes, said)
    if args.weight is None:
        return data
    try:
        return weighted_by(data, args.weight)
    except UserError as error:
        raise UserError(f"{file}: --weight {args.weight}: {error}") from None


def require_cells(args: Namespace, file: DataFile) -> None:
    """Refuse what is told of the cells of a table for a file that is none.

    Raises
    ------
    UserError
        If there is any such option.
    """
    kind = format_of(file)
    options: list[str] = []
    if not kind.is_table:
        options += _OF_TABLES
        if args.bad_rows != "error":
            options.append("bad_rows")
    if not kind.has_columns:
        options += _OF_COLUMNS
        if args.missing != "error":
            options.append("missing")
    if not kind.is_text and kind.text is None:
        options += _OF_TEXT
    if given := [name for name in options if getattr(args, name)]:
        raise UserError(
            f"--{given[0].replace('_', '-')}: is only for tables such as CSV, which "
            f"{args.data} is not: leave it out"
        )
    if args.first_index is not None and not kind.has_indices:
        raise UserError(
            f"--first-index: is only for svmlight, which {args.data} is not: leave it "
            "out"
        )


def opened(args: Namespace) -> DataFile:
    """Open the file that the options name, once; tell how its text is encoded.

    Raises
    ------
    UserError
        If it cannot be read, or there is no such encoding.
    """
    if not isinstance(args.data, DataFile):
        file = args.data = registry.opened(
            args.data, encoding=args.encoding, sheet=args.sheet
        )
        with readable(file):
            encoding = file.encoding
        if not file.told_encoding and encoding != UTF_8:
            note(f"{file}: read as {encoding} text: --encoding chooses another")
        if file.sheet_doubt:
            tell((file.sheet_doubt,))
    return args.data


def open_table(args: Namespace, usual_index: int | None = None) -> SampleTable:
    """Open a table in the form that the window proposes; tell what is left out.

    Raises
    ------
    UserError
        If the file cannot be a table, or has no such target.
    """
    options = replace(options_of(args), usual_index=usual_index)
    table = SampleTable.open(opened(args), options)
    tell(table.notes)
    return table


def tell_more(notes: tuple[str, ...], said: tuple[str, ...]) -> None:
    """Say what is not said yet."""
    tell(tuple(text for text in notes if text not in said))


def tell(notes: tuple[str, ...]) -> None:
    """Say what was guessed, left out or filled in."""
    for text in notes:
        note(text[:1].lower() + text[1:].removesuffix("."))
