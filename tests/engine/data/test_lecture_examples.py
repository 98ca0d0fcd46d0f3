"""The lecture's data sets are what they are shown for."""

import numpy as np
import pytest

from engine import Recipe, Tape
from engine.data.gallery import (
    DRAWN_CLASSES,
    empty,
    separable,
    three_on_a_line,
    two_clusters,
    two_negatives,
    xor,
)
from engine.errors import UserError
from tests.engine.data.test_gallery import a_line_separates, perceptron


def test_drawn_classes_sort_as_they_are_numbered():
    assert list(DRAWN_CLASSES) == sorted(set(DRAWN_CLASSES))


def test_empty_has_two_classes_and_nothing_to_learn_from():
    data = empty()
    assert (data.n_samples, data.n_features) == (0, 2)
    assert data.class_names == ("A", "B")
    with pytest.raises(UserError, match="no samples"):
        Tape(data, Recipe())


def test_two_clusters_overlap():
    data = two_clusters()
    assert data.counts.tolist() == [40, 40]
    assert not a_line_separates(data.X, data.y)
    assert not perceptron(data, epochs=50).converged


def test_two_clusters_are_mixed_in_their_order():
    assert np.count_nonzero(np.diff(two_clusters().y)) > 20


def test_separable_is_separable():
    data = separable()
    assert data.counts.min() >= 20
    assert a_line_separates(data.X, data.y)
    assert perceptron(data, epochs=1000).converged


def test_two_negatives_is_the_exercise():
    data = two_negatives()
    assert data.X.tolist() == [[2, 4], [-6, 1]]
    assert data.y.tolist() == [0, 0]


def test_xor_needs_the_product():
    data = xor()
    assert not a_line_separates(data.X, data.y)
    assert not perceptron(data, epochs=200).converged
    assert perceptron(data, epochs=200, features=["x1*x2"]).converged


def test_three_on_a_line_needs_a_square():
    data = three_on_a_line()
    assert data.X.tolist() == [[-1], [0], [1]]
    assert data.y.tolist() == [0, 1, 0]
    assert not a_line_separates(data.X, data.y)
    assert not perceptron(data, epochs=200).converged
    assert perceptron(data, epochs=200, squares=True).converged
    squared = perceptron(data, epochs=200, features=["x1", "x1^2"])
    assert squared.converged
    assert squared.model().training_error == 0
