"""The runs of a race and their common place: the samples that all have seen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.learners import learner, learners
from gui.session.compared_run import ComparedRun
from gui.session.playhead import PlayheadTimer
from gui.session.run_labels import SHARED, run_labels
from gui.session.session import Session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Recipe, Tape

FEWEST, MOST = 2, 4
FIRST_RIVALS = ("averaged-perceptron", "adaline", "logistic-regression", "perceptron")
FIRST_SPEED = 100.0


class Race(QObject):
    """Two to four runs on the session's data, each a session of its own.

    The data, the order, the seed, the start and the class weights are those of the
    main session, and follow it.

    Parameters
    ----------
    session : Session
    parent : QObject, optional
    rivals : sequence of Recipe
        What races with the session's own recipe; default two that suit it.

    Signals
    -------
    runs_changed
        A run came or went: `runs`.
    changed
        A recording is another, or longer.
    moved
        `samples` is another, or the runs stand elsewhere.
    playing_changed
        `playing`.
    """

    runs_changed = Signal()
    changed = Signal()
    moved = Signal()
    playing_changed = Signal()

    def __init__(
        self,
        session: Session,
        parent: QObject | None = None,
        rivals: Sequence[Recipe] = (),
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.runs: list[Session] = []
        self._places: dict[Session, int] = {}
        self.samples = 0
        self.playing = False
        self.speed = FIRST_SPEED
        self._position = 0.0
        self._timer = PlayheadTimer(self)
        self._timer.timeout.connect(self._tick)
        session.data_changed.connect(self._follow_data)
        session.recipe_changed.connect(self._follow_recipe)
        for recipe in (session.recipe, *(rivals or (None, None))):
            self.add(recipe)

    # Runs

    def add(self, recipe: Recipe | None = None) -> None:
        """Let another recipe run; default one of a learner that does not run yet."""
        if len(self.runs) >= MOST:
            return
        run = Session(self)
        run.set_recipe(self._with_shared_settings(recipe or self._next_rival()))
        run.set_data(self._session.data)
        run.recipe_changed.connect(partial(self._keep_shared, run))
        run.tape_changed.connect(self._align)
        run.tape_grown.connect(self.changed)
        self.runs.append(run)
        taken = self._places.values()
        self._places[run] = next(i for i in range(MOST) if i not in taken)
        self.runs_changed.emit()
        self._align()

    def _next_rival(self) -> Recipe:
        """Give the first run's recipe, full batch or per sample, or another learner."""
        first = self.runs[0].recipe
        if learner(first.learner).declares("batch_size"):
            other = first.replace(batch_size=0 if first.batch_size else 1)
            recipes = [run.recipe for run in self.runs]
            if not any(
                recipe.learner == first.learner
                and recipe.batch_size == other.batch_size
                for recipe in recipes
            ):
                return other
        running = {run.recipe.learner for run in self.runs}
        names = [name for name in (*FIRST_RIVALS, *learners()) if name not in running]
        return first.replace(learner=names[0])

    def remove(self, run: Session) -> None:
        """Take a run out of the race, unless only two are left."""
        if len(self.runs) > FEWEST:
            self.runs.remove(run)
            del self._places[run]
            self.runs_changed.emit()
            run.leave()
            self._align()

    @property
    def compared(self) -> tuple[ComparedRun, ...]:
        """The runs as they are told apart, with what is recorded of them."""
        labels = run_labels([run.recipe for run in self.runs])
        return tuple(
            ComparedRun(
                label,
                f"The curve of {label}, with this symbol at each epoch",
                run.data,
                self._places[run],
                run.tape,
            )
            for run, label in zip(self.runs, labels, strict=True)
        )

    def place_of(self, run: Session) -> int:
        """Give a run's number, from 0, which it keeps when others leave."""
        return self._places[run]

    def set_recipe(self, run: Session, recipe: Recipe) -> None:
        """Give a run another recipe, but for what all share."""
        run.set_recipe(self._with_shared_settings(recipe))

    def _with_shared_settings(self, recipe: Recipe) -> Recipe:
        """Give a recipe what all share; weights set by hand do not race."""
        if learner(recipe.learner).by_hand:
            recipe = recipe.replace(learner="perceptron")
        own, shared = dict(recipe), dict(self._session.recipe)
        common = {k: shared[k] for k in SHARED if k in own and k in shared}
        return recipe.replace(**common)

    def _keep_shared(self, run: Session) -> None:
        """Take back what a run's own set-up has changed of what all share."""
        run.set_recipe(self._with_shared_settings(run.recipe))

    def _follow_data(self) -> None:
        for run in self.runs:
            run.set_data(self._session.data)

    def _follow_recipe(self) -> None:
        for run in self.runs:
            run.set_recipe(self._with_shared_settings(run.recipe))

    # The place

    @property
    def last(self) -> int:
        """Samples that the longest run has seen, so far."""
        tapes = [run.tape for run in self.runs]
        return max(
            (samples_seen(tape, tape.steps) for tape in tapes if tape), default=0
        )

    @property
    def finished(self) -> bool:
        """Whether all is recorded."""
        return all(run.tape is None or run.tape.finished for run in self.runs)

    @property
    def per_epoch(self) -> int:
        """Samples in an epoch."""
        tapes = [run.tape for run in self.runs if run.tape is not None]
        return tapes[0].problem.n_samples if tapes else 1

    def seek(self, samples: int) -> None:
        """Go to where so many samples have been seen, or to the end."""
        self.set_playing(False)
        self._go_to_samples(min(max(samples, 0), self.last))

    def _go_to_samples(self, samples: int) -> None:
        self.samples = samples
        self._position = float(samples)
        for run in self.runs:
            if run.tape is not None:
                step = min(step_at(run.tape, samples), run.last)
                if step != run.step:
                    run.seek(step)
        self.moved.emit()

    def _align(self) -> None:
        """Put a new recording where the others are."""
        self._go_to_samples(self.samples)
        self.changed.emit()

    def toggle_playing(self) -> None:
        """Play, from the start if at the end; or pause."""
        if not self.playing and self.samples >= self.last and self.finished:
            self._go_to_samples(0)
        self.set_playing(not self.playing)

    def set_playing(self, playing: bool) -> None:
        """Let the samples pass by themselves, or stop."""
        if playing == self.playing:
            return
        self.playing = playing
        self._timer.measure()
        (self._timer.start if playing else self._timer.stop)()
        self.playing_changed.emit()

    def _tick(self) -> None:
        passed = self._timer.seconds_passed()
        position = min(self._position + passed * self.speed, float(self.last))
        if int(position) != self.samples:
            self._go_to_samples(int(position))
        self._position = position
        if self.samples >= self.last and self.finished:
            self.set_playing(False)

    def close(self) -> None:
        """Stop; the recorders' threads end by themselves."""
        self.set_playing(False)
        runs, self.runs = self.runs, []
        for run in runs:
            run.leave()


def step_at(tape: Tape, samples: int) -> int:
    """Give the last step that is over when so many samples have been seen."""
    p = tape.problem
    epochs, rest = divmod(samples, p.n_samples)
    return epochs * p.steps_per_epoch + rest // p.plan.batch


def samples_seen(tape: Tape, step: int) -> int:
    """Count the samples that have been seen after a step."""
    p = tape.problem
    epochs, rest = divmod(step, p.steps_per_epoch)
    return epochs * p.n_samples + min(rest * p.plan.batch, p.n_samples)
