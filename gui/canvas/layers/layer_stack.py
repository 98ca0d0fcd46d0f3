"""The layers of a canvas plot, from the ground up."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from gui.canvas.layers.added_point import AddedPointLayer
from gui.canvas.layers.angle import AngleLayer
from gui.canvas.layers.boundary import BoundaryLayer
from gui.canvas.layers.boundary_handles import BoundaryHandlesLayer
from gui.canvas.layers.class_boundaries import ClassBoundariesLayer
from gui.canvas.layers.class_regions import ClassRegionsLayer
from gui.canvas.layers.compared_boundaries import ComparedBoundariesLayer
from gui.canvas.layers.density import DensityLayer
from gui.canvas.layers.hidden_units import HiddenUnitsLayer
from gui.canvas.layers.kernel_counts import KernelCountsLayer
from gui.canvas.layers.largest_margin import LargestMarginLayer
from gui.canvas.layers.layer import Layer, LayerItem
from gui.canvas.layers.legend import LegendLayer
from gui.canvas.layers.mistake_counts import MistakeCountsLayer
from gui.canvas.layers.mistake_marks import MistakeMarksLayer
from gui.canvas.layers.overlap_counts import OverlapCountsLayer
from gui.canvas.layers.points import PointsLayer
from gui.canvas.layers.predicted_point import PredictedPointLayer
from gui.canvas.layers.selection_marks import SelectionMarksLayer
from gui.canvas.layers.svm_margins import SvmMarginsLayer
from gui.canvas.layers.weight_arrows import WeightArrowsLayer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyqtgraph as pg
    from PySide6.QtCore import QPointF

    from gui.canvas.layers.layer import PictureLayer
    from gui.canvas.picture import Picture

Added = TypeVar("Added", bound=Layer)


class LayerStack:
    """All layers, each over those before it; iterated from the lowest to the highest.

    Parameters
    ----------
    view : pyqtgraph.ViewBox
        What they are drawn on.
    """

    def __init__(self, view: pg.ViewBox) -> None:
        self._ground, self._above = LayerItem(view, 0), LayerItem(view, 1)
        self.class_regions = ClassRegionsLayer(self._ground)
        self.density = DensityLayer(self._above)
        self.largest_margin = LargestMarginLayer(self._above)
        self.class_boundaries = ClassBoundariesLayer(self._above)
        self.compared_boundaries = ComparedBoundariesLayer(self._above)
        self.boundary = BoundaryLayer(self._above)
        self.svm_margins = SvmMarginsLayer(self._above)
        self.hidden_units = HiddenUnitsLayer(self._above)
        self.kernel_counts = KernelCountsLayer(self._above)
        self.points = PointsLayer(self._above)
        self.mistake_marks = MistakeMarksLayer(self._above)
        self.mistake_counts = MistakeCountsLayer(self._above)
        self.overlap_counts = OverlapCountsLayer(self._above)
        self.selection_marks = SelectionMarksLayer(self._above)
        self.predicted_point = PredictedPointLayer(self._above)
        self.added_point = AddedPointLayer(self._above)
        self.weight_arrows = WeightArrowsLayer(self._above)
        self.angle = AngleLayer(self._above)
        self.boundary_handles = BoundaryHandlesLayer(self._above, self.hidden_units)
        needy = self.compared_boundaries, self.svm_margins, self.mistake_counts
        others = [layer for layer in self if isinstance(layer, Layer)]
        self.legend = LegendLayer(self._above, others, needy)

    def add(self, make: Callable[[LayerItem], Added], *, lowest: bool = False) -> Added:
        """Put a layer over the others, or under them, once it is first asked for."""
        layer = make(self._above)
        if lowest:
            self._above.layers.insert(0, self._above.layers.pop())
        layer.picture, layer.theme = self.points.picture, self.points.theme
        if layer.picture is not None:
            layer.prepare(layer.picture)
        return layer

    @property
    def items(self) -> tuple[LayerItem, LayerItem]:
        """What paints them: the ground, and over the grid the others."""
        return self._ground, self._above

    def show_compared_only(self) -> None:
        """Hide what would speak of one run alone."""
        for layer in (
            self.class_regions, self.weight_arrows, self.svm_margins,
            self.hidden_units, self.kernel_counts, self.mistake_marks,
            self.class_boundaries, self.legend,
        ):  # fmt: skip
            layer.setVisible(False)

    def show_tip(self, place: QPointF) -> None:
        """Let Qt tell what the legend says of its row at a place of the view."""
        tip = self.legend.tip_at(place)
        if tip != self._above.toolTip():
            self._above.setToolTip(tip)

    def __iter__(self) -> Iterator[PictureLayer[Picture]]:
        """Iterate over the layers, the lowest first."""
        for item in self.items:
            yield from item.layers
