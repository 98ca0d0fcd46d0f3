"""A trained linear model: what is drawn, evaluated and exported."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from engine.errors import UserError, listed
from engine.models.scaling import BLOCK

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from engine.data.feature_map import FeatureMap
    from engine.data.provenance import Provenance
    from engine.models.scaling import Scaling


Tie = Literal["mistake", "positive"]
"""What a score of 0 is: a mistake for either of two classes, or the second's."""
LEAST: dict[Tie, float] = {
    "mistake": float(np.nextafter(0.0, 1.0)), "positive": 0.0,
}  # fmt: skip
"""The least score with which a weight vector votes for +1."""
IN_ORDER = 4
"""Terms up to which the order in which they are added is that of the loops."""
VOTES_AT_ONCE = 4_000_000
"""Signs held in memory at a time while votes are counted."""


@dataclass(frozen=True, eq=False)
class Votes:
    """Weight vectors that vote, each so many times.

    Attributes
    ----------
    weights : ndarray, shape (m, n_terms + 1)
        In data units.
    counts : ndarray, shape (m,)
    scaled : ndarray, same shape as `weights`, optional
        As trained on standardised terms: by these is voted.
    """

    weights: NDArray[np.float64]
    counts: NDArray[np.float64]
    scaled: NDArray[np.float64] | None = None

    def in_data_units(self, scaling: Scaling | None) -> Votes:
        """Turn votes as trained into votes in data units, which know both."""
        if scaling is None:
            return self
        units = scaling.to_data_units(self.weights)
        return Votes(units, self.counts, self.weights)

    def sample(self, most: int) -> Votes:
        """Let at most so many vote for all, each for an equal share of the votes."""
        if len(self.counts) <= most:
            return self
        share = (np.arange(most) + 0.5) / most * self.counts.sum()
        chosen = np.searchsorted(np.cumsum(self.counts), share)
        scaled = None if self.scaled is None else self.scaled[chosen]
        return Votes(self.weights[chosen], np.ones(most), scaled)

    @cached_property
    def merged(self) -> Votes:
        """Let equal vectors vote as one, those without a vote not at all.

        In the order of the last of each: the newest weights stay the last.
        """
        cast = self.counts > 0
        if not cast.any():
            return Votes(self.weights[-1:], self.counts[-1:])
        newest_first = self.weights[cast][::-1] + 0.0  # −0 votes as 0 does
        _, first, which = np.unique(
            newest_first, axis=0, return_index=True, return_inverse=True
        )
        order = np.argsort(first)[::-1]
        counts = np.bincount(which.ravel(), self.counts[cast][::-1])[order]
        return Votes(newest_first[first[order]], counts.astype(np.float64))

    def total(
        self, phi: NDArray[np.float64], tie: Tie = "mistake"
    ) -> NDArray[np.float64]:
        """Sum cᵢ·sign(wᵢ·φ + bᵢ) for φ (n, n_terms), as trained; returns (n,).

        Whoever has a sample on its boundary votes as the tie says: not, or for +1.
        """
        weights = self.weights if self.scaled is None else self.scaled
        total = np.zeros(len(phi))
        block = max(1, VOTES_AT_ONCE // max(len(phi), 1))
        for first in range(0, len(self.counts), block):
            some = weights[first : first + block]
            z = linear_scores(phi, some)
            signs = (z >= LEAST[tie]).astype(np.float64) - (z < 0)
            total += signs @ self.counts[first : first + block]
        return total


@dataclass(frozen=True, eq=False)
class Model:
    """Weights with all that is needed to use and to explain them.

    Attributes
    ----------
    learner : str
        Name of the learner.
    features : FeatureMap
        φ; ``features.names`` names the columns of `coef`.
    class_names : tuple of str
    weights : ndarray, shape (n_outputs, n_terms + 1)
        In data units, the offset last.
    scaled_weights : ndarray, same shape
        As trained; equal to `weights` without standardisation.
    scaling : Scaling or None
        The standardisation used in training.
    epochs, updates : int
        Epochs begun and updates made.
    measure_error : callable
        Measures the training error, when it is first asked for: of very many samples
        this takes longer than all else that is done with a model.
    votes : tuple of Votes, optional
        One per output, in data units: the voted perceptron, whose `weights` are
        then only the last of those that vote.
    provenance : Provenance, optional
        The table that it was trained on.
    tie : {"mistake", "positive"}
        What a score of 0 is, of two classes.
    recipe : mapping, optional
        What it was trained by, as plain values.
    """

    learner: str
    features: FeatureMap
    class_names: tuple[str, ...]
    weights: NDArray[np.float64]
    scaled_weights: NDArray[np.float64]
    scaling: Scaling | None
    epochs: int
    updates: int
    measure_error: Callable[[], float]
    votes: tuple[Votes, ...] | None = None
    provenance: Provenance | None = None
    tie: Tie = "mistake"
    recipe: Mapping[str, Any] | None = None

    @property
    def training_error(self) -> float:
        """Share of training samples on the wrong side or on the boundary, 0 … 1."""
        # Not a cached property: with those, before Python 3.12, the window would wait
        # while a task measures the error of any other model.
        error = self.measure_error()
        # From now on without the samples, which need not be kept for it.
        object.__setattr__(self, "measure_error", partial(float, error))
        return error

    def __getstate__(self) -> dict[str, Any]:
        """Be copied and stored with the error as a number: it is measured by then."""
        error = self.training_error
        return vars(self) | {"measure_error": partial(float, error)}

    @property
    def is_straight(self) -> bool:
        """Tell whether every score is a linear function of the features."""
        return self.votes is None and self.features.is_linear

    @property
    def is_flat(self) -> bool:
        """Tell whether there is one boundary and it is flat."""
        return len(self.weights) == 1 and self.is_straight

    @cached_property
    def is_zero(self) -> bool:
        """Tell whether all weights, or those of all that vote, are 0: no boundary."""
        if self.votes is None:
            return not self.weights.any()
        return not any(votes.weights.any() for votes in self.votes)

    @property
    def coef(self) -> NDArray[np.float64]:
        """Weights in data units, shape (n_outputs, n_terms)."""
        return self.weights[:, :-1]

    @property
    def intercept(self) -> NDArray[np.float64]:
        """Offsets in data units, shape (n_outputs,)."""
        return self.weights[:, -1]

    def scores(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score samples X (n, n_features), as drawn; returns (n, n_outputs).

        By the weights as trained, so that a tie in training is one here, too. The score
        of votes is their mean, from −1 to 1.

        Raises
        ------
        UserError
            If they have not the features that the model was learned from.
        """
        names = self.features.feature_names
        columns = list(getattr(X, "columns", ()))
        X = np.asarray(X, np.float64)
        if names and {*names} <= {*columns}:  # a frame's are found by name
            X = X[:, [columns.index(name) for name in names]]
        if names and X.shape[1:] != (len(names),):
            raise UserError(
                f"samples of shape {X.shape}, where the model was learned from "
                f"{len(names)} features: give a row per sample of {listed(names)}"
            )
        phi = self.features.transform(X)
        scaled = phi if self.scaling is None else self.scaling.apply(phi)
        if self.votes is None:
            return linear_scores(scaled, self.scaled_weights)
        return np.column_stack(
            [
                votes.total(phi if votes.scaled is None else scaled, self.tie)
                / max(votes.counts.sum(), 1)
                for votes in self.votes
            ]
        )

    def predict(self, X: NDArray[np.float64]) -> NDArray[np.int64]:
        """Give the class index of each sample of X (n, n_features), as `scores`."""
        return decide(self.scores(X), self.tie)

    def mistaken(
        self, X: NDArray[np.float64], y: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Tell which samples are on the wrong side or on the boundary."""
        return wrong(self.scores(X), y, self.tie)


def linear_scores(
    phi: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Score φ (n, n_terms) with weights (n_outputs, n_terms + 1).

    Few terms are added in the order of the loops that train: a tie of theirs is one
    here, too, of a sample alone as among others.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        if phi.shape[1] > IN_ORDER:
            product: NDArray[np.float64] = phi @ weights[:, :-1].T + weights[:, -1]
            return product
        by_output = weights[:, -1:].repeat(len(phi), axis=1)
        for j, column in enumerate(phi.T):
            by_output += weights[:, j : j + 1] * column
    return np.ascontiguousarray(by_output.T)


def share_wrong(
    phi: NDArray[np.float64],
    weights: NDArray[np.float64],
    y: NDArray[np.int64],
    tie: Tie = "mistake",
    sample_weights: NDArray[np.float64] | None = None,
) -> float:
    """Give the share of φ (n, n_terms) that weights do not put strictly right, 0 … 1.

    In blocks that stay in the processor's cache: it is asked for at every frame.
    """
    blocks = [slice(first, first + BLOCK) for first in range(0, len(y), BLOCK)]
    count = sum(
        count_wrong(
            phi[rows],
            weights,
            y[rows],
            tie,
            None if sample_weights is None else sample_weights[rows],
        )
        for rows in blocks
    )
    total = len(y) if sample_weights is None else float(sample_weights.sum())
    return count / (total or 1)


def count_wrong(
    phi: NDArray[np.float64],
    weights: NDArray[np.float64],
    y: NDArray[np.int64],
    tie: Tie = "mistake",
    sample_weights: NDArray[np.float64] | None = None,
) -> float:
    """Count the rows of φ (n, n_terms) that weights do not put strictly right.

    With weights of the samples these are summed.
    """
    mistaken = wrong(linear_scores(phi, weights), y, tie)
    if sample_weights is None:
        return int(np.count_nonzero(mistaken))
    return float(sample_weights[mistaken].sum())


def share_of(
    mistaken: NDArray[np.bool_], sample_weights: NDArray[np.float64] | None
) -> float:
    """Give the share of samples that are mistaken, by their weights, 0 … 1."""
    return float(np.average(mistaken, weights=sample_weights))


def decide(scores: NDArray[np.float64], tie: Tie = "mistake") -> NDArray[np.int64]:
    """Turn scores (n, n_outputs) into class indices; of equal scores the first.

    Of two classes a score of 0 is the second's if the tie says so.
    """
    if scores.shape[1] == 1:
        z = scores[:, 0]
        return (z >= 0 if tie == "positive" else z > 0).astype(np.int64)
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
        above = z >= 0 if tie == "positive" else z > 0
        right: NDArray[np.bool_] = above & positive | (z < 0) & ~positive
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
