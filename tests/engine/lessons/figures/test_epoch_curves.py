"""The curve of each value of a setting is that of a run with it."""

import numpy as np
import pytest

from engine import Recipe, Tape
from engine.data.gallery import example
from engine.learners import learner
from engine.lessons.facts import Situation
from engine.lessons.figures.epoch_curves import EpochCurves
from engine.spaces.cost import cost_of

RECIPE = Recipe("logistic-regression", learning_rate=0.5, epochs=5, order="shuffled")


@pytest.fixture
def begun():
    data = example("noisy-clusters").make()
    tape = Tape(data, RECIPE)
    tape.extend()
    return Situation(data, RECIPE, tape, 0)


def test_costs_begin_at_the_start_and_go_on_epoch_by_epoch(begun):
    figure = EpochCurves(of="cost", compare="batch_size", values=("0", "8", "1"))
    (chart,) = figure.draw(begun).charts
    assert [curve.name for curve in chart.curves] == ["full batch", "8", "1"]
    assert (chart.names_are, chart.x) == ("Batch size", (0, 5))
    for curve, size in zip(chart.curves, (0, 8, 1), strict=True):
        tape = Tape(begun.data, RECIPE.replace(batch_size=size))
        tape.extend()
        rule = learner("logistic-regression")
        costs = [
            cost_of(
                tape.problem, rule, tape.frame(k * tape.problem.steps_per_epoch).used
            )
            for k in range(6)
        ]
        np.testing.assert_allclose(
            curve.places, [(k, cost.total) for k, cost in enumerate(costs)]
        )
        assert curve.places[0][1] == pytest.approx(np.log(2))


def test_errors_are_those_of_the_epochs(begun):
    figure = EpochCurves(of="training error", compare="learner", values=("adaline",))
    (chart,) = figure.draw(begun).charts
    tape = Tape(begun.data, RECIPE.replace(learner="adaline"))
    tape.extend()
    assert chart.curves[0].places == tuple(
        (float(i), error) for i, error in enumerate(tape.epochs.training_error, 1)
    )
    assert chart.curves[0].name == "Adaline"
    assert chart.in_percent
