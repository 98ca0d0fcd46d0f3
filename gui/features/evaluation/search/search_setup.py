"""The set-up of a search: what to try, how, on which workers, and the button."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QProgressBar,
    QWidget,
)

from engine.data.dataset import VALIDATION
from engine.errors import UserError
from engine.evaluation.folds import HoldOut
from engine.evaluation.search_space import LEARNER, MOST_RECIPES, SearchSpace
from engine.evaluation.search_workers import cores
from engine.numbers import counted
from gui.features.evaluation.data_checks import why_not_trainable
from gui.features.evaluation.folds_chooser import FoldsChooser
from gui.features.evaluation.search.hyperparameter_rows import HyperparameterRows
from gui.features.evaluation.search.learners_chooser import LearnersChooser
from gui.features.evaluation.search.search_plan import SearchPlan
from gui.features.evaluation.search.setting_text import short_name_of
from gui.style.theme import mark_invalid, set_look
from gui.widgets.buttons import push_button
from gui.widgets.cards import Card, Section, unfold
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.labels import note_label, show_words
from gui.widgets.layouts import in_grid, row_of
from gui.widgets.number_boxes import IntegerBox

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine import Dataset, Recipe
    from gui.session.session import Session

MOST_PROCESSES = 1024
BOX = 110
"""Pixels of the box for the processes."""
WORKERS = (
    "Automatic: threads of this process where the work is short, else a process on "
    "each of the {} cores"
)
CLUSTER = (
    "Address of the scheduler of a Dask cluster on which perceptron-lab is installed; "
    "empty: this computer works"
)


class WorkersChooser(QWidget):
    """Two rows of controls.

    Signals
    -------
    changed
        Others are to work.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        tip = WORKERS.format(cores())
        self.processes = IntegerBox("Processes", tip, high=MOST_PROCESSES)
        self.processes.setSpecialValueText("automatic")
        self.processes.setFixedWidth(BOX)
        self.cluster = QLineEdit(placeholderText="none, or tcp://host:8786")
        self.cluster.setToolTip(CLUSTER)
        self.cluster.setAccessibleName("Dask cluster")
        self.error = note_label("warning")
        self.error.hide()
        grid = in_grid(self, 8, 6)
        grid.setColumnStretch(1, 1)
        grid.addWidget(QLabel("Processes"), 0, 0)
        grid.addWidget(self.processes, 0, 1)
        grid.addWidget(QLabel("Dask cluster"), 1, 0)
        grid.addWidget(self.cluster, 1, 1)
        grid.addWidget(self.error, 2, 0, 1, 2)
        self.processes.valueChanged.connect(self.changed)
        self.cluster.textEdited.connect(self._edit_address)
        self.cluster.returnPressed.connect(self.cluster.clearFocus)

    @property
    def address(self) -> str:
        """Of the cluster; empty: none."""
        return self.cluster.text().strip()

    def _edit_address(self) -> None:
        self.say("")
        self.processes.setEnabled(not self.address)
        self.changed.emit()

    def say(self, problem: str) -> None:
        """Say under the address what is wrong with it; nothing if it is empty."""
        show_words(self.error, problem)
        if problem:
            unfold(self)
        mark_invalid(self.cluster, bool(problem))


DRAWN = 30
NOTHING = "Check at least one hyperparameter to try, or choose several learners."
JUDGES = ("folds", "the validation part")
WHAT_JUDGES = (
    "Folds: each sample is held out once; or the samples held out by the split"
)
SCORES = {
    "accuracy": ("accuracy", "Share of the samples that are right; a tie is wrong"),
    "balanced": ("balanced accuracy", "Mean of the classes’ recall"),
    "f1": ("F₁", "Mean of the classes’ F₁"),
}
WHAT_COUNTS = (
    "What the recipes are compared by; where a class is rare, accuracy hardly counts "
    "it. What is shown is 1 − the score: the lowest is best"
)
NO_PART = "Folds only: no samples are held out for validation (set-up, Split)"


