"""The layers of a canvas plot, from the ground up."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from gui.canvas.layers.boundary import BoundaryLayer
from gui.canvas.layers.boundary_handles import BoundaryHandlesLayer
from gui.canvas.layers.branch_boundary import BranchBoundaryLayer, BranchLegendLayer
from gui.canvas.layers.class_boundaries import ClassBoundariesLayer
from gui.canvas.layers.class_regions import ClassRegionsLayer
from gui.canvas.layers.density import DensityLayer
from gui.canvas.layers.folds import FoldsLayer, FoldsLegendLayer
from gui.canvas.layers.largest_margin import LargestMarginLayer
from gui.canvas.layers.layer import Layer
from gui.canvas.layers.mistake_marks import MistakeMarksLayer
from gui.canvas.layers.overlap_counts import OverlapCountsLayer
from gui.canvas.layers.points import PointsLayer
from gui.canvas.layers.predicted_point import PredictedPointLayer
from gui.canvas.layers.selection_marks import SelectionMarksLayer
from gui.canvas.layers.svm_margins import SvmLegendLayer, SvmMarginsLayer
from gui.canvas.layers.weight_arrows import WeightArrowsLayer

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyqtgraph as pg

L = TypeVar("L", bound=Layer)


class LayerStack:
    """All layers, each over those before it; iterated from the lowest to the highest.

    Parameters
    ----------
    view : pyqtgraph.ViewBox
        What they are drawn on.
    """

    def __init__(self, view: pg.ViewBox) -> None:
        self._view = view
        self._layers: list[Layer] = []
        self.class_regions = self._add(ClassRegionsLayer)
        self.density = self._add(DensityLayer)
        self.largest_margin = self._add(LargestMarginLayer)
        self.class_boundaries = self._add(ClassBoundariesLayer)
        self.branch_boundary = self._add(BranchBoundaryLayer)
        self.folds = self._add(FoldsLayer)
        self.boundary = self._add(BoundaryLayer)
        self.svm_margins = self._add(SvmMarginsLayer)
        self.points = self._add(PointsLayer)
        self.mistake_marks = self._add(MistakeMarksLayer)
        self.overlap_counts = self._add(OverlapCountsLayer)
        self.branch_legend = self._add(BranchLegendLayer)
        self.folds_legend = self._add(FoldsLegendLayer)
        self.svm_legend = self._add(SvmLegendLayer)
        self.svm_legend.margins = self.svm_margins
        self.selection_marks = self._add(SelectionMarksLayer)
        self.predicted_point = self._add(PredictedPointLayer)
        self.weight_arrows = self._add(WeightArrowsLayer)
        self.boundary_handles = self._add(BoundaryHandlesLayer)

    def _add(self, kind: type[L]) -> L:
        layer = kind(self._view, len(self._layers))
        self._layers.append(layer)
        return layer

    def __iter__(self) -> Iterator[Layer]:
        """Iterate over the layers, the lowest first."""
        return iter(self._layers)
