"""The bound (R/γ)² on a perceptron's updates, and for which runs it holds.

A. Novikoff, On convergence proofs on perceptrons, Symposium on the Mathematical Theory
of Automata 12 (1962).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learners.multiclass_perceptron import PERCEPTRONS
from engine.training.loops.rate_schedule import CONSTANT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.learners import Learner
    from engine.training.problem import Problem

SMALLEST_MARGIN = 1e-140
"""With which the bound holds: the products of smaller samples are no floats."""
ROUNDED_UP = 1.0 + 1e-5
"""By what a bound made of floats is multiplied, so that it is none too low."""
UNBOUNDED = float("inf")


def mistake_bound(radius: float, margin: float) -> float:
    """Give (R/γ)², rounded up; infinite of a margin 0, which is not known.

    Parameters
    ----------
    radius : float
        R, the length of the longest sample.
    margin : float
        γ, the largest margin of weights of length 1.
    """
    ratio = radius / margin if margin else UNBOUNDED
    return ratio * ratio * ROUNDED_UP


def broken_assumptions(
    rule: Learner,
    problem: Problem,
    margins: Iterable[float],
    *,
    branched: bool = False,
) -> tuple[str, ...]:
    """Say why (R/γ)² does not bound the updates of this run; nothing if it does.

    Parameters
    ----------
    rule : Learner
    problem : Problem
    margins : iterable of float
        γ of each output.
    branched : bool
        Whether the run begins in another.
    """
    small = any(0 < margin < SMALLEST_MARGIN for margin in margins)
    too_small = ("the samples are too small for the numbers of a computer",) * small
    if rule.pull not in PERCEPTRONS:
        theorem = f"it is a theorem about the perceptron, not about “{rule.title}”"
        return (theorem, *too_small)
    plan = problem.plan
    assumptions = {
        "the run branches off another": branched,
        "the weights do not start at zero": bool(problem.start.any()),
        "the tolerance is above 0": problem.settings.tolerance > 0,
        "η changes with the step": plan.schedule != CONSTANT,
        "a step sums over a batch": plan.batch > 1,
        "samples or classes have weights": problem.is_weighted,
        "mistakes beyond the budget are forgotten": (
            getattr(problem.settings, "budget", 0) > 0
        ),
    }
    return (*(text for text, holds in assumptions.items() if holds), *too_small)
