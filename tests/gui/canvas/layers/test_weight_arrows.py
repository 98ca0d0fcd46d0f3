"""Where the arrows of the weights stand, and how large they are."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine import Dataset, Recipe
from gui.canvas.layers.weight_arrows import CLEAR, place_arrows

RECT, SIZE = (-4.0, -3.0, 6.0, 5.0), (500.0, 400.0)
number = st.floats(-2, 2)


@given(a=number, b=number, x=number, y=number, before=st.tuples(number, number))
def test_arrows_are_never_cut_and_stand_on_the_boundary(a, b, x, y, before):
    """Wherever in the view the boundary is."""
    assume(math.hypot(a, b) > 1e-3)
    c = -(a * x + b * y)
    placed = place_arrows((a, b, c), before, RECT, SIZE)
    assert placed is not None
    foot, scale = placed
    assert a * foot[0] + b * foot[1] + c == pytest.approx(0, abs=1e-6)
    left, bottom, right, top = RECT
    assert left <= foot[0] <= right
    assert bottom <= foot[1] <= top
    wide, high = CLEAR * 10 / 500, CLEAR * 8 / 400
    for dx, dy in ((a, b), before):
        x, y = foot[0] + scale * dx, foot[1] + scale * dy
        assert (
            min(left + wide, foot[0]) - 1e-6 <= x <= max(right - wide, foot[0]) + 1e-6
        )
        assert (
            min(bottom + high, foot[1]) - 1e-6 <= y <= max(top - high, foot[1]) + 1e-6
        )


def test_they_stand_nearest_to_the_origin_where_there_is_room():
    foot, scale = place_arrows((1.0, 0.0, -1.0), (0.0, 0.0), RECT, SIZE)
    assert (foot, scale) == ((1.0, 0.0), 1.0)


def test_out_of_view_there_are_none():
    assert place_arrows((1.0, 0.0, 50.0), (0.0, 0.0), RECT, SIZE) is None


def test_the_first_view_shows_the_whole_arrow(window, hand):
    """All samples near the origin's corner: it was cut at the lower edge."""
    X = [[1.0, 8.0], [2.0, 9.0], [8.0, 1.0], [9.0, 2.0], [8.5, 0.5]]
    hand.session.set_data(Dataset(X, [0, 0, 1, 1, 1], ("x1", "x2"), ("A", "B")))
    hand.session.set_recipe(Recipe(offset=False))
    hand.recorded()
    window.canvas.fit()
    arrows = window.canvas.plot.layers.weight_arrows
    for step in range(1, hand.session.last + 1):
        hand.session.seek(step)
        for x, y in arrows.ends.tolist():
            assert 0 < x < window.canvas.plot.view.width()
            assert 0 < y < window.canvas.plot.view.height()
