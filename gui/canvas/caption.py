"""What is written under the plot of what it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learners.combination import USED
from gui.canvas.ranked import Ranked
from gui.style.text import number

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance

    from gui.canvas.plane import Plane
    from gui.canvas.plot import CanvasPlot
    from gui.canvas.plot_footer import PlotFooter
    from gui.session.session import Session


class Caption:
    """Writes which weights are used, what features draw, and how long arrows are.

    Parameters
    ----------
    session : Session
    plot : CanvasPlot
    footer : PlotFooter
        Where it is written.
    plane : callable
        Gives the two features that are chosen.
    """

    def __init__(
        self,
        session: Session,
        plot: CanvasPlot,
        footer: PlotFooter,
        plane: Callable[[], Plane],
    ) -> None:
        self._session, self._plot = session, plot
        self._footer, self._plane = footer, plane
        self._further: Ranked[Callable[[], str]] = Ranked()
        self._magnification = 0.0
        plot.view.sigRangeChanged.connect(self._follow_magnification)

    def add(self, give: Callable[[], str], changed: SignalInstance, rank: int) -> None:
        """Write what a feature says of what it draws, too; empty: nothing."""
        self._further.add(give, rank)
        changed.connect(self.write)

    def write(self, *_: object) -> None:
        """Write the newest."""
        self._magnification = self._plot.layers.weight_arrows.magnification
        self._footer.show_caption(self._texts())

    def _follow_magnification(self, *_: object) -> None:
        if self._plot.layers.weight_arrows.magnification != self._magnification:
            self.write()

    def _texts(self) -> list[str]:
        """Give what it may be, the fullest first."""
        if self._plot.picture is not None and self._plot.picture.legend:
            return ["folds, not the run"]
        session, frame = self._session, self._session.frame
        further = [give() for give in self._further]
        if frame is None or not frame.step:
            return [_together(*further)]
        if session.obstacle:
            return [f"the run before: step {frame.step:,}"]
        # Where the plane is stretched no length is a true one.
        scale = 1 if self._plane().stretch != 1 else self._magnification
        arrows = "" if scale == 1 else f"arrows × {number(scale)}"
        tape = session.tape
        combination = "last" if tape is None else tape.combination_at(frame.step)
        used = "" if combination == "last" else f"used: {USED[combination]}"
        return [_together(used, *further, arrows), arrows]


def _together(*words: str) -> str:
    return " · ".join(filter(None, words))
