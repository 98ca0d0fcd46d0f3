"""Trials of a random search: a dot for each, in the colour of its error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QColor

from engine.evaluation.search_space import UNUSED, setting
from engine.learners import learner
from gui.features.evaluation.search.error_colours import ErrorScale, level, ramp
from gui.features.evaluation.search.recipe_plot import RecipePlot
from gui.features.evaluation.search.setting_text import name_of
from gui.plotting.axes import LogAxis
from gui.plotting.plot_style import name_axis

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from engine.evaluation.search import ErrorTable, SearchOutcome
    from engine.training.recipe import Recipe
    from gui.style.theme import Theme

BEST = "○ the best"
DOT = 12
"""Diameter in pixels."""
EDGE = 0.05
"""Share of an axis that is free at each end."""
FULL = 0.5
"""Share of the cells of a heatmap that have a recipe, from which it reads well."""


class TrialsScatterPlot(RecipePlot):
    """Draws the trials, the best last; the lowest values are at the lower left.

    A trial of a learner that has only one of the two hyperparameters has no place.
    """

    def __init__(self, theme: Theme) -> None:
        self.axes = {side: LogAxis(side) for side in ("bottom", "left")}
        super().__init__(theme, "Errors of the trials", self.axes)
        self.dots = pg.ScatterPlotItem(size=DOT)
        self.addItem(self.dots)
        self.scale = ErrorScale(self)
        self._results: SearchOutcome | None = None
        self._names = ("", "")
        self._places = np.empty(0, np.intp)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.view.setBackgroundColor(theme.ground)
        self.set_legend(BEST)
        self.scale.set_theme(theme)
        self.dots.setPen(pg.mkPen(theme.muted, width=1))
        self._colour()

    def show_trials(self, results: SearchOutcome, across: str, up: str) -> None:
        """Draw the recipes that are through, over two hyperparameters."""
        self._results, self._names = results, (across, up)
        ranking = results.ranking[::-1]
        known = [_has_both(results.recipes[i], across, up) for i in ranking.tolist()]
        self._places = places = ranking[np.array(known, bool)]
        x, ends_across = self._lay_out("bottom", across, results)
        y, ends_up = self._lay_out("left", up, results)
        self.view.setRange(xRange=ends_across, yRange=ends_up, padding=0)
        marks = np.column_stack([x, y])[places]
        self.dots.setData(pos=marks)
        self._colour()
        best = len(places) - 1 if results.best in places.tolist() else -1
        self.set_marks(marks, places, best)

    def _lay_out(
        self, side: str, name: str, results: SearchOutcome
    ) -> tuple[NDArray[np.float64], tuple[float, float]]:
        """Give where all recipes are on an axis, and its ends."""
        of = {i: setting(recipe, name) for i, recipe in enumerate(results.recipes)}
        of = {i: value for i, value in of.items() if value != UNUSED}
        axis = self.axes[side]
        axis.log = _is_log(results.recipes[min(of)], name) and min(of.values()) > 0
        axis.whole = all(isinstance(value, int) for value in of.values())
        axis.picture = None
        name_axis(self, side, name_of(name))
        at = np.full(len(results.recipes), np.nan)
        values = np.array(list(of.values()), np.float64)
        at[list(of)] = np.log10(values) if axis.log else values
        low, high = float(np.nanmin(at)), float(np.nanmax(at))
        room = EDGE * (high - low) / (1 - 2 * EDGE) or 0.5
        return at, (low - room, high + room)

    def _colour(self) -> None:
        if self._results is None:
            return
        errors = self._results.mean[self._places]
        if len(errors):
            low, high = errors.min(), errors.max()
            colours = ramp(self.theme)[level(errors, low, high)].tolist()
            self.dots.setBrush([QColor(*colour) for colour in colours])
            self.scale.show_span(low, high)

    def again(self, theme: Theme) -> Self:
        plot = type(self)(theme)
        if self._results is not None:
            plot.show_trials(self._results, *self._names)
        return plot


def are_scattered(results: SearchOutcome, shown: ErrorTable) -> bool:
    """Tell whether a heatmap would be mostly empty, of numbers that have a place."""
    across, up = (
        [value for value in values if value != UNUSED]
        for values in (shown.columns, shown.rows)
    )
    if not all(map(_is_number, (*across, *up))):
        return False
    names = shown.across, shown.up
    recipes = (recipe for recipe in results.recipes if _has_both(recipe, *names))
    pairs = {tuple(setting(recipe, name) for name in names) for recipe in recipes}
    return 0 < len(pairs) < FULL * len(across) * len(up)


def _has_both(recipe: Recipe, across: str, up: str) -> bool:
    return UNUSED not in (setting(recipe, across), setting(recipe, up))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_log(recipe: Recipe, name: str) -> bool:
    parameters = learner(recipe.learner).all_hyperparameters
    return any(parameter.name == name and parameter.log for parameter in parameters)
