"""The set-up of a search: what to try, how, on which workers, and the button."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QWidget,
)

from engine.errors import UserError
from engine.evaluation.search_space import MOST_RECIPES, ParameterGrid, ParameterSampler
from engine.evaluation.search_workers import cores
from engine.learners import learner
from gui.evaluation.data_checks import why_not_trainable
from gui.evaluation.folds_chooser import FoldsChooser
from gui.evaluation.search.hyperparameter_rows import HyperparameterRows
from gui.evaluation.search.search_plan import SearchPlan
from gui.widgets.cards import Card
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.labels import note_label
from gui.widgets.number_boxes import IntegerBox

if TYPE_CHECKING:
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
        self.processes = IntegerBox()
        self.processes.setRange(0, MOST_PROCESSES)
        self.processes.setSpecialValueText("automatic")
        self.processes.setToolTip(WORKERS.format(cores()))
        self.processes.setAccessibleName("Processes")
        self.processes.setFixedWidth(BOX)
        self.cluster = QLineEdit(placeholderText="none, or tcp://host:8786")
        self.cluster.setToolTip(CLUSTER)
        self.cluster.setAccessibleName("Dask cluster")
        self.error = note_label("warning")
        self.error.hide()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        grid.addWidget(QLabel("Processes"), 0, 0)
        grid.addWidget(self.processes, 0, 1)
        grid.addWidget(QLabel("Dask cluster"), 1, 0)
        grid.addWidget(self.cluster, 1, 1)
        grid.addWidget(self.error, 2, 0, 1, 2)
        self.processes.valueChanged.connect(self.changed)
        self.cluster.textEdited.connect(self._edit)
        self.cluster.returnPressed.connect(self.cluster.clearFocus)

    @property
    def address(self) -> str:
        """Of the cluster; empty: none."""
        return self.cluster.text().strip()

    def _edit(self) -> None:
        self.say("")
        self.processes.setEnabled(not self.address)
        self.changed.emit()

    def say(self, problem: str) -> None:
        """Say under the address what is wrong with it; nothing if it is empty."""
        self.error.setText(problem)
        self.error.setVisible(bool(problem))
        self.cluster.setProperty("invalid", bool(problem))
        self.cluster.style().unpolish(self.cluster)
        self.cluster.style().polish(self.cluster)


WIDTH = 350
DRAWN = 30
NOTHING = "Check at least one hyperparameter to try."


class SearchSetup(Card):
    """Makes a `SearchPlan` of what is set.

    Signals
    -------
    wanted(SearchPlan)
        The search is to begin.
    cancelled
    """

    wanted = Signal(object)
    cancelled = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__("What to try")
        self._session = session
        self.hyperparameters = HyperparameterRows()
        self.way = ComboBox()
        self.way.addItem("every combination", False)
        self.way.addItem("drawn at random", True)
        self.way.setAccessibleName("Grid or random")
        self.n = IntegerBox(log=True)
        self.n.setRange(1, MOST_RECIPES)
        self.n.setValue(DRAWN)
        self.n.setToolTip("How many recipes are drawn")
        self.n.setAccessibleName("Recipes to draw")
        self.folds_chooser = FoldsChooser()
        self.workers = WorkersChooser()
        self.words, self.error = note_label(), note_label("warning")
        self.button, self.stop = QPushButton("Search"), QPushButton("Cancel")
        self.button.setProperty("primary", True)
        self.bar = QProgressBar(textVisible=False)
        self.plan: SearchPlan | None = None
        self._running = False
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.setFixedWidth(WIDTH)
        area = QScrollArea(widgetResizable=True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.hyperparameters)
        self.rows.addWidget(area, 1)
        line = QFrame()
        line.setProperty("separator", True)
        self.rows.addWidget(line)
        how, keys = QHBoxLayout(), QHBoxLayout()
        how.addWidget(self.way, 1)
        how.addWidget(self.n)
        self.n.setFixedWidth(80)
        keys.addWidget(self.button, 1)
        keys.addWidget(self.stop)
        rows = (
            how, self.folds_chooser, self.workers, self.words, self.error, keys,
            self.bar,
        )  # fmt: skip
        for row in rows:
            if isinstance(row, QHBoxLayout):
                row.setSpacing(8)
                self.rows.addLayout(row)
            else:
                self.rows.addWidget(row)
        for button in (self.button, self.stop):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.stop.hide()
        self.bar.hide()

    def _connect(self) -> None:
        self.hyperparameters.changed.connect(self.refresh)
        self.folds_chooser.changed.connect(self.refresh)
        self.way.currentIndexChanged.connect(self.refresh)
        self.n.valueChanged.connect(self.refresh)
        self.workers.changed.connect(self.refresh)
        self.button.clicked.connect(self._begin)
        self.stop.clicked.connect(self.cancelled)

    @property
    def drawn(self) -> bool:
        """Whether recipes are drawn at random."""
        return bool(self.way.currentData())

    def refresh(self) -> None:
        """Follow the session; say how much work is asked for, or what is wrong."""
        base, data = self._session.recipe, self._session.data
        self.caption.setText(learner(base.learner).title)
        self.n.setVisible(self.drawn)
        self.hyperparameters.follow(base, data)
        wanted = self.hyperparameters.values(base, data, drawn=self.drawn)
        problem = why_not_trainable(data, base, one_class=True)
        self.plan = None
        if not problem and wanted is not None:
            self.plan, problem = self._planned(wanted)
        self.words.setText("" if self.plan is None else self.plan.words)
        self.words.setVisible(self.plan is not None)
        self.say(problem)
        self.button.setEnabled(self.plan is not None and not self._running)

    def _planned(self, wanted: dict[str, Any]) -> tuple[SearchPlan | None, str]:
        """Make the plan, or say why it cannot be."""
        if not wanted:
            return None, NOTHING
        folds = self.folds_chooser.folds
        candidates = (
            ParameterSampler(wanted, self.n.value(), folds.seed)
            if self.drawn
            else ParameterGrid(wanted)
        )
        session = self._session
        plan = SearchPlan(
            session.data, session.recipe, candidates, folds,
            self.workers.processes.value(), self.workers.address,
        )  # fmt: skip
        if plan.count > MOST_RECIPES:
            return None, (
                f"{plan.count:,} recipes are too many: at most {MOST_RECIPES:,}; name "
                "fewer values, or draw at random"
            )
        try:
            plan.check()
        except UserError as error:
            return None, str(error)
        return plan, ""

    def say(self, problem: str) -> None:
        """Say what is in the way; nothing if it is empty."""
        self.error.setText(problem)
        self.error.setVisible(bool(problem))

    def set_running(self, *, running: bool) -> None:
        """Offer to cancel while a search runs."""
        self._running = running
        self.stop.setVisible(running)
        self.bar.setVisible(running)
        self.bar.setRange(0, 0)
        self.button.setEnabled(self.plan is not None and not running)
        self.button.setText("Searching…" if running else "Search")

    def show_progress(self, done: int, total: int) -> None:
        """Show how many runs are through."""
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def _begin(self) -> None:
        self.refresh()
        if self.plan is not None and not self._running:
            self.wanted.emit(self.plan)
