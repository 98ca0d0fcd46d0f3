"""What the view of a network shows at one moment, as a frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.data.feature_map import pretty
from engine.families.network.step import NetworkStep
from engine.learners import learner
from gui.canvas.layers.unit_maps import unit_levels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Dataset, Frame, Tape
    from engine.families.network.model import NetworkModel
    from gui.canvas.plane import Plane

MOST = 16
"""Inputs and outputs that are drawn; of more, those with the largest weights."""
CELLS = 24
"""Places along each side of a unit's map."""
ROOM = 0.12
"""Share of the samples' extent around them in a map."""


class NetworkPart(NamedTuple):
    """A unit, or with a source a connection into it.

    Attributes
    ----------
    column, unit : int
        Column 0 are the inputs; the units of layer k are in column k, from 1.
    source : int
        The unit in the column before that a connection comes from; −1: the unit.
    """

    column: int
    unit: int
    source: int = -1


@dataclass(frozen=True, eq=False)
class NetworkPicture:
    """A network, and the sample of a step that ran through it before the step.

    Attributes
    ----------
    model : NetworkModel
        After the step.
    names : tuple of tuple of str
        Of the units of each column, the inputs first.
    drawn : tuple of ndarray of int
        Which of them are drawn.
    layers, before, made : tuple of ndarray, shape (units, inputs + 1)
        After and before the step, as trained; and as the step made them, where a branch
        then goes on from weights set by hand.
    shares : tuple of ndarray or None
        What the step's samples add to them; None at the start and by hand.
    values, deltas : tuple of ndarray, shape (units,), or None
        What each unit of a column gave, at the outputs p, and the δ of those of each
        layer; None at the start and where the step looked at several samples, and the
        δ where nothing is learned.
    levels : tuple of ndarray, shape (units, CELLS, CELLS)
        How active the units of each layer are over the plane.
    """

    model: NetworkModel
    names: tuple[tuple[str, ...], ...]
    drawn: tuple[NDArray[np.intp], ...]
    layers: tuple[NDArray[np.float64], ...]
    before: tuple[NDArray[np.float64], ...]
    made: tuple[NDArray[np.float64], ...]
    shares: tuple[NDArray[np.float64], ...] | None
    values: tuple[NDArray[np.float64], ...] | None
    deltas: tuple[NDArray[np.float64], ...] | None
    levels: tuple[NDArray[np.float64], ...]

    def weight(self, part: NetworkPart) -> float:
        """Give a connection's weight, or the offset of a unit."""
        return float(self.layers[part.column - 1][part.unit, part.source])

    def share(self, part: NetworkPart) -> float:
        """Give what the step's samples added to it."""
        if self.shares is None:
            return 0.0
        return float(self.shares[part.column - 1][part.unit, part.source])

    def is_by_hand(self, part: NetworkPart) -> bool:
        """Tell whether it was set by hand after the step."""
        made = self.made[part.column - 1][part.unit, part.source]
        return bool(made != self.weight(part))

    def with_weight(
        self, part: NetworkPart, weight: float
    ) -> tuple[tuple[float, ...], ...]:
        """Give the rows of all units, one of whose weights is another."""
        layers = [layer.copy() for layer in self.layers]
        layers[part.column - 1][part.unit, part.source] = weight
        return tuple(tuple(row) for layer in layers for row in layer.tolist())


def network_picture(
    tape: Tape, frame: Frame, model: NetworkModel, plane: Plane
) -> NetworkPicture:
    """Look at a step of a network's run."""
    shares = values = deltas = None
    layers = before = made = model.scaled_layers
    if frame.step:
        from engine.steps.explanation import explain

        step = explain(tape, frame)
        assert isinstance(step, NetworkStep)  # so is a network's
        made, before = step.layers, step.layers_before
        learns = not learner(tape.recipe.learner).by_hand
        shares = step.shares if learns else None
        if len(step.X) == 1:
            run = step.before
            given = (*run.forward.activations, run.probabilities)
            values = tuple(a[0] for a in given)
            deltas = tuple(delta[0] for delta in run.deltas) if learns else None
    inputs = tuple(map(pretty, model.features.names))
    drawn = [np.arange(len(names)) for names in (inputs, *model.unit_names)]
    drawn[0] = _largest(np.abs(layers[0][:, :-1]).sum(axis=0))
    drawn[-1] = _largest(np.abs(layers[-1]).sum(axis=1))
    x, y = _places(tape.data, plane)
    return NetworkPicture(
        model, (inputs, *model.unit_names), tuple(drawn), layers, before, made,
        shares, values, deltas, unit_levels(model, plane, x, y),
    )  # fmt: skip


def _largest(sizes: NDArray[np.float64]) -> NDArray[np.intp]:
    """Give the places of the largest numbers, in their order."""
    return np.sort(np.argsort(-sizes, kind="stable")[:MOST])


def _places(
    data: Dataset, plane: Plane
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the columns and, from the top, the rows of a map around the samples."""
    low, high = plane.corners(data)
    middle, half = (low + high) / 2, (high - low) / 2
    half = np.where(half > 0, half, 1.0) * (1 + ROOM)
    if plane.alike:
        half[:] = half.max()
    at = (np.arange(CELLS) + 0.5) / CELLS * 2 - 1
    return middle[0] + at * half[0], middle[1] - at * half[1]
