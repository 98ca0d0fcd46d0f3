"""The step: the sample, the score, the condition, the update, in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from engine.learners import learner
from gui.words import number, signed, vector

if TYPE_CHECKING:
    from collections.abc import Set

    from engine import Frame, Tape
    from gui.session import Session
    from gui.theme import Theme

ROWS = ("sample", "score", "check", "update", "now")


class UpdatePanel(QWidget):
    """Spells out the step under the playhead."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session, self._theme = session, theme
        self.caption = QLabel()
        self._texts: dict[str, QLabel] = {}
        self._rows_shown: Set[str] = frozenset()
        self._names: dict[str, QLabel] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
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
            grid.addWidget(self._names[name], i, 0, top)
            grid.addWidget(self._texts[name], i, 1, top)
        grid.setRowStretch(len(ROWS), 1)
        session.moved.connect(self.refresh)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.refresh()

    def refresh(self) -> None:
        """Write the step under the playhead."""
        tape, frame = self._session.tape, self._session.frame
        if tape is None or frame is None or not frame.step:
            texts = {"sample": "Press Play, or the right arrow key for one step."}
            self.caption.setText("")
        else:
            texts = spelled_out(tape, frame, self._theme)
            self.caption.setText(
                f"epoch {frame.epoch} · "
                + (
                    f"point {frame.rows[0] + 1}"
                    if len(frame.rows) == 1
                    else f"{len(frame.rows)} points"
                )
            )
        for name in ROWS:
            self._texts[name].setText(texts.get(name, ""))
        # Showing and hiding lays the whole panel out again: only when rows change.
        if texts.keys() != self._rows_shown:
            self._rows_shown = texts.keys()
            for name in ROWS:
                self._texts[name].setVisible(name in texts)
                self._names[name].setVisible(name in texts and len(texts) > 1)


def spelled_out(tape: Tape, frame: Frame, theme: Theme) -> dict[str, str]:
    """Put the step's numbers into the learner's rule, one text per row."""
    rule = learner(tape.recipe.learner).rule.split(":", 1)[1].strip()
    change = frame.weights - frame.weights_before
    texts = {
        "check": verdict(tape, frame, theme),
        "update": (
            f"{rule.replace(',  ', '<br>')}<br>"
            + "<br>".join(
                f"{who}Δw = {vector(row[:-1])}, Δb = {number(row[-1])}"
                for who, row in zip(_outputs(tape), change, strict=True)
                if row.any()
            )
            if frame.update
            else "the weights stay as they are"
        ),
    }
    if len(frame.rows) > 1:
        texts["sample"] = f"a batch of {len(frame.rows)} points, their pulls summed"
        return texts
    return _sample_texts(tape, frame) | texts | _score_after(tape, frame)


def _outputs(tape: Tape) -> list[str]:
    """Name the outputs before their numbers; a single one needs no name."""
    if tape.problem.n_outputs == 1:
        return [""]
    return [f"{name}: " for name in tape.data.class_names]


def _sample_texts(tape: Tape, frame: Frame) -> dict[str, str]:
    row = int(frame.rows[0])
    x = tape.problem.X[row]
    name = tape.data.class_names[tape.data.y[row]]
    scaled = " (standardised)" if tape.problem.scaling is not None else ""
    symbol = "x" if tape.problem.features.is_linear else "φ(x)"
    if tape.problem.n_outputs > 1:
        label = f"class {name}"
        scores = "<br>".join(
            f"{cls}: {number(z)}"
            for cls, z in zip(tape.data.class_names, frame.scores[0], strict=True)
        )
        return {
            "sample": f"<b>{symbol}</b> = {vector(x)}{scaled}, {label}",
            "score": scores,
        }
    y = "+1" if tape.data.y[row] == 1 else "−1"
    w = frame.weights_before[0]
    terms = " + ".join(
        f"{_factor(wj)}·{_factor(xj)}" for wj, xj in zip(w[:-1], x, strict=True)
    )
    formula = f"w·{symbol} + b = {terms} {signed(w[-1])}" if len(x) <= 5 else "z"
    return {
        "sample": f"<b>{symbol}</b> = {vector(x)}{scaled}, y = {y} ({name})",
        "score": f"{formula} = <b>{number(frame.scores[0, 0])}</b>",
    }


def verdict(tape: Tape, frame: Frame, theme: Theme) -> str:
    """Say whether it was a mistake, with the numbers in the condition."""
    tone = theme.mistake_text if frame.mistake else theme.good
    word = "mistake" if frame.mistake else "right"
    said = f'<b style="color:{tone}">{word}</b>'
    if len(frame.rows) == 1 and tape.problem.n_outputs == 1:
        sign = 1 if tape.data.y[frame.rows[0]] == 1 else -1
        margin = sign * float(frame.scores[0, 0])
        limit = number(tape.problem.settings.tolerance)
        relation = "≤" if frame.mistake else "&gt;"
        return f"y·z = {number(margin)} {relation} {limit} → {said}"
    return said


def _score_after(tape: Tape, frame: Frame) -> dict[str, str]:
    if not frame.update or tape.problem.n_outputs > 1:
        return {}
    x = tape.problem.X[int(frame.rows[0])]
    after = float(x @ frame.weights[0, :-1] + frame.weights[0, -1])
    return {"now": f"score of the same point {number(after)}"}


def _factor(value: float) -> str:
    text = number(value)
    return f"({text})" if value < 0 else text
