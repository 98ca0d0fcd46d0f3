"""The runs of the lectures: worked by hand, for the rules that they are about."""

from __future__ import annotations

import numpy as np
import pytest

from tests.engine.learners.conftest import all_weights, run

PERCEPTRONS = (
    "perceptron", "averaged-perceptron", "voted-perceptron", "pocket-perceptron",
)  # fmt: skip
BRUNCH = [
    [0, 1, 0, 0, 1, 0],
    [0, 1, 1, 0, 0, 1],
    [0, 0, 0, 1, 0, 0],
    [1, 0, 1, 1, 1, 1],
    [0, 0, 0, 1, 1, 0],
]
XOR = [[0, 0], [0, 1], [1, 0], [1, 1]]


@pytest.mark.parametrize("name", PERCEPTRONS)
def test_two_negative_points_through_the_origin(name):
    """0 − (2, 4) = (−2, −4); z = 8: (−2, −4) − (−6, 1) = (4, −5); then all right."""
    tape = run(name, [[2, 4], [-6, 1]], [-1, -1], offset=False)
    assert all_weights(tape)[:3].tolist() == [[0, 0, 0], [-2, -4, 0], [4, -5, 0]]
    assert tape.frame(tape.steps).weights.tolist() == [[4, -5, 0]]
    assert tape.converged
    assert tape.steps == 4


@pytest.mark.parametrize("name", PERCEPTRONS)
def test_with_another_second_point_it_takes_three_updates(name):
    """(−2, −4) gives (1, −2) the score 6 > 0, a mistake: (−3, −2).

    Then (2, 4) has −14 and (1, −2) has 1 > 0: (−4, 0); −8 and −4: all right.
    """
    tape = run(name, [[2, 4], [1, -2]], [-1, -1], offset=False)
    steps = [[0, 0, 0], [-2, -4, 0], [-3, -2, 0], [-3, -2, 0], [-4, 0, 0]]
    assert all_weights(tape)[:5].tolist() == steps
    assert tape.frame(tape.steps).weights.tolist() == [[-4, 0, 0]]
    assert tape.converged


@pytest.mark.parametrize("name", [*PERCEPTRONS, "perceptron-criterion"])
def test_the_brunch_of_six_ingredients_is_learned_without_error(name):
    tape = run(name, BRUNCH, [1, 1, 1, -1, -1], epochs=200)
    assert tape.converged
    if name in ("averaged-perceptron", "voted-perceptron"):
        # Converged says that the newest weights are right; the mean lags behind.
        tape = run(
            name, BRUNCH, [1, 1, 1, -1, -1], epochs=200, stop_without_mistake=False,
            target_error=0.0,
        )  # fmt: skip
    assert tape.model().training_error == 0


@pytest.mark.parametrize("name", ["adaline", "linear-svm", "logistic-regression",
                                  "passive-aggressive"])  # fmt: skip
def test_those_that_never_rest_learn_the_brunch_too(name):
    rates = {"adaline": 0.1, "linear-svm": None, "passive-aggressive": None}
    eta = rates.get(name, 0.5)
    settings = {} if eta is None else {"learning_rate": eta}
    if name == "linear-svm":
        settings = {"strength": 0.01}
    tape = run(
        name, BRUNCH, [1, 1, 1, -1, -1], epochs=2000, target_error=0.0, **settings
    )
    assert tape.reason.startswith("reached the target error")
    assert tape.model().training_error == 0


@pytest.mark.parametrize("name", PERCEPTRONS)
def test_xor_never_converges_without_the_product(name):
    tape = run(name, XOR, [-1, 1, 1, -1], epochs=500)
    assert not tape.converged
    assert (tape.epochs.mistakes > 0).all()
    assert tape.model().training_error >= 0.25


@pytest.mark.parametrize("name", PERCEPTRONS)
def test_xor_converges_with_the_product(name):
    tape = run(name, XOR, [-1, 1, 1, -1], epochs=200, features=["x1", "x2", "x1*x2"])
    assert tape.converged
    assert tape.model().features.names == ("x1", "x2", "x1*x2")
    w = tape.frame(tape.steps).weights[0]
    signs = [np.sign(w @ [a, b, a * b, 1]) for a, b in XOR]
    assert signs == [-1, 1, 1, -1]


def test_three_points_on_a_line_separate_with_the_square():
    """The middle one of the other class: no line, but a parabola."""
    plain = run("perceptron", [[-1], [0], [1]], [1, -1, 1], epochs=5000)
    assert not plain.converged
    tape = run(
        "perceptron", [[-1], [0], [1]], [1, -1, 1], epochs=200, features=["x1", "x1^2"]
    )
    assert tape.converged
    assert tape.model().training_error == 0
