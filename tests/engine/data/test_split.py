"""Parts: who is learned from, and what is fitted on them alone."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.data.dataset import TEST, TRAINING, VALIDATION, with_parts
from engine.data.edits import Add, Remove
from engine.data.split import split
from engine.errors import UserError
from engine.learners import learners


def clouds(n: int = 60, seed: int = 0) -> Dataset:
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3 == 0
    return Dataset(rng.normal(0, 1, (n, 2)) + 2.0 * y[:, None], np.where(y, 1, -1))


def test_all_is_training_unless_split() -> None:
    data = clouds()
    assert not data.is_split
    assert (data.parts == TRAINING).all()


@given(st.integers(0, 1000), st.booleans())
def test_a_split_deals_every_sample_out_once(seed: int, stratified: bool) -> None:
    data = split(clouds(), 0.2, 0.3, seed, stratified=stratified)
    assert [len(data.rows_of(part)) for part in range(3)] == [30, 12, 18]
    assert np.array_equal(data.X, clouds().X)
    again = split(clouds(), 0.2, 0.3, seed, stratified=stratified)
    assert np.array_equal(data.parts, again.parts)


def test_a_stratified_split_keeps_the_classes_shares() -> None:
    data = split(clouds(), 0.25, 0.25, stratified=True)
    for part in (TRAINING, VALIDATION, TEST):
        assert np.isclose((data.y[data.rows_of(part)] == 1).mean(), 1 / 3, atol=0.05)


@pytest.mark.parametrize(
    ("shares", "said"),
    [((0.5, 0.5), "nothing to learn from"), ((-0.1, 0.0), "leave nothing")],
)
def test_shares_that_make_no_sense_are_refused(
    shares: tuple[float, float], said: str
) -> None:
    with pytest.raises(UserError, match=said):
        split(clouds(), *shares)


def test_a_class_too_small_for_every_part_is_said() -> None:
    data = Dataset([[0.0], [1.0], [2.0], [3.0]], [-1, 1, 1, 1])
    with pytest.raises(UserError, match="“-1” has one sample, but must have 3"):
        split(data, 0.25, 0.25)
    with pytest.raises(UserError, match="“-1” has one sample, but must have 2"):
        split(data, 0.25, 0.0)
    data = Dataset(np.zeros((6, 1)), [-1, 1] * 3)
    with pytest.raises(
        UserError, match="test part would have 1 of the 6 samples, too few for 2"
    ):
        split(data, 0.0, 0.2)


def test_parts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(UserError, match="parts: "):
        Dataset([[0.0], [1.0]], [-1, 1], parts=[0, 3])


def test_parts_travel_with_the_samples() -> None:
    data = split(clouds(), 0.2, 0.2)
    some = np.array([3, 10, 40])
    less = Remove(some).apply(data)
    assert np.array_equal(less.parts, np.delete(data.parts, some))
    back = Remove(some).inverse(data).apply(less)
    assert np.array_equal(back.parts, data.parts)
    more = Add(np.zeros((1, 2)), np.array([0])).apply(data)
    assert more.parts[-1] == TRAINING
    assert np.array_equal(pickle.loads(pickle.dumps(data)).parts, data.parts)


@pytest.mark.parametrize("order", ["given", "shuffled"])
def test_a_run_on_a_part_is_the_run_on_those_samples_alone(order: str) -> None:
    data = split(clouds(), 0.2, 0.2)
    rows = data.rows_of(TRAINING)
    alone = Dataset(data.X[rows], data.y[rows], class_names=data.class_names)
    recipe = Recipe("perceptron", epochs=3, order=order, standardise=True)
    part, whole = Tape(data, recipe), Tape(alone, recipe)
    part.extend()
    whole.extend()
    assert part.steps == whole.steps
    for k in range(1, part.steps + 1):
        one, other = part.frame(k), whole.frame(k)
        assert np.array_equal(one.weights, other.weights)
        assert np.array_equal(one.rows, rows[other.rows])
        assert np.array_equal(one.scores, other.scores)
    assert part.model().training_error == whole.model().training_error


def test_standardisation_is_fitted_on_the_training_part_only() -> None:
    data = split(clouds(), 0.3, 0.2)
    tape = Tape(data, Recipe("perceptron", standardise=True))
    scaling = tape.problem.scaling
    assert scaling is not None
    learned_from = data.X[data.rows_of(TRAINING)]
    assert np.allclose(scaling.mean, learned_from.mean(axis=0))
    assert np.allclose(scaling.scale, learned_from.std(axis=0))
    assert not np.allclose(scaling.mean, data.X.mean(axis=0))


def test_an_order_by_hand_names_the_samples_to_learn_from() -> None:
    parts = np.array([TRAINING, TEST, TRAINING, TRAINING], np.uint8)
    data = with_parts(Dataset([[1.0], [2.0], [3.0], [4.0]], [-1, 1, -1, 1]), parts)
    tape = Tape(data, Recipe("perceptron", order=(3, 0, 2), epochs=1))
    tape.extend()
    assert [int(tape.frame(k).rows[0]) for k in (1, 2, 3)] == [3, 0, 2]
    with pytest.raises(
        UserError,
        match=r"names row 2, .*: name each of the 3 rows to .* .1, 3, 4, …. once",
    ):
        Tape(data, Recipe("perceptron", order=(3, 0, 1)))


@pytest.mark.parametrize("learner", sorted(learners()))
@pytest.mark.parametrize("classes", [2, 3])
def test_every_epoch_has_the_errors_of_all_parts(learner: str, classes: int) -> None:
    rng = np.random.default_rng(3)
    y = np.arange(60) % classes
    data = split(Dataset(rng.normal(y[:, None], 1.0, (60, 2)), y), 0.25, 0.2)
    whole = Tape(data, Recipe(learner, **_three_epochs(learner)))
    whole.extend()
    measured = whole.epochs
    assert measured.validation_error is not None
    assert measured.test_error is not None
    for epoch in range(1, len(measured) + 1):
        model = whole.model(epoch * whole.problem.steps_per_epoch)
        for part, errors in enumerate(
            (measured.training_error, measured.validation_error, measured.test_error)
        ):
            rows = data.rows_of(part)
            share = model.mistaken(data.X[rows], data.y[rows]).mean()
            assert errors[epoch - 1] == pytest.approx(share)


def _three_epochs(learner: str) -> dict[str, object]:
    return {} if learner.startswith("manual") else {"epochs": 3, "order": "shuffled"}


def test_without_a_split_only_the_training_error_is_measured() -> None:
    tape = Tape(clouds(), Recipe(epochs=2))
    tape.extend()
    assert tape.epochs.validation_error is None
    assert tape.epochs.test_error is None


def test_nothing_to_learn_from_is_said() -> None:
    data = with_parts(clouds(4), np.full(4, TEST, np.uint8))
    with pytest.raises(UserError, match="nothing to learn from"):
        Tape(data, Recipe())
