"""Scores of any width, in whole numbers: added in any order they are the same."""

import numpy as np
import pytest

from engine.training.loops.scores import IN_ORDER, dot, relaxed_dot, scores, square

WIDTHS = [1, 2, 3, 4, 5, 7, 8, 9, IN_ORDER - 1, IN_ORDER, IN_ORDER + 1, 4 * IN_ORDER]


@pytest.mark.parametrize("d", WIDTHS)
def test_scores_are_those_of_a_matrix_product(d):
    rng = np.random.default_rng(d)
    X = rng.integers(-9, 10, (5, d)).astype(float)
    w = rng.integers(-9, 10, d + 1).astype(float)
    z = np.zeros(5)
    scores(z, w, X)
    assert z.tolist() == (X @ w[:-1] + w[-1]).tolist()
    assert dot(3.0, w, X[0]) == relaxed_dot(3.0, w, X[0]) == 3 + X[0] @ w[:-1]
    assert square(3.0, X[0]) == 3 + X[0] @ X[0]
