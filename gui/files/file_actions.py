"""New, open, save: what the File menu does with the window's own file."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine import Recipe
from engine.data.lecture_examples import empty
from gui.files.autosave import Autosave
from gui.files.file_dialogs import data_and_sessions, saved_kinds, tables_first
from gui.files.opening import FileOpener
from gui.files.recent_files import RecentFiles
from gui.files.save_target import SaveTarget
from gui.files.stored_weights import StoredWeights, digest_now
from gui.files.unsaved_changes import UnsavedChanges
from gui.session.final_test import FinalTest
from gui.session.stream import Stream
from gui.session.undo import OpenCommand
from gui.style.text import number_of_points
from gui.widgets.dialog_folder import DATA, remember_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from engine import Dataset
    from engine.data.gallery import Example
    from engine.data.view_choice import ViewChoice
    from engine.export.autosave import AutosavedSession
    from engine.export.session_file import BranchedFrom, SavedSession
    from engine.lessons.stream import LessonStream
    from gui.canvas.axes_bar import AxesBar
    from gui.files.file_dialogs import FileDialogs
    from gui.files.recovery import Recovery
    from gui.files.unsaved_changes import Contents
    from gui.session.session import Session
    from gui.tasks.progress_dialog import TaskWithDialog
    from gui.tasks.task import TaskControl

UNTITLED = "untitled"
PASTED = "clipboard"
SESSIONS = "Session: data and set-up (*.plab)"
WITHOUT_WEIGHTS = "; a session (.plab) keeps the weights of the points, this does not"
NOTHING: Contents = empty(), Recipe(), None
"""What is saved of what no file holds."""


@dataclass(frozen=True)
class Aside:
    """The person's own work while a lesson is open.

    Attributes
    ----------
    place : int
        Where on the undo stack it lies.
    kept : SavedSession
    path : str
        The file that it belongs to.
    """

    place: int
    kept: SavedSession
    path: str


@dataclass(frozen=True)
class Opened:
    """What is open: what opening an example replaces, and undo brings back.

    Attributes
    ----------
    name : str
        What data that were not drawn are called; empty for drawn ones.
    measured : bool
        Whether they are from the world, if they have a name: one seldom adds to them.
    saved : tuple of Dataset, Recipe, BranchedFrom or None, optional
        What was saved or opened last; None for what is open.
    view_choice : ViewChoice, optional
        How the data were seen; None: never yet.
    stored : SavedSession, optional
        What a file holds, if it is a session.
    """

    data: Dataset
    recipe: Recipe | None = None
    step: int = 0
    left: BranchedFrom | None = None
    target: SaveTarget | None = None
    name: str = ""
    test_uses: int = 0
    saved: Contents | None = None
    measured: bool = True
    view_choice: ViewChoice | None = None
    stored: SavedSession | None = None


class FileActions(QObject):
    """New, open and save, for one window.

    Writers are imported when they are needed: the window is there sooner.

    Parameters
    ----------
    session : Session
    axes : AxesBar
        Which features are seen: a session file holds it.
        How often the test part was used: a session file holds it.
    dialogs : FileDialogs
    parent : QWidget
        Where dialogs stand.

    Attributes
    ----------
    saving : TaskWithDialog, optional
        The file that is being written.

    Signals
    -------
    began(str)
        Other data are there, from a file, the gallery, or none; what they are called
        if they were not drawn.
    path_changed
        The data have another file: `path`.
    example_opened(Example)
        An example is there with its set-up.
    taken_back
        A lesson is over: the person's own work comes back.
    may_close
        The file that leaving has waited for is there.
    """

    began = Signal(str)
    path_changed = Signal()
    example_opened = Signal(object)
    taken_back = Signal()
    may_close = Signal()

    def __init__(
        self,
        session: Session,
        axes: AxesBar,
        dialogs: FileDialogs,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._stream = session, Stream.of(session)
        self._axes, self._final_test = axes, FinalTest.of(session)
        self._dialogs, self._parent = dialogs, parent
        self._target: SaveTarget | None = None
        self._name, self._measured = "", True
        self._aside: Aside | None = None
        self._unsaved = UnsavedChanges(
            session, lambda: session.own_recipe, dialogs, self._save_before
        )
        self._stored = StoredWeights(session, self)
        self._stored.differ.connect(self.say)
        self.opening = FileOpener(dialogs, self.may_replace, parent)
        self.saving: TaskWithDialog | None = None
        self._awaited = False
        self.recent = RecentFiles(parent)
        self.recovery: Recovery | None = None
        self.autosave = Autosave(session, self._kept, dialogs.say, self)
        self.opening.opened.connect(self._take_data)
        self.opening.session_opened.connect(self._take_session)
        self.recent.wanted.connect(self._open_recent)

    @property
    def path(self) -> Path | None:
        """The file that holds the data; None if none does, or it holds more."""
        target = self._target
        return target.path if target is not None and target.whole else None

    @property
    def name(self) -> str:
        """What the data are called: as their file, or as what they came from."""
        return self.path.name if self.path else self._name or UNTITLED

    @property
    def stem(self) -> str:
        """What files that are made of them may be called; empty: they have no name."""
        if self.path is not None:
            return self.path.stem
        words = re.findall(r"\w+", self._name.removesuffix(Path(self._name).suffix))
        return "-".join(words).lower()

    # Data

    def new(self) -> None:
        """Begin with an empty canvas and the usual set-up; undo brings back both."""
        if self.may_replace():
            self._keep_replaced()
            self._replace_opened(Opened(empty(), Recipe()), "new")
            self._session.undo_stack.setClean()

    def open_last(self) -> None:
        """Open the file that was open last."""
        if paths := self.recent.paths:
            self._open_recent(paths[0])

    def open_example(
        self, example: Example, data: Dataset, recipe: Recipe | None
    ) -> None:
        """Open an example in one step that can be undone."""
        self.take_back()
        measured = example.group == "Real data"
        after = Opened(data, recipe, name=example.title, measured=measured)
        self._keep_replaced()
        self._replace_opened(after, f"open “{example.title}”")
        self._session.undo_stack.setClean()
        if recipe is not None:
            self.example_opened.emit(example)

    def take_pasted(self, data: Dataset) -> None:
        """Begin with a table of the clipboard, which no file holds."""
        self.take_back()
        self._keep_replaced()
        pasted = Opened(data, name=PASTED, saved=NOTHING)
        self._replace_opened(pasted, f"paste {number_of_points(data.n_samples)}")

    def _replace_opened(self, after: Opened, text: str) -> None:
        """Open something undoably, and say so where only undo brings back what was."""
        stack, gone = self._session.undo_stack, self._session.data.n_samples
        unsaved = gone and not stack.isClean()
        self._push_opened(after, text)
        if unsaved:
            them = "it" if gone == 1 else "them"
            self.say(f"{number_of_points(gone)} replaced · Ctrl+Z brings {them} back")

    def _keep_replaced(self) -> None:
        """Keep what no file holds beyond the window's end, too."""
        if self._target is None:
            self.autosave.keep_replaced()

    def _push_opened(self, after: Opened, text: str) -> None:
        """Open something in one step that can be undone."""
        s = self._session
        before = Opened(
            s.data, s.own_recipe, s.step, s.branches.left, self._target, self._name,
            self._final_test.count, self._unsaved.saved, self._measured,
            self._axes.view_choice,
        )  # fmt: skip
        s.undo_stack.push(OpenCommand(self._begin_undoably, before, after, text))

    def set_aside(self, saved: SavedSession, stream: LessonStream | None) -> None:
        """Open the state of a lesson; what the person has made lies under it."""
        if self._aside is None:
            place = self._session.undo_stack.index()
            self._aside = Aside(place, *self._kept())
        self._stream.set_on(False)
        opened = Opened(
            saved.data, saved.recipe, saved.step, saved.branched_from,
            view_choice=saved.view_choice,
        )  # fmt: skip
        self._push_opened(opened, "open a page")
        if stream is not None:
            self._stream.choose(stream.source, stream.settings)
            self._stream.set_on(True)

    def take_back(self) -> None:
        """Bring back what the person has made, and forget what a lesson was about."""
        if self._aside is not None:
            place, self._aside = self._aside.place, None
            self.taken_back.emit()
            self._stream.set_on(False)  # after the docks of the page are gone
            self._session.undo_stack.cut(place)

    def _begin_undoably(self, opened: Opened) -> None:
        self._begin_session(opened, undoable=True)

    def open(self) -> None:
        """Ask for a file and open it."""
        self.opening.prepare()
        kinds = data_and_sessions()
        if path := self._dialogs.file_to_open("Open data or a session", kinds):
            self.opening.open_path(path)

    def import_table(self) -> None:
        """Ask for a file and show its table before it is opened."""
        self.opening.prepare()
        if path := self._dialogs.file_to_open("Import", tables_first()):
            self.opening.open_path(path, look=True)

    def _open_recent(self, path: Path) -> None:
        if not path.exists():
            self.recent.drop(path)
            self._dialogs.warn(f"{path}: is not there any more: taken off the list")
        else:
            self.opening.open_path(path)

    def _take_data(self, data: Dataset, target: SaveTarget) -> None:
        self._remember_path(target.path)
        self._open_file(Opened(data, target=target, name=target.path.name))

    def _take_session(self, path: Path, saved: SavedSession) -> None:
        opened = self._opened(saved, path)
        self._remember_path(path)
        self._open_file(opened)

    def _opened(self, saved: SavedSession, path: Path) -> Opened:
        """Have it seen as it was when it was saved; give what there is to open."""
        self._stream.set_on(False)
        return Opened(
            saved.data,
            saved.recipe,
            saved.step,
            saved.branched_from,
            SaveTarget(path, path.suffix.lower(), ours=True),
            path.name,
            saved.test_uses,
            view_choice=saved.view_choice,
            stored=saved,
        )

    def _open_file(self, opened: Opened) -> None:
        """Open what a file holds; undoably, if there was anything before."""
        stack = self._session.undo_stack
        if self._session.data.n_samples or stack.count():
            self._keep_replaced()
            self._replace_opened(opened, f"open “{opened.name}”")
            stack.setClean()
        else:
            self._begin_session(opened, undoable=False)

    def open_first(self, path: Path) -> None:
        """Open a file, but decide first what becomes of what an unasked end left."""
        if self.offer_left() and self.recovery is not None:
            self.recovery.decided.connect(lambda: self.opening.open_path(path))
        else:
            self.opening.open_path(path)

    def offer_left(self) -> bool:
        """Offer what an unasked end left; False if there is nothing."""
        if not self.autosave.others():
            return False
        from gui.files.recovery import Recovery

        self.recovery = Recovery(self.restore, self.keep_copy, self.say, self._parent)
        return self.recovery.offer()

    def restore(self, kept: AutosavedSession) -> bool:
        """Go on with what an unasked end left; False if it could not be kept here."""
        path = Path(kept.path)
        opened = replace(self._opened(kept.session, path), saved=NOTHING)
        if not (opened.target and opened.target.is_session and path.exists()):
            opened = replace(opened, target=None)
        self._begin_session(opened, undoable=False)
        self._session.undo_stack.resetClean()
        return self.autosave.keep_now()

    def keep_copy(self, kept: AutosavedSession) -> bool:
        """Ask for a file and save there what was kept; False if it was not saved."""
        from engine.export.session_file import write_session

        name = f"{Path(kept.path).stem or UNTITLED} (copy).plab"
        path = self._dialogs.file_to_write("Save", name, SESSIONS, purpose=DATA)
        if path is None:
            return False
        saved = kept.session
        if self._write_file(path, lambda report: write_session(path, saved, report)):
            self._remember_path(path)
            self.say(f"saved {path}")
            return True
        return False

    def _remember_path(self, path: Path) -> None:
        remember_folder(path)
        self.recent.add(path)

    def begin_with(
        self,
        data: Dataset,
        recipe: Recipe | None = None,
    ) -> None:
        """Begin with other data, without a question; see `Session.begin`."""
        self._begin_session(Opened(data, recipe), undoable=False)

    def reset(self) -> None:
        """Begin with no data and a first recipe; forget the files that were opened."""
        if self.recovery is not None:
            self.recovery.close()
            self.recovery = None
        if self.recent.paths:
            self.recent.clear()
        self.begin_with(empty(), Recipe())

    def _begin_session(self, opened: Opened, *, undoable: bool) -> None:
        o = opened
        self._target, self._name, self._measured = o.target, o.name, o.measured
        self._axes.begin(o.data, o.view_choice)
        self._stored.expect(o.stored)
        self._session.begin(o.data, o.recipe, o.step, o.left, undoable=undoable)
        self._final_test.restore(o.test_uses)
        self._unsaved.saved = o.saved or self._unsaved.present
        self.began.emit(o.name if o.measured else "")
        self.path_changed.emit()

    def save(self) -> bool:
        """Save to the file that was opened or saved last; ask where there is none."""
        target = self._target
        if target is None or not target.takes(self._session.data):
            return self.save_as()
        return self.save_to(target.path, target.suffix)

    def save_as(self) -> bool:
        """Ask for a file and save the session, or the data alone."""
        path = self._dialogs.file_to_write(
            "Save", f"{self.stem or UNTITLED}.plab", saved_kinds(), purpose=DATA
        )
        return path is not None and self.save_to(path)

    def _save_before(self, session: bool) -> bool:
        """Save before something is lost, the set-up too if it would be."""
        is_one = self._target is not None and self._target.is_session
        return self.save() if is_one or not session else self.save_as()

    def save_to(self, path: Path, suffix: str = "") -> bool:
        """Save what there is now, whatever happens while it is written."""
        known = self._target
        label = known.label if known is not None and known.whole else ""
        target = SaveTarget(path, suffix or path.suffix.lower(), label, ours=True)
        s, data = self._session, self._session.data
        if not data.n_samples:
            self._dialogs.warn("there are no points to save: draw some")
            return False
        unsaved, place = self._unsaved, s.undo_stack.index()
        before, now = unsaved.saved, unsaved.present
        if not self._write_file(path, self._writer(target)):
            return False
        self._remember_path(path)
        if unsaved.saved is before and self._aside is None:
            self._target, unsaved.saved = target, now
            if s.data is data and s.undo_stack.index() == place:
                s.undo_stack.setClean()
            else:
                s.undo_stack.resetClean()
            self.path_changed.emit()
        lost = data.sample_weights is not None and not target.is_session
        self.say(f"saved {path}" + (WITHOUT_WEIGHTS if lost else ""))
        return True

    def _writer(self, target: SaveTarget) -> Callable[[Callable[[float], bool]], None]:
        """Take what there is now, to be written later."""
        from engine.data.formats.registry import write_data
        from engine.export.session_file import write_session

        s, path = self._session, target.path
        data = s.data
        if not target.is_session:
            return lambda report: write_data(
                data, path, target=target.label, progress=report, suffix=target.suffix
            )
        saved = replace(self.present(), digest=digest_now(s))
        return lambda report: write_session(path, saved, report)

    def present(self) -> SavedSession:
        """Give what a session file would hold now."""
        from engine.export.session_file import SavedSession

        s = self._session
        return SavedSession(
            s.data,
            s.own_recipe,
            s.step,
            view_choice=self._axes.view_choice,
            test_uses=self._final_test.count,
            branched_from=s.branches.left,
        )

    def _kept(self) -> tuple[SavedSession, str]:
        """Give what must not be lost, and the file it belongs to."""
        if self._aside is not None:
            return self._aside.kept, self._aside.path
        return self.present(), "" if self._target is None else str(self._target.path)

    def _write_file(
        self, path: Path, write: Callable[[Callable[[float], bool]], None]
    ) -> bool:
        """Write a file while the window lives; say why if it is not there then."""
        from gui.tasks.progress_dialog import TaskWithDialog

        if self.saving is not None:
            self.say("a file is being saved: wait until it is there")
            return False

        def work(control: TaskControl) -> bool:
            write(control.report)
            return True

        text, trouble = f"Saving {path.name}…", f"{path}: the file could not be written"
        self.saving = TaskWithDialog("Save", text, self._parent, tidies_up=True)
        written, failure = self.saving.run(work, trouble=trouble)
        self.saving = None
        awaited, self._awaited = self._awaited, False
        if awaited and written:
            self.may_close.emit()
        if failure:
            self._dialogs.warn(failure)
        elif not written:
            self.say("nothing saved")
        return bool(written)

    def is_saving(self) -> bool:
        """Tell, and say, that a file is being saved: `may_close` tells when it is."""
        if self.saving is not None:
            self._awaited = True
            self.say("a file is being saved: the window closes once it is there")
        return self.saving is not None

    def close(self, *, keep: bool = False) -> None:
        """Stop what is being written or read; keep what is unsaved, or forget it."""
        if self.recovery is not None:
            self.recovery.close()
        self.autosave.close(forget=not keep)
        self._aside = None  # as it is destroyed the undo stack comes to its beginning
        if self.saving is not None:
            self.saving.close()
        self.opening.close()

    def may_replace(self) -> bool:
        """Ask before a file's changes are left; undo brings back what no file holds.

        A lesson is over.
        """
        self.take_back()
        return self._target is None or self._unsaved.may_leave()

    def may_leave(self) -> bool:
        """Ask what to do with what is unsaved; False means stay. A lesson is over."""
        self.take_back()
        return self._unsaved.may_leave()

    def attempt(self, act: Callable[[], None]) -> bool:
        """Do something; tell what is wrong if it cannot be done."""
        return self._dialogs.attempt(act)

    def say(self, text: str) -> None:
        """Tell something in the window, for a while."""
        self._dialogs.say(text)
