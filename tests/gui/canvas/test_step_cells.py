"""Step units part the plane exactly where their lines are."""

import numpy as np
import pytest

from engine import Recipe, Tape
from engine.data.gallery import example
from gui.canvas.contours import boundaries
from gui.canvas.plane import Plane
from gui.canvas.step_cells import step_cells, step_scores

RECT = (-3.0, -2.0, 3.0, 2.0)
XOR = ((1.0, 1.0, 0.5), (-1.0, -1.0, 0.5), (1.0, 1.0, -1.5))
"""x₁ + x₂ > −½ and x₁ + x₂ < ½: both fire on a strip."""


def network(start=XOR, **recipe):
    data = example("xor").make()
    recipe = Recipe("manual-network", hidden=len(start) - 1, start=start, **recipe)
    tape = Tape(data, recipe)
    tape.extend()
    return tape.model(), Plane.of(data)


def test_the_boundary_is_two_straight_lines():
    lines = boundaries(*network(), RECT)
    assert [line.shape for line in lines] == [(2, 2), (2, 2)]
    for line, level in zip(lines, (-0.5, 0.5), strict=True):
        assert line.sum(axis=1) == pytest.approx([level, level])


def test_where_lines_cross_the_boundary_turns():
    """x₁ > 0 and x₂ > 0: an edge, of each line the half beside the other's side."""
    both = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 1.0, -1.5))
    lines = boundaries(*network(both), RECT)
    ends = sorted(sorted(map(tuple, line.round(9).tolist())) for line in lines)
    assert ends == [[(0.0, 0.0), (0.0, 2.0)], [(0.0, 0.0), (3.0, 0.0)]]


def test_cells_cover_the_view_and_score_as_the_model_does():
    rng = np.random.default_rng(0)
    start = (*rng.normal(size=(5, 3)).tolist(), rng.normal(size=6).tolist())
    model, plane = network(tuple(map(tuple, start)))
    cells = step_cells(model, plane, RECT)
    assert cells.areas.sum() == pytest.approx(24.0)
    middles = np.array([np.mean(polygon, axis=0) for polygon in cells.polygons])
    np.testing.assert_allclose(cells.scores, model.scores(plane.lift(middles)))


def test_cells_far_from_the_origin_are_as_large():
    far = 1e9
    rect = tuple(far + edge for edge in RECT)
    across, up = (1.0, 0.0, -far), (0.0, 1.0, -far)
    model, plane = network((across, up, (1.0, 1.0, -1.5)))
    assert step_cells(model, plane, rect).areas.tolist() == [6.0] * 4


def test_equal_units_have_one_line():
    twice = (XOR[0], XOR[0], (1.0, 1.0, -1.0))
    assert len(boundaries(*network(twice), RECT)) == 1


@pytest.mark.parametrize("opposite", [False, True])
def test_over_bent_terms_the_boundary_is_on_the_units_curves(opposite):
    """Within the circle, above x₂ = −1: an arc and a chord, however often said."""
    circle, chord = (0.0, 0.0, -1.0, -1.0, 2.25), (0.0, 1.0, 0.0, 0.0, 1.0)
    twin = tuple(-2 * w for w in circle) if opposite else circle
    start = (circle, chord, twin, (1.0, 1.0, 0.0, -1.5))
    model, plane = network(start, features=("x1", "x2", "x1^2", "x2^2"))
    lines = boundaries(model, plane, RECT)
    assert len(lines) == 2
    arc, straight = sorted(lines, key=len, reverse=True)
    assert np.hypot(*arc.T) == pytest.approx(1.5, abs=2e-3)
    assert arc[:, 1].min() == pytest.approx(-1.0, abs=2e-3)
    assert straight[:, 1] == pytest.approx(-1.0)
    ends = np.sort(straight[[0, -1], 0])
    assert ends == pytest.approx([-(1.25**0.5), 1.25**0.5], abs=5e-3)
    places = np.random.default_rng(0).uniform(-1, 1, (20, 30, 2)) * RECT[2:]
    inputs = model.first_layer.scores(plane.lift(places.reshape(-1, 2)))
    np.testing.assert_array_equal(
        step_scores(model, inputs.reshape(20, 30, -1)).reshape(600, -1),
        model.scores(plane.lift(places.reshape(-1, 2))),
    )
