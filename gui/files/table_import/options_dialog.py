"""The dialog of a file that says itself what it holds: ARFF, .tab, svmlight."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QComboBox, QFormLayout

from engine.data.formats.registry import format_of
from engine.data.sample_table import read_data
from engine.data.table_preview import without_path
from engine.data.tables.missing_values import MissingValue
from engine.data.tables.read_options import ReadOptions
from gui.canvas.point_index import prepare_index
from gui.files.table_import.form_controls import (
    CONTROLS_OF_ROLES,
    NO_NAMES_OF_SAMPLES,
    missing_box,
    text_box,
)
from gui.files.table_import.reading_dialog import ReadingDialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from engine import Dataset
    from engine.data.provenance import Missing
    from engine.data.tables.data_file import DataFile
    from gui.tasks.task import TaskControl

AS_FOUND = "as the file says"


def _read(
    file: DataFile, options: ReadOptions, control: TaskControl
) -> Dataset | MissingValue:
    """Read it; what is missing where that is not allowed is given, too."""
    try:
        data = read_data(file, options=options, progress=control.report)
    except MissingValue as error:
        return error
    return prepare_index(data)


class OptionsDialog(ReadingDialog):
    """Asks for the columns of labels and names; what becomes of missing values, text.

    Of a file with indices it asks for the first.

    Parameters
    ----------
    file : DataFile
    name : str
        Of the file.
    parent : QWidget
    wanted : callable
        Asked when Import is pressed; at False the file is still looked at.
    """

    controls_by_option = CONTROLS_OF_ROLES

    def __init__(
        self,
        file: DataFile,
        name: str,
        parent: QWidget,
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(name, parent, wanted)
        self._file = file
        self.label = QComboBox(editable=True)
        self.label.setAccessibleName("label column")
        self.label.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.label.addItem(AS_FOUND)
        self.missing, self.text = missing_box(), text_box()
        self.names = QComboBox()
        self.names.setAccessibleName("names of the samples")
        self.names.addItem(AS_FOUND, None)
        self.names.addItem(NO_NAMES_OF_SAMPLES, "")
        self.first_index = QComboBox()
        self.first_index.setAccessibleName("first index")
        self.first_index.setToolTip("The index of the first feature")
        for text, index in ((AS_FOUND, None), ("0", 0), ("1", 1)):
            self.first_index.addItem(text, index)
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(8)
        if format_of(file).has_indices:
            form.addRow("First index", self.first_index)
        else:
            form.addRow("Label column", self.label)
            form.addRow("Missing values", self.missing)
            form.addRow("Text", self.text)
            form.addRow("Names", self.names)
        self.column.addLayout(form)
        self.column.addWidget(self.fault)
        self.column.addWidget(self.ways_out)
        self.column.addStretch(1)
        self._add_outcome()
        editor = self.label.lineEdit()
        if editor is not None:
            editor.editingFinished.connect(self._read_as_chosen)
        boxes = (self.label, self.missing, self.text, self.names, self.first_index)
        for box in boxes:
            box.activated.connect(self._read_as_chosen)
        self._options: ReadOptions | None = None
        self._read_as_chosen()
        self.resize(self.sizeHint())

    def sizeHint(self) -> QSize:
        """Ask for room for a fault of some lines."""
        return self._room(QSize(560, 280))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter end a name that is typed, and not import it unseen."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not (enter and self.focusWidget() in (self.label, self.label.lineEdit())):
            super().keyPressEvent(event)

    def _read_as_chosen(self) -> None:
        """Read the file as it is told now, if that is anything new."""
        name = self.label.currentText().strip()
        options = ReadOptions(
            target=None if name in ("", AS_FOUND) else name,
            missing=self.missing.currentData(),
            one_hot=bool(self.text.currentData()),
            names=self.names.currentData(),
            first_index=self.first_index.currentData(),
        )
        if options != self._options:
            self._options = options
            self._start(partial(_read, self._file, options), wait=True)

    def _allow_missing(self, way: Missing) -> None:
        self.missing.setCurrentIndex(self.missing.findData(way))
        self._read_as_chosen()

    def _end_reading(self, read: Dataset | MissingValue | None, failure: str) -> None:
        if isinstance(read, MissingValue):
            self._tell_outcome(without_path(self._file, read))
            self._offer(read)
            return
        self.data = read
        if read is not None and self.label.count() == 1:
            columns = _columns(read)
            self.label.addItems(columns)
            for name in columns:
                self.names.addItem(name, name)
        self._tell_outcome(without_path(self._file, failure))


def _columns(data: Dataset) -> list[str]:
    """Name the columns of the file: the features', then the others."""
    table = data.provenance
    if table is None:
        return []
    used = sorted(table.columns, key=lambda column: column.position)
    names = [column.name for column in used] + [table.target, *table.unused]
    return list(filter(None, names))
