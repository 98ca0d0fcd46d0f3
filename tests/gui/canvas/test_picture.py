"""What the canvas shows at a moment: which samples are ringed as wrong."""

import numpy as np

from engine import Dataset, Recipe
from engine.data.edits import Weigh


def test_a_sample_of_weight_zero_is_not_ringed(window, hand):
    X = [[-1.0, 0], [1, 0], [2, 0], [-2, 0]]
    start = Recipe("manual-neuron", start=((1, 0, 0),))
    hand.session.begin(Dataset(X, [-1, 1, -1, 1]), start)
    hand.recorded()
    assert window.canvas.shown().wrong.tolist() == [2, 3]
    hand.session.edit(Weigh(np.array([2]), np.array([0.0])), "weigh")
    hand.recorded()
    assert window.canvas.shown().wrong.tolist() == [3]
    assert window.canvas.shown().wrong_among(np.array([1, 2])).tolist() == []
