"""What λ does: how long the weights are at the end of runs with a few values of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import UserError
from engine.training.fit import compares_soon, fit

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from engine.training.tape import Tape

TIMES = (0.1, 10.0)
"""What λ is multiplied by, for the runs beside."""
ROUNDING = 1e-9
"""Difference of two lengths that counts as none."""


@dataclass(frozen=True)
class WeightLengths:
    """‖w‖ at the end of runs that differ in λ only.

    Attributes
    ----------
    strengths : tuple of float
        λ, growing.
    lengths : tuple of float
        ‖w‖ without the offset, as trained, of all outputs together; 0 of weights of 0.
    present : int
        Which of them is the run itself.
    """

    strengths: tuple[float, ...]
    lengths: tuple[float, ...]
    present: int

    @property
    def margins(self) -> tuple[float, ...]:
        """1/‖w‖: how far from the boundary y·z = 1 lies, of one output."""
        return tuple(1 / one if one else float("inf") for one in self.lengths)

    @property
    def shrink(self) -> bool:
        """Whether ‖w‖ is smaller wherever λ is larger."""
        return all(a > b for a, b in pairwise(self.lengths))

    @property
    def grow(self) -> bool:
        """Whether ‖w‖ is larger somewhere for a larger λ: never where J is least.

        With w₁ least for λ₁ and w₂ for λ₂, adding J₁(w₁) ≤ J₁(w₂) and J₂(w₂) ≤ J₂(w₁)
        leaves (λ₂ − λ₁)(‖w₂‖² − ‖w₁‖²) ≤ 0.
        """
        return any(b > a * (1 + ROUNDING) + ROUNDING for a, b in pairwise(self.lengths))


def weight_lengths(tape: Tape, stop: Callable[[], bool]) -> WeightLengths | None:
    """Compare the length of a run's weights with those of other λ.

    Parameters
    ----------
    tape : Tape
        Of a run that has ended.
    stop : callable
        Asked about every millisecond whether the answer is no longer wanted.

    Returns
    -------
    WeightLengths or None
        None without a λ above 0. The run alone where it is long, or left another.

    Raises
    ------
    Cancelled
        If `stop` said so.
    """
    recipe, posed = tape.recipe, tape.problem
    strength = recipe.get("strength")
    if not isinstance(strength, float) or not strength or tape.diverged:
        return None
    own = _length(tape.model().scaled_weights)
    if not compares_soon(tape):
        return WeightLengths((strength,), (own,), 0)
    known = {strength: own}
    for other in (float(f"{strength * times:.12g}") for times in TIMES):
        try:
            beside = posed.under(recipe.replace(strength=other))
        except UserError:  # beyond the range of λ
            continue
        weights = fit(beside, recipe.learner, stop)
        if weights is not None:  # it did not diverge
            known[other] = _length(weights)
    strengths = tuple(sorted(known))
    lengths = tuple(known[one] for one in strengths)
    return WeightLengths(strengths, lengths, strengths.index(strength))


def _length(weights: NDArray[np.float64]) -> float:
    """Give the length of all rows together, without the offsets."""
    return float(np.linalg.norm(weights[:, :-1]))
