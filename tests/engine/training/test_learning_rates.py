"""For which learners η does nothing from a zero start but make the weights longer."""

import numpy as np
import pytest

from engine import Recipe, Tape
from engine.data import gallery
from engine.learners import learner, learners
from engine.training.learning_rates import rate_only_scales


def recorded(name, eta, **settings):
    tape = Tape(gallery.xor(), Recipe(name, learning_rate=eta, epochs=5, **settings))
    tape.extend()
    return tape


@pytest.mark.parametrize(
    "name", [n for n, one in learners().items() if not one.by_hand]
)
def test_where_it_is_said_another_rate_makes_the_same_mistakes(name):
    if "learning_rate" not in dict(Recipe(name)):
        return
    settings = {"schedule": "constant"} if name == "linear-svm" else {}
    one, other = recorded(name, 0.5, **settings), recorded(name, 2.0, **settings)
    mistakes = [[t.frame(k).mistake for k in range(t.steps + 1)] for t in (one, other)]
    weights = [t.frame(t.steps).weights for t in (one, other)]
    scaled = mistakes[0] == mistakes[1] and np.array_equal(4 * weights[0], weights[1])
    if rate_only_scales(learner(name), one.problem):
        assert scaled
    else:
        assert not np.array_equal(4 * weights[0], weights[1])


def test_it_is_not_so_with_a_tolerance_or_a_schedule():
    rule = learner("perceptron")
    assert rate_only_scales(rule, recorded("perceptron", 0.5).problem)
    assert not rate_only_scales(rule, recorded("perceptron", 0.5, tolerance=1).problem)
    tape = recorded("perceptron", 0.5, schedule="inverse")
    assert not rate_only_scales(rule, tape.problem)
