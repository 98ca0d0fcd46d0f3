"""What every weight space has: two weights to choose, their path, and what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from engine.numbers import percent
from engine.training.weight_path import WeightPath
from gui.features.weight_space.weight_controls import WeightControls
from gui.plotting.plot import STEPS
from gui.style.text import number
from gui.tasks.throttle import DelayedCall
from gui.widgets.legend_label import LegendLabel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QLabel

    from engine import Tape
    from gui.features.weight_space.weight_plot import WeightPlot
    from gui.session.session import Session
    from gui.style.theme import Theme
    from gui.widgets.legend_label import LegendItem

FRAME_SECONDS = 0.006
"""Seconds of a frame that may go into rebuilding the path."""


class PathView(QWidget):
    """Two weights across and up, and the path of the run as it lies over these two.

    A subclass draws the moment of the playhead in `refresh`, and writes its legend.

    Parameters
    ----------
    session : Session
    theme : Theme
    caption : QLabel
        Says at what the other weights are held.
    plot : WeightPlot
    tooltip : str
        What is seen on the plot.
    """

    def __init__(
        self,
        session: Session,
        theme: Theme,
        caption: QLabel,
        plot: WeightPlot,
        tooltip: str,
    ) -> None:
        super().__init__()
        self._session, self._theme, self._caption = session, theme, caption
        self.path: WeightPath | None = None
        self._path_key: tuple[object, ...] = ()
        self._rest_timer = DelayedCall(self, self.refresh)
        self.controls, self.legend, self.plot = WeightControls(), LegendLabel(), plot
        plot.setToolTip(tooltip)
        plot.describe("Weight space", STEPS, self._words)
        self.controls.changed.connect(self._refit_view)
        self.controls.follow.toggled.connect(self._follow_path)
        plot.following_changed.connect(self._show_following)

    def refresh(self, *, anew: bool = False) -> None:
        """Draw the moment of the playhead.

        Parameters
        ----------
        anew : bool
            Choose the view as if there were none.
        """
        raise NotImplementedError

    def update_legend(self) -> None:
        """Say what the marks are."""
        raise NotImplementedError

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.controls.set_theme(theme)
        self.plot.set_theme(theme)
        self.update_legend()

    def _refit_view(self) -> None:
        self.plot.follow(True)
        self.refresh(anew=True)

    def _follow_path(self, following: bool) -> None:
        self.plot.follow(following)
        if following:
            self.refresh(anew=True)

    def _show_following(self) -> None:
        self.controls.follow.setChecked(self.plot.following)

    def path_until(
        self, tape: Tape, step: int, output: int | None
    ) -> tuple[NDArray[np.float64], bool]:
        """Give the path up to a step, as far as it is there, and whether that is all.

        The rest is rebuilt in the next frames.
        """
        shown = self.controls.shown
        key = (tape, output, shown.across, shown.up)
        if self.path is None or self._path_key != key:
            self._path_key = key
            self.path = WeightPath(tape, output, (shown.across, shown.up))
        whole = self.path.grow(step, FRAME_SECONDS)
        if not whole:
            self._rest_timer.start()
        return self.path.until(step), whole

    def name_axes(self, plot: WeightPlot, tape: Tape) -> None:
        """Write on a plot which weights are across and up."""
        shown, names = self.controls.shown, self.controls.options.weights
        units = "" if tape.problem.scaling is None else " (standardised)"
        plot.name_axes(names[shown.across] + units, names[shown.up] + units)

    def _words(self) -> str:
        """Say what the two weights are, and how many samples are wrong with them."""
        frame, model = self._session.frame, self._session.model
        shown, names = self.controls.shown, self.controls.options.weights
        if frame is None or model is None or not names:
            return ""
        own = frame.weights if frame.weights.ndim == 1 else frame.weights[shown.output]
        phrases = [f"{names[k]} = {number(float(own[k]), 3)}" for k in shown.columns]
        error = percent(model.training_error)
        return f"Step {frame.step:,}: {', '.join(phrases)}; training error {error}"


def start_and_now(theme: Theme) -> list[LegendItem]:
    """Give the marks that every path has."""
    return [
        (theme.ink, "○", "start", "The weights that the run begins with"),
        (theme.ink, "●", "now", "The weights after this step"),
    ]
