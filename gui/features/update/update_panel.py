"""The step: the sample, the score, the condition, the update, in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAction,
    QGuiApplication,
    QKeySequence,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import (
    QLabel,
    QMenu,
    QToolButton,
)

from engine.errors import excerpt
from engine.families.capabilities import can
from engine.learners import learner
from engine.numbers import percent
from gui.features.update.outputs_table import OutputsTable
from gui.features.update.step_reader import StepReader
from gui.features.update.step_text import step_text
from gui.style.icons import icon
from gui.style.text import plain
from gui.widgets.buttons import quiet_button
from gui.widgets.formula_sheet import FormulaSheet
from gui.widgets.labels import FittingLabel
from gui.widgets.layouts import in_column
from gui.widgets.seen_widget import SeenWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent, QShowEvent

    from engine import Tape
    from engine.models.predictor import Predictor
    from engine.steps.explained_step import ExplainedStep
    from engine.steps.formula_lines import FormulaLine
    from gui.features.update.layered_formulas import LayeredFormulas
    from gui.features.update.step_text import StepText
    from gui.session.session import Session
    from gui.style.theme import Theme

BEGIN = "Nothing is learned: draw the boundary on the canvas, or type the weights."
BY_ROWS = "Type the weights of each class in Weights: the highest score wins."
DETAILS = "update/details"
"""The setting: whether all is told that an update does."""
SHOW_DETAILS = "Say all that this update does: to distance, margin and loss"
DRAW = "No step yet."
MEASURED = 6
"""Steps at the start of a run for which there is to be room."""
PRESS = "Press Play, or → for one step."


def manual_weights_note(tape: Tape, model: Predictor, theme: Theme) -> str:
    """Say how good weights set by hand are."""
    n = tape.problem.n_samples
    wrong = tape.count_wrong(model)
    is_weighted = tape.data.sample_weights is not None
    by_weight = ", by the points’ weights" if is_weighted else ""
    tone = theme.mistake_text if wrong else theme.good
    are = "is" if wrong == 1 else "are"
    what_to_do = f"<br>{BY_ROWS}" if model.n_outputs > 1 else ""
    return (
        f'<b style="font-size:22px; color:{tone}">'
        f"{percent(model.training_error)}</b> training error{by_weight}<br>"
        f"Nothing is learned: {wrong:,} of {n:,} points {are} wrong.{what_to_do}"
    )


class UpdatePanel(SeenWidget):
    """Spells out the step under the playhead.

    Signals
    -------
    copied(str)
        The step is on the clipboard; says as what.
    """

    copied = Signal(str)

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session, self._theme = session, theme
        self._short = self._whole = False
        self.caption = FittingLabel()
        self.message = QLabel(wordWrap=True)
        self.head, self.sheet = FormulaSheet(theme), FormulaSheet(theme)
        self.head.setAccessibleName("The sample of this step")
        self.sheet.setAccessibleName("The update, with numbers")
        self.outputs = OutputsTable()
        self.outputs.hide()
        self.copy_actions = [
            self._action("Copy the step as &LaTeX", self.copy_latex, "Ctrl+Shift+C"),
            self._action("Copy the step as te&xt", self.copy_text, ""),
        ]
        self.tool = self._copy_tool()
        self.details = quiet_button(SHOW_DETAILS, "All that the update does")
        self.details.setCheckable(True)
        self.details.setChecked(bool(QSettings().value(DETAILS, False, type=bool)))
        self.details.toggled.connect(self._keep_details)
        self.tools = (self.details, self.tool)
        self.layers: LayeredFormulas | None = None
        self._column = layout = in_column(
            self,
            self.message,
            self.head,
            self.outputs,
            self.sheet,
            margins=(0, 0, 1, 0),
            spacing=4,
        )
        layout.addStretch()
        self.reader = self.entrance = StepReader(self, self._as_text)
        self.addActions(self.copy_actions)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        session.moved.connect(self._enable_copying)
        session.playing_changed.connect(self._refresh_reader)
        self.follow(session, session.moved)
        self.set_theme(theme)
        self.refresh()

    def _action(self, text: str, act: object, key: str) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(act)
        return action

    def _copy_tool(self) -> QToolButton:
        tool = quiet_button("Copy the step as LaTeX or as text", "Copy the step")
        tool.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(tool)
        menu.addActions(self.copy_actions)
        tool.setMenu(menu)
        return tool

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.tool.setIcon(icon("copy", theme, theme.muted))
        self._show_chevron()
        for sheet in (self.head, self.sheet):
            sheet.set_theme(theme)
        if self.layers is not None:
            self.layers.set_theme(theme)
        self.refresh()

    def _show_chevron(self) -> None:
        chevron = "chevron-up" if self.details.isChecked() else "chevron-down"
        self.details.setIcon(icon(chevron, self._theme, self._theme.muted))

    def _keep_details(self, shown: bool) -> None:
        QSettings().setValue(DETAILS, shown)
        self._show_chevron()
        self.refresh()

    @property
    def step(self) -> ExplainedStep | None:
        """The step under the playhead, explained; None at the start of a run."""
        tape, frame = self._session.tape, self._session.frame
        if tape is None or frame is None or not frame.step:
            return None
        from engine.steps.explanation import explain

        return explain(tape, frame)

    def set_length(self, length: str) -> None:
        """Tell so much of a step.

        Parameters
        ----------
        length : {"", "short", "full"}
            Short, it ends with the new weights; full, all layers are unfolded.
        """
        chosen = length == "short", length == "full"
        if chosen != (self._short, self._whole):
            self._short, self._whole = chosen
            self.refresh()

    def refresh(self) -> None:
        """Write the step under the playhead."""
        self._enable_copying()
        text = self._message_text()
        self.message.setText(text)
        self.message.setVisible(bool(text))
        step = None if text in (PRESS, BEGIN, BY_ROWS) else self.step
        for sheet in (self.head, self.sheet):
            sheet.setVisible(step is not None)
        if self.layers is not None:
            self.layers.hide()
        self.tool.setEnabled(step is not None)
        self._show_step(step)
        self._refresh_reader()

    def _refresh_reader(self) -> None:
        """Write the text anew, but not at each frame: it would be read out."""
        if not self._session.playing:
            self.reader.refresh()

    def _as_text(self) -> str:
        """Write what is shown as plain lines."""
        if self.head.isHidden() or (step := self.step) is None:
            message = QTextDocumentFragment.fromHtml(self.message.text())
            return message.toPlainText()
        from engine.steps.step_formulas import as_text

        return as_text(step)

    def _enable_copying(self) -> None:
        """Let a step be copied, by the menu also while the panel is not seen."""
        frame = self._session.frame
        for action in self.copy_actions:
            action.setEnabled(frame is not None and frame.step > 0)

    def _show_step(self, step: ExplainedStep | None) -> None:
        tape, frame = self._session.tape, self._session.frame
        if step is None or tape is None or frame is None:
            self.caption.set_alternatives("set by hand" if self._by_hand else "")
            self.outputs.show_rows([], self._theme)
            return
        many = len(step.X)
        subject = f"point {frame.rows[0] + 1:,}" if many == 1 else f"{many:,} points"
        called = excerpt(step.data.name_of(int(frame.rows[0]))) if many == 1 else ""
        where = "set by hand" if self._by_hand else f"epoch {frame.epoch:,}"
        said = f"{subject} · {where}"
        named = f"{subject}, {called} · {where}" if called else said
        # The point is named below; the epoch by the line above the timeline.
        short = called if many == 1 else subject
        self.caption.set_alternatives("set by hand" if self._by_hand else short, "")
        self.caption.setToolTip(plain(named))
        text = self._text_of(tape, step)
        self.outputs.show_rows(text.outputs, self._theme)
        if QAccessible.isActive():
            from engine.steps.step_formulas import as_text

            self.head.setAccessibleDescription(plain(named))
            self.sheet.setAccessibleDescription(as_text(step))
        self.head.show_lines(text.head, text.names)
        if any(line.layer > 0 for line in text.below):
            self.sheet.hide()
            self._show_layers(text.below, text.names)
        else:
            self.sheet.show_lines(text.below, text.names)

    def _text_of(self, tape: Tape, step: ExplainedStep) -> StepText:
        return step_text(tape, step, short=self._short, whole=self.details.isChecked())

    def height_for_run(self, width: int) -> int:
        """Give the height with which the first steps of the run are seen whole."""
        tape = self._session.tape
        if tape is None or self._by_hand or not tape.steps:
            return 0
        from engine.steps.explanation import explain
        from gui.features.update.step_height import step_height

        texts = (
            self._text_of(tape, explain(tape, tape.frame(k)))
            for k in range(1, min(MEASURED, tape.steps) + 1)
        )
        most = self.screen().geometry().height()
        return step_height(texts, width, self._theme, self, most)

    def _show_layers(self, lines: list[FormulaLine], names: Sequence[str]) -> None:
        """Show the formulas of a network's step, folded layer by layer."""
        model = self._session.model
        if self.layers is None:
            from gui.features.update.layered_formulas import LayeredFormulas

            self.layers = LayeredFormulas(self._theme)
            self._column.insertWidget(self._column.count() - 1, self.layers)
        if can(model, "network"):
            self.layers.set_whole(self._whole)
            self.layers.show_lines(lines, names, len(model.layers))
        self.layers.show()

    @property
    def _by_hand(self) -> bool:
        return learner(self._session.recipe.learner).by_hand

    def _message_text(self) -> str:
        """Say what to do first, or how good weights set by hand are."""
        tape, frame = self._session.tape, self._session.frame
        model = self._session.model if self._by_hand else None
        if self._by_hand:
            if tape is None or model is None or model.is_zero:
                many = self._session.data.n_outputs > 1
                return BY_ROWS if many else BEGIN
            known = learner(tape.recipe.learner).by_hand
            return manual_weights_note(tape, model, self._theme) if known else BEGIN
        if tape is None:
            return self._session.why_no_run or DRAW
        return PRESS if frame is None or not frame.step else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.reader.fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Never show what is outdated, not for a moment."""
        super().showEvent(event)
        self.refresh()

    def copy_latex(self) -> None:
        """Put the step on the clipboard as LaTeX."""
        from engine.steps.step_formulas import as_latex

        self._copy(as_latex, "LaTeX")

    def copy_text(self) -> None:
        """Put the step on the clipboard as plain text."""
        from engine.steps.step_formulas import as_text

        self._copy(as_text, "text")

    def _copy(self, write: object, kind: str) -> None:
        step = self.step
        if step is not None and callable(write):
            QGuiApplication.clipboard().setText(write(step))
            self.copied.emit(f"step {step.frame.step} copied as {kind}")
