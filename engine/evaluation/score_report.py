"""What scores say beyond the class decided for: curves, areas, probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.errors import UserError
from engine.evaluation.calibration import Calibration, brier_losses
from engine.evaluation.probabilities import (
    has_probabilities,
    log_losses,
    log_probabilities,
)
from engine.evaluation.roc import ThresholdCurve, curve_of_class

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.data.dataset import Dataset
    from engine.models.predictor import Predictor
    from engine.models.tie import Tie


class ScoredSamples(NamedTuple):
    """Samples, and what a learner's model gives them.

    Attributes
    ----------
    learner : str
    tie : {"mistake", "positive"}
    scores : ndarray, shape (n, n_outputs)
    y : ndarray of int, shape (n,)
    sample_weights : ndarray, shape (n,), or None
    """

    learner: str
    tie: Tie
    scores: NDArray[np.float64]
    y: NDArray[np.int64]
    sample_weights: NDArray[np.float64] | None


@dataclass(frozen=True, eq=False)
class ScoreReport:
    """How well scores put one class before the others, and probabilities fit.

    Attributes
    ----------
    code : int
        The class that is positive, against the rest.
    tie : {"mistake", "positive"}
    is_weighted : bool
        Whether samples count by their weights.
    curve : ThresholdCurve
    log_loss, brier : float or None
        Means over the samples, of all classes; None of scores that are no
        probabilities.
    calibration : Calibration or None
    """

    code: int
    tie: Tie
    is_weighted: bool
    curve: ThresholdCurve
    log_loss: float | None
    brier: float | None
    calibration: Calibration | None


def scored(model: Predictor, data: Dataset, part: int) -> ScoredSamples:
    """Score the samples of a part, but for those of weight 0.

    Raises
    ------
    UserError
        If there are none, or a score is no number.
    """
    rows = data.counted_rows_of(part)
    if not len(rows):
        raise UserError("there are no samples in this part: split the data first")
    scores = model.scores(data.X[rows])
    return ScoredSamples(
        model.learner, model.tie, scores, data.y[rows], data.weights_of(rows)
    )


def score_report(samples: ScoredSamples, code: int) -> ScoreReport:
    """Judge scores by one class against the rest.

    Raises
    ------
    UserError
        If a score is no number: the weights have left their range.
    """
    learner, tie, scores, y, weights = samples
    if np.isnan(scores).any():
        raise UserError(
            "some scores are no numbers, as the weights grew too large: lower the "
            "learning rate η"
        )
    log_loss = brier = calibration = None
    if has_probabilities(learner):
        probabilities = np.exp(log_probabilities(learner, scores))
        log_loss, brier = (
            float(np.average(losses, weights=weights))
            for losses in (
                log_losses(learner, scores, y),
                brier_losses(probabilities, y),
            )
        )
        calibration = Calibration.of(probabilities, y, weights)
    curve = curve_of_class(learner, scores, y, code, weights)
    return ScoreReport(
        code, tie, weights is not None, curve, log_loss, brier, calibration
    )
