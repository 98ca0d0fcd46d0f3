"""What a model predicts for one row of feature values: scores, class, distance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.models.model import decide

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.models.model import Model


@dataclass(frozen=True)
class Prediction:
    """A class, and the scores that led to it.

    Attributes
    ----------
    scores : tuple of float
        One per output.
    code : int
        The class given.
    distance : float or None
        From the boundary of that class, in the units of the features, never negative;
        None where the boundary is curved, where weights vote or there is none.
    rival : int or None
        Of more than two classes the one behind the nearest boundary.
    """

    scores: tuple[float, ...]
    code: int
    distance: float | None
    rival: int | None = None


def predict_one(model: Model, x: NDArray[np.float64]) -> Prediction:
    """Predict the class of a row of feature values, shape (n_features,)."""
    found = model.scores(x[None])
    scores, code = found[0], int(decide(found, model.tie)[0])
    said = tuple(scores.tolist())
    if model.votes is not None or not model.features.is_linear:
        return Prediction(said, code, None)
    if len(said) == 1:
        length = float(np.linalg.norm(model.coef[0]))
        return Prediction(said, code, abs(said[0]) / length if length else None)
    others = np.arange(len(said)) != code
    lengths = np.linalg.norm(model.coef - model.coef[code], axis=1)
    ahead = scores[code] - scores
    known = others & (lengths > 0)
    if not known.any():
        return Prediction(said, code, None)
    distances = np.full(len(said), np.inf)
    distances[known] = ahead[known] / lengths[known]
    rival = int(distances.argmin())
    return Prediction(said, code, float(distances[rival]), rival)
