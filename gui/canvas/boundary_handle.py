"""The boundary that a person drags: the neuron's weights as a line of the plane."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.data.feature_map import Factor
from engine.errors import UserError
from engine.learners import learner
from engine.training.manual_weights import weights_of, with_weights
from engine.training.prepared_samples import features_of
from gui.canvas.oriented_line import OrientedLine

if TYPE_CHECKING:
    from engine import Dataset, Recipe
    from gui.canvas.plane import Plane


@dataclass(frozen=True)
class BoundaryHandle:
    """A boundary that can be dragged.

    Attributes
    ----------
    line : OrientedLine
        Where it runs in the plane; its normal is 0 while there is none.
    across, up : int
        Columns of the weights of the two features shown; −1 where there is none.
    rest : float
        What the features that are not shown add to the score.
    stretch : float
        Of the plane.
    shifts, turns : bool
        Whether the weights leave it free to shift (there is an offset), and to turn
        (both features shown have a weight).
    """

    line: OrientedLine
    across: int
    up: int
    rest: float
    shifts: bool
    stretch: float = 1.0

    @property
    def turns(self) -> bool:
        """Whether both features shown have a weight."""
        return self.across >= 0 and self.up >= 0

    def put(self, recipe: Recipe, line: OrientedLine, pixel: float) -> Recipe:
        """Give the recipe whose boundary is another line.

        The offset is rounded to a small part of a pixel.
        """
        weights = weights_of(recipe)
        if self.across >= 0:
            weights[0, self.across] = line.a
        if self.up >= 0:
            weights[0, self.up] = line.b * self.stretch
        if self.shifts and line.length:
            digits = math.ceil(-math.log10(line.length * pixel / 10))
            weights[0, -1] = round(line.c - self.rest, digits)
        return with_weights(recipe, weights)


def boundary_handle_on(
    recipe: Recipe, data: Dataset, plane: Plane
) -> BoundaryHandle | None:
    """Take hold of the boundary; None where it is learned, curved or not just one."""
    if not learner(recipe.learner).by_hand or data.n_outputs > 1:
        return None
    try:
        features = features_of(data, recipe)
    except UserError:
        return None
    weights = weights_of(recipe)
    if not features.is_linear or weights.shape != (1, len(features.terms) + 1):
        return None
    columns = {term[0]: j for j, term in enumerate(features.terms)}
    across, up = (columns.get(Factor(k), -1) for k in (plane.across, plane.up))
    if across < 0 and up < 0:
        return None
    row = weights[0].tolist()
    rest = sum(
        row[j] * float(plane.held[factor.feature])
        for factor, j in columns.items()
        if j not in (across, up)
    )
    a = row[across] if across >= 0 else 0.0
    b = row[up] / plane.stretch if up >= 0 else 0.0
    line = OrientedLine(a, b, row[-1] + rest)
    return BoundaryHandle(line, across, up, rest, recipe.offset, plane.stretch)
