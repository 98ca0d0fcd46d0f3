"""Where a learning rate makes the weights longer, and does nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learners import learner, multiclass_perceptron, perceptron
from engine.training.loops.schedule import CONSTANT

if TYPE_CHECKING:
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
