"""The one mutable object: data, recipe, tape and playhead. It emits what changes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QUndoStack

from engine import Recipe
from engine.data import gallery
from engine.data.polynomial import carried_over
from gui.branches import Branches
from gui.commands import EditCommand, RecipeCommand
from gui.handover import Handover
from gui.kept_weights import KeptWeights
from gui.playhead import Playhead
from gui.words import terms_note

if TYPE_CHECKING:
    from engine import Dataset, Frame, Tape
    from engine.data.edits import Edit
    from engine.evaluation.model import Model

TICK = 16
"""Milliseconds between two looks at the recorder: about 60 a second."""
AT_ONCE = 0.006
"""Seconds in which a short run is recorded before anything is drawn."""


class Session(QObject):
    """What is being looked at.

    Signals
    -------
    begun
        What follows has nothing to do with the data before.
    data_changed
        Another data set: `data`.
    recipe_changed
        Another recipe: `recipe`.
    tape_changed
        Another recording is shown: `tape`.
    tape_grown
        The recording shown is longer, or finished.
    moved
        The playhead, `step`, is elsewhere, or another recording lies under it.
    playing_changed
        `playing` or `speed`.
    waited(float)
        Playing an endless run, the playhead stood at its end for so many seconds.
    waiting
        A recording is awaited whose loops are being compiled.
    failed(str)
        The present data and recipe cannot be recorded; why.
    noted(str)
        The recipe had to be changed to fit other data; how.
    """

    begun = Signal()
    data_changed = Signal()
    recipe_changed = Signal()
    tape_changed = Signal()
    tape_grown = Signal()
    moved = Signal()
    playing_changed = Signal()
    waited = Signal(float)
    waiting = Signal()
    failed = Signal(str)
    noted = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.data: Dataset = gallery.empty()
        self.recipe = Recipe()
        self.branches = Branches(self)
        self.undo_stack = QUndoStack(self)
        self.playing = False
        self.speed = 10.0
        self.endless = False  # wait at the end for more samples rather than stop
        self._kept = KeptWeights()
        self._playhead = Playhead()
        self._handover = Handover()
        self._play_when_ready = False
        self._seen = (0, True)
        self._ticked = 0.0
        self._clock = QTimer(self, interval=TICK, timerType=Qt.TimerType.PreciseTimer)
        self._clock.timeout.connect(self.tick)

    # What is there

    @property
    def tape(self) -> Tape | None:
        """The recording shown."""
        return self._playhead.tape

    @property
    def step(self) -> int:
        """The step under the playhead."""
        return self._playhead.step

    @property
    def frame(self) -> Frame | None:
        """What the step did; None without a recording."""
        return self._playhead.frame

    @property
    def model(self) -> Model | None:
        """The model under the playhead; None without a recording."""
        return self._playhead.model

    @property
    def last(self) -> int:
        """The last recorded step."""
        return self._playhead.last

    @property
    def up_to_date(self) -> bool:
        """Whether the recording shown is of the present data and recipe."""
        return not self._handover.pending

    # Changes

    def edit(self, edit: Edit, text: str, stroke: int | None = None) -> None:
        """Change the data so that it can be undone.

        Parameters
        ----------
        edit : Edit
        text : str
            What the undo menu says.
        stroke : int, optional
            Edits in a row with the same number are undone together.
        """
        self.undo_stack.push(EditCommand(self, edit, text, stroke))

    def begin(self, data: Dataset, recipe: Recipe | None = None, step: int = 0) -> None:
        """Begin with other data, nothing to undo; with a recipe and a step of theirs.

        Without a recipe the present one goes on, as far as it fits the data.
        """
        self.undo_stack.clear()
        self.branches.end()
        self.set_playing(False)
        self._playhead.wanted = step
        self.begun.emit()
        if recipe is None:
            self.set_data(data)
            return
        self.data, self.recipe = data, self._kept.fit(recipe, data)
        shown = self._record()
        self.recipe_changed.emit()
        self.data_changed.emit()
        self._announce(shown)

    def set_data(self, data: Dataset) -> None:
        """Take another data set and record anew."""
        before, former, self.data = self.recipe, self.data, data
        self.recipe = self._kept.fit(self._with_known_terms(former), data)
        shown = self._record()
        if self.recipe != before:
            self.recipe_changed.emit()
        if self.recipe.features != before.features:
            self.noted.emit(terms_note(self.recipe.features))
        self.data_changed.emit()
        self._announce(shown)

    def _with_known_terms(self, former: Dataset) -> Recipe:
        """Drop the chosen terms that the data do not have."""
        terms, names = self.recipe.features, self.data.feature_names
        if terms is None or names == former.feature_names:
            return self.recipe
        kept = carried_over(terms, former.feature_names, names)
        return self.recipe.replace(features=kept)

    def set_recipe(self, recipe: Recipe) -> None:
        """Take another recipe and record anew."""
        recipe = self._kept.fit(recipe, self.data)
        if recipe == self.recipe:
            return
        self.recipe = recipe
        shown = self._record()
        self.recipe_changed.emit()
        self._announce(shown)

    def change(self, recipe: Recipe, text: str, stroke: int | None = None) -> None:
        """Take another recipe so that it can be undone, as `edit` does for data."""
        if recipe != self.recipe:
            self.undo_stack.push(RecipeCommand(self, recipe, text, stroke))

    def record_anew(self) -> None:
        """Record the same data and recipe, where a branch has ended."""
        self._announce(self._record())

    def _record(self) -> bool:
        """Record anew; tell whether what is shown is another recording already.

        A short run is there within the same screen frame as the change.
        """
        if not self.data.n_samples:
            self._playhead.wanted = 0
        self._wake()
        branch = self.branches.of(self.recipe)
        if not self._handover.record(self.data, self.recipe, branch):
            self._playhead.put_on(None)
            return True
        return self._take(self._handover.take_soon(self._playhead.wanted, AT_ONCE))

    def _take(self, tape: Tape | None) -> bool:
        if tape is None:
            return False
        self._playhead.put_on(tape)
        return True

    def _announce(self, shown: bool) -> None:
        if not shown:
            return
        self._seen = self._length()
        self.tape_changed.emit()
        self.moved.emit()
        if self.tape is None:
            self.set_playing(False)
            self.failed.emit(self.problem)
        elif self._play_when_ready:
            self._play_when_ready = False
            self.set_playing(True)

    @property
    def problem(self) -> str:
        """Why the data and recipe cannot be recorded, or empty."""
        return self._handover.problem

    @property
    def preparing(self) -> bool:
        """Whether a recording is awaited that has not begun: loops are compiled."""
        return self._handover.preparing

    def warm_up(self) -> None:
        """Compile the loops of the present learner before they are needed."""
        if self.tape is None:
            self._handover.warm_up(self.recipe)

    # The playhead

    def seek(self, step: int) -> None:
        """Move the playhead to a step; beyond the ends means the end."""
        self.set_playing(False)
        self._playhead.put_at(step)
        self.moved.emit()

    def to_end(self) -> None:
        """Go to the last recorded step."""
        self.seek(self.last)

    def next_mistake(self) -> None:
        """Go to the next step with a mistake, or to the end if there is none."""
        if self.tape is not None:
            found = self.tape.next_mistake(self.step)
            self.seek(self.last if found is None else found)

    def previous_mistake(self) -> None:
        """Go to the previous step with a mistake, or to the start."""
        if self.tape is not None:
            self.seek(self.tape.previous_mistake(self.step) or 0)

    def toggle_playing(self) -> None:
        """Play, from the start if at the end; or pause."""
        if self.playing:
            self.set_playing(False)
        elif self.tape is None and not self.endless:
            self._play_when_ready = self._handover.pending
        else:
            if self._at_end and not self.endless:
                self.seek(0)
            self.set_playing(True)

    def set_playing(self, playing: bool) -> None:
        """Let the playhead move by itself, or stop it where it is."""
        if playing == self.playing:
            return
        self.playing = playing
        self._ticked = time.monotonic()
        if not playing:
            self._playhead.wanted = self.step
        self.playing_changed.emit()
        self._wake()

    def set_speed(self, steps_per_second: float) -> None:
        """Set how fast the playhead moves; `FASTEST` follows the recorder."""
        self.speed = steps_per_second
        self.playing_changed.emit()

    def lead_to(self, step: int) -> None:
        """Stand at a step that is yet to be recorded as soon as it is."""
        self._playhead.wanted = step

    # The screen clock

    def _wake(self) -> None:
        if not self._clock.isActive():
            self._clock.start()

    def tick(self) -> None:
        """Show what has been recorded since, and move the playhead if playing."""
        shown = self._take(self._handover.take(self._playhead.wanted))
        self._announce(shown)
        if not shown and self.preparing:
            self.waiting.emit()
        self._look_at_growth()
        if self.playing:
            self._advance()
        if not self.playing and not self._handover.pending and self._seen[1]:
            self._clock.stop()

    def _look_at_growth(self) -> None:
        length = self._length()
        if length == self._seen:
            return
        self._seen = length
        if not self.playing and self._playhead.return_to_wanted():
            self.moved.emit()
        self.tape_grown.emit()

    def _length(self) -> tuple[int, bool]:
        """Give how many steps are recorded, and whether those are all."""
        tape = self.tape
        return (0, True) if tape is None else (tape.steps, tape.finished)

    def _advance(self) -> None:
        now = time.monotonic()
        passed, self._ticked = now - self._ticked, now
        if self.tape is not None and self._playhead.advance(passed, self.speed):
            self.moved.emit()
        elif self.endless and self._at_end and self.up_to_date:
            self.waited.emit(passed)
        if self._at_end and not self.endless:
            self.set_playing(False)

    @property
    def _at_end(self) -> bool:
        tape = self.tape
        return tape is None or (tape.finished and self.step >= tape.steps)

    def close(self) -> None:
        """Stop the clock and the recorders' threads."""
        self._clock.stop()
        self.branches.close()
        self._handover.close()
