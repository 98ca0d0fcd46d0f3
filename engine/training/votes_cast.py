"""What a run asks of weights that vote, whoever keeps and counts them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.models.votes import Votes
    from engine.training.kernel_runner import BranchedRunner, KernelRunner
    from engine.training.keyframes import VoteLog


class VotesCast(Protocol):
    """The weight vectors of a run, and how often each votes."""

    @property
    def most_steps(self) -> int:
        """Steps after which what was made is to be added."""

    @property
    def log(self) -> tuple[VoteLog, ...]:
        """What all were made of, per output."""

    def add(self, runner: KernelRunner | BranchedRunner) -> None:
        """Take over what was made in the runner's last call, within one epoch."""

    def at(self, step: int) -> tuple[Votes, ...]:
        """Give the votes after a step, one set per output, as trained."""

    def scores(self, step: int) -> NDArray[np.float64]:
        """Score all samples after the newest step, (n, n_outputs)."""

    def scores_of(self, votes: tuple[Votes, ...]) -> NDArray[np.float64]:
        """Score all samples by votes of any step, (n, n_outputs)."""
