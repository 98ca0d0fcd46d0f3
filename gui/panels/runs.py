"""The two runs of a branch: what differs, and which of them to go on with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.learners import learner
from gui.panels.elided import ElidedLabel, SteadyLabel
from gui.words import number, percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine import Recipe
    from engine.learners import Hyperparameter
    from gui.session import Session
    from gui.theme import Theme

NO_BRANCH = (
    "Branch here (Ctrl+B) keeps the present run as run A and goes on as run B from "
    "the step looked at: then change a setting and compare."
)
SAME = "Nothing differs yet: change a setting in the set-up, run B follows."
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
Row = tuple[str, str, str]


class RunsPanel(QWidget):
    """A table of A and B at the playhead, with buttons to end the branch."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session, self._theme = session, theme
        self.caption = SteadyLabel()
        self.hint = QLabel(NO_BRANCH, wordWrap=True)
        self.hint.setProperty("role", "muted")
        self._labels: dict[tuple[int, int], QLabel] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(self._buttons())
        layout.addLayout(self._grid)
        layout.addWidget(self.hint)
        layout.addStretch()
        session.moved.connect(self._move)
        session.recipe_changed.connect(self.refresh)
        session.branches.changed.connect(self.refresh)
        self.refresh()

    def _buttons(self) -> QHBoxLayout:
        branches = self._session.branches
        self.back_button = QPushButton("Back to run A")
        self.back_button.setToolTip("Drop run B: the settings are those of A again")
        self.back_button.clicked.connect(branches.go_back)
        self.keep_button = QPushButton("Keep run B")
        self.keep_button.setToolTip("Drop run A: the settings of B make the whole run")
        self.keep_button.clicked.connect(branches.keep)
        row = QHBoxLayout()
        for button in (self.back_button, self.keep_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(button)
        row.addStretch()
        return row

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.refresh()

    def _move(self) -> None:
        if self._session.branches.active:
            self.refresh()

    def refresh(self) -> None:
        """Show both runs at the playhead."""
        s, run = self._session, self._session.branches.kept
        rows = [] if run is None else differences(run.recipe, s.recipe)
        self.hint.setText(NO_BRANCH if run is None else SAME)
        self.hint.setVisible(not rows)
        for button in (self.back_button, self.keep_button):
            button.setVisible(run is not None)
        self.caption.setText("" if run is None else f"at step {s.step:,}")
        if run is not None:
            head = ("", self._mark(1, "A"), self._mark(0, "B"))
            rows = [head, *measures(run, s), *rows]
        self._show(rows)

    def _mark(self, run: int, name: str) -> str:
        colour = self._theme.runs[run]
        return f'<b style="color:{colour}">━ run&nbsp;{name}</b>'

    def _show(self, rows: list[Row]) -> None:
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
                self._labels[place] = self._add(*place)
            if self._labels[place].text() != text:
                self._labels[place].setText(text)
                self._labels[place].setToolTip(text)

    def _add(self, row: int, column: int) -> QLabel:
        label = ElidedLabel() if row else QLabel()
        if column:
            label.setAlignment(RIGHT)
        else:
            label.setProperty("role", "muted")
        self._grid.addWidget(label, row, column)
        return label


def differences(one: Recipe, other: Recipe) -> list[Row]:
    """Name the settings in which two recipes differ, with both values."""
    rows = []
    if one.learner != other.learner:
        rows.append(("Learner", *(learner(r.learner).title for r in (one, other))))
    for name, label in _labels(one, other).items():
        values = [_value(recipe, name) for recipe in (one, other)]
        if values[0] != values[1]:
            rows.append((label, *values))
    return rows


def _labels(*recipes: Recipe) -> dict[str, str]:
    return {
        knob.name: knob.label for recipe in recipes for knob in _that_matter(recipe)
    }


def _that_matter(recipe: Recipe) -> Iterator[Hyperparameter]:
    for knob in learner(recipe.learner).knobs:
        if knob.shown_if is None or recipe.get(knob.shown_if[0]) == knob.shown_if[1]:
            yield knob


def _value(recipe: Recipe, name: str) -> str:
    """Write a setting; a dash where the recipe makes no use of it."""
    knob = next((knob for knob in _that_matter(recipe) if knob.name == name), None)
    if knob is None:
        return "–"
    value = recipe.get(name)
    if value is None or value is False:
        return "off"
    if value is True:
        return "on"
    if isinstance(value, tuple):
        return "by hand"
    if isinstance(value, str):
        return value.replace("-", " ")
    return knob.zero_text if knob.zero_text and not value else number(value)


def measures(one: Session, other: Session) -> list[Row]:
    """Say how two runs stand at their playheads."""
    columns = [_measured(run) for run in (one, other)]
    names = ("Training error", "Updates", "Epoch")
    return [(name, *values) for name, *values in zip(names, *columns, strict=True)]


def _measured(run: Session) -> tuple[str, str, str]:
    frame, model = run.frame, run.model
    if frame is None or model is None:
        return "–", "–", "–"
    return percent(model.training_error), f"{frame.updates:,}", f"{frame.epoch:,}"
