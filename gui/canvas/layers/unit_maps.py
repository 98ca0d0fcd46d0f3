"""What each unit of a network gives over the plane, as images."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QColor

from engine.families.network.layers import sigmoid
from gui.canvas.layers.hidden_units import unit_colour
from gui.style.theme import mixed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.families.network.model import NetworkModel
    from gui.canvas.plane import Plane
    from gui.style.theme import Theme

SHADES = 64


def unit_levels(
    model: NetworkModel, plane: Plane, x: NDArray[np.float64], y: NDArray[np.float64]
) -> tuple[NDArray[np.float64], ...]:
    """Give how active the units of each layer are at places, from 0 to 1.

    The layers run once for all of them. An output's level is its probability.

    Parameters
    ----------
    model : NetworkModel
    plane : Plane
    x, y : ndarray, shapes (w,) and (h,)
        Of the columns and the rows.

    Returns
    -------
    tuple of ndarray, shape (units, h, w)
    """
    points = np.column_stack([np.tile(x, len(y)), np.repeat(y, len(x))])
    run = model.forward(plane.lift(points))
    levels = [_level(model, a) for a in run.activations[1:]]
    levels.append(_probabilities(run.scores))
    return tuple(level.T.reshape(-1, len(y), len(x)) for level in levels)


def _level(model: NetworkModel, a: NDArray[np.float64]) -> NDArray[np.float64]:
    if model.activation == "tanh":
        return np.asarray((a + 1.0) / 2.0)
    if model.activation == "relu":
        return np.asarray(a / np.maximum(a.max(axis=0), np.finfo(float).tiny))
    return a


def _probabilities(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    if scores.shape[1] == 1:
        return sigmoid(scores)
    total = np.logaddexp.reduce(scores, axis=1, keepdims=True)
    shares: NDArray[np.float64] = np.exp(scores - total)
    return shares


def pixels_of_levels(
    levels: NDArray[np.float64], shades: NDArray[np.uint32]
) -> NDArray[np.uint32]:
    """Turn levels from 0 to 1 into pixels of the same shape."""
    pixels: NDArray[np.uint32] = shades[(levels * (SHADES - 1)).astype(np.intp)]
    return pixels


def unit_shades(
    theme: Theme, model: NetworkModel, layer: int, unit: int, strength: float
) -> NDArray[np.uint32]:
    """Give the pixels of a unit's levels, (SHADES,), up to a strength of its colour.

    Parameters
    ----------
    theme : Theme
    model : NetworkModel
    layer, unit : int
        From 0; the last layer's units are the outputs. The output of two classes goes
        from the first one's colour to the second one's.
    strength : float
    """
    if layer < len(model.layers) - 1:
        colour = unit_colour(theme, unit, len(model.class_names))
        return _shades(theme.field, "", colour, strength)
    if model.n_outputs == 1:
        return _shades(theme.field, theme.classes[0], theme.classes[1], strength)
    return _shades(theme.field, "", theme.class_colour(unit), strength)


@lru_cache(maxsize=64)
def _shades(
    field: str, lowest: str, highest: str, strength: float
) -> NDArray[np.uint32]:
    """Mix shades of a colour; with a lowest one too, the field is in their middle."""
    ground, table = QColor(field), np.empty(SHADES, np.uint32)
    for k, share in enumerate(np.linspace(-1.0 if lowest else 0.0, 1.0, SHADES)):
        colour = QColor(highest if share >= 0 else lowest)
        table[k] = mixed(ground, colour, abs(float(share)) * strength).rgb()
    return table
