"""Lessons as files: open one of others, make one, hand in what came of one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QMessageBox

from engine.lessons.lesson_files import SUFFIX, TEXT, read_files

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from engine.export.session_file import SavedSession
    from engine.lessons.authoring import PageDraft
    from engine.lessons.facts import Situation
    from engine.lessons.lesson import Lesson
    from engine.lessons.lesson_files import LessonFiles
    from engine.lessons.results import Results
    from gui.files.file_dialogs import FileDialogs
    from gui.tasks.progress_dialog import TaskWithDialog
    from gui.tasks.task import TaskControl

KINDS = f"Lessons (*{SUFFIX} {TEXT})"
PURPOSE = "lesson"
UNREAD = "the lesson could not be read"


class LessonActions(QObject):
    """Opens, begins, continues and packs lessons, and exports results of one.

    Parameters
    ----------
    present : callable
        Gives what a session file would hold now.
    now : callable
        Gives what a page could speak of.
    panels : callable
        Names the panels that are in front.
    folder : callable
        Gives the folder of the lesson that is open; None where there is none.
    place : callable
        Gives the place of the page that is open, from 0.
    results : callable
        Gives the lesson that is open, and what came of its tasks; None where there
        is none.
    dialogs : FileDialogs
    parent : QWidget

    Signals
    -------
    read(LessonFiles, int or None)
        This lesson was read, and is to be opened at this page; -1: at the last, None:
        where it was left.
    """

    read = Signal(object, object)

    def __init__(
        self,
        present: Callable[[], SavedSession],
        now: Callable[[], Situation],
        panels: Callable[[], Sequence[str]],
        folder: Callable[[], Path | None],
        place: Callable[[], int],
        results: Callable[[], tuple[Lesson, Results] | None],
        dialogs: FileDialogs,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._present, self._now = present, now
        self._panels, self._folder, self._place = panels, folder, place
        self._results, self._dialogs, self._parent = results, dialogs, parent
        self._reading: TaskWithDialog | None = None

    def open(self) -> None:
        """Ask for a lesson and open it."""
        if path := self._dialogs.file_to_open("Open a lesson", KINDS):
            self.open_path(path, 0)

    def open_path(self, path: Path, place: int | None) -> None:
        """Read a lesson in the background; say what is wrong with it, or open it."""
        from gui.features.lessons.language import languages_wanted
        from gui.tasks.progress_dialog import TaskWithDialog

        self.close()
        reading = TaskWithDialog("Open", f"Reading {path.name}…", self._parent)
        self._reading = reading
        reading.ended.connect(partial(self._end_reading, place))
        reading.start(
            partial(_read, path, languages_wanted()), trouble=UNREAD, wait=True
        )

    def _end_reading(
        self, place: int | None, files: LessonFiles | None, failure: str
    ) -> None:
        self._reading = None
        if files is not None:
            self.read.emit(files, place)
        elif failure:
            self._dialogs.warn(failure)

    def close(self) -> None:
        """Stop what is being read."""
        if self._reading is not None:
            self._reading.drop()
            self._reading = None

    def new(self) -> None:
        """Begin a lesson: what is on the screen is its first page."""
        from engine.files import check_new_folder
        from engine.lessons.authoring import new_lesson

        title = "New lesson from what is on the screen"
        folder = self._dialogs.folder_to_write(title, "my-lesson", purpose=PURPOSE)
        if folder is None or not self._dialogs.attempt(
            lambda: check_new_folder(folder)
        ):
            return
        saved, panels = self._present(), self._panels()
        if self._describe_page(
            lambda *described: new_lesson(folder, saved, panels, *described),
            folder.name.replace("-", " ").capitalize(),
        ):
            self.open_path(folder, 0)
            self._dialogs.say(f"edit {folder / TEXT} in any editor: the page follows")

    def add_page(self) -> None:
        """Make what is on the screen one more page of the lesson that is open."""
        from engine.lessons.authoring import write_page

        if (own_page := self._own_page()) is None:
            return
        folder, _ = own_page
        saved, panels = self._present(), self._panels()
        if self._describe_page(
            lambda _title, _about, draft: write_page(folder, saved, panels, draft)
        ):
            self.open_path(folder, -1)

    def edit_page(self) -> None:
        """Describe the page that is open anew."""
        from engine.lessons.authoring import draft_of, write_page

        if (own_page := self._own_page()) is None:
            return
        folder, place = own_page
        saved, panels = self._present(), self._panels()

        def describe() -> None:
            if self._describe_page(
                lambda _title, _about, draft: write_page(
                    folder, saved, panels, draft, place
                ),
                draft=draft_of(folder, place),
            ):
                self.open_path(folder, place)

        self._dialogs.attempt(describe)

    def move_page(self, by: int) -> None:
        """Put the page that is open before or after its neighbour."""
        from engine.lessons.authoring import move_page

        if (own_page := self._own_page()) is None:
            return
        folder, place = own_page
        to = place + by
        if to < 0:
            self._dialogs.say("the page is the first")
        elif self._dialogs.attempt(lambda: move_page(folder, place, to)):
            self.open_path(folder, to)

    def delete_page(self) -> None:
        """Take the page that is open out of its lesson, after a question."""
        from engine.lessons.authoring import delete_page

        if (own_page := self._own_page()) is None:
            return
        folder, place = own_page
        buttons = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self._parent,
            "Delete the page",
            f"Page {place + 1} of this lesson will be gone for good. Delete it?",
            buttons.Yes | buttons.Cancel,
            buttons.Cancel,
        )
        if answer == buttons.Yes and self._dialogs.attempt(
            lambda: delete_page(folder, place)
        ):
            self.open_path(folder, max(0, place - 1))

    def _own_page(self) -> tuple[Path, int] | None:
        """Give the page that is open, of a lesson in a folder of one's own."""
        folder = self._folder()
        if folder is None:
            self._dialogs.say("open a lesson from a folder of your own first")
            return None
        return folder, self._place()

    def _describe_page(
        self,
        save: Callable[[str, str, PageDraft], None],
        title: str = "",
        draft: PageDraft | None = None,
    ) -> bool:
        from gui.features.lessons.page_dialog import PageDialog

        dialog = PageDialog(self._now(), save, title, self._parent, draft)
        saved = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return saved

    def pack(self) -> None:
        """Save the lesson that is open as one file, to be given to others."""
        from engine.lessons.authoring import pack

        if (own_page := self._own_page()) is None:
            return
        folder, _ = own_page
        name = f"{folder.name}{SUFFIX}"
        kinds = f"Lesson (*{SUFFIX})"
        path = self._dialogs.file_to_write(
            "Save the lesson", name, kinds, purpose=PURPOSE
        )
        if path is not None and self._dialogs.attempt(lambda: pack(folder, path)):
            self._dialogs.say(f"saved {path}")

    def export_results(self) -> None:
        """Ask for a name; write what came of the lesson that is open."""
        from engine.lessons.results import SUFFIX, file_name, write_results
        from gui.features.lessons.results_dialog import ResultsDialog

        own_results = self._results()
        if own_results is None:
            self._dialogs.say("open a lesson first: what came of it is exported")
            return
        lesson, results = own_results
        dialog = ResultsDialog(lesson, results, self._parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        results = replace(results, name=dialog.name.text())
        dialog.deleteLater()
        path = accepted and self._dialogs.file_to_write(
            "Export results",
            file_name(results),
            f"Results (*{SUFFIX})",
            purpose=PURPOSE,
        )
        if path and self._dialogs.attempt(lambda: write_results(path, results)):
            self._dialogs.say(f"written {path}")


def _read(path: Path, wanted: Sequence[str], _: TaskControl) -> LessonFiles:
    """Read a lesson's files, and its text in the language that is wanted."""
    from engine.lessons.lesson_faults import load_facts
    from gui.features.lessons.lesson_player import lesson_of

    files = read_files(path)
    load_facts(lesson_of(files, wanted))
    return files
