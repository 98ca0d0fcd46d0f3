"""Samples of any size: learned from, or refused or ended with a sentence."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.learners import learners

TOO_LARGE = "too large to learn from .at most 1e150.: scale the data down"


def data(size, classes):
    """Samples of which one, the third, is so large."""
    X = np.array([[1.0, 2.0], [-1.0, 0.5], [0.5, -1.0], [2.0, 1.0], [-2, -2], [0, 3]])
    X[2] *= size
    return Dataset(X, np.arange(6) % classes, feature_names=("width", "height"))


@pytest.mark.parametrize("name", learners())
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("size", [1e155, -1e155, 1e300, -1e300])
def test_what_would_overflow_is_refused_by_its_name(name, classes, size):
    with pytest.raises(UserError, match=f"height is as large as 1e.*{TOO_LARGE}"):
        Tape(data(size, classes), Recipe(name))


def test_a_product_of_large_features_is_named():
    recipe = Recipe(features="width,width*height")
    with pytest.raises(UserError, match=r"width\*height is as large as 5e159"):
        Tape(data(1e80, 2), recipe)


@pytest.mark.parametrize("size", [1e155, 1e300])
def test_standardised_they_can_be_learned_from(size):
    tape = Tape(data(size, 2), Recipe("passive-aggressive", standardise=True, epochs=5))
    tape.extend()
    assert tape.frame(tape.steps).updates
    assert np.isfinite(tape.model().weights).all()


@pytest.mark.parametrize("name", learners())
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("size", [1e61, 1e149])
def test_what_can_be_computed_ends_with_numbers_and_a_reason(name, classes, size):
    some, epochs = data(size, classes), {} if name == "manual-neuron" else {"epochs": 4}
    tape = Tape(some, Recipe(name, **epochs))
    tape.extend()
    told = ("diverged at step", "stopped at the limit", "converged", "nothing is")
    assert tape.reason.startswith(told)
    if tape.reason.startswith("diverged"):
        assert "the data are too large, scale them down" in tape.reason
    for k in range(tape.steps + 1):
        frame = tape.frame(k)
        assert np.isfinite(frame.scores).all()
        assert np.isfinite(tape.model_of(frame).scores(some.X)).all()
    for values in vars(tape.epochs).values():
        assert values is None or not np.isnan(values).any()
