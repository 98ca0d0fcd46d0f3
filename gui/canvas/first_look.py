"""What the canvas asks of many samples first, worked out before they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.data.dataset import TRAINING
from gui.canvas.crowd import MOST_SYMBOLS, crowd
from gui.canvas.plane import Plane

if TYPE_CHECKING:
    from engine import Dataset


def looked_at(data: Dataset) -> Dataset:
    """Give the same data; what it costs to look at them is then done, in any thread."""
    if data.n_samples > MOST_SYMBOLS:
        plane = Plane.of(data)
        plane.corners(data)
        crowd(data, plane.across, plane.up)
        data.rows_of(TRAINING)
        _ = data.counts
    return data
