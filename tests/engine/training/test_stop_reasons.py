"""Why a run ends, in words: after its last step, and before it."""

import numpy as np
import pytest

from engine import Dataset, Recipe
from engine.training.loops.structures import ON_TARGET, SETTLED, WITHOUT_MISTAKE
from engine.training.problem import problem
from engine.training.stop_reasons import (
    LARGE_DATA,
    ahead,
    diverged,
    out_of_range,
    ran_out,
    stopped,
)


@pytest.mark.parametrize(
    ("ending", "after", "before"),
    [
        (WITHOUT_MISTAKE, "converged in epoch 3", "will converge in epoch 3"),
        (ON_TARGET, "reached the target error in epoch 3",
         "will reach the target error in epoch 3"),
        (SETTLED, "settled (‖Δw‖ below its bound) in epoch 3",
         "will settle (‖Δw‖ below its bound) in epoch 3"),
    ],
)  # fmt: skip
def test_a_stop_is_said_with_its_epoch(ending, after, before):
    assert stopped(ending, 3) == after
    assert ahead(after, 12_345) == f"{before}, step 12,345"


@pytest.mark.parametrize(
    ("reason", "before"),
    [
        ("stopped at the limit of 5 epochs",
         "will stop at the limit of 5 epochs, step 20"),
        ("diverged after step 7: learning rate too large",
         "will diverge after step 7: learning rate too large"),
        ("nothing is learned", "nothing is learned"),
        ("", ""),
    ],
)  # fmt: skip
def test_what_is_ahead_is_said_as_such(reason, before):
    assert ahead(reason, 20) == before


def test_a_limit_of_one_epoch_is_one():
    assert ran_out("perceptron", 1) == "stopped at the limit of 1 epoch"
    assert ran_out("perceptron", 2) == "stopped at the limit of 2 epochs"
    assert ran_out("manual-neuron", 2) == "nothing is learned"


def test_what_to_do_about_weights_out_of_range():
    fine = np.array([[LARGE_DATA, -1.0]])
    said = "diverged after step 9: learning rate too large"
    assert out_of_range(fine, 9) == said
    assert out_of_range(fine, 9, "; so it is") == f"{said}; so it is"
    for far in (np.nextafter(LARGE_DATA, np.inf), -2 * LARGE_DATA):
        assert out_of_range(np.array([[far, 1.0]]), 9) == (
            "diverged after step 9: the data are too large, scale them down"
        )
    data = Dataset([[3.0], [1.0]], [0, 1])
    posed = problem(data, Recipe("adaline"))
    assert diverged(posed, "adaline", 9) == f"{said}; safe below 0.2"
    assert diverged(problem(data, Recipe()), "perceptron", 9) == said
