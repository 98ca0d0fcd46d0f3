"""What the window does with its own file: new, open, save, and before leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.data import lecture_examples
from engine.data.dataset import with_classes
from engine.data.edits import Replace
from gui.files.exports import Exports
from gui.files.file_dialogs import FileDialogs
from gui.files.opening import FileOpener
from gui.files.recent_files import RecentFiles
from gui.files.save_target import SaveTarget
from gui.files.unsaved_changes import UnsavedChanges
from gui.style.theme import current_theme
from gui.tasks.saving import Saving

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from engine import Dataset, Recipe
    from engine.data.gallery import Example
    from engine.export.session_file import BranchedFrom, SavedSession
    from gui.gallery.dialog import GalleryDialog
    from gui.main_window import MainWindow

TABLES = "*.csv *.tsv *.txt *.dat *.data"
TYPED = "*.tab *.arff *.svm *.svmlight *.libsvm *.parquet"
OPENED = f"Data and sessions ({TABLES} {TYPED} *.plab);;All files (*)"
IMPORTED = f"Tables ({TABLES});;Data ({TABLES} {TYPED});;All files (*)"
SAVED = (
    "Session: data and set-up (*.plab);;Table: data only (*.csv);;"
    "Table with tabs (*.tsv);;Orange (*.tab);;ARFF (*.arff);;Parquet (*.parquet);;"
    "svmlight: numbers only, no names (*.svm)"
)
UNTITLED = "untitled"


class FileActions(QObject):
    """New, open and save, for one window.

    Writers are imported when they are needed: the window is there sooner.

    Signals
    -------
    path_changed
        The data have another file: `path`.
    """

    path_changed = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self.home: SaveTarget | None = None
        self._stem = UNTITLED
        self._asking = FileDialogs(window)
        self._leaving = UnsavedChanges(window, self._asking, self._save_before)
        self.exports = Exports(window, self._asking)
        self.opening = FileOpener(window, self._asking, self.may_leave)
        self.saving = Saving(window, self._asking)
        self.recent = RecentFiles(window)
        self.gallery: GalleryDialog | None = None
        self.opening.opened.connect(self._take)
        self.opening.session_opened.connect(self._take_session)
        self.recent.wanted.connect(self._open_recent)

    @property
    def path(self) -> Path | None:
        """The file that is saved to; None if it is to be asked for."""
        return None if self.home is None else self.home.path

    # Data

    def new(self) -> None:
        """Begin with an empty canvas."""
        if self.may_leave():
            self._begin_with(lecture_examples.empty(), None)

    def open_example(self, example: Example) -> None:
        """Begin with a named data set."""
        if self.may_leave():
            self._begin_with(example.make(), None)

    def open_gallery(self) -> None:
        """Show the gallery, from which an example can be opened."""
        from gui.gallery.dialog import GalleryDialog

        theme = current_theme(self._window.theme_choice)
        if self.gallery is None:
            self.gallery = GalleryDialog(theme, self._window)
            self.gallery.wanted.connect(self._open_from_gallery)
        self.gallery.come(theme)

    def _open_from_gallery(self, data: Dataset, recipe: Recipe | None) -> None:
        if self.gallery is not None and self.may_leave():
            self.gallery.accept()
            self._begin_with(data, None, recipe)

    def open(self) -> None:
        """Ask for a file and open it."""
        self.opening.prepare()
        if path := self._asking.file_to_open("Open data or a session", OPENED):
            self.opening.open_path(path)

    def import_table(self) -> None:
        """Ask for a file and show its table before it is opened."""
        self.opening.prepare()
        if path := self._asking.file_to_open("Import", IMPORTED):
            self.opening.open_path(path, look=True)

    def _open_recent(self, path: Path) -> None:
        if not path.exists():
            self.recent.drop(path)
            self._asking.warn(f"{path}: is not there any more: taken off the list")
        else:
            self.opening.open_path(path)

    def _take(self, path: Path, data: Dataset, home: SaveTarget | None) -> None:
        self._remember(path)
        self._begin_with(data, home)
        self._stem = path.stem

    def _take_session(self, path: Path, saved: SavedSession) -> None:
        self._remember(path)
        self._window.stream.set_on(False)
        self._window.canvas.axes.remember(saved.data, saved.aspect)
        home = SaveTarget(path, path.suffix.lower(), ours=True)
        self._begin_with(saved.data, home, saved.recipe, saved.step, saved.left)
        self._window.curve.use_of_test.restore(saved.test_uses)

    def _remember(self, path: Path) -> None:
        self._asking.folder = path.parent
        self.recent.add(path)

    def _begin_with(
        self,
        data: Dataset,
        home: SaveTarget | None,
        recipe: Recipe | None = None,
        step: int = 0,
        left: BranchedFrom | None = None,
    ) -> None:
        self.home = home
        self._stem = home.path.stem if home is not None else UNTITLED
        self._session.begin(data, recipe, step, left)
        self._leaving.keep()
        self._window.canvas.fit()
        self.path_changed.emit()

    def save(self) -> bool:
        """Save to the file that was opened or saved last; ask where there is none."""
        home = self.home
        if home is None or not home.takes(self._session.data):
            return self.save_as()
        return self._save_to(home.path, home.suffix)

    def save_as(self) -> bool:
        """Ask for a file and save the session, or the data alone."""
        path = self._asking.file_to_write("Save", f"{self._stem}.plab", SAVED)
        return path is not None and self._save_to(path)

    def _save_before(self, session: bool) -> bool:
        """Save before something is lost, the set-up too if it would be."""
        is_one = self.home is not None and self.home.suffix == ".plab"
        return self.save() if is_one or not session else self.save_as()

    def _save_to(self, path: Path, suffix: str = "") -> bool:
        """Save what there is now, whatever happens while it is written."""
        label = self.home.label if self.home is not None else ""
        home = SaveTarget(path, suffix or path.suffix.lower(), label, ours=True)
        s, data = self._session, self._session.data
        if not data.n_samples:
            self._asking.warn("there are no points to save: draw some")
            return False
        leaving, place = self._leaving, s.undo_stack.index()
        before, now = leaving.kept, leaving.standing
        if not self.saving.save(path, self._writer(home)):
            return False
        self._remember(path)
        if leaving.kept is before:
            self.home, self._stem, leaving.kept = home, path.stem, now
            if s.data is data and s.undo_stack.index() == place:
                s.undo_stack.setClean()
            else:
                s.undo_stack.resetClean()
            self.path_changed.emit()
        self.say(f"saved {path}")
        return True

    def _writer(self, home: SaveTarget) -> Callable[[Callable[[float], bool]], None]:
        """Take what there is now, to be written later."""
        from engine.data.formats.writers import write_data
        from engine.export.session_file import SUFFIX, SavedSession, write_session

        s, path = self._session, home.path
        data = s.data
        if home.suffix != SUFFIX:
            return lambda report: write_data(
                data, path, home.label, report, home.suffix
            )
        aspect = self._window.canvas.axes.aspect
        uses = self._window.curve.use_of_test.count
        recipe, left = self._window.stream.recipe, s.branches.left
        saved = SavedSession(data, recipe, s.step, aspect, uses, left)
        return lambda report: write_session(path, saved, report)

    def add_class(self) -> None:
        """Give one more class to draw."""
        data = self._session.data
        if len(data.class_names) >= len(lecture_examples.DRAWN_CLASSES):
            self.say(f"{len(data.class_names)} classes are the most")
            return
        # Classes are sorted when read back: the new one must stay the last.
        spare = (*lecture_examples.DRAWN_CLASSES, *(f"z{i}" for i in range(9)))
        name = next(n for n in spare if n > max(data.class_names))
        more = with_classes(data, (*data.class_names, name))
        self._session.edit(Replace(more), "add a class")
        self._window.canvas.set_class(len(more.class_names) - 1)

    def is_saving(self) -> bool:
        """Tell, and say, that a file is being saved: leaving has to wait."""
        saving = self.saving.writing is not None
        if saving:
            self.say("a file is being saved: close the window once it is there")
        return saving

    def close(self) -> None:
        """Stop what is being written or read."""
        self.exports.close()
        self.opening.close()
        if self.gallery is not None:
            self.gallery.finish()

    def may_leave(self) -> bool:
        """Ask what to do with what is unsaved; False means stay."""
        return self._leaving.may_leave()

    def say(self, text: str) -> None:
        """Tell something in the status bar, for a while."""
        self._asking.say(text)
