"""Samples are prepared once for recipes that differ in other things.

Of any size, they are learned from, or refused or ended with a sentence.
"""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.data.split import split
from engine.errors import UserError
from engine.learners import learners
from engine.training.problem import problem

TOO_LARGE = "too large to learn from .at most 1e150.: scale the data down"


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
    posed = problem(parted, Recipe(standardise=True))
    np.testing.assert_allclose(posed.training.X.mean(axis=0), 0, atol=1e-12)
    assert abs(problem(data, Recipe(standardise=True)).X - posed.X).max() > 1e-3


def sized(size, classes):
    """Samples of which one, the third, is so large."""
    X = np.array([[1.0, 2.0], [-1.0, 0.5], [0.5, -1.0], [2.0, 1.0], [-2, -2], [0, 3]])
    X[2] *= size
    return Dataset(X, np.arange(6) % classes, feature_names=("width", "height"))


@pytest.mark.parametrize("name", learners())
@pytest.mark.parametrize("classes", [2, 3])
def test_what_would_overflow_is_refused_by_its_name(name, classes):
    for size in (1e155, -1e155, 1e300, -1e300):
        with pytest.raises(UserError, match=f"height is as large as 1e.*{TOO_LARGE}"):
            Tape(sized(size, classes), Recipe(name))


def test_a_product_of_large_features_is_named():
    recipe = Recipe(features="width,width*height")
    with pytest.raises(UserError, match=r"width\*height is as large as 5e159"):
        Tape(sized(1e80, 2), recipe)


@pytest.mark.parametrize("size", [1e155, 1e300])
def test_standardised_they_can_be_learned_from(size):
    tape = Tape(
        sized(size, 2), Recipe("passive-aggressive", standardise=True, epochs=5)
    )
    tape.extend()
    assert tape.frame(tape.steps).updates
    assert np.isfinite(tape.model().weights).all()


@pytest.mark.parametrize("name", learners())
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("size", [1e61, 1e149])
def test_what_can_be_computed_ends_with_numbers_and_a_reason(name, classes, size):
    samples, epochs = (
        sized(size, classes),
        {} if name.startswith("manual") else {"epochs": 4},
    )
    tape = Tape(samples, Recipe(name, **epochs))
    tape.extend()
    reasons = ("diverged after step", "stopped at the limit", "converged", "nothing is")
    assert tape.reason.startswith(reasons)
    if tape.reason.startswith("diverged"):
        assert "the data are too large, scale them down" in tape.reason
    for k in range(tape.steps + 1):
        frame = tape.frame(k)
        assert np.isfinite(frame.scores).all()
        assert np.isfinite(tape.model_of(frame).scores(samples.X)).all()
    for values in vars(tape.epochs).values():
        assert values is None or not np.isnan(values).any()
