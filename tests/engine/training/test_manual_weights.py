"""Weights set by hand fit whatever features and classes come."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.training.manual_weights import carried, weights_of, with_weights

NAME = "manual-neuron"
X = [[0.0, 1.0], [2.0, 0.5], [1.0, 3.0]]
TWO = Dataset(X, ["a", "b", "a"])
THREE = Dataset(X, ["a", "b", "c"])
number = st.floats(-1e6, 1e6)


def neuron(*rows, **more):
    return Recipe(NAME, start=rows, **more)


def test_weights_that_fit_are_left_alone():
    recipe = neuron((1.0, 2.0, 3.0))
    assert carried(recipe, TWO, None) is recipe


def test_without_weights_it_begins_with_a_line_through_the_middle():
    """Of x₁ from 0 to 2 that is 1; class b, at 2, is at the right, and turned left."""
    assert weights_of(carried(Recipe(NAME), TWO, None)).tolist() == [[1, 0, -1]]
    turned = Dataset([[2.0, 0.5], [0.0, 1.0]], ["a", "b"])
    assert weights_of(carried(Recipe(NAME), turned, None)).tolist() == [[-1, 0, 1]]
    through_0 = carried(Recipe(NAME, offset=False), TWO, None)
    assert weights_of(through_0).tolist() == [[1, 0, 0]]
    none = Dataset(np.empty((0, 2)), np.empty(0, int), class_names=("a", "b"))
    nothing = carried(Recipe(NAME), none, None)
    assert not weights_of(nothing).any()
    assert weights_of(carried(nothing, TWO, (nothing, none))).tolist() == [[1, 0, -1]]


@given(st.integers(3, 9))
def test_more_classes_begin_around_the_middle(n):
    """Each has a part of the plane: it is the one that a place in its direction has."""
    angles = 2 * np.pi * np.arange(n) / n
    around = np.column_stack([5 + np.cos(angles), np.sin(angles) - 3])
    data = Dataset(around, np.arange(n))
    tape = Tape(data, carried(Recipe(NAME), data, None))
    tape.extend()
    assert tape.model().training_error == 0


def test_what_is_set_to_zero_stays_so():
    recipe = neuron((0.0, 0.0, 0.0))
    assert carried(recipe, TWO, (recipe, TWO)) is recipe


def test_a_further_feature_gets_the_weight_0_and_takes_its_own_along():
    last = neuron((1.0, 2.0, 3.0))
    more = carried(last.replace(squares=True), TWO, (last, TWO))
    assert weights_of(more).tolist() == [[1, 2, 0, 0, 3]]
    back = carried(more.replace(squares=False), TWO, (more, TWO))
    assert weights_of(back).tolist() == [[1, 2, 3]]
    less = carried(more.replace(features=["x2"], squares=False), TWO, (more, TWO))
    assert weights_of(less).tolist() == [[2, 3]]


@given(number, number, number)
def test_a_third_class_leaves_the_boundary_of_two_where_it_was(a, b, c):
    last = neuron((a, b, c))
    more = carried(last, THREE, (last, TWO))
    assert weights_of(more).tolist() == [[-a, -b, -c], [a, b, c], [0, 0, 0]]
    assert weights_of(carried(more, TWO, (more, THREE))).tolist() == [[a, b, c]]


def test_other_data_begin_anew():
    last = neuron((1.0, 2.0, 3.0))
    other = Dataset([[1.0], [2.0]], ["u", "v"], feature_names=["size"])
    assert weights_of(carried(last, other, (last, TWO))).tolist() == [[1, -1.5]]


def test_what_is_carried_can_be_run():
    last = neuron((1.0, 2.0, 3.0))
    tape = Tape(THREE, carried(last, THREE, (last, TWO)))
    tape.extend()
    assert tape.finished


def test_a_feature_that_is_not_there_is_named():
    with pytest.raises(UserError, match="x9"):
        carried(neuron((1.0, 1.0), features=["x9"]), TWO, None)


def test_there_is_no_negative_zero():
    weights = weights_of(with_weights(Recipe(NAME), np.array([[-0.0, 1.0]])))
    assert not np.signbit(weights).any()


def test_another_learner_begins_anew_not_with_what_the_hand_has_set():
    assert neuron((1.0, 2.0, 3.0)).replace(learner="perceptron").start == "zero"
