"""What an unasked end left: found, and offered at the next start."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from engine.errors import UserError
from engine.export.autosave import is_kept, read_autosave, remove_autosave
from engine.files import remove_left_over
from engine.learners import learner
from gui.canvas.thumbnail import thumbnail
from gui.files.autosave import kept_places, lock_of
from gui.style.theme import current_theme
from gui.widgets.layouts import STRETCH, column_of, row_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QLockFile

    from engine.export.autosave import AutosavedSession
    from gui.style.theme import Theme

PICTURE = QSize(176, 132)
DAMAGED = "what was kept cannot be restored, and is left where it is: {}"


class LeftSession:
    """What an unasked end left: held by one window until it is decided about.

    Parameters
    ----------
    place : Path
    lock : QLockFile
        Held.
    """

    def __init__(self, place: Path, lock: QLockFile) -> None:
        self._place, self._lock = place, lock
        self.kept = read_autosave(place)

    def remove(self) -> None:
        """Remove it: it is taken over, or not wanted."""
        remove_autosave(self._place)
        self.release()

    def release(self) -> None:
        """Let it lie for a later start."""
        self._lock.unlock()


def left_sessions() -> tuple[list[LeftSession], list[str]]:
    """Find what unasked ends left and nobody holds, the newest first.

    What cannot be read stays where it is: another version may read it. What a killed
    save left goes, and with it the folder if there is nothing else.

    Returns
    -------
    list of LeftSession, list of str
        What was read, and what is wrong with what is there but cannot be.
    """
    sessions, faults = [], []
    for place in kept_places():
        lock = lock_of(place)
        if lock.tryLock(0):
            try:
                sessions.append(LeftSession(place, lock))
            except UserError as error:
                if is_kept(place):
                    faults.append(str(error))
                remove_left_over(place)
                with suppress(OSError):
                    place.rmdir()
                lock.unlock()
    return sorted(sessions, key=lambda session: session.kept.time, reverse=True), faults


class Recovery(QObject):
    """Offers what unasked ends left, one by one.

    Parameters
    ----------
    restore : callable
        Goes on with a session in the window; False if it could not be kept there.
    keep_copy : callable
        Asks for a file and saves the session in it; False if it was not saved.
    say : callable
        Tells what cannot be read.
    parent : QWidget
        Where the dialog stands.

    Attributes
    ----------
    dialog : RecoveryDialog, optional
        What is offered now.

    Signals
    -------
    decided
        Nothing more is offered.
    """

    decided = Signal()

    def __init__(
        self,
        restore: Callable[[AutosavedSession], bool],
        keep_copy: Callable[[AutosavedSession], bool],
        say: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._restore, self._keep_copy, self._parent = restore, keep_copy, parent
        self._say = say
        self._left: list[LeftSession] = []
        self.dialog: RecoveryDialog | None = None

    def offer(self) -> bool:
        """Offer what there is; False if there is nothing."""
        self._left, faults = left_sessions()
        if faults:
            self._say(DAMAGED.format("; ".join(faults)))
        self._offer_next()
        return bool(self._left)

    def close(self) -> None:
        """Leave what is not decided about for another start."""
        for left in self._left:
            left.release()
        self._left = []

    def _offer_next(self) -> None:
        if not self._left:
            self.decided.emit()
            return
        kept = self._left[0].kept
        self.dialog = RecoveryDialog(
            kept, current_theme(), partial(self._keep_copy, kept), self._parent
        )
        self.dialog.finished.connect(self._decide)
        self.dialog.open()

    def _decide(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is None or not self._left:
            return
        dialog.deleteLater()
        left = self._left.pop(0)
        if dialog.discarded or (dialog.restored and self._restore(left.kept)):
            left.remove()
        else:
            left.release()
        if dialog.restored:
            self.close()
            self.decided.emit()
        else:
            self._offer_next()


class RecoveryDialog(QDialog):
    """Shows a session that was kept, and what can be done with it.

    Closing it without an answer decides nothing: the next start offers it again.

    Parameters
    ----------
    kept : AutosavedSession
    theme : Theme
    keep_copy : callable
        Asks for a file and saves the session there; False if it was not saved.
    parent : QWidget

    Attributes
    ----------
    restored, discarded : bool
        What was answered; a copy that was kept counts as discarded here.
    """

    def __init__(
        self,
        kept: AutosavedSession,
        theme: Theme,
        keep_copy: Callable[[], bool],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Restore unsaved work")
        self.restored = self.discarded = False
        self._keep_copy = keep_copy
        data = kept.session.data
        picture = QLabel()
        ratio = self.devicePixelRatio()
        picture.setPixmap(thumbnail(data, PICTURE, theme, ratio))
        picture.setAccessibleName("The samples that were kept")
        heading = QLabel("Perceptron Lab ended before this was saved")
        heading.setObjectName("heading")
        heading.setTextFormat(Qt.TextFormat.PlainText)
        text = self.description = QLabel(_description(kept))
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        above = row_of(picture, (column_of(heading, text, STRETCH), 1), spacing=16)
        buttons = QDialogButtonBox()
        role = QDialogButtonBox.ButtonRole
        self.restore_button = buttons.addButton("&Restore", role.AcceptRole)
        self.copy_button = buttons.addButton("&Keep as a copy…", role.ActionRole)
        # Of all roles the one that each style puts at the other side.
        self.discard_button = buttons.addButton("&Discard", role.ResetRole)
        self.restore_button.setDefault(True)
        self.restore_button.clicked.connect(self._accept_restored)
        self.copy_button.clicked.connect(self._discard_copied)
        self.discard_button.clicked.connect(self._discard)
        column = QVBoxLayout(self)
        column.addLayout(above)
        column.addWidget(buttons)
        self.setMinimumWidth(520)

    def _accept_restored(self) -> None:
        self.restored = True
        self.accept()

    def _discard_copied(self) -> None:
        if self._keep_copy():
            self._discard()

    def _discard(self) -> None:
        self.discarded = True
        self.reject()


def _description(kept: AutosavedSession) -> str:
    """Say what was kept, and when, in a few lines."""
    data, recipe = kept.session.data, kept.session.recipe
    when = QDateTime.fromSecsSinceEpoch(int(kept.time))
    day = QLocale().toString(when, "d MMM yyyy, HH:mm")
    name = Path(kept.path).name or "untitled"
    count = f"{data.n_samples:,} point{'s' if data.n_samples != 1 else ''}"
    return f"{name}, kept {day}\n{count}, {learner(recipe.learner).title}"
