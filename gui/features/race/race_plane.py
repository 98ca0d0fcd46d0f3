"""The boundaries of all runs of the race over each other, among the samples."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame

from engine.data.view_choice import ViewChoice
from gui.canvas.picture import Picture, matches
from gui.canvas.plane import Plane
from gui.canvas.still_canvas import StillCanvas
from gui.plotting.figure_actions import FigureActions
from gui.plotting.figure_source import FigureSource
from gui.session.compared_run import MOST_VOTES
from gui.widgets.layouts import in_column

if TYPE_CHECKING:
    from engine import Dataset
    from gui.features.race.race import Race
    from gui.style.theme import Theme


class RacePlane(QFrame):
    """A line for each run in its colour, where it decides at the playhead.

    Attributes
    ----------
    plot : StillCanvas
    """

    def __init__(self, race: Race, theme: Theme) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._race = race
        self._plane_of: Dataset | None = None
        self._plane: Plane
        self.plot = StillCanvas(theme, of_one_run=False)
        about = "Left and right go through the race, a sample at a time"
        self.plot.describe("Boundaries of all runs", about, self._words)
        source = FigureSource("Boundaries", self.plot.figure, self._titles)
        FigureActions(source, self.plot, "race-boundaries")
        in_column(self, self.plot, margins=(8, 8, 8, 8))
        race.runs_changed.connect(self.fit)
        race.changed.connect(self.fit)
        race.moved.connect(self.refresh)
        self.fit()

    def set_theme(self, theme: Theme) -> None:
        self.plot.set_theme(theme)

    def picture(self) -> Picture | None:
        """Give the boundaries of this moment; None where no run is left."""
        race = self._race
        if not race.runs:
            return None
        data = race.runs[0].data
        compared = []
        for run, shown in zip(race.runs, race.compared, strict=True):
            model, tape = run.model, run.tape
            if model is None or tape is None or not matches(tape.data, data):
                continue
            drawn = () if model.is_zero else (model.thinned(MOST_VOTES),)
            compared.append(replace(shown, models=drawn))
        if self._plane_of is not data:
            choice = ViewChoice.of(data)
            self._plane_of, stretch = data, choice.stretch(data)
            self._plane = Plane.of(data, choice.across, choice.up, stretch)
        compared_runs = tuple(compared)
        return Picture(
            data, self._plane, None, data, None, None, compared=compared_runs
        )

    def fit(self) -> None:
        """Draw other data or recordings, with all samples in view."""
        if (shown := self.picture()) is not None:
            self.plot.show_all(shown)

    def refresh(self) -> None:
        """Draw another moment of the same."""
        if (shown := self.picture()) is not None:
            self.plot.show_picture(shown)

    def _words(self) -> str:
        return f"after {self._race.samples:,} samples"

    def _titles(self) -> tuple[str, str]:
        return "Race: boundaries", self._words()
