"""Weight space: which weights are right for which samples, over two of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.learners import Learner
    from engine.models.tie import Tie
    from engine.training.problem import Problem

MOST_SAMPLES = 1000
"""Samples up to which every one counts; of more, a fair sample."""
MOST_LOSSES = 200
"""The same where every one's loss is wanted."""
TABLE_SIZE = 1024
"""Scores at which a loss is computed; between them it is a straight line."""


@dataclass(frozen=True, eq=False)
class WeightPlane:
    """A plane through weight space: two weights vary, the others are held.

    Each sample's score is a linear function of the two, ``z = a·u + b·v + c``, so the
    weights that have it on the boundary are a line, and those that are right on it the
    half-plane y·z > 0.

    Attributes
    ----------
    a, b, c : ndarray, shape (n,)
    y : ndarray, shape (n,)
        Labels −1/+1: of the output's class, or of the others.
    codes : ndarray of int, shape (n,)
        Class indices.
    held : ndarray, shape (n_terms + 1,)
        The weights through which the plane goes.
    across, up : int
        Which weights are u and v.
    tie : {"mistake", "positive"}
        What a score of 0 is.
    batch : int
        Samples of a step.
    weights : ndarray, shape (n,)
        How much each sample counts, all in all.
    """

    a: NDArray[np.float64]
    b: NDArray[np.float64]
    c: NDArray[np.float64]
    y: NDArray[np.float64]
    codes: NDArray[np.int64]
    held: NDArray[np.float64]
    across: int
    up: int
    tie: Tie
    batch: int
    weights: NDArray[np.float64]

    def first(self, most: int) -> WeightPlane:
        """Keep at most so many samples: a fair choice, for they are in no order."""
        if len(self.y) <= most:
            return self
        names = ("a", "b", "c", "y", "codes", "weights")
        return replace(self, **{name: getattr(self, name)[:most] for name in names})

    def scores(
        self, u: NDArray[np.float64], v: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Score the samples at u (m,) and v (k,); returns (k, m, n)."""
        columns = u[:, None] * self.a + self.c
        scored: NDArray[np.float64] = v[:, None, None] * self.b + columns
        return scored


def weight_plane(
    problem: Problem,
    rows: NDArray[np.integer[Any]],
    weights: NDArray[np.float64],
    *,
    output: int,
    columns: Sequence[int],
) -> WeightPlane:
    """Lay a plane through weight space.

    Parameters
    ----------
    problem : Problem
    rows : ndarray of int
        The samples; `Problem.random_rows` chooses some.
    weights : ndarray, shape (n_outputs, n_terms + 1)
        As trained; those not varied are held at these values.
    output : int
        Which row of the weights.
    columns : sequence of two int
        Which weights vary, across and up; the last is the offset.
    """
    across, up = columns
    codes = problem.codes[rows]
    y = problem.labels(codes, output)
    ones = np.full((len(rows), 1), problem.plan.offset_input)
    terms = np.hstack([problem.X[rows], ones])
    held = weights[output].copy()
    others = held.copy()
    others[[across, up]] = 0.0
    with np.errstate(over="ignore", invalid="ignore"):
        rest = terms @ others
    return WeightPlane(
        terms[:, across], terms[:, up], rest, y, codes, held, across, up,
        problem.tie, problem.plan.batch, problem.weights_of(rows, output),
    )  # fmt: skip


def wrong_counts(
    plane: WeightPlane, u: NDArray[np.float64], v: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Count the samples on the wrong side or on the boundary, for weights on a grid.

    Up each column of the grid a sample changes sides once, where y·z = 0: the changes
    are counted, not the samples at every place.

    Parameters
    ----------
    plane : WeightPlane
    u : ndarray, shape (m,)
    v : ndarray, shape (k,), ascending

    Returns
    -------
    ndarray of int, shape (k, m)
    """
    floor = plane.y * (u[:, None] * plane.a + plane.c)
    slope = np.broadcast_to(plane.y * plane.b, floor.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        change = -floor / slope
    rises, falls = slope > 0, slope < 0
    tied_right = (plane.y > 0) & (plane.tie == "positive")
    if tied_right.any():
        beside = np.nextafter(change, np.where(rises, -np.inf, np.inf))
        change = np.where(tied_right, beside, change)
    # Wrong from the bottom up to the change, or from it to the top.
    ends = np.searchsorted(v, change[rises], side="right")
    begins = np.searchsorted(v, change[falls], side="left")
    column = np.broadcast_to(np.arange(len(u))[:, None], floor.shape)
    still = (slope == 0) & (floor <= 0) & ~(tied_right & (floor == 0))
    always = (rises | still).sum(axis=1)
    size = (len(v) + 1) * len(u)
    fewer = np.bincount(ends * len(u) + column[rises], minlength=size)
    more = np.bincount(begins * len(u) + column[falls], minlength=size)
    changes = (more - fewer).reshape(-1, len(u))
    counted: NDArray[np.int64] = always + np.cumsum(changes[:-1], axis=0)
    return counted


def losses(
    plane: WeightPlane,
    rule: Learner,
    settings: Any,
    u: NDArray[np.float64],
    v: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Measure what the learner minimises, for weights on a grid, over their number.

    The loss of one sample is a function of its score alone: it is computed at
    `TABLE_SIZE` scores and looked up. A learner that shrinks its weights by 1 − ηλ
    minimises λ/2·‖w‖² besides: for each step, where the losses of one are summed.

    Parameters
    ----------
    plane : WeightPlane
    rule : Learner
    settings : NamedTuple
        The learner's own.
    u, v : ndarray, shapes (m,) and (k,)

    Returns
    -------
    ndarray, shape (k, m)
    """
    plane = plane.first(MOST_LOSSES)
    total = np.zeros((len(v), len(u)))
    with np.errstate(over="ignore", invalid="ignore"):
        scores = plane.scores(u, v)
        for label in (-1.0, 1.0):
            is_own = plane.y == label
            if is_own.any():
                looked_up = _looked_up(scores[:, :, is_own], label, rule, settings)
                total += looked_up @ plane.weights[is_own]
        strength = rule.penalty(settings, 1) / (1 if rule.mean else plane.batch)
        penalty = strength / 2.0 * _squares(plane, u, v) if strength else 0.0
        measured: NDArray[np.float64] = total / len(plane.y) + penalty
    return measured


def _looked_up(
    scores: NDArray[np.float64], label: float, rule: Learner, settings: Any
) -> NDArray[np.float64]:
    low, high = float(scores.min()), float(scores.max())
    at = np.linspace(low, high, TABLE_SIZE)
    own = np.full(len(at), int(label > 0))
    table = rule.losses(at[:, None], own, settings)
    place = (scores - low) * ((TABLE_SIZE - 1) / (high - low or 1.0))
    index = np.minimum(place.astype(np.int64), TABLE_SIZE - 2)
    rise = np.diff(table)
    measured: NDArray[np.float64] = table[index] + (place - index) * rise[index]
    return measured


def _squares(
    plane: WeightPlane, u: NDArray[np.float64], v: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Give ‖w‖² on the grid; the offset, the last weight, is not penalised."""
    last = len(plane.held) - 1
    others = plane.held.copy()
    others[[plane.across, plane.up, last]] = 0.0
    across = u**2 * (plane.across != last)
    up = v**2 * (plane.up != last)
    squares: NDArray[np.float64] = (others**2).sum() + across + up[:, None]
    return squares
