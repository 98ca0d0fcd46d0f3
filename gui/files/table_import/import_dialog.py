"""The dialog in which a table is looked at before it is imported."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel

from engine.data.sample_table import SampleTable
from engine.data.table_preview import TablePreview, read_preview, without_path
from engine.data.tables.missing_values import MissingValue
from engine.data.tables.read_options import ReadOptions
from engine.data.tables.table_form import NO_NAMES
from engine.errors import UserError, excerpt
from gui.canvas.point_index import prepare_index
from gui.files.table_import.form_controls import CONTROLS, FormControls, LenientBox
from gui.files.table_import.form_words import in_form
from gui.files.table_import.preview_table import (
    PreviewModel,
    PreviewTable,
    RoleHeader,
)
from gui.files.table_import.reading_dialog import ReadingDialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QShowEvent
    from PySide6.QtWidgets import QWidget

    from engine import Dataset
    from engine.data.provenance import Missing
    from engine.data.tables.data_file import DataFile
    from engine.data.tables.read_options import BadRows
    from gui.style.theme import Theme
    from gui.tasks.task import TaskControl

"""What is a click on a column's box here."""
HINT = "Click on a column’s name to take the labels from it; check the features."


class CompleteTable(NamedTuple):
    """All that could be read of a table, and how many rows were left out."""

    data: Dataset
    left_out: int


def _read_all(
    preview: TablePreview, control: TaskControl
) -> CompleteTable | TablePreview | MissingValue:
    """Read all of a table in its form; of one that is not cut yet, find the form.

    What is missing where that is not allowed is given, too.
    """
    if preview.place == "delimiter":
        return read_preview(preview.file)
    table = SampleTable(preview.table, preview.form, reason=preview.reason)
    try:
        data = prepare_index(table.read_all(control.report))
    except MissingValue as error:
        return error
    return CompleteTable(data, table.left_out)


