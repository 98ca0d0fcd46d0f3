"""Sources of a stream: what they promise about their samples."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.data.stream_sources import (
    RADIUS,
    REACH,
    RULE,
    SOURCES,
    centre,
    drift,
    source,
)
from engine.training.recipe import streamed

SEEDS = st.integers(0, 2**31 - 1)
FIRSTS = st.integers(0, 100_000)


def judge_of(weights):
    """Judge as the line w·x + b does; on it is a mistake."""

    def judge(X, y):
        z = X @ np.array(weights[:2]) + weights[2]
        return np.where(y == 1, z, -z) <= 0

    return judge


def everything_wrong(X, y):
    return np.ones(len(y), dtype=bool)


@given(st.integers(0, 10**6), st.floats(10, 1e6))
def test_the_centres_stay_on_a_circle_and_come_back_after_a_period(i, period):
    assert np.hypot(*centre(i, period)) == pytest.approx(RADIUS)
    there, back = centre(i, round(period)), centre(i + round(period), round(period))
    assert there == pytest.approx(back, abs=1e-6)


def test_the_centres_are_opposite_after_half_a_period():
    assert centre(0, 500) == pytest.approx([RADIUS, 0])
    assert centre(250, 500) == pytest.approx([-RADIUS, 0], abs=1e-12)


@given(SEEDS, FIRSTS, st.integers(1, 20))
@settings(max_examples=30)
def test_a_drifting_sample_depends_on_seed_and_number_only(seed, first, count):
    parameters = {"period": 500, "noise": 0.6}
    X, y = drift(first, count, seed, parameters, everything_wrong)
    for row in range(count):
        one, label = drift(first + row, 1, seed, parameters, everything_wrong)
        assert np.array_equal(one[0], X[row])
        assert label[0] == y[row]


def test_drifting_classes_are_where_their_centres_are():
    X, y = drift(0, 2000, 1, {"period": 10**6, "noise": 0.6}, everything_wrong)
    assert 900 < y.sum() < 1100
    assert X[y == 1].mean(axis=0) == pytest.approx([RADIUS, 0], abs=0.06)
    assert X[y == 0].mean(axis=0) == pytest.approx([-RADIUS, 0], abs=0.06)
    assert X[y == 1].std(axis=0) == pytest.approx([0.6, 0.6], abs=0.04)


LINES = st.tuples(*3 * [st.floats(-5, 5)])


@given(LINES, SEEDS, FIRSTS, st.floats(0.01, 2.0))
def test_a_fair_adversary_errs_never_and_ends_only_when_it_is_beaten(
    line, seed, first, margin
):
    one, judge = source("fair-adversary"), judge_of(line)
    X, y = one.give(first, 1, seed, {"margin": margin}, judge)
    if len(y):
        assert judge(X, y).all()
        side = X @ RULE * np.where(y == 1, 1, -1)
        assert (side >= margin - 1e-3).all()
        assert (abs(X) <= np.sqrt(2) * REACH).all()
        return
    rng = np.random.default_rng(seed)
    points = rng.uniform(-REACH, REACH, (2000, 2))
    side = points @ RULE
    clear = (abs(side) > margin + 2e-3) & (abs(side) < REACH)
    clear &= abs(points @ [-RULE[1], RULE[0]]) < REACH - 2e-3
    assert not judge(points[clear], (side[clear] > 0).astype(int)).any()


@given(LINES, SEEDS, FIRSTS)
def test_an_unfair_adversary_always_has_a_mistake(line, seed, first):
    judge = judge_of(line)
    X, y = source("unfair-adversary").give(first, 1, seed, {}, judge)
    assert len(y) == 1
    assert judge(X, y).all()


def test_the_drawing_gives_nothing_by_itself():
    X, y = source("drawing").give(0, 5, 0, {}, everything_wrong)
    assert X.shape == (0, 2)
    assert not len(y)


def test_a_fair_adversary_is_beaten_within_novikoffs_bound():
    for seed in range(5):
        X, y = np.empty((0, 2)), np.empty(0, np.int64)
        weights = np.zeros(3)
        while True:
            one, label = source("fair-adversary").give(
                len(y), 1, seed, {"margin": 0.3}, judge_of(weights)
            )
            if not len(label):
                break
            X, y = np.vstack([X, one]), np.append(y, label)
            tape = Tape(Dataset(X, y, class_names="AB"), streamed(Recipe()))
            tape.extend()
            weights = tape.frame(tape.steps).weights[0]
        assert tape.mistaken(1).all()
        assert len(y) <= (2 * REACH**2 + 1) / 0.299**2


@pytest.mark.parametrize("one", SOURCES, ids=lambda s: s.name)
def test_every_source_declares_what_it_can_be_asked(one):
    X, y = one.give(7, min(3, one.at_once), 0, one.defaults, everything_wrong)
    assert len(X) == len(y) == min(3, one.at_once)
    assert np.isin(y, (0, 1)).all()
    for parameter in one.parameters:
        assert parameter.check(parameter.default) == parameter.default
