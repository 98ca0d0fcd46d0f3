"""The weights under the playhead, in data units; the scaled ones with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from engine.learners import learner
from gui.features.weights.weight_boxes import WeightBoxes
from gui.features.weights.weight_cells import (
    Cells,
    combined,
    count_rows,
    title_cell,
    weights_table,
)
from gui.features.weights.weights_view import WeightsView
from gui.style.icons import icon
from gui.widgets.buttons import tool_button
from gui.widgets.labels import SteadyLabel
from gui.widgets.layouts import STRETCH, in_column
from gui.widgets.seen_widget import SeenWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QToolButton

    from gui.session.session import Session
    from gui.style.theme import Theme

MOST_SEEN = 7
"""Rows for which there is to be room; more are scrolled through."""
WIDE = 290
"""Pixels from which three columns have room for four digits."""
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
        self.table = WeightsView(theme)
        self._names: tuple[Sequence[str], ...] = ()
        self.boxes = WeightBoxes(session)
        in_column(self, self.table, self.boxes, STRETCH, spacing=8)
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
        self.table.set_theme(theme)
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
        self.table.setVisible(bool(cells))
        wide = self.width() >= WIDE
        self.table.show_cells(cells, wide=wide, anew=names != self._names)
        self._names = names

    def height_for_run(self, width: int) -> int:
        """Give the height with which the table at the run's end is whole, if short."""
        tape = self._session.tape
        if tape is None or learner(tape.recipe.learner).by_hand:
            return 0
        frame = tape.frame(tape.steps)
        model = tape.model_of(frame)
        cells = weights_table(model, combined(tape, frame, model), wide=width >= WIDE)
        return min(count_rows(cells), MOST_SEEN) * self.table.line

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many digits as there is room for."""
        super().resizeEvent(event)
        if (event.size().width() >= WIDE) != (event.oldSize().width() >= WIDE):
            self.refresh()


def _tool(tip: str) -> QToolButton:
    return tool_button(tip=tip, name=tip.partition(":")[0], look="quiet", side=18)
