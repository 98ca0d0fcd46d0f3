"""What is drawn on the canvas, one layer a file, from the ground up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.layers.arrows import ArrowsLayer
from gui.canvas.layers.boundary import BoundaryLayer
from gui.canvas.layers.class_lines import ClassLinesLayer
from gui.canvas.layers.counts import CountsLayer
from gui.canvas.layers.density import DensityLayer
from gui.canvas.layers.folds import FoldsLayer, FoldsLegendLayer
from gui.canvas.layers.handles import HandlesLayer
from gui.canvas.layers.kept_run import KeptRunLayer, RunsLegendLayer
from gui.canvas.layers.margin import MarginLayer
from gui.canvas.layers.marks import MarksLayer
from gui.canvas.layers.points import PointsLayer
from gui.canvas.layers.regions import RegionsLayer
from gui.canvas.layers.selection import SelectionLayer
from gui.canvas.layers.support import SupportLayer, SupportLegendLayer

if TYPE_CHECKING:
    import pyqtgraph as pg

    from gui.canvas.layers.base import Layer

KINDS = (
    RegionsLayer, DensityLayer, MarginLayer, ClassLinesLayer, KeptRunLayer, FoldsLayer,
    BoundaryLayer, SupportLayer, PointsLayer, MarksLayer, CountsLayer,
    RunsLegendLayer, FoldsLegendLayer, SupportLegendLayer, SelectionLayer,
    ArrowsLayer, HandlesLayer,
)  # fmt: skip


def all_layers(view: pg.ViewBox) -> list[Layer]:
    """Put the layers on a view, the lowest first."""
    return [kind(view, height) for height, kind in enumerate(KINDS)]
