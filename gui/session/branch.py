"""The branch: the run that was left at a step, beside the one that goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import QObject, QSignalBlocker, Signal

from gui.session.compared_run import ComparedRun

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from engine import Branch, Dataset, Frame, Recipe, Tape
    from engine.export.session_file import BranchedFrom
    from engine.models.predictor import Predictor


LABEL, TIP = "run 1, without it", "The boundary of the run that it left, at this step"
OWN = "The boundary of the present run"
OVER = "The run is over here: go back to a step before its end, then branch"
PLACE = 1
"""Of run 1 among the colours of runs."""
BRANCH_KEY = "Ctrl+B"
"""Begins one."""


class BranchRun(Protocol):
    """One of the two runs of a branch, as far as a branch has to do with it."""

    endless: bool
    data: Dataset

    @property
    def recipe(self) -> Recipe: ...
    @property
    def tape(self) -> Tape | None: ...
    @property
    def frame(self) -> Frame | None: ...
    @property
    def model(self) -> Predictor | None: ...
    @property
    def step(self) -> int: ...
    @property
    def last(self) -> int: ...
    @property
    def obstacle(self) -> str: ...
    @property
    def message(self) -> SignalInstance: ...
    def record_beside(self, recipe: Recipe, changed: SignalInstance) -> BranchRun: ...
    def follow(self, data: Dataset, recipe: Recipe) -> None: ...
    def end(self) -> None: ...
    def change(self, recipe: Recipe, text: str) -> None: ...
    def set_playing(self, playing: bool) -> None: ...
    def seek(self, step: int) -> None: ...
    def record_anew(self) -> None: ...


class BranchState(QObject):
    """Lets run 2 leave run 1, which is recorded beside it.

    Run 1 has the same data, the recipe before the branch, and its playhead at the same
    step, or at its end if it is shorter. Without it, run 2 may stay: one run by two
    recipes.

    Parameters
    ----------
    run : BranchRun
        run 2, a QObject; what changes of it is told by `follow` and `follow_playhead`.

    Attributes
    ----------
    branch : Branch or None
    other : BranchRun or None
        run 1.

    Signals
    -------
    toggled(bool)
        There is a branch, or none any more.
    changed
        So, or run 1 is gone, or what is recorded of it is another.
    """

    toggled = Signal(bool)
    changed = Signal()

    def __init__(self, run: BranchRun) -> None:
        super().__init__(cast("QObject", run))
        self._run = run
        self.branch: Branch | None = None
        self.other: BranchRun | None = None

    @property
    def active(self) -> bool:
        """Whether there is a branch."""
        return self.branch is not None

    @property
    def left(self) -> BranchedFrom | None:
        """The branch as a session file has it."""
        if self.branch is None:
            return None
        from engine.export.session_file import BranchedFrom

        return BranchedFrom(self.branch, beside=self.other is not None)

    @property
    def tape(self) -> Tape | None:
        """The recording of run 1."""
        return None if self.other is None else self.other.tape

    @property
    def compared(self) -> ComparedRun | None:
        """Run 1 beside run 2, at the same step or at its end."""
        run = self.other
        if run is None or run.tape is None:
            return None
        models = () if run.model is None else (run.model,)
        own = f"run 2, branch at step {self.step:,}", OWN
        if self._run.obstacle:
            own = "the run before: there is no run 2", self._run.obstacle
        return ComparedRun(LABEL, TIP, run.tape.data, PLACE, run.tape, models, own)

    @property
    def step(self) -> int | None:
        """The last step of run 1's recipe in run 2; None without a branch."""
        if self.branch is None:
            return None
        if self.other is not None:
            return min(self.branch.step, self.other.last)
        tape = self._run.tape
        left = None if tape is None else tape.branched_at
        return self.branch.step if left is None else left

    @property
    def obstacle(self) -> str:
        """Why the run cannot branch now, and what to do; empty where it can."""
        present = self._run
        if present.endless:
            return "a stream does not branch"
        if self.other is not None:
            return "a run branches once: go back to run 1, or keep run 2 and run anew"
        if self.active:
            return "a run branches once: “Run anew” (Runs) makes it all by the set-up"
        if present.tape is None or present.obstacle:
            return "there is no run of the present set-up"
        return ""

    def of(self, recipe: Recipe) -> Branch | None:
        """Give the branch of a run of this recipe, or None.

        What both runs must share, the features above all, run 1 takes over.
        """
        if self.branch is not None:
            self.branch = self.branch.fitted(recipe)
        return self.branch

    def begin(self) -> None:
        """Leave the present run as run 1 and go on as run 2 from the step looked at.

        At the end of a run two would be the same: from there it leaves at the start.
        """
        from engine import Branch
        from engine.export.session_file import BranchedFrom

        present, tape = self._run, self._run.tape
        if self.obstacle or tape is None:
            return
        over = tape.finished and present.step >= tape.steps
        present.set_playing(False)
        self.resume(BranchedFrom(Branch(present.recipe, 0 if over else present.step)))

    def set_weights(self, weights: tuple[float, ...]) -> str:
        """Let the run branch here, going on from other weights.

        Parameters
        ----------
        weights : tuple of float
            All of them, as trained.

        Returns
        -------
        str
            Why it cannot; empty if it does.
        """
        again = self.branch is not None and self.branch.step == self._run.step
        if not again and self.obstacle:
            return self.obstacle
        tape = self._run.tape
        if tape is not None and tape.finished and self._run.step >= tape.steps:
            return OVER
        self.begin()
        if self.branch is not None:
            self.branch = replace(self.branch, weights=weights)
            self._run.record_anew()
        return ""

    def resume(self, left: BranchedFrom) -> None:
        """Let the session's run be run 2 of a branch."""
        self.branch = left.branch
        if left.beside:
            self.other = self._run.record_beside(left.branch.before, self.changed)
        self.toggled.emit(True)
        self.changed.emit()

    def keep(self) -> None:
        """Drop run 1: run 2 stays as it is, up to the branch by the recipe of run 1."""
        if self.branch is not None and not self.branch.changes(self._run.recipe):
            self.end()
        elif self.other is not None:
            self.close()
            self.changed.emit()

    def restart(self) -> None:
        """Let the recipe of run 2 make the whole run."""
        if self.active:
            self.end()
            self._run.record_anew()

    def go_back(self) -> None:
        """Drop run 2: the run is run 1's again."""
        if self.branch is not None:
            before, same = self.branch.before, self.branch.before == self._run.recipe
            self.end()
            if same:
                self._run.record_anew()
            else:
                self._run.change(before, "go back to run 1")

    def end(self) -> None:
        """Forget run 1; what is recorded next does not branch."""
        if not self.active:
            return
        self.branch = None
        self.close()
        self.toggled.emit(False)
        self.changed.emit()

    def close(self) -> None:
        """Leave the recorder of run 1."""
        if self.other is not None:
            self.other.end()
            self.other = None

    # Run 1's recording is told of with what the session tells next, not twice.

    def follow(self) -> None:
        if self.other is not None and self.branch is not None:
            with QSignalBlocker(self):
                self.other.follow(self._run.data, self.branch.before)

    def follow_playhead(self) -> None:
        if self.other is not None:
            self.other.seek(self._run.step)
