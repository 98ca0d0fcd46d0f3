"""Weight space: counts and losses on a grid are those of the samples one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.learners import learner, learners
from engine.spaces.cost import cost_of
from engine.spaces.weight_space import (
    MOST_LOSSES,
    MOST_SAMPLES,
    losses,
    weight_plane,
    wrong_counts,
)

GRID = np.linspace(-3, 3, 13)


def tape_of(X, y, learner="perceptron", **more):
    return Tape(Dataset(X, y), Recipe(learner, **more))


def clouds(n=40, classes=2, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    return rng.normal(size=(n, 2)) + y[:, None], y


def plane_of(tape, weights, output=0, across=0, up=1):
    return weight_plane(
        tape.problem,
        tape.problem.random_rows(MOST_SAMPLES),
        weights,
        output=output,
        columns=(across, up),
    )


def test_a_sample_by_hand():
    # x = (2, −1), y = +1, b held at 0.5: right where 2u − v + 0.5 > 0.
    tape = tape_of([[2.0, -1.0], [0.0, 1.0]], [1, 0])
    plane = weight_plane(
        tape.problem,
        np.array([0]),
        np.array([[9.0, 9.0, 0.5]]),
        output=0,
        columns=(0, 1),
    )
    assert (plane.a[0], plane.b[0], plane.c[0], plane.y[0]) == (2.0, -1.0, 0.5, 1.0)
    counts = wrong_counts(plane, np.array([0.0, 1.0]), np.array([0.25, 0.5, 3.0]))
    assert counts.tolist() == [[0, 0], [1, 0], [1, 1]]


@given(seed=st.integers(0, 10_000), across=st.integers(0, 2), up=st.integers(0, 2))
def test_counts_are_those_of_every_weight_one_by_one(seed, across, up):
    if across == up:
        return
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, (12, 2)).astype(float)
    tape = tape_of(X, np.append([0, 1], rng.integers(0, 2, 10)))
    weights = rng.integers(-2, 3, (1, 3)).astype(float)
    plane = plane_of(tape, weights, 0, across, up)
    counts = wrong_counts(plane, GRID, GRID)
    for i, j in rng.integers(0, len(GRID), (10, 2)):
        w = weights[0].copy()
        w[across], w[up] = GRID[j], GRID[i]
        z = tape.problem.X @ w[:2] + w[2]
        assert counts[i, j] == (np.where(tape.problem.codes == 1, z, -z) <= 0).sum()


@pytest.mark.parametrize("name", list(learners()))
def test_losses_are_those_of_every_sample(name):
    X, y = clouds()
    tape = tape_of(X, y, name)
    rule, settings = learner(name), tape.problem.settings
    weights = np.array([[0.0, 0.0, 0.3]])
    measured = losses(plane_of(tape, weights), rule, settings, GRID, GRID)
    for i, j in ((0, 0), (3, 9), (12, 5)):
        w = np.array([GRID[j], GRID[i]])
        each = rule.losses((X @ w + 0.3)[:, None], np.array(y), settings)
        penalty = (1 - rule.decay(1.0, settings)) / 2 * (w @ w)
        assert measured[i, j] == pytest.approx(np.mean(each) + penalty, abs=0.06)


@pytest.mark.parametrize("name", ["adaline", "linear-svm", "logistic-regression"])
def test_losses_count_as_much_as_in_the_cost(name):
    X, y = clouds()
    data = Dataset(X, y, sample_weights=np.arange(1.0, 41.0))
    tape = Tape(data, Recipe(name, strength=0.5, class_weight={"1": 3.0}))
    rule, weights = learner(name), np.array([[0.5, -1.0, 0.3]])
    (loss,) = losses(
        plane_of(tape, weights), rule, tape.problem.settings, *weights[:, :2].T
    )[0]
    share = 1 if rule.mean else len(y)
    cost = cost_of(tape.problem, rule, weights).total / share
    assert loss == pytest.approx(cost, rel=1e-3)


@pytest.mark.parametrize(("batch", "samples"), [(1, 1), (4, 4), (0, 100)])
def test_adalines_penalty_stands_beside_the_summed_losses_of_a_step(batch, samples):
    X, y = clouds(100)
    settings = {"batch_size": batch, "learning_rate": 1e-4}
    plain = tape_of(X, y, "adaline", **settings)
    heavy = tape_of(X, y, "adaline", strength=6.0, **settings)
    at, w = (np.array([0.5]), np.array([2.0])), np.zeros((1, 3))
    sums = [
        losses(plane_of(tape, w), learner("adaline"), tape.problem.settings, *at)[0, 0]
        for tape in (plain, heavy)
    ]
    assert sums[1] - sums[0] == pytest.approx(6.0 / 2 * (0.5**2 + 2**2) / samples)


def test_the_least_loss_of_adaline_is_where_least_squares_has_it():
    X, y = clouds(100)
    tape = tape_of(X, y, "adaline")
    A = np.column_stack([X, np.ones(100)])
    best = np.linalg.lstsq(A, np.where(y == 1, 1.0, -1.0), rcond=None)[0]
    plane = plane_of(tape, best[None])
    u, v = best[0] + GRID / 10, best[1] + GRID / 10
    measured = losses(plane, learner("adaline"), tape.problem.settings, u, v)
    assert np.unravel_index(measured.argmin(), measured.shape) == (6, 6)


def test_numbers_beyond_all_range_are_no_fault():
    tape = tape_of([[1e150, 1.0], [0.0, 1.0]], [1, 0], "adaline")
    plane = plane_of(tape, np.zeros((1, 3)))
    far = np.array([-1e99, 1e99])
    assert losses(plane, learner("adaline"), tape.problem.settings, far, far).size


def test_each_class_has_its_own_labels_and_no_offset_has_no_column():
    X, y = clouds(30, classes=3)
    tape = tape_of(X, y, offset=False)
    weights = np.arange(9.0).reshape(3, 3)
    plane = plane_of(tape, weights, 2, 1, 2)
    assert (plane.y == np.where(plane.codes == 2, 1, -1)).all()
    assert not plane.b.any()
    assert plane.held.tolist() == [6.0, 7.0, 8.0]


def test_of_many_samples_a_fair_choice_counts():
    y = np.repeat([0, 1], MOST_SAMPLES)
    X = np.random.default_rng(0).normal(size=(len(y), 2))
    tape = tape_of(X, y)
    rows = tape.problem.random_rows(MOST_SAMPLES)
    assert len(set(rows.tolist())) == MOST_SAMPLES
    assert rows.tolist() == tape.problem.random_rows(MOST_SAMPLES).tolist()
    plane = plane_of(tape, np.zeros((1, 3)))
    for kept in (plane, plane.first(MOST_LOSSES)):
        assert 0.4 < (kept.y == 1).mean() < 0.6
