"""The lifted scene: every sample on its side of the surface, circles cut by a plane."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.families.capabilities import can
from gui.canvas.plane import Plane
from gui.features.lifted_space.scene import CELLS, heights, scene


def rings(n=60):
    rng = np.random.default_rng(1)
    radius = np.concatenate([rng.uniform(0, 1.2, n), rng.uniform(1.8, 3, n)])
    angle = rng.uniform(0, 2 * np.pi, 2 * n)
    X = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return Dataset(X, np.repeat([0, 1], n))


def lifted(data, height=0, output=0, **recipe):
    tape = Tape(data, Recipe(**recipe))
    tape.extend()
    model, plane = tape.model(), Plane.of(data)
    offered = heights(data, model, plane)
    return model, offered, scene(data, model, plane, offered[height], output)


def test_what_is_learned_is_offered_first():
    def names(**recipe):
        return [term.name for term in lifted(rings(), **recipe)[1]]

    squares = ["x₁² + x₂²", "x₁²", "x₂²", "x₁·x₂"]
    assert names(epochs=1) == squares
    assert names(epochs=1, squares=True) == squares
    assert names(epochs=1, features="x1,x2,x1*x2")[:2] == ["x₁·x₂", "x₁² + x₂²"]
    assert names(epochs=1, features="x1,sin(x2)")[0] == "sin(x₂)"


def test_data_of_one_feature_are_lifted_too():
    data = Dataset([[-1.0], [0.0], [1.0]], [0, 1, 0])
    _, offered, shown = lifted(data, squares=True, epochs=50)
    assert [term.name for term in offered] == ["x₁²"]
    assert shown.names == ("x₁", "", "x₁²")
    assert np.isfinite(shown.points).all()
    assert len(shown.faces)


def test_a_circle_is_cut_out_by_a_surface_that_lies_between_the_classes():
    data = rings()
    _, _, shown = lifted(data, squares=True, epochs=200, order="shuffled")
    assert not shown.wrong.any()
    assert len(shown.faces)
    for point, code in zip(shown.points, data.y, strict=True):
        near = np.hypot(*(shown.corners[:, :2] - point[:2]).T) < 1 / CELLS
        over = point[2] - shown.corners[near, 2]
        assert (over > 0).all() if code else (over < 1 / CELLS).all()


@pytest.mark.parametrize("height", [0, 1, 2, 3])
def test_the_score_is_zero_on_the_surface_where_it_meets_the_sheet(height):
    data = rings()
    model, offered, shown = lifted(data, height, squares=True, epochs=3)
    places = shown.low + (shown.corners + 0.5) * (shown.high - shown.low)
    on_sheet = abs(offered[height].of(places[:, :2]) - places[:, 2]) < 0.02
    assert on_sheet.any()
    largest = abs(model.scores(data.X)).max()
    assert abs(model.scores(places[on_sheet, :2])).max() < 0.02 * largest


def test_without_a_weight_upwards_the_surface_is_an_upright_wall():
    _, _, shown = lifted(rings(), epochs=4, order="shuffled")
    tops = shown.corners[shown.corners[:, 2] > 0.499, :2]
    feet = shown.corners[shown.corners[:, 2] < -0.499, :2]
    assert len(tops) == len(feet) > 0
    assert np.sort(tops, axis=0) == pytest.approx(np.sort(feet, axis=0))


def test_points_and_sheet_are_inside_the_cube():
    data = Dataset([[1e6, -5.0], [3e6, -5.0], [2e6, -5.0]], [0, 1, 1])
    _, _, shown = lifted(data, squares=True, epochs=2)
    assert np.abs(shown.points).max() <= 0.5
    assert np.abs(shown.sheet).max() <= 0.5 + 1e-9
    assert len(shown.sheet) % 2 == 0


def test_more_features_are_held_and_the_third_can_go_up():
    rng = np.random.default_rng(0)
    data = Dataset(rng.normal(size=(40, 3)), rng.integers(0, 3, 40), ("a", "b", "c"))
    model, offered, shown = lifted(data, output=1, epochs=3)
    assert offered[0].name == "c"
    assert shown.names == ("a", "b", "c")
    assert not len(shown.sheet)
    # A plane: of these three features no other is held.
    places = shown.low + (shown.corners + 0.5) * (shown.high - shown.low)
    assert model.scores(places)[:, 1] == pytest.approx(0, abs=1e-6)
    assert shown.wrong.tolist() == model.mistaken(data.X, data.y).tolist()
    votes, _, cloud = lifted(data, epochs=3, learner="voted-perceptron")
    assert can(votes, "votes")
    assert np.isfinite(cloud.points).all()


def test_a_sample_of_weight_zero_is_not_marked_as_wrong():
    data = Dataset([[0.0, 0], [1, 1], [2, 2]], [0, 1, 0], sample_weights=[1, 1, 0])
    start = {"learner": "manual-neuron", "start": ((1, 0, -0.5),)}
    assert lifted(data, **start)[2].wrong.tolist() == [False, False, False]
    whole = Dataset(data.X, data.y)
    assert lifted(whole, **start)[2].wrong.tolist() == [False, False, True]
