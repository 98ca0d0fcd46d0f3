"""Samples are prepared once for recipes that differ in other things."""

import numpy as np
import pytest

from engine import Dataset, Recipe
from engine.data.split import split
from engine.training.problem import problem


@pytest.fixture
def data():
    rng = np.random.default_rng(0)
    return Dataset(rng.normal(3, 2, (50, 2)), rng.integers(0, 2, 50))


def test_another_learning_rate_finds_the_samples_ready(data):
    recipe = Recipe(squares=True, standardise=True)
    first, second = (problem(data, recipe.replace(learning_rate=e)) for e in (1, 0.5))
    assert first.X is second.X
    assert first.parts is second.parts
    assert first.plan != second.plan


def test_other_terms_scaling_or_samples_are_prepared_anew(data):
    recipe = Recipe(standardise=True)
    ready = problem(data, recipe).X
    raw = problem(data, recipe.replace(standardise=False)).X
    np.testing.assert_array_equal(raw, data.X)
    np.testing.assert_allclose(ready, (data.X - data.X.mean(0)) / data.X.std(0))
    assert problem(data, recipe.replace(squares=True)).X.shape == (50, 4)
    moved = Dataset(data.X + 1, data.y)
    np.testing.assert_allclose(problem(moved, recipe).X, ready, atol=1e-12)
    np.testing.assert_array_equal(
        problem(moved, recipe.replace(standardise=False)).X, data.X + 1
    )


def test_the_training_part_alone_says_how_to_scale(data):
    parted = split(data, 0.3, 0.2, 0)
    found = problem(parted, Recipe(standardise=True))
    np.testing.assert_allclose(found.training.X.mean(axis=0), 0, atol=1e-12)
    assert abs(problem(data, Recipe(standardise=True)).X - found.X).max() > 1e-3
