"""Error and cost of a network over two of its parameters, against single networks."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.errors import Cancelled
from engine.families.network.slice import NetworkSlice, parameter_names
from engine.learners import learner
from engine.models.tie import wrong
from engine.spaces.cost import cost_of


@pytest.mark.parametrize(
    ("classes", "columns", "wanted"),
    [
        (2, (0, 2), {"strength": 0.01}),  # of one unit
        (3, (4, 13), {"second": 2, "activation": "relu"}),  # of two layers
        (
            3,
            (16, 1),
            {"second": 2, "activation": "sigmoid", "class_weight": "balanced"},
        ),
    ],
)
def test_each_place_is_a_network(classes, columns, wanted):
    rng = np.random.default_rng(1)
    data = Dataset(
        rng.normal(size=(40, 2)),
        [*range(classes), *rng.integers(0, classes, 40 - classes)],
    )
    recipe = Recipe("multi-layer-perceptron", hidden=3, epochs=2, **wanted)
    tape = Tape(data, recipe)
    tape.extend()
    parameters = tape.frame(50).used
    plane = NetworkSlice.through(tape, 50, parameters, columns)
    u, v = np.linspace(-3, 3, 4), np.linspace(-2, 5, 3)
    errors = plane.measured(u, v, by_cost=False)
    costs = plane.measured(u, v, by_cost=True)
    rule, problem = learner(recipe.learner), tape.problem
    for row, column in np.ndindex(3, 4):
        here = parameters.copy()
        here[list(columns)] = u[column], v[row]
        scores = rule.scores(problem.X, here, problem.settings)
        mistaken = wrong(scores, problem.codes, problem.tie)
        weights = problem.weights_of(problem.rows, 0)
        assert errors[row, column] == pytest.approx(
            np.average(mistaken, weights=weights)
        )
        cost = cost_of(problem, rule, here).total
        assert costs[row, column] == pytest.approx(cost, rel=1e-12)
    with pytest.raises(Cancelled):
        plane.measured(u, v, by_cost=True, progress=lambda share: False)


def test_parameters_have_names_in_their_order():
    names = parameter_names(["x₁", "x₂"], [2, 1], ("A", "B"))
    assert len(names) == 2 * 3 + 3 + 2 * 2
    assert (names[4], names[6], names[-1]) == ("x₂ → h2", "h1 → g1", "b of B")
