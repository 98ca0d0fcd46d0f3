"""Opening files: at once, in the background, or after a look at their table."""

from __future__ import annotations

from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.errors import UserError
from engine.files import require_file
from engine.lessons.lesson_files import SUFFIX as LESSON_SUFFIX
from engine.lessons.lesson_files import TEXT as LESSON_TEXT
from gui.canvas.point_index import prepare_index
from gui.files.save_target import SaveTarget
from gui.style.theme import current_theme
from gui.tasks.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from engine import Dataset
    from engine.data.table_preview import TablePreview
    from engine.data.tables.data_file import DataFile
    from engine.export.session_file import SavedSession
    from gui.files.file_dialogs import FileDialogs
    from gui.files.table_import.import_dialog import ImportDialog
    from gui.files.table_import.reading_dialog import ReadingDialog
    from gui.tasks.progress_dialog import TaskWithDialog
    from gui.tasks.task import TaskControl

    Wanted = Callable[[], bool]
    Opening = Callable[["FileOpener", Wanted], None]

UNREAD = "the file could not be read"
_LOADING = Lock()
"""Of two threads that import the same, one may find half of it."""


class FileOpener(QObject):
    """Reads files for one window.

    Readers are imported when they are needed: the window is there sooner. About
    unsaved points is asked before a file is read, or once a table that was looked at
    is wanted.

    Parameters
    ----------
    dialogs : FileDialogs
    may_leave : callable
        Asks about unsaved points; False means stay.
    parent : QWidget
        Where dialogs stand.

    Signals
    -------
    opened(Dataset, SaveTarget)
        A file was read: its data, and how they are saved to it.
    session_opened(Path, SavedSession)
        A session was read.
    lesson_opened(Path, int)
        A lesson is to be read, from this page on.

    Attributes
    ----------
    loading : TaskWithDialog, optional
        The file that is being read in the background.
    dialog : ReadingDialog, optional
        The file that is being looked at.
    """

    opened = Signal(object, object)
    session_opened = Signal(object, object)
    lesson_opened = Signal(object, int)

    def __init__(
        self, dialogs: FileDialogs, may_leave: Callable[[], bool], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._parent, self._dialogs = parent, dialogs
        self._may_leave = may_leave
        self.loading: TaskWithDialog | None = None
        self._loader = Task("loading", self)
        self.dialog: ReadingDialog | None = None

    def prepare(self) -> None:
        """Load what reads tables, while a person still looks for the file."""
        self._loader.start(_load)

    def open_one(self, paths: Sequence[Path], verb: str) -> None:
        """Open what was dropped or pasted, as `verb` says, if it is one file."""
        if len(paths) == 1:
            self.open_path(paths[0])
        else:
            self._dialogs.say(f"{verb} one file at a time: nothing opened")

    def open_path(self, path: Path, *, look: bool = False) -> None:
        """Open a file; say what is wrong with it if it cannot be read.

        Parameters
        ----------
        path : Path
        look : bool
            Show what it is before it is imported, even if that is clear.
        """
        if self.loading is None and self.dialog is None:
            self._dialogs.attempt(lambda: self._open_file(path, look=look))

    def _open_file(self, path: Path, *, look: bool) -> None:
        if is_lesson(path):
            self.lesson_opened.emit(path, 0)
            return
        require_file(path)
        if look or self._may_leave():
            self._read_file(path, look=look)

    def open_session(self, saved: SavedSession, path: Path, wanted: Wanted) -> None:
        """Open a session that was read."""
        if wanted():
            self.session_opened.emit(path, saved)

    def open_data(self, data: Dataset, target: SaveTarget, wanted: Wanted) -> None:
        """Open data that were read; say what became of columns, gaps and words."""
        from gui.files.table_import.reading_dialog import notes_of

        if not wanted():
            return
        self.opened.emit(data, target)
        if said := " ".join(notes_of(data)):
            self._dialogs.say(said)

    def look_at(self, preview: TablePreview, path: Path, wanted: Wanted) -> None:
        """Show the first rows of a table, and how it is to be read."""
        from gui.files.table_import.import_dialog import ImportDialog

        dialog = ImportDialog(preview, path.name, current_theme(), self._parent, wanted)
        dialog.imported.connect(lambda data: self._open_table(path, data, dialog))
        self._open_dialog(dialog)

    def ask_about(self, file: DataFile, path: Path, wanted: Wanted) -> None:
        """Ask how a file is to be read that is no table to be cut into cells."""
        from gui.files.table_import.options_dialog import OptionsDialog

        def take(data: Dataset) -> None:
            self.open_data(data, _target_of(file, path, data), lambda: True)

        dialog = OptionsDialog(file, path.name, self._parent, wanted)
        dialog.imported.connect(take)
        self._open_dialog(dialog)

    def _open_dialog(self, dialog: ReadingDialog) -> None:
        self.dialog = dialog
        dialog.finished.connect(self._forget_dialog)
        dialog.open()

    def _forget_dialog(self) -> None:
        self.dialog = None

    def _open_table(self, path: Path, data: Dataset, dialog: ImportDialog) -> None:
        # Saving must not drop columns or rows that were left out.
        preview, left_out = dialog.preview, dialog.left_out
        every = len(preview.form.features) == len(preview.names) - 1
        whole = every and preview.is_plain and not left_out and _as_it_stands(data)
        self.open_data(data, _target(path, preview, whole=whole), lambda: True)

    def _read_file(self, path: Path, *, look: bool) -> None:
        """Read data in the background; what is there soon is shown at once."""
        from gui.tasks.progress_dialog import TaskWithDialog

        loading = TaskWithDialog("Open", f"Reading {path.name}…", self._parent)
        self.loading = loading
        # Who only looks is asked at Import whether the window's data may go.
        wanted = self._may_leave if look else lambda: True
        loading.ended.connect(partial(self._end_loading, wanted))
        loading.start(partial(_read, path, look), trouble=UNREAD, wait=True)

    def _end_loading(
        self, wanted: Wanted, opening: Opening | None, failure: str
    ) -> None:
        self.loading = None
        if opening is not None:
            opening(self, wanted)
        elif failure:
            from gui.files.table_import.form_words import in_form

            self._dialogs.warn(in_form(failure))
        else:
            self._dialogs.say("nothing opened")

    def close(self) -> None:
        """Stop what is being read."""
        if self.loading is not None:
            self.loading.drop()
        if self.dialog is not None:
            self.dialog.reject()


def _load(_: TaskControl) -> None:
    with _LOADING:
        import pyarrow.csv  # noqa: F401

        import engine.data.table_preview  # noqa: F401
        from engine.data.formats.registry import formats

        formats()


def _read(path: Path, look: bool, control: TaskControl) -> Opening:
    """Read a file; tell how it is opened.

    Of a table that is not clear, or has a fault, the first rows are shown. Where
    another format is to be told how it is read, that is asked; so of each file that is
    only looked at.
    """
    with _LOADING:
        from engine.data.formats.registry import opened
    from engine.export.session_file import SUFFIX, read_session

    if path.suffix.lower() == SUFFIX:
        saved = read_session(path)
        prepare_index(saved.data)
        return lambda opener, wanted: opener.open_session(saved, path, wanted)
    file = opened(path)
    with file.held.given_up_if(control.cancelled):
        return _read_data(file, path, look, control)


def _read_data(file: DataFile, path: Path, look: bool, control: TaskControl) -> Opening:
    """Read what is no session."""
    with _LOADING:
        from engine.data.table_preview import read_preview, read_uncut_preview
    from engine.data.formats.registry import format_of
    from engine.data.sample_table import SampleTable, read_data
    from engine.data.tables.read_options import OptionNeeded

    def asked(opener: FileOpener, wanted: Wanted) -> None:
        opener.ask_about(file, path, wanted)

    def shown(opener: FileOpener, wanted: Wanted) -> None:
        opener.look_at(preview, path, wanted)

    def complete(opener: FileOpener, wanted: Wanted) -> None:
        opener.open_data(data, target, wanted)

    file_format = format_of(file)
    if look and file_format.is_table:
        preview = read_uncut_preview(file)
        return shown
    if look and (file_format.has_columns or file_format.has_indices):
        return asked
    if not file_format.is_table:
        try:
            data = prepare_index(read_data(file, progress=control.report))
        except OptionNeeded:
            return asked
        target = _target_of(file, path, data)
        return complete
    preview = read_preview(file)
    if preview.doubt or preview.fault:
        return shown
    try:
        table = SampleTable(preview.table, preview.form, reason=preview.reason)
        data = prepare_index(table.read_all(control.report))
    except UserError:
        return shown
    whole = preview.is_plain and _as_it_stands(data)
    target = _target(path, preview, whole=whole)
    return complete


def _as_it_stands(data: Dataset) -> bool:
    """Tell whether nothing was left out, filled in or made of words."""
    table = data.provenance
    return table is None or (
        not table.notes and all(column.kind == "number" for column in table.columns)
    )


def _target_of(file: DataFile, path: Path, data: Dataset) -> SaveTarget:
    """Give a file of another format than a plain table, to be saved in it."""
    from engine.data.formats.registry import format_of

    file_format = format_of(file)
    # Of indices it is only said where they begin, and there they are written again.
    as_it_stands = file_format.has_indices or _as_it_stands(data)
    whole = file.is_plain and as_it_stands
    return SaveTarget(path, file_format.suffixes[0], whole=whole)


def _target(path: Path, preview: TablePreview, *, whole: bool) -> SaveTarget:
    """Give the file, with what its header calls the column of the classes."""
    label = preview.names[preview.form.label] if preview.form.header else ""
    return SaveTarget(path, path.suffix.lower(), label, whole=whole)


def is_lesson(path: Path) -> bool:
    """Tell a lesson from data by its name."""
    return path.suffix == LESSON_SUFFIX or path.name == LESSON_TEXT
