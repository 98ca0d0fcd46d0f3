"""What is typed in a dialog, kept: an end that nobody asked for loses none of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit

from gui.tasks.throttle import DelayedCall

if TYPE_CHECKING:
    from PySide6.QtWidgets import QDialog

KEPT = "lessons/draft"
KEPT_AFTER_MS = 1000
"""Milliseconds from the first change until all that is typed is kept."""


class KeptDraft(QObject):
    """Keeps the texts and choices of a dialog, by the names of its fields.

    Parameters
    ----------
    dialog : QDialog
    what : str
        What is written in it: only there the texts come back.
    """

    def __init__(self, dialog: QDialog, what: str) -> None:
        super().__init__(dialog)
        self._what = what
        self._lines = {f.accessibleName(): f for f in dialog.findChildren(QLineEdit)}
        self._boxes = {f.accessibleName(): f for f in dialog.findChildren(QComboBox)}
        for box in self._boxes.values():
            self._lines.pop(box.accessibleName(), None)
        self._texts = {
            text.accessibleName(): text for text in dialog.findChildren(QPlainTextEdit)
        }
        self._later = DelayedCall(self, self._keep_fields, KEPT_AFTER_MS)
        for line in self._lines.values():
            line.textChanged.connect(self._keep_soon)
        for text in self._texts.values():
            text.textChanged.connect(self._keep_soon)
        for box in self._boxes.values():
            box.currentTextChanged.connect(self._keep_soon)

    def restore(self) -> bool:
        """Show what was kept of such a dialog; tell whether there was anything."""
        try:
            what, fields = json.loads(str(QSettings().value(KEPT, "")))
            kept = {name: str(text) for name, text in dict(fields).items()}
        except (ValueError, TypeError):  # nothing, or damaged settings
            return False
        if what != self._what:
            return False
        for name, box in self._boxes.items():
            box.setCurrentText(kept.get(name, box.currentText()))
        for name, line in self._lines.items():
            line.setText(kept.get(name, line.text()))
        for name, text in self._texts.items():
            text.setPlainText(kept.get(name, text.toPlainText()))
            text.document().setModified(True)
        return True

    def forget(self) -> None:
        """Keep nothing any more: it is saved, or not wanted."""
        self._later.stop()
        QSettings().remove(KEPT)

    def _fields(self) -> dict[str, str]:
        return (
            {name: box.currentText() for name, box in self._boxes.items()}
            | {name: line.text() for name, line in self._lines.items()}
            | {name: text.toPlainText() for name, text in self._texts.items()}
        )

    def _keep_soon(self) -> None:
        if not self._later.isActive():
            self._later.start()

    def _keep_fields(self) -> None:
        settings = QSettings()
        settings.setValue(KEPT, json.dumps([self._what, self._fields()]))
        settings.sync()
