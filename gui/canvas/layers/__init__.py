"""What is drawn on the canvas, one layer a file, from the ground up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.layers.boundary import BoundaryLayer
from gui.canvas.layers.boundary_handles import HandlesLayer
from gui.canvas.layers.branch_boundary import KeptRunLayer, RunsLegendLayer
from gui.canvas.layers.class_boundaries import ClassLinesLayer
from gui.canvas.layers.class_regions import RegionsLayer
from gui.canvas.layers.density import DensityLayer
from gui.canvas.layers.folds import FoldsLayer, FoldsLegendLayer
from gui.canvas.layers.largest_margin import MarginLayer
from gui.canvas.layers.mistake_marks import MistakeMarksLayer
from gui.canvas.layers.overlap_counts import CountsLayer
from gui.canvas.layers.points import PointsLayer
from gui.canvas.layers.selection import SelectionLayer
from gui.canvas.layers.svm_margins import SupportLayer, SupportLegendLayer
from gui.canvas.layers.weight_arrows import ArrowsLayer

if TYPE_CHECKING:
    import pyqtgraph as pg

    from gui.canvas.layers.layer import Layer

KINDS = (
    RegionsLayer, DensityLayer, MarginLayer, ClassLinesLayer, KeptRunLayer, FoldsLayer,
    BoundaryLayer, SupportLayer, PointsLayer, MistakeMarksLayer, CountsLayer,
    RunsLegendLayer, FoldsLegendLayer, SupportLegendLayer, SelectionLayer,
    ArrowsLayer, HandlesLayer,
)  # fmt: skip


def all_layers(view: pg.ViewBox) -> list[Layer]:
    """Put the layers on a view, the lowest first."""
    return [kind(view, height) for height, kind in enumerate(KINDS)]
