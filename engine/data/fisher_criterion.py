"""Fisher's criterion: in which two features the classes lie furthest apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.data.dataset import Dataset

MOST_VALUES = 200_000
"""Numbers that are looked at; of more samples, some at random."""
FEWEST = 100
"""Samples that are looked at, however many features there are."""
MOST_PAIRED = 64
"""Features that are paired: those that separate best alone."""
RIDGE = 1e-9
"""Added to variances within classes: none is 0, and no two features are one."""
SAME = 1e-6
"""Share by which values of the criterion may differ that are taken for equal."""


def best_pair(data: Dataset, features: Sequence[int]) -> tuple[int, int]:
    """Give the two features in which the classes lie furthest apart.

    Only training samples are looked at. Of equally good pairs it is the first; of many
    features only those are paired that separate the classes best alone.

    Parameters
    ----------
    data : Dataset
    features : sequence of int
        At least two of its features.
    """
    rows = data.rows_to_learn
    if not len(rows):
        return features[0], features[1]
    most = max(FEWEST, MOST_VALUES // len(features))
    if len(rows) > most:
        rows = rows[np.random.default_rng(0).integers(len(rows), size=most)]
    X, y = data.X[rows][:, features], data.y[rows]
    paired = np.arange(len(features))
    if len(features) > MOST_PAIRED:
        alone = separations(X, y)
        paired = np.sort(np.argsort(-alone, kind="stable")[:MOST_PAIRED])
    i, j = np.triu_indices(len(paired), 1)
    criterion = pair_separations(X[:, paired], y)[i, j]
    first = int(np.argmax(criterion >= (1 - SAME) * criterion.max()))
    return features[paired[i[first]]], features[paired[j[first]]]


def separations(X: NDArray[np.float64], y: NDArray[np.int64]) -> NDArray[np.float64]:
    """Give Fisher's criterion of each feature alone, shape (d,).

    It is the variance of the class means, each as often as its class has samples,
    over the mean variance within the classes; 0 of a feature that does not vary.
    """
    between = (_class_means(_standardised(X), y) ** 2).sum(axis=0)
    result: NDArray[np.float64] = between / (1 - between + RIDGE)
    return result


def pair_separations(
    X: NDArray[np.float64], y: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Give Fisher's criterion tr(W⁻¹B) of each pair of features, shape (d, d).

    B is the scatter of the class means, W that within the classes, so that of two
    features with one direction in common it is as much as one of them has alone.

    References
    ----------
    R. A. Fisher, The use of multiple measurements in taxonomic problems, 1936;
    K. Fukunaga, Introduction to statistical pattern recognition, 1990, chapter 10.
    """
    Z = _standardised(X)
    means = _class_means(Z, y)
    B = means.T @ means
    W = Z.T @ Z / len(Z) - B
    b, w = np.diag(B), np.diag(W) + RIDGE
    criterion: NDArray[np.float64] = b[:, None] * w + w[:, None] * b - 2 * B * W
    return criterion / (w[:, None] * w - W**2)


def _standardised(X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give features of mean 0 and variance 1; those that do not vary are 0."""
    low, high = X.min(axis=0), X.max(axis=0)
    Z = (X - low) / np.where(high > low, high - low, 1.0)  # no square is too large
    Z -= Z.mean(axis=0)
    Z[:, low == high] = 0.0
    result: NDArray[np.float64] = Z / np.where(high > low, Z.std(axis=0), 1.0)
    return result


def _class_means(Z: NDArray[np.float64], y: NDArray[np.int64]) -> NDArray[np.float64]:
    """Give the mean of each class times the root of its share, (n_classes, d)."""
    classes, codes, counts = np.unique(y, return_inverse=True, return_counts=True)
    members = np.equal.outer(np.arange(len(classes)), codes).astype(float)
    result: NDArray[np.float64] = members @ Z / np.sqrt(counts * len(Z))[:, None]
    return result
