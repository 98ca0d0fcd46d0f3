"""What a search tries: grids, draws, usual values."""

import numpy as np
import pytest

from engine import Recipe
from engine.errors import UserError
from engine.evaluation.search_space import (
    ParameterGrid,
    ParameterSampler,
    SearchSpace,
    ValueRange,
    read_values,
    searchable_hyperparameter,
    usual_values,
)
from engine.learners import learner, learners

BASE = Recipe("linear-svm", schedule="constant", epochs=3)


def test_a_grid_is_every_combination_the_last_fastest() -> None:
    grid = ParameterGrid({"strength": [0.1, 1], "learning_rate": [0.5, 2]})
    made = grid.recipes(BASE)
    assert [(r.strength, r.learning_rate) for r in made] == [
        (0.1, 0.5), (0.1, 2), (1, 0.5), (1, 2),
    ]  # fmt: skip
    assert {r.epochs for r in made} == {3}


def test_a_recipe_is_tried_once() -> None:
    assert len(ParameterGrid({"epochs": [3, 3.0, 4]}).recipes(BASE)) == 2


def test_features_and_their_map_can_be_searched() -> None:
    grid = ParameterGrid(
        {"features": [("x1",), ("x1", "x2")], "squares": [False, True]}
    )
    made = grid.recipes(BASE)
    assert [(r.features, r.squares) for r in made][:2] == [
        (("x1",), False), (("x1",), True),
    ]  # fmt: skip
    assert len(made) == 4


def test_a_range_is_spaced_as_its_hyperparameter_is() -> None:
    strength, tolerance = (
        searchable_hyperparameter(BASE, "strength"),
        searchable_hyperparameter(Recipe(), "tolerance"),
    )
    assert ValueRange(1e-3, 10).values(strength, 5) == (0.001, 0.01, 0.1, 1.0, 10.0)
    assert ValueRange(0, 1).values(tolerance, 3) == (0.0, 0.5, 1.0)
    assert ValueRange(1, 3).values(searchable_hyperparameter(BASE, "epochs"), 9) == (
        1,
        2,
        3,
    )


def test_draws_stay_in_their_range_and_the_seed_decides() -> None:
    ranges = {"strength": ValueRange(1e-4, 1), "order": ("given", "shuffled")}
    made = ParameterSampler(ranges, 200, seed=1).recipes(BASE)
    assert made == ParameterSampler(ranges, 200, seed=1).recipes(BASE)
    assert made != ParameterSampler(ranges, 200, seed=2).recipes(BASE)
    strengths = np.array([r.strength for r in made])
    assert len(made) == 200
    assert strengths.min() >= 1e-4
    assert strengths.max() <= 1
    # Evenly on the log scale: half of them below the middle, 0.01.
    assert 0.4 < (strengths < 0.01).mean() < 0.6
    assert {r.order for r in made} == {"given", "shuffled"}


@pytest.mark.parametrize(
    "name", sorted(name for name, learner in learners().items() if not learner.by_hand)
)
def test_every_declared_hyperparameter_has_some_sensible_values(name: str) -> None:
    for parameter in learners()[name].all_hyperparameters:
        values = usual_values(parameter)
        assert len(set(values)) == len(values) >= 2, parameter.name
        assert all(parameter.check(value) == value for value in values)


def test_sensible_values_surround_the_default() -> None:
    assert usual_values(searchable_hyperparameter(BASE, "strength")) == (
        0.001,
        0.01,
        0.1,
        1.0,
        10.0,
    )
    assert usual_values(searchable_hyperparameter(BASE, "epochs")) == (
        5,
        10,
        20,
        40,
        80,
    )
    assert usual_values(searchable_hyperparameter(BASE, "batch_size")) == (
        1,
        2,
        4,
        8,
        16,
    )
    assert usual_values(searchable_hyperparameter(BASE, "standardise")) == (False, True)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"nonsense": [1]}, "no hyperparameter “nonsense”"),
        ({"strength": []}, "no value to try"),
        ({"strength": [-1]}, "out of range"),
        ({"epochs": range(1, 200_000)}, "1 to 100,000"),
    ],
)
def test_what_cannot_be_searched_is_said(wanted: dict, said: str) -> None:
    with pytest.raises(UserError, match=said):
        ParameterGrid(wanted).recipes(BASE)


