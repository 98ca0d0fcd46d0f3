from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.training import tape as tape_module
from engine.training.keyframes import Keyframes, State
from engine.training.loops.structures import MISTAKES, STEP, UPDATES

FEWEST = 16
"""States that are kept however little memory there is."""


def state(step):
    """A made-up state that tells its step in every entry."""
    tally = np.array([step, step // 2, step // 3, 0])
    parameters = np.full((1, 3), float(step))
    return State(parameters, parameters + 1, np.zeros((1, 4), np.int64), tally)


def kept(steps, stride=1, max_bytes=0):
    """Offer the states of all steps, in order."""
    keyframes = Keyframes(state(0), stride, max_bytes)
    for step in range(1, steps + 1):
        keyframes.offer(state(step))
    return keyframes


def steps_of(keyframes):
    return keyframes.tallies()[:, STEP].tolist()


def test_states_at_multiples_of_the_stride_are_kept():
    keyframes = kept(35, stride=10)
    assert keyframes.stride == 10
    assert steps_of(keyframes) == [0, 10, 20, 30]


def test_too_many_are_thinned_to_every_second():
    assert steps_of(kept(15)) == list(range(16))
    keyframes = kept(16)
    assert keyframes.stride == 2
    assert steps_of(keyframes) == list(range(0, 17, 2))


@given(st.integers(0, 3000), st.integers(1, 7), st.integers(0, 30_000))
@settings(deadline=None, max_examples=60)
def test_however_long_the_run_they_stay_few_and_evenly_spaced(steps, first, max_bytes):
    keyframes = kept(steps, first, max_bytes)
    steps_kept = steps_of(keyframes)
    assert len(steps_kept) <= max(FEWEST, max_bytes // state(0).parameters.nbytes)
    assert steps_kept == list(range(0, steps + 1, keyframes.stride))
    assert keyframes.stride % first == 0
    if keyframes.stride > first:
        assert len(steps_kept) > FEWEST // 2


@given(st.integers(0, 400), st.integers(1, 5), st.integers(0, 400))
@settings(deadline=None)
def test_the_state_at_or_before_a_step_is_the_nearest(steps, stride, step):
    keyframes = kept(steps, stride)
    nearest = keyframes.at_or_before(step)
    assert nearest.step == max(s for s in steps_of(keyframes) if s <= step)
    np.testing.assert_array_equal(
        nearest.parameters, np.full((1, 3), float(nearest.step))
    )


@given(st.integers(0, 400), st.integers(1, 5), st.integers(1, 200))
@settings(deadline=None)
@pytest.mark.parametrize("entry", [UPDATES, MISTAKES])
def test_the_last_state_below_a_count(entry, steps, stride, count):
    keyframes = kept(steps, stride)
    nearest = keyframes.last_below(entry, count)
    tallies = keyframes.tallies()
    below = tallies[tallies[:, entry] < count]
    assert nearest.step == below[-1, STEP]


def test_what_is_kept_is_a_copy_both_ways():
    live = state(0)
    keyframes = Keyframes(live, 1, 0)
    live.parameters[:] = 99
    keyframes.at_or_before(0).parameters[:] = 88
    keyframes.last_below(UPDATES, 1).tally[:] = 77
    assert keyframes.at_or_before(0).parameters.tolist() == [[0, 0, 0]]
    assert keyframes.at_or_before(0).tally.tolist() == [0, 0, 0, 0]
    later = state(1)
    keyframes.offer(later)
    later.parameters[:] = 99
    assert keyframes.at_or_before(1).parameters.tolist() == [[1, 1, 1]]


def test_a_state_out_of_turn_is_left():
    keyframes = Keyframes(state(0), 10, 0)
    for step in (5, 20, 0):
        keyframes.offer(state(step))
    assert steps_of(keyframes) == [0]


@pytest.mark.parametrize("learner", ["perceptron", "adaline"])
def test_a_thinned_tape_shows_the_same_frames(monkeypatch, learner):
    rng = np.random.default_rng(2)
    data = Dataset(rng.normal(size=(50, 3)), rng.integers(0, 3, 50))
    recipe = Recipe(learner, order="shuffled", epochs=80, learning_rate=0.01)
    plain = Tape(data, recipe)
    plain.extend()
    monkeypatch.setattr(tape_module, "CHUNK_WORK", 40)
    monkeypatch.setattr(tape_module, "KEYFRAME_BYTES", 0)
    thinned = Tape(data, recipe)
    thinned.extend()
    assert thinned.steps == plain.steps == 4000
    for k in range(0, 4001, 7):
        frame, other = thinned.frame(k), plain.frame(k)
        np.testing.assert_array_equal(frame.weights, other.weights)
        np.testing.assert_array_equal(frame.rows, other.rows)
        assert (frame.updates, frame.mistakes) == (other.updates, other.mistakes)
    for k in range(0, 4001, 97):
        assert thinned.next_mistake(k) == plain.next_mistake(k)
        assert thinned.previous_update(k) == plain.previous_update(k)


def reachable_bytes(root, seen):
    """Count what a tape holds: its objects and its arrays' own memory."""
    if id(root) in seen or isinstance(root, (type, Dataset)):
        return 0
    seen.add(id(root))
    size = sys.getsizeof(root)
    if isinstance(root, np.ndarray):
        return size
    if isinstance(root, (list, tuple)):
        return size + sum(reachable_bytes(item, seen) for item in root)
    held = getattr(root, "__dict__", {})
    return size + sum(reachable_bytes(item, seen) for item in held.values())


def test_memory_does_not_grow_with_the_run(monkeypatch):
    """Ten times the steps, hardly more bytes: the keyframes have 64 KiB at most."""
    monkeypatch.setattr(tape_module, "CHUNK_WORK", 100)
    monkeypatch.setattr(tape_module, "KEYFRAME_BYTES", 2**16)
    X = np.random.default_rng(0).normal(size=(1000, 4))
    data = Dataset(X, np.arange(1000) % 2)
    sizes = []
    for epochs in (20, 200):
        tape = Tape(data, Recipe(epochs=epochs))
        tape.extend()
        assert tape.steps == 1000 * epochs
        sizes.append(reachable_bytes(tape, set()))
    assert sizes[1] < 1.3 * sizes[0]
    assert max(sizes) < 2 * 2**16 + 2 * X.nbytes


def test_they_can_be_spread_as_far_as_is_asked_for():
    keyframes = kept(10, stride=2)
    assert keyframes.spread(7) == keyframes.stride == 6
    assert steps_of(keyframes) == [0, 6]
    for step in (9, 12, 18):
        keyframes.offer(state(step))
    assert steps_of(keyframes) == [0, 6, 12, 18]
    assert keyframes.spread(1) == 6
    assert keyframes.at_or_before(17).step == 12
