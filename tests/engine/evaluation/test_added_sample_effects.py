"""One more sample at many places: each is the run that a tape records."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.data.edits import Add
from engine.errors import Cancelled, UserError
from engine.evaluation.added_sample_effects import added_sample_effects

RNG = np.random.default_rng(4)
X = RNG.normal(size=(24, 2))
PLACES = RNG.normal(size=(5, 2)) * 2


def end(data, recipe):
    tape = Tape(data, recipe)
    tape.extend()
    return (
        tape.newest_model(tape.frame(tape.steps))
        if "voted" in recipe.learner
        else (tape.model())
    )


@pytest.mark.parametrize(
    ("recipe", "classes"),
    [
        (Recipe(epochs=6), 2),
        (Recipe("adaline", learning_rate=0.02, epochs=6, standardise=True), 3),
        (Recipe("averaged-perceptron", epochs=4, order="shuffled"), 2),
        (Recipe("voted-perceptron", epochs=4), 2),
        (Recipe("softmax-regression", epochs=4, batch_size=5), 3),
    ],
)
def test_they_are_those_of_the_runs_recorded_with_it(recipe, classes):
    data = Dataset(X, np.digitize(X @ [1.0, -0.5], [0.0, 0.9][: classes - 1]))
    before = end(data, recipe)
    effects = added_sample_effects(data, recipe, PLACES, 1)
    for place, wrong, turn in zip(PLACES, effects.wrong, effects.turns, strict=True):
        after = end(Add(place[None], np.array([1])).apply(data), recipe)
        counts = [model.mistaken(data.X, data.y).sum() for model in (before, after)]
        assert wrong == counts[1] - counts[0]
        a, b = before.coef, after.coef
        cosines = (a * b).sum(axis=1) / np.linalg.norm(a, axis=1)
        cosines /= np.linalg.norm(b, axis=1)
        largest = np.degrees(np.arccos(np.clip(cosines, -1, 1))).max()
        assert turn == pytest.approx(largest, abs=1e-5)


def test_where_there_is_no_such_run_it_says_why_and_it_can_be_stopped():
    data = Dataset(X, (X[:, 0] > 0).astype(int))
    for recipe, why in (
        (Recipe("manual-neuron"), "set by hand"),
        (Recipe(order=tuple(range(24))), "order made by hand"),
    ):
        with pytest.raises(UserError, match=why):
            added_sample_effects(data, recipe, PLACES, 0)
    with pytest.raises(Cancelled):
        added_sample_effects(data, Recipe(), PLACES, 0, progress=lambda _: False)
    diverging = Recipe("adaline", learning_rate=1e6, epochs=90)
    assert np.isnan(added_sample_effects(data, diverging, PLACES, 0).wrong).all()


@pytest.mark.parametrize("name", ["kernel-perceptron", "multi-layer-perceptron"])
def test_a_model_without_rows_of_weights_is_refused_in_words(name):
    data = Dataset(X, (X[:, 0] > 0).astype(int))
    with pytest.raises(UserError, match="No map of a network or a kernel"):
        added_sample_effects(data, Recipe(name, epochs=2), PLACES, 1)
