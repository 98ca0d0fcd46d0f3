"""The final evaluation of the best recipe on the test part, once, at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.data.dataset import TEST, TRAINING, VALIDATION
from engine.numbers import percent
from gui.session.final_test import FinalTest
from gui.tasks.task import Task
from gui.widgets.buttons import push_button
from gui.widgets.cards import Card
from gui.widgets.final_test_row import may_use_test
from gui.widgets.labels import note_label

if TYPE_CHECKING:
    from engine import Dataset, Recipe
    from gui.session.session import Session
    from gui.tasks.task import TaskControl

ONCE = (
    "Use it once, at the end: the best recipe learns from all other samples and is "
    "judged by these."
)


class FinalEvaluation(Card):
    """Says how often the test part was used, and uses it when asked to.

    Without a test part it is not there.
    """

    def __init__(self, session: Session) -> None:
        super().__init__("Test part")
        self._session, self._use = session, FinalTest.of(session)
        self._candidate: tuple[Dataset, Recipe] | None = None
        self.task = Task("judging", self, self._take_error)
        self.button = push_button("Judge the best by the test part…")
        self.words, self.result = note_label(), note_label("value")
        self.add_rows(self.words, self.button, self.result)
        self.words.setText(ONCE)
        self.result.hide()
        self.button.clicked.connect(self._ask_about_test)
        self._use.changed.connect(self.refresh)

    def offer(self, data: Dataset | None, recipe: Recipe | None) -> None:
        """Judge this recipe when asked to; None: there is nothing to judge."""
        offered = None if data is None or recipe is None else (data, recipe)
        if offered is None or offered != self._candidate:
            self.result.hide()
        self._candidate = offered
        self.refresh()

    def refresh(self) -> None:
        """Say what there is to judge by, and how often it was used."""
        n = len(self._session.data.counted_rows_of(TEST))
        count = self._use.count
        used = f"used {count} ×" if count else "not used yet"
        self.caption.setText(f"{n:,} samples · {used}" if n else "")
        self.setVisible(n > 0)
        self.button.setEnabled(self._candidate is not None and not self.task.running)

    def _ask_about_test(self) -> None:
        if may_use_test(self, self._use.count):
            self._judge_candidate()

    def _judge_candidate(self) -> None:
        if self._candidate is None:
            return
        data, recipe = self._candidate

        def work(control: TaskControl) -> float:
            from engine.evaluation.error_rates import trained_errors
            from engine.evaluation.folds import without_validation

            rest = without_validation(data)
            return trained_errors((TEST,), rest, recipe, control.cancelled)[0]

        self.task.start(work)
        self.refresh()

    def _take_error(self, error: float | None, failure: str) -> None:
        if error is not None:
            assert self._candidate is not None
            data = self._candidate[0]
            learned = sum(len(data.counted_rows_of(k)) for k in (TRAINING, VALIDATION))
            said = f"Test error {percent(error)}: best recipe, trained on {learned:,}"
            self.result.setText(f"{said} samples")
            self.result.show()
            self._use.add()
        elif failure:
            self.result.setText(failure)
            self.result.show()
        self.refresh()
