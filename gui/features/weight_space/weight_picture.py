"""What the weight space shows at one moment, as a frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.learners import learner
from engine.learners.combination import USED
from engine.models.lengths import lengths_of
from engine.spaces.weight_space import MOST_SAMPLES, WeightPlane, weight_plane

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Frame, Tape
    from engine.learners import Learner
    from engine.training.problem import Problem

    Rect = tuple[float, float, float, float]

MOST_ROWS = 12
"""Samples of a step up to which each has its line; of a larger batch none has."""
ROOM = 1.6
"""Sides of the view, times those of what it must show."""
SMALLEST = 0.2
"""Share of the view below which the path is too small to see."""
EDGE = 0.04
"""Share of the view, at each side, into which the path must not come."""


@dataclass(frozen=True)
class WeightChoice:
    """What a person chose to see: two weights, an output, mistakes or the loss."""

    across: int = 0
    up: int = 1
    output: int = 0
    by_loss: bool = False

    @property
    def columns(self) -> list[int]:
        """The two weights."""
        return [self.across, self.up]


@dataclass(frozen=True, eq=False, kw_only=True)
class PathPicture:
    """Path and step of two weights to draw, as trained.

    Attributes
    ----------
    path : ndarray, shape (m, 2)
        The weights from the start to the playhead.
    whole : bool
        Whether the path is all there; it may still be on its way.
    start, before, now : ndarray, shape (2,)
    used : tuple of str and ndarray, or None
        Name and place of the weights that the combination uses, if it is not `now`.
    widest : ndarray, shape (2,), or None
        The weights of largest margin, of the length of the present ones.
    by_votes : bool
        Whether every vertex of the path votes.
    """

    path: NDArray[np.float64]
    whole: bool
    start: NDArray[np.float64]
    before: NDArray[np.float64]
    now: NDArray[np.float64]
    used: tuple[str, NDArray[np.float64]] | None
    widest: NDArray[np.float64] | None
    by_votes: bool

    @property
    def changed(self) -> bool:
        """Whether the step changed these weights."""
        return bool((self.before != self.now).any())

    @property
    def places(self) -> NDArray[np.float64]:
        """All that should be in view, shape (m, 2)."""
        used = [] if self.used is None else [self.used[1]]
        widest = [] if self.widest is None else [self.widest]
        return np.vstack([self.path, self.start, self.now, *used, *widest])


@dataclass(frozen=True, eq=False, kw_only=True)
class WeightPicture(PathPicture):
    """Samples besides the path and the step.

    Attributes
    ----------
    problem : Problem
    rule : Learner
    plane : WeightPlane
        Through the weights before the step, by which its samples were judged.
    by_loss : bool
        Whether the ground is the loss rather than the number of mistakes.
    output : int
        Which row of the weights.
    looked_at : WeightPlane
        The step's samples.
    mistaken : ndarray of bool
        Which of them were mistakes.
    """

    problem: Problem
    rule: Learner
    plane: WeightPlane
    by_loss: bool
    output: int
    looked_at: WeightPlane
    mistaken: NDArray[np.bool_]


def weight_picture(
    tape: Tape,
    frame: Frame,
    shown: WeightChoice,
    path: NDArray[np.float64],
    *,
    whole: bool,
    former: WeightPicture | None = None,
    widest: NDArray[np.float64] | None = None,
) -> WeightPicture:
    """Look at one step of a tape.

    Parameters
    ----------
    former : WeightPicture, optional
        Its plane is taken again if it is the same.
    widest : ndarray, shape (n_terms + 1,), optional
        The weights of largest margin, of any length: only their direction counts.
    """
    problem, k, columns = tape.problem_at(frame.step), shown.output, shown.columns
    rows = frame.rows if len(frame.rows) <= MOST_ROWS else frame.rows[:0]
    looked_at = weight_plane(
        problem, rows, frame.weights_before, output=k, columns=columns
    )
    scores = frame.scores[: len(rows), k]
    combination = problem.combination
    used = USED[combination] if combination in ("averaged", "pocket") else None
    if widest is not None:
        widest = _as_long_as(frame.weights[k], widest)[columns]
    return WeightPicture(
        problem=problem,
        rule=learner(tape.learner_at(frame.step)),
        plane=_plane(former, problem, frame.weights_before, shown),
        by_loss=shown.by_loss,
        output=k,
        path=path,
        whole=whole,
        start=problem.start[k, columns],
        before=frame.weights_before[k, columns],
        now=frame.weights[k, columns],
        used=None if used is None else (used, frame.used[k, columns]),
        widest=widest,
        by_votes=combination == "voted",
        looked_at=looked_at,
        mistaken=problem.are_mistakes(scores, looked_at.y),
    )


def _as_long_as(
    now: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Scale weights to the length of the present ones; to 1 while these are 0."""
    length = float(lengths_of(now)) or 1.0
    scaled: NDArray[np.float64] = weights * (length / lengths_of(weights))
    return scaled


def _plane(
    former: WeightPicture | None,
    problem: Problem,
    weights: NDArray[np.float64],
    shown: WeightChoice,
) -> WeightPlane:
    """Lay the plane through the weights; the one before if it is the same."""
    if former is not None and _same(former, problem, weights[shown.output], shown):
        return former.plane
    return weight_plane(
        problem,
        problem.random_rows(MOST_SAMPLES),
        weights,
        output=shown.output,
        columns=shown.columns,
    )


def _same(
    former: WeightPicture,
    problem: Problem,
    weights: NDArray[np.float64],
    shown: WeightChoice,
) -> bool:
    """Tell whether the plane is the one before: only its own two weights moved."""
    plane = former.plane
    others = weights.copy()
    others[shown.columns] = plane.held[shown.columns]
    return (
        former.problem is problem
        and former.output == shown.output
        and [plane.across, plane.up] == shown.columns
        and np.array_equal(others, plane.held)
    )


def merge_repeated(
    path: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Merge vertices in a row at the same place.

    Returns
    -------
    places : ndarray, shape (m, 2)
    lengths : ndarray of int, shape (m,)
        How many vertices each place stands for.
    """
    if not len(path):
        return path, np.empty(0, np.int64)
    moves = (path[1:] != path[:-1]).any(axis=1)
    firsts = np.flatnonzero(np.concatenate([[True], moves]))
    return path[firsts], np.diff(np.append(firsts, len(path)))


def fitted_view(view: Rect | None, places: NDArray[np.float64]) -> Rect | None:
    """Choose the view that follows the path: as it is, if that will do.

    A view that fitted exactly would never stand still while playing.

    Parameters
    ----------
    view : tuple of float, or None
        left, bottom, right, top; None to choose anew.
    places : ndarray, shape (m, 2)

    Returns
    -------
    tuple of float, or None
        None where the view may stay.
    """
    low, high = places.min(axis=0), places.max(axis=0)
    side = float((high - low).max())
    if view is not None and _will_do(view, low, high, side):
        return None
    side = side or 2.0 * max(float(np.abs(high).max()), 1.0)
    middle, half = (low + high) / 2, ROOM * side / 2
    return (*(middle - half).tolist(), *(middle + half).tolist())


def _will_do(
    view: Rect, low: NDArray[np.float64], high: NDArray[np.float64], side: float
) -> bool:
    corner, size = np.array(view[:2]), np.array(view[2:]) - np.array(view[:2])
    edge = EDGE * size
    inside = (low >= corner + edge).all() and (high <= corner + size - edge).all()
    return bool(inside) and (side >= SMALLEST * size.min() or side == 0)
