"""The page of the confusion matrix: of which part, read in words, copied as a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QSplitter

from engine.data.dataset import TEST
from engine.evaluation.report import Report, report
from engine.families.capabilities import can
from engine.learners.latex import text_words
from engine.numbers import percent, plural
from gui.features.evaluation.class_table import ClassTable, last_column
from gui.features.evaluation.confusion_matrix import ConfusionMatrixView
from gui.features.evaluation.figure_card import FigureCard
from gui.features.evaluation.page import EvaluationPage
from gui.features.evaluation.part_chooser import PartChooser
from gui.session.final_test import FinalTest
from gui.style.text import amount, no_boundary, plain
from gui.tasks.task import Task
from gui.widgets.cards import Card
from gui.widgets.final_test_row import FinalTestRow
from gui.widgets.labels import ElidedLabel, hint_label, note_label, with_role
from gui.widgets.layouts import STRETCH, in_column, row_of
from gui.widgets.spoken import say

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from gui.canvas.selection import Selection
    from gui.session.final_test import JudgedModel
    from gui.session.session import Session
    from gui.style.theme import Theme

QUICK_NUMBERS = 200_000
"""Numbers in the data up to which they are judged at once."""
HINT = "Click a cell: its samples are selected on the canvas."
COUNTED = "by the samples’ weights"
NO_RUN = "Draw points of two classes: here will stand which are taken for which."
BESIDE = 740
"""Pixels of width from which matrix and table stand beside each other."""
GO_ON = "Press Play, or step forward."
GO_BACK = "It is the last step: step back for others."
NOT_USED = (
    "The test part is kept for the end. Using it is counted: its matrix is that of the "
    "step looked at then."
)


@dataclass(frozen=True, eq=False)
class JudgedReport:
    """A report, and what was judged."""

    judged: JudgedModel
    part: int
    report: Report


class ConfusionPage(EvaluationPage):
    """The decisions of the model under the playhead on a part of the samples."""

    def __init__(
        self,
        session: Session,
        selection: Selection,
        theme: Theme,
    ) -> None:
        super().__init__(session, theme)
        self._selection = selection
        self.parts = PartChooser()
        self.final_test = FinalTest.of(session)
        self.matrix, self.table = ConfusionMatrixView(theme), ClassTable(theme)
        self.matrix_card = FigureCard("Confusion matrix")
        self.table_card = FigureCard("Each class")
        self.hint = hint_label()
        self.test_row = FinalTestRow(session)
        self.words = with_role(ElidedLabel(HINT), "muted")
        self.ties = note_label()
        self.answer: JudgedReport | None = None
        self._task = Task("confusion", self, self._show_report)
        self._lay_out()
        self.act_at(self._ask_for_report, session.moved, session.data_changed)
        self.parts.changed.connect(self._ask_for_report)
        self.final_test.changed.connect(self._ask_about_test)
        self.matrix.pointed.connect(self._read_cell)
        self.matrix.chosen.connect(self._select_cell)

    def _lay_out(self) -> None:
        self.top = Card("Decisions of the model on a part of the samples")
        self.top.rows.addLayout(row_of(self.parts, STRETCH))
        self.state = self.top.caption
        self.matrix_card.add_rows(
            (self.matrix, 1), (self.hint, 1), self.test_row, self.words
        )
        self.matrix_card.set_figure(
            "confusion-matrix", self.matrix.figure, self.matrix, self.theme
        )
        self.table_card.add_rows((self.table, 1), self.ties)
        for text, write in (("table", as_tsv), ("LaTeX", as_latex)):
            action = QAction(f"Copy as {text}", self)
            action.triggered.connect(
                lambda _=False, write=write: self._copy_report(write)
            )
            for owner in (self.matrix, self.table):
                owner.addAction(action)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.copy_action = self.table.actions()[0]
        self.copy_action.setToolTip("Copy counts and shares as a table")
        self.table_card.add_button(self.copy_action, "copy", self.theme)
        self.cards = cards = QSplitter()
        cards.setHandleWidth(10)
        cards.setChildrenCollapsible(False)
        cards.addWidget(self.matrix_card)
        cards.addWidget(self.table_card)
        cards.setSizes([440, 350])
        cards.setStretchFactor(0, 1)
        cards.setStretchFactor(1, 0)
        in_column(self, self.top, (cards, 1), spacing=10)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the table stand below the matrix where it is too narrow for both."""
        super().resizeEvent(event)
        across = self.width() >= BESIDE
        sides = Qt.Orientation.Horizontal if across else Qt.Orientation.Vertical
        if sides != self.cards.orientation():
            self.cards.setOrientation(sides)
            self.cards.setSizes([440, 350])

    def enter(self) -> None:
        super().enter()
        self._ask_for_report()

    def leave(self) -> None:
        super().leave()
        self._task.drop()

    def _ask_about_test(self) -> None:
        if self.parts.part == TEST and self.isVisible():
            self._ask_for_report()

    def _ask_for_report(self) -> None:
        """Judge anew what is looked at."""
        self.parts.show_data(self.session.data)
        part = self.parts.part
        judged = self.final_test.judged_on(part)
        self.test_row.setVisible(part == TEST)
        if part == TEST:
            self.test_row.refresh()
        if judged is None:
            self._task.drop()
            self._show_report(None, self._why_not())
            return
        quick = judged.data.X.size <= QUICK_NUMBERS and not can(judged.model, "votes")
        self._task.request(
            lambda _: JudgedReport(
                judged, part, report(judged.model, judged.data, part)
            ),
            quick=quick,
        )

    def _why_not(self) -> str:
        if self.session.tape is None:
            return self.session.why_no_run or NO_RUN
        if self.parts.part == TEST:
            return NOT_USED
        step, last = self.session.step, self.session.last
        why = f"Step {step:,}: {no_boundary(step)}."
        return f"{why} {GO_ON if step < last else GO_BACK}"

    def _show_report(self, answer: JudgedReport | None, why_not: str) -> None:
        self.answer = answer
        shown = None if answer is None else answer.report
        self.matrix.setVisible(shown is not None)
        self.hint.setVisible(shown is None)
        self.table_card.setVisible(shown is not None)
        self.hint.setText(why_not)
        self.matrix.show_report(shown)
        self.table.show_report(shown)
        self.matrix_card.export_action.setEnabled(shown is not None)
        self.copy_action.setEnabled(shown is not None)
        self.table_card.caption.setText(accuracy_words(shown) if shown else "")
        tied = shown.boundary_words if shown else ""
        self.ties.setText(tied[:1].upper() + tied[1:])
        self.ties.setVisible(bool(tied))
        step, last = "", ""
        if answer is not None:
            step = f"step {answer.judged.step:,}"
            last = f" of {self.session.last:,}" if answer.part != TEST else ""
            if answer.judged.data.sample_weights is not None:
                last += f" · {COUNTED}"
        self.state.setText(step + last)
        self._read_cell()

    def _read_cell(self) -> None:
        """Say what the cell pointed at counts."""
        cell, answer = self.matrix.cell, self.answer
        if answer is None:
            self.words.setText("")
        elif cell is None:
            self.words.setText(HINT)
        else:
            self.words.setText(cell_words(answer.report, *cell))
        self.words.setToolTip(plain(self.words.text()) if cell else "")
        if self.matrix.hasFocus():
            say(self.matrix, self.words.text())

    def _select_cell(self, row: int, column: int) -> None:
        """Select a cell's samples on the canvas, where they are still the same."""
        answer = self.answer
        if answer is None or answer.judged.data is not self.session.data:
            return
        data = answer.judged.data
        rows = data.rows_of(answer.part)
        rows = rows[data.y[rows] == row]
        decided = answer.judged.model.predict(data.X[rows])
        self._selection.set(rows[np.asarray(decided) == column])

    def _copy_report(self, write: object) -> None:
        if self.answer is not None and callable(write):
            QGuiApplication.clipboard().setText(write(self.answer.report))


