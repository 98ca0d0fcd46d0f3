"""The results of a search: heatmap, scatter plot or validation curve; the best ten."""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import (
    QLabel,
    QStackedWidget,
    QWidget,
)

from engine.evaluation.search import ErrorTable, error_table
from engine.evaluation.search_space import LEARNER
from engine.numbers import percent
from gui.features.evaluation.figure_card import FigureCard
from gui.features.evaluation.search.best_recipes import BestRecipes
from gui.features.evaluation.search.heatmap_plot import HeatmapPlot
from gui.features.evaluation.search.recipe_plot import RecipePlot
from gui.features.evaluation.search.setting_text import (
    name_of,
    settings_words,
    short_words,
    subject_words,
)
from gui.features.evaluation.search.trials_scatter_plot import (
    TrialsScatterPlot,
    are_scattered,
)
from gui.features.evaluation.search.validation_curve import ValidationCurve
from gui.style.text import percent_within
from gui.tasks.throttle import DelayedCall
from gui.widgets.buttons import push_button
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.labels import note_label, with_role
from gui.widgets.layouts import in_row, row_of

if TYPE_CHECKING:
    from engine.evaluation.search import SearchOutcome
    from engine.evaluation.search_space import SearchSpace
    from gui.plotting.figure import Figure, Sheet
    from gui.style.theme import Theme

P = TypeVar("P", bound=RecipePlot)
BEFORE = (
    "<p>Each value is learned with on all folds but one and judged by that one, for "
    "each fold in turn: here will be the curve of the error.</p>"
)
HINT = "Point at a {} for its error; click, or arrows and Enter, load it."
OTHERS = "Each {} is the best of the rest; a click, or Enter, loads it."
BEST = "the best of the rest"
"""In the place of a second axis."""
LEAST_PAUSE_SECONDS = 0.1
"""Seconds between two pictures of a search that runs."""
WORTH = 5.0
"""A pause takes so many times as long as a picture."""


