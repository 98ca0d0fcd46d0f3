"""The step: the sample, the score, the condition, the update, in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from engine.learners import learner
from gui.panels.arithmetic import by_hand, spelled_out
from gui.panels.elided import ElidedLabel
from gui.panels.outputs import Output, OutputsTable, outputs

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from gui.session import Session
    from gui.theme import Theme

ROWS = ("error", "sample", "score", "check", "update", "now")


class UpdatePanel(QWidget):
    """Spells out the step under the playhead."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session, self._theme = session, theme
        self.caption = ElidedLabel()
        self._texts: dict[str, QLabel] = {}
        self._rows_shown: Set[str] = frozenset()
        self._names: dict[str, QLabel] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        self.outputs = OutputsTable()
        grid.addWidget(self.outputs, 2, 0, 1, 2)
        for i, name in enumerate(ROWS):
            self._names[name] = QLabel(name)
            self._names[name].setProperty("role", "muted")
            self._texts[name] = QLabel(wordWrap=True)
            self._texts[name].setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse
            )
            self._texts[name].setSizePolicy(
                QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred
            )
            line = i + (i > 1)  # the outputs stand below the sample
            grid.addWidget(self._names[name], line, 0, top)
            grid.addWidget(self._texts[name], line, 1, top)
        grid.setRowStretch(len(ROWS) + 1, 1)
        session.moved.connect(self.refresh)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.refresh()

    def refresh(self) -> None:
        """Write the step under the playhead."""
        tape, frame = self._session.tape, self._session.frame
        if learner(self._session.recipe.learner).by_hand:
            texts = by_hand(tape, frame, self._session.model, self._theme)
            self.caption.setText("set by hand")
        elif tape is None or frame is None or not frame.step:
            texts = {"sample": "Press Play, or the right arrow key for one step."}
            self.caption.setText("")
        else:
            texts = spelled_out(tape, frame, self._theme)
            many = len(frame.rows)
            which = f"point {frame.rows[0] + 1:,}" if many == 1 else f"{many:,} points"
            self.caption.setText(f"{which} · epoch {frame.epoch:,}")
            self.caption.setToolTip(self.caption.text())
        self.outputs.show_rows(self._outputs(texts), self._theme)
        for name in ROWS:
            self._texts[name].setText(texts.get(name, ""))
        # Showing and hiding lays the whole panel out again: only when rows change.
        if texts.keys() != self._rows_shown:
            self._rows_shown = texts.keys()
            for name in ROWS:
                self._texts[name].setVisible(name in texts)
                self._names[name].setVisible(name in texts and len(texts) > 1)

    def _outputs(self, texts: Mapping[str, str]) -> list[Output]:
        """Give a row for each output of a step on one sample that is spelled out."""
        tape, frame = self._session.tape, self._session.frame
        if tape is None or frame is None or "check" not in texts:
            return []
        alone = len(frame.rows) == 1 and tape.problem.n_outputs > 1
        return outputs(tape, frame) if alone else []
