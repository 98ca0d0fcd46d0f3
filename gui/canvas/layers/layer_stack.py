"""The layers of a canvas plot, from the ground up."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, TypeVar

from gui.canvas.layers.angle import AngleLayer
from gui.canvas.layers.boundary import BoundaryLayer
from gui.canvas.layers.class_boundaries import ClassBoundariesLayer
from gui.canvas.layers.class_regions import ClassRegionsLayer
from gui.canvas.layers.compared_boundaries import ComparedBoundariesLayer
from gui.canvas.layers.density import DensityLayer
from gui.canvas.layers.hidden_units import HiddenUnitsLayer
from gui.canvas.layers.kernel_counts import KernelCountsLayer
from gui.canvas.layers.layer import Layer, LayerItem
from gui.canvas.layers.legend import LegendLayer
from gui.canvas.layers.mistake_marks import MistakeMarksLayer
from gui.canvas.layers.overlap_counts import OverlapCountsLayer
from gui.canvas.layers.points import PointsLayer
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


class LayerHeight(IntEnum):
    """How high lies what the plane itself draws; what features draw lies between."""

    DENSITY = 0
    CLASS_BOUNDARIES = 20
    COMPARED = 30
    BOUNDARY = 40
    SVM_MARGINS = 50
    HIDDEN_UNITS = 60
    KERNEL_COUNTS = 70
    POINTS = 80
    MISTAKES = 90
    OVERLAPS = 100
    SELECTION = 110
    WEIGHTS = 120
    ANGLE = 130
    LEGEND = 140


class LayerStack:
    """All layers, each over those before it; iterated from the lowest to the highest.

    Parameters
    ----------
    view : pyqtgraph.ViewBox
        What they are drawn on.

    Attributes
    ----------
    items : (LayerItem, LayerItem)
        What paints them: the ground, and over the grid the others.
    """

    def __init__(self, view: pg.ViewBox) -> None:
        self.items = LayerItem(view, 0), LayerItem(view, 1)
        self.class_regions = ground = ClassRegionsLayer(self.items[0])
        self._layers: list[Layer] = [ground]
        self.density = self.add(DensityLayer, LayerHeight.DENSITY)
        self.class_boundaries = self.add(
            ClassBoundariesLayer, LayerHeight.CLASS_BOUNDARIES
        )
        self.compared_boundaries = self.add(
            ComparedBoundariesLayer, LayerHeight.COMPARED
        )
        self.boundary = self.add(BoundaryLayer, LayerHeight.BOUNDARY)
        self.svm_margins = self.add(SvmMarginsLayer, LayerHeight.SVM_MARGINS)
        self.hidden_units = self.add(HiddenUnitsLayer, LayerHeight.HIDDEN_UNITS)
        self.kernel_counts = self.add(KernelCountsLayer, LayerHeight.KERNEL_COUNTS)
        self.points = self.add(PointsLayer, LayerHeight.POINTS)
        self.mistake_marks = self.add(MistakeMarksLayer, LayerHeight.MISTAKES)
        self.overlap_counts = self.add(OverlapCountsLayer, LayerHeight.OVERLAPS)
        self.selection_marks = self.add(SelectionMarksLayer, LayerHeight.SELECTION)
        self.weight_arrows = self.add(WeightArrowsLayer, LayerHeight.WEIGHTS)
        self.angle = self.add(AngleLayer, LayerHeight.ANGLE)
        self.legend = self.add(
            lambda item: LegendLayer(item, self._layers), LayerHeight.LEGEND
        )

    def add(self, make: Callable[[LayerItem], Added], height: float) -> Added:
        """Put a layer over those that lie lower, and under those that lie higher."""
        ground, (_, above) = self.class_regions, self.items
        layer = make(above)
        layer.height = height
        self._layers.append(layer)
        self._layers.sort(key=_height)
        above.layers.sort(key=_height)
        layer.picture, layer.theme = ground.picture, ground.theme
        if layer.picture is not None:
            layer.prepare(layer.picture)
        return layer

    def show_compared_only(self) -> None:
        """Hide what would speak of one run alone."""
        for layer in self:
            if layer.of_one_run:
                layer.setVisible(False)

    def find(self, kind: type[Added]) -> Added | None:
        """Give the layer of a kind, if there is one."""
        return next((layer for layer in self if isinstance(layer, kind)), None)

    def show_like(self, screen: LayerStack, *, film: bool) -> None:
        """On a sheet, draw what is drawn on a screen, or what is for every step."""
        for layer in screen:
            if layer.on_paper and not (film and layer.of_one_step):
                kind = type(layer)
                own = self.find(kind) or self.add(kind, layer.height)
                own.show_like(layer)

    def show_tip(self, place: QPointF) -> None:
        """Let Qt tell what the legend says of its row at a place of the view."""
        _, above = self.items
        tip = self.legend.tip_at(place)
        if tip != above.toolTip():
            above.setToolTip(tip)

    def __iter__(self) -> Iterator[Layer]:
        """Iterate over the layers, the lowest first."""
        return iter(self._layers)


def _height(layer: PictureLayer[Picture]) -> float:
    return layer.height
