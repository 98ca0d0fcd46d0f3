"""A dialog that reads a file again at each choice, and imports what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QProgressBar,
    QWidget,
)

from engine.errors import excerpt
from engine.numbers import counted
from gui.files.table_import.form_words import in_form
from gui.tasks.task import Task
from gui.widgets.buttons import dialog_buttons, push_button
from gui.widgets.layouts import in_column, in_row, row_of
from gui.widgets.tab_order import order_tabs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine import Dataset
    from engine.data.provenance import Missing
    from engine.data.tables.missing_values import MissingValue
    from gui.tasks.task import TaskControl

MARGINS = 40
"""Pixels by which it is at least smaller than the window."""
LISTED = 6
"""Classes that are named."""
UNREAD = "the table could not be read"


class ReadingDialog(QDialog):
    """Says what a file is as it is read now, or what is wrong; a bar meanwhile.

    Signals
    -------
    imported(Dataset)
        This is wanted.

    Parameters
    ----------
    name : str
        Of the file.
    parent : QWidget
    wanted : callable
        Asked when Import is pressed; at False the file is still looked at.

    Attributes
    ----------
    data : Dataset, optional
        What the file is as it is read now, once it is.
    controls_by_option : mapping of str to str
        Its controls by the names of the options that do the same.
    """

    imported = Signal(object)
    controls_by_option: ClassVar[Mapping[str, str]] = {}

    def __init__(
        self, name: str, parent: QWidget, wanted: Callable[[], bool] = lambda: True
    ) -> None:
        super().__init__(parent)
        self._parent, self._wanted = parent, wanted
        self.setWindowTitle(f"Import {name}")
        self.setModal(True)
        # Nothing in it has the focus at first, so that Enter imports what was guessed.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocus()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.data: Dataset | None = None
        self._task = Task("import", self, self._end_reading)
        plain = Qt.TextFormat.PlainText
        self.fault = QLabel(wordWrap=True, textFormat=plain)
        self.fault.setProperty("role", "error")
        self.leave_out = push_button()
        self.fill_in = push_button("Fill with the mean")
        self.ways_out = QWidget()
        row = in_row(self.ways_out, self.leave_out, self.fill_in, spacing=8)
        row.addStretch(1)
        self.ways_out.hide()
        self.summary = QLabel(wordWrap=True, textFormat=plain)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setRange(0, 100)
        self.buttons, self.import_button = dialog_buttons(self, "Import", self._import)
        self.column = in_column(self, margins=(14, 14, 14, 14), spacing=10)
        self._task.progressed.connect(
            lambda share: self.bar.setValue(round(100 * share))
        )
        self.leave_out.clicked.connect(lambda: self._allow_missing("drop"))
        self.fill_in.clicked.connect(lambda: self._allow_missing("mean"))
        self.finished.connect(self._task.drop)

    def _add_outcome(self) -> None:
        """Put the bar, what comes of it, and the buttons under what is there."""
        self.column.addWidget(self.bar)
        self.column.addLayout(row_of((self.summary, 1), self.buttons))
        # Enter presses it only if it becomes the default while it is in the dialog.
        self.import_button.setDefault(False)
        self.import_button.setDefault(True)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Go through it as one reads it."""
        order_tabs([self])
        return super().focusNextPrevChild(next)

    def _room(self, wanted: QSize) -> QSize:
        """Give what the window leaves of a size."""
        return wanted.boundedTo(self._parent.size() - QSize(MARGINS, MARGINS))

    def _start(self, read: Callable[[TaskControl], object], *, wait: bool) -> None:
        """Read, in place of what is being read; `wait` for it if it is short."""
        self._task.drop()
        self.data = None
        self._tell_outcome("")
        self._task.start(read, trouble=UNREAD, wait=wait)

    def _refuse(self, fault: str) -> None:
        """Say why nothing can be read now."""
        self._task.drop()
        self.data = None
        self._tell_outcome(fault)

    def _end_reading(self, read: Any, failure: str) -> None:
        raise NotImplementedError

    def _allow_missing(self, way: Missing) -> None:
        """Read on, with missing values left out or filled in."""
        raise NotImplementedError

    def _offer(self, error: MissingValue) -> None:
        """Offer what would do about missing values, a click each."""
        rows = counted(error.rows, "row") if error.rows else "their rows"
        self.leave_out.setText(f"Leave out {rows}")
        self.leave_out.setVisible("drop" in error.ways_out)
        self.fill_in.setVisible("mean" in error.ways_out)
        self.ways_out.setVisible(bool(error.ways_out))

    def _tell_outcome(self, fault: str) -> None:
        """Say what will come of it, or what stands in the way."""
        self.ways_out.hide()
        reading = not fault and self.data is None
        self.fault.setText(in_form(fault, self.controls_by_option))
        self.fault.setVisible(bool(fault))
        self.bar.setVisible(reading)
        self.bar.setValue(0)
        if self.data is not None:
            said = " ".join(notes_of(self.data, self.controls_by_option))
            self.summary.setText(outcome(self.data) + (f". {said}" if said else ""))
        else:
            self.summary.setText(
                "Reading…" if reading else "Nothing can be imported yet."
            )
        self.import_button.setEnabled(self.data is not None)

    def _import(self) -> None:
        data = self.data
        if data is not None and self._wanted():
            self.accept()
            self.imported.emit(data)


def outcome(data: Dataset) -> str:
    """Say what was read: ``150 samples, 4 features, 3 classes: setosa, …``."""
    met = [
        excerpt(name)
        for name, n in zip(data.class_names, data.counts.tolist(), strict=True)
        if n
    ]
    named = ", ".join(met[:LISTED])
    more = f" and {len(met) - LISTED} more" if len(met) > LISTED else ""
    return (
        f"{counted(data.n_samples, 'sample')}, {counted(data.n_features, 'feature')}, "
        f"{counted(len(met), 'class')}: {named}{more}"
    )


def notes_of(
    data: Dataset, controls: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Say what became of columns, missing values and words: a sentence each."""
    table = data.provenance
    return () if table is None else tuple(in_form(s, controls) for s in table.notes)
