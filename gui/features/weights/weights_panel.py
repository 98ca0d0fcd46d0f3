"""The weights under the playhead, in data units; the scaled ones with them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QSize, Qt, Signal

from engine.data.feature_map import pretty
from engine.errors import excerpt
from engine.learners import learner
from engine.learners.combination import used_weights
from engine.models.capabilities import can, newest_weights
from gui.features.weights.weight_boxes import WeightBoxes
from gui.style.icons import icon
from gui.style.text import number, plain, weight_names
from gui.widgets.buttons import tool_button
from gui.widgets.labels import ElidedLabel, SteadyLabel, ValueLabel
from gui.widgets.layouts import STRETCH, grid_of, in_column
from gui.widgets.seen_widget import SeenWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import (
        QLabel,
        QToolButton,
    )

    from engine import Frame, Tape
    from engine.models.kernel_model import KernelModel
    from engine.models.predictor import Predictor
    from engine.models.voted_model import VotedModel
    from gui.session.session import Session
    from gui.style.theme import Theme

MOST_SHOWN = 40
MOST_ROWS = 16
"""Of a table of units or samples: as many as a layer has units."""
MOST_COLUMNS = 16
MOST_CELLS = 250
"""Cells up to which all are made at once; of more those that come into sight."""
MOST_SEEN = 7
"""Rows for which there is to be room; more are scrolled through."""
ACROSS = 0
"""As a span: over all columns, and the room that they leave."""
MOST_BESIDE = 3
"""Columns that have room beside each other."""
WIDE = 290
"""Pixels from which three columns have room for four digits."""
NARROW_HEAD, NO_LIMIT = 42, 16_777_215
"""Most pixels of a column's head in less than that, where the names of the rows have
what is left; and what Qt takes for no limit."""
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MIDDLE, END = Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
NO_RUN = "No run yet."


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


class WeightsPanel(SeenWidget):
    """A table of the weights: a row per term, a column per output.

    Signals
    -------
    copy_wanted, export_wanted
    """

    copy_wanted = Signal()
    export_wanted = Signal()

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self.caption = SteadyLabel()
        self._labels: dict[tuple[int, int], QLabel] = {}
        self._shown: dict[tuple[int, int], tuple[Cell | ValueCell, int]] = {}
        self._grid = grid_of(7, 4)
        self._names: tuple[Sequence[str], ...] = ()
        self._unwritten: set[int] = set()
        self._kept = 0
        self._free = 0  # the column after the last takes the room that is left
        self.boxes = WeightBoxes(session)
        in_column(self, self._grid, self.boxes, STRETCH, spacing=8)
        self.copy_button = _tool("Copy the weights as a table, for a spreadsheet")
        self.export_button = _tool(
            "Export the model to a file: JSON, CSV, NumPy, Python or ONNX"
        )
        self.copy_button.clicked.connect(self.copy_wanted)
        self.export_button.clicked.connect(self.export_wanted)
        self.tools = self.copy_button, self.export_button
        self.set_theme(theme)
        self.follow(session, session.changed)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        self.copy_button.setIcon(icon("copy", theme, theme.muted))
        self.export_button.setIcon(icon("save", theme, theme.muted))

    def refresh(self) -> None:
        model = self._session.model
        for button in (self.copy_button, self.export_button):
            button.setEnabled(model is not None)
        scaled = self._session.tape is not None and self._session.tape.recipe.get(
            "standardise"
        )
        self.caption.setText("in data units" if scaled else "")
        why = self._session.why_no_run or NO_RUN
        cells: Cells = {(0, 0): _title(why)}
        if learner(self._session.recipe.learner).by_hand:
            cells = {}
        elif model is not None:
            tape, frame = self._session.tape, self._session.frame
            used = None
            if tape is not None and frame is not None:
                used = combined(tape, frame, model)
            cells = weights_table(model, used, wide=self.width() >= WIDE)
        names = (model.class_names, model.features.names) if model else ()
        other = names != self._names  # whose numbers have other widths
        self._names = names
        for place in [p for p in self._labels if other or p not in cells]:
            self._remove(place)
        free = max((column for _, column in cells), default=0) + 1
        if free != self._free:
            self._grid.setColumnStretch(self._free, 0)
            self._grid.setColumnStretch(free, 1)
            self._free = free
        many = len(cells) > MOST_CELLS
        self._keep_room(_next_row(cells) if many else 0)
        self._unwritten = {row for row, _ in cells} - self._rows_in(
            self.visibleRegion().boundingRect() if self.isVisible() else self.rect()
        )
        for place, cell in cells.items():
            shown = self._shown.get(place, ("",))[0]
            numbers = isinstance(cell, ValueCell) and isinstance(shown, ValueCell)
            later = numbers or (many and place not in self._shown)
            if not (later and place[0] in self._unwritten):
                self._show(place, cell)

    @property
    def _line(self) -> int:
        """The height of a row, with the gap below it."""
        return self.fontMetrics().height() + self._grid.verticalSpacing()

    def _keep_room(self, rows: int) -> None:
        """Let so many rows be as high as if all were made."""
        height = self.fontMetrics().height()
        for row in range(max(rows, self._kept)):
            self._grid.setRowMinimumHeight(row, height if row < rows else 0)
        self._kept = rows

    def height_for_run(self, width: int) -> int:
        """Give the height with which the table at the run's end is whole, if short."""
        tape = self._session.tape
        if tape is None or learner(tape.recipe.learner).by_hand:
            return 0
        frame = tape.frame(tape.steps)
        model = tape.model_of(frame)
        cells = weights_table(model, combined(tape, frame, model), wide=width >= WIDE)
        return min(_next_row(cells), MOST_SEEN) * self._line

    def _rows_in(self, room: QRect) -> set[int]:
        """Give the rows of the table that reach into a rectangle, or are new.

        Of very many rows new ones are taken to be where they will be.
        """
        rects = [self._grid.cellRect(i, 0) for i in range(self._grid.rowCount())]
        top, bottom = room.top(), room.bottom()
        line = self._line if self._kept else 0
        rows = set()
        for i, rect in enumerate(rects):
            if not rect.isValid():
                is_in = not self._kept or top <= i * line <= bottom
            else:
                is_in = rect.bottom() >= top and rect.top() <= bottom
            if is_in:
                rows.add(i)
        return rows

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write rows that come into sight."""
        self._stale |= bool(self._unwritten & self._rows_in(event.rect()))
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many digits as there is room for."""
        super().resizeEvent(event)
        if (event.size().width() >= WIDE) != (event.oldSize().width() >= WIDE):
            self.refresh()
            for place, label in self._labels.items():
                self._limit(place, label)

    def _limit(self, place: tuple[int, int], label: QLabel) -> None:
        """Leave the width that there is to the names of rows and to numbers."""
        heads = isinstance(label, ElidedLabel) and not isinstance(label, WeightLabel)
        if place[1] and heads:
            wide = self.width() >= WIDE
            label.setMaximumWidth(NO_LIMIT if wide else NARROW_HEAD)

    def _remove(self, place: tuple[int, int]) -> None:
        label = self._labels.pop(place)
        self._shown.pop(place, None)
        self._grid.removeWidget(label)
        label.hide()
        label.deleteLater()

    def _show(self, place: tuple[int, int], cell: Cell | ValueCell) -> None:
        span = cell.span or self._free + 1
        if self._shown.get(place) == (cell, span):
            return
        label = self._labels.get(place)
        kind = f"{cell.role} {span}"
        if label is not None and label.property("kind") != kind:
            self._remove(place)
            label = None
        if label is None:
            label = self._labels[place] = _label(cell)
            label.setProperty("kind", kind)
            label.setAlignment(RIGHT if place[1] else LEFT)
            self._grid.addWidget(label, *place, 1, span)
            self._limit(place, label)
            if cell.role == "value":
                self._grid.setAlignment(label, RIGHT)
        if isinstance(label, ElidedLabel):
            # The end of a term tells it from its neighbours.
            label.elide = MIDDLE if re.search("[·²³⁴-⁹]", cell.text) else END
        label.setText(cell.text)
        label.setToolTip(plain(cell.more))
        self._shown[place] = cell, span