class SearchSetup(Card):
    """A button that searches, at first for the number that decides; folded the rest.

    Makes a `SearchPlan` of what is set.

    Attributes
    ----------
    button : QPushButton
        Says what it finds.
    more : Section
        All that can be set, with what is set beside its name.

    Signals
    -------
    wanted(SearchPlan)
        The search is to begin.
    cancelled
    """

    wanted = Signal(object)
    cancelled = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__("")
        self._session = session
        self.more = Section("More", folds=True, key="Search")
        self.learners = LearnersChooser()
        self.hyperparameters = HyperparameterRows()
        self.judge = ComboBox("Judged by", WHAT_JUDGES)
        self.judge.addItems(JUDGES)
        self.score = ComboBox("Score", WHAT_COUNTS)
        for name, (words, tip) in SCORES.items():
            self.score.addItem(words, name)
            last = self.score.count() - 1
            self.score.setItemData(last, tip, Qt.ItemDataRole.ToolTipRole)
        self.way = ComboBox("Grid or random", "Which of the values are tried together")
        self.way.addItem("every combination", False)
        self.way.addItem("drawn at random", True)
        drawn = "How many recipes are drawn"
        self.n = IntegerBox(
            "Recipes to draw", drawn, low=1, high=MOST_RECIPES, log=True
        )
        self.n.setValue(DRAWN)
        self.folds_chooser = FoldsChooser()
        self.workers = WorkersChooser()
        self.words, self.error = note_label(), note_label("warning")
        self.button = push_button("Search", primary=True)
        self.stop = push_button("Cancel")
        self.bar = QProgressBar(textVisible=False)
        self.plan: SearchPlan | None = None
        self._running = False
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.caption.hide()
        self.head.setSpacing(8)
        for place, (part, stretch) in enumerate(
            ((self.button, 0), (self.stop, 0), (self.words, 1))
        ):
            self.head.insertWidget(place, part, stretch)
        self.add_rows(self.error, self.bar, self.more)
        line = QFrame()
        line.setProperty("separator", True)
        self.n.setFixedWidth(80)
        self.more.add_rows(
            row_of(QLabel("Learner"), (self.learners, 1), spacing=8),
            self.hyperparameters,
            line,
            row_of((self.way, 1), self.n, spacing=8),
            row_of(QLabel("Judged by"), (self.judge, 1), spacing=8),
            self.folds_chooser,
            row_of(QLabel("Score"), (self.score, 1), spacing=8),
            self.workers,
        )
        self.stop.hide()
        self.bar.hide()

    def _connect(self) -> None:
        self.learners.changed.connect(self.refresh)
        self.judge.currentIndexChanged.connect(self.refresh)
        self.score.currentIndexChanged.connect(self.refresh)
        self.hyperparameters.changed.connect(self.refresh)
        self.folds_chooser.changed.connect(self.refresh)
        self.way.currentIndexChanged.connect(self.refresh)
        self.n.valueChanged.connect(self.refresh)
        self.workers.changed.connect(self.refresh)
        self.button.clicked.connect(self._begin_search)
        self.stop.clicked.connect(self.cancelled)

    @property
    def drawn(self) -> bool:
        """Whether recipes are drawn at random."""
        return bool(self.way.currentData())

    def refresh(self) -> None:
        """Follow the session; say how much work is asked for, or what is wrong."""
        own, data = self._session.recipe, self._session.data
        self.learners.follow(own)
        bases = [
            own if name == own.learner else own.replace(learner=name)
            for name in self.learners.names
        ]
        self._follow_parts(data)
        self.n.setVisible(self.drawn)
        self.hyperparameters.follow(bases, data)
        wanted = self.hyperparameters.values(bases, data, drawn=self.drawn)
        by_folds = not self._on_validation
        problem = why_not_trainable(data, bases[0], by_folds=by_folds, one_class=True)
        self.plan = None
        if not problem and wanted is not None:
            self.plan, problem = self._planned(bases, wanted)
        self.words.setText("" if self.plan is None else self.plan.words)
        self.words.setVisible(self.plan is not None)
        self.say(problem)
        self.button.setEnabled(self.plan is not None and not self._running)
        self._name_button()
        self.more.caption.setText(" · ".join(self._tell_settings(len(bases))))

    def _name_button(self) -> None:
        """Let the button say what is found: a number, or the best of all recipes."""
        varied = () if self.plan is None else self.plan.space.varied
        alone = len(varied) == 1 and varied[0] != LEARNER
        aim = f"Find a good {short_name_of(varied[0])}" if alone else "Search"
        self.button.setText("Searching…" if self._running else aim)

    def _tell_settings(self, n_learners: int) -> Iterator[str]:
        """Tell what is set, in few words."""
        if n_learners > 1:
            yield f"{n_learners} learners"
        if self.drawn:
            yield "drawn at random"
        k = self.folds_chooser.k.value()
        yield "validation part" if self._on_validation else f"{k} folds"
        if self.score.currentIndex():
            yield self.score.currentText()
        if self.workers.address:
            yield "cluster"
        elif n := self.workers.processes.value():
            yield counted(n, "process")

    def _follow_parts(self, data: Dataset) -> None:
        """Offer the validation part where there is one."""
        n = len(data.counted_rows_of(VALIDATION))
        with QSignalBlocker(self.judge):
            self.judge.setItemText(1, f"{JUDGES[1]}, {n:,} samples" if n else JUDGES[1])
            self.judge.setEnabled(n > 0)
            if not n:
                self.judge.setCurrentIndex(0)
        self.judge.setToolTip(WHAT_JUDGES if n else NO_PART)
        self.folds_chooser.setVisible(not self._on_validation)
        self.folds_chooser.tell(data)

    @property
    def _on_validation(self) -> bool:
        return self.judge.currentIndex() == 1

    def _planned(
        self, bases: Sequence[Recipe], wanted: dict[str, dict[str, Any]]
    ) -> tuple[SearchPlan | None, str]:
        """Make the plan, or say why it cannot be."""
        if not wanted and len(bases) < 2:
            return None, NOTHING
        folds = self.folds_chooser.folds
        try:
            space = SearchSpace.of(
                bases, tuple(wanted), lambda base, name: wanted[name][base.learner],
                n=self.n.value() if self.drawn else None, seed=folds.seed,
            )  # fmt: skip
            plan = SearchPlan(
                self._session.data, space, HoldOut() if self._on_validation else folds,
                self.workers.processes.value(), self.workers.address,
                score=self.score.currentData(),
            )  # fmt: skip
            plan.check()
        except UserError as error:
            return None, str(error)
        return plan, ""

    def say(self, problem: str) -> None:
        """Say what is in the way; nothing if it is empty."""
        show_words(self.error, problem)

    def set_running(self, *, running: bool) -> None:
        """Offer to cancel while a search runs."""
        self._running = running
        self.stop.setVisible(running)
        self.bar.setVisible(running)
        self.bar.setRange(0, 0)
        self.button.setEnabled(self.plan is not None and not running)
        self._name_button()

    def stand_back(self, *, back: bool) -> None:
        """Leave the accent to what takes the best, once it is known."""
        set_look(self.button, "primary", not back)

    def show_progress(self, done: int, total: int) -> None:
        """Show how many runs are through."""
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def _begin_search(self) -> None:
        self.refresh()
        if self.plan is not None and not self._running:
            self.wanted.emit(self.plan)
