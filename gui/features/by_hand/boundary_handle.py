"""The boundary that a person drags: a neuron's weights as a line of the plane."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.data.feature_map import Factor
from engine.errors import UserError
from engine.families.network.layers import unit_names
from engine.learners import learner
from engine.training.manual_weights import rows_of, with_weights
from engine.training.prepared_samples import features_of
from gui.features.by_hand.oriented_line import OrientedLine

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
    row : int
        Of the weights: in a network the hidden unit.
    name : str
        Of the hidden unit; empty where there is just one neuron.
    """

    line: OrientedLine
    across: int
    up: int
    rest: float
    shifts: bool
    stretch: float = 1.0
    row: int = 0
    name: str = ""

    @property
    def turns(self) -> bool:
        """Whether both features shown have a weight."""
        return self.across >= 0 and self.up >= 0

    def put(self, recipe: Recipe, line: OrientedLine, pixel: float) -> Recipe:
        """Give the recipe whose boundary is another line.

        The offset is rounded to a small part of a pixel.
        """
        rows = rows_of(recipe)
        weights = rows[self.row]
        if self.across >= 0:
            weights[self.across] = line.a
        if self.up >= 0:
            weights[self.up] = line.b * self.stretch
        if self.shifts and line.length:
            digits = math.ceil(-math.log10(line.length * pixel / 10))
            weights[-1] = round(line.c - self.rest, digits)
        return with_weights(recipe, rows)


def boundary_handles_on(
    recipe: Recipe, data: Dataset, plane: Plane
) -> tuple[BoundaryHandle, ...]:
    """Take hold of the boundary, in a network of the line of each hidden unit.

    There are none where they are learned or curved, or the boundary is not just one.
    """
    rule = learner(recipe.learner)
    if not rule.by_hand or (rule.is_linear and data.n_outputs > 1):
        return ()
    try:
        features = features_of(data, recipe)
    except UserError:
        return ()
    rows = rows_of(recipe)
    names = [""] if rule.is_linear else unit_names([int(recipe.hidden)], ())[0]
    lines = rows[: len(names)]
    fit = all(len(row) == len(features.terms) + 1 for row in lines)
    if not features.is_linear or not fit or len(lines) < len(names):
        return ()
    columns = {term[0]: j for j, term in enumerate(features.terms)}
    across, up = (columns.get(Factor(k), -1) for k in (plane.across, plane.up))
    if across < 0 and up < 0:
        return ()
    held = [
        (j, float(plane.held[factor.feature]))
        for factor, j in columns.items()
        if j not in (across, up)
    ]
    handles = []
    for place, (name, weights) in enumerate(zip(names, lines, strict=True)):
        row = weights.tolist()
        rest = sum(row[j] * value for j, value in held)
        a = row[across] if across >= 0 else 0.0
        b = row[up] / plane.stretch if up >= 0 else 0.0
        line = OrientedLine(a, b, row[-1] + rest)
        handles.append(
            BoundaryHandle(
                line, across, up, rest, recipe.offset, plane.stretch, place, name
            )
        )
    return tuple(handles)
