from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Recipe
from engine.errors import UserError
from engine.learners import learners

LEARNING = set(learners()) - {"manual-neuron"}
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
        ({"epoch": 5}, "no hyperparameter “epoch”: it has .*epochs"),
        ({"batch_size": 5}, "“perceptron” has no hyperparameter “batch_size”"),
        ({"epochs": 0}, "Epochs 0 is out of range"),
        ({"epochs": 2.5}, "whole number"),
        ({"learning_rate": 0}, "out of range"),
        ({"learning_rate": -1.0}, "out of range"),
        ({"learning_rate": "fast"}, "“fast” is not a number"),
        ({"learning_rate": float("nan")}, "out of range"),
        ({"seed": -1}, "Seed -1 is out of range"),
        ({"order": "random"}, "Order “random” is not one of given, shuffled"),
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
def test_recipes_are_equal_by_value(one, other):
    assert (one == other) == (one.to_dict() == other.to_dict())
    assert one != one.replace(epochs=one.epochs % 10**6 + 1)


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
