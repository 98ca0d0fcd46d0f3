"""How many of very many samples are marked as mistakes, cell by cell of a view."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gui.canvas.contours import fine_scores, grid_scores, of_leaders

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.models.model import Model
    from gui.canvas.density import Cells, Density
    from gui.canvas.picture import Picture
    from gui.canvas.point_index import PointIndex

MOST_PRODUCTS = 4_000_000
"""Products of a weight and a term up to which each sample is scored: some 10 ms."""
PER_BLOCK = 4
"""Samples of a fair sample that a block has, where there is one to each cell."""


def wrong_in(picture: Picture, density: Density, crowd: PointIndex) -> Cells | None:
    """Count the samples in each cell that are marked: all but the test part's may be.

    What the model says of the middle of a cell is taken for all of it, unless there
    are features that are not shown: then of the samples themselves, of too many of a
    fair sample, in blocks of cells.
    """
    if picture.held_out_wrong is not None:
        wrong = picture.data.X[picture.held_out_wrong]
        return density.tally(picture.plane.project(wrong))
    model = picture.model
    if model is None or not model.weights.any():
        return None
    if len(picture.plane.free) < picture.data.n_features:
        return _by_sample(picture, model, density, crowd)
    return _by_cell(picture, model, density)


def _by_cell(picture: Picture, model: Model, density: Density) -> Cells:
    samples = density.marked
    if model.votes is None:
        scores = grid_scores(model, picture.plane, *density.middles)
    else:
        scores = fine_scores(model, picture.plane, density.rect, *density.middles)
    total = samples.sum(axis=0)
    if scores.shape[2] == 1:
        own = samples[1 if picture.mine is None else picture.mine]
        right = np.where(scores[:, :, 0] > 0, own, total - own)
    else:
        right = of_leaders(scores, samples)
    wrong: Cells = total - right
    return wrong


def _by_sample(
    picture: Picture, model: Model, density: Density, crowd: PointIndex
) -> Cells:
    rows = crowd.rows_near(density.rect)
    every = math.ceil(len(rows) * _products(model) / MOST_PRODUCTS)
    rows = rows[:: max(every, 1)]
    wrong, looked_at = (
        density.tally(picture.plane.project(picture.data.X[some]))
        for some in (picture.wrong_among(rows), rows)
    )
    if every <= 1:
        return wrong
    side = math.ceil(math.sqrt(PER_BLOCK * every))
    share = _in_blocks(wrong, side) / np.maximum(_in_blocks(looked_at, side), 1)
    return share * density.total


def _products(model: Model) -> int:
    """Count the products that scoring one sample takes."""
    if model.votes is None:
        return model.weights.size
    return sum(one.weights.size for one in model.votes)


def _in_blocks(cells: Cells, side: int) -> NDArray[np.float32]:
    """Give each cell the sum over its block of so many rows and columns."""
    rows, columns = cells.shape
    sums = np.add.reduceat(cells, np.arange(0, rows, side), axis=0)
    sums = np.add.reduceat(sums, np.arange(0, columns, side), axis=1)
    wide = sums.repeat(side, axis=0).repeat(side, axis=1)
    return wide[:rows, :columns]
