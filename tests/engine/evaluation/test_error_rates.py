"""Errors on parts and of streams so far, against counting."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.data.dataset import TEST, TRAINING, VALIDATION
from engine.evaluation.error_rates import error_on, share_of_last, share_so_far


@pytest.mark.parametrize("learner", ["perceptron", "voted-perceptron"])
@pytest.mark.parametrize("classes", [2, 3])
def test_each_part_is_counted_by_itself(learner, classes):
    rng = np.random.default_rng(classes)
    y = np.arange(60) % classes
    X = rng.normal(size=(60, 2)) + y[:, None]
    parts = rng.permutation(60) % 3
    names = ("A", "B", "C")[:classes]
    data = Dataset(X, y, class_names=names, parts=parts)
    tape = Tape(data, Recipe(learner=learner, epochs=3, standardise=True))
    tape.extend()
    model = tape.model()
    for part in (TRAINING, VALIDATION, TEST):
        wrong = model.mistaken(X, y)[parts == part]
        assert error_on(part, tape, model) == pytest.approx(wrong.mean())
    assert error_on(TRAINING, tape, model) == pytest.approx(model.training_error)
    assert error_on(VALIDATION, tape, model) == tape.epochs.validation_error[-1]


def test_a_part_without_samples_has_no_error():
    tape = Tape(Dataset([[0.0], [1.0]], [0, 1]), Recipe())
    assert error_on(TEST, tape, tape.model()) is None


def test_a_hand_count():
    mistakes = np.array([True, False, False, True, True])
    assert share_of_last(mistakes, 2).tolist() == [1, 0.5, 0, 0.5, 1]
    assert share_so_far(mistakes) == pytest.approx([1, 1 / 2, 1 / 3, 2 / 4, 3 / 5])
    assert not len(share_so_far(mistakes[:0]))


@given(st.lists(st.booleans(), max_size=60), st.integers(1, 80))
def test_every_share_is_the_mean_of_its_stretch(mistakes, window):
    made = np.array(mistakes, dtype=bool)
    means = [made[max(0, i - window) : i].mean() for i in range(1, len(made) + 1)]
    assert share_of_last(made, window) == pytest.approx(means)
