"""Who won the race, and by what: one sentence, of numbers in the recordings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.numbers import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Tape

SHRUNK = 0.1
"""Share of the first epoch's way below which steps are said to have shrunk."""


@dataclass(frozen=True)
class Finish:
    """How a run came in.

    Attributes
    ----------
    label : str
    clean : int or None
        The first epoch at whose end no sample is wrong; None if there is none.
    epochs : int
        Up to there, or in all.
    updates, wrong : int
        At the end of these epochs.
    n_samples : int
    shrunk : float
        How far the last of these epochs moved the weights, over the first one.
    """

    label: str
    clean: int | None
    epochs: int
    updates: int
    wrong: int
    n_samples: int
    shrunk: float

    @property
    def rank(self) -> tuple[bool, int, int, int]:
        """What runs are sorted by, the winner first."""
        is_clean = self.clean is not None
        return not is_clean, self.epochs if is_clean else 0, self.wrong, self.updates


def finish_of(label: str, tape: Tape) -> Finish:
    """Measure how a run that has ended came in; it has at least an epoch."""
    errors, p = tape.epochs.training_error, tape.problem
    right = np.flatnonzero(errors == 0.0)
    clean = int(right[0]) + 1 if len(right) else None
    epochs = clean or len(errors)
    each = p.steps_per_epoch
    ends = [tape.frame(min(k * each, tape.steps)) for k in (0, 1, epochs - 1, epochs)]
    start, first, before, last = (frame.weights for frame in ends)
    way = float(np.linalg.norm(first - start))
    return Finish(
        label,
        clean,
        epochs,
        ends[3].updates,
        tape.count_wrong(tape.model_of(ends[3])),
        p.n_samples,
        float(np.linalg.norm(last - before)) / way if way else 1.0,
    )


def winner_words(finishes: Sequence[Finish]) -> tuple[str, str]:
    """Say who won, and why.

    Parameters
    ----------
    finishes : sequence of Finish
        Two at least.

    Returns
    -------
    who, why : str
    """
    first, second, *_ = sorted(finishes, key=lambda finish: finish.rank)
    if first.rank == second.rank:
        return f"Dead heat: {first.label} and {second.label}", _state(first)
    return f"{first.label} wins", f"{_state(first)}. {_behind(first, second)}"


def _state(finish: Finish) -> str:
    """Say what a run has come to, and by how much work."""
    updates = counted(finish.updates, "update")
    after = f"after {counted(finish.epochs, 'epoch')}, {updates}"
    if finish.clean is not None:
        return f"no sample wrong {after}"
    return f"{finish.wrong:,} of {finish.n_samples:,} wrong {after}"


def _behind(first: Finish, second: Finish) -> str:
    """Say by what the second is behind the first."""
    name, after = second.label, f"after {counted(second.epochs, 'epoch')}"
    updates = f"{counted(abs(second.updates - first.updates), 'update')} more"
    wrong = f"{second.wrong:,} of {second.n_samples:,} wrong"
    if first.clean is None:
        if first.wrong == second.wrong:
            return f"{name} has as many, with {updates}"
        return f"{name} has {second.wrong:,} {after}"
    if second.clean is None:
        return f"{name} still has {wrong} {after}{_shrunk(second)}"
    if second.clean > first.clean:
        epochs = f"{counted(second.clean - first.clean, 'epoch')} more"
        return f"{name} needed {epochs}{_shrunk(second)}"
    return f"{name} needed {updates}"


def _shrunk(finish: Finish) -> str:
    """Say how much shorter the last epoch's way was, if it was much shorter."""
    if not 0.0 < finish.shrunk < SHRUNK:
        return ""
    times = round(1 / finish.shrunk)
    return f": its last epoch moved the weights {times:,} times less than its first"
