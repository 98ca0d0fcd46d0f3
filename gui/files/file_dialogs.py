"""Asks for files, and tells what went wrong or was done with them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QFileDialog, QMainWindow, QMessageBox

from engine.errors import UserError
from engine.numbers import enumerated
from gui.style.text import plain
from gui.widgets.dialog_folder import dialog_folder, remember_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

TITLE = "Perceptron Lab"


def data_and_sessions() -> str:
    """Name the kinds of files that can be opened, as Qt's file dialog takes them."""
    from engine.export.session_file import SUFFIX

    return f"Data and sessions ({_patterns()} *{SUFFIX} {_packed()});;All files (*)"


def tables_first() -> str:
    """Name the kinds of files that can be imported: tables are looked at."""
    tables = _patterns(only_tables=True)
    packed = _packed()
    return f"Tables ({tables} {packed});;Data ({_patterns()} {packed});;All files (*)"


def saved_kinds() -> str:
    """Name the kinds of files that the data can be saved to."""
    from engine.data.formats.registry import formats
    from engine.export.session_file import SUFFIX

    kinds = [("Session: data and set-up", SUFFIX)]
    for file_format in formats():
        kinds += [
            (description, suffix)
            for suffix, description in file_format.saved_as.items()
        ]
    return ";;".join(f"{description} (*{suffix})" for description, suffix in kinds)


def _patterns(*, only_tables: bool = False) -> str:
    from engine.data.formats.registry import formats

    readable = [
        file_format
        for file_format in formats()
        if file_format.is_table or not only_tables
    ]
    return " ".join(
        f"*{suffix}" for file_format in readable for suffix in file_format.suffixes
    )


def _packed() -> str:
    from engine.data.tables.compression import SUFFIXES

    return " ".join(f"*{suffix}" for suffix in SUFFIXES.values())


class FileDialogs:
    """The dialogs of one window, and what it says, as work with files uses them.

    Parameters
    ----------
    window : QMainWindow
    tell : callable
        Says a message for a while.
    """

    def __init__(self, window: QMainWindow, tell: Callable[[str], object]) -> None:
        self._window, self._tell = window, tell

    def file_to_open(self, title: str, kinds: str) -> Path | None:
        """Ask for a file that is there."""
        name, _ = QFileDialog.getOpenFileName(
            self._window, title, str(dialog_folder()), kinds
        )
        return Path(name) if name else None

    def file_to_write(
        self, title: str, name: str, kinds: str, *, purpose: str = ""
    ) -> Path | None:
        """Ask for a file; one without a known suffix gets that of the chosen kind.

        Parameters
        ----------
        title, name, kinds : str
            Of the dialog, of the file proposed, of the kinds of files.
        purpose : str, optional
            By which the folder is remembered; default the title.
        """
        asked = self.file_and_kind_to_write(title, name, kinds, purpose=purpose)
        return None if asked is None else asked[0]

    def file_and_kind_to_write(
        self, title: str, name: str, kinds: str, *, purpose: str = ""
    ) -> tuple[Path, str] | None:
        """Ask for a file, as `file_to_write` does, and for which of the kinds it is."""
        start = str(dialog_folder(purpose or title) / name)
        chosen, kind = QFileDialog.getSaveFileName(self._window, title, start, kinds)
        if not chosen:
            return None
        path = Path(chosen)
        remember_folder(path, purpose or title)
        known = re.findall(r"\*(\.\w+)", kinds)
        if path.suffix.lower() in known:
            return path, kind
        suffix = (re.findall(r"\*(\.\w+)", kind) or known)[0]
        path = path.with_name(path.name + suffix)
        # The dialog has asked about the name as typed, not about this one.
        return (path, kind) if not path.exists() or self.may_replace(path) else None

    def folder_to_write(self, title: str, name: str, *, purpose: str) -> Path | None:
        """Ask for the name of a new folder; whether it is new is not looked at."""
        start = str(dialog_folder(purpose) / name)
        chosen, _ = QFileDialog.getSaveFileName(
            self._window, title, start, "A new folder (*)"
        )
        if not chosen:
            return None
        remember_folder(Path(chosen), purpose)
        return Path(chosen)

    def may_replace(self, path: Path) -> bool:
        """Ask whether a file that is there may be written over."""
        buttons = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self._window,
            "Replace the file?",
            plain(f"{path.name} exists already. Replace it?"),
            buttons.Yes | buttons.No,
            buttons.No,
        )
        return answer == buttons.Yes

    def whether_to_save(self, unsaved: list[str]) -> QMessageBox.StandardButton:
        """Ask whether to save, discard or cancel; tell what is unsaved."""
        buttons = QMessageBox.StandardButton
        subject = enumerated(unsaved, "and")
        verb, pronoun = "are", "them"
        if subject in ("set-up", "branch"):
            verb, pronoun = "is", "it"
        where = "" if subject == "points" else " in a session (.plab)"
        return QMessageBox.question(
            self._above,
            f"Unsaved {subject}",
            f"The {subject} {verb} not saved. Save {pronoun}{where}?",
            buttons.Save | buttons.Discard | buttons.Cancel,
            buttons.Save,
        )

    @property
    def _above(self) -> QWidget:
        """What a question stands over: of another window the focus would be lost."""
        return QApplication.activeModalWidget() or self._window

    def attempt(self, act: Callable[[], None]) -> bool:
        """Do something; tell what is wrong if it cannot be done."""
        try:
            act()
        except UserError as error:
            self.warn(str(error))
            return False
        return True

    def warn(self, text: str) -> None:
        """Tell what went wrong."""
        QMessageBox.warning(self._above, TITLE, plain(text))

    def say(self, text: str) -> None:
        """Tell something in the window, for a while."""
        self._tell(text)
