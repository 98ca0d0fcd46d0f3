"""The cost in the error plot: on an axis of its own, where it is asked for."""

import numpy as np
import pytest
from PySide6.QtCore import QSize

from engine import Dataset, Recipe
from engine.training.frame import Epochs
from gui.features.error.cost_curves import CostChoice
from gui.features.error.error_curve import ErrorCurve
from gui.features.error.error_figure import error_as_shown
from gui.plotting.figure import Sheet
from gui.style.theme import DARK, LIGHT

COST, LOG, PENALTY, STEPS = range(4)


def points(n=24, validated=True):
    rng = np.random.default_rng(1)
    y = np.arange(n) % 2
    parts = (np.arange(n) % 4 == 3).astype(int) if validated else None
    return Dataset(rng.normal(size=(n, 2)) + y[:, None], y, parts=parts)


@pytest.fixture
def run(window, hand):
    """Record a run, and choose what is drawn of its cost: ``run(recipe, *which)``."""

    def recorded(recipe, *which, data=None):
        for i, action in enumerate(window.panel("Error per epoch").cost_actions.all):
            action.setChecked(i not in which)  # so that either is a choice
            action.setChecked(i in which)
        hand.session.begin(data or points(), recipe)
        hand.recorded()
        hand.qtbot.wait(30)
        return window.panel("Error per epoch").plot

    return recorded


def values_of(plot, curve):
    """What the axis at the right says of a curve's points."""
    axis, view = plot.getAxis("right"), plot.view
    (low, high), (first, last) = view.viewRange()[1], axis.range
    values = first + (curve.up - low) / (high - low) * (last - first)
    return 10.0**values if axis.log else values


@pytest.mark.parametrize("which", [(COST,), (COST, LOG)])
def test_the_axis_tells_the_cost_of_each_epoch(run, hand, which):
    plot = run(Recipe("adaline", learning_rate=0.02, strength=0.1, epochs=9), *which)
    epochs = hand.session.tape.epochs
    assert plot.costs.cost.across.tolist() == list(range(1, 10))
    np.testing.assert_allclose(values_of(plot, plot.costs.cost), epochs.cost)
    np.testing.assert_allclose(
        values_of(plot, plot.costs.validation), epochs.validation_cost
    )
    assert plot.getAxis("right").labelText == "cost J"
    assert not len(plot.costs.penalty.up)
    # The errors are where they were.
    np.testing.assert_allclose(plot.error.up, 100 * epochs.training_error)


def test_the_penalty_is_drawn_alone_too(run, hand):
    plot = run(Recipe("linear-svm", strength=0.3, epochs=6), COST, PENALTY)
    penalty = hand.session.tape.epochs.penalty
    np.testing.assert_allclose(values_of(plot, plot.costs.penalty), penalty)


def test_too_large_a_rate_is_seen_to_grow(run, hand, window):
    recipe = Recipe("adaline", learning_rate=0.5, batch_size=0, epochs=12)
    plot = run(recipe, COST, LOG)
    cost = hand.session.tape.epochs.cost
    assert (np.diff(cost) > 0).all() and cost[-1] > 1e6
    assert (np.diff(plot.costs.cost.up) > 0).all()
    # Straight on the logarithmic axis, once it grows by a factor.
    assert np.ptp(np.diff(plot.costs.cost.up)[4:]) < 0.05 * plot.top


def test_a_cost_of_zero_has_no_logarithm(run, hand):
    separable = Dataset([[2.0, 1], [3, 1], [-2, -1], [-3, -1]], [1, 1, 0, 0])
    plot = run(Recipe("perceptron", epochs=5), COST, LOG, data=separable)
    cost = hand.session.tape.epochs.cost
    assert cost[-1] == 0
    assert len(plot.costs.cost.up) in (0, (cost > 0).sum(), len(cost))
    assert not plot.grab().toImage().isNull()


def test_without_a_cost_it_says_so_and_has_one_axis(run, window):
    plot = run(Recipe("voted-perceptron", epochs=3), COST)
    assert "no cost J" in window.panel("Error per epoch").legend.text().replace(
        "&nbsp;", " "
    )
    assert not plot.getAxis("right").isVisible()
    assert not len(plot.costs.cost.up)


def test_the_formula_is_told_only_with_the_cost(run, window):
    run(Recipe("adaline", epochs=3), COST)
    assert "J" in window.panel("Error per epoch").legend.toolTip()
    window.panel("Error per epoch").cost_actions.all[COST].trigger()
    assert not window.panel("Error per epoch").legend.toolTip()


