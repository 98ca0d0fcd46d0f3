"""The learning rate to take instead of one with which a run diverges."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from engine.errors import Cancelled
from engine.learners import learner
from engine.training.learning_rates import safe_rate
from engine.training.tape import Tape

if TYPE_CHECKING:
    from collections.abc import Callable

PARTS = (1, 3, 10, 30)
"""Of the largest rate that may do, what parts are tried."""
SECONDS, SLICE = 2.0, 0.02
"""For all of them together, and between two looks whether they are still wanted."""


def stable_rate(tape: Tape, stop: Callable[[], bool]) -> float | None:
    """Give a smaller η whose run of as many epochs ends with fewest mistakes.

    Parameters
    ----------
    tape : Tape
        Of a run that has diverged.
    stop : callable
        Asked every few milliseconds whether the answer is no longer wanted.

    Returns
    -------
    float or None
        Of rates that are as good the largest. None if each one tried ends worse than
        the run itself, diverges as well or takes too long.

    Raises
    ------
    Cancelled
        If `stop` said so.
    """
    recipe = tape.recipe
    safe = safe_rate(learner(recipe.learner), tape.problem)
    most = min(recipe.learning_rate, safe.value) if safe else recipe.learning_rate
    best, least = None, tape.model().training_error
    deadline = time.monotonic() + SECONDS
    for part in PARTS:
        rate = below(most / part)
        run = Tape(tape.data, recipe.replace(learning_rate=rate))
        while not run.finished and time.monotonic() < deadline:
            if stop():
                raise Cancelled
            run.extend(SLICE)
        if not run.finished or run.diverged:
            continue
        error = run.model().training_error
        if error < least or (best is None and error == least):
            best, least = rate, error
    return best


def below(value: float) -> float:
    """Give the largest number of one digit below a positive one.

    Examples
    --------
    >>> below(0.11), below(0.1), below(7.0)
    (0.1, 0.09, 6.0)
    """
    exponent = math.floor(math.log10(value))
    digit = math.ceil(value / 10.0**exponent - 1e-9) - 1
    return float(f"{digit}e{exponent}" if digit else f"9e{exponent - 1}")
