from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.datasets import load_iris

from engine import Dataset, Recipe, Tape
from engine.data.gallery import (
    DRAWN_CLASSES,
    EXAMPLES,
    empty,
    iris,
    separable,
    three_on_a_line,
    two_clusters,
    two_negatives,
    xor,
)
from engine.errors import UserError

every_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.title)


def a_line_separates(X, y):
    """Ask a linear program for w, b with y·(w·x + b) ≥ 1 everywhere."""
    signs = np.where(y == 1, 1.0, -1.0)[:, None]
    rows = -signs * np.hstack([X, np.ones((len(X), 1))])
    free = [(None, None)] * rows.shape[1]
    found = linprog(np.zeros(rows.shape[1]), rows, -np.ones(len(X)), bounds=free)
    return found.status == 0


def perceptron(data, **settings):
    tape = Tape(data, Recipe("perceptron", **settings))
    tape.extend()
    return tape


@every_example
def test_every_example_but_iris_is_a_data_set_of_the_plane(example):
    data = example.make()
    assert isinstance(data, Dataset)
    assert data.n_samples > 0
    assert np.abs(data.X).max() < 10
    if example.title != "Fisher's Iris":
        assert data.n_features == 2 - (example.title == "Three points on a line")
        assert data.class_names == DRAWN_CLASSES[:2]


def test_iris_is_that_of_scikit_learn():
    data = iris()
    known = load_iris()
    np.testing.assert_array_equal(data.X, known.data)
    np.testing.assert_array_equal(data.y, known.target)
    assert data.class_names == tuple(known.target_names)


@every_example
def test_every_example_is_the_same_each_time(example):
    one, other = example.make(), example.make()
    np.testing.assert_array_equal(one.X, other.X)
    np.testing.assert_array_equal(one.y, other.y)


@every_example
def test_every_example_can_be_learned_from(example):
    tape = perceptron(example.make(), epochs=3)
    assert tape.finished
    assert tape.steps > 0


def test_titles_differ_and_say_something():
    assert len({one.title for one in EXAMPLES}) == len(EXAMPLES)
    assert all(one.title and one.about.endswith(".") for one in EXAMPLES)


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
