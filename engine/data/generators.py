"""Data sets made anew from a seed: scikit-learn's, spirals, and the drift.

What scikit-learn makes is its own, to the last digit, in its shuffled order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.data import stream_sources
from engine.data.dataset import Dataset
from engine.data.lecture_examples import DRAWN_CLASSES
from engine.hyperparameter import Hyperparameter

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

MOST_SAMPLES = 100_000


def samples(default: int) -> Hyperparameter:
    """Declare how many samples are made."""
    return Hyperparameter(
        "n_samples", "Samples", "int", default=default, low=10, high=MOST_SAMPLES,
        log=True, help="How many samples, of all classes together.",
    )  # fmt: skip


def _classes(default: int) -> Hyperparameter:
    most = len(DRAWN_CLASSES)
    return Hyperparameter(
        "n_classes",
        "Classes",
        "int",
        default=default,
        low=2,
        high=most,
        help="How many classes.",
    )


def _noise(default: float, slider_to: float, around: str) -> Hyperparameter:
    return Hyperparameter(
        "noise", "Noise", "float", default=default, low=0.0, high=100.0,
        slider_to=slider_to,
        help=f"Standard deviation around {around}.",
    )  # fmt: skip


FEATURES = Hyperparameter(
    "n_features",
    "Features",
    "int",
    default=2,
    low=1,
    high=50,
    help="How many features a sample has.",
)
BLOBS = (
    samples(200),
    _classes(3),
    FEATURES,
    Hyperparameter(
        "spread", "Spread", "float", default=1.0, low=0.0, high=100.0,
        slider_to=5.0,
        help="Standard deviation of each class; centres lie between −10 and 10.",
    ),
)  # fmt: skip


def _moons(noise: float) -> tuple[Hyperparameter, ...]:
    return samples(200), _noise(noise, 0.5, "two half circles of radius 1")


MOONS, MOONS_APART = _moons(0.15), _moons(0.1)
"""Of the first, some points lie among those of the other class."""
CIRCLES = (
    samples(200),
    _noise(0.08, 0.5, "the circles; the outer has radius 1"),
    Hyperparameter(
        "factor", "Inner radius", "float", default=0.5, low=0.0, high=0.99,
        help="Radius of the inner circle.",
    ),
)  # fmt: skip
SPIRALS = (
    samples(200),
    _noise(0.02, 0.2, "the spirals, which end at radius 1"),
    Hyperparameter(
        "turns", "Turns", "float", default=1.0, low=0.1, high=5.0,
        help="How often each goes around the origin.",
    ),
)  # fmt: skip
INNERMOST = 0.15
"""Radius at which the spirals begin."""
QUANTILES = (
    samples(200),
    _classes(2),
    FEATURES,
    Hyperparameter(
        "variance", "Variance", "float", default=1.0, low=0.001, high=1e6, log=True,
        help="Variance of every feature.",
    ),
)  # fmt: skip
DRIFT = (samples(400), *stream_sources.source("drift").parameters)


def blobs(
    seed: int, n_samples: int, n_classes: int, n_features: int, spread: float
) -> Dataset:
    """Make round clouds, one per class, around random centres."""
    from sklearn.datasets import make_blobs

    X, y = make_blobs(
        n_samples, n_features, centers=n_classes, cluster_std=spread, random_state=seed
    )
    return _named(X, y, n_classes)


def moons(seed: int, n_samples: int, noise: float) -> Dataset:
    """Make two half circles, one in the arms of the other."""
    from sklearn.datasets import make_moons

    X, y = make_moons(n_samples, noise=noise, random_state=seed)
    return _named(X, y, 2)


def circles(seed: int, n_samples: int, noise: float, factor: float) -> Dataset:
    """Make a circle inside another."""
    from sklearn.datasets import make_circles

    X, y = make_circles(n_samples, noise=noise, factor=factor, random_state=seed)
    return _named(X, y, 2)


def spirals(seed: int, n_samples: int, noise: float, turns: float) -> Dataset:
    """Make two spirals around the origin, half a turn apart, evenly along the way."""
    rng = np.random.default_rng(seed)
    y = np.arange(n_samples) % 2
    radius = np.sqrt(rng.uniform(INNERMOST**2, 1.0, n_samples))
    angle = 2 * np.pi * turns * radius + np.pi * y
    X = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return _named(X + rng.normal(0.0, noise, X.shape), y, 2)


def gaussian_quantiles(
    seed: int, n_samples: int, n_classes: int, n_features: int, variance: float
) -> Dataset:
    """Make one normal cloud cut into shells, a class each, equally many samples."""
    from sklearn.datasets import make_gaussian_quantiles

    X, y = make_gaussian_quantiles(
        cov=variance, n_samples=n_samples, n_features=n_features,
        n_classes=n_classes, random_state=seed,
    )  # fmt: skip
    return _named(X, y, n_classes)


def drift(seed: int, n_samples: int, **settings: float) -> Dataset:
    """Make the first samples of the stream whose classes rotate, in their order."""
    X, y = stream_sources.drift(0, n_samples, seed, settings, lambda X, y: y < 0)
    return _named(X, y, 2)


def _named(X: ArrayLike, y: ArrayLike, n_classes: int) -> Dataset:
    return Dataset(X, y, class_names=DRAWN_CLASSES[:n_classes])
