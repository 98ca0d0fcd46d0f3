"""The threshold from which scores are called positive: looked at, not learned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.data.dataset import TRAINING
from engine.numbers import percent
from gui.session.derived import Derived
from gui.style.text import number

if TYPE_CHECKING:
    from engine.evaluation.roc import ThresholdCounts
    from gui.session.session import Session

MODELS_OWN = 0.0


class ScoreThreshold(Derived):
    """One threshold for all views; 0 is the model's own, and no run depends on it.

    Attributes
    ----------
    value : float
        On the score z of the class against the rest.
    code : int
        The class; of two the second, whose score it is.
    part : int
        TRAINING or VALIDATION: of which samples its decisions are counted beside it.

    Signals
    -------
    changed
        Any of these.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.value, self.code, self.part = MODELS_OWN, 1, TRAINING
        self._classes = session.data.class_names
        session.begun.connect(self.reset)
        session.data_changed.connect(self._follow_classes)

    @property
    def is_own(self) -> bool:
        """Whether it is the model's own."""
        return self.value == MODELS_OWN

    def put(self, value: float, code: int) -> None:
        """Call scores of a class positive from another one on."""
        if (value, code) != (self.value, self.code):
            self.value, self.code = value, code
            self.changed.emit()

    def reset(self) -> None:
        """Go back to the model's own."""
        self.put(MODELS_OWN, self.code)

    def choose_class(self, code: int) -> None:
        """Look at another class, at first from the model's own threshold."""
        if code != self.code:
            self.put(MODELS_OWN, code)

    def choose_part(self, part: int) -> None:
        """Count other samples."""
        if part != self.part:
            self.part = part
            self.changed.emit()

    def value_for(self, code: int) -> float:
        """Give it for a class; of every other it is the model's own."""
        return self.value if code == self.code else MODELS_OWN

    def counts(self, code: int) -> ThresholdCounts | None:
        """Count what it decides for a class under the playhead; None: nothing."""
        from engine.evaluation.roc import counts_at, own_scores

        tape, model = self._session.tape, self._session.model
        if tape is None or model is None:
            return None
        data = tape.data
        part = self.part if len(data.counted_rows_of(self.part)) else TRAINING
        rows = data.counted_rows_of(part)
        return counts_at(
            own_scores(model.learner, model.scores(data.X[rows]), code),
            data.y[rows] == code,
            self.value_for(code),
            model.tie,
            data.weights_of(rows),
        )

    def _follow_classes(self) -> None:
        """Be the model's own of other classes."""
        names = self._session.data.class_names
        if names != self._classes:
            self._classes = names
            self.put(MODELS_OWN, 1)


def rates_in_words(counts: ThresholdCounts) -> list[str]:
    """Write the shares of decisions at a threshold."""
    return [
        f"TPR (recall) {_share(counts.true_positive_rate)}",
        f"FPR {_share(counts.false_positive_rate)}",
        f"precision {_share(counts.precision)}",
        f"accuracy {_share(counts.accuracy)}",
    ]


def threshold_in_words(value: float) -> str:
    """Name a threshold; another than the model's own is said to be one."""
    if value == MODELS_OWN:
        return "threshold 0, the model’s own"
    return f"threshold {number(value, 4)}, not the model’s own 0"


def _share(value: float) -> str:
    return percent(value) if value == value else "–"
