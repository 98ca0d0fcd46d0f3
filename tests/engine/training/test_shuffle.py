"""The order of an epoch, by whole numbers of any size, and what is copied in it."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.training.loops import shuffle as shuffling

WORD = 2**64


def splitmix64(state):
    """Give the next state and the number (Steele, Lea & Flood 2014)."""
    state = (state + 0x9E3779B97F4A7C15) % WORD
    z = state
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return state, z ^ (z >> 31)


def test_the_random_numbers_are_the_published_ones():
    state, numbers = 1234567, []
    for _ in range(3):
        state, number = splitmix64(state)
        numbers.append(number)
    assert numbers == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def fisher_yates(n, seed, epoch):
    order, state = [*range(n)], (seed * 0xD1B54A32D192ED03 + epoch) % WORD
    for j in range(n - 1, 0, -1):
        state, number = splitmix64(state)
        i = (number >> 32) * (j + 1) >> 32
        order[i], order[j] = order[j], order[i]
    return order


@given(
    n=st.integers(0, 40), seed=st.integers(0, 2**32 - 1), epoch=st.integers(0, 2**40)
)
def test_an_epoch_is_that_of_its_seed_and_number(n, seed, epoch):
    order = np.full(n, -1, np.int32)
    with np.errstate(over="ignore"):
        getattr(shuffling.shuffle, "py_func", shuffling.shuffle)(order, seed, epoch)
    assert order.tolist() == fisher_yates(n, seed, epoch)


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("first", [0, 2, 5])
def test_samples_are_copied_in_the_order_of_the_epoch(monkeypatch, d, first):
    monkeypatch.setattr(shuffling, "WEIGHTED", True)
    rng = np.random.default_rng(d)
    order = rng.permutation(9).astype(np.int32)
    samples = SimpleNamespace(
        X=rng.normal(size=(9, d)), codes=rng.integers(0, 2, 9).astype(np.uint8),
        sample_weights=rng.random(9), order=order,
    )  # fmt: skip
    X, codes, weights = np.zeros((4, d)), np.zeros(4, np.uint8), np.zeros(4)
    gather = getattr(shuffling.gather, "py_func", shuffling.gather)
    gather(X, codes, weights, samples, first)
    rows = order[first : first + 4]
    np.testing.assert_array_equal(X, samples.X[rows])
    np.testing.assert_array_equal(codes, samples.codes[rows])
    np.testing.assert_array_equal(weights, samples.sample_weights[rows])
