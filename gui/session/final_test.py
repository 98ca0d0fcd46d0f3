"""The test part is for one use at the end: how often it was used, and what it said."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.data.dataset import TEST
from engine.evaluation.error_rates import error_on
from engine.numbers import percent
from gui.session.derived import Derived

if TYPE_CHECKING:
    from engine import Dataset, Tape
    from engine.models.predictor import Predictor
    from gui.session.session import Session


class JudgedModel(NamedTuple):
    """A model and the samples by which it was judged.

    Attributes
    ----------
    data : Dataset
    model : Predictor
    step : int
        Where the playhead was.
    """

    data: Dataset
    model: Predictor
    step: int


class FinalTest(Derived):
    """Counts the uses of the test part of a data set, however it is edited.

    Signals
    -------
    changed
        `count` or `result` is another.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.count = 0
        self._last_use: tuple[Tape, str, JudgedModel] | None = None
        session.begun.connect(self._begin_count)
        session.tape_changed.connect(self._forget_use)

    @property
    def possible(self) -> bool:
        """Whether there is a model and a test part to judge it by."""
        shown = self._at_playhead()
        return shown is not None and bool(len(shown.data.rows_of(TEST)))

    @property
    def result(self) -> str:
        """What was found, as long as the run is the same; or empty."""
        return "" if self._last_use is None else self._last_use[1]

    def judged_on(self, part: int) -> JudgedModel | None:
        """Give what to judge by a part; by the test part only what it was used on."""
        if part == TEST:
            return None if self._last_use is None else self._last_use[2]
        return self._at_playhead()

    def _at_playhead(self) -> JudgedModel | None:
        tape, model = self._session.tape, self._session.model
        if tape is None or model is None or model.is_zero:
            return None
        return JudgedModel(tape.data, model, self._session.step)

    @property
    def words(self) -> str:
        """Say how often it was used; empty if it was not."""
        return f"test part used {self.count} ×" if self.count else ""

    def use(self) -> None:
        """Judge the model under the playhead by the test part."""
        tape, shown = self._session.tape, self._at_playhead()
        if tape is None or shown is None or not self.possible:
            return
        error = error_on(TEST, tape, shown.model)
        if error is not None:
            said = f"test error {percent(error)} at step {shown.step:,}"
            self._last_use = tape, said, shown
            self.count += 1
            self.changed.emit()

    def restore(self, count: int) -> None:
        """Go on counting where a session was saved."""
        self.count = count
        self.changed.emit()

    def add(self) -> None:
        """Count a use that was made elsewhere."""
        self.count += 1
        self.changed.emit()

    def _forget_use(self) -> None:
        """Drop what was found by a run that is not shown any more."""
        if self._last_use is not None and self._last_use[0] is not self._session.tape:
            self._last_use = None
            self.changed.emit()

    def _begin_count(self) -> None:
        self.count, self._last_use = 0, None
        self.changed.emit()
