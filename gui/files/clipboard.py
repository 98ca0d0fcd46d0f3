"""Copy and paste: points to and from spreadsheets by the clipboard."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication

from engine.data.dataset import with_samples
from gui.files.drop import dropped_files
from gui.style.text import number_of_points
from gui.style.theme import current_theme

if TYPE_CHECKING:
    import tempfile
    from collections.abc import Callable

    from PySide6.QtCore import QMimeData
    from PySide6.QtWidgets import QWidget

    from engine.data.edits import Edit
    from engine.data.table_preview import TablePreview
    from gui.canvas.selection import Selection
    from gui.files.table_import.paste_dialog import PasteDialog
    from gui.session.session import Session
    from gui.tasks.progress_dialog import TaskWithDialog

MOST = 200_000
"""Points that are copied; more belong into a file."""
NAME = "clipboard"
UNREAD = "the clipboard could not be read"


class PointsClipboard(QObject):
    """Copies points as a table, pastes a table as points.

    Parameters
    ----------
    session : Session
    selection : Selection
        The points to copy; those that were pasted are selected.
    say : callable
        Tells something in the window.
    parent : QWidget
        Where dialogs stand.

    Signals
    -------
    files_pasted(list of Path)
        Not a table was pasted, but files.
    data_pasted(Dataset)
        These points are to take the place of those before.

    Attributes
    ----------
    actions : list of QAction
        For a menu.
    reading : TaskWithDialog, optional
        The clipboard that is being read in the background.
    dialog : PasteDialog, optional
        What is being pasted.
    """

    files_pasted = Signal(list)
    data_pasted = Signal(object)

    def __init__(
        self,
        session: Session,
        selection: Selection,
        say: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._selection = session, selection
        self._say, self._parent = say, parent
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self.reading: TaskWithDialog | None = None
        self.dialog: PasteDialog | None = None
        copy, paste = QAction("Cop&y points", self), QAction("Pas&te points…", self)
        copy.setToolTip("Copy the selected points, or all, as a table")
        copy.setShortcut(QKeySequence("Ctrl+C"))
        paste.setShortcut(QKeySequence("Ctrl+V"))
        copy.triggered.connect(lambda: self.copy())
        paste.triggered.connect(lambda: self.paste())
        self.actions = [copy, paste]

    def copy(self) -> None:
        """Put the selected points on the clipboard, or all if none are."""
        from engine.data.formats.csv_table import table_text

        data, rows = self._session.data, self._selection.rows
        rows = rows if len(rows) else np.arange(data.n_samples)
        if not len(rows):
            self._say("there are no points to copy")
        elif len(rows) > MOST:
            self._say(f"{len(rows):,} points are too many to copy: save them to a file")
        else:
            X, y, parts = data.X[rows], data.y[rows], data.parts[rows]
            extras = data.weights_of(rows), data.names_of(rows)
            taken = with_samples(data, X, y, parts, *extras)
            QApplication.clipboard().setText(table_text(taken, "\t"))
            bare = ", without their weights" if taken.sample_weights is not None else ""
            self._say(f"{number_of_points(len(rows))} copied{bare}")

    def paste(self) -> None:
        """Show the table on the clipboard, and make one edit of it."""
        clipboard = QApplication.clipboard()
        copied: QMimeData | None = (
            clipboard.mimeData()
        )  # another program may not answer
        text, html = clipboard.text(), "" if copied is None else copied.html()
        if files := dropped_files(copied):
            self.files_pasted.emit(files)
        elif text.strip() or "<table" in html.lower():
            self._look_at(text, html)
        else:
            self._say("there is no text on the clipboard to paste: copy a table first")

    def _look_at(self, text: str, html: str) -> None:
        from tempfile import TemporaryDirectory

        from engine.data.table_preview import read_preview
        from gui.tasks.progress_dialog import TaskWithDialog

        if self._folder is not None:
            return
        self._folder = TemporaryDirectory(ignore_cleanup_errors=True)
        path = Path(self._folder.name) / NAME
        reading = TaskWithDialog("Paste", "Reading the clipboard…", self._parent)
        self.reading = reading
        reading.ended.connect(partial(self._show_preview, path))

        def read(_: object) -> TablePreview:
            table = pasted_table(text, html)
            path.write_bytes(table.encode("utf-8", "replace"))
            return read_preview(path)

        reading.start(read, trouble=UNREAD, wait=True)

    def _show_preview(
        self, path: Path, preview: TablePreview | None, failure: str
    ) -> None:
        from engine.data.table_preview import without_path
        from gui.files.table_import.paste_dialog import PasteDialog

        self.reading = None
        if failure:
            self._refuse(without_path(path, failure))
            return
        if preview is None:
            self._forget_dialog()
            self._say("nothing pasted")
            return
        if preview.fault and len(preview.rows) < 2:
            self._refuse("give a table with a row per point")
            return
        data = self._session.data
        self.dialog = PasteDialog(preview, data, current_theme(), self._parent)
        self.dialog.pasted.connect(self._apply_edit)
        self.dialog.finished.connect(self._forget_dialog)
        self.dialog.open()

    def _refuse(self, why: str) -> None:
        self._forget_dialog()
        self._say(f"what is on the clipboard is no table: {why}")

    def _apply_edit(self, edit: Edit, adding: bool) -> None:
        session = self._session
        pasted = edit.apply(session.data)
        if not adding:
            self.data_pasted.emit(pasted)
            return
        before = session.data.n_samples
        session.edit(edit, f"paste {number_of_points(pasted.n_samples - before)}")
        self._selection.set(np.arange(before, pasted.n_samples))

    def _forget_dialog(self) -> None:
        self.dialog = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def close(self) -> None:
        """Stop what is being pasted."""
        if self.reading is not None:
            self.reading.drop()
        if self.dialog is not None:
            self.dialog.reject()
        self._forget_dialog()


def pasted_table(text: str, html: str) -> str:
    """Give the table of a clipboard: its text, unless its HTML alone has the numbers.

    Of numbers a spreadsheet writes as text what is shown of them.
    """
    from engine.data.html_table import EXACT, html_table

    exact = EXACT in html.lower()
    return (html_table(html) if exact or not text.strip() else "") or text
