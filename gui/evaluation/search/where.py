"""Where a search works: processes of this computer, or a Dask cluster."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QWidget

from engine.evaluation.search_workers import cores
from gui.widgets.cards import note
from gui.widgets.number_boxes import WholeBox

MOST_PROCESSES = 1024
BOX = 110
"""Pixels of the box for the processes."""
WORKERS = (
    "Automatic: threads of this process where the work is short, else a process on "
    "each of the {} cores"
)
CLUSTER = (
    "Address of the scheduler of a Dask cluster on which perceptron-lab is installed; "
    "empty: this computer works"
)


class Where(QWidget):
    """Two rows of controls.

    Signals
    -------
    changed
        Others are to work.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.processes = WholeBox()
        self.processes.setRange(0, MOST_PROCESSES)
        self.processes.setSpecialValueText("automatic")
        self.processes.setToolTip(WORKERS.format(cores()))
        self.processes.setAccessibleName("Processes")
        self.processes.setFixedWidth(BOX)
        self.cluster = QLineEdit(placeholderText="none, or tcp://host:8786")
        self.cluster.setToolTip(CLUSTER)
        self.cluster.setAccessibleName("Dask cluster")
        self.error = note("warning")
        self.error.hide()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        grid.addWidget(QLabel("Processes"), 0, 0)
        grid.addWidget(self.processes, 0, 1)
        grid.addWidget(QLabel("Dask cluster"), 1, 0)
        grid.addWidget(self.cluster, 1, 1)
        grid.addWidget(self.error, 2, 0, 1, 2)
        self.processes.valueChanged.connect(self.changed)
        self.cluster.textEdited.connect(self._edit)
        self.cluster.returnPressed.connect(self.cluster.clearFocus)

    @property
    def address(self) -> str:
        """Of the cluster; empty: none."""
        return self.cluster.text().strip()

    def _edit(self) -> None:
        self.say("")
        self.processes.setEnabled(not self.address)
        self.changed.emit()

    def say(self, problem: str) -> None:
        """Say under the address what is wrong with it; nothing if it is empty."""
        self.error.setText(problem)
        self.error.setVisible(bool(problem))
        self.cluster.setProperty("invalid", bool(problem))
        self.cluster.style().unpolish(self.cluster)
        self.cluster.style().polish(self.cluster)
