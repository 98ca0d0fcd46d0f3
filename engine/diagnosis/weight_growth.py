"""How a perceptron's weights grow from update to update: why its bound holds.

Every update moves w at least η·γ along u, the best weights of length 1 that separate;
and as it is a mistake that is mended, ‖w‖² grows by at most η²·R². So after k updates

    k·η·γ ≤ w·u ≤ ‖w‖ ≤ √k·η·R,

of which the first has outgrown the last from k = (R/γ)² on: A. Novikoff, On convergence
proofs on perceptrons, Symposium on the Mathematical Theory of Automata 12 (1962).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import Cancelled, UserError, never
from engine.learners import learner
from engine.training.loops.structures import UPDATE

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from engine.diagnosis.convergence import Diagnosis
    from engine.diagnosis.separability import Separation
    from engine.training.frame import Frame
    from engine.training.tape import Tape

MOST_POINTS = 2000
"""Updates of one output of which each is told; of more, so many evenly chosen."""
MOST_UPDATES = 20_000
"""Updates of several outputs together up to which those of each are told apart."""
CHUNK = 64
"""Weights that are rebuilt between two looks whether they are still wanted."""


@dataclass(frozen=True, eq=False)
class WeightGrowth:
    """The weights of one output after its updates, and between what they must be.

    Attributes
    ----------
    output : int
    alone : bool
        Whether there is no other output: every update is its own.
    rate : float
        η.
    separation : Separation
        With γ, R and u.
    updates, steps : ndarray of int, shape (m,)
        k, from 0 on, and the steps that made these updates.
    along, length : ndarray, shape (m,)
        w·u and ‖w‖ then, the offset a part of w.

    Examples
    --------
    >>> from engine import Dataset, Recipe, Tape
    >>> from engine.diagnosis.convergence import diagnose
    >>> tape = Tape(Dataset([[3, 4], [-4, 3]], [1, 1]), Recipe(offset=False))
    >>> tape.extend()
    >>> growth = weight_growth(tape, diagnose(tape))
    >>> growth.updates, growth.along.round(3), growth.length.round(3)
    (array([0, 1, 2]), array([0.   , 3.536, 7.071]), array([0.   , 5.   , 7.071]))
    >>> growth.least(np.array([1, 2])).round(3), growth.most(np.array([1, 2])).round(3)
    (array([3.536, 7.071]), array([5.   , 7.071]))
    """

    output: int
    alone: bool
    rate: float
    separation: Separation
    updates: NDArray[np.int64]
    steps: NDArray[np.int64]
    along: NDArray[np.float64]
    length: NDArray[np.float64]

    @property
    def bound(self) -> float:
        """(R/γ)²: where the two lines meet."""
        return self.separation.bound

    def least(self, k: ArrayLike) -> NDArray[np.float64]:
        """Give k·η·γ: w·u is never less after k updates."""
        return self.rate * self.separation.margin * np.asarray(k, np.float64)

    def most(self, k: ArrayLike) -> NDArray[np.float64]:
        """Give √k·η·R: ‖w‖ is never more after k updates."""
        root: NDArray[np.float64] = np.sqrt(np.asarray(k, np.float64))
        return self.rate * self.separation.radius * root

    def until(self, step: int) -> int:
        """Count the updates that are told, the start among them, up to a step."""
        return int(np.searchsorted(self.steps, step, "right"))

    def at(self, frame: Frame) -> tuple[int, float, float]:
        """Give k, w·u and ‖w‖ after a step of the run."""
        k = frame.updates if self.alone else self.updates[self.until(frame.step) - 1]
        own = frame.weights[self.output]
        ((along,), (length,)) = _measured(own[None], self.separation)
        return int(k), float(along), float(length)


def why_no_growth(tape: Tape, diagnosis: Diagnosis, output: int = 0) -> str:
    """Say in a sentence why nothing is to be told of an output; empty if it can be."""
    rule = learner(tape.recipe.learner)
    if not diagnosis.is_perceptron:
        return (
            f"The proof is about the perceptron, not about “{rule.title}”: there is no "
            "bound on its updates."
        )
    if diagnosis.space == "classes":
        return (
            f"An update of “{rule.title}” moves the weights of two classes at once: "
            "the lines are drawn of a class that learns against the rest."
        )
    if diagnosis.space == "kernel":
        return (
            f"The weights of “{rule.title}” lie among the kernel’s features: they are "
            "no list of numbers whose growth could be drawn."
        )
    separation = diagnosis.separations[output]
    who = "the samples"
    if tape.problem.n_outputs > 1:
        who = f"{tape.data.class_names[output]} from the rest"
    if separation.separable is None:
        return f"It is not told whether weights separate {who}, so no u is known."
    if not separation.separable:
        return (
            f"No weights separate {who}: so there is no direction u that every update "
            "goes along, and no bound."
        )
    if diagnosis.broken_assumptions:
        why = "; ".join(diagnosis.broken_assumptions)
        return f"The proof does not hold for this run: {why}."
    if separation.direction is None or not np.isfinite(separation.bound):
        return "The margin γ is too small to be computed, so that u is not known."
    if not tape.frame(tape.steps).updates:
        made = "made no update" if tape.finished else "has made no update yet"
        return f"This run {made}: w is 0, as at its start."
    return ""


def weight_growth(
    tape: Tape,
    diagnosis: Diagnosis,
    output: int = 0,
    stop: Callable[[], bool] = never,
) -> WeightGrowth:
    """Measure the weights after the updates that are recorded so far.

    Parameters
    ----------
    tape : Tape
        Of a run of which `why_no_growth` says nothing.
    diagnosis : Diagnosis
        Of that run.
    output : int
        Of several, each against the rest, which.
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Raises
    ------
    Cancelled
        If `stop` said so.
    UserError
        If there are too many updates to tell those of each output apart.
    """
    separation, alone = diagnosis.separations[output], tape.problem.n_outputs == 1
    steps = _update_steps(tape, stop)
    if not alone:
        steps = _steps_of_output(tape, steps, output, stop)
    count = min(len(steps), MOST_POINTS + 1) if alone else len(steps)
    updates = np.linspace(0, len(steps) - 1, count).astype(np.int64)
    steps = steps[updates]
    measured = [np.empty((2, 0))]
    for first in range(0, count, CHUNK):
        if stop():
            raise Cancelled
        weights = tape.weights(steps[first : first + CHUNK].tolist())[:, output]
        measured.append(_measured(weights, separation))
    along, length = np.hstack(measured)
    rate = tape.problem.plan.eta
    return WeightGrowth(output, alone, rate, separation, updates, steps, along, length)


def _update_steps(tape: Tape, stop: Callable[[], bool]) -> NDArray[np.int64]:
    """Give step 0, and each recorded step that changed the weights."""
    updates = [np.zeros(1, np.int64)]
    for before, _, marks in tape.passes(0, tape.steps):
        if stop():
            raise Cancelled
        updates.append(before.step + 1 + np.flatnonzero(marks & UPDATE))
    return np.concatenate(updates)


def _steps_of_output(
    tape: Tape, steps: NDArray[np.int64], output: int, stop: Callable[[], bool]
) -> NDArray[np.int64]:
    """Keep step 0, and those that changed the weights of one output."""
    if len(steps) > MOST_UPDATES:
        raise UserError(
            f"This run made more than {MOST_UPDATES:,} updates: those of one class are "
            "not told from the others’."
        )
    own = [steps[:1]]
    for first in range(1, len(steps), CHUNK):
        if stop():
            raise Cancelled
        part = steps[first - 1 : first + CHUNK]
        weights = tape.weights(part.tolist())[:, output]
        own.append(part[1:][(weights[1:] != weights[:-1]).any(axis=1)])
    return np.concatenate(own)


def _measured(
    weights: NDArray[np.float64], separation: Separation
) -> NDArray[np.float64]:
    """Give w·u and ‖w‖ of weights (m, d + 1), shape (2, m); b = 0 may be left out."""
    u = separation.direction
    assert u is not None
    w = weights[:, : len(u)]
    return np.array([w @ u, np.sqrt((w * w).sum(axis=1))])
