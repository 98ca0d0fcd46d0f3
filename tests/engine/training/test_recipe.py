from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.data.stream_sources import drift
from engine.errors import UserError
from engine.learners import learners
from engine.training.recipe import FIXED_BY_STREAM, streamed

LEARNING = {name for name, rule in learners().items() if not rule.by_hand}
every_name = pytest.mark.parametrize("name", learners())


def test_what_is_left_out_has_the_learner_s_default():
    recipe = Recipe()
    assert recipe.learner == "perceptron"
    assert recipe.features is None
    assert (recipe.epochs, recipe.learning_rate) == (20, 1.0)
    assert (recipe.order, recipe.seed, recipe.offset) == ("given", 0, True)
    assert (recipe.squares, recipe.standardise) == (False, False)
    assert Recipe("adaline").learning_rate == 0.01


@every_name
def test_every_declared_hyperparameter_is_an_attribute(name):
    recipe = Recipe(name)
    for parameter in learners()[name].all_hyperparameters:
        assert getattr(recipe, parameter.name) == parameter.default
        assert recipe.get(parameter.name) == parameter.default
    assert dict(recipe) == {
        parameter.name: parameter.default
        for parameter in learners()[name].all_hyperparameters
    }


def test_values_are_taken_in_their_right_type():
    recipe = Recipe(epochs=5.0, learning_rate=2, offset=0, seed="7")
    for value, expected in [
        (recipe.epochs, 5),
        (recipe.learning_rate, 2.0),
        (recipe.offset, False),
        (recipe.seed, 7),
    ]:
        assert value == expected
        assert type(value) is type(expected)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"learner": "nobody"}, "learner “nobody” is not known"),
        ({"epoch": 5}, "no hyperparameter “epoch”: did you mean epochs"),
        ({"batch_size": 5}, "“perceptron” has no hyperparameter “batch_size”"),
        ({"epochs": 0}, "Epochs 0 is out of range"),
        ({"epochs": 2.5}, "whole number"),
        ({"learning_rate": 0}, "out of range"),
        ({"learning_rate": -1.0}, "out of range"),
        ({"learning_rate": "fast"}, "“fast” is not a number"),
        ({"learning_rate": float("nan")}, "out of range"),
        ({"seed": -1}, "Seed -1 is out of range"),
        (
            {"order": "random"},
            "Order “random” is not known: choose one of given, shuffled",
        ),
        (
            {"order": [0, "x"]},
            "is not a list of rows: give their numbers, 0 for the first row",
        ),
        ({"schedule": "inverse", "c2": -1.0}, "out of range: .* above -1, up to"),
        ({"deviation": "both"}, "not known: choose one of population, sample"),
        ({"offset": "no"}, "true or false"),
    ],
)
def test_what_is_not_possible_is_refused_in_one_line(settings, words):
    with pytest.raises(UserError, match=words) as refusal:
        Recipe(**settings)
    assert "\n" not in str(refusal.value)


def test_it_is_frozen():
    recipe = Recipe(features=["x1"])
    for name in ("epochs", "learner", "features", "other"):
        with pytest.raises(AttributeError, match="frozen"):
            setattr(recipe, name, 1)
    assert recipe.features == ("x1",)


def test_the_list_of_features_given_can_change_without_it():
    terms = ["x1", "x2"]
    recipe = Recipe(features=terms)
    terms.append("x3")
    assert recipe.features == ("x1", "x2")


def test_a_hyperparameter_of_another_learner_is_no_attribute():
    recipe = Recipe("perceptron")
    assert not hasattr(recipe, "batch_size")
    assert recipe.get("batch_size", 3) == 3
    with pytest.raises(AttributeError, match="no hyperparameter “batch_size”"):
        _ = recipe.batch_size


def test_replace_changes_only_what_is_named():
    recipe = Recipe(epochs=7, seed=3, features=["x1"], tolerance=0.5)
    other = recipe.replace(epochs=9)
    assert other.to_dict() == recipe.to_dict() | {"epochs": 9}
    assert recipe.epochs == 7
    assert recipe.replace(features=None).features is None
    with pytest.raises(UserError, match="out of range"):
        recipe.replace(epochs=-1)
    with pytest.raises(UserError, match="batch_size"):
        recipe.replace(batch_size=5)


