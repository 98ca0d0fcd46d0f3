"""Files come in: at once, in the background, or after a look at them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gui.theme import current_theme

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from engine import Dataset
    from engine.data.sheet import Sheet
    from gui.asking import Asking
    from gui.importing.dialog import ImportDialog
    from gui.progress import Progress
    from gui.window import MainWindow

BIG = 2**19
"""Bytes from which a file is read in the background."""
UNREAD = "the file could not be read"


class Opening(QObject):
    """Reads files for one window.

    Readers are imported when they are needed: the window is there sooner.

    Signals
    -------
    opened(Path, Dataset, Path or None)
        A file was read; the last is where the same data can be saved to.
    session_opened(Path, Saved)
        A session was read.

    Attributes
    ----------
    loading : Progress, optional
        The file that is being read in the background.
    dialog : ImportDialog, optional
        The table that is being looked at.
    """

    opened = Signal(object, object, object)
    session_opened = Signal(object, object)

    def __init__(self, window: MainWindow, asking: Asking) -> None:
        super().__init__(window)
        self._window, self._asking = window, asking
        self.loading: Progress | None = None
        self.dialog: ImportDialog | None = None

    def open_path(self, path: Path, look: bool = False) -> None:
        """Open a file; say what is wrong with it if it cannot be read.

        Parameters
        ----------
        path : Path
        look : bool
            Show a table before it is imported, even if it is clear.
        """
        if self.loading is None and self.dialog is None:
            self._asking.attempt(lambda: self._open(path, look))

    def _open(self, path: Path, look: bool) -> None:
        from engine.data.readers import is_table, read_data
        from engine.export.session_file import SUFFIX, read_session

        if path.suffix.lower() == SUFFIX:
            self.session_opened.emit(path, read_session(path))
        elif is_table(path):
            self._open_table(path, look)
        else:
            self._read(partial(read_data, path, None), path, self._asking.warn)

    def _open_table(self, path: Path, look: bool) -> None:
        """Read a table that is clear; show one that is not."""
        from engine.data.formed import read_formed
        from engine.data.sheet import guessed

        sheet = guessed(path)
        if look or sheet.doubt or sheet.fault:
            self._look_at(sheet, path)
            return
        read = partial(read_formed, path, sheet.form)
        self._read(read, path, lambda _: self._look_at(sheet, path))

    def _look_at(self, sheet: Sheet, path: Path) -> None:
        from gui.importing.dialog import ImportDialog

        theme = current_theme(self._window.theme_choice)
        dialog = self.dialog = ImportDialog(sheet, path.name, theme, self._window)
        dialog.imported.connect(lambda data: self._take(path, data, dialog.sheet))
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self) -> None:
        self.dialog = None

    def _take(self, path: Path, data: Dataset, sheet: Sheet) -> None:
        # Saving must not drop columns that were left out.
        whole = len(sheet.form.features) == len(sheet.names) - 1
        self.opened.emit(path, data, path if whole else None)

    def _read(
        self,
        read: Callable[..., Dataset],
        path: Path,
        fail: Callable[[str], None],
    ) -> None:
        """Read data, in the background if there are many."""
        from engine.errors import UserError

        if path.is_file() and path.stat().st_size >= BIG:
            self._begin(read, path, fail)
            return
        try:
            data = read()
        except UserError as error:
            fail(str(error))
        else:
            self.opened.emit(path, data, path)

    def _begin(
        self,
        read: Callable[..., Dataset],
        path: Path,
        fail: Callable[[str], None],
    ) -> None:
        from gui.background import Background
        from gui.progress import Progress

        def end(data: Dataset | None, failure: str) -> None:
            self.loading = None
            if data is not None:
                self.opened.emit(path, data, path)
            elif failure:
                fail(failure)
            else:
                self._asking.say("nothing opened")

        work = Background(lambda report: read(progress=report), UNREAD)
        text = f"Reading {path.name}…"
        self.loading = Progress(work, "Open", text, self._window)
        self.loading.ended.connect(end)

    def close(self) -> None:
        """Stop what is being read."""
        if self.loading is not None:
            self.loading.close()
        if self.dialog is not None:
            self.dialog.reject()
