"""Samples as pictures: row by row from the top, large numbers dark."""

import numpy as np

from engine import Dataset, Recipe, Tape
from engine.lessons.facts import Situation
from engine.lessons.figures.sample_pictures import SamplePictures


def test_a_sample_and_the_weights_are_seen_as_squares():
    X = np.array([[0.0, 16, 8, 4], [16, 0, 0, 0], [8, 8, 0, 0]])
    data, recipe = Dataset(X, [0, 1, 1], class_names=("four", "nine")), Recipe()
    tape = Tape(data, recipe)
    tape.extend()
    begun = Situation(data, recipe, tape, tape.steps)
    figure = SamplePictures(of="samples", samples=(1, 3), weights=True)
    first, third, weights = figure.draw(begun).pictures
    assert first.cells == ((0, 1), (0.5, 0.25))
    assert first.captions == ("class four", "sample 1")
    assert third.cells == ((0.5, 0.5), (0, 0))
    w = begun.model.coef[0]
    assert weights.signed
    np.testing.assert_allclose(np.ravel(weights.cells), w / np.abs(w).max())
    assert (
        "sample 1 of class four and sample 3 of class nine"
        in figure.draw(begun).described
    )
