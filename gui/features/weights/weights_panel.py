"""The weights under the playhead, in data units; the scaled ones with them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal

from engine.learners import learner
from gui.features.weights.weight_boxes import WeightBoxes
from gui.features.weights.weight_cells import (
    Cell,
    Cells,
    ValueCell,
    combined,
    count_rows,
    title_cell,
    weights_table,
)
from gui.style.icons import icon
from gui.style.text import plain
from gui.widgets.buttons import tool_button
from gui.widgets.labels import ElidedLabel, SteadyLabel, ValueLabel
from gui.widgets.layouts import STRETCH, grid_of, in_column
from gui.widgets.seen_widget import SeenWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QRect
    from PySide6.QtGui import QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import (
        QLabel,
        QToolButton,
    )

    from gui.session.session import Session
    from gui.style.theme import Theme

MOST_CELLS = 250
"""Cells up to which all are made at once; of more those that come into sight."""
MOST_SEEN = 7
"""Rows for which there is to be room; more are scrolled through."""
WIDE = 290
"""Pixels from which three columns have room for four digits."""
NARROW_HEAD, NO_LIMIT = 42, 16_777_215
"""Most pixels of a column's head in less than that, where the names of the rows have
what is left; and what Qt takes for no limit."""
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MIDDLE, END = Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
NO_RUN = "No run yet."


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
        cells: Cells = {(0, 0): title_cell(why)}
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
        self._keep_room(count_rows(cells) if many else 0)
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
        return min(count_rows(cells), MOST_SEEN) * self._line

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


def _tool(tip: str) -> QToolButton:
    return tool_button(tip=tip, name=tip.partition(":")[0], look="quiet", side=18)