def test_another_learner_keeps_the_run_and_starts_with_its_own_defaults():
    recipe = Recipe(
        "perceptron", epochs=7, seed=3, features=["x1"], learning_rate=5.0,
        stop_without_mistake=True,
    )  # fmt: skip
    other = recipe.replace(learner="adaline", batch_size=4)
    assert (other.learner, other.epochs, other.seed) == ("adaline", 7, 3)
    assert other.features == ("x1",)
    assert other.learning_rate == 0.01
    assert other.stop_without_mistake is False
    assert other.batch_size == 4
    assert not hasattr(other, "tolerance")


recipes = st.builds(
    Recipe,
    learner=st.sampled_from(sorted(LEARNING)),
    features=st.none() | st.lists(st.sampled_from(["x1", "x2", "x1*x2"]), min_size=1),
    epochs=st.integers(1, 10**6),
    order=st.sampled_from(["given", "shuffled"]),
    seed=st.integers(0, 2**31 - 1),
    offset=st.booleans(),
)


@given(recipes)
@settings(deadline=None)
def test_it_is_made_again_from_its_dict_and_from_its_text(recipe):
    again = Recipe(**recipe.to_dict())
    assert again == recipe
    assert hash(again) == hash(recipe)
    assert eval(repr(recipe), {"Recipe": Recipe}) == recipe


@given(recipes, recipes)
@settings(deadline=None)
def test_recipes_are_equal_by_value(recipe, other):
    assert (recipe == other) == (recipe.to_dict() == other.to_dict())
    assert recipe != recipe.replace(epochs=recipe.epochs % 10**6 + 1)


def test_a_recipe_is_no_dict():
    assert Recipe() != Recipe().to_dict()


@pytest.mark.parametrize(
    "again",
    [copy.copy, copy.deepcopy, lambda recipe: pickle.loads(pickle.dumps(recipe))],
)
def test_it_can_be_copied_and_sent_to_another_process(again):
    recipe = Recipe(epochs=7, features=["x1"])
    assert again(recipe) == recipe


def test_features_as_one_text_are_refused_or_one_term():
    try:
        recipe = Recipe(features="x1")
    except UserError:
        return
    assert recipe.features == ("x1",)


LEARNING = [name for name, rule in learners().items() if "epochs" in dict(Recipe(name))]


def drifting(n, classes=2):
    X, y = drift(0, n, 3, {"period": 120, "noise": 0.9}, None)
    names = "ABC"[:classes]
    return Dataset(X, (y + (np.arange(n) % 3 == 0)) % classes, class_names=names)


def recorded(data, recipe):
    tape = Tape(data, recipe)
    tape.extend()
    return tape


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("name", sorted({*LEARNING} - {"kernel-perceptron"}))
def test_the_learner_goes_on_from_its_present_weights(name, classes):
    asked = Recipe(name, epochs=7, order="shuffled", standardise=True, seed=5)
    recipe = streamed(asked.replace(start="random"))
    whole = recorded(drifting(200, classes), recipe)
    for n in (1, 60, 199):
        full = drifting(200, classes)
        part = recorded(
            Dataset(full.X[:n], full.y[:n], class_names=full.class_names), recipe
        )
        assert part.steps == n
        for k in (0, n // 2, n):
            ours, theirs = part.frame(k), whole.frame(k)
            assert np.array_equal(ours.weights, theirs.weights)
            assert ours.mistakes == theirs.mistakes


@pytest.mark.parametrize("name", list(learners()))
def test_a_stream_takes_over_what_would_look_ahead(name):
    recipe = streamed(Recipe(name))
    assert streamed(recipe) == recipe
    for parameter, value in recipe:
        if parameter in FIXED_BY_STREAM:
            assert value == FIXED_BY_STREAM[parameter]
        else:
            assert value == dict(Recipe(name))[parameter]


def test_a_constant_rate_follows_the_drift_and_a_falling_one_does_not():
    X, y = drift(0, 6000, 0, {"period": 1500, "noise": 0.6}, None)
    data = Dataset(X, y, class_names="AB")
    errs = {}
    for schedule in ("constant", "inverse"):
        recipe = Recipe("logistic-regression", learning_rate=0.3, schedule=schedule)
        errs[schedule] = recorded(data, streamed(recipe)).mistaken(1)[3000:].mean()
    assert errs["constant"] < 0.06
    assert errs["inverse"] > 0.3
