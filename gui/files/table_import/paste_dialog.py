"""Import of what is on the clipboard: in place of the points, or added to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QRadioButton, QWidget

from engine.data.edits import Replace, joined, same_names
from engine.data.feature_map import pretty
from engine.errors import UserError, excerpt
from gui.files.table_import.import_dialog import ImportDialog
from gui.files.table_import.reading_dialog import LISTED

if TYPE_CHECKING:
    from engine import Dataset
    from engine.data.edits import Edit
    from engine.data.table_preview import TablePreview
    from gui.style.theme import Theme


class PasteDialog(ImportDialog):
    """Makes one edit of a pasted table.

    Signals
    -------
    pasted(Edit, bool)
        This edit is wanted; whether it adds to the points.
    """

    pasted = Signal(object, bool)

    def __init__(
        self, preview: TablePreview, present: Dataset, theme: Theme, parent: QWidget
    ) -> None:
        self._present = present
        self._joined: Edit | None = None
        self.replace = QRadioButton("Replace the points")
        self.add = QRadioButton("Add to the points")
        self.about_adding = QLabel(wordWrap=True)
        self.about_adding.setProperty("role", "muted")
        self._chosen = bool(present.n_samples)
        super().__init__(preview, "from the clipboard", theme, parent)
        self.add.clicked.connect(lambda: self._choose_adding(True))
        self.replace.clicked.connect(lambda: self._choose_adding(False))
        self.imported.connect(self._paste)

    def _lay_out(self) -> None:
        super()._lay_out()
        row = QHBoxLayout()
        row.setSpacing(14)
        row.addWidget(self.replace)
        row.addWidget(self.add)
        row.addWidget(self.about_adding, 1)
        self.column.insertLayout(self.column.count() - 1, row)

    def _choose_adding(self, adding: bool) -> None:
        self._chosen = adding
        self._name_button()

    def _tell_outcome(self, fault: str) -> None:
        super()._tell_outcome(fault)
        said = ""
        self._joined = None
        if not self._present.n_samples:
            said = "There are no points yet."
        elif self.data is not None:
            said = self._join(self.data)
        self.about_adding.setText(said)
        self.add.setEnabled(self._joined is not None)
        adding = self._chosen and self._joined is not None
        self.add.setChecked(adding)
        self.replace.setChecked(not adding)
        self._name_button()

    def _join(self, data: Dataset) -> str:
        """Add by the features' names, or by position; say how, or why neither goes."""
        headed = self.preview.form.header
        named = headed and same_names(self._present, data)
        try:
            self._joined = joined(self._present, data, named=named)
        except UserError as error:
            return f"They cannot be added: {error}."
        return by_position(data, self._present) if headed and not named else ""

    def _name_button(self) -> None:
        self.import_button.setText("Add" if self.add.isChecked() else "Replace")

    def _paste(self, data: Dataset) -> None:
        if self.add.isChecked() and self._joined is not None:
            self.pasted.emit(self._joined, True)
        else:
            self.pasted.emit(Replace(data), False)


def by_position(more: Dataset, present: Dataset) -> str:
    """Say which feature goes where: ``Added by position: x → x₁, y → x₂.``."""
    names = zip(more.feature_names, present.feature_names, strict=True)
    pairs = [
        f"{pretty(excerpt(name))} → {pretty(excerpt(shown))}" for name, shown in names
    ]
    more_of_them = f" and {len(pairs) - LISTED} more" if len(pairs) > LISTED else ""
    return f"Added by position: {', '.join(pairs[:LISTED])}{more_of_them}."
