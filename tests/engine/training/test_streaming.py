"""A stream: what comes later changes nothing of what was."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.data.stream_sources import drift
from engine.learners import learners
from engine.training.recipe import FIXED_BY_STREAM, streamed

LEARNING = [name for name, one in learners().items() if "epochs" in dict(Recipe(name))]


def drifting(n, classes=2):
    X, y = drift(0, n, 3, {"period": 120, "noise": 0.9}, None)
    names = "ABC"[:classes]
    return Dataset(X, (y + (np.arange(n) % 3 == 0)) % classes, class_names=names)


def record(data, recipe):
    tape = Tape(data, recipe)
    tape.extend()
    return tape


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("name", LEARNING)
def test_the_learner_goes_on_from_its_present_weights(name, classes):
    asked = Recipe(name, epochs=7, order="shuffled", standardise=True, seed=5)
    recipe = streamed(asked.replace(start="random"))
    whole = record(drifting(200, classes), recipe)
    for n in (1, 60, 199):
        full = drifting(200, classes)
        part = record(
            Dataset(full.X[:n], full.y[:n], class_names=full.class_names), recipe
        )
        assert part.steps == n
        for k in (0, n // 2, n):
            ours, theirs = part.frame(k), whole.frame(k)
            assert np.array_equal(ours.weights, theirs.weights)
            assert ours.mistakes == theirs.mistakes


@pytest.mark.parametrize("name", list(learners()))
def test_a_stream_takes_over_what_would_look_ahead(name):
    recipe = streamed(Recipe(name))
    assert streamed(recipe) == recipe
    for parameter, value in recipe:
        if parameter in FIXED_BY_STREAM:
            assert value == FIXED_BY_STREAM[parameter]
        else:
            assert value == dict(Recipe(name))[parameter]


def test_marks_of_an_epoch_are_those_of_its_frames():
    data = drifting(40)
    tape = record(data, Recipe(epochs=4, order="shuffled", stop_without_mistake=False))
    for epoch in (1, 3, 4):
        frames = [tape.frame(k) for k in range(40 * epoch - 39, 40 * epoch + 1)]
        assert tape.mistaken(epoch).tolist() == [f.mistake for f in frames]
    for epoch in (0, 5):
        with pytest.raises(IndexError, match="not recorded"):
            tape.mistaken(epoch)


def test_marks_of_a_long_voted_run_and_of_batches():
    data = drifting(3000)
    voted = record(data, streamed(Recipe("voted-perceptron")))
    assert voted.mistaken(1).sum() == voted.frame(3000).mistakes
    batches = record(data, Recipe("adaline", epochs=2, batch_size=7))
    marks = batches.mistaken(2)
    assert len(marks) == 3000
    assert marks.sum() == batches.epochs.mistakes[1]


def test_a_constant_rate_follows_the_drift_and_a_falling_one_does_not():
    X, y = drift(0, 6000, 0, {"period": 1500, "noise": 0.6}, None)
    data = Dataset(X, y, class_names="AB")
    errs = {}
    for schedule in ("constant", "inverse"):
        recipe = Recipe("logistic-regression", learning_rate=0.3, schedule=schedule)
        errs[schedule] = record(data, streamed(recipe)).mistaken(1)[3000:].mean()
    assert errs["constant"] < 0.06
    assert errs["inverse"] > 0.3
