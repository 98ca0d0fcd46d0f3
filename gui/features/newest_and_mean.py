"""Newest and mean w of one run together: the model that the run does not use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.training.recipe_combination import combination_of, with_combination
from gui.canvas.layer_switch import LayerSwitch
from gui.part import Part
from gui.session.compared_run import ComparedRun
from gui.session.derived import Derived

if TYPE_CHECKING:
    from engine import Recipe, Tape
    from engine.models.predictor import Predictor
    from gui.part import PartContext
    from gui.session.session import Session

NEWEST, MEAN = "newest w", "mean of all w so far"
OTHER = "The boundary of the same run's other weights, at the same step"
OWN = "The boundary of the weights that the run uses"
PLACE = 1
"""Among the colours of runs."""
TIP = "Two boundaries of one run: of its newest weights, and of the mean of all so far"
RANK, BESIDE = 50, 10
"""In the menu Layers, and among the runs beside the one looked at."""


class NewestAndMean(Derived):
    """Gives the mean where a run uses the newest weights, and these where the mean.

    Both go through the same weights. A run by the mean knows the newest; for the mean
    of another the counterpart is recorded beside. Not shown, it does nothing.

    Signals
    -------
    changed
        What is recorded beside is another, or longer.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._shown = False
        self._beside: Session | None = None
        self._of: Recipe = session.recipe
        self._wanted: Recipe | None = None
        session.data_changed.connect(self._follow_session)
        session.recipe_changed.connect(self._follow_session)
        session.playing_changed.connect(self._follow_session)  # a stream begins or ends

    def set_shown(self, shown: bool) -> None:
        """Be asked for from now on, or not."""
        self._shown = shown
        self._follow_session()

    @property
    def is_possible(self) -> bool:
        """Whether the present recipe has both."""
        recipe = self._session.recipe
        averaged = combination_of(recipe) == "averaged"
        return averaged or _recorded_beside(recipe) is not None

    @property
    def compared(self) -> ComparedRun | None:
        """The other weights beside those of the run; None where they decide nothing."""
        model, tape = self.model_at_playhead(), self._session.tape
        if model is None or tape is None or model.is_zero:
            return None
        used, other = NEWEST, MEAN
        if combination_of(tape.recipe) == "averaged":
            used, other = other, used
        own = f"used: {used}", OWN
        return ComparedRun(other, OTHER, tape.data, PLACE, models=(model,), own=own)

    def model_at_playhead(self) -> Predictor | None:
        """Give the model; None where there is none, or not yet."""
        session, tape = self._session, self._session.tape
        if not self._shown or session.endless or session.branches.active:
            return None
        model, frame = session.model, session.frame
        if tape is None or model is None or frame is None:
            return None
        if combination_of(tape.recipe) == "averaged":
            return tape.newest_model(frame)
        beside = self._tape_beside(tape)
        if beside is None or beside.steps < frame.step:
            return None
        return beside.model(frame.step)

    def _tape_beside(self, tape: Tape) -> Tape | None:
        """Give the recording beside, if it is one of the same run."""
        beside = None if self._beside is None else self._beside.tape
        if beside is None or beside.data is not tape.data or tape.recipe != self._of:
            return None
        return beside if beside.recipe == self._wanted else None

    def _follow_session(self) -> None:
        """Record beside what the present data and recipe need."""
        session = self._session
        needed = self._shown and not session.endless
        other = _recorded_beside(session.recipe) if needed else None
        self._of, self._wanted = session.recipe, other
        if other is None:
            self.close()
        elif self._beside is None:
            self._beside = session.record_beside(other, self.changed)
            self.changed.emit()
        else:
            self._beside.follow(session.data, other)

    def close(self) -> None:
        """Leave the recorder."""
        if self._beside is not None:
            self._beside.end()
            self._beside = None


def _recorded_beside(recipe: Recipe) -> Recipe | None:
    """Give the recipe that uses the mean where this one uses the newest weights."""
    newest = combination_of(recipe) == "last"
    return with_combination(recipe, "averaged") if newest else None


def attach(context: PartContext) -> None:
    """Draw the other weights' boundary, if asked."""
    canvas, other = context.canvas, NewestAndMean.of(context.session)
    switch = LayerSwitch(
        "Ne&west and mean w together", "counterpart", other, canvas, shown=False
    )
    switch.setToolTip(TIP)
    canvas.switches.add(switch, RANK)
    canvas.compare_with(lambda: other.compared, other.changed, BESIDE)
    switch.toggled.connect(canvas.refresh)

    def offer() -> None:
        switch.setEnabled(other.is_possible)

    context.session.recipe_changed.connect(offer)
    offer()


PARTS = (Part("Newest and mean", attach=attach),)
