"""The session: data and recipe, the run they make, the playhead over it, and undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from engine import Recipe
from engine.data.dataset import with_classes
from engine.data.edits import Replace
from engine.data.feature_map import pretty
from engine.data.lecture_examples import DRAWN_CLASSES, empty
from engine.data.polynomial_terms import carried_over
from engine.errors import UserError
from engine.learners import learner
from engine.training.class_weights import known_class_weight, renamed_class_weight
from gui.session.branch import BranchState
from gui.session.measured_error import MeasuredError
from gui.session.playhead import USUAL, Playhead, PlayheadTimer, Speed
from gui.session.recording_swap import RecordingSwap, is_slow
from gui.session.run_before import run_before
from gui.session.undo import (
    EditCommand,
    RecipeCommand,
    StrokeCommand,
    UndoStack,
    next_stroke,
)
from gui.style.text import number
from gui.tasks.throttle import DelayedCall

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import SignalInstance

    from engine import Dataset, Frame, Tape
    from engine.data.edits import Edit
    from engine.export.session_file import BranchedFrom
    from engine.models.predictor import Predictor
    from gui.session.compared_run import ComparedRun

AWAITED = "the run is being prepared…"
COMPILING = "compiling once: preparing the learner…"
SHORT_RUN_SECONDS = 0.006
"""Seconds in which a short run is recorded before anything is drawn."""
AWAITING_MS = 2
"""Milliseconds between two looks at a recording that is to be shown."""
PAUSE_MS = 200
"""Milliseconds without a change in which compiled loops are loaded, if of use."""


class Closable(Protocol):
    """What has something to stop."""

    def close(self) -> None:
        """Stop for good."""


Following = TypeVar("Following", bound=Closable)


class ManualWeights:
    """The last weights set by hand.

    They come back when other features, classes and learners have been chosen between.
    """

    def __init__(self) -> None:
        self._last: tuple[Recipe, Dataset] | None = None

    def fit(self, recipe: Recipe, data: Dataset) -> Recipe:
        """Give the recipe with such weights as fit the data, if a hand sets them."""
        if not learner(recipe.learner).by_hand:
            return recipe
        from engine.training.manual_weights import carried

        try:
            recipe = carried(recipe, data, self._last)
        except UserError:  # a feature is missing: who records says which
            return recipe
        self._last = (recipe, data)
        return recipe


class Session(QObject):
    """What is being looked at: data, recipe, the run that they make, and a place in it.

    What changes is told in this order: `recipe_changed`, `data_changed`, then, once
    another recording is shown (within the same call if it is short), `tape_changed`
    and `moved`; at the end of each, once, `changed`. Who shows several of these
    listens to `changed` alone, or it would be refreshed several times by one edit.

    Attributes
    ----------
    data : Dataset
    recipe : Recipe
    playing : bool
    endless : bool
        Playing waits at the end for more samples rather than stop.
    stroking : bool
        The mouse is changing samples on the canvas, or drags a setting.
    taken_over : dict
        What a stream has other than it is in the person's own recipe.
    branches : BranchState
    measured_error : MeasuredError
    drag : int or None
        The stroke to which the changes of a setting belong that the mouse drags.
    undo_stack : UndoStack

    Signals
    -------
    begun
        What follows has nothing to do with the data before.
    data_changed
        Another data set: `data`. The recording shown may still be of the one before.
    recipe_changed
        Another recipe: `recipe`. Likewise.
    tape_changed
        Another recording is shown: `tape`.
    tape_grown
        The recording shown is longer, or finished.
    moved
        The playhead, `step`, is elsewhere, or another recording lies under it.
    changed
        Any of these, told once when all of it is done.
    playing_changed
        `playing` or `speed`.
    stroke_ended
        The mouse button is up again: `stroking` is over.
    waited_at_end(float)
        Playing an endless run, the playhead stood at its end for so many seconds.
    preparing_began
        A recording is awaited whose loops are being compiled: it takes seconds.
    message(str)
        Something to be told: how the recipe was fitted to other data, or a refusal.
    """

    begun = Signal()
    data_changed = Signal()
    recipe_changed = Signal()
    tape_changed = Signal()
    tape_grown = Signal()
    moved = Signal()
    changed = Signal()
    playing_changed = Signal()
    stroke_ended = Signal()
    waited_at_end = Signal(float)
    preparing_began = Signal()
    message = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.data: Dataset = empty()
        self.recipe = Recipe()
        self.playing = False
        self._speed = Speed(USUAL)
        self.endless = False
        self.stroking = False
        self.taken_over: dict[str, Any] = {}
        self.undo_stack = UndoStack(self)
        self._manual_weights = ManualWeights()
        self._playhead = Playhead()
        self._swap = RecordingSwap()
        self._play_when_ready = False
        self._seen = (0, True)
        self._told_preparing = False
        self._timer = PlayheadTimer(self)
        self._timer.timeout.connect(self.tick)
        self._awaiting = QTimer(self, timerType=Qt.TimerType.PreciseTimer)
        self._awaiting.setInterval(AWAITING_MS)
        self._awaiting.timeout.connect(self._show_awaited)
        self._pause = DelayedCall(self, self._load_loops, PAUSE_MS)
        self._derived: dict[Callable[[Session], Any], Any] = {}
        self.branches = BranchState(self)
        self.measured_error = MeasuredError(
            self, lambda: 0 if self.tape is None else self.tape.problem.n_samples
        )
        self.begun.connect(self.measured_error.close)
        self.drag: int | None = None
        self._before: tuple[Tape | None, ComparedRun | None] = None, None
        self.data_changed.connect(self.branches.follow)
        self.recipe_changed.connect(self.branches.follow)
        self.moved.connect(self.branches.follow_playhead)

    def derived(self, kind: Callable[[Session], Following]) -> Following:
        """Give the only one of a kind that follows the session, made when asked for."""
        if kind not in self._derived:
            self._derived[kind] = kind(self)
        following: Following = self._derived[kind]
        return following

    # Data and recipe

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
        self.undo_stack.push(
            EditCommand(
                lambda: self.data,
                self._set_own,
                lambda: self.step,
                lambda: self.own_recipe,
                edit,
                text,
                stroke,
            )
        )

    def begin(
        self,
        data: Dataset,
        recipe: Recipe | None = None,
        step: int = 0,
        left: BranchedFrom | None = None,
        *,
        undoable: bool = False,
    ) -> None:
        """Begin with other data, nothing to undo; with a recipe and a step of theirs.

        Without a recipe the present one goes on, as far as it fits the data; with one
        there may also be the run that it left. Where it is `undoable`, a command on the
        stack takes it back, and what could be undone before still can be.
        """
        if not undoable:
            self.undo_stack.clear()
            self.undo_stack.setClean()  # an empty one stays as it was
        self.branches.end()
        self.set_playing(False)
        self._playhead.want(step)
        self.begun.emit()
        if recipe is None:
            self._take_data(data, None, begun=True)
            return
        self.taken_over = {}
        self.data, self.recipe = data, self._manual_weights.fit(recipe, data)
        if left is not None:
            self.branches.resume(left)
        shown = self._record(begun=True)
        self.recipe_changed.emit()
        self.data_changed.emit()
        self._announce(shown=shown)

    def forget(self) -> None:
        """Let weights that were set by hand not come back."""
        self._manual_weights = ManualWeights()

    def set_data(self, data: Dataset, recipe: Recipe | None = None) -> None:
        """Take another data set, with a recipe if there is one, and record anew."""
        self._take_data(data, recipe, begun=False)

    def _set_own(self, data: Dataset, recipe: Recipe | None, step: int | None) -> None:
        if recipe is not None:
            self.taken_over = {}
        if step is not None:
            self._playhead.want(step)
        self.set_data(data, recipe)

    def _take_data(self, data: Dataset, recipe: Recipe | None, *, begun: bool) -> None:
        before, former, self.data = self.recipe, self.data, data
        fitted = recipe or self._with_known_terms(former)
        if data.class_names != former.class_names and not begun:
            from engine.data.class_edits import renamed

            fitted = renamed_class_weight(fitted, renamed(former, data))
        recipe = known_class_weight(fitted, data.class_names)
        self.recipe = self._manual_weights.fit(recipe, data)
        shown = self._record(begun=begun)
        if self.recipe != before:
            self.recipe_changed.emit()
        if self.recipe.features != before.features:
            self.message.emit(_terms_note(self.recipe.features))
        if recipe != fitted:
            self.message.emit(WEIGHTS_DROPPED)
        self.data_changed.emit()
        self._announce(shown=shown)

    def _with_known_terms(self, former: Dataset) -> Recipe:
        """Drop the chosen terms that the data do not have."""
        terms, names = self.recipe.features, self.data.feature_names
        if terms is None or names == former.feature_names:
            return self.recipe
        known = carried_over(terms, former.feature_names, names)
        return self.recipe.replace(features=known)

    def set_recipe(self, recipe: Recipe) -> None:
        """Take another recipe and record anew."""
        recipe = self._manual_weights.fit(recipe, self.data)
        if recipe == self.recipe:
            return
        self.recipe = recipe
        shown = self._record()
        self.recipe_changed.emit()
        self._announce(shown=shown)

    @property
    def own_recipe(self) -> Recipe:
        """The person's own: the present one, without what a stream has taken over."""
        return self._own(self.recipe)

    def _own(self, recipe: Recipe) -> Recipe:
        if not self.taken_over:
            return recipe
        known = {name for name, _ in recipe}
        former = {k: v for k, v in self.taken_over.items() if k in known}
        if recipe.get("class_weight") is not None:  # chosen since
            former.pop("class_weight", None)
        return recipe.replace(**former)

    def set_own_recipe(self, recipe: Recipe) -> None:
        """Take another recipe whole: of the one before nothing is taken over."""
        self.taken_over = {}
        self.set_recipe(recipe)

    def change(self, recipe: Recipe, text: str, stroke: int | None = None) -> None:
        """Take another recipe so that it can be undone, as `edit` does for data."""
        recipe = self._manual_weights.fit(recipe, self.data)
        if recipe != self.recipe:
            before, after = self.own_recipe, self._own(recipe)
            self.undo_stack.push(
                RecipeCommand(self.set_own_recipe, before, after, text, stroke)
            )

    def choose_learner(self, name: str) -> None:
        """Take another learner so that it can be undone; say if η is another now."""
        title, before = learner(name).title, self.recipe.get("learning_rate")
        self.change(self.recipe.replace(learner=name), f"choose {title}")
        now = self.recipe.get("learning_rate")
        if None not in (before, now) and before != now and not self.obstacle:
            rates = f"{number(before)} → {number(now)}"
            self.message.emit(f"η {rates}, the default of {title}")

    @property
    def before(self) -> ComparedRun | None:
        """Where the boundary was before what the mouse drags has changed the run."""
        tape, before = self._before
        return None if tape is self.tape else before

    def begin_stroke(self) -> None:
        """Let the mouse change samples; at the end of a run, from where that was."""
        self.stroking = True
        if self._at_end and not self.endless:
            self._keep_before(f"end before: step {self.step:,}")

    def end_stroke(self) -> None:
        """Let what the mouse has changed be whole."""
        self.stroking, self._before = False, (None, None)
        self.stroke_ended.emit()

    def begin_drag(self, setting: str) -> None:
        """Let changes from now on be one; `setting` says what the setting was."""
        self.stroking, self.drag = True, next_stroke()
        self._keep_before(setting)

    def _keep_before(self, label: str) -> None:
        before = run_before(label, self.data, self.model, at_end=self._at_end)
        self._before = self.tape, before

    def end_drag(self, *, kept: bool) -> None:
        """Let what was changed since be kept, or taken back."""
        stack, drag = self.undo_stack, self.drag
        self.drag = None
        self.end_stroke()
        last = stack.command(stack.index() - 1)
        ours = isinstance(last, StrokeCommand) and last.stroke == drag is not None
        if ours and not kept:
            stack.undo()
        self.changed.emit()

    def add_class(self) -> bool:
        """Give one more class to draw; False, and say so, if there are enough."""
        names = self.data.class_names
        if len(names) >= len(DRAWN_CLASSES):
            self.message.emit(f"{len(names)} classes are the most")
            return False
        # Classes are sorted when read back: the new one must stay the last.
        last = max(names)
        spare = (*DRAWN_CLASSES, *(f"z{i}" for i in range(9)), f"{last}2")
        name = next(candidate for candidate in spare if candidate > last)
        self.edit(Replace(with_classes(self.data, (*names, name))), "add a class")
        return True

    # The recording

    def record_anew(self) -> None:
        """Record the same data and recipe, where a branch has ended."""
        self._announce(shown=self._record())

    def _record(self, *, begun: bool = False) -> bool:
        """Record anew; tell whether what is shown is another recording already.

        A short run is there within the same screen frame as the change. Where other
        data are begun with, the recording before has nothing to say of them: none is
        shown until the new one is there.
        """
        if begun:
            self._playhead.put_on(None)
        if not self.data.n_samples:
            self._playhead.want(0)
        elif not self.endless:
            self._playhead.hold()
        self._timer.wake()
        self._told_preparing = False
        branch = self.branches.of(self.recipe)
        if not self._swap.record(self.data, self.recipe, branch):
            self._playhead.put_on(None)
            return True
        taken = self._take_tape(
            self._swap.take_soon(self._playhead.step_in, SHORT_RUN_SECONDS)
        )
        self._pause.start()
        if not taken:
            self._awaiting.start()
        return taken or begun or bool(self.obstacle)

    def record_beside(self, recipe: Recipe, changed: SignalInstance) -> Session:
        """Record another run of the same data; `changed` tells of what is recorded."""
        other = Session(self)
        other.begin(self.data, recipe, self.step)
        other.tape_changed.connect(changed)
        other.tape_grown.connect(changed)
        return other

    def follow(self, data: Dataset, recipe: Recipe) -> None:
        """Take what another run has, beside which this one is recorded."""
        if self.data is data:
            self.set_recipe(recipe)
        else:
            self.set_data(data, recipe)

    def end(self) -> None:
        """Stop for good, and be gone."""
        self.leave()
        self.deleteLater()

    def _take_tape(self, tape: Tape | None) -> bool:
        if tape is None:
            return False
        self._playhead.put_on(tape)
        return True

    def _announce(self, *, shown: bool) -> None:
        """Tell of another recording, if one is shown, and that a change is over."""
        if shown:
            self._seen = self._length()
            self._playhead.return_to_wanted()  # it may have grown since then
            self.tape_changed.emit()
            self.moved.emit()
            if self.tape is None or self.obstacle:
                self.set_playing(False)
            elif self._play_when_ready:
                self._play_when_ready = False
                self.set_playing(True)
        self.changed.emit()

    def _announce_move(self) -> None:
        self.moved.emit()
        self.changed.emit()

    def warm_up(self) -> None:
        """Have the learner's loops compiled, once on a machine; load nothing."""
        from engine.training.compiled.tiered_loops import run_loop

        run_loop(self.recipe.learner).keep()

    def _load_loops(self) -> None:
        """Load the loops of a run that is slow without, while nothing is changed."""
        if self.stroking:
            self._pause.start()
        elif self.tape is not None and is_slow(self.tape):
            self.tape.load_loops()

    # What is shown

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
    def model(self) -> Predictor | None:
        """The model under the playhead; None without a recording."""
        return self._playhead.model

    @property
    def model_before(self) -> Predictor | None:
        """The model before the step, where no weights vote; None without a recording.

        The same one until the playhead moves.
        """
        return self._playhead.model_before

    @property
    def last(self) -> int:
        """The last recorded step."""
        return self._playhead.last

    @property
    def up_to_date(self) -> bool:
        """Whether the recording shown is of the present data and recipe."""
        return not self._swap.pending and not self.obstacle

    @property
    def recorded(self) -> bool:
        """Whether all of the present run is there, and one stands where one wants."""
        return self.up_to_date and self._seen[1]

    @property
    def obstacle(self) -> str:
        """Why the data and recipe cannot be recorded, or empty.

        The recording shown, if there is one, is then of the recipe before.
        """
        return self._swap.obstacle

    @property
    def why_no_run(self) -> str:
        """Say why no recording of the present data and recipe is shown, or empty."""
        if self.obstacle:
            return f"No run: {self.obstacle}"
        if self.preparing:
            return COMPILING
        return AWAITED if self._swap.pending else ""

    @property
    def preparing(self) -> bool:
        """Whether a recording is awaited that has not begun: loops are compiled."""
        return self._swap.preparing

    @property
    def idle(self) -> bool:
        """Whether the timer rests: nothing plays, grows or is awaited."""
        return not self._timer.isActive()

    # The playhead

    def seek(self, step: int) -> None:
        """Move the playhead to a step; beyond the ends means the end."""
        self.set_playing(False)
        self._playhead.put_at(step)
        self._announce_move()

    def to_end(self) -> None:
        """Go to the last recorded step."""
        self.seek(self.last)

    def next_mistake(self) -> None:
        """Go to the next step with a mistake; where there is none, say so and stay."""
        if self.tape is not None:
            self._go_to_step(self.tape.next_mistake(self.step), "mistake after")

    def previous_mistake(self) -> None:
        """Go to the previous step with a mistake, likewise."""
        if self.tape is not None:
            self._go_to_step(self.tape.previous_mistake(self.step), "mistake before")

    def next_update(self) -> None:
        """Go to the next step that changed the weights, likewise."""
        if self.tape is not None:
            self._go_to_step(self.tape.next_update(self.step), "update after")

    def previous_update(self) -> None:
        """Go to the previous step that changed the weights, likewise."""
        if self.tape is not None:
            self._go_to_step(self.tape.previous_update(self.step), "update before")

    def _go_to_step(self, step: int | None, sought: str) -> None:
        if step is not None:
            self.seek(step)
            return
        self.set_playing(False)
        self.message.emit(f"No {sought} step {self.step:,}")

    def next_epoch(self) -> None:
        """Go to the end of the epoch that is running; at its end that of the next."""
        if self.tape is not None:
            per_epoch = self.tape.problem.steps_per_epoch
            self.seek(min(self.last, (self.step // per_epoch + 1) * per_epoch))

    def previous_epoch(self) -> None:
        """Go to the end of the epoch before, or to the start."""
        if self.tape is not None:
            per_epoch = self.tape.problem.steps_per_epoch
            self.seek(max(0, -(-self.step // per_epoch) - 1) * per_epoch)

    def toggle_playing(self) -> None:
        """Play, from the start if at the end; or pause."""
        if self.playing:
            self.set_playing(False)
        elif self.tape is None and not self.endless:
            self._play_when_ready = self._swap.pending
        else:
            if self._at_end and not self.endless:
                self.seek(0)
            self.set_playing(True)

    def set_playing(self, playing: bool) -> None:
        """Let the playhead move by itself, or stop it where it is."""
        if playing == self.playing:
            return
        self.playing = playing
        self._timer.measure()
        if not playing and self.tape is not None:
            self._playhead.stay()
        self.playing_changed.emit()
        self._timer.wake()

    def set_speed(self, speed: Speed | float) -> None:
        """Set how fast the playhead moves, a number in steps per second.

        `FASTEST` follows the recorder.
        """
        self._speed = speed if isinstance(speed, Speed) else Speed(speed)
        self.playing_changed.emit()

    @property
    def speed(self) -> float:
        """How fast the playhead moves, in steps per second."""
        # A stream has no length to be played in a time.
        return self._speed.steps_per_second(None if self.endless else self.tape)

    def seek_when_recorded(self, step: int) -> None:
        """Stand at a step that is yet to be recorded as soon as it is."""
        self._playhead.want(step)

    # The timer

    def tick(self) -> None:
        """Show what has been recorded since, and move the playhead if playing."""
        shown = self._show_awaited()
        if not shown and self.preparing and not self._told_preparing:
            self._told_preparing = True
            if self._swap.compiling:
                self._show_none()
            self.preparing_began.emit()
        if not shown:  # else at the next turn: nothing is drawn twice at one
            self._look_at_growth()
        if self.playing:
            self._advance_playhead()
        if not self.playing and not self._swap.pending and self._seen[1]:
            self._timer.stop()

    def _show_awaited(self) -> bool:
        """Show the recording that is awaited if it is far enough by now."""
        shown = self._take_tape(self._swap.take(self._playhead.step_in))
        if not self._swap.pending:
            self._awaiting.stop()
        if shown:
            self._announce(shown=True)
        return shown

    def _show_none(self) -> None:
        """Put the recording before away, for seconds; then go on as it was left."""
        playing = self.playing
        self._playhead.put_on(None)
        self._announce(shown=True)
        self._play_when_ready = playing or self._play_when_ready

    def _look_at_growth(self) -> None:
        length = self._length()
        if length == self._seen:
            return
        self._seen = length
        if not self.playing and self._playhead.return_to_wanted():
            self._announce_move()
        self.tape_grown.emit()

    def _length(self) -> tuple[int, bool]:
        """Give how many steps are recorded, and whether those are all."""
        tape = self.tape
        return (0, True) if tape is None else (tape.steps, tape.finished)

    def _advance_playhead(self) -> None:
        passed = self._timer.seconds_passed()
        if not passed:
            return
        if self.tape is not None and self._playhead.advance(passed, self.speed):
            self._announce_move()
        elif self.endless and self._at_end and self.up_to_date:
            self.waited_at_end.emit(passed)
        if self._at_end and not self.endless:
            self.set_playing(False)

    @property
    def _at_end(self) -> bool:
        tape = self.tape
        return tape is None or (tape.finished and self.step >= tape.steps)

    # The end

    def leave(self) -> None:
        """Stop for good; the recorders' threads, which may compile, end alone."""
        for following in self._derived.values():
            following.close()
        self.branches.close()
        self.measured_error.close()
        self._timer.stop()
        self._awaiting.stop()
        self._pause.stop()
        self._swap.leave()


WEIGHTS_DROPPED = "other classes: their weights set by hand are dropped, each counts 1"


def _terms_note(terms: Sequence[str] | None) -> str:
    """Say which terms are left for data with other features, None for all of them."""
    if terms is None:
        return "other features: the learner sees all of them"
    return f"of the terms stay {', '.join(map(pretty, terms))}"
