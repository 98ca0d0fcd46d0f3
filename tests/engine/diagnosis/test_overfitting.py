"""Over-fitting is named where training falls and validation rises, and only there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.diagnosis.overfitting import validation_course

SHARES = st.lists(st.integers(0, 40), min_size=1, max_size=60)


def course(training, validation):
    return validation_course(np.array(training) / 40, np.array(validation) / 40, 40)


@given(SHARES, SHARES)
def test_what_is_told_is_so(training, validation):
    n = min(len(training), len(validation))
    training, validation = training[:n], validation[:n]
    verdict = course(training, validation)
    assert validation[verdict.best - 1] == min(validation)
    assert min(validation) not in validation[: verdict.best - 1]
    assert verdict.validation == (
        validation[verdict.best - 1] / 40,
        validation[-1] / 40,
    )
    assert verdict.training == (training[verdict.best - 1] / 40, training[-1] / 40)
    if verdict.overfits:
        after = slice(verdict.best - 1, None)
        fall, rise = np.array(training[after]), np.array(validation[after])
        half = len(fall) // 2
        assert verdict.training[1] < verdict.training[0]
        assert verdict.validation[1] > verdict.validation[0]
        assert fall[half:].mean() < fall[:half].mean()
        assert rise[half:].mean() > rise[:half].mean()


@given(st.integers(5, 30), st.integers(8, 40), st.integers(1, 3), st.integers(1, 3))
def test_a_valley_beside_a_descent_is_over_fitting(before, after, down, up):
    steps = np.arange(before + after)
    verdict = course(300 - down * steps, 200 + up * abs(steps - before))
    assert verdict.best == before + 1
    assert verdict.overfits


@pytest.mark.parametrize(
    ("training", "validation"),
    [
        (np.arange(40, 0, -1), np.arange(40, 0, -1)),
        (np.arange(1, 41), np.arange(1, 41)),
        (np.full(40, 3), np.arange(1, 41)),
        (np.arange(40, 0, -1), np.full(40, 5)),
        ([9, 8, 7, 6, 5, 4], [5, 6, 7, 8, 9, 9]),
    ],
)
def test_learning_and_unlearning_both_and_too_few_epochs_are_none(training, validation):
    assert not course(training, validation).overfits


def test_errors_that_jump_are_hardly_ever_taken_for_it():
    rng = np.random.default_rng(0)
    runs = [course(*rng.integers(5, 15, (2, 50))) for _ in range(500)]
    assert sum(run.overfits for run in runs) < 10


def test_before_the_first_epoch_there_is_nothing_to_tell():
    assert validation_course(np.empty(0), np.empty(0), 0) is None


@pytest.mark.parametrize(("n", "overfits"), [(1, False), (40, False), (50, True)])
def test_a_rise_of_fewer_than_five_samples_is_an_accident(n, overfits):
    """From 0 to 10 %: of 40 samples these are 4, of 50 five."""
    training, validation = np.linspace(0.3, 0.1, 20), np.linspace(0.0, 0.1, 20)
    assert validation_course(training, validation, n).overfits == overfits
