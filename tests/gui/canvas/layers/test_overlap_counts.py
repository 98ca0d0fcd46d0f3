"""Places with several samples say so."""

import numpy as np

from engine import Dataset
from engine.data.gallery import example
from gui.canvas.layers.overlap_counts import OverlapCountsLayer, find_overlaps
from gui.canvas.plane import Plane


def test_samples_at_one_place_are_counted_by_class():
    data = example("brunch").make()
    plane = Plane.of(data)
    overlaps = dict(find_overlaps(data, plane.project(data.X)))
    assert overlaps == {(0.0, 0.0): ((0, 1), (1, 1)), (0.0, 1.0): ((1, 2),)}


def test_of_many_places_none_is_counted():
    X = np.repeat(np.arange(40.0), 2)[:, None] * [1.0, 1.0]
    data = Dataset(X, np.arange(80) % 2)
    assert find_overlaps(data, data.X) == []


def test_samples_with_weights_say_how_much_they_count():
    X = [[0, 0], [0, 0], [1, 1], [2, 2]]
    data = Dataset(X, [0, 1, 1, 0], sample_weights=[2, 1, 0.5, 1])
    overlaps = dict(find_overlaps(data, data.X))
    assert overlaps == {(0.0, 0.0): ((0, 2.0), (1, 1.0)), (1.0, 1.0): ((1, 0.5),)}
    many = np.arange(100.0)[:, None] * [1.0, 1.0]
    weights = np.where(np.arange(100) == 7, 3, 1)
    data = Dataset(many, np.arange(100) % 2, sample_weights=weights)
    assert find_overlaps(data, data.X) == [((7.0, 7.0), ((1, 3.0),))]


def test_plates_are_drawn_in_a_slice_only(window, hand):
    data = example("brunch").make()
    window.files.begin_with(data)
    hand.recorded()
    window.canvas.axes.margin_action.setChecked(True)
    layer = next(
        x for x in window.canvas.plot.layers if isinstance(x, OverlapCountsLayer)
    )
    assert not layer.overlaps
    window.canvas.axes.margin_action.setChecked(False)
    assert len(layer.overlaps) == 1
    bare, layer.overlaps = window.canvas.plot.grab().toImage(), ()
    layer.update()
    assert window.canvas.plot.grab().toImage() != bare
