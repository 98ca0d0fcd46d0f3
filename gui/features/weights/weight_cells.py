"""The table of a model's weights, laid out: what stands in which cell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.data.feature_map import pretty
from engine.errors import excerpt
from engine.families.capabilities import can
from engine.learners.combination import used_weights
from gui.style.text import number, weight_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine import Frame, Tape
    from engine.families.kernel.model import KernelModel
    from engine.families.votes.model import VotedModel
    from engine.models.predictor import Predictor

MOST_SHOWN = 40
MOST_ROWS = 16
"""Of a table of units or samples: as many as a layer has units."""
MOST_COLUMNS = 16
MOST_BESIDE = 3
"""Columns that have room beside each other."""
ACROSS = 0
"""As a span: over all columns, and the room that they leave."""


@dataclass(frozen=True)
class Cell:
    """A text of the table, its role and what its tooltip says."""

    text: str
    role: str
    more: str = ""
    span: int = 1


class ValueCell(NamedTuple):
    """A number of the table, written when it is in sight."""

    value: float
    digits: int
    role: str = "value"
    span: int = 1

    @property
    def text(self) -> str:
        return number(self.value, self.digits)

    @property
    def more(self) -> str:
        return f"{self.value!r}"


Cells = dict[tuple[int, int], Cell | ValueCell]


class Kind(NamedTuple):
    """Weights of one kind, of those that a combination goes through or uses.

    Attributes
    ----------
    head, title : str
        What they are, in a word and in a line.
    weights, scaled : ndarray, shape (n_outputs, n_terms + 1)
        In data units, and as trained.
    votes : tuple of float
        How many they have, of each output, where weights vote.
    """

    head: str
    title: str
    weights: NDArray[np.float64]
    scaled: NDArray[np.float64]
    votes: tuple[float, ...] = ()


class Combined(NamedTuple):
    """What is used where that is not the newest weights, and what of."""

    used: str
    kinds: tuple[Kind, ...]


def combined(tape: Tape, frame: Frame, model: Predictor) -> Combined | None:
    """Give what a combination uses; None where that is the newest, or at the start."""
    n = frame.step + tape.problem_at(frame.step).plan.steps_before
    combination = tape.combination_at(frame.step)
    if combination == "last" or not n:
        return None
    said = f"used: {used_weights(combination, n)}"
    newest = Kind(
        "newest w",
        "newest w: “This update” is about it",
        tape.in_data_units(frame.weights),
        frame.weights,
    )
    if can(model, "votes"):
        return _combined_by_votes(said, model, newest)
    if not can(model, "linear"):
        return None
    used = model.weights, model.scaled_weights
    if combination == "pocket":
        return Combined(said, (Kind("pocket", "in the pocket", *used), newest))
    total = Kind(
        "sum",
        f"sum of the {n:,}, one after every step",
        n * model.weights,
        n * model.scaled_weights,
    )
    mean = Kind("mean", f"mean of {n:,}", *used)
    return Combined(f"{said} = the sum / {n:,}", (mean, newest, total))


def _combined_by_votes(said: str, model: VotedModel, newest: Kind) -> Combined:
    """Set the weights with the most votes beside the newest."""
    votes = model.votes
    best = np.array([output.weights[output.counts.argmax()] for output in votes])
    most = tuple(float(output.counts.max()) for output in votes)
    last = tuple(float(output.counts[-1]) for output in votes)
    voters = [f"{np.count_nonzero(output.counts):,}" for output in votes]
    leading = Kind("most votes", "most votes", best, best, most)
    of = f"{voters[0]} w"
    if len(voters) > 1:
        several = zip(voters, model.class_names, strict=True)
        of = "w: " + ", ".join(f"{n} for {excerpt(name)}" for n, name in several)
    return Combined(f"{said}, of {of}", (newest._replace(votes=last), leading))


def weights_table(
    model: Predictor, combined: Combined | None = None, *, wide: bool = True
) -> Cells:
    """Lay the weights out: (row, column) to what stands there.

    The scaled weights stand beside those in data units, or below if there are many.
    """
    several = model.n_outputs > 1
    heads = list(model.class_names) if several else [""]
    if combined is not None:
        return _table_of_kinds(model, combined, heads, 4 if wide else 3)
    rows = model.newest_weights()
    if rows is None:
        return _tables(model, 4 if wide else 3)
    columns = list(zip(heads, rows, strict=True))
    digits = 5 if len(columns) < 3 else 4 if wide else 3
    if model.scaling is None:
        return _block(model, columns, 0, digits)
    scaled_rows = model.newest_weights(as_trained=True)
    if scaled_rows is None:
        return {}
    if not several:
        columns = [("data units", rows[0]), ("scaled", scaled_rows[0])]
        return _block(model, columns, 0, digits)
    cells = _block(model, columns, 0, digits)
    below = max(row for row, _ in cells) + 1
    cells[below, 0] = title_cell("on standardised features:")
    scaled = [("", weights) for weights in scaled_rows]
    return cells | _block(model, scaled, below + 1, digits)


def _tables(model: Predictor, digits: int) -> Cells:
    """Lay out the tables of a model that is no rows of weights, one below the other.

    Samples of a kernel model are numbered, those of the largest weights first.
    """
    cells: Cells = {}
    tables = groupby(model.tables(), key=lambda table: table.columns)
    layers = iter(_layer_titles(model))
    for columns, alike in tables:
        group = [*alike]
        names = [_head(name) for name in columns]
        rows = [row for table in group for row in table.rows]
        titles = [(pretty(table.title), len(table.rows)) for table in group]
        heads = [head for title, count in titles for head in [title] * count]
        if title := next(layers, ""):
            cells[count_rows(cells), 0] = title_cell(title)
            heads = heads if len(heads) > 1 else ["z"]
        if can(model, "kernel") and len(columns) > 1:
            order = sorted(range(len(rows)), key=lambda i: -abs(rows[i][0]))
            rows = [rows[i] for i in order]
            heads = [_sample_name(model, heads, i) for i in order[:MOST_ROWS]]
        elif len(columns) > len(rows):
            names, heads = heads, names
            rows = np.transpose(rows).tolist()
        first = count_rows(cells)
        for j, name in enumerate(names):
            cells[first, j + 1] = Cell(name, "muted", name)
        for i, (name, row) in enumerate(zip(heads, rows[:MOST_ROWS], strict=False)):
            cells[first + 1 + i, 0] = Cell(name, "muted", name)
            for j, value in enumerate(row):
                cells[first + 1 + i, j + 1] = ValueCell(value, digits)
        if len(rows) > MOST_ROWS:
            cells[first + 1 + MOST_ROWS, 0] = title_cell(
                f"… {len(rows) - MOST_ROWS:,} more"
            )
    return cells


def _layer_titles(model: Predictor) -> list[str]:
    """Say what stands above the weights of each layer, where there are layers."""
    if not can(model, "network"):
        return []
    hidden = len(model.layers) - 1
    titles = [
        f"hidden layer {i + 1}" if hidden > 1 else "hidden" for i in range(hidden)
    ]
    return [*titles, "output"]


def _head(name: str) -> str:
    """Name a column as it stands in the formulas."""
    return {"intercept": "b", "weight": "α·y"}.get(name, pretty(name))


def _sample_name(model: KernelModel, classes: list[str], i: int) -> str:
    """Name a sample of a kernel model: its number, and the class where several."""
    n = len(model.samples)
    place = i % n if model.places is None else int(model.places[i % n])
    number = f"{place + 1:,}"
    return f"{number} for {excerpt(classes[i])}" if model.n_outputs > 1 else number


def _table_of_kinds(
    model: Predictor, combined: Combined, heads: Sequence[str], digits: int
) -> Cells:
    """Lay out each kind: of one output beside each other, of several below."""
    cells: Cells = {(0, 0): title_cell(combined.used)}
    blocks: list[tuple[str, list[tuple[str, NDArray[np.float64]]], list[float]]] = []
    kinds = combined.kinds
    if len(heads) > 1:
        for kind in kinds:
            columns = list(zip(heads, kind.weights, strict=True))
            blocks.append((kind.title, columns, list(kind.votes)))
        scaled = list(zip(heads, kinds[0].scaled, strict=True))
    else:
        columns = [(kind.head, kind.weights[0]) for kind in kinds]
        blocks.append(("", columns, [vote for kind in kinds for vote in kind.votes]))
        scaled = [(kind.head, kind.scaled[0]) for kind in kinds]
    if model.scaling is not None and can(model, "linear"):
        blocks.append(("on standardised features:", scaled, []))
    for title, columns, votes in blocks:
        row = count_rows(cells)
        if title:
            cells[row, 0] = title_cell(title)
        cells |= _block(model, columns, row + bool(title), digits)
        row = count_rows(cells)
        if votes:
            several = len(votes) > 1 and len(heads) > 1
            of = [f"{head} " if several else "" for head, _ in columns]
            pairs = zip(of, votes, strict=True)
            text = ", ".join(f"{head}{count:,.0f}" for head, count in pairs)
            cells[row, 0] = Cell("votes", "muted", f"votes: {text}")
            if len(votes) <= MOST_BESIDE:
                for j, vote in enumerate(votes):
                    cells[row, j + 1] = Cell(f"{vote:,.0f}", "value", f"{vote:,.0f}")
            else:
                cells[row, 0] = title_cell(f"votes: {text}")
    return cells


def title_cell(text: str) -> Cell:
    """Make a line over all columns."""
    return Cell(text, "muted", text, span=ACROSS)


def count_rows(cells: Cells) -> int:
    """Count the rows, the empty ones among them."""
    return max((row for row, _ in cells), default=-1) + 1


def _block(
    model: Predictor,
    columns: list[tuple[str, NDArray[np.float64]]],
    first: int,
    digits: int,
) -> Cells:
    """Lay out one table, with a line of heads if a column has one.

    More classes than fit beside each other have a row each, if the terms then do.
    """
    if len(columns) > MOST_BESIDE and len(model.features.names) < len(columns):
        return _rows(model, first, [w for _, w in columns])
    cells: Cells = {}
    if any(head for head, _ in columns):
        for j, (head, _) in enumerate(columns[:MOST_COLUMNS]):
            cells[first, j + 1] = Cell(head, "muted", head)
        if len(columns) > MOST_COLUMNS:
            more = f"… {len(columns) - MOST_COLUMNS} more"
            cells[first, MOST_COLUMNS + 1] = Cell(more, "muted", more)
        first += 1
    columns = columns[:MOST_COLUMNS]
    names = weight_names(model.features.names)
    tips = _tips(tuple(model.features.names))
    for i, name in enumerate(names[:MOST_SHOWN]):
        cells[first + i, 0] = Cell(name, "muted", tips[i])
        for j, (_, weights) in enumerate(columns):
            cells[first + i, j + 1] = ValueCell(float(weights[i]), digits)
    if len(names) > MOST_SHOWN:
        more = f"… {len(names) - MOST_SHOWN} more"
        cells[first + MOST_SHOWN, 0] = Cell(more, "muted", more)
    return cells


@lru_cache(maxsize=64)
def _tips(features: tuple[str, ...]) -> tuple[str, ...]:
    """Say in full of what each weight is."""
    return (*(f"weight of {pretty(name)}" for name in features), "offset")


def _rows(model: Predictor, first: int, outputs: list[NDArray[np.float64]]) -> Cells:
    """Lay out one table with a row per class and a column per term."""
    names = weight_names(model.features.names)
    heads = zip(names, _tips(tuple(model.features.names)), strict=True)
    cells: Cells = {
        (first, j + 1): Cell(name, "muted", tip) for j, (name, tip) in enumerate(heads)
    }
    digits = 4 if len(names) <= MOST_BESIDE else 3
    for i, (name, weights) in enumerate(zip(model.class_names, outputs, strict=True)):
        cells[first + 1 + i, 0] = Cell(name, "muted", name)
        for j, value in enumerate(weights.tolist()):
            cells[first + 1 + i, j + 1] = ValueCell(value, digits)
    return cells
