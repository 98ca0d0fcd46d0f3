from __future__ import annotations

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from tests.engine.learners.conftest import cloud, run

NAME = "manual-neuron"


@pytest.mark.parametrize(
    ("start", "fires"),
    [
        (((1.0, 1.0, -1.5),), [0, 0, 0, 1]),
        (((1.0, 1.0, -0.5),), [0, 1, 1, 1]),
        (((-1.0, -1.0, 0.5),), [1, 0, 0, 0]),
    ],
    ids=["and", "or", "nor"],
)
def test_gates_by_weights_and_threshold(start, fires):
    X = [[0, 0], [0, 1], [1, 0], [1, 1]]
    tape = run(NAME, X, fires, start=start)
    assert tape.model().training_error == 0
    assert tape.model().predict(np.array(X, float)).tolist() == fires


def test_it_never_changes_its_weights():
    X, y = cloud(40, 2, seed=1)
    start = ((0.3, -2.0, 0.25),)
    tape = run(NAME, X, y, start=start)
    assert tape.finished
    assert tape.steps == 40
    for k in range(tape.steps + 1):
        frame = tape.frame(k)
        assert frame.weights.tolist() == frame.used.tolist() == [list(start[0])]
        assert not frame.update
    scores = X @ start[0][:2] + start[0][2]
    error = (y * scores <= 0).mean()
    assert tape.model().training_error == error
    assert tape.epochs.training_error.tolist() == [error]
    assert tape.epochs.loss.tolist() == [40 * error]


def test_one_row_of_weights_for_each_of_three_classes():
    data = Dataset([[1.0], [2.0], [3.0]], ["a", "b", "c"])
    start = ((-1.0, 1.5), (0.0, 0.0), (1.0, -2.5))
    tape = Tape(data, Recipe(NAME, start=start))
    tape.extend()
    assert tape.model().weights.tolist() == [list(row) for row in start]
    assert tape.model().training_error == 0


def test_without_offset_the_threshold_is_0():
    tape = run(NAME, [[1.0]], [1], start=((2.0, 7.0),), offset=False)
    assert tape.model().weights.tolist() == [[2, 0]]


@pytest.mark.parametrize("start", [((1.0,),), ((1.0, 2.0), (1.0, 2.0)), (), "random"])
def test_weights_that_do_not_fit_are_refused(start):
    with pytest.raises(UserError):
        run(NAME, [[1.0]], [1], start=start)
