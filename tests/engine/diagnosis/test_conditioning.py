"""What standardising does for gradients: κ, the safe rate, and epochs as they come."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.data import gallery
from engine.diagnosis.conditioning import conditioning, standardisation_effect
from engine.errors import Cancelled
from engine.learners import learner, learners
from engine.training.problem import problem

CURVED = {"adaline", "logistic-regression", "softmax-regression"}


def samples(seed, d=2, n=30):
    rng = np.random.default_rng(seed)
    X = rng.normal(rng.uniform(-3, 3, d), 10.0 ** rng.uniform(-1, 1, d), (n, d))
    return Dataset(X, np.arange(n) % 2)


@pytest.mark.parametrize("name", sorted(learners()))
def test_it_is_told_of_learners_whose_cost_is_curved(name):
    effect = standardisation_effect(samples(0), Recipe(name))
    assert (effect is not None) == (name in CURVED)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 4), st.booleans(), st.booleans())
def test_kappa_is_that_of_the_samples_as_the_learner_sees_them(
    seed, d, offset, squares
):
    data = samples(seed, d)
    recipe = Recipe("adaline", offset=offset, squares=squares)
    effect = standardisation_effect(data, recipe)
    X = np.column_stack([data.X, data.X**2]) if squares else data.X
    scaled = (X - X.mean(axis=0)) / X.std(axis=0)
    for seen, computed in ((X, effect.plain), (scaled, effect.standardised)):
        rows = np.column_stack([seen, np.ones(len(X))]) if offset else seen
        condition = np.linalg.cond(rows.T @ rows)
        assume(condition < 1e10)
        assert computed.condition == pytest.approx(condition, rel=1e-3)
        lengths = (rows**2).sum(axis=1)
        assert computed.limits.safe.value == pytest.approx(2 / lengths.max())


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10_000),
    st.sampled_from([0, 1, 7]),
    st.booleans(),
    st.booleans(),
    st.sampled_from([0.0, 0.01]),
)
def test_runs_come_together_by_a_half_in_as_many_epochs_as_are_told(
    seed, batch, offset, standardise, strength
):
    """Whatever two runs start with, what is between them shrinks as is told."""
    data = samples(seed)
    recipe = Recipe(
        "adaline", batch_size=batch, offset=offset, standardise=standardise,
        strength=strength,
    )  # fmt: skip
    computed = conditioning(problem(data, recipe), learner("adaline"))
    assume(computed.epochs_to_halve is not None and 0.5 < computed.epochs_to_halve < 40)
    late = round(12 * computed.epochs_to_halve)
    wide = recipe.replace(learning_rate=computed.limits.safe.value / 2, epochs=2 * late)
    ends = []
    for start in ([[0.0] * 3], [[3.0, -5.0, 2.0 * offset]]):
        tape = Tape(data, wide.replace(start=start))
        tape.extend()
        steps = tape.problem.steps_per_epoch
        ends.append([tape.frame(k * steps).weights for k in (late, 2 * late)])
    gaps = [np.linalg.norm(a - b) for a, b in zip(*ends, strict=True)]
    assume(gaps[1] > 1e-12)
    halvings = np.log2(gaps[0] / gaps[1])
    assert halvings == pytest.approx(late / computed.epochs_to_halve, rel=0.08)


def test_where_a_direction_is_not_determined_it_never_comes_to_rest():
    data = Dataset([[1, 2], [2, 4], [3, 6], [4, 8]], [0, 0, 1, 1])
    effect = standardisation_effect(data, Recipe("adaline"))
    for computed in (effect.plain, effect.standardised):
        assert computed.condition == np.inf
        assert computed.epochs_to_halve is None


def test_many_samples_are_not_compared_and_it_can_be_stopped():
    many = Dataset(np.zeros((1_000_001, 2)), np.arange(1_000_001) % 2)
    assert standardisation_effect(many, Recipe("adaline")) is None
    with pytest.raises(Cancelled):
        standardisation_effect(gallery.iris(), Recipe("adaline"), lambda: True)


def test_samples_too_large_as_they_are_are_passed_over():
    huge = Dataset(1e149 * np.arange(1, 5)[:, None] * [1, 3], [0, 0, 1, 1])
    assert standardisation_effect(huge, Recipe("adaline")) is None
