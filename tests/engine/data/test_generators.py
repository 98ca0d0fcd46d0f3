"""Generators against those of scikit-learn, and drift."""

import numpy as np
from sklearn.datasets import (
    make_blobs,
    make_circles,
    make_gaussian_quantiles,
    make_moons,
)

from engine import Dataset
from engine.data.gallery import example
from tests.engine.data.test_gallery import perceptron


def test_drift_makes_wrong_what_was_learned_first():
    data = example("drift").make(period=400)
    first = perceptron(Dataset(data.X[:100], data.y[:100])).model()
    late = slice(200, 300)
    assert (first.predict(data.X[late]) != data.y[late]).mean() > 0.7


def test_generators_are_those_of_scikit_learn():
    known = {
        "blobs": (
            make_blobs(50, 4, centers=5, cluster_std=2.0, random_state=3),
            {"n_classes": 5, "n_features": 4, "spread": 2.0},
        ),
        "moons": (make_moons(50, noise=0.3, random_state=3), {"noise": 0.3}),
        "circles": (
            make_circles(50, noise=0.1, factor=0.2, random_state=3),
            {"noise": 0.1, "factor": 0.2},
        ),
        "gaussian-quantiles": (
            make_gaussian_quantiles(
                cov=2.0, n_samples=50, n_features=3, n_classes=4, random_state=3
            ),
            {"variance": 2.0, "n_features": 3, "n_classes": 4},
        ),
    }
    for name, ((X, y), settings) in known.items():
        data = example(name).make(seed=3, n_samples=50, **settings)
        np.testing.assert_array_equal(data.X, X)
        np.testing.assert_array_equal(data.y, y)
