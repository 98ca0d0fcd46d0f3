"""The columns of a table found again in another one, by name or by position."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.data.tables.column_roles import column_called
from engine.data.tables.header import usual_target
from engine.errors import LISTED, UserError, excerpt, listed
from engine.numbers import counted, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.data.provenance import Provenance

NO_LABEL = -1
"""In place of the index of the column of the classes, where there is none."""


class Match(NamedTuple):
    """Where the columns of one table stand in another.

    Attributes
    ----------
    features : tuple of int
        Indices of the columns, in the order of those looked for.
    label : int
        Index of the column of the classes; `NO_LABEL` if it is not there.
    notes : tuple of str
        What is worth telling: a sentence each.
    """

    features: tuple[int, ...]
    label: int
    notes: tuple[str, ...]


def match_by_name(
    path: object,
    names: Sequence[str],
    like: Provenance,
    target: str | None = None,
) -> Match:
    """Find columns by their names.

    Parameters
    ----------
    path : object
        Of the file, named in messages.
    names : sequence of str
        Of all columns of the table at hand.
    like : Provenance
        The columns that are looked for.
    target : str, optional
        The column of the classes, where it is called otherwise here.

    Raises
    ------
    UserError
        If some are not there; names them.
    """
    wanted = [column.name for column in like.columns]
    absent = [name for name in wanted if name not in names]
    if absent:
        raise UserError(
            f"{path}: has no {plural('column', len(absent))} {_list(absent)}, which "
            f"{'is a feature' if len(absent) == 1 else 'are features'} of the model: "
            f"it has {_list(names)}: add the missing ones, or rename those that are "
            "meant"
        )
    features = tuple(names.index(name) for name in wanted)
    label, notes = NO_LABEL, []
    if target is not None:
        label = column_called(path, target, names)
    elif like.target in names and like.target:
        label = names.index(like.target)
    elif like.target:
        label = _usual(names, wanted)
        if label != NO_LABEL:
            notes.append(f"the classes are taken from “{excerpt(names[label])}”")
    if others := [
        name
        for j, name in enumerate(names)
        if j not in (*features, label) and name not in like.unused
    ]:
        notes.append(f"not a feature of the model, left out: {_list(others)}")
    return Match(features, label, tuple(notes))


def match_by_position(
    path: object,
    width: int,
    like: Provenance,
    target: str | None = None,
) -> Match:
    """Find columns of a table without a header by where they stand.

    The table has the features alone, in order; or the class too, last; or all columns
    as the table had that is known.

    Raises
    ------
    UserError
        If the number of columns does not fit.
    """
    n = len(like.columns)
    places = [column.position for column in like.columns]
    label = NO_LABEL
    if target is not None:
        label = column_called(path, target, [str(j + 1) for j in range(width)])
    if width == like.width and all(places):
        features = tuple(place - 1 for place in places)
        label = like.target_position - 1 if target is None else label
    elif width == n + (label != NO_LABEL):
        features = tuple(j for j in range(width) if j != label)
    elif width == n + 1:
        features, label = tuple(range(n)), n if like.target else NO_LABEL
    else:
        among = ", the target among them" if label != NO_LABEL else ""
        raise UserError(
            f"{path}: has {counted(width, 'column')} without names{among}, "
            f"where the model has {n} features: give these alone, in their order "
            f"({listed([excerpt(column.name) for column in like.columns])}), or name "
            "the columns"
        )
    pairs = [
        f"column {j + 1} is {excerpt(column.name)}"
        for j, column in zip(features, like.columns, strict=True)
    ]
    said = ", ".join(pairs[:LISTED]) + (" …" if len(pairs) > LISTED else "")
    return Match(features, label, (f"no header, so by position: {said}",))


def _usual(names: Sequence[str], features: Sequence[str]) -> int:
    """Find a column that is called as one of classes is, beside the features."""
    others = [name for name in names if name not in features]
    usual = usual_target(others) if others else None
    return NO_LABEL if usual is None else names.index(others[usual])


def _list(names: Sequence[str]) -> str:
    return listed([f"“{excerpt(name)}”" for name in names])
