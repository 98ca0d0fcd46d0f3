"""The data of a headless command: read as the window reads, notes on stderr."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cli.messages import StatusLine, note
from engine.data.formats import registry
from engine.data.formats.csv_form import read_head
from engine.data.formats.csv_stream import CsvStream
from engine.data.formats.data_file import DataFile, readable
from engine.data.formats.read_options import ReadOptions
from engine.data.formats.registry import format_of
from engine.data.formats.text_encoding import UTF_8
from engine.errors import excerpt

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from engine.data.dataset import Dataset
    from engine.data.formats.csv_form import TableForm, TableHead


def add_data(parser: ArgumentParser) -> None:
    """Add the data and what is known of their columns."""
    parser.add_argument(
        "data",
        metavar="DATA",
        help="CSV, TSV, .tab, ARFF, svmlight …, also compressed as .gz, .bz2, .xz or "
        ".zip; - is the standard input",
    )
    parser.add_argument(
        "--target",
        metavar="COLUMN",
        help="the column of the classes, by name or number from 1 (default: one called "
        "class, label, target, species or y, or else the last)",
    )
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        default="",
        help="the encoding of the text, such as cp1252 or utf-16 (default: as it is "
        "recognised)",
    )


def data_of(args: Namespace) -> Dataset:
    """Read the data that the options name; tell what of a table is left out.

    Raises
    ------
    UserError
        If the file cannot be used.
    """
    file = opened(args)
    found = format_of(file)
    with StatusLine() as status:
        progress = status.share(f"reading {file}")
        if found.is_table:
            return open_table(args).read_all(progress)
        return found.read(file, options=options_of(args), progress=progress)


def options_of(args: Namespace) -> ReadOptions:
    """Give what the options tell about the table."""
    return ReadOptions(target=args.target, encoding=args.encoding)


def opened(args: Namespace) -> DataFile:
    """Open the file that the options name, once; tell how its text is encoded.

    Raises
    ------
    UserError
        If it cannot be read, or there is no such encoding.
    """
    if not isinstance(args.data, DataFile):
        file = args.data = registry.opened(args.data, encoding=args.encoding)
        with readable(file):
            encoding = file.encoding
        if not file.told_encoding and encoding != UTF_8:
            note(f"{file}: read as {encoding} text: --encoding chooses another")
    return args.data


def open_table(args: Namespace) -> CsvStream:
    """Open a table in the form that the window proposes; tell what is left out.

    Where ``--features`` names columns and nothing else, only those are read.

    Raises
    ------
    UserError
        If the file cannot be a table, or has no such target.
    """
    head = read_head(opened(args))
    return CsvStream(head, _form(head, args))


def _form(head: TableHead, args: Namespace) -> TableForm:
    found = head.form(options_of(args))
    form, _ = head.proposal(options_of(args))
    names = head.names(replace(form, features=()))
    if args.features is not None:
        wanted = {term.strip() for term in args.features.split(",")}
        label = (found if names[form.label] in wanted else form).label
        columns = [j for j in range(len(names)) if j != label and names[j] in wanted]
        if wanted == {names[j] for j in columns}:
            return replace(form, label=label, features=tuple(columns))
    if not form.features:
        return found
    if form.label != found.label:
        note(f"the classes are taken from column {excerpt(names[form.label])}")
    for j in sorted({*range(len(names))} - {*form.features, form.label}):
        text = f"column {excerpt(names[j])} has text" if names[j] else ""
        note(f"{text or f'column {j + 1} has no name'}: left out")
    return form
