"""The branch: the run that was left at a step, kept beside the one that goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSignalBlocker, Signal

if TYPE_CHECKING:
    from engine import Branch, Recipe, Tape
    from gui.session import Session


class Branches(QObject):
    """Lets the session's run, B, leave another, A, which is recorded beside it.

    A is a session of its own: the same data, the recipe before the branch, the
    playhead at the same step, or at its end if it is shorter.

    Signals
    -------
    toggled(bool)
        There is a branch, or none any more.
    changed
        So, or what is recorded of A is another.
    """

    toggled = Signal(bool)
    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._branch: Branch | None = None
        self.kept: Session | None = None
        session.data_changed.connect(self._follow_data)
        session.recipe_changed.connect(self._follow_recipe)
        session.moved.connect(self._follow_playhead)

    @property
    def active(self) -> bool:
        """Whether there is a branch."""
        return self._branch is not None

    @property
    def tape(self) -> Tape | None:
        """The recording of A."""
        return None if self.kept is None else self.kept.tape

    @property
    def step(self) -> int:
        """The last step of A that B shares."""
        wanted = 0 if self._branch is None else self._branch.step
        return wanted if self.kept is None else min(wanted, self.kept.last)

    def of(self, recipe: Recipe) -> Branch | None:
        """Give the branch of a run of this recipe, or None.

        What both runs must share, the features above all, A takes over.
        """
        if self._branch is not None:
            self._branch = self._branch.fitted(recipe)
        return self._branch

    def begin(self) -> None:
        """Keep the present run as A and go on as B from the step looked at."""
        from engine import Branch
        from gui.session import Session

        present = self._session
        if present.tape is None or self.active:
            return
        present.set_playing(False)
        self._branch = Branch(present.recipe, present.step)
        self.kept = Session(self)
        self.kept.set_recipe(present.recipe)
        self.kept.set_data(present.data)
        self._follow_playhead()
        self.kept.tape_changed.connect(self.changed)
        self.kept.tape_grown.connect(self.changed)
        self.toggled.emit(True)
        self.changed.emit()

    def keep(self) -> None:
        """Drop A; the recipe of B makes the whole run."""
        if self.active:
            self.end()
            self._session.record_anew()

    def go_back(self) -> None:
        """Drop B: the run is A's again."""
        if self._branch is not None:
            before = self._branch.before
            self.end()
            self._session.set_recipe(before)

    def end(self) -> None:
        """Forget A; what is recorded next does not branch."""
        if not self.active:
            return
        self._branch = None
        self.close()
        self.toggled.emit(False)
        self.changed.emit()

    def close(self) -> None:
        """Leave the recorder of A."""
        if self.kept is not None:
            self.kept.leave()
            self.kept.deleteLater()
            self.kept = None

    # A's recording is told of with what the session tells next, not twice.

    def _follow_data(self) -> None:
        if self.kept is not None:
            with QSignalBlocker(self):
                self.kept.set_data(self._session.data)

    def _follow_recipe(self) -> None:
        if self.kept is not None and self._branch is not None:
            with QSignalBlocker(self):
                self.kept.set_recipe(self._branch.before)

    def _follow_playhead(self) -> None:
        if self.kept is not None:
            self.kept.seek(self._session.step)
