"""Probabilities of the classes, and the loss by them."""

import numpy as np
import pytest
from sklearn.metrics import log_loss

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.evaluation.probabilities import (
    has_probabilities,
    log_losses,
    probabilities,
    require_probabilities,
)
from engine.learners import learner, learners

HAVING = ("logistic-regression", "softmax-regression")


def trained(classes, name="logistic-regression"):
    rng = np.random.default_rng(classes)
    y = rng.integers(0, classes, 120)
    data = Dataset(rng.normal(y[:, None], 1.5, (120, 2)), y)
    tape = Tape(data, Recipe(name, epochs=5))
    tape.extend()
    return tape, data


@pytest.mark.parametrize("name", HAVING)
@pytest.mark.parametrize("classes", [2, 4])
def test_the_loss_is_that_of_scikit_learn(classes, name):
    tape, data = trained(classes, name)
    model = tape.model()
    shares = probabilities(model, data.X)
    assert shares.sum(axis=1) == pytest.approx(1)
    assert (shares.argmax(axis=1) == model.predict(data.X)).all()
    losses = log_losses(model.learner, model.scores(data.X), data.y)
    assert losses.mean() == pytest.approx(log_loss(data.y, shares))


def test_of_two_classes_it_is_the_loss_that_the_curve_shows():
    tape, data = trained(2)
    losses = log_losses("logistic-regression", tape.model().scores(data.X), data.y)
    assert losses.mean() == pytest.approx(tape.epochs.loss[-1])


def test_a_loss_beyond_any_probability_is_a_number():
    losses = log_losses(
        "logistic-regression", np.array([[1000.0], [1000.0]]), np.array([0, 1])
    )
    assert losses.tolist() == [1000.0, 0.0]
    theirs = 2 * log_loss([0, 1], [[0.0, 1.0], [0.0, 1.0]])
    assert theirs == pytest.approx(52 * np.log(2)) == pytest.approx(36, abs=0.1)


@pytest.mark.parametrize("name", learners())
def test_learners_without_a_log_loss_have_none(name):
    assert has_probabilities(name) == learner(name).has_probabilities
    if not has_probabilities(name):
        said = f"“{name}” gives scores, but no probabilities: train another learner"
        with pytest.raises(UserError, match=said):
            require_probabilities(name)


def test_a_model_without_probabilities_is_refused():
    tape, data = trained(2, "adaline")
    with pytest.raises(UserError, match="no probabilities"):
        probabilities(tape.model(), data.X)
