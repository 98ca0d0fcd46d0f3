"""A run that goes on from the weights of another."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.models.scaling import Scaling
from engine.training.manual_weights import with_weights
from engine.training.warm_start import start_weights


def clouds(classes=3, names=("p", "q")):
    rng = np.random.default_rng(classes)
    y = np.arange(60) % classes
    return Dataset(rng.normal(3 * y[:, None], 2.0, (60, 2)), y, names)


def recorded(data, recipe):
    tape = Tape(data, recipe)
    tape.extend()
    return tape


def started(data, recipe, model):
    made = Tape(data, recipe).problem
    weights = start_weights(
        model, made.features.names, data.class_names, made.scaling,
        offset=recipe.offset,
    )  # fmt: skip
    return with_weights(recipe, weights)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("standardise", [False, True])
@pytest.mark.parametrize("name", ["perceptron", "logistic-regression"])
def test_two_runs_are_one_to_the_bit(classes, standardise, name):
    """In the order given, at a constant rate."""
    data = clouds(classes)
    half = Recipe(name, epochs=4, standardise=standardise)
    whole = recorded(data, half.replace(epochs=8))
    second = recorded(data, started(data, half, recorded(data, half).model()))
    last = whole.frame(whole.steps).weights
    np.testing.assert_array_equal(second.frame(second.steps).weights, last)
    assert second.model().coef.tolist() == whole.model().coef.tolist()


def test_on_samples_of_another_scale_the_boundary_is_the_same():
    data = clouds()
    recipe = Recipe("linear-svm", epochs=3, standardise=True)
    model = recorded(data, recipe).model()
    other = Dataset(data.X * 3 + 1, data.y, data.feature_names)
    tape = Tape(other, started(other, recipe, model))
    np.testing.assert_allclose(
        tape.model(0).scores(data.X), model.scores(data.X), rtol=1e-9, atol=1e-9
    )
    np.testing.assert_allclose(tape.model(0).coef, model.coef, rtol=1e-12)


def test_terms_are_found_by_their_names():
    data = clouds()
    model = recorded(data, Recipe(epochs=2, features=["p", "q", "p*q"])).model()
    turned = Recipe(epochs=2, features=["p*q", "q", "p"])
    tape = Tape(data, started(data, turned, model))
    np.testing.assert_array_equal(tape.model(0).coef, model.coef[:, [2, 1, 0]])


def test_there_and_back():
    rng = np.random.default_rng(0)
    scaling = Scaling(rng.normal(size=4), rng.random(4) + 0.5)
    weights = rng.normal(size=(3, 5))
    again = scaling.from_data_units(scaling.to_data_units(weights))
    np.testing.assert_allclose(again, weights, rtol=1e-12)


@pytest.mark.parametrize(
    ("recipe", "other", "said"),
    [
        (
            Recipe(features=["p"]),
            None,
            "has weights for p, but this run learns from p, q",
        ),
        (
            Recipe(),
            clouds(2),
            "for the classes “0”, “1”, “2”, but the data have “0”, “1”: gi",
        ),
        (Recipe("voted-perceptron"), None, "weight vectors that vote, not one"),
    ],
)
def test_what_does_not_fit_is_refused(recipe, other, said):
    data = clouds()
    model = recorded(data, recipe).model()
    with pytest.raises(UserError, match=said):
        started(other or data, Recipe(), model)


def test_an_offset_that_the_recipe_has_not_is_refused():
    data = clouds()
    model = recorded(data, Recipe()).model()
    with pytest.raises(UserError, match="leave --no-offset out"):
        started(data, Recipe(offset=False), model)
    model = recorded(data, Recipe(offset=False)).model()
    assert (
        not Tape(data, started(data, Recipe(offset=False), model))
        .frame(0)
        .weights[:, -1]
        .any()
    )
