"""The losses over y·z are the textbook's, each out of a learner that has it."""

import numpy as np

from engine import Recipe
from engine.learners import learners
from engine.spaces.losses import known_losses, own_loss


def test_the_known_losses_are_those_of_the_textbook():
    m = np.array([-2.0, -0.5, 0.0, 0.5, 1.0, 3.0])
    losses = {loss.name: loss.at(m) for loss in known_losses()}
    expected = {
        "0/1": (m <= 0).astype(float),
        "perceptron": np.maximum(0, -m),
        "squared error": 0.5 * (1 - m) ** 2,
        "hinge": np.maximum(0, 1 - m),
        "log loss": np.log1p(np.exp(-m)),
    }
    assert losses.keys() == expected.keys()
    for name, values in expected.items():
        np.testing.assert_allclose(losses[name], values)


def test_each_learner_has_one_of_them_but_for_a_tolerance():
    names = {loss.name for loss in known_losses()}
    for name in (name for name, rule in learners().items() if rule.is_linear):
        assert own_loss(name, Recipe(name).rule_settings).name in names
    own = own_loss("perceptron", Recipe("perceptron", tolerance=0.5).rule_settings)
    assert own.name == "Perceptron"
    assert own.at(np.array([0.0, 0.5])).tolist() == [0.5, 0]
