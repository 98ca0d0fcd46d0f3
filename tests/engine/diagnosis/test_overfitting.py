"""Over-fitting is named where training falls and validation rises, and only there."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.data.dataset import VALIDATION
from engine.diagnosis.overfitting import chance_of, course_of, validation_course

SHARES = st.lists(st.integers(0, 40), min_size=1, max_size=60)


def course(training, validation):
    """Give the course of so many wrong of 40, none of which became right."""
    validation = np.array(validation)
    return validation_course(
        np.array(training) / 40,
        validation / 40,
        lambda best: (max(0, int(validation[-1] - validation[best - 1])), 0),
    )


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
    assert validation_course(np.empty(0), np.empty(0), lambda best: (0, 0)) is None


@pytest.mark.parametrize(
    ("worse", "better", "overfits"),
    [(4, 0, False), (5, 0, True), (6, 1, False), (7, 1, True), (10, 5, False)],
)
def test_a_rise_by_chance_is_none(worse, better, overfits):
    """Of so many fair coins as many heads: 1/16, 1/32, 8/128, 9/256, 4944/32768."""
    training, validation = np.linspace(0.3, 0.1, 20), np.linspace(0.0, 0.1, 20)
    asked = []

    def changed(best):
        asked.append(best)
        return worse, better

    assert validation_course(training, validation, changed).overfits == overfits
    assert asked == [1]


@given(st.integers(0, 40), st.integers(0, 40))
def test_the_chance_is_that_of_coins(worse, better):
    n = worse + better
    exact = Fraction(sum(comb(n, k) for k in range(worse, n + 1)), 2**n)
    assert chance_of(worse, better) == pytest.approx(float(exact), rel=1e-9)


def test_weights_do_not_make_one_sample_many():
    """One of twelve weighs 20, so the error rises by 19/31: it is one sample still."""
    rng = np.random.default_rng(26)
    y = np.arange(24) % 2
    X = rng.normal(0, 1, (24, 2)) + 0.4 * y[:, None]
    weights = np.ones(24)
    weights[22] = 20
    parts = np.where(np.arange(24) < 12, 0, VALIDATION)
    data = Dataset(X, y, parts=parts, sample_weights=weights)
    tape = Tape(data, Recipe("adaline", learning_rate=0.01, epochs=40))
    tape.extend()
    course = course_of(tape)
    assert course.validation[1] - course.validation[0] > 0.5
    assert course.training[1] < course.training[0]
    ends = (tape.model(epoch * 12) for epoch in (course.best, course.last))
    before, after = (model.mistaken(X[12:], y[12:]) for model in ends)
    assert (after & ~before).sum() < 5
    assert not course.overfits
