"""The last values are kept, none of them longer than its data set."""

from weakref import ref

import numpy as np

from engine import Dataset, Recipe, Tape
from engine.data.dataset_cache import DatasetCache


class Thing:
    pass


def data(n=4):
    return Dataset(np.arange(2.0 * n).reshape(n, 2), np.arange(n) % 2)


def test_a_value_is_made_once_for_each_data_set_and_way():
    recent, one, other = DatasetCache(2), data(), data()
    first = recent.of(one, "a", Thing)
    assert recent.of(one, "a", Thing) is first
    second = recent.of(other, "a", Thing)
    assert second is not first
    assert recent.of(one, "a", Thing) is first  # now the last that was asked for
    third = recent.of(one, "b", Thing)
    assert recent.of(one, "a", Thing) is first
    assert recent.of(one, "b", Thing) is third
    assert recent.of(other, "a", Thing) is not second


def test_a_value_goes_with_its_data_set():
    recent, kept, going = DatasetCache(2), data(), data()
    stays, gone = recent.of(kept, "a", Thing), ref(recent.of(going, "a", Thing))
    assert gone() is not None
    del going
    assert gone() is None
    assert recent.of(kept, "a", Thing) is stays


def test_a_run_that_is_dropped_leaves_no_samples_behind():
    samples = data(20)
    gone = ref(samples)
    tape = Tape(samples, Recipe(epochs=1, standardise=True))
    tape.extend()
    assert Tape(samples, Recipe(epochs=2, standardise=True)).problem.X is tape.problem.X
    del samples, tape
    assert gone() is None
