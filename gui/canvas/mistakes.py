"""How many of very many samples the model has wrong, cell by cell of a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gui.canvas.levels import grid_scores, of_leaders

if TYPE_CHECKING:
    from engine.evaluation.model import Model
    from gui.canvas.density import Cells, Density
    from gui.canvas.picture import Picture


def wrong_in(picture: Picture, density: Density) -> Cells | None:
    """Count the training samples in each cell that the model has wrong.

    What it says of the middle of a cell is taken for all of it. None where that
    cannot be said, since there are features that are not shown.
    """
    model = picture.model
    if model is None or not model.weights.any() or model.votes is not None:
        return None
    if len(picture.plane.free) < picture.data.n_features:
        return None
    return _by_cell(picture, model, density)


def _by_cell(picture: Picture, model: Model, density: Density) -> Cells:
    samples = density.training
    scores = grid_scores(model, picture.plane, *density.middles)
    total = samples.sum(axis=0)
    if scores.shape[2] == 1:
        own = samples[1 if picture.mine is None else picture.mine]
        right = np.where(scores[:, :, 0] > 0, own, total - own)
    else:
        right = of_leaders(scores, samples)
    wrong: Cells = total - right
    return wrong
