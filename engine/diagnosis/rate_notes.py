"""What is said of a learning rate: which are safe, and where it only scales."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learners import learner, multiclass_perceptron, perceptron
from engine.training.loops.rate_schedule import CONSTANT

if TYPE_CHECKING:
    from engine.training.recipe import Recipe
    from engine.training.safe_rates import RateLimits
    from engine.training.tape import Tape

ON_MISTAKES = (perceptron.pull, multiclass_perceptron.pull)
"""Rules that add the sample or take it away, on a mistake, and read nothing else."""


def rate_only_scales(tape: Tape) -> bool:
    """Tell whether twice the η makes all weights twice as long, and no more.

    Whether a sample is a mistake does not change when w and b are multiplied by a
    number: from zero, updates of η·y·x come at the same steps. To double is exact; by
    another number products are rounded, and a score that is 0 but for that may become a
    mistake, or be none.
    """
    problem = tape.problem
    return (
        learner(tape.recipe.learner).pull in ON_MISTAKES
        and tape.branched_at is None
        and problem.plan.schedule == CONSTANT
        and problem.plan.least_change < 0
        and problem.settings.tolerance == 0
        and not problem.start.any()
    )


def rate_note(limits: RateLimits | None, recipe: Recipe) -> tuple[str, bool]:
    """Write which learning rates are safe, and tell whether the recipe's is.

    Nothing where nothing is known of it, or where η is not constant.
    """
    constant = recipe.get("schedule", "constant") == "constant"
    if limits is None or not constant:
        return "", True
    rate, most = recipe.learning_rate, limits.safe.value
    too_large = "too large, " if limits.safe.is_limit and rate > most else ""
    said = f"{too_large}safe below {limits.safe.said} = {limits.safe.formula}"
    return said, bool(rate < most)


def only_scales(recipe: Recipe) -> str:
    """Say what a larger η does where it changes lengths only."""
    and_b = "\N{NO-BREAK SPACE}and\N{NO-BREAK SPACE}b" if recipe.offset else ""
    return f"from a zero start, doubling η only doubles w{and_b}"
