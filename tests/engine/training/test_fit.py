"""The way straight to the end leads to where the tape leads."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.data.split import split
from engine.errors import Cancelled
from engine.learners import learner, learners
from engine.training.fit import fit
from engine.training.problem import problem


def clouds(classes: int, d: int = 2) -> Dataset:
    rng = np.random.default_rng(3)
    y = np.arange(90) % classes
    return split(Dataset(rng.normal(y[:, None], 1.0, (90, d)), y), 0.2, 0.2)


LEARNED = [
    name
    for name, rule in learners().items()
    if not rule.by_hand and rule.combination != "voted"
]


SETTINGS = [
    {},
    {"order": "shuffled", "standardise": True, "seed": 4},
    {"target_error": 0.2, "order": "shuffled"},
    {"least_change": 0.5, "offset": False},
    {"stop_without_mistake": True, "tolerance": 0.0, "squares": True},
]


@pytest.mark.parametrize("name", LEARNED)
@pytest.mark.parametrize(
    ("classes", "settings"),
    [
        *((2, settings) for settings in SETTINGS),
        (3, SETTINGS[1]),
        *(
            pytest.param(3, settings, marks=pytest.mark.long)
            for settings in (SETTINGS[0], *SETTINGS[2:])
        ),
    ],
)
def test_weights_are_bit_by_bit_those_of_a_tape(name, classes, settings) -> None:
    known = {parameter.name for parameter in learner(name).all_hyperparameters}
    settings = {key: value for key, value in settings.items() if key in known}
    data, recipe = clouds(classes), Recipe(name, epochs=7, **settings)
    tape = Tape(data, recipe)
    tape.extend()
    weights = fit(problem(data, recipe), name)
    if "diverged" in tape.reason:
        assert weights is None
    else:
        assert np.array_equal(weights, tape.frame(tape.steps).used)


def test_what_weights_alone_do_not_tell_is_left_to_a_tape() -> None:
    data = clouds(2)
    voted = Recipe("voted-perceptron", epochs=2)
    assert fit(problem(data, voted), voted.learner) is None
    wild = Recipe("adaline", learning_rate=1000.0, epochs=1000)
    assert fit(problem(data, wild), wild.learner) is None


def test_a_problem_takes_another_recipe_with_the_same_map() -> None:
    data = clouds(3)
    recipe = Recipe("linear-svm", strength=0.1, epochs=3, squares=True)
    other = recipe.replace(strength=1.0, epochs=5, batch_size=7, order="shuffled")
    adapted = problem(data, recipe).under(other)
    expected = fit(problem(data, other), other.learner)
    assert np.array_equal(fit(adapted, other.learner), expected)


def test_it_can_be_stopped() -> None:
    recipe = Recipe("perceptron", epochs=5)
    with pytest.raises(Cancelled):
        fit(problem(clouds(2), recipe), recipe.learner, lambda: True)
