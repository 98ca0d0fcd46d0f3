"""What is drawn on the canvas, one layer a file, from the ground up."""

from gui.canvas.layers.arrows import ArrowsLayer
from gui.canvas.layers.base import Layer
from gui.canvas.layers.boundary import BoundaryLayer
from gui.canvas.layers.marks import MarksLayer
from gui.canvas.layers.points import PointsLayer
from gui.canvas.layers.regions import RegionsLayer

__all__ = ["Layer", "all_layers"]


def all_layers() -> list[Layer]:
    """Make the layers, the lowest first."""
    return [
        RegionsLayer(), BoundaryLayer(), PointsLayer(), MarksLayer(), ArrowsLayer()
    ]  # fmt: skip
