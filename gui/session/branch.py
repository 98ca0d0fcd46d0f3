"""The branch: the run that was left at a step, kept beside the one that goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSignalBlocker, Signal

if TYPE_CHECKING:
    from engine import Branch, Recipe, Tape
    from engine.export.session_file import BranchedFrom
    from gui.session.session import Session


class BranchState(QObject):
    """Lets the session's run, B, leave another, A, which is recorded beside it.

    A is a session of its own: the same data, the recipe before the branch, the
    playhead at the same step, or at its end if it is shorter. Without it, B may stay:
    one run by two recipes.

    Signals
    -------
    toggled(bool)
        There is a branch, or none any more.
    changed
        So, or A is gone, or what is recorded of it is another.
    """

    toggled = Signal(bool)
    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.branch: Branch | None = None
        self.kept: Session | None = None
        session.data_changed.connect(self._follow_data)
        session.recipe_changed.connect(self._follow_recipe)
        session.moved.connect(self._follow_playhead)

    @property
    def active(self) -> bool:
        """Whether there is a branch."""
        return self.branch is not None

    @property
    def left(self) -> BranchedFrom | None:
        """The branch as a session file has it."""
        from engine.export.session_file import BranchedFrom

        if self.branch is None:
            return None
        return BranchedFrom(self.branch, beside=self.kept is not None)

    @property
    def tape(self) -> Tape | None:
        """The recording of A."""
        return None if self.kept is None else self.kept.tape

    @property
    def step(self) -> int | None:
        """The last step of A's recipe in B; None without a branch."""
        if self.branch is None:
            return None
        if self.kept is not None:
            return min(self.branch.step, self.kept.last)
        tape = self._session.tape
        left = None if tape is None else tape.branched_at
        return self.branch.step if left is None else left

    @property
    def obstacle(self) -> str:
        """Why the run cannot branch now, and what to do; empty where it can."""
        present = self._session
        if present.endless:
            return "a stream does not branch"
        if self.kept is not None:
            return "a run branches once: go back to run A, or keep run B and run anew"
        if self.active:
            return "a run branches once: “Run anew” (Runs) makes it all by the set-up"
        if present.tape is None or present.problem:
            return "there is no run of the present set-up"
        return ""

    def of(self, recipe: Recipe) -> Branch | None:
        """Give the branch of a run of this recipe, or None.

        What both runs must share, the features above all, A takes over.
        """
        if self.branch is not None:
            self.branch = self.branch.fitted(recipe)
        return self.branch

    def begin(self) -> None:
        """Keep the present run as A and go on as B from the step looked at."""
        from engine import Branch
        from engine.export.session_file import BranchedFrom

        present = self._session
        if self.obstacle:
            return
        present.set_playing(False)
        self.resume(BranchedFrom(Branch(present.recipe, present.step)))

    def resume(self, left: BranchedFrom) -> None:
        """Let the session's run be B of a branch."""
        from gui.session.session import Session

        self.branch = left.branch
        if left.beside:
            before, step = left.branch.before, self._session.step
            self.kept = Session(self)
            self.kept.begin(self._session.data, before, step)
            self.kept.tape_changed.connect(self.changed)
            self.kept.tape_grown.connect(self.changed)
        self.toggled.emit(True)
        self.changed.emit()

    def keep(self) -> None:
        """Drop A: B stays as it is, up to the branch by the recipe of A."""
        if self.branch is not None and self.branch.before == self._session.recipe:
            self.end()
        elif self.kept is not None:
            self.close()
            self.changed.emit()

    def restart(self) -> None:
        """Let the recipe of B make the whole run."""
        if self.active:
            self.end()
            self._session.record_anew()

    def go_back(self) -> None:
        """Drop B: the run is A's again."""
        if self.branch is not None:
            before = self.branch.before
            self.end()
            self._session.set_recipe(before)

    def end(self) -> None:
        """Forget A; what is recorded next does not branch."""
        if not self.active:
            return
        self.branch = None
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
        if self.kept is not None and self.kept.data is not self._session.data:
            with QSignalBlocker(self):
                self.kept.set_data(self._session.data)

    def _follow_recipe(self) -> None:
        if self.kept is not None and self.branch is not None:
            with QSignalBlocker(self):
                self.kept.set_recipe(self.branch.before)

    def _follow_playhead(self) -> None:
        if self.kept is not None:
            self.kept.seek(self._session.step)
