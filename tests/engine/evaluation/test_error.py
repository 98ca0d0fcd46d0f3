"""Errors on parts, against counting."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.data.dataset import TEST, TRAINING, VALIDATION
from engine.evaluation.error import error_on


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
