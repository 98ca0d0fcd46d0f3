"""Step units part the plane exactly where their lines are."""

import numpy as np
import pytest

from engine import Recipe, Tape
from engine.data.gallery import example
from gui.canvas.contours import boundaries
from gui.canvas.plane import Plane
from gui.canvas.step_cells import step_cells

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


def test_equal_units_have_one_line():
    twice = (XOR[0], XOR[0], (1.0, 1.0, -1.0))
    assert len(boundaries(*network(twice), RECT)) == 1
