"""A still picture: its outlines lie where the decision changes, however it jumps."""

import json

import numpy as np
import pytest

from engine import Dataset, Recipe
from engine.data import gallery
from engine.export.session_file import SavedSession
from engine.export.still_picture import PARTS, still_entries

NEAR = 3
"""Parts of the view, less than a pixel."""
THREE = Dataset([[0.3, 2], [-2, -1.1], [2, -1], [0.4, -0.1]], [0, 1, 2, 0])


@pytest.mark.parametrize(
    ("data", "recipe"),
    [
        (
            gallery.example("moons").make(),
            Recipe("kernel-perceptron", kernel="rbf", gamma=1000),
        ),
        (gallery.example("moons").make(), Recipe("voted-perceptron", epochs=3)),
        (THREE, Recipe("softmax-regression", epochs=40)),
        (Dataset([[1.0], [2.0], [5.0]], [0, 1, 1]), Recipe("perceptron")),
    ],
)
def test_outlines_lie_where_the_decision_changes(data, recipe):
    tape = SavedSession(data, recipe, 0).tape()
    tape.extend()
    told = still_entries(SavedSession(data, recipe, tape.steps), tape)
    places = np.array([n for r in told["regions"][1:] for ring in r for n in ring])
    places = places.reshape(-1, 2)
    places = places[((places > NEAR) & (places < PARTS - NEAR)).all(axis=1)]
    left, bottom, right, top = told["rect"]
    model, decided = tape.model(), []
    for side in np.array([[1, 0], [-1, 0], [0, 1], [0, -1]]) * NEAR:
        shares = (places + side) / PARTS
        X = np.tile(data.centre, (len(places), 1))
        X[:, told["view"]["across"]] = left + (right - left) * shares[:, 0]
        if data.n_features > 1:
            X[:, told["view"]["up"]] = bottom + (top - bottom) * shares[:, 1]
        decided.append(model.decide(model.scores(X)))
    assert len(places) > 50
    changes = np.ptp(decided, axis=0) > 0
    assert changes.mean() > 0.95, "but where lines meet"
    assert len(json.dumps(told["regions"])) < 20_000