class WeightLabel(ValueLabel):
    """A value whose room only grows: of fixed size, it lays nothing out anew."""

    def setText(self, text: str) -> None:
        super().setText(text)
        self._grow(self.minimumWidth())

    def changeEvent(self, event: QEvent) -> None:
        """Have the room that another font needs."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._grow(0)

    def _grow(self, least: int) -> None:
        wanted = self.sizeHint().expandedTo(QSize(least, 0))
        if wanted != self.minimumSize():
            self.setFixedSize(wanted)


def _label(cell: Cell | ValueCell) -> QLabel:
    if cell.role == "value":
        label: QLabel = WeightLabel()
    else:  # a line across asks for no width
        label = ElidedLabel() if cell.span == 1 else SteadyLabel()
    label.setProperty("role", cell.role)
    return label


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
    rows = newest_weights(model)
    if rows is None:
        return _tables(model, 4 if wide else 3)
    columns = list(zip(heads, rows, strict=True))
    digits = 5 if len(columns) < 3 else 4 if wide else 3
    if model.scaling is None:
        return _block(model, columns, 0, digits)
    scaled_rows = newest_weights(model, as_trained=True)
    if scaled_rows is None:
        return {}
    if not several:
        columns = [("data units", rows[0]), ("scaled", scaled_rows[0])]
        return _block(model, columns, 0, digits)
    cells = _block(model, columns, 0, digits)
    below = max(row for row, _ in cells) + 1
    cells[below, 0] = _title("on standardised features:")
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
            cells[_next_row(cells) if cells else 0, 0] = _title(title)
            heads = heads if len(heads) > 1 else ["z"]
        if can(model, "kernel") and len(columns) > 1:
            order = sorted(range(len(rows)), key=lambda i: -abs(rows[i][0]))
            rows = [rows[i] for i in order]
            heads = [_sample_name(model, heads, i) for i in order[:MOST_ROWS]]
        elif len(columns) > len(rows):
            names, heads = heads, names
            rows = np.transpose(rows).tolist()
        first = _next_row(cells) if cells else 0
        for j, name in enumerate(names):
            cells[first, j + 1] = Cell(name, "muted", name)
        for i, (name, row) in enumerate(zip(heads, rows[:MOST_ROWS], strict=False)):
            cells[first + 1 + i, 0] = Cell(name, "muted", name)
            for j, value in enumerate(row):
                cells[first + 1 + i, j + 1] = ValueCell(value, digits)
        if len(rows) > MOST_ROWS:
            cells[first + 1 + MOST_ROWS, 0] = _title(
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
    cells: Cells = {(0, 0): _title(combined.used)}
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
        row = _next_row(cells)
        if title:
            cells[row, 0] = _title(title)
        cells |= _block(model, columns, row + bool(title), digits)
        row = _next_row(cells)
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
                cells[row, 0] = _title(f"votes: {text}")
    return cells


def _title(text: str) -> Cell:
    return Cell(text, "muted", text, span=ACROSS)


def _next_row(cells: Cells) -> int:
    return max(row for row, _ in cells) + 1


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
    for i, name in enumerate(names[:MOST_SHOWN]):
        cells[first + i, 0] = Cell(name, "muted", name)
        for j, (_, weights) in enumerate(columns):
            cells[first + i, j + 1] = ValueCell(float(weights[i]), digits)
    if len(names) > MOST_SHOWN:
        more = f"… {len(names) - MOST_SHOWN} more"
        cells[first + MOST_SHOWN, 0] = Cell(more, "muted", more)
    return cells


def _rows(model: Predictor, first: int, outputs: list[NDArray[np.float64]]) -> Cells:
    """Lay out one table with a row per class and a column per term."""
    names = weight_names(model.features.names)
    cells: Cells = {(first, j + 1): Cell(n, "muted", n) for j, n in enumerate(names)}
    digits = 4 if len(names) <= MOST_BESIDE else 3
    for i, (name, weights) in enumerate(zip(model.class_names, outputs, strict=True)):
        cells[first + 1 + i, 0] = Cell(name, "muted", name)
        for j, value in enumerate(weights.tolist()):
            cells[first + 1 + i, j + 1] = ValueCell(value, digits)
    return cells


def _tool(tip: str) -> QToolButton:
    return tool_button(tip=tip, name=tip.partition(":")[0], look="quiet", side=18)
