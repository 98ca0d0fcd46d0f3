"""What a model says of feature values: scores, class, distance, margin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.models.predictor import Predictor


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


def predict_one(model: Predictor, x: NDArray[np.float64]) -> Prediction:
    """Predict the class of a row of feature values, shape (n_features,)."""
    scores = model.scores(x[None])
    codes = model.decide(scores)
    said, code = tuple(scores[0].tolist()), int(codes[0])
    distances = model.distances(scores, codes) if model.is_straight else None
    if distances is None or np.isnan(distances).all():
        return Prediction(said, code, None)
    nearest = int(np.nanargmin(distances))
    rival = nearest if len(said) > 1 else None
    return Prediction(said, code, abs(float(distances[0, nearest])), rival)


class Angle(NamedTuple):
    """What a score is made of: z = ‖w‖·‖x‖·cos α + b.

    Attributes
    ----------
    w, x : float
        The lengths, in the units of the features.
    degrees : float
        α, from 0 to 180.
    """

    w: float
    x: float
    degrees: float


def angle_of(model: Predictor, x: NDArray[np.float64]) -> Angle | None:
    """Measure the angle between the weights and feature values, shape (n_features,).

    Returns
    -------
    Angle or None
        None where a length is 0, of one feature, and where there is more than one score
        or it is not linear.

    Examples
    --------
    >>> from engine import Dataset, Recipe, Tape
    >>> data = Dataset([[3, 4], [-3, -4]], [1, -1])
    >>> tape = Tape(data, Recipe("perceptron", offset=False))
    >>> tape.extend()
    >>> round(angle_of(tape.model(), np.array([5.0, 0.0])).degrees, 2)
    53.13
    """
    if not model.is_flat or model.weights_of_features is None or x.size < 2:
        return None
    w = model.weights_of_features[0]
    lengths = float(np.linalg.norm(w)), float(np.linalg.norm(x))
    if not 0.0 < lengths[0] * lengths[1] < np.inf:
        return None
    ways = w / lengths[0], x / lengths[1]
    # Of a cosine near 1 the angle would be lost.
    apart, along = np.linalg.norm(ways[1] - ways[0]), np.linalg.norm(ways[1] + ways[0])
    return Angle(*lengths, float(np.degrees(2.0 * np.arctan2(apart, along))))


@dataclass(frozen=True, eq=False)
class Margins:
    """How far a model has samples on the side of their own class.

    Attributes
    ----------
    scores : ndarray, shape (n,)
        z; of more than two classes that of the sample's own. Of votes their mean.
    margins : ndarray, shape (n,)
        y·z; of more than two classes the own score less the highest of the others.
    wrong : ndarray of bool, shape (n,)
        Whether the model does not put the own class strictly first.
    distances : ndarray, shape (n,)
        From the boundary, positive on the own side, in the units of the features, or
        where it is curved between the terms; of several the nearest. NaN where there
        is none, and of votes.
    """

    scores: NDArray[np.float64]
    margins: NDArray[np.float64]
    wrong: NDArray[np.bool_]
    distances: NDArray[np.float64]


def margins_of(
    model: Predictor, X: NDArray[np.float64], y: NDArray[np.int64]
) -> Margins:
    """Measure samples X (n, n_features) of classes y against a model.

    Examples
    --------
    >>> from engine import Dataset, Recipe, Tape
    >>> data = Dataset([[3, 4], [-3, -4]], [1, -1])
    >>> tape = Tape(data, Recipe("perceptron", offset=False))
    >>> tape.extend()
    >>> found = margins_of(tape.model(), data.X, data.y)
    >>> found.scores, found.margins, found.distances
    (array([ 25., -25.]), array([25., 25.]), array([5., 5.]))
    """
    scores = model.scores(X)
    mistaken = model.wrong(scores, y)
    if scores.shape[1] == 1:
        z = scores[:, 0]
        margins = np.where(y == 1, 1.0, -1.0) * z
    else:
        rows = np.arange(len(y))
        z = scores[rows, y]
        ahead = z[:, None] - scores
        ahead[rows, y] = np.inf
        margins = ahead.min(axis=1)
    distances = model.distances(scores, y)
    if distances is None:
        return Margins(z, margins, mistaken, np.full(len(y), np.nan))
    # Without any boundary there is no least distance, and numpy would warn.
    least = np.where(np.isnan(distances), np.inf, distances).min(axis=1)
    least[np.isnan(distances).all(axis=1)] = np.nan
    return Margins(z, margins, mistaken, least)
