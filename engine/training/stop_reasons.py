"""Why a run has ended, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.learners import learner
from engine.numbers import plural
from engine.training.loops.structures import ON_TARGET, SETTLED, WITHOUT_MISTAKE
from engine.training.safe_rates import safe_rate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.training.problem import Problem

STOPS = {
    WITHOUT_MISTAKE: "converged",
    ON_TARGET: "reached the target error",
    SETTLED: "settled (‖Δw‖ below its bound)",
}
DIVERGED = "diverged"
"""With what the reason of a run begins whose weights left their range."""
NOTHING = "nothing is learned"
AHEAD = {
    "converged": "will converge",
    "reached": "will reach",
    "settled": "will settle",
    "stopped": "will stop",
    DIVERGED: "will diverge",
}
"""How a reason begins, before the run's last step is looked at."""
LARGE_DATA = 1e60
"""Beyond it, squares and their sums leave the range of weights in a few steps."""


def stopped(ending: int, epoch: int) -> str:
    """Say which stop ended the run, in which epoch."""
    return f"{STOPS[ending]} in epoch {epoch}"


def ran_out(name: str, epochs: int) -> str:
    """Say that nothing ended it early."""
    if learner(name).by_hand:
        return NOTHING
    return f"stopped at the limit of {epochs} {plural('epoch', epochs)}"


def ahead(reason: str, step: int) -> str:
    """Say why a run will end, at a step before its last one, `step`."""
    began, _, rest = reason.partition(" ")
    if began not in AHEAD:
        return reason
    where = "" if began == DIVERGED else f", step {step:,}"
    return f"{AHEAD[began]} {rest}{where}"


def diverged(problem: Problem, name: str, step: int) -> str:
    """Say after which step the weights left their range, and what to do.

    That step is the last one there is: the next one's weights are no numbers.
    """
    safe = safe_rate(learner(name), problem)
    known = f"; safe below {safe.said}" if safe else ""
    return out_of_range(problem.training.X, step, known)


def out_of_range(X: NDArray[np.float64], step: int, known: str = "") -> str:
    """Say it, given samples (n, n_terms) and what is known of the learning rate."""
    if float(np.abs(X).max()) > LARGE_DATA:
        return f"{DIVERGED} after step {step}: the data are too large, scale them down"
    return f"{DIVERGED} after step {step}: learning rate too large{known}"
