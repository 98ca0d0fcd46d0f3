"""Which classes the model takes for which, with precision and recall of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout

from engine.data.dataset import TRAINING
from gui.generalisation.page import Page

if TYPE_CHECKING:
    from gui.canvas.canvas import Canvas
    from gui.session import Session
    from gui.theme import Theme


class ConfusionPage(Page):
    """The decisions of the model under the playhead on the training part."""

    def __init__(self, session: Session, canvas: Canvas, theme: Theme) -> None:
        super().__init__(session, canvas, theme)
        self.table = QTableWidget()
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table)

    def enter(self) -> None:
        """Follow the playhead."""
        self.session.moved.connect(self._show)
        self._show()

    def leave(self) -> None:
        """Follow it no longer."""
        self.session.moved.disconnect(self._show)

    def _show(self) -> None:
        from engine.evaluation.report import report

        tape, model = self.session.tape, self.session.model
        if tape is None or model is None:
            self.table.setRowCount(0)
            return
        found = report(model, tape.data, TRAINING)
        names = list(found.class_names)
        self.table.setRowCount(len(names))
        self.table.setColumnCount(len(names))
        self.table.setVerticalHeaderLabels(names)
        self.table.setHorizontalHeaderLabels(names)
        for (row, column), count in zip(
            ((i, j) for i in range(len(names)) for j in range(len(names))),
            found.confusion.ravel().tolist(),
            strict=True,
        ):
            item = QTableWidgetItem(f"{count:,}")
            item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
            self.table.setItem(row, column, item)
