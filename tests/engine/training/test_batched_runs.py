"""Runs side by side come to where each comes alone."""

import numpy as np
import pytest

from engine import Dataset, Recipe
from engine.errors import Cancelled
from engine.learners import learner, learners
from engine.training import batched_runs as batched_module
from engine.training import fit as fit_module
from engine.training.batched_runs import fit_all
from engine.training.fit import fit
from engine.training.problem import problem
from tests.conftest import BATCHED

LEARNED = [
    pytest.param(name, marks=() if name in BATCHED else pytest.mark.long)
    for name, rule in learners().items()
    if not rule.by_hand
]
"""The others' rules are compiled into the same loops, some two seconds each."""


N = 30


def clouds(classes: int, d: int = 2, apart: float = 1.0) -> Dataset:
    rng = np.random.default_rng(3)
    y = np.arange(N) % classes
    return Dataset(rng.normal(apart * y[:, None], 1.0, (N, d)), y)


def several(name: str, **settings) -> list[Recipe]:
    """Recipes that differ in whatever the learner has, some with the same plan."""
    known = {parameter.name for parameter in learner(name).all_hyperparameters}
    values = {
        "learning_rate": (0.02, 0.7),
        "schedule": ("constant", "inverse"),
        "strength": (0.01, 0.3),
        "aggressiveness": (0.1, 5.0),
        "tolerance": (0.0, 0.4),
        "tie": ("mistake", "positive"),
        "averaged": (False, True),
        "batch_size": (1, 7),
        "seed": (1, 2),
    }
    base = {key: value for key, value in settings.items() if key in known}
    recipes = [Recipe(name, epochs=epochs, **base) for epochs in (1, 4, 9)]
    for key in known & values.keys() - base.keys():
        first, second = values[key]
        recipes += [recipes[1].replace(**{key: first})]
        recipes += [recipe.replace(**{key: second}) for recipe in recipes[:3]]
    return recipes


def check(data: Dataset, recipes: list[Recipe]) -> list:
    name = recipes[0].learner
    made = [problem(data, recipe) for recipe in recipes]
    fitted = fit_all(made, name)
    for posed, weights in zip(made, fitted, strict=True):
        alone = fit(posed, name)
        assert (weights is None) == (alone is None)
        assert alone is None or weights.tobytes() == alone.tobytes()
    return fitted


@pytest.mark.parametrize("name", LEARNED)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"order": "shuffled", "offset": False, "start": "random"},
        {"order": tuple(reversed(range(N))), "stop_without_mistake": True},
        {"least_change": 0.3, "target_error": None},
        {"target_error": 0.1},
    ],
)
def test_weights_are_bit_by_bit_those_of_a_run_alone(name, classes, settings) -> None:
    check(clouds(classes, apart=6.0), several(name, **settings))


@pytest.mark.parametrize("d", [1, 8, 9, 30])
@pytest.mark.parametrize(
    "name",
    ["averaged-perceptron", pytest.param("linear-svm", marks=pytest.mark.long)],
)
def test_with_any_number_of_terms(name, d) -> None:
    check(clouds(2, d), several(name, order="shuffled"))


def test_runs_are_not_lost_between_groups_and_looks(monkeypatch) -> None:
    for module in (batched_module, fit_module):
        monkeypatch.setattr(module, "CHUNK_WORK", 40)
    monkeypatch.setattr(batched_module, "MOST_COLUMNS", 5)
    check(clouds(3), several("adaline", order="shuffled"))


def test_one_that_diverges_leaves_the_others_alone() -> None:
    rates = [1e-3, 1e3, 1e-2, 1e5]
    recipes = [Recipe("adaline", learning_rate=rate, epochs=200) for rate in rates]
    fitted = check(clouds(2), recipes)
    assert [weights is None for weights in fitted] == [False, True, False, True]


def test_it_can_be_stopped() -> None:
    made = [problem(clouds(2), Recipe(epochs=epochs)) for epochs in (1, 5, 9)]
    with pytest.raises(Cancelled):
        fit_all(made, "perceptron", lambda: True)


def test_nothing_to_do() -> None:
    assert fit_all([], "perceptron") == []
