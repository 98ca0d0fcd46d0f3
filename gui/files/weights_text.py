"""Weights as text for the clipboard."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from engine.families.capabilities import can
from gui.style.text import weight_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.families.votes.model import VotedModel
    from engine.models.predictor import Predictor


def weights_as_text(model: Predictor) -> str:
    """Write the weights as lines to paste: name, tab, values in full precision.

    Weights that vote have a row each, under a line that says so: the class if there
    are several, its votes, its values; the newest last.
    """
    terms = model.features.names
    names = [*terms, weight_names(terms)[-1]]
    if can(model, "votes"):
        return _votes_as_text(model, names)
    if not can(model, "linear"):
        return _tables_as_text(model)
    rows = zip(names, model.weights.T.tolist(), strict=True)
    return "\n".join("\t".join([name, *map(repr, row)]) for name, row in rows)


def _tables_as_text(model: Predictor) -> str:
    lines: list[list[str]] = []
    for columns, alike in groupby(model.tables(), key=lambda table: table.columns):
        lines.append(["", *columns])
        lines += [[t.title, *map(repr, row)] for t in alike for row in t.rows]
    return "\n".join("\t".join(line) for line in lines)


def _votes_as_text(model: VotedModel, names: Sequence[str]) -> str:
    several, tables = model.n_outputs > 1, model.tables()
    n = sum(len(table.rows) for table in tables)
    lines = [[f"{n:,} weight vectors that vote"], ["votes", *names]]
    if several:
        lines[1].insert(0, "class")
    for table in tables:
        for numbers in table.rows:
            row = [repr(number) for number in numbers]
            lines.append([table.title, *row] if several else row)
    return "\n".join("\t".join(line) for line in lines)