def cell_words(report: Report, row: int, column: int) -> str:
    """Say what a cell counts."""
    names, count = report.class_names, report.confusion[row, column].item()
    samples = f"{amount(count)} {plural('sample', count)}"
    was = "was" if count == 1 else "were"
    said = f"{samples} of {names[row]} {was} called {names[column]}"
    if report.is_weighted:
        said = f"weight {amount(count)} of {names[row]} was called {names[column]}"
    if not count:
        return said
    called = count / report.confusion[:, column].sum()
    return (
        f"{said}: {percent(float(report.shares[row, column]))} of {names[row]}, "
        f"{percent(called)} of what was called {names[column]}"
    )


def accuracy_words(report: Report) -> str:
    """Say how many decisions were right."""
    total = amount(report.confusion.sum().item())
    weight = "the weight " if report.is_weighted else ""
    return f"accuracy {percent(report.accuracy)} of {weight}{total}"


def as_tsv(report: Report) -> str:
    """Write counts and shares as lines of cells between tabs."""
    names = [name.replace("\t", " ").replace("\n", " ") for name in report.class_names]
    head = [
        "true \\ decided",
        *names,
        "precision",
        "recall",
        "F1",
        last_column(report)[0],
    ]
    lines = [[name, *cells] for name, cells in zip(names, _cells(report), strict=True)]
    return "\n".join("\t".join(line) for line in [head, *lines]) + "\n"


def as_latex(report: Report) -> str:
    """Write counts and shares as a LaTeX tabular."""
    names = [text_words(name) for name in report.class_names]
    head = [
        "true / decided",
        *names,
        "precision",
        "recall",
        "$F_1$",
        last_column(report)[0],
    ]
    lines = [[name, *cells] for name, cells in zip(names, _cells(report), strict=True)]
    # The braces are for a name with [ or * first, which the end of a row would take.
    body = ["{}" + " & ".join(line) + r" \\" for line in lines]
    n = len(names)
    return "\n".join(
        [
            rf"\begin{{tabular}}{{l{'r' * n}rrrr}}", r"\hline",
            " & ".join(head) + r" \\", r"\hline", *body, r"\hline",
            r"\end{tabular}", "",
        ]
    )  # fmt: skip


def _cells(report: Report) -> list[list[str]]:
    shares = (report.precision, report.recall, report.f1)
    return [
        [f"{count:.15g}" for count in report.confusion[row].tolist()]
        + [f"{share[row]:.3f}" for share in shares]
        + [f"{report.support[row].item():.15g}"]
        for row in range(len(report.class_names))
    ]
