"""Folds: who is held out when."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Dataset, Recipe
from engine.data.dataset import TEST, TRAINING, VALIDATION, with_parts
from engine.data.split import split
from engine.errors import UserError
from engine.evaluation.cross_validation import cross_validate, out_of_fold
from engine.evaluation.folds import Folds, HoldOut, without_validation
from engine.evaluation.learning_curve import learning_curve
from engine.evaluation.search import search


def clouds(n: int = 60, seed: int = 0) -> Dataset:
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3 == 0
    return Dataset(rng.normal(0, 1, (n, 2)) + 2.0 * y[:, None], np.where(y, 1, -1))


@given(
    st.integers(2, 9), st.integers(0, 1000), st.booleans(), st.sampled_from([0, 0.3])
)
def test_every_sample_but_the_tests_is_held_out_once(k, seed, stratified, test) -> None:
    data = split(clouds(), 0.2, test, seed)
    parts = Folds(k, seed, stratified=stratified).parts(data)
    assert parts.shape == (k, 60)
    in_test = data.parts == TEST
    assert (parts[:, in_test] == TEST).all()
    held_out = (parts == VALIDATION).sum(axis=0)
    assert (held_out == np.where(in_test, 0, 1)).all()
    sizes = (parts == VALIDATION).sum(axis=1)
    assert sizes.max() - sizes.min() <= (2 if stratified else 1)
    assert np.array_equal(parts, Folds(k, seed, stratified=stratified).parts(data))


@given(st.integers(2, 9), st.integers(0, 1000))
def test_stratified_folds_have_their_share_of_each_class(k, seed) -> None:
    data = split(clouds(), 0, 0.2)
    for part in Folds(k, seed).parts(data):
        for code in (0, 1):
            members = ((data.y == code) & (data.parts != TEST)).sum()
            held_out = ((data.y == code) & (part == VALIDATION)).sum()
            assert members // k <= held_out <= -(-members // k)


def test_folds_are_shuffled_and_the_seed_decides() -> None:
    first, other = Folds(5, 0).parts(clouds()), Folds(5, 1).parts(clouds())
    assert not np.array_equal(first, other)
    assert not (first[0][:12] == VALIDATION).all()


def test_a_fold_is_the_same_data_in_other_parts() -> None:
    data = clouds()
    folds = Folds(3).split(data)
    assert len(folds) == 3
    for fold in folds:
        assert np.array_equal(fold.X, data.X)
        assert set(fold.parts.tolist()) == {TRAINING, VALIDATION}


@pytest.mark.parametrize("k", [1, 61, 0])
def test_impossible_folds_are_refused(k: int) -> None:
    with pytest.raises(UserError, match="take 2 to 60"):
        Folds(k).parts(clouds())


def test_a_class_smaller_than_k_is_dealt_out_as_far_as_it_goes() -> None:
    data = Dataset(np.arange(20.0)[:, None], [1] * 3 + [-1] * 17)
    held_out = (Folds(5).parts(data) == VALIDATION)[:, :3].sum(axis=1)
    assert sorted(held_out) == [0, 0, 1, 1, 1]
    few = Dataset(np.arange(6.0)[:, None], [1] * 3 + [-1] * 3)
    with pytest.raises(
        UserError, match="class “-1” has 3 samples; take 3 folds at most, or"
    ):
        Folds(5).parts(few)


def test_the_rarest_class_is_told_where_folds_have_none_of_it() -> None:
    y = [0] * 20 + [1] * 3 + [2]
    data = Dataset(np.arange(24.0)[:, None], y, class_names=["a", "b", "c"])
    assert Folds(2).notes(data) == (
        "Class “c” has 1 sample: some of the 2 folds have none of it; give more "
        "samples of it.",
    )
    tested = np.where(np.array(y) == 2, TEST, TRAINING).astype(np.uint8)
    others = with_parts(data, tested)
    assert Folds(4, stratified=False).notes(others) == (
        "Class “b” has 3 samples: some of the 4 folds have none of it; take 3 folds "
        "at most.",
    )
    assert Folds(3).notes(others) == ()
    assert Folds(2).notes(Dataset(np.empty((0, 1)), [])) == ()


def test_at_the_end_all_but_the_test_part_is_learned_from() -> None:
    data = split(clouds(), 0.2, 0.2)
    merged = without_validation(data)
    assert np.array_equal(merged.parts == TEST, data.parts == TEST)
    assert not (merged.parts == VALIDATION).any()


def weighed(weights) -> Dataset:
    """Give samples of which those of one class lie on those of the other."""
    X = [[float(i // 2)] for i in range(len(weights))]
    y = [i % 2 for i in range(len(weights))]
    return Dataset(X, y, sample_weights=weights)


def test_a_fold_in_which_nothing_counts_is_left_out_and_said() -> None:
    folds = Folds(3, stratified=False)
    empty = folds.parts(weighed([1.0] * 12))[1] == VALIDATION
    data = weighed(np.where(empty, 0.0, 1.0))
    assert folds.parts(data).shape == (3, 12)
    kept = folds.split(data)
    assert len(kept) == 2
    assert all(len(fold.counted_rows_of(VALIDATION)) for fold in kept)
    assert folds.notes(data) == (
        "1 of the 3 folds is left out: without a sample of a weight above 0 to judge "
        "by, or to learn from.",
    )
    assert folds.notes(weighed([1.0] * 12)) == ()


def test_where_no_fold_counts_it_is_refused() -> None:
    data = weighed([1.0] + [0.0] * 11)
    folds = Folds(3, stratified=False)
    with pytest.raises(UserError, match="weight above 0"):
        folds.split(data)
    parts = np.where(np.arange(12) < 6, TRAINING, VALIDATION).astype(np.uint8)
    with pytest.raises(UserError, match="no validation part"):
        HoldOut().parts(with_parts(weighed([1.0] * 6 + [0.0] * 6), parts))


@pytest.mark.parametrize("learner", ["perceptron", "voted-perceptron"])
def test_an_empty_fold_is_no_error_of_0(learner) -> None:
    """At each place there is a sample of either class: half of all are wrong."""
    folds = Folds(3, stratified=False)
    empty = folds.parts(weighed([1.0] * 12))[0] == VALIDATION
    data = weighed(np.where(empty, 0.0, 1.0))
    recipe = Recipe(learner, epochs=2)
    known = cross_validate(data, recipe, folds)
    exact = [
        Fraction(int(model.mistaken(data.X[rows], data.y[rows]).sum()), len(rows))
        for model, rows in zip(known.models, known.held_out, strict=True)
    ]
    assert len(exact) == 2
    assert known.validation.tolist() == pytest.approx([*map(float, exact)])
    found = search(data, [recipe], folds)
    assert found.mean[0] == pytest.approx(float(sum(exact) / 2))
    curve = learning_curve(folds.split(data), recipe, sizes=[4])
    assert curve.validation.shape == (2, 1)
    assert len(known.data.counted_rows_of(TRAINING)) == len(out_of_fold(known).y)


def test_a_learning_curve_counts_samples_that_are_learned_from() -> None:
    data = weighed([1.0, 1.0, 0.0, 0.0] * 4)
    folds = Folds(2).split(data)
    learned = [(fold.parts == TRAINING) & (fold.sample_weights > 0) for fold in folds]
    least = min(int(each.sum()) for each in learned)
    learning_curve(folds, Recipe(epochs=1), sizes=[least])
    with pytest.raises(UserError, match=f"give sizes from 1 to {least}"):
        learning_curve(folds, Recipe(epochs=1), sizes=[least + 1])
