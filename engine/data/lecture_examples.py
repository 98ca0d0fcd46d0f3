"""The cases of the lectures: few points, each with something to see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import TRAINING, VALIDATION, Dataset, with_parts
from engine.data.provenance import Column, Provenance

if TYPE_CHECKING:
    from numpy.typing import NDArray

DRAWN_CLASSES = tuple("ABCDEFGHI")
"""Names of the classes one draws; they sort as they are numbered."""
HAIR = 0.03
"""Least distance of the samples of `tiny_margin` from the line between them."""


def empty() -> Dataset:
    """Make a data set of the plane without samples."""
    return _drawn([], [])


def two_negatives() -> Dataset:
    """Two negative points; through the origin: w = (4, −5) after two updates."""
    return _drawn([[2, 4], [-6, 1]], [0, 0])


def two_negatives_close() -> Dataset:
    """Two negative points with less room: w = (−4, 0) after three updates."""
    return _drawn([[2, 4], [1, -2]], [0, 0])


def one_mistake_short() -> Dataset:
    """Five points that the perceptron has right after one update in epoch 21."""
    X = [[-4, 1], [1, -2], [-2, -4], [3, -4], [4, -2]]
    return _drawn(X, [0, 0, 1, 1, 1])


def xor() -> Dataset:
    """Four points that no line separates, the fewest possible."""
    return _drawn([[-1, -1], [-1, 1], [1, -1], [1, 1]], [0, 1, 1, 0])


def three_on_a_line() -> Dataset:
    """Three points on a line, the middle one of the other class: one feature."""
    return Dataset([[-1], [0], [1]], [0, 1, 0], class_names=DRAWN_CLASSES[:2])


def brunch() -> Dataset:
    """Five meals: which of six foods each has, and whether a person liked it."""
    X = [
        [0, 1, 0, 0, 1, 0],
        [0, 1, 1, 0, 0, 1],
        [0, 0, 0, 1, 0, 0],
        [1, 0, 1, 1, 1, 1],
        [0, 0, 0, 1, 1, 0],
    ]
    foods = ["potato", "avocado", "tomato", "bacon", "mushroom", "baked beans"]
    dishes = [
        "avocado sandwich", "huevos rancheros", "bacon and eggs", "english breakfast",
        "mushroom chowder",
    ]  # fmt: skip
    table = Provenance("brunch", "like", tuple(map(Column, foods)))
    return Dataset(
        X, [1, 1, 1, 0, 0], foods, ["no", "yes"], sample_names=dishes, provenance=table
    )


def two_clusters() -> Dataset:
    """Two overlapping clouds of 40."""
    rng = np.random.default_rng(7)
    below = rng.normal((-1.2, -0.5), 0.8, (40, 2))
    above = rng.normal((1.2, 0.7), 0.8, (40, 2))
    return _shuffled(np.vstack([below, above]), [0] * 40 + [1] * 40, rng)


def noisy_clusters() -> Dataset:
    """Two upright clouds of 60, eight labels of 120 turned around."""
    rng = np.random.default_rng(7)
    left = rng.normal((-1.5, 0), (0.6, 1.4), (60, 2))
    right = rng.normal((1.5, 0), (0.6, 1.4), (60, 2))
    y = np.repeat([0, 1], 60)
    turned = rng.permutation(120)[:8]
    y[turned] = 1 - y[turned]
    return _shuffled(np.vstack([left, right]), y, rng)


def beside_the_origin() -> Dataset:
    """Two clouds of 30, both at one side of the origin: only the offset parts them."""
    rng = np.random.default_rng(0)
    near = rng.normal((1, 1), 0.4, (30, 2))
    far = rng.normal((3, 2.6), 0.45, (30, 2))
    return _shuffled(np.vstack([near, far]), [0] * 30 + [1] * 30, rng)


def unlike_scales() -> Dataset:
    """Two clouds side by side, x₂ some thirty times as large as x₁."""
    rng = np.random.default_rng(0)
    x2 = rng.uniform(2, 14, 60)
    right = np.arange(60) % 2 == 1
    x1 = np.where(right, rng.uniform(0.34, 0.6, 60), rng.uniform(0, 0.26, 60))
    return _shuffled(np.column_stack([x1, x2]), right.astype(int), rng)


def overfitting() -> Dataset:
    """Noisy samples above and below a parabola: 30 to learn from, 60 to validate."""
    rng = np.random.default_rng(33)
    X = rng.uniform(-2, 2, (90, 2)).round(2)
    y = (X[:, 1] > 0.4 * X[:, 0] ** 2 - 0.6).astype(int)
    turned = rng.random(90) < 0.12
    y[turned] = 1 - y[turned]
    return with_parts(_drawn(X, y), np.repeat([TRAINING, VALIDATION], [30, 60]))


def separable() -> Dataset:
    """Two clouds with a gap between them."""
    rng = np.random.default_rng(3)
    X = rng.uniform(-3, 3, (120, 2)).round(2)
    side = X @ np.array([1.0, 0.8]) - 0.4
    X, side = X[abs(side) > 0.5], side[abs(side) > 0.5]
    return _drawn(X, (side > 0).astype(int))


def tiny_margin() -> Dataset:
    """Two clouds of 80 in all that nearly touch: a line fits between them by a hair."""
    rng = np.random.default_rng(2)
    along = rng.uniform(-3, 3, 80)
    side = rng.choice([-1, 1], 80) * rng.uniform(HAIR, 2, 80)
    # Opposite each other, so that no turn of the line gives it more room.
    along[:6], side[:6] = [-3, -3, 0, 0, 3, 3], [HAIR, -HAIR] * 3
    X = np.outer(side, [0.6, 0.8]) + np.outer(along, [-0.8, 0.6]) + [3, 4]
    order = rng.permutation(80)
    return _drawn(X[order].round(3), (side[order] > 0).astype(int))


def _drawn(X: object, y: object) -> Dataset:
    samples = np.asarray(X, dtype=np.float64).reshape(-1, 2)
    labels = np.asarray(y, dtype=np.int64)
    return Dataset(samples, labels, class_names=DRAWN_CLASSES[:2])


def _shuffled(X: NDArray[np.float64], y: object, rng: np.random.Generator) -> Dataset:
    data = _drawn(X.round(2), y)
    order = rng.permutation(data.n_samples)
    return _drawn(data.X[order], data.y[order])
