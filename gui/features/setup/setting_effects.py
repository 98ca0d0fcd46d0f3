"""What other values of λ and of the batch size come to, when a run has ended."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from gui.session.derived import Derived
from gui.session.diagnosis import LOOK_AFTER_MS

if TYPE_CHECKING:
    from engine import Tape
    from engine.evaluation.batch_costs import BatchCost
    from engine.evaluation.regularisation import WeightLengths
    from gui.session.session import Session
    from gui.tasks.task import TaskControl


class SettingEffects(NamedTuple):
    """What runs that differ in one setting come to.

    Attributes
    ----------
    lengths : WeightLengths or None
        Of other λ; None without one.
    costs : tuple of BatchCost
        Of other batch sizes; empty without one.
    """

    lengths: WeightLengths | None = None
    costs: tuple[BatchCost, ...] = ()


NOTHING = SettingEffects()


class SettingEffectsRunner(Derived):
    """Keeps what settings do in the recording shown, once it has ended.

    Attributes
    ----------
    effects : SettingEffects
        The newest there are.
    looking : bool
        Whether a newer one is to come.

    Signals
    -------
    changed
        Any of these.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.effects = NOTHING
        self.looking = False
        self._task = self.new_task("setting effects", self._take_effects)
        self._asked = False
        session.begun.connect(self._forget_effects)
        session.data_changed.connect(self._await)
        session.recipe_changed.connect(self._follow_recipe)
        session.tape_changed.connect(self._await)
        session.tape_grown.connect(self._follow_growth)

    def _forget_effects(self) -> None:
        """Say nothing more of data that are left for others."""
        self._task.drop()
        self._show_effects(NOTHING, looking=False)

    def _follow_recipe(self) -> None:
        recipe = self._session.recipe
        asked, self._asked = self._asked, "batch_size" in dict(recipe)
        if asked and not self._asked:
            self._forget_effects()
        self._await()

    def _await(self) -> None:
        if not self._asked:
            return
        s = self._session
        if s.tape is None or s.endless:
            self._forget_effects()
            return
        self._show_effects(self.effects, looking=True)
        self._task.start_later(self._look_at_run, LOOK_AFTER_MS)

    def _follow_growth(self) -> None:
        tape = self._session.tape
        if self.looking and tape is not None and tape.finished:
            self._task.start_later(self._look_at_run, LOOK_AFTER_MS)

    def _look_at_run(self) -> None:
        """Measure a run that has ended; of another it will be told when it has."""
        s = self._session
        tape = s.tape
        if tape is None or tape.data is not s.data or tape.recipe != s.recipe:
            return
        if tape.finished:
            self._task.start(partial(_measure, tape))

    def _take_effects(self, effects: SettingEffects | None, _: str) -> None:
        self._show_effects(effects or NOTHING, looking=False)

    def _show_effects(self, effects: SettingEffects, *, looking: bool) -> None:
        if (effects, looking) != (self.effects, self.looking):
            self.effects, self.looking = effects, looking
            self.changed.emit()


def _measure(tape: Tape, control: TaskControl) -> SettingEffects:
    from engine.evaluation.batch_costs import batch_costs
    from engine.evaluation.regularisation import weight_lengths

    return SettingEffects(
        weight_lengths(tape, control.cancelled), batch_costs(tape, control.cancelled)
    )
