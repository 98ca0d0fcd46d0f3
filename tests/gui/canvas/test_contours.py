"""Curved and voted lines, traced over a grid."""

from dataclasses import fields

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.families.linear.model import LinearModel
from gui.canvas.contours import (
    boundaries,
    contours,
    fine_scores,
    grid_scores,
    leading_class,
    level_lines,
    value_of_leader,
)
from gui.canvas.plane import Plane

SQUARE = (-5.0, -5.0, 5.0, 5.0)


def ring(k, n=12):
    rng = np.random.default_rng(1)
    y = np.arange(n * k) % k
    turn = 2 * np.pi * y / k
    X = 2.6 * np.column_stack([np.cos(turn), np.sin(turn)])
    return Dataset(X + rng.normal(0, 0.3, X.shape), y, class_names="ABCDEFGHI"[:k])


def trained(k, learner="perceptron", **settings):
    tape = Tape(ring(k), Recipe(learner, epochs=10, **settings))
    tape.extend()
    return tape.model(), Plane.of(tape.data)


@pytest.mark.parametrize("k", [2, 3, 9])
@pytest.mark.parametrize("squares", [False, True])
def test_each_class_has_the_line_on_which_its_score_is_zero(k, squares):
    model, plane = trained(k, squares=squares)
    lines = level_lines(model, plane, SQUARE)
    assert len(lines) == model.n_outputs
    assert any(lines)
    size = np.abs(model.scores(plane.lift(np.array([[5.0, 5.0], [-5.0, 5.0]])))).max()
    for output, polylines in enumerate(lines):
        for line in polylines:
            scores = model.scores(plane.lift(line))[:, output]
            assert np.abs(scores).max() < (0.02 * size if squares else 1e-9)
            assert squares or len(line) == 2


class CircleModel(LinearModel):
    """Scores that are 0 on a circle, of features that are as they are."""

    is_straight = False

    def scores(self, X):
        return (X**2).sum(axis=1, keepdims=True) - 9.0


def test_a_model_that_is_not_straight_is_drawn_as_it_scores():
    linear, plane = trained(2)
    assert linear.is_straight
    own = {field.name: getattr(linear, field.name) for field in fields(linear)}
    circle = CircleModel(**own)
    ((line,),) = level_lines(circle, plane, SQUARE)
    assert len(line) > 100
    assert np.hypot(*line.T) == pytest.approx(3.0, abs=0.01)


def test_the_lines_of_votes_are_where_half_of_them_say_mine():
    model, plane = trained(3, "voted-perceptron")
    cell = 10 / 127
    for output, polylines in enumerate(level_lines(model, plane, SQUARE)):
        for line in polylines:
            near = line[:, None] + cell * np.array([(1, 1), (-1, -1), (1, -1), (-1, 1)])
            scores = model.scores(plane.lift(near.reshape(-1, 2)))[:, output]
            around = scores.reshape(-1, 4)
            assert (around.min(axis=1) <= 0).all()
            assert (around.max(axis=1) >= 0).all()


@pytest.mark.parametrize("each_once", [False, True])
def test_on_a_curved_boundary_two_classes_lead(each_once):
    model, plane = trained(5, squares=True)
    lines = boundaries(model, plane, SQUARE, each_once=each_once)
    assert lines
    for line in lines:
        line = line[np.isfinite(line).all(axis=1)]
        scores = np.sort(model.scores(plane.lift(line)), axis=1)
        assert (scores[:, -1] - scores[:, -2]).max() < 0.02 * np.ptp(scores)


def test_a_value_of_the_leading_class_is_taken_everywhere():
    rng = np.random.default_rng(0)
    scores = rng.integers(0, 3, (20, 30, 4)).astype(float)  # many are equal
    values = rng.integers(1, 100, (4, 20, 30)).astype(np.float32)
    first, rows, columns = leading_class(scores)[0], *np.indices((20, 30))
    alone = (scores == scores.max(axis=2, keepdims=True)).sum(axis=2) == 1
    expected = np.where(alone, values[first, rows, columns], 0)
    assert (value_of_leader(scores, values) == expected).all()


def test_interpolated_scores_are_those_of_votes():
    model, plane = trained(3, "voted-perceptron")
    x, y = np.linspace(-5, 5, 201), np.linspace(4, -4, 161)
    fine = fine_scores(model, plane, SQUARE, x, y)
    exact = grid_scores(model, plane, x, y)
    assert fine.shape == exact.shape == (161, 201, 3)
    assert np.mean(leading_class(fine)[0] == leading_class(exact)[0]) > 0.98


@pytest.mark.parametrize("at", [(0.0, 0.0), (0.31, -0.72)])
@pytest.mark.parametrize("around", [0.0, 1e-3])
def test_lines_that_cross_have_no_gap(at, around):
    """(x − x₀)·(y − y₀) = r: for r = 0 a cross, else two bends, as near as they are."""
    x = y = np.linspace(-5, 5, 128)
    lines = contours(x, y, np.outer(y - at[1], x - at[0]) - around)
    points = np.concatenate([_along(line) for line in lines]) - at
    off = abs(points[:, 0] * points[:, 1] - around)
    assert off.max() <= (1e-5 if not around else 4e-3)
    assert np.hypot(*points.T).min() == pytest.approx(np.sqrt(2 * around), abs=0.02)
    if around:
        assert len(lines) == 2
        assert all(np.ptp(np.sign(line - at), axis=0).max() == 0 for line in lines)


def _along(line):
    shares = np.linspace(0, 1, 50)[:, None, None]
    return (line[:-1] + shares * (line[1:] - line[:-1])).reshape(-1, 2)


def test_votes_that_alternate_everywhere_are_traced():
    checks = np.indices((128, 128)).sum(axis=0) % 2 - 0.5
    x = np.linspace(0, 1, 128)
    assert contours(x, x, checks)


def test_a_network_is_scored_as_it_is_beyond_single_precision():
    X = 1e90 * np.array([[-2, -1], [-1, 2], [1, 1], [2, -1]])
    tape = Tape(Dataset(X, [0, 1, 1, 0]), Recipe("multi-layer-perceptron", epochs=2))
    tape.extend()
    model, plane, at = tape.model(), Plane.of(tape.data), 1e90 * np.arange(-2.0, 3.0)
    across, up = np.meshgrid(at, at)
    scores = model.scores(np.column_stack([across.ravel(), up.ravel()]))
    np.testing.assert_allclose(grid_scores(model, plane, at, at).ravel(), scores[:, 0])
