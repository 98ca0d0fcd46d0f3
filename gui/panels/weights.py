"""The weights under the playhead, in data units; the scaled ones beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gui.words import number, weight_names

if TYPE_CHECKING:
    from engine.evaluation.model import Model
    from gui.session import Session

MOST_SHOWN = 40


class WeightsPanel(QWidget):
    """A table of the weights: a row per term, a column per output.

    Signals
    -------
    copy_wanted, export_wanted
    """

    copy_wanted = Signal()
    export_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.caption = QLabel("in data units")
        self._labels: dict[tuple[int, int], QLabel] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        beside = QHBoxLayout()
        beside.addLayout(self._grid)
        beside.addStretch()
        layout.addLayout(beside)
        buttons = QHBoxLayout()
        self.copy_button = QPushButton("Copy")
        self.export_button = QPushButton("Export…")
        self.copy_button.clicked.connect(self.copy_wanted)
        self.export_button.clicked.connect(self.export_wanted)
        buttons.addWidget(self.copy_button)
        buttons.addWidget(self.export_button)
        buttons.addStretch()
        layout.addLayout(buttons)
        layout.addStretch()
        session.moved.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the model under the playhead."""
        model = self._session.model
        for button in (self.copy_button, self.export_button):
            button.setEnabled(model is not None)
        cells = {(0, 0): ("No run yet.", "muted")} if model is None else table(model)
        for place in [p for p in self._labels if p not in cells]:
            label = self._labels.pop(place)
            self._grid.removeWidget(label)
            label.deleteLater()
        for place, (text, role) in cells.items():
            self._show(place, text, role)

    def _show(self, place: tuple[int, int], text: str, role: str) -> None:
        label = self._labels.get(place)
        if label is not None and label.property("role") != role:
            label.deleteLater()
            label = None
        if label is None:
            label = QLabel()
            label.setProperty("role", role)
            if role == "value":
                label.setTextInteractionFlags(
                    Qt.TextInteractionFlag.TextSelectableByMouse
                )
            self._labels[place] = label
            self._grid.addWidget(label, *place)
        label.setText(text)


def table(model: Model) -> dict[tuple[int, int], tuple[str, str]]:
    """Lay the weights out: (row, column) to text and role."""
    cells: dict[tuple[int, int], tuple[str, str]] = {}
    heads = list(model.class_names) if len(model.weights) > 1 else [""]
    columns = [(head, model.weights[k]) for k, head in enumerate(heads)]
    if model.scaling is not None:
        columns += [
            (f"{head} scaled".strip(), model.scaled_weights[k])
            for k, head in enumerate(heads)
        ]
    first = 0
    if any(head for head, _ in columns):
        first = 1
        for j, (head, _) in enumerate(columns):
            cells[0, j + 1] = (head, "muted")
    names = weight_names(model.features.names)
    for i, name in enumerate(names[:MOST_SHOWN]):
        cells[first + i, 0] = (name, "muted")
        for j, (_, weights) in enumerate(columns):
            cells[first + i, j + 1] = (number(float(weights[i])), "value")
    if len(names) > MOST_SHOWN:
        cells[first + MOST_SHOWN, 0] = (f"… {len(names) - MOST_SHOWN} more", "muted")
    return cells


def as_text(model: Model) -> str:
    """Write the weights as lines to paste: name, tab, values in full precision."""
    names = [*model.features.names, "b"]
    rows = zip(names, model.weights.T.tolist(), strict=True)
    return "\n".join("\t".join([name, *map(repr, row)]) for name, row in rows)
