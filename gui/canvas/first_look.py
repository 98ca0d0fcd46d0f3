"""What the canvas asks of many samples first, worked out before they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.data.dataset import TRAINING
from gui.canvas.plane import Plane, fair_stretch
from gui.canvas.point_index import MOST_SYMBOLS, point_index

if TYPE_CHECKING:
    from engine import Dataset


def looked_at(data: Dataset) -> Dataset:
    """Give the same data; what it costs to look at them is then done, in any thread."""
    if data.n_samples > MOST_SYMBOLS:
        plane = Plane.of(data, stretch=fair_stretch(data, 0, 1))
        plane.corners(data)
        point_index(data, plane.across, plane.up, plane.stretch)
        data.rows_of(TRAINING)
        _ = data.counts
    return data
