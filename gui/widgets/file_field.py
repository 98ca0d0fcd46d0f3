"""A file that is to be written: its name can be typed, or found in a file dialog."""

from __future__ import annotations

import os.path
import re
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QToolButton, QWidget

from gui.widgets.dialog_folder import dialog_folder
from gui.widgets.layouts import in_row


class FileField(QWidget):
    """A line with the whole path, and a button that opens a file dialog.

    Parameters
    ----------
    title, kinds : str
        Of the file dialog.
    purpose : str
        By which the folder is remembered.

    Signals
    -------
    changed
        Another file is to be written.
    """

    changed = Signal()

    def __init__(self, title: str, kinds: str, purpose: str) -> None:
        super().__init__()
        self._title, self._kinds, self._purpose = title, kinds, purpose
        self._known = re.findall(r"\*(\.\w+)", kinds)
        self._proposed = ""
        self.edit, self.button = QLineEdit(), QToolButton()
        self.edit.setAccessibleName("File")
        self.edit.setToolTip(
            f"Its end says of which kind it is: {', '.join(self._known)}"
        )
        self.button.setText("…")
        self.button.setToolTip("Choose a file")
        self.button.setAccessibleName("Choose a file")
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        in_row(self, (self.edit, 1), self.button, spacing=6)
        self.edit.textChanged.connect(lambda _: self.changed.emit())
        self.button.clicked.connect(self._look)

    def propose(self, name: str) -> None:
        """Propose a file of this name, unless the person wants another one."""
        if self.edit.text() == self._proposed:
            self._proposed = str(dialog_folder(self._purpose) / name)
            self.edit.setText(self._proposed)

    @property
    def path(self) -> Path | None:
        """The file, with a suffix that is known; None if it cannot be written."""
        text = os.path.expanduser(self.edit.text().strip())
        path = dialog_folder(self._purpose) / text
        if not text or os.path.isdir(path) or not os.path.isdir(path.parent):
            return None
        known = path.suffix.lower() in self._known
        return path if known else path.with_name(f"{path.name}{self._known[0]}")

    @property
    def replaces(self) -> bool:
        """Whether there is such a file already."""
        return self.path is not None and os.path.exists(self.path)

    def _look(self) -> None:
        # Whether a file is replaced is told beside the name, not asked.
        asked = QFileDialog.Option.DontConfirmOverwrite
        start = self.edit.text()
        name, kind = QFileDialog.getSaveFileName(
            self.window(), self._title, start, self._kinds, options=asked
        )
        if name and Path(name).suffix.lower() not in self._known:
            name += (re.findall(r"\*(\.\w+)", kind) or self._known)[0]
        if name:
            self.edit.setText(name)
