"""How often each sample was a mistake when the rule came to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import Cancelled, never

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.training.tape import Tape


@dataclass(frozen=True, eq=False)
class SampleMistakes:
    """The mistakes on each sample in the first steps of a run.

    Attributes
    ----------
    step : int
        Up to this step, it included.
    counts : ndarray of int64, shape (n_samples,)
        Of all samples of the data; of those held out 0.
    """

    step: int
    counts: NDArray[np.int64]


def sample_mistakes(
    tape: Tape,
    step: int,
    known: SampleMistakes | None = None,
    stop: Callable[[], bool] = never,
) -> SampleMistakes:
    """Count how often each sample was a mistake up to a step.

    The steps are made once more, from `known` on: what it costs is what it costs to
    record them.

    Parameters
    ----------
    tape : Tape
    step : int
        0 ≤ step ≤ tape.steps.
    known : SampleMistakes, optional
        Of the same tape at this step or before it; default the start.
    stop : callable
        Asked now and then whether the answer is no longer wanted.

    Raises
    ------
    IndexError
        If the step is not recorded.
    Cancelled
        If `stop` said so.

    Examples
    --------
    >>> from engine import Dataset, Recipe, Tape
    >>> tape = Tape(Dataset([[2, 4], [-6, 1]], [1, -1]), Recipe("perceptron"))
    >>> tape.extend()
    >>> sample_mistakes(tape, tape.steps).counts
    array([1, 0])
    """
    if known is None or known.step > step:
        known = SampleMistakes(0, np.zeros(tape.data.n_samples, np.int64))
    counts = known.counts.copy()
    for rows in tape.mistaken_rows(known.step, step):
        if stop():
            raise Cancelled
        counts += np.bincount(rows, minlength=len(counts))
    return SampleMistakes(step, counts)