def test_a_hyperparameter_that_would_not_matter_is_said() -> None:
    base = Recipe("linear-svm")
    with pytest.raises(UserError, match="only where schedule is constant"):
        ParameterGrid({"learning_rate": [1, 2]}).recipes(base)
    both = {"schedule": ["constant", "pegasos"], "learning_rate": [1, 2]}
    assert len(ParameterGrid(both).recipes(base)) == 3  # pegasos once


def test_impossible_draws_are_said() -> None:
    with pytest.raises(UserError, match="begins above its end"):
        ParameterSampler({"strength": ValueRange(1, 0.1)}, 3).recipes(BASE)
    with pytest.raises(UserError, match="Order has no range, as it is not a number"):
        ParameterSampler({"order": ValueRange(1, 2)}, 3).recipes(BASE)
    with pytest.raises(UserError, match="0 recipes"):
        ParameterSampler({"strength": ValueRange(0.1, 1)}, 0).recipes(BASE)


def space(*bases: Recipe, n: int | None = None, **texts: str) -> SearchSpace:
    def values(base: Recipe, name: str) -> object:
        return read_values(base, name, texts[name], drawn=n is not None)

    return SearchSpace.of(bases, tuple(texts), values, n=n)


def test_each_learner_is_tried_with_what_it_has() -> None:
    searched = space(Recipe(), BASE, strength="0.1,1", epochs="1,2,3")
    assert searched.names == ("learner", "strength", "epochs")
    assert searched.varied == searched.names
    recipes = searched.recipes()
    assert searched.count == len(recipes) == 3 + 6
    assert [recipe.learner for recipe in recipes] == 3 * ["perceptron"] + 6 * [
        "linear-svm"
    ]
    assert {recipe.epochs for recipe in recipes[:3]} == {1, 2, 3}


def test_the_true_minus_is_read() -> None:
    """In an exponent, and where weights are written by hand."""
    searched = space(BASE, strength="1e−3,1")
    assert [recipe.strength for recipe in searched.recipes()] == [0.001, 1]
    searched = space(BASE, strength="1e−3..1:2")
    assert [recipe.strength for recipe in searched.recipes()] == [0.001, 1]
    start = learner("perceptron").by_name["start"]
    assert start.check(start.parse("1,−2;3,−.5")) == ((1, -2), (3, -0.5))


def test_learners_alone_can_be_compared() -> None:
    searched = space(Recipe(), BASE)
    assert searched.varied == ("learner",)
    assert searched.recipes() == (Recipe(), BASE)


def test_what_none_of_the_learners_has_is_said() -> None:
    with pytest.raises(UserError, match="has no hyperparameter “strength”"):
        space(Recipe(), Recipe("pocket-perceptron"), strength="1")
    with pytest.raises(UserError, match="plays a part only where schedule is inv"):
        space(Recipe(), Recipe("adaline"), c1="1,2")


def test_usual_values_are_those_of_each_learner() -> None:
    searched = space(Recipe(), BASE, schedule="")
    schedules = {(recipe.learner, recipe.schedule) for recipe in searched.recipes()}
    assert ("linear-svm", "pegasos") in schedules
    assert ("perceptron", "pegasos") not in schedules


def test_draws_are_shared_by_the_learners_that_have_something_to_draw() -> None:
    bases = Recipe(), BASE, Recipe("logistic-regression")
    recipes = space(*bases, n=10, strength="0.01..1").recipes()
    counts = [
        sum(recipe.learner == base.learner for recipe in recipes) for base in bases
    ]
    assert counts == [1, 5, 4]


def test_what_plays_no_part_is_not_tried_twice() -> None:
    searched = space(BASE, schedule="constant,pegasos", learning_rate="0.1,1,10")
    assert len(searched.recipes()) == 3 + 1
