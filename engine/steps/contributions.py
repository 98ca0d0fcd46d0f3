"""What each sample has added to the weights of a step, as far as it is still there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import never
from engine.steps.rule_steps import rule_steps

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.training.problem import Problem
    from engine.training.tape import Tape

LEAST_SCALE = 1e-100


@dataclass(frozen=True, eq=False)
class Contributions:
    """The weights of a step as a sum over samples: w = w₀ + Σᵢ cᵢ·xᵢ, b = b₀ + Σᵢ oᵢ.

    With a decay cᵢ shrinks at each step, and so does w₀, what is left of the start;
    oᵢ, which the offset has, does not. Without one both are the same.

    Attributes
    ----------
    problem : Problem
    step : int
    averaged : bool
        Of the mean of the weights of all steps so far, rather than of the newest.
    of_weights, of_offset : ndarray, shape (n_outputs, n)
        cᵢ and oᵢ of the samples to learn from, `problem.rows` of the data.
    start : ndarray, shape (n_outputs, n_terms + 1)
        w₀ and b₀.
    updates : ndarray of int, shape (n,)
        Steps at which a sample pulled.
    latest : ndarray of int, shape (n,)
        The last of them; 0 where there was none.
    """

    problem: Problem
    step: int
    averaged: bool
    of_weights: NDArray[np.float64]
    of_offset: NDArray[np.float64]
    start: NDArray[np.float64]
    updates: NDArray[np.int64]
    latest: NDArray[np.int64]
    sums: _Sums

    @property
    def weights(self) -> NDArray[np.float64]:
        """Add all of them up: the weights, (n_outputs, n_terms + 1), as trained."""
        w = self.of_weights @ self.problem.training.X
        b = self.of_offset.sum(axis=1) * self.problem.plan.offset_input
        total: NDArray[np.float64] = self.start + np.column_stack([w, b])
        return total

    def to_weights(self, k: int) -> NDArray[np.float64]:
        """Give what each sample adds to the weights of output k, (n, n_terms + 1)."""
        offsets = self.of_offset[k] * self.problem.plan.offset_input
        pulled = self.of_weights[k][:, None] * self.problem.training.X
        return np.column_stack([pulled, offsets])

    def to_scores(self, phi: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give what each sample adds to the scores of a place, (n_outputs, n).

        Parameters
        ----------
        phi : ndarray, shape (n_terms,)
            φ(x), standardised where the samples are.
        """
        alike = self.problem.training.X @ phi
        offsets = self.of_offset * self.problem.plan.offset_input
        pulled: NDArray[np.float64] = self.of_weights * alike + offsets
        return pulled

    def start_to_scores(self, phi: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give what is left of the start adds to them, (n_outputs,)."""
        score: NDArray[np.float64] = self.start[:, :-1] @ phi + self.start[:, -1]
        return score


class _Sums:
    """Multipliers summed, step by step; with those of all steps before for a mean.

    A sum is kept as c/S, S what is left now of a weight of 1 at the start: so a decay
    of all of them is one product. Of the mean of w₁ … wₜ, Σ S of all steps does the
    same: an addition counts from its own step on.
    """

    def __init__(self, n_outputs: int, n: int) -> None:
        self.step = 0
        self.scale, self.scales = 1.0, 0.0
        self.weights = [[0.0] * n for _ in range(n_outputs)]
        self.before = [[0.0] * n for _ in range(n_outputs)]
        self.offsets = [[0.0] * n for _ in range(n_outputs)]
        self.offsets_before = [[0.0] * n for _ in range(n_outputs)]
        self.former = np.zeros((n_outputs, n))
        self.start, self.start_scales = 1.0, 0.0
        self.updates, self.latest = [0] * n, [0] * n

    def copy(self) -> _Sums:
        other = _Sums(0, 0)
        for name, value in vars(self).items():
            if isinstance(value, list):
                value = [row[:] if isinstance(row, list) else row for row in value]
            elif isinstance(value, np.ndarray):
                value = value.copy()
            setattr(other, name, value)
        return other

    def go_to(self, step: int) -> None:
        """Let steps pass that change nothing."""
        self.scales += self.scale * (step - self.step)
        self.start_scales += self.start * (step - self.step)
        self.step = step

    def decay(self, keep: float) -> None:
        self.start *= keep
        self.scale *= keep
        if not LEAST_SCALE < abs(self.scale) < 1 / LEAST_SCALE:
            self._fold(self.scale)

    def _fold(self, scale: float) -> None:
        """Begin with a scale of 1 again; what the steps so far summed up is kept."""
        weights, before = np.array(self.weights), np.array(self.before)
        self.former += weights * self.scales - before
        self.weights = (weights * scale).tolist()
        self.before = np.zeros_like(before).tolist()
        self.scale, self.scales = 1.0, 0.0

    def add(self, place: int, multipliers: list[float]) -> None:
        """Add what a sample was multiplied by in the step after those passed."""
        for k, c in enumerate(multipliers):
            scaled = c / self.scale
            self.weights[k][place] += scaled
            self.before[k][place] += scaled * self.scales
            self.offsets[k][place] += c
            self.offsets_before[k][place] += c * self.step
        if any(multipliers):
            self.updates[place] += 1
            self.latest[place] = self.step + 1


def contributions(
    tape: Tape,
    step: int,
    known: Contributions | None = None,
    stop: Callable[[], bool] = never,
) -> Contributions:
    """Give what each sample has added to the weights after a step.

    Of a run that uses the mean of its weights it is the mean's; of one that uses the
    best so far, or lets them vote, that of the newest.

    Parameters
    ----------
    tape : Tape
    step : int
        0 ≤ step ≤ tape.steps.
    known : Contributions, optional
        Of the same tape at this step or before it; default the start.
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Raises
    ------
    UserError
        If it would take too long, or the run is of no rule that can be followed.
    IndexError
        If the step is not recorded.
    Cancelled
        If `stop` said so.

    Examples
    --------
    >>> from engine import Dataset, Recipe, Tape
    >>> tape = Tape(Dataset([[2, 4], [-6, 1]], [1, -1]), Recipe("perceptron"))
    >>> tape.extend()
    >>> made = contributions(tape, tape.steps)
    >>> made.of_weights, made.weights
    (array([[1., 0.]]), array([[2., 4., 1.]]))
    """
    problem = tape.problem
    n = len(problem.rows)
    if known is None or known.step > step:
        sums = _Sums(problem.n_outputs, n)
    else:
        sums = known.sums.copy()
    for made in rule_steps(tape, sums.step, step, stop):
        sums.go_to(made.step - 1)
        if made.keep != 1.0:
            sums.decay(made.keep)
        for place, multipliers in zip(made.places, made.multipliers, strict=True):
            sums.add(place, multipliers)
        sums.go_to(made.step)
    sums.go_to(step)
    return _of_sums(problem, sums)


def _of_sums(problem: Problem, sums: _Sums) -> Contributions:
    step = sums.step
    averaged = problem.combination == "averaged" and step > 0
    if averaged:
        weights = np.array(sums.weights) * sums.scales - np.array(sums.before)
        of_weights = (sums.former + weights) / step
        offsets = np.array(sums.offsets) * step - np.array(sums.offsets_before)
        of_offset, left = offsets / step, sums.start_scales / step
    else:
        of_weights = np.array(sums.weights) * sums.scale
        of_offset, left = np.array(sums.offsets), sums.start
    start = problem.start.copy()
    start[:, :-1] *= left
    return Contributions(
        problem=problem,
        step=step,
        averaged=averaged,
        of_weights=of_weights,
        of_offset=of_offset,
        start=start,
        updates=np.array(sums.updates),
        latest=np.array(sums.latest),
        sums=sums,
    )
