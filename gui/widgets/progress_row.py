"""A slim row that shows how far a computation is, and stops it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QWidget

from gui.widgets.buttons import push_button
from gui.widgets.labels import with_role
from gui.widgets.layouts import in_row

FULL = 1000
LEAST = 40
"""Pixels to which the bar shrinks before a word is cut."""


class ProgressRow(QWidget):
    """Progress and a button while it runs; nothing but the button when stopped.

    Signals
    -------
    stop_wanted, start_wanted
    """

    stop_wanted = Signal()
    start_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.bar = QProgressBar(textVisible=False, maximum=FULL)
        self.bar.setMinimumWidth(LEAST)
        self.bar.setMaximumWidth(140)
        self.label = with_role(QLabel(), "muted")
        self.button = push_button("Cancel")
        self.button.clicked.connect(self._click)
        row = in_row(self, spacing=10)
        row.addStretch()
        row.addWidget(self.label)
        row.addWidget(self.bar, 1)
        row.addWidget(self.button)
        keep = self.button.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.button.setSizePolicy(keep)
        self.rest("")

    def show_progress(self, share: float, text: str = "") -> None:
        """Show how much of it is done, 0 … 1."""
        self._running = True
        self.bar.setValue(round(FULL * share))
        self.bar.show()
        self.label.setText(text)
        self.button.setText("Cancel")
        self.button.show()

    def rest(self, text: str, *, again: bool = False) -> None:
        """Show that nothing runs; `again` offers to begin anew."""
        self._running = False
        self.bar.hide()
        self.label.setText(text)
        self.button.setText("Compute")
        self.button.setVisible(again)

    def _click(self) -> None:
        (self.stop_wanted if self._running else self.start_wanted).emit()
