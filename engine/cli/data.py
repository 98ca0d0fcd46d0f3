"""The data of a headless command: read as the window reads, notes on stderr."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cli.messages import note
from engine.data.formats.formed import read_formed
from engine.data.formats.registry import is_table, read_data
from engine.data.formats.table import require_two_classes
from engine.data.formats.table_form import form_of, head_of, proposal
from engine.errors import excerpt

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from engine.data.dataset import Dataset
    from engine.data.formats.table_form import Form


def add_data(parser: ArgumentParser) -> None:
    """Add the data and what is known of their columns."""
    parser.add_argument("data", metavar="DATA", help="CSV, TSV, .tab, ARFF, svmlight …")
    parser.add_argument(
        "--target",
        metavar="COLUMN",
        help="the column of the classes, by name or number from 1 (default: one called "
        "class, label, target, species or y, or else the last)",
    )


def data_of(args: Namespace) -> Dataset:
    """Read the data that the options name; tell what of a table is left out.

    Raises
    ------
    UserError
        If the file cannot be used, or has one class only.
    """
    data = _read(args)
    require_two_classes(data, args.data)
    return data


def _read(args: Namespace) -> Dataset:
    if not is_table(args.data):
        return read_data(args.data, args.target)
    form = table_form(args)
    if form == form_of(args.data, args.target):
        return read_data(args.data, args.target)
    return read_formed(args.data, form)


def table_form(args: Namespace) -> Form:
    """Recognise the form of a table as the window does; tell what is left out.

    Where ``--features`` names columns and nothing else, only those are read.

    Raises
    ------
    UserError
        If the file cannot be a table, or has no such target.
    """
    found = form_of(args.data, args.target)
    form, _ = proposal(args.data, found.delimiter, found.decimal, args.target)
    grid = head_of(args.data).grid(args.data, form.delimiter)
    names = replace(form, features=()).names(args.data, grid)
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
