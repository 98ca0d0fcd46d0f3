"""The curves are those of the proof, by hand, and end where its lines meet."""

import pytest

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.lessons.facts import Situation
from engine.lessons.figures.growth import Growth


def begun(y, learner="perceptron", **settings):
    data = Dataset([[3, 4], [-4, 3]], y)
    recipe = Recipe(learner, offset=False, **settings)
    tape = Tape(data, recipe)
    tape.extend()
    return Situation(data, recipe, tape, tape.steps)


def growth(*curves):
    return Growth(of="weight growth", curves=curves)


def test_two_updates_by_hand():
    """x = (3, 4), then w = (−1, 7): u = (−1, 7)/√50, γ = 5/√2, R = 5."""
    (chart,) = growth("along", "length").draw(begun([1, 1])).charts
    along, least, length, most = chart.curves
    assert [k for k, _ in along.places] == [k for k, _ in length.places] == [0, 1, 2]
    assert [w for _, w in along.places] == pytest.approx([0, 12.5**0.5, 50**0.5])
    assert [w for _, w in length.places] == pytest.approx([0, 5, 50**0.5])
    for (k, low), (same, high) in zip(least.places, most.places, strict=True):
        assert (low, high) == pytest.approx((k * 12.5**0.5, same**0.5 * 5))
    assert chart.mark.at == pytest.approx((2, 50**0.5))
    assert (least.name, most.name) == ("k·γ", "√k·R")


def test_one_of_them_alone_goes_as_far_as_the_run():
    (chart,) = growth("length").draw(begun([1, 1], learning_rate=0.5)).charts
    assert [curve.name for curve in chart.curves] == ["‖w‖", "√k·η·R"]
    assert (chart.x, chart.mark) == ((0, pytest.approx(2.4)), None)


@pytest.mark.parametrize(
    ("learner", "why"),
    [("adaline", "not about"), ("kernel-perceptron", "list of numbers")],
)
def test_where_the_proof_says_nothing_it_is_told(learner, why):
    with pytest.raises(UserError, match=why):
        growth("along").draw(begun([1, 1], learner))
