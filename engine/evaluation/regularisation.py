"""What λ does: how long the weights are at the end of runs with a few values of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import UserError
from engine.learners import learner
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
    of_outputs : tuple of tuple of float
        For each λ ‖w‖ of each output, without the offset, as trained; 0 of weights
        of 0.
    present : int
        Which of them is the run itself.
    class_names : tuple of str
        Of the outputs, where there are several.
    """

    strengths: tuple[float, ...]
    of_outputs: tuple[tuple[float, ...], ...]
    present: int
    class_names: tuple[str, ...] = ()

    @property
    def lengths(self) -> tuple[float, ...]:
        """‖w‖ of all outputs together."""
        return tuple(hypot(*each) for each in self.of_outputs)

    @property
    def margins(self) -> tuple[tuple[float, ...], ...]:
        """1/‖w‖: how far from each output's boundary y·z = 1 lies; a row for each."""
        return tuple(
            tuple(1 / length if length else float("inf") for length in lengths)
            for lengths in zip(*self.of_outputs, strict=True)
        )

    @property
    def widen(self) -> bool:
        """Whether the margin of each output is wider wherever λ is larger."""
        return all(a < b for row in self.margins for a, b in pairwise(row))

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
        None without a λ above 0, and of a network, of which 1/‖w‖ is no margin. The
        run alone where it is long, or left another.

    Raises
    ------
    Cancelled
        If `stop` said so.
    """
    recipe, posed = tape.recipe, tape.problem
    strength = recipe.get("strength")
    if not isinstance(strength, float) or not strength or tape.diverged:
        return None
    if not learner(recipe.learner).is_linear:
        return None
    own = _lengths(tape.frame(tape.steps).used)
    names = tape.data.class_names if len(own) > 1 else ()
    if not compares_soon(tape):
        return WeightLengths((strength,), (own,), 0, names)
    known = {strength: own}
    for other in (float(f"{strength * times:.12g}") for times in TIMES):
        try:
            beside = posed.under(recipe.replace(strength=other))
        except UserError:  # beyond the range of λ
            continue
        weights = fit(beside, recipe.learner, stop)
        if weights is not None:  # it did not diverge
            known[other] = _lengths(weights)
    strengths = tuple(sorted(known))
    lengths = tuple(known[strength] for strength in strengths)
    return WeightLengths(strengths, lengths, strengths.index(strength), names)


def _lengths(weights: NDArray[np.float64]) -> tuple[float, ...]:
    """Give the length of each row, without the offset."""
    return tuple(np.linalg.norm(weights[:, :-1], axis=1).tolist())
