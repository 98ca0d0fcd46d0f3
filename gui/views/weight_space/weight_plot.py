"""The plot of weight space: layers on axes of one scale that follow the path."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Signal

from gui.plotting.plot_style import name_axis, style_plot
from gui.views.weight_space.ground import GroundLayer
from gui.views.weight_space.lines import LinesLayer
from gui.views.weight_space.path import PathLayer, PathMarksLayer
from gui.views.weight_space.weight_picture import fitted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gui.style.theme import Theme
    from gui.views.weight_space.weight_picture import WeightPicture

KINDS = (GroundLayer, LinesLayer, PathLayer, PathMarksLayer)


class WeightPlot(pg.PlotWidget):
    """Draws a picture; wheel and drag look elsewhere, until told to follow again.

    Signals
    -------
    following_changed
        Whether the view follows the path: `following`.
    """

    following_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(enableMenu=False)
        self.following = True
        self.hideButtons()
        self.setMinimumSize(200, 190)
        self.view = self.getViewBox()
        # Only so is the update at a right angle to its sample's line.
        self.view.setAspectLocked(True)
        self.view.sigRangeChangedManually.connect(self._looked_elsewhere)
        self.layers = [kind(self.view, height) for height, kind in enumerate(KINDS)]
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        style_plot(self, theme)
        if self.layers[0].picture is not None:
            self._draw(self.layers[0].picture)

    def name_axes(self, across: str, up: str) -> None:
        """Write which weights are across and up."""
        name_axis(self, "bottom", across)
        name_axis(self, "left", up)

    def show_picture(
        self, picture: WeightPicture, also: NDArray, anew: bool = False
    ) -> None:
        """Draw another moment.

        Parameters
        ----------
        picture : WeightPicture
        also : ndarray, shape (m, 2)
            Further places to have in view.
        anew : bool
            Choose the view as if there were none.
        """
        if self.following:
            (left, right), (bottom, top) = self.view.viewRange()
            now = None if anew else (left, bottom, right, top)
            rect = fitted(now, np.vstack([picture.places, also]))
            if rect is not None:
                corner, size = rect[:2], (rect[2] - rect[0], rect[3] - rect[1])
                self.view.setRange(QRectF(*corner, *size), padding=0)
        self._draw(picture)

    def _draw(self, picture: WeightPicture) -> None:
        for layer in self.layers:
            layer.show_picture(picture, self.theme)

    def _looked_elsewhere(self, *_: object) -> None:
        self.follow(False)

    def follow(self, following: bool) -> None:
        """Let the view follow the path, or stay."""
        if following != self.following:
            self.following = following
            self.following_changed.emit()

    def close(self) -> bool:
        """Take the layers off first: pyqtgraph's `scene.clear` deletes them twice."""
        for item in self.layers:
            self.scene().removeItem(item)
        self.layers = []
        return bool(super().close())
