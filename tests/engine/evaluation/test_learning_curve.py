"""The learning curve: nested subsets, and the errors of what they teach."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.data.dataset import TRAINING, VALIDATION
from engine.data.split import split
from engine.errors import Cancelled, UserError
from engine.evaluation.folds import Folds
from engine.evaluation.learning_curve import learning_curve, nested_order
from engine.evaluation.report import report


def clouds(n: int = 200, seed: int = 0) -> Dataset:
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 4 == 0
    return Dataset(rng.normal(0, 1, (n, 2)) + 1.5 * y[:, None], np.where(y, 1, -1))


RECIPE = Recipe("logistic-regression", epochs=10)


@given(st.integers(0, 1000))
def test_every_beginning_has_the_classes_shares(seed) -> None:
    data = clouds()
    rows = split(data, 0.2, 0.1, seed).rows_of(TRAINING)
    order = nested_order(data.y, rows, seed)
    assert sorted(order) == rows.tolist()
    share = data.y[rows].mean()
    positives = np.cumsum(data.y[order])
    expected = share * np.arange(1, len(order) + 1)
    assert np.abs(positives - expected).max() <= 1


def test_it_can_be_drawn_by_another_score() -> None:
    data = split(clouds(), 0.3, 0.0)
    tape = Tape(data, RECIPE)
    tape.extend()
    curve = learning_curve([data], RECIPE, sizes=[140], score="balanced")
    for part, errors in ((TRAINING, curve.training), (VALIDATION, curve.validation)):
        judged = report(tape.model(), data, part)
        assert errors == pytest.approx(1 - judged.balanced_accuracy)


def test_the_last_point_is_the_run_on_all() -> None:
    data = split(clouds(), 0.3, 0.0)
    curve = learning_curve([data], RECIPE)
    tape = Tape(data, RECIPE)
    tape.extend()
    assert curve.sizes[-1] == 140
    assert (np.diff(curve.sizes) > 0).all()
    assert curve.training[0, -1] == tape.epochs.training_error[-1]
    assert curve.validation[0, -1] == tape.epochs.validation_error[-1]


def test_over_folds_there_is_a_row_for_each() -> None:
    folds = Folds(3).split(clouds())
    curve = learning_curve(folds, RECIPE, sizes=[10, 40, 100], seed=2)
    assert curve.training.shape == curve.validation.shape == (3, 3)
    again = learning_curve(folds, RECIPE, sizes=[10, 40, 100], seed=2)
    assert np.array_equal(curve.validation, again.validation)
    other = learning_curve(folds, RECIPE, sizes=[10, 40, 100], seed=3)
    assert not np.array_equal(curve.training[:, 0], other.training[:, 0]) or (
        not np.array_equal(curve.validation[:, 0], other.validation[:, 0])
    )


def test_more_samples_close_the_gap() -> None:
    folds = Folds(5).split(clouds(1000))
    curve = learning_curve(
        folds, RECIPE.replace(features="x1,x2,x1^2,x2^2"), sizes=[8, 800]
    )
    gap = (curve.validation - curve.training).mean(axis=0)
    assert gap[1] < gap[0]


def test_the_curve_grows_from_the_smallest_size() -> None:
    reports = []
    folds = Folds(2).split(clouds())
    whole = learning_curve(folds, RECIPE, sizes=[40, 10, 90], progress=reports.append)
    assert [report.sizes.tolist() for report in reports] == [
        [10],
        [10, 40],
        [10, 40, 90],
    ]
    assert np.array_equal(reports[1].validation, whole.validation[:, :2])


def test_what_cannot_be_drawn_is_said() -> None:
    with pytest.raises(UserError, match="samples held out"):
        learning_curve([clouds()], RECIPE)
    data = split(clouds(), 0.3, 0.0)
    for sizes in ([0], [141], []):
        with pytest.raises(UserError, match="1 to 140"):
            learning_curve([data], RECIPE, sizes=sizes)
    with pytest.raises(Cancelled):
        learning_curve([data], RECIPE, stop=lambda: True)
