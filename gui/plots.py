"""How every plot is dressed: ground, axes, grid, fonts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtGui import QColor

if TYPE_CHECKING:
    from gui.theme import Theme


class WholeAxis(pg.AxisItem):
    """An axis of whole numbers: no tick at half an epoch."""

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple]:
        """Round the spacings that pyqtgraph chooses."""
        chosen = super().tickSpacing(low, high, size)
        whole = {max(1, round(spacing)) for spacing, _ in chosen}
        return [(spacing, 0) for spacing in sorted(whole, reverse=True)]


def dress_plot(plot: pg.PlotWidget, theme: Theme) -> None:
    """Put the theme's colours on a plot's ground and axes.

    SI prefixes are off: an axis scaled by 0.001 cannot be read.
    """
    plot.setBackground(theme.card)
    plot.getViewBox().setBackgroundColor(theme.field)
    for side in ("left", "bottom", "right"):
        axis = plot.getAxis(side)
        axis.setSIPrefixEnableRanges(())
        axis.setPen(pg.mkPen(theme.border))
        axis.setTickPen(pg.mkPen(QColor(theme.border_strong)))
        axis.setTextPen(pg.mkPen(theme.muted))
        axis.setStyle(tickLength=-4, tickTextOffset=6)
    plot.showGrid(x=True, y=True, alpha=0.2)
