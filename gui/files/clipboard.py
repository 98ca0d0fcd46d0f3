"""Points to and from spreadsheets by the clipboard."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication

from engine.data.dataset import with_samples
from gui.files.drop import dropped_files
from gui.style.text import number_of_points
from gui.style.theme import current_theme

if TYPE_CHECKING:
    import tempfile

    from engine.data.edits import Edit
    from engine.data.formats.table_preview import TablePreview
    from gui.main_window import MainWindow
    from gui.table_import.paste import PasteDialog
    from gui.tasks.progress_dialog import Progress

MOST = 200_000
"""Points that are copied; more belong into a file."""
NAME = "clipboard"
UNREAD = "the clipboard could not be read"


class PointsClipboard(QObject):
    """Copies points as a table, pastes a table as points.

    Attributes
    ----------
    actions : list of QAction
        For a menu.
    reading : Progress, optional
        The clipboard that is being read in the background.
    dialog : PasteDialog, optional
        What is being pasted.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self.reading: Progress | None = None
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
        from engine.data.formats.table_text import table_text

        data, rows = self._window.session.data, self._window.canvas.selection.rows
        rows = rows if len(rows) else np.arange(data.n_samples)
        files = self._window.files
        if not len(rows):
            files.say("there are no points to copy")
        elif len(rows) > MOST:
            files.say(f"{len(rows):,} points are too many to copy: save them to a file")
        else:
            X, y, parts = data.X[rows], data.y[rows], data.parts[rows]
            taken = with_samples(data, X, y, parts)
            QApplication.clipboard().setText(table_text(taken, "\t"))
            files.say(f"{number_of_points(len(rows))} copied")

    def paste(self) -> None:
        """Show the table on the clipboard, and make one edit of it."""
        mime = QApplication.clipboard().mimeData()
        files = dropped_files(mime)
        if len(files) == 1:
            self._window.open_file(files[0])
        elif files:
            self._window.files.say("paste one file at a time: nothing opened")
        elif mime.hasText() and mime.text().strip():
            self._look_at(mime.text())
        else:
            self._window.files.say("there is no text on the clipboard to paste")

    def _look_at(self, text: str) -> None:
        from tempfile import TemporaryDirectory

        from engine.data.formats.table_preview import guessed
        from gui.tasks.background import Background

        if self._folder is not None:
            return
        self._folder = TemporaryDirectory(ignore_cleanup_errors=True)
        path = Path(self._folder.name) / NAME
        path.write_bytes(text.encode("utf-8", "replace"))
        work = Background(lambda _: guessed(path), UNREAD)
        if work.is_over_soon():
            self._show(path, work.result, work.failure)
            return
        from gui.tasks.progress_dialog import Progress

        self.reading = Progress(work, "Paste", "Reading the clipboard…", self._window)
        self.reading.ended.connect(partial(self._show, path))

    def _show(self, path: Path, sheet: TablePreview | None, failure: str) -> None:
        from engine.data.formats.table_preview import without
        from gui.table_import.paste import PasteDialog

        self.reading = None
        if failure:
            self._refuse(without(path, failure))
            return
        if sheet is None:
            self._clear()
            self._window.files.say("nothing pasted")
            return
        if sheet.fault and len(sheet.rows) < 2:
            self._refuse("give a table with a row per point")
            return
        theme = current_theme(self._window.theme_choice)
        data = self._window.session.data
        self.dialog = PasteDialog(sheet, data, theme, self._window)
        self.dialog.pasted.connect(self._edit)
        self.dialog.finished.connect(self._clear)
        self.dialog.open()

    def _refuse(self, why: str) -> None:
        self._clear()
        self._window.files.say(f"what is on the clipboard is no table: {why}")

    def _edit(self, edit: Edit, adding: bool) -> None:
        session, canvas = self._window.session, self._window.canvas
        before = session.data.n_samples if adding else 0
        n = edit.apply(session.data).n_samples - before
        session.edit(edit, f"paste {number_of_points(n)}")
        if adding:
            canvas.selection.set(np.arange(before, before + n))
        else:
            canvas.fit()

    def _clear(self) -> None:
        self.dialog = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def close(self) -> None:
        """Stop what is being pasted."""
        if self.reading is not None:
            self.reading.close()
        if self.dialog is not None:
            self.dialog.reject()
