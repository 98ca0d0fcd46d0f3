import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.data.polynomial_terms import polynomial_terms


def trained(learner="perceptron", features=None, n=5, n_classes=2, **settings):
    rng = np.random.default_rng(4)
    data = Dataset(rng.normal(0, 1, (40, n)), rng.integers(0, n_classes, 40))
    tape = Tape(data, Recipe(learner, features, epochs=3, **settings))
    tape.extend()
    return tape.model()


MIXED = ["x1", "x3", "x1*x3", "x2*x4", "x5^2", "sin(x4)*x2", "sin(x2)^2", "x4^3*x2"]


@pytest.mark.parametrize("learner", ["perceptron", "voted-perceptron"])
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("free", [(1, 3), (3,), (4, 0)])
@pytest.mark.parametrize("standardise", [False, True])
@pytest.mark.parametrize("features", [MIXED, ["x1^2", "x3"]])
def test_scores_are_those_of_the_whole_model(
    learner, n_classes, free, standardise, features
):
    model = trained(learner, features, n_classes=n_classes, standardise=standardise)
    held = np.array([0.3, -0.7, 1.1, 0.9, -0.4])
    X = np.tile(held, (50, 1))
    X[:, list(free)] = np.random.default_rng(1).normal(0, 2, (50, len(free)))
    expected = model.scores(X)
    sliced = model.on_slice(held, free)
    np.testing.assert_allclose(sliced.scores(X), expected, atol=1e-8)


def test_terms_that_differ_in_a_constant_only_become_one():
    names = [f"x{j + 1}" for j in range(30)]
    model = trained(features=polynomial_terms(names, 2), n=30)
    assert model.weights.shape == (1, 496)
    sliced = model.on_slice(np.linspace(-1, 1, 30), (0, 1))
    assert sorted(sliced.features.names) == ["x1", "x1*x2", "x1^2", "x2", "x2^2"]


def test_nothing_changes_where_nothing_is_held():
    model = trained(features=["x1", "x1*x2"], n=2)
    assert model.on_slice(np.zeros(2), (0, 1)) is model
