"""The plane of two features."""

import numpy as np
import pytest

from engine import Dataset
from gui.canvas.plane import Plane


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
