"""The pair of features shown first is the one that separates the classes best."""

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from engine import Dataset
from engine.data.dataset import TEST, TRAINING
from engine.data.fisher_criterion import best_pair
from engine.data.sample_table import read_data

IRIS = Path(__file__).parents[3] / "resources/data/iris.csv"


def mean(values):
    return sum(values, Fraction()) / len(values)


def scatter(u, v):
    """Give the sum of products of what two columns have beside their means."""
    return sum((a - mean(u)) * (b - mean(v)) for a, b in zip(u, v, strict=True))


def criterion(columns, y):
    """Compute tr(W⁻¹B) of two columns exactly; None where it has no limit."""
    classes = sorted(set(y))
    own = [
        [[v for v, c in zip(column, y, strict=True) if c == code] for column in columns]
        for code in classes
    ]
    total = [[scatter(u, v) for v in columns] for u in columns]
    W = [[sum(scatter(c[i], c[j]) for c in own) for j in (0, 1)] for i in (0, 1)]
    B = [[total[i][j] - W[i][j] for j in (0, 1)] for i in (0, 1)]
    det = W[0][0] * W[1][1] - W[0][1] * W[1][0]
    if not det:
        return None
    crossed = W[1][1] * B[0][0] + W[0][0] * B[1][1] - 2 * W[0][1] * B[0][1]
    return crossed / det


def test_the_best_pair_is_that_of_all_pairs_computed_exactly():
    rng, compared = np.random.default_rng(0), 0
    while compared < 60:
        n, d, k = int(rng.integers(6, 12)), int(rng.integers(3, 6)), rng.choice([2, 3])
        X, y = rng.integers(-4, 5, (n, d)), rng.integers(0, k, n)
        columns = [[*map(Fraction, column)] for column in X.T.tolist()]
        pairs = list(combinations(range(d), 2))
        found = [criterion([columns[i], columns[j]], y.tolist()) for i, j in pairs]
        if None in found or len(set(y)) < k:
            continue
        compared += 1
        data = Dataset(X * 10.0 ** rng.integers(-6, 7, d), y, None, "ABC"[:k])
        best = found[pairs.index(best_pair(data, range(d)))]
        assert best >= max(found) * (1 - Fraction(1, 10**5))


def test_iris_opens_on_a_pair_that_a_line_parts_with_few_mistakes():
    data = read_data(IRIS)
    names = [data.feature_names[k] for k in best_pair(data, range(4))]
    assert names == ["sepal_length", "petal_length"]  # 5 of 150; the worst pair 30


@pytest.mark.parametrize("scale", [1e-160, 1.0, 1e140])
def test_constants_copies_and_perfect_columns_are_no_trouble(scale):
    y = [0, 0, 0, 1, 1, 1]
    noise, apart = [3, -1, 2, 0, 2, -2], [0, 0, 0, 1, 1, 1]
    columns = [[1] * 6, noise, noise, apart]
    data = Dataset(scale * np.array(columns, float).T, y)
    assert best_pair(data, range(4)) == (0, 3)
    assert best_pair(data, (0, 1, 2)) == (0, 1)
    assert best_pair(data, (1, 2, 0)) == (1, 2)


def test_what_is_held_out_or_of_one_class_or_not_there_decides_nothing():
    X = np.array([[0, 0, 5], [0, 1, -5], [0, 4, 5], [1, 5, -5]], float)
    told = [1, 0, 1, 0]
    assert best_pair(Dataset(X, told), range(3)) == (0, 2)
    parts, labels = [TRAINING] * 4 + [TEST] * 4, [*told, 0, 0, 1, 1]
    later = Dataset(np.vstack([X, X]), labels, parts=parts)
    assert best_pair(later, range(3)) == (0, 2)
    assert best_pair(Dataset(X, [1] * 4, None, "AB"), range(3)) == (0, 1)
    assert best_pair(Dataset(np.empty((0, 3)), [], None, "AB"), range(3)) == (0, 1)


def test_of_many_features_those_that_separate_best_alone_are_paired():
    rng = np.random.default_rng(1)
    y = np.arange(300) % 3
    X = rng.normal(size=(300, 700))
    X[:, 650] += 3 * (y == 0)
    X[:, 17] += 3 * (y == 1)
    assert best_pair(Dataset(X, y), range(700)) == (17, 650)
