"""Batch against stochastic: the costs told are those of runs with these batches."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Branch, Recipe, Tape
from engine.data import gallery
from engine.errors import Cancelled, never
from engine.evaluation.batch_costs import batch_costs
from engine.learners import learner, learners


def recorded(recipe, data=None, **more):
    tape = Tape(data or gallery.two_clusters(), recipe, **more)
    tape.extend()
    return tape


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(["adaline", "logistic-regression", "linear-svm"]),
    st.sampled_from([0, 1, 7, 80, 1_000]),
    st.floats(1e-4, 1.0),
    st.integers(1, 30),
    st.booleans(),
)
def test_they_are_those_of_the_runs_with_these_batches(
    name, batch, rate, epochs, scaled
):
    recipe = Recipe(
        name, schedule="constant", learning_rate=rate, batch_size=batch,
        epochs=epochs, standardise=scaled,
    )  # fmt: skip
    costs = batch_costs(recorded(recipe), never)
    assert [cost.batch for cost in costs] == ([1, 7, 0] if batch == 7 else [1, 0])
    assert [cost.is_own for cost in costs].count(True) == 1
    for cost in costs:
        tape = recorded(recipe.replace(batch_size=cost.batch))
        if cost.cost is None:
            assert tape.diverged
            assert rate >= cost.safe.value
        else:
            assert cost.cost == pytest.approx(tape.epochs.cost[-1], rel=1e-9)
        if cost.is_own:
            own = recorded(recipe)
            np.testing.assert_allclose(own.epochs.cost, tape.epochs.cost, 1e-12)


@pytest.mark.parametrize("name", sorted(learners()))
def test_who_has_no_batches_or_no_cost_is_told_nothing(name):
    recipe = Recipe(name) if learner(name).by_hand else Recipe(name, epochs=2)
    known = learner(name).declares("batch_size")
    assert bool(batch_costs(recorded(recipe, gallery.xor()), never)) == known


def test_costs_that_are_not_of_the_same_kind_are_not_compared():
    assert not batch_costs(recorded(Recipe("adaline", strength=0.1)), never)


def test_a_run_that_left_another_is_not_compared_and_it_can_be_stopped():
    recipe = Recipe("adaline", epochs=3)
    left = recipe.replace(learning_rate=0.001)
    assert not batch_costs(recorded(left, branch=Branch(recipe, 4)), never)
    with pytest.raises(Cancelled):
        batch_costs(recorded(recipe), lambda: True)
