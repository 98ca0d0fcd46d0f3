"""The two runs of a branch: what differs, and which of them to go on with."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
)

from engine.numbers import percent
from gui.session.branch import BRANCH_KEY
from gui.widgets.buttons import push_button
from gui.widgets.labels import ElidedLabel, SteadyLabel, with_role
from gui.widgets.layouts import STRETCH, grid_of, in_column, row_of
from gui.widgets.seen_widget import SeenWidget

if TYPE_CHECKING:
    from gui.session.branch import BranchRun
    from gui.session.run_labels import Row
    from gui.session.session import Session
    from gui.style.theme import Theme

NO_BRANCH = (
    f"Branch here ({BRANCH_KEY}) keeps the present run as run 1 and goes on as run 2 "
    "from the step looked at: then change a setting and compare."
)
SAME = (
    "Nothing differs yet: change a setting of the learner, run 2 follows. The features "
    "are the same for both."
)
ONE_RUN = (
    "One run of two parts. “Run anew” lets the set-up hold from step 0; then it can "
    "branch again."
)
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MEASURES = ("Training error", "Updates", "Epoch")


class RunsPanel(SeenWidget):
    """A table of both at the playhead, with buttons to end the branch.

    Without run 1, of what run 2 goes by before and after the branch.
    """

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session, self._theme = session, theme
        self.caption = SteadyLabel()
        self.hint = with_role(QLabel(NO_BRANCH, wordWrap=True), "muted")
        self._labels: dict[tuple[int, int], QLabel] = {}
        self._grid = grid_of(16, 4)
        self._grid.setColumnStretch(0, 1)
        layout = in_column(self, self._buttons(), self._grid, self.hint, spacing=8)
        layout.addStretch()
        for signal, act in (
            (session.moved, self._follow_playhead),
            (session.recipe_changed, self.refresh),
            (session.branches.changed, self.refresh),
        ):
            signal.connect(partial(self.act_if_seen, act))
        self.refresh()

    def _buttons(self) -> QHBoxLayout:
        branches = self._session.branches
        self.back_button = push_button(
            "Back to run 1", "Drop run 2: the settings are those of run 1 again"
        )
        self.back_button.clicked.connect(branches.go_back)
        self.keep_button = push_button(
            "Keep run 2",
            "Drop run 1: run 2 stays as it is seen, its steps up to the branch "
            "included",
        )
        self.keep_button.clicked.connect(branches.keep)
        self.anew_button = push_button(
            "Run anew", "Let the set-up make the whole run, from step 0"
        )
        self.anew_button.clicked.connect(branches.restart)
        return row_of(self.back_button, self.keep_button, self.anew_button, STRETCH)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.refresh()

    def _follow_playhead(self) -> None:
        if self._session.branches.active:
            self.refresh()

    def refresh(self) -> None:
        """Show both runs at the playhead, or the two parts of one."""
        branches = self._session.branches
        beside = branches.other is not None
        rows = self._rows()
        self.hint.setText(self._hint())
        differ = rows[len(MEASURES) + 1 :]
        self.hint.setVisible(bool(self._session.obstacle or not beside or not differ))
        for button in (self.back_button, self.keep_button):
            button.setVisible(beside)
        self.anew_button.setVisible(branches.active and not beside)
        self.caption.setText(f"at step {self._session.step:,}" if beside else "")
        self._show_rows(rows)

    def _hint(self) -> str:
        branches = self._session.branches
        if not branches.active:
            return NO_BRANCH
        if self._session.obstacle:
            return self._session.why_no_run
        return ONE_RUN if branches.other is None else SAME

    def _rows(self) -> list[Row]:
        """Give a head and what is under it; nothing without a branch."""
        s, branches = self._session, self._session.branches
        if branches.branch is None:
            return []
        from gui.session.run_labels import recipe_differences

        recipe = s.tape.recipe if s.tape is not None and s.obstacle else s.recipe
        differ = recipe_differences(branches.branch.before, recipe)
        if branches.other is not None:
            head = ("", self._name_of_run(1, 1), self._name_of_run(0, 2))
            return [head, *compared_measures(branches.other, s), *differ]
        return [("", f"to step {branches.step:,}", "after it"), *differ]

    def _name_of_run(self, colour: int, run: int) -> str:
        ink = self._theme.runs[colour]
        return f'<b style="color:{ink}">━ run&nbsp;{run}</b>'

    def _show_rows(self, rows: list[Row]) -> None:
        cells = {
            (i, j): text for i, row in enumerate(rows) for j, text in enumerate(row)
        }
        for place in [place for place in self._labels if place not in cells]:
            label = self._labels.pop(place)
            self._grid.removeWidget(label)
            label.hide()
            label.deleteLater()
        for place, text in cells.items():
            if place not in self._labels:
                self._labels[place] = self._add_label(*place)
            if self._labels[place].text() != text:
                self._labels[place].setText(text)
                self._labels[place].setToolTip(text)

    def _add_label(self, row: int, column: int) -> QLabel:
        label = ElidedLabel() if row else QLabel()
        if column:
            label.setAlignment(RIGHT)
        else:
            label.setProperty("role", "muted")
        self._grid.addWidget(label, row, column)
        return label


def compared_measures(first: BranchRun, other: BranchRun) -> list[Row]:
    """Say how two runs stand at their playheads."""
    columns = [_measured(run) for run in (first, other)]
    return [(name, *values) for name, *values in zip(MEASURES, *columns, strict=True)]


def _measured(run: BranchRun) -> tuple[str, str, str]:
    frame, model = run.frame, run.model
    if frame is None or model is None:
        return "–", "–", "–"
    return percent(model.training_error), f"{frame.updates:,}", f"{frame.epoch:,}"
