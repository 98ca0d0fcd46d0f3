"""Class after class: a fact of the order in which an epoch's steps see the samples."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.diagnosis.sample_order import is_sorted_by_class

SORTED = np.repeat([0, 1, 2], 20)


@pytest.mark.parametrize(
    ("codes", "recipe", "expected"),
    [
        (SORTED, Recipe(), True),
        (SORTED, Recipe("linear-svm"), True),  # pegasos, 1/(λn)
        (SORTED, Recipe("adaline", schedule="inverse"), True),
        (SORTED, Recipe("passive-aggressive"), True),  # has no batches and no η
        (SORTED, Recipe("adaline", batch_size=2), True),
        (SORTED, Recipe("adaline", batch_size=3), False),  # 6 steps of a class
        (SORTED, Recipe("adaline", batch_size=59), False),
        (SORTED, Recipe("adaline", batch_size=0), False),
        (SORTED, Recipe(order="shuffled"), False),
        (SORTED, Recipe(order=tuple(range(60))), False),  # made by hand
        (SORTED, Recipe("manual-neuron"), False),
        (SORTED[::-1], Recipe(), True),
        (np.append(SORTED, 0), Recipe(), False),
        (np.repeat([0, 2], [20, 9]), Recipe(), False),
        (np.repeat([0, 2], 20), Recipe(), True),  # a class without samples
        (np.zeros(40, int), Recipe(), False),
    ],
)
def test_when_samples_come_class_after_class(codes, recipe, expected):
    assert is_sorted_by_class(codes, recipe) == expected


def cloud(classes, seed=0):
    rng = np.random.default_rng(seed)
    angle = 2 * np.pi * np.repeat(np.arange(classes), 20) / classes
    X = rng.normal(0, 1, (20 * classes, 2)) + np.column_stack(
        [2 * np.cos(angle), 2 * np.sin(angle)]
    )
    return Dataset(X, np.repeat(np.arange(classes), 20))


@pytest.mark.parametrize("name", ["adaline", "perceptron-criterion"])
def test_with_the_full_batch_shuffling_changes_nothing(name):
    ends = []
    for order in ("given", "shuffled"):
        recipe = Recipe(name, batch_size=0, order=order, learning_rate=1e-3)
        tape = Tape(cloud(2), recipe)
        tape.extend()
        ends.append(tape.frame(tape.steps).weights)
    np.testing.assert_allclose(*ends, rtol=1e-9)


@pytest.mark.parametrize("name", ["perceptron", "passive-aggressive", "linear-svm"])
def test_shuffling_helps_where_it_is_said_to(name):
    """The SVM's steps fall as 1/n: there it is the first epoch that the order bends."""
    recipe = Recipe(name, epochs=1)
    errors = {"given": 0.0, "shuffled": 0.0}
    for seed in range(6):
        data = cloud(3, seed)
        assert is_sorted_by_class(data.y, recipe)
        for order in errors:
            tape = Tape(data, recipe.replace(order=order))
            tape.extend()
            errors[order] += tape.model().training_error
    assert errors["given"] > 1.5 * errors["shuffled"]
