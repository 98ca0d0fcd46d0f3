"""The tie: what a score of 0, or scores that are equal, decide and count as.

Every class that is given, and every error that is counted of scores, is so here; the
compiled loops and exported programs write the same again, and tests compare them.

Of two classes there is one score, and a score of 0 is a mistake, or, if the recipe says
so, right for the second class. Of more each class has a score: the first of equal ones
is given, and counts as an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Tie = Literal["mistake", "positive"]
"""What a score of 0 is: a mistake for either of two classes, or the second's."""
LEAST: dict[Tie, float] = {
    "mistake": float(np.nextafter(0.0, 1.0)), "positive": 0.0,
}  # fmt: skip
"""The least score that says +1."""


def decide(scores: NDArray[np.float64], tie: Tie = "mistake") -> NDArray[np.int64]:
    """Turn scores (n, n_outputs) into class indices; of equal scores the first.

    Of two classes a score of 0 is the second's if the tie says so.
    """
    if scores.shape[1] == 1:
        return (scores[:, 0] >= LEAST[tie]).astype(np.int64)
    best: NDArray[np.int64] = scores.argmax(axis=1)
    return best


def wrong(
    scores: NDArray[np.float64], y: NDArray[np.int64], tie: Tie = "mistake"
) -> NDArray[np.bool_]:
    """Tell which scores (n, n_outputs) do not put the class y strictly first.

    Of two classes a score of 0 is right for the second if the tie says so.
    """
    if scores.shape[1] == 1:
        z, positive = scores[:, 0], y == 1
        right: NDArray[np.bool_] = (z >= LEAST[tie]) & positive | (z < 0) & ~positive
        return ~right
    own = scores[np.arange(len(y)), y]
    first = np.ones(len(y), bool)
    for code, other in enumerate(scores.T):
        first &= (other < own) | (y == code)
    return ~first


def on_boundary(scores: NDArray[np.float64], tie: Tie = "mistake") -> NDArray[np.bool_]:
    """Tell which scores (n, n_outputs) put no class strictly first."""
    if scores.shape[1] == 1:
        nobody: NDArray[np.bool_] = (scores[:, 0] == 0) & (tie == "mistake")
        return nobody
    highest = scores.max(axis=1, keepdims=True)
    several: NDArray[np.bool_] = (scores == highest).sum(axis=1) > 1
    return several


def signs(z: NDArray[np.float64], tie: Tie = "mistake") -> NDArray[np.float64]:
    """Give +1 and −1 by the side of each score; 0 for a tie that is a mistake."""
    return (z >= LEAST[tie]).astype(np.float64) - (z < 0)


def share_of(
    mistaken: NDArray[np.bool_], sample_weights: NDArray[np.float64] | None
) -> float:
    """Give the share of samples that are mistaken, by their weights, 0 … 1."""
    return float(np.average(mistaken, weights=sample_weights))
