"""Named data sets, to begin with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.data.dataset import Dataset

if TYPE_CHECKING:
    from collections.abc import Callable

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
DRAWN_CLASSES = tuple("ABCDEFGHI")
"""Names of the classes one draws; they sort as they are numbered."""


@dataclass(frozen=True)
class Example:
    """A named data set and what it shows."""

    title: str
    about: str
    make: Callable[[], Dataset]


def empty() -> Dataset:
    """Make a data set of the plane without samples."""
    return _drawn([], [])


def two_clusters() -> Dataset:
    """Two overlapping clouds of 40."""
    rng = np.random.default_rng(7)
    below = rng.normal((-1.2, -0.5), 0.8, (40, 2))
    above = rng.normal((1.2, 0.7), 0.8, (40, 2))
    return _shuffled(np.vstack([below, above]).round(2), [0] * 40 + [1] * 40, rng)


def separable() -> Dataset:
    """Two clouds with a gap between them."""
    rng = np.random.default_rng(3)
    X = rng.uniform(-3, 3, (120, 2)).round(2)
    side = X @ np.array([1.0, 0.8]) - 0.4
    X, side = X[abs(side) > 0.5], side[abs(side) > 0.5]
    return _drawn(X, (side > 0).astype(int))


def two_negatives() -> Dataset:
    """Two negative points; through the origin: θ = (4, −5) after two updates."""
    return _drawn([[2, 4], [-6, 1]], [0, 0])


def xor() -> Dataset:
    """Four points that no line separates, the fewest possible."""
    return _drawn([[-1, -1], [-1, 1], [1, -1], [1, 1]], [0, 1, 1, 0])


def three_on_a_line() -> Dataset:
    """Three points on a line, the middle one of the other class: one feature."""
    return Dataset([[-1], [0], [1]], [0, 1, 0], class_names=DRAWN_CLASSES[:2])


def iris() -> Dataset:
    """Fisher's Iris (1936): 150 flowers of three kinds, four measures each."""
    from engine.data.tables import read_table

    return read_table(RESOURCES / "data" / "iris.csv")


EXAMPLES: tuple[Example, ...] = (
    Example("Two clusters", "Overlapping: the perceptron never rests.", two_clusters),
    Example("Separable", "A gap: the perceptron converges.", separable),
    Example("Two negative points", "The lecture's first exercise.", two_negatives),
    Example("XOR", "No line separates it; x₁·x₂ does.", xor),
    Example("Three points on a line", "Separable with x₁².", three_on_a_line),
    Example("Fisher's Iris", "Three kinds of flowers, four measures each.", iris),
)


def _drawn(X: object, y: object) -> Dataset:
    samples = np.asarray(X, dtype=np.float64).reshape(-1, 2)
    labels = np.asarray(y, dtype=np.int64)
    return Dataset(samples, labels, class_names=DRAWN_CLASSES[:2])


def _shuffled(X: object, y: object, rng: np.random.Generator) -> Dataset:
    data = _drawn(X, y)
    order = rng.permutation(data.n_samples)
    return _drawn(data.X[order], data.y[order])
