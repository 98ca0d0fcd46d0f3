"""Search: grid or random, over what the learner declares; its results load by click."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from engine.data.dataset import TEST
from engine.errors import UserError
from engine.evaluation.folds import HoldOut
from gui.features.evaluation.page import EvaluationPage
from gui.features.evaluation.search.final_evaluation import FinalEvaluation
from gui.features.evaluation.search.search_plan import WorkersReady
from gui.features.evaluation.search.search_results import SearchResults
from gui.features.evaluation.search.search_setup import SearchSetup
from gui.features.evaluation.search.setting_text import settings_words
from gui.style.preferences import SAFE_CSV
from gui.tasks.task import Task
from gui.widgets.buttons import push_button
from gui.widgets.dialog_folder import TABLES, dialog_folder, remember_folder
from gui.widgets.labels import note_label
from gui.widgets.layouts import in_column, row_of
from gui.widgets.scroll_area import ScrollArea, ScrolledColumn

if TYPE_CHECKING:
    from engine import Dataset
    from engine.evaluation.search import SearchOutcome
    from gui.features.evaluation.search.search_plan import SearchPlan
    from gui.session.session import Session
    from gui.style.theme import Theme

STALE = "The data have changed since this search: its errors are of the former samples."
BEGUN = "No run is through yet…"
FORMER = "What you see is the search before this one."
ELSEWHERE = "The data have other features now: search again."


class SearchPage(EvaluationPage):
    """What to try, and below it what was found."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__(session, theme)
        self.setup = SearchSetup(session)
        self.results = SearchResults(theme)
        self.final_evaluation = FinalEvaluation(session)
        self.state, self.stale = note_label(), note_label("warning")
        self.export = push_button("Export table…", "All errors as a table (CSV)")
        self.task = Task("search", self, self._take_outcome)
        self.plan: SearchPlan | None = None
        self._former: tuple[SearchPlan, SearchOutcome] | None = None
        self._reached = True
        self._lay_out()
        self._connect()
        self.setup.refresh()
        self.final_evaluation.offer(None, None)

    def _lay_out(self) -> None:
        self.results.add_rows(self.stale, row_of((self.state, 1), self.export))
        self.export.hide()
        self.stale.hide()
        area, inside = ScrollArea("Search"), ScrolledColumn()
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        parts = self.setup, (self.results, 1), self.final_evaluation
        in_column(inside, *parts, spacing=10)
        area.setWidget(inside)
        in_column(self, area)

    def _connect(self) -> None:
        session = self.session
        self.act_at(self._follow_session, session.data_changed, session.recipe_changed)
        self.setup.wanted.connect(self._begin_search)
        self.setup.cancelled.connect(self._cancel)
        self.results.chosen.connect(self.load)
        self.export.clicked.connect(self._export)
        self.task.progressed.connect(self._show_known)

    def enter(self) -> None:
        super().enter()
        self._follow_session()

    def stop(self) -> None:
        """Cancel the search, with what it has found so far kept."""
        if self.task.running:
            self._cancel()
        self.final_evaluation.task.drop()
        self.final_evaluation.refresh()

    def _follow_session(self) -> None:
        self.setup.refresh()
        known = self.results.results is not None or self.task.running
        begun = self.plan is not None and known
        self.stale.setText(STALE)
        self.stale.setVisible(begun and not self._fresh)
        self._offer_test()

    @property
    def _fresh(self) -> bool:
        """Whether the samples are still those that were searched."""
        if self.plan is None:
            return False
        parts = isinstance(self.plan.judge, HoldOut)
        return _same(self.plan.data, self.session.data, all_parts=parts)

    @property
    def _best_known(self) -> SearchOutcome | None:
        """What was found, if there is a best among it."""
        results = self.results.results
        return results if results is not None and results.best is not None else None

    def _begin_search(self, plan: SearchPlan) -> None:
        if self.plan is not None and self._best_known is not None:
            self._former = self.plan, self._best_known
        self.plan = plan
        self.results.begin(plan.space)
        self.setup.stand_back(back=False)
        self.setup.set_running(running=True)
        self._reached = not plan.cluster
        self.setup.workers.say("")
        self.state.setText(f"Connecting to {plan.cluster}…" if plan.cluster else BEGUN)
        self.export.hide()
        self.stale.hide()
        self.final_evaluation.offer(None, None)
        self.task.start(plan.search)

    def _show_known(self, known: SearchOutcome | WorkersReady) -> None:
        self._reached = True
        if isinstance(known, WorkersReady):
            self.state.setText(f"{known.count:,} at work: {BEGUN.lower()}")
            return
        self.setup.show_progress(known.done, known.total)
        self.state.setText(f"{known.done:,} of {known.total:,} runs")
        self.results.show_results(known)

    def _cancel(self) -> None:
        """Keep what is known; the work ends by itself."""
        self.task.drop()
        known = self.results.results
        runs = "" if known is None else f" {known.done:,} of {known.total:,} runs"
        self._over(f"Cancelled after{runs}." if runs else "Cancelled.")

    def _take_outcome(self, outcome: SearchOutcome | None, failure: str) -> None:
        if outcome is not None:
            self.results.show_results(outcome, at_once=True)
            n, k = outcome.errors.shape
            by_folds = f"on {k} folds, {outcome.total:,} runs"
            judged = by_folds if k > 1 else "judged by the validation part"
            self._over(f"{n:,} recipes {judged}.")
        else:
            self._over("")
            place = self.setup if self._reached else self.setup.workers
            place.say(failure)

    def _over(self, words: str) -> None:
        self.setup.set_running(running=False)
        if self._best_known is None and self._former is not None:
            self.plan, former = self._former
            self.results.begin(self.plan.space)
            self.results.show_results(former)
            words = f"{words} {FORMER}".lstrip()
        known = self.results.results
        if known is not None:
            self.results.show_results(known, at_once=True)
        self.state.setText(words)
        self.export.setVisible(self._best_known is not None)
        self.setup.stand_back(back=not self.results.use.isHidden())
        self._follow_session()

    def _offer_test(self) -> None:
        """Let the best be judged by the test part it was not chosen by."""
        outcome = self._best_known
        ready = outcome is not None and self._fresh
        if not ready or self.task.running or self.plan is None or outcome is None:
            self.final_evaluation.offer(None, None)
            return
        has_test_part = len(self.plan.data.counted_rows_of(TEST)) > 0
        best = outcome.recipes[outcome.best or 0] if has_test_part else None
        self.final_evaluation.offer(self.plan.data, best)

    def load(self, place: int) -> None:
        """Learn by a recipe from now on, undoably."""
        outcome, plan = self.results.results, self.plan
        if outcome is None or plan is None:
            return
        if plan.data.feature_names != self.session.data.feature_names:
            self.state.setText(ELSEWHERE)
            return
        words = settings_words(outcome.recipes[place], plan.space.names)
        self.session.change(outcome.recipes[place], f"load {words}")
        self.state.setText(f"Loaded: {words}. Ctrl+Z undoes it.")

    def _export(self) -> None:
        from engine.export.csv_tables import write_search

        start = str(dialog_folder(TABLES) / "search.csv")
        name, _ = QFileDialog.getSaveFileName(
            self, "Export the errors", start, "Table (*.csv)"
        )
        if not name or self.results.results is None or self.plan is None:
            return
        path = Path(name).with_suffix(".csv")
        remember_folder(path, TABLES)
        try:
            names, safe = self.plan.space.names, SAFE_CSV.is_on
            write_search(self.results.results, names, path, safe=safe)
        except UserError as error:
            self.state.setText(str(error))
            return
        self.state.setText(f"Exported {path}")


def _same(data: Dataset, other: Dataset, *, all_parts: bool) -> bool:
    """Tell whether a search of both finds the same, in all parts or but by the test."""
    if data is other:
        return True
    return (
        data.feature_names == other.feature_names
        and data.class_names == other.class_names
        and np.array_equal(data.X, other.X)
        and np.array_equal(data.y, other.y)
        and _same_weights(data, other)
        and np.array_equal(data.parts == TEST, other.parts == TEST)
        and (not all_parts or np.array_equal(data.parts, other.parts))
    )


def _same_weights(data: Dataset, other: Dataset) -> bool:
    a, b = data.sample_weights, other.sample_weights
    return a is b or (a is not None and b is not None and np.array_equal(a, b))
