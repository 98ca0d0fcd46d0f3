"""The η that is offered where a run diverges: tried, and no worse than that run."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.diagnosis.stable_rate import below, stable_rate
from engine.errors import Cancelled, never


def diverged(epochs=20):
    """Noisy clusters, for which η = 1 is far too large."""
    rng = np.random.default_rng(1)
    y = np.arange(80) % 2
    data = Dataset(rng.normal(0, 1.2, (80, 2)) + 2 * y[:, None], y)
    tape = Tape(data, Recipe("adaline", epochs=epochs, learning_rate=1.0))
    tape.extend()
    assert tape.diverged
    return tape


def error_with(tape, rate):
    run = Tape(tape.data, tape.recipe.replace(learning_rate=rate))
    run.extend()
    assert not run.diverged
    return run.model().training_error


@pytest.mark.parametrize("epochs", [5, 20])
def test_it_ends_with_the_fewest_mistakes_of_those_tried(epochs):
    tape = diverged(epochs)
    error = error_with(tape, stable_rate(tape, never))
    assert error <= tape.model().training_error
    most = 2 / (np.square(tape.data.X).sum(axis=1).max() + 1)
    for part in (1, 3, 10, 30):
        assert error <= error_with(tape, below(most / part))


def test_it_stops_when_it_is_no_longer_wanted():
    with pytest.raises(Cancelled):
        stable_rate(diverged(), lambda: True)


@pytest.mark.parametrize(
    ("value", "smaller"), [(0.11, 0.1), (0.1, 0.09), (7.0, 6.0), (1e-30, 9e-31)]
)
def test_the_next_number_of_one_digit_is_below(value, smaller):
    assert below(value) == smaller
