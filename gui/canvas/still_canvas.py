"""A small canvas that is only looked at: a run, or a bundle of them, in a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.canvas.picture import rect_around
from gui.canvas.plot import CanvasPlot
from gui.plotting.figure import lay_out, paper_figure

if TYPE_CHECKING:
    from gui.canvas.picture import Picture
    from gui.plotting.figure import Figure, Sheet
    from gui.style.theme import Theme


class StillCanvas(CanvasPlot):
    """Shows pictures with all their samples, without numbers: room is worth more.

    Parameters
    ----------
    theme : Theme
    of_one_run : bool
        Whether layers are drawn that speak of one run alone: of its regions, its
        weights and its mistakes.
    """

    def __init__(self, theme: Theme, *, of_one_run: bool = True) -> None:
        super().__init__(theme)
        self._of_one_run = of_one_run
        self.setMinimumSize(120, 84)
        self.view.setMouseEnabled(False, False)
        if not of_one_run:
            self.layers.show_compared_only()

    def show_picture(self, picture: Picture) -> None:
        super().show_picture(picture)
        for side in ("left", "bottom"):  # naming an axis shows it
            self.hideAxis(side)

    def show_all(self, picture: Picture) -> None:
        """Draw a picture with all samples in view."""
        self.view.setRange(rect_around(picture), padding=0)
        self.show_picture(picture)

    def figure(self, sheet: Sheet) -> Figure | None:
        """Draw it as it is now, with numbers, on a sheet; None before a picture."""
        if self.picture is None:
            return None
        plot = CanvasPlot(sheet.theme)
        if not self._of_one_run:
            plot.layers.show_compared_only()
        plot.layers.legend.setVisible(sheet.legend)
        lay_out(plot, sheet.size)
        plot.view.setRange(rect_around(self.picture), padding=0)
        plot.show_picture(self.picture)
        return paper_figure(plot, sheet)
