"""What the model says about a place of the plane."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.models.model import decide

if TYPE_CHECKING:
    from gui.canvas.picture import Picture
    from gui.canvas.tools.tool import Place

REST = -1
"""Of one class that is looked at: all the others."""


@dataclass(frozen=True)
class PlaceScores:
    """What the model says about a place.

    Attributes
    ----------
    place : str
        Its coordinates.
    scores : tuple of float
        One per output; empty without a model.
    winner : int or None
        The class given; None on the boundary of two classes and without a model, REST
        for all classes but the one that is looked at.
    """

    place: str
    scores: tuple[float, ...] = ()
    winner: int | None = None


def read(picture: Picture, place: Place, pixel: float) -> PlaceScores:
    """Score a place of the plane; coordinates are as fine as a pixel."""
    stretch = picture.plane.stretch
    x, y = _fine(place[0], pixel), _fine(place[1] / stretch, pixel / stretch)
    where = f"({x}, {y})" if picture.plane.up >= 0 else x
    model = picture.model
    if model is None or not model.weights.any():
        return PlaceScores(where)
    scores = model.scores(picture.plane.lift(np.array([place])))
    undecided = scores.shape[1] == 1 and scores[0, 0] == 0
    winner = None if undecided else int(decide(scores)[0])
    if picture.mine is not None and winner is not None:
        winner = picture.mine if winner else REST
    return PlaceScores(where, tuple(scores[0].tolist()), winner)


def _fine(value: float, pixel: float) -> str:
    digits = max(0, math.ceil(-math.log10(pixel)))
    return f"{value:.{digits}f}".replace("-", "−")