def test_the_axis_of_the_cost_is_there_as_long_as_it_is_drawn(run, window):
    plot = run(Recipe("adaline", epochs=3), COST)
    assert plot.getAxis("right").isVisible()
    window.panel("Error per epoch").cost_actions.all[COST].trigger()
    assert not plot.getAxis("right").isVisible()
    assert not len(plot.costs.cost.up)


def test_where_nobody_chose_it_is_drawn_for_gradient_learners(window, hand):
    curve = window.panel("Error per epoch")
    for name, drawn in (
        ("perceptron", False),
        ("adaline", True),
        ("linear-svm", False),
    ):
        hand.session.begin(points(), Recipe(name, epochs=3))
        hand.recorded()
        hand.qtbot.wait(30)
        assert curve.cost_actions.all[COST].isChecked() == drawn
        assert curve.cost_actions.all[LOG].isEnabled() == drawn
        assert curve.plot.getAxis("right").isVisible() == drawn
    hand.session.begin(points(), Recipe("adaline", epochs=3))
    curve.cost_actions.all[LOG].trigger()
    assert CostChoice.remembered() == CostChoice(None, logarithmic=True)
    curve.cost_actions.all[COST].trigger()
    assert CostChoice.remembered().shown is False


def test_the_choice_is_remembered(run, window):
    run(Recipe("adaline", epochs=3), COST, PENALTY)
    assert CostChoice.remembered() == CostChoice(shown=True, penalty=True)
    again = ErrorCurve(window.session, DARK)
    assert again.plot.choice == CostChoice(shown=True, penalty=True)
    assert [action.isChecked() for action in again.cost_actions.all] == [1, 0, 1, 0]
    window.panel("Error per epoch").cost_actions.all[COST].trigger()
    assert [
        action.isEnabled()
        for action in window.panel("Error per epoch").cost_actions.all
    ] == [
        1,
        0,
        0,
        0,
    ]
    again.close()


def test_each_step_of_the_epoch_under_the_playhead(run, hand, window, qtbot):
    plot = run(Recipe("adaline", learning_rate=0.1, epochs=4), COST, STEPS)
    hand.session.seek(20)
    qtbot.waitUntil(lambda: plot.costs.steps.across[-1:].tolist() == [2])
    assert len(plot.costs.steps.up) == 19
    assert plot.costs.steps.across[[0, -1]].tolist() == [1, 2]
    ends = values_of(plot, plot.costs.steps)[[0, -1]]
    np.testing.assert_allclose(ends, hand.session.tape.epochs.cost[:2])
    hand.session.seek(40)
    qtbot.waitUntil(lambda: plot.costs.steps.across[-1:].tolist() == [3])
    window.panel("Error per epoch").cost_actions.all[STEPS].trigger()
    assert not len(plot.costs.steps.up)


def test_the_run_that_was_left_has_its_own(run, hand, window, qtbot):
    plot = run(Recipe("adaline", learning_rate=0.02, epochs=8), COST)
    hand.session.seek(18 * 3)
    hand.session.branches.begin()
    hand.session.change(hand.session.recipe.replace(learning_rate=0.001), "less")
    hand.recorded()
    qtbot.waitUntil(lambda: len(plot.costs.other.up) == 8)
    left, other = values_of(plot, plot.costs.cost), values_of(plot, plot.costs.other)
    np.testing.assert_allclose(left[:3], other[:3])
    assert left[-1] != other[-1]


def test_it_is_exported_as_it_is_shown(run, window, tmp_path):
    run(Recipe("adaline", epochs=3), COST, LOG)
    paper = error_as_shown(window.session, Sheet(QSize(600, 400)))
    paper.save(tmp_path / "cost.svg")
    text = (tmp_path / "cost.svg").read_text()
    assert "cost J" in text
    assert LIGHT.accent_text in text


def test_off_it_is_never_asked_for(nothing_seen, window, hand, monkeypatch):
    def asked(self):
        raise AssertionError

    monkeypatch.setattr(Epochs, "cost", property(asked))
    hand.session.begin(points(), Recipe("passive-aggressive", epochs=3))
    hand.recorded()
    assert window.panel("Error per epoch").plot.costs is None
    assert len(window.panel("Error per epoch").plot.error.up) == 3
