"""Many samples are made ready to be looked at before they are shown."""

import numpy as np
import pytest

from engine import Dataset
from gui.canvas import point_index as module
from gui.canvas.plane import Plane, even_stretch
from gui.canvas.point_index import MOST_SYMBOLS, point_index, prepare_index


@pytest.mark.parametrize("width", [1, 2, 4])
def test_what_the_canvas_asks_for_is_there_already(width, monkeypatch):
    n = MOST_SYMBOLS + 1
    X = np.random.default_rng(0).normal(size=(n, width)) * [1, 50, 1, 1][:width]
    data = prepare_index(Dataset(X, np.arange(n) % 2))
    plane = Plane.of(data, stretch=even_stretch(data, 0, 1))
    assert plane.stretch == (0.02 if width == 4 else 1)
    monkeypatch.setattr(module, "PointIndex", None)  # none is made anew
    assert point_index(data, plane.across, plane.up, plane.stretch)


@pytest.mark.parametrize("stretch", [1.0, 0.2])
@pytest.mark.parametrize("width", [1, 3])
def test_corners_are_those_of_all_places(width, stretch):
    X = np.random.default_rng(0).normal(size=(50, width))
    data = Dataset(X, np.arange(50) % 2)
    plane = Plane.of(data, 0, width - 1, stretch)
    places = plane.project(X)
    low, high = plane.corners(data)
    assert low.tolist() == places.min(axis=0).tolist()
    assert high.tolist() == places.max(axis=0).tolist()
