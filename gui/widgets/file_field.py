"""A file that is to be written: its name can be typed, or found in a file dialog."""

from __future__ import annotations

import os.path
import re
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from gui.widgets.buttons import tool_button
from gui.widgets.dialog_folder import dialog_folder, remember_folder
from gui.widgets.layouts import in_row

CHOOSE = "Choose a file"


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
        self._folder = dialog_folder(purpose)
        self._known = re.findall(r"\*(\.\w+)", kinds)
        self._proposed = ""
        self.edit = QLineEdit()
        self.button = tool_button("…", CHOOSE, name=CHOOSE)
        self.edit.setAccessibleName("File")
        self.edit.setToolTip(
            f"Its end says of which kind it is: {', '.join(self._known)}"
        )
        in_row(self, (self.edit, 1), self.button, spacing=6)
        self.edit.textChanged.connect(lambda _: self.changed.emit())
        self.button.clicked.connect(self._look_for_file)

    def propose(self, name: str) -> None:
        """Propose a file of this name, unless the person wants another one."""
        if self.edit.text() == self._proposed:
            self._proposed = str(self._folder / name)
            self.edit.setText(self._proposed)

    @property
    def path(self) -> Path | None:
        """The file, with a suffix that is known; None if it cannot be written."""
        folder, name = self._parts()
        path = Path(folder, name)
        return None if not name or self.fault or path.is_dir() else path

    @property
    def replaces(self) -> bool:
        """Whether there is such a file already."""
        return self.path is not None and os.path.exists(self.path)

    @property
    def fault(self) -> str:
        """Why nothing can be written in the folder; empty if it can."""
        folder, _ = self._parts()
        if not os.path.isdir(folder):
            return "No such folder"
        return "" if os.access(folder, os.W_OK) else "Folder is read-only"

    def remember(self) -> None:
        """Let the next one propose the same folder: it has been written to."""
        if self.path is not None:
            remember_folder(self.path, self._purpose)

    def _parts(self) -> tuple[str, str]:
        """Give the folder and the name, which is empty if there is none."""
        text = os.path.expanduser(self.edit.text().strip())
        whole = os.path.join(self._folder, text)
        folder, name = os.path.split(whole)
        if name and not os.path.isdir(whole):
            known = Path(name).suffix.lower() in self._known
            name += "" if known else self._known[0]
        return folder, name

    def _look_for_file(self) -> None:
        start = str(self.path or self._folder)
        name, kind = QFileDialog.getSaveFileName(
            self.window(),
            self._title,
            start,
            self._kinds,
            # Whether a file is replaced is told beside the name, not asked.
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if name and Path(name).suffix.lower() not in self._known:
            name += (re.findall(r"\*(\.\w+)", kind) or self._known)[0]
        if name:
            self.edit.setText(name)
