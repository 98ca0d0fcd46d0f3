"""A stream: while it plays, samples come in at the end and the learner goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Signal

from engine.data.edits import Add
from engine.data.stream_sources import SOURCES, source
from engine.training.recipe import streamed
from gui.session.derived import Derived
from gui.session.undo import next_stroke

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from engine import Dataset, Recipe
    from gui.session.session import Session

    Lift = Callable[[Dataset, NDArray[np.float64]], NDArray[np.float64]]

MOST = 100_000
"""Samples at which a stream ends: it is recorded anew whenever some come."""
UNBALANCED = (
    "class weight none: balanced weights would change with every point that comes in"
)


class Stream(Derived):
    """Feeds the session while it plays at the end of its run.

    The speed of playing is the samples that come in a second, for each is a step.

    Parameters
    ----------
    session : Session

    Signals
    -------
    toggled(bool)
        It is on, or not any more: `on`.
    changed
        The source, its settings, or why it has no more samples: `ended`.
    """

    toggled = Signal(bool)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._lift: Lift = _as_drawn
        self.on = False
        self.ended = ""
        self.source = SOURCES[0]
        self.settings = self.source.defaults
        self._owed = 0.0
        self._stroke: int | None = None
        session.waited_at_end.connect(self._feed)
        session.recipe_changed.connect(self._take_over)
        session.playing_changed.connect(self._begin_anew)
        session.data_changed.connect(self._go_on)

    def lift_by(self, lift: Lift) -> None:
        """Let samples come in the plane of the canvas.

        Parameters
        ----------
        lift : callable
            ``lift(data, places)`` gives samples, shape (n, n_features), whose two
            features that are seen are `places`, shape (n, 2).
        """
        self._lift = lift

    def set_on(self, on: bool) -> None:
        """Stream; or leave the samples as an ordinary data set.

        A branch ends: the steps before it would change with every sample that comes.
        """
        if on == self.on:
            return
        s = self._session
        s.set_playing(False)
        self.on = s.endless = on
        if on:
            s.branches.restart()
            self._take_over()
        else:
            s.set_own_recipe(s.own_recipe)
        s.playing_changed.emit()
        self.toggled.emit(on)

    def choose(self, name: str, settings: Mapping[str, Any] | None = None) -> None:
        """Take the samples from another source, with its settings as they begin."""
        self.source = source(name)
        self.settings = self.source.defaults | dict(settings or {})
        self._end_stream("")

    def reset(self) -> None:
        """Be off, and from the first source."""
        self.set_on(False)
        self.choose(SOURCES[0].name)

    def set_parameter(self, name: str, value: Any) -> None:
        """Change a setting of the source, from the next sample on."""
        self.settings = self.settings | {name: value}
        self._end_stream("")

    def _take_over(self) -> None:
        """Have the recipe of a stream; remember what it was otherwise."""
        recipe: Recipe = self._session.recipe
        fixed = streamed(recipe)
        if self.on and recipe != fixed:
            self._session.taken_over |= {k: v for k, v in recipe if v != fixed.get(k)}
            self._session.set_recipe(fixed)
            if recipe.get("class_weight") != fixed.get("class_weight"):
                self._session.message.emit(UNBALANCED)

    def _begin_anew(self) -> None:
        """Make what comes until the next pause one step to undo."""
        if not self._session.playing:
            self._stroke, self._owed = None, 0.0

    def _go_on(self) -> None:
        if self.ended:
            self._end_stream("")

    def _end_stream(self, why: str) -> None:
        self.ended = why
        if why:
            self._session.set_playing(False)
        self.changed.emit()

    # Samples

    def _feed(self, seconds: float) -> None:
        """Let come in what is due."""
        s = self._session
        if self._stroke is not None and s.undo_stack.canRedo():
            s.set_playing(False)  # what has just been undone is not to come again
        self._owed = min(self._owed + seconds * s.speed, self.source.at_once)
        room = MOST - s.data.n_samples
        if room <= 0:
            self._end_stream(f"{MOST:,} points: the stream is full")
        count = min(int(self._owed), room)
        if not s.playing or count < 1:
            return
        self._owed -= count
        seed = s.recipe.get("seed", 0)
        places, y = self.source.give(
            s.data.n_samples, count, seed, self.settings, self._judge_places
        )
        if not len(y):
            self._end_stream("it finds no further point that the model gets wrong")
            return
        if self._stroke is None:
            self._stroke = next_stroke()
        s.seek_when_recorded(s.last + len(y))
        add = Add(self._lift(s.data, places), y)
        s.edit(add, f"stream: {self.source.title}", self._stroke)

    def _judge_places(
        self, places: NDArray[np.float64], y: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Tell what the weights that the rule is at have wrong."""
        s = self._session
        tape, frame = s.tape, s.frame
        if tape is None or frame is None:
            return np.ones(len(y), dtype=bool)
        return tape.newest_model(frame).mistaken(self._lift(s.data, places), y)


def _as_drawn(data: Dataset, places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Take places of the plane for samples of two features."""
    return places