class SearchResults(FigureCard):
    """Shows results as they come.

    Signals
    -------
    chosen(int)
        A recipe is wanted, by its place in the results.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__("Validation error")
        self.results: SearchOutcome | None = None
        self.names: tuple[str, ...] = ()
        self._varied: tuple[str, ...] = ()
        self._theme = theme
        self.before = note_label()
        self.before.setText(BEFORE)
        self.before.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.before.setContentsMargins(40, 0, 40, 0)
        self.across, self.up = (
            ComboBox(name, f"The hyperparameter that is drawn {name.lower()}")
            for name in ("Across", "Up")
        )
        self.subject, self.readout = note_label(), note_label()
        self.table = BestRecipes()
        self.use = push_button(
            tip="Learn by it from now on (can be undone)", primary=True
        )
        self._axes = QWidget()
        self._pause = DelayedCall(self, self._draw_known)
        self._lay_out()
        self.set_figure("search", self._figure, self.stack, theme)
        self.export_action.setEnabled(False)
        self.table.chosen.connect(self.chosen)
        self.use.clicked.connect(self._choose_best)
        self.across.activated.connect(lambda: self._part_axes(self.across, self.up))
        self.up.activated.connect(lambda: self._part_axes(self.up, self.across))

    def _lay_out(self) -> None:
        row = in_row(self._axes)
        for text, choice in (("across", self.across), ("up", self.up)):
            label = with_role(QLabel(text), "muted")
            row.addWidget(label)
            row.addWidget(choice, 1)
        self._axes.hide()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.before)
        self.add_rows(self.subject, self._axes, (self.stack, 3))
        self.add_rows(row_of((self.readout, 1), self.use, spacing=8), (self.table, 2))
        self._hide_results()

    @cached_property
    def heat(self) -> HeatmapPlot:
        """The errors over two hyperparameters of few values; made when it is shown."""
        return self._prepared(HeatmapPlot(self._theme))

    @cached_property
    def line(self) -> ValidationCurve:
        """The errors over one hyperparameter."""
        return self._prepared(ValidationCurve(self._theme))

    @cached_property
    def scatter(self) -> TrialsScatterPlot:
        """The errors of settings that were drawn."""
        return self._prepared(TrialsScatterPlot(self._theme))

    def _prepared(self, plot: P) -> P:
        plot.pointed.connect(self._read_place)
        plot.chosen.connect(self.chosen)
        self.stack.addWidget(plot)
        return plot

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._theme = theme

    def _hide_results(self) -> None:
        for part in (self.subject, self.readout, self.use, self.table):
            part.hide()

    def begin(self, space: SearchSpace) -> None:
        """Await the results of another search, over what varies in it.

        Learners are compared by the best of each, at first.
        """
        self.results, self.names = None, space.names
        self._varied = varied = space.varied
        several = LEARNER in varied
        for choice, names in ((self.across, varied), (self.up, (*varied, BEST))):
            choice.clear()
            choice.addItems(
                [name_of(name) if name in varied else name for name in names]
            )
        self.up.setCurrentIndex(len(varied) if several else min(1, len(varied) - 1))
        self.export_action.setEnabled(False)
        self.caption.setText("")
        self.stack.setCurrentWidget(self.before)
        self._hide_results()
        self._axes.setVisible(len(varied) > (1 if several else 2))

    def show_results(self, results: SearchOutcome, *, at_once: bool = False) -> None:
        """Draw what is known, not more often than it can be looked at."""
        first = self.results is None
        self.results = results
        if at_once or first:
            self._draw_known()
        elif not self._pause.isActive():
            self._pause.start()

    def _part_axes(self, changed: ComboBox, other: ComboBox) -> None:
        """Let both axes be different hyperparameters."""
        if changed.currentIndex() == other.currentIndex():
            other.setCurrentIndex((changed.currentIndex() + 1) % other.count())
        self._draw_known()

    def _draw_known(self) -> None:
        results = self.results
        if results is None:
            return
        began = time.monotonic()
        self._draw_results(results)
        self.table.show_results(results, self.names)
        self.export_action.setEnabled(True)
        self.readout.show()
        self.table.setVisible(len(self._varied) > 1)
        self._offer_best(results)
        self.caption.setText(self._best(results))
        self.subject.setText(subject_words(results))
        self.subject.show()
        self._read_place(-1)
        spent = time.monotonic() - began
        self._pause.setInterval(round(1000 * max(LEAST_PAUSE_SECONDS, WORTH * spent)))

    def _draw_results(self, results: SearchOutcome) -> None:
        """Draw the results in the way that suits them."""
        shown = self._map(results)
        plot: ValidationCurve | HeatmapPlot | TrialsScatterPlot
        if not self._is_line and are_scattered(results, shown):
            plot = self.scatter
            plot.show_trials(results, shown.across, shown.up)
        else:
            plot = self.line if self._is_line else self.heat
            plot.show_map(shown, results)
        self.stack.setCurrentWidget(plot)

    @property
    def _is_line(self) -> bool:
        """Whether the errors are shown over one hyperparameter."""
        return len(self._varied) == 1 or self.up.currentText() == BEST

    def _map(self, results: SearchOutcome) -> ErrorTable:
        across = self._varied[self.across.currentIndex()]
        if not self._is_line:
            up = self._varied[self.up.currentIndex()]
            return error_table(results, across=across, up=up)
        both = error_table(results, across=across, up=across)
        return ErrorTable(
            across, across, both.columns, both.rows[:1],
            both.mean.diagonal()[None], both.places.diagonal()[None],
        )  # fmt: skip

    def _figure(self, sheet: Sheet) -> Figure | None:
        plot = self.stack.currentWidget()
        return plot.figure(sheet) if isinstance(plot, RecipePlot) else None

    def _best(self, results: SearchOutcome) -> str:
        if results.best is None:
            return ""
        best = results.best
        return f"best {percent(results.mean[best])}"

    def _offer_best(self, results: SearchOutcome) -> None:
        """Let the best be taken, once all is known."""
        self.use.setVisible(results.best is not None and results.finished)
        if results.best is not None:
            several, best = len(self._varied) > 1, results.recipes[results.best]
            aim = "the best" if several else short_words(best, self._varied[0])
            self.use.setText(f"Use {aim}")

    def _choose_best(self) -> None:
        if self.results is not None and self.results.best is not None:
            self.chosen.emit(self.results.best)

    def _read_place(self, place: int) -> None:
        """Say what the mouse is over."""
        if place < 0 or self.results is None:
            self.readout.setText(self._hint())
            return
        recipe = self.results.recipes[place]
        settings = settings_words(recipe, self.names)
        mean = self.results.mean[place]
        said = percent_within(mean, self.results.interval(place))
        self.readout.setText(f"<b>{said}</b> · {settings}")
        plot = self.stack.currentWidget()
        if isinstance(plot, RecipePlot):
            words = QTextDocumentFragment.fromHtml(f"{said} · {settings}")
            plot.read_out(words.toPlainText())

    def _hint(self) -> str:
        plot = self.stack.currentWidget()
        mark = plot.mark_name if isinstance(plot, RecipePlot) else "value"
        rest = len(self._varied) > (1 if isinstance(plot, ValidationCurve) else 2)
        others = rest and not isinstance(plot, TrialsScatterPlot)
        return (OTHERS if others else HINT).format(mark)
