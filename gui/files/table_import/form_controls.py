"""The controls by which the form of a table is corrected."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QWidget,
)

from engine.data.tables.quotation import WHITESPACE
from engine.data.tables.table_form import NO_NAMES
from engine.data.tables.text_encoding import ENCODINGS
from engine.data.tables.text_table import TextTable
from engine.errors import excerpt
from gui.style.theme import mark_invalid
from gui.widgets.number_boxes import IntegerBox

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from engine.data.table_preview import TablePreview
    from engine.data.tables.data_file import DataFile

DELIMITERS = (
    ("comma  ,", ","),
    ("semicolon  ;", ";"),
    ("tab", "\t"),
    ("bar  |", "|"),
    ("blanks", WHITESPACE),
)
DECIMALS = (
    ("point  1.5", "."),
    ("comma  1,5", ","),
    ("point  1,234.5", ".,"),
    ("comma  1.234,5", ",."),
)
MISSING = (
    ("not allowed", "error"),
    ("leave such rows out", "drop"),
    ("fill in the column’s mean", "mean"),
)
NO_NAMES_OF_SAMPLES = "none"
TEXT = (("leave out", ""), ("a feature of 0 or 1 per word", "one-hot"))

LENIENT = "Leave out rows that cannot be read"
CONTROLS_OF_ROLES = {
    "missing": "“Missing values” above",
    "names": "“Names” above",
    "one-hot": "“Text” above",
    "target": "“Label column” above",
}
"""Controls by the options that do the same, where a file says what its columns are."""
CONTROLS = CONTROLS_OF_ROLES | {
    "bad-rows": f"“{LENIENT}” below",
    "decimal": "“Decimals” above",
    "delimiter": "“Between the cells” above",
    "drop": "its check above",
    "encoding": "“Encoding” above",
    "header": "“The first row names the columns” above",
    "keep": "its check above",
    "missing-words": "“Also missing” above",
    "sheet": "“Sheet” above",
}
"""Those of a table that is cut here."""
A_PLACE = re.compile(r"\b(line|row) \d", re.IGNORECASE)
WORDS_WIDTH = 150
MOST_LINES = 999
"""Lines above a table that can be left out, and one."""


class FormControls(QWidget):
    """Delimiter, decimal point or comma, first line, header, label column, and more.

    What becomes of missing values and of columns of text; the column of the names.

    Signals
    -------
    cut(str, str, int)
        Another delimiter, or decimal point or comma, or line with which the table
        begins: the columns are to be guessed.
    changed(TableForm)
        Another form with the same columns.
    words_chosen(tuple)
        What else stands for a missing value: the columns are to be guessed.
    """

    cut = Signal(str, str, int)
    changed = Signal(object)
    words_chosen = Signal(object)

    _preview: TablePreview

    def __init__(self) -> None:
        super().__init__()
        self.delimiter = _combo(
            DELIMITERS, "between the cells", "What parts two cells of a row"
        )
        self.decimal = _combo(
            DECIMALS, "before the fraction", "What stands before the decimals"
        )
        self.encoding = _combo(
            tuple((name, name) for name in ENCODINGS),
            "encoding of the text",
            "How the letters of the file are stored",
        )
        for i, what in enumerate(ENCODINGS.values()):
            self.encoding.setItemData(i, what, Qt.ItemDataRole.ToolTipRole)
        self.sheet = _combo((), "sheet", "Which sheet of the workbook is read")
        self.label = _combo((), "label column", "The column with the classes")
        self.start = IntegerBox()
        self.start.setAccessibleName("first line read")
        self.start.setToolTip("The line of the file with which the table begins")
        self.start.setRange(1, MOST_LINES)
        self.start.setKeyboardTracking(False)
        self.header = QCheckBox("The first row names the columns")
        self.missing, self.text = missing_box(), text_box()
        self.words = QLineEdit(placeholderText="n.a.")
        self.words.setAccessibleName("words for missing values")
        self.words.setToolTip("What else stands for a missing value, between commas")
        self.words.setMaximumWidth(WORDS_WIDTH)
        self.names = _combo(
            (),
            "names of the samples",
            "The column that says what each sample is called, of those that are no "
            "features: nothing is learned from it",
        )
        # As wide as names of usual length, whatever is in the file.
        for box, letters in (
            (self.encoding, 8), (self.sheet, 14), (self.label, 14), (self.names, 12)
        ):  # fmt: skip
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(letters)
        self._lay_out()
        self.delimiter.activated.connect(self._cut)
        self.decimal.activated.connect(self._cut)
        self.start.valueChanged.connect(lambda line: self.cut.emit("", "", line))
        self.header.clicked.connect(lambda header: self._change(header=header))
        self.missing.activated.connect(
            lambda: self._change(missing=self.missing.currentData())
        )
        self.text.activated.connect(self._choose_text)
        self.words.editingFinished.connect(self._choose_words)
        self.names.activated.connect(self._choose_names)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        named: tuple[tuple[str, QWidget], ...] = (
            ("Sheet", self.sheet),
            ("Encoding", self.encoding),
            ("First line", self.start),
            ("Between the cells", self.delimiter),
            ("Decimals", self.decimal),
            ("Label column", self.label),
        )
        titles: dict[QWidget, QLabel] = {}
        for i, (name, box) in enumerate(named):
            titles[box] = _title(name, box)
            grid.addWidget(titles[box], 0, i)
            grid.addWidget(box, 1, i)
        self._sheet_title = titles[self.sheet]
        of_text, of_lines = (self.encoding, self.delimiter), (self.start,)
        self._of_text = [*of_text, *map(titles.__getitem__, of_text)]
        self._of_lines = [*of_lines, *map(titles.__getitem__, of_lines), self.header]
        grid.addWidget(self.header, 1, len(named))
        below = QHBoxLayout()
        below.setSpacing(10)
        for title, box in (
            (_title("Missing values", self.missing), self.missing),
            (_title("Also missing", self.words), self.words),
            (_title("Text", self.text), self.text),
            (_title("Names", self.names), self.names),
        ):
            below.addWidget(title)
            below.addWidget(box)
        below.addStretch(1)
        grid.addLayout(below, 2, 0, 1, len(named) + 2)
        grid.setColumnStretch(len(named) + 1, 1)

    def show_preview(self, preview: TablePreview) -> None:
        """Show a form."""
        self._preview, form, table = preview, preview.form, preview.table
        uncut = preview.place == "delimiter"
        self.delimiter.setCurrentIndex(self.delimiter.findData(table.delimiter))
        self.decimal.setCurrentIndex(self.decimal.findData(form.decimal))
        self.header.setChecked(form.header)
        with QSignalBlocker(self.start):
            self.start.setValue(table.start)
        self._show_encoding(preview.file)
        self._show_sheet(preview.file)
        for widget in self._of_text:
            widget.setVisible(preview.file.is_text)
        for widget in self._of_lines:
            widget.setVisible(isinstance(table, TextTable))
        names = [
            excerpt(name) or f"column {j}" for j, name in enumerate(preview.names, 1)
        ]
        self.label.clear()
        self.label.addItems([] if uncut else names)
        self.label.setCurrentIndex(form.label)
        self.names.clear()
        self.names.addItem(NO_NAMES_OF_SAMPLES, NO_NAMES)
        used = range(len(names)) if uncut else (*form.features, form.label)
        for j, name in enumerate(names):
            if j not in used:
                self.names.addItem(name, j)
        self.names.setCurrentIndex(max(self.names.findData(form.names), 0))
        self.missing.setCurrentIndex(self.missing.findData(form.missing))
        if self._words() != table.missing_words:
            self.words.setText(", ".join(table.missing_words))
        text = {*form.text} - {form.label}
        if text & {*form.features}:
            self.choose_text("one-hot")
        for box in (
            self.decimal, self.header, self.label, self.missing, self.words, self.names
        ):  # fmt: skip
            box.setEnabled(not uncut)
        self.text.setEnabled(bool(text) and not uncut)
        self.delimiter.setEnabled(bool(preview.fault) or not uncut)

    def _show_encoding(self, file: DataFile) -> None:
        if self.encoding.findData(file.encoding) < 0:
            self.encoding.addItem(file.encoding, file.encoding)
        self.encoding.setCurrentIndex(self.encoding.findData(file.encoding))

    def _show_sheet(self, file: DataFile) -> None:
        """Show which sheet is read, where there are several."""
        names = file.sheet_names
        for widget in (self.sheet, self._sheet_title):
            widget.setVisible(len(names) > 1)
        self.sheet.clear()
        for name in names:
            self.sheet.addItem(excerpt(name), name)
        self.sheet.setCurrentIndex(max(self.sheet.findData(file.sheet), 0))

    def mark(self, place: str) -> None:
        """Give the control that is at fault another look."""
        for name, box in (("delimiter", self.delimiter), ("label", self.label)):
            mark_invalid(box, place == name)

    def _cut(self) -> None:
        table, by = self._preview.table, self.delimiter.currentData()
        decimal = self.decimal.currentData()
        if (by, decimal) != (table.delimiter, self._preview.form.decimal):
            # Another delimiter brings its own decimals.
            self.cut.emit(by, decimal if by == table.delimiter else "", table.start)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter end what is typed, and not import it unseen."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not enter or isinstance(self.focusWidget(), QComboBox | QCheckBox):
            super().keyPressEvent(event)

    def _change(self, **changes: Any) -> None:
        self.changed.emit(replace(self._preview.form, **changes))

    def choose_text(self, use: str) -> None:
        """Show what becomes of columns of text: it stays, whatever else changes."""
        self.text.setCurrentIndex(self.text.findData(use))

    def _words(self) -> tuple[str, ...]:
        words = (word.strip() for word in self.words.text().split(","))
        return tuple(filter(None, words))

    def _choose_words(self) -> None:
        if self._words() != self._preview.table.missing_words:
            self.words_chosen.emit(self._words())

    def _choose_text(self) -> None:
        form = self._preview.form
        text = {*form.text} - {form.label}
        others = {*form.features} - text
        wanted = others | text if self.text.currentData() else others
        self._change(features=tuple(sorted(wanted)))

    def _choose_names(self) -> None:
        column = self.names.currentData()
        if column != self._preview.form.names:
            self._change(names=column)


def missing_box() -> QComboBox:
    """Make the choice of what becomes of missing values."""
    box = _combo(MISSING, "missing values")
    box.setToolTip(
        "Cells that are empty or NA, NaN, null, ?, - or a point alone; "
        "if allowed, rows without a class are left out"
    )
    return box


def text_box() -> QComboBox:
    """Make the choice of what becomes of columns of text."""
    box = _combo(TEXT, "columns of text")
    box.setToolTip("What to do with columns of text other than the class")
    return box


def _title(name: str, box: QWidget) -> QLabel:
    title = QLabel(name)
    title.setProperty("role", "muted")
    title.setBuddy(box)
    return title


def _combo(items: tuple[tuple[str, str], ...], name: str, tip: str = "") -> QComboBox:
    box = QComboBox()
    box.setToolTip(tip)
    box.setAccessibleName(name)
    for text, value in items:
        box.addItem(text, value)
    return box


class LenientBox(QCheckBox):
    """Offered where a row is at fault; says how many rows are left out."""

    def __init__(self) -> None:
        super().__init__(LENIENT)

    def show_state(self, lenient: bool, fault: str, left_out: int | None) -> None:
        """Show whether rows are left out, and how many, if that is known."""
        self.setVisible(lenient or bool(A_PLACE.search(fault)))
        self.setChecked(lenient)
        known = lenient and left_out is not None
        self.setText(f"{LENIENT} ({left_out:,})" if known else LENIENT)
