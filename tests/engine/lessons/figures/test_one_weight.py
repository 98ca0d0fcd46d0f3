"""The stair of the error and the slope of the cost agree with those made by hand."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.lessons.facts import Situation
from engine.lessons.figures.one_weight import OneWeight

X = np.array([[-2.0, 0.0], [-1.0, 1.0], [1.0, 0.0], [3.0, -1.0]])
Y = np.array([0, 0, 1, 1])


def begun(learner, step=0, **settings):
    data, recipe = Dataset(X, Y), Recipe(learner, **settings)
    tape = Tape(data, recipe)
    tape.extend()
    return Situation(data, recipe, tape, step)


def test_the_error_of_a_neuron_by_hand_is_a_stair_over_its_offset():
    """With w = (1, 0) the scores are x₁ + b: it jumps at b = −3, −1, 1 and 2."""
    neuron = begun("manual-neuron", start=((1.0, 0.0, -2.0),))
    figure = OneWeight(of="one weight", weight="b", low=-4.0, high=4.0)
    (chart,) = figure.draw(neuron).charts
    assert chart.curves[0].places == (
        (-4, 0.5), (-3, 0.5), (-3, 0.25), (-1, 0.25), (-1, 0), (1, 0), (1, 0.25),
        (2, 0.25), (2, 0.5), (4, 0.5),
    )  # fmt: skip
    assert chart.mark.at == (-2, 0.25)
    assert "stair of 3 levels" in figure.draw(neuron).described


@pytest.mark.parametrize("weight", ["w1", "w2", "b"])
def test_the_slope_is_one_number_of_the_gradient(weight):
    adaline = begun("adaline", 3, learning_rate=0.05, batch_size=0)
    figure = OneWeight(of="one weight", weight=weight, low=-2.0, high=2.0)
    error, cost = figure.draw(adaline).charts
    w = adaline.frame.weights[0]
    Z, inputs = np.column_stack([X, np.ones(4)]), ["w1", "w2", "b"].index(weight)
    wrong_by = (2.0 * Y - 1) - Z @ w
    assert cost.mark.at[0] == error.mark.at[0] == w[inputs]
    assert cost.mark.at[1] == pytest.approx(0.5 * (wrong_by**2).sum())
    assert cost.mark.slope == pytest.approx(-(wrong_by * Z[:, inputs]).sum())
    for value, height in cost.curves[0].places[::20]:
        other = w.copy()
        other[inputs] = value
        expected = 0.5 * ((2.0 * Y - 1 - Z @ other) ** 2).sum()
        assert height == pytest.approx(expected)


def test_a_rule_without_cost_takes_that_of_another_learner():
    neuron = begun("manual-neuron", start=((1.0, 0.0, -2.0),))
    figure = OneWeight(
        of="one weight", weight="b", low=-4.0, high=4.0, cost="logistic-regression"
    )
    _, cost = figure.draw(neuron).charts
    margins = (2.0 * Y - 1) * (X[:, 0] - 2)
    assert cost.mark.at[1] == pytest.approx(np.log1p(np.exp(-margins)).mean())
    assert cost.up == "Cost J: Logistic regression"