class ImportDialog(ReadingDialog):
    """Shows the first rows of a table and reads all of it in the form chosen.

    Of a table that is not cut into cells yet the form is guessed first.

    Parameters
    ----------
    preview : TablePreview
    name : str
        Of the file.
    theme : Theme
    parent : QWidget
    wanted : callable
        Asked when Import is pressed; at False the table is still looked at.

    Attributes
    ----------
    preview : TablePreview
    left_out : int
        How many rows are not in it, as they cannot be read.
    """

    controls_by_option = CONTROLS

    def __init__(
        self,
        preview: TablePreview,
        name: str,
        theme: Theme,
        parent: QWidget,
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(name, parent, wanted)
        self.preview = preview
        self.left_out = 0
        self.controls = FormControls()
        self.model = PreviewModel(preview, theme)
        self.header = RoleHeader(self.model, theme)
        self.table = PreviewTable(self.model, self.header)
        self.note = QLabel(wordWrap=True)
        self.note.setProperty("role", "muted")
        self.lenient = LenientBox()
        self._lay_out()
        self._connect()
        self._show_preview()
        self.resize(self.sizeHint())

    def _lay_out(self) -> None:
        self.column.addWidget(self.controls)
        self.column.addWidget(self.note)
        self.column.addWidget(self.table, 1)
        # Under the table, which does not move under the mouse when a fault appears.
        self.column.addWidget(self.fault)
        self.column.addWidget(self.ways_out)
        self.column.addWidget(self.lenient)
        self._add_outcome()

    def _connect(self) -> None:
        self.controls.cut.connect(self._cut)
        self.controls.encoding.activated.connect(self._encode)
        self.controls.sheet.activated.connect(self._choose_sheet)
        self.controls.words_chosen.connect(self._take_for_missing)
        self.lenient.clicked.connect(self._be_lenient)
        self.controls.changed.connect(lambda f: self.take(self.preview.with_form(f)))
        for chosen in (self.controls.label.activated, self.header.label_chosen):
            chosen.connect(self._choose_label)
        self.header.feature_toggled.connect(self._toggle_feature)
        self.table.space_pressed.connect(self._toggle_feature)

    def sizeHint(self) -> QSize:
        """Ask for what the window leaves."""
        return self._room(QSize(860, 620))

    # The form

    def take(self, preview: TablePreview) -> None:
        """Show a table in another form, and read it anew."""
        self.preview = preview
        self._show_preview()

    def _take_for_missing(self, words: tuple[str, ...]) -> None:
        table, decimal = self.preview.table, self.preview.form.decimal
        self._cut(table.delimiter, decimal, table.start, missing_words=words)

    def _cut(self, delimiter: str, decimal: str, start: int, **options: Any) -> None:
        """Cut the table in another way, or with other options."""
        options.setdefault("bad_rows", _bad_rows(self.preview.form.lenient))
        options |= {"delimiter": delimiter, "decimal": decimal, "start": start}
        self._read_anew(self.preview.file, **options)

    def _encode(self) -> None:
        """Read the text in another encoding."""
        encoding = self.controls.encoding.currentData()
        self._read_anew(self.preview.file.in_encoding(encoding))

    def _choose_sheet(self) -> None:
        """Read another sheet of a workbook, which may take a while."""
        sheet = self.controls.sheet.currentData()
        file, chosen = replace(self.preview.file, sheet=sheet), self._chosen_options()
        self._start(lambda _: read_preview(file, chosen), wait=True)

    def _chosen_options(self) -> ReadOptions:
        """Give what is chosen in any form."""
        return ReadOptions(
            missing=self.preview.form.missing,
            missing_words=self.preview.table.missing_words,
            one_hot=bool(self.controls.text.currentData()),
        )

    def _read_anew(self, file: DataFile, **options: Any) -> None:
        """Guess the form anew, as far as it is not told, nor chosen in any form."""
        try:
            self.take(read_preview(file, replace(self._chosen_options(), **options)))
        except UserError as error:
            self._refuse(without_path(file, error))

    def _be_lenient(self, lenient: bool) -> None:
        preview = self.preview
        if preview.place == "delimiter":
            table, bad_rows = preview.table, _bad_rows(lenient)
            self._cut(table.delimiter, "", table.start, bad_rows=bad_rows)
        else:
            self.take(preview.with_form(replace(preview.form, lenient=lenient)))

    def _choose_label(self, column: int) -> None:
        if column != self.preview.form.label and self.preview.place != "delimiter":
            text = bool(self.controls.text.currentData())
            self.take(self.preview.with_label(column, text=text))

    def _toggle_feature(self, column: int) -> None:
        form = self.preview.form
        if column in (-1, form.label) or self.preview.place == "delimiter":
            return
        features = tuple(sorted({*form.features} ^ {column}))
        if column in form.text and not {*form.text} & {*features}:
            self.controls.choose_text("")
        names = NO_NAMES if column == form.names else form.names
        form = replace(form, features=features, names=names)
        self.take(self.preview.with_form(form))

    def _show_preview(self) -> None:
        columns = self.model.columnCount()
        self.model.show(self.preview)
        self.controls.show_preview(self.preview)
        self.header.viewport().update()
        if columns != self.model.columnCount() or not self.isVisible():
            self.table.resizeColumnsToContents()
        self.note.setText(f"{in_form(self.preview.doubt, CONTROLS)} {HINT}".strip())
        self.note.setVisible(self.preview.place != "delimiter")
        self._read_table()
        self._show_fault()

    def _show_fault(self) -> None:
        """Bring the first cell that cannot be used into view."""
        unusable = self.model.first_unusable() if self.fault.text() else None
        if unusable is not None:
            self.table.show_cell(unusable)

    def showEvent(self, event: QShowEvent) -> None:
        """Show the fault, now that the table has its size."""
        super().showEvent(event)
        self._show_fault()

    # What comes of it

    def _read_table(self) -> None:
        """Read all of the table, if it can be; a short one at once."""
        preview = self.preview
        if preview.fault:
            self._refuse(preview.fault)
        else:
            short = preview.table.whole or preview.place == "delimiter"
            self._start(partial(_read_all, preview), wait=short)

    def _end_reading(
        self, read: CompleteTable | TablePreview | MissingValue | None, failure: str
    ) -> None:
        if isinstance(read, TablePreview):
            self.take(read)
            return
        file = self.preview.file
        if isinstance(read, MissingValue):
            self._tell_outcome(without_path(file, read))
            self._offer(read)
            return
        self.data, self.left_out = read or (None, 0)
        self._tell_outcome(without_path(file, failure))

    def _allow_missing(self, way: Missing) -> None:
        form = replace(self.preview.form, missing=way)
        self.take(self.preview.with_form(form))

    def _tell_outcome(self, fault: str) -> None:
        """Say what will come of it, or what stands in the way."""
        super()._tell_outcome(fault)
        self.controls.mark(fault and (self.preview.place or place(fault, self.preview)))
        left_out = None if self.data is None else self.left_out
        self.lenient.show_state(self.preview.form.lenient, fault, left_out)
        if self.data is not None:
            self.model.show_classes(self.data.class_names)


def _bad_rows(lenient: bool) -> BadRows:
    return "drop" if lenient else "error"


def place(fault: str, preview: TablePreview) -> str:
    """Tell whether a fault in a cell is one of the label column."""
    label = excerpt(preview.names[preview.form.label])
    return "label" if f"column {label}:".lower() in fault.lower() else ""
