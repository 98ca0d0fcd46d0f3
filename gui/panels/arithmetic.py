"""The arithmetic of a step, spelled out in the person's own numbers."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from engine.learners import learner
from engine.learners.formulas import update
from engine.tex import plain
from gui.panels.outputs import where_mistaken
from gui.words import number, percent, signed, vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine import Frame, Tape
    from engine.evaluation.model import Model
    from gui.theme import Theme


def spelled_out(tape: Tape, frame: Frame, theme: Theme) -> dict[str, str]:
    """Put the step's numbers into the learner's rule, one text per row."""
    texts = {
        "check": verdict(tape, frame, theme),
        "update": (
            "<br>".join([_rule(tape), *_changes(tape, frame, theme)])
            if frame.update
            else "the weights stay as they are"
        ),
    }
    if len(frame.rows) > 1:
        texts["sample"] = f"a batch of {len(frame.rows)} points, their pulls summed"
        return texts
    return _sample_texts(tape, frame) | texts | _score_after(tape, frame)


def by_hand(
    tape: Tape | None, frame: Frame | None, model: Model | None, theme: Theme
) -> dict[str, str]:
    """Say how good weights set by hand are, and the score of the sample looked at."""
    begin = "Nothing is learned: draw the boundary on the canvas, or type the weights."
    if tape is None or frame is None or model is None:
        return {"error": begin}
    if not learner(tape.recipe.learner).by_hand or not model.weights.any():
        return {"error": begin}
    n = tape.problem.n_samples
    wrong = round(model.training_error * n)
    tone = theme.mistake_text if wrong else theme.good
    are = "is" if wrong == 1 else "are"
    texts = {
        "error": f'<b style="font-size:22px; color:{tone}">'
        f"{percent(model.training_error)}</b> training error<br>"
        f"Nothing is learned: {wrong:,} of {n:,} points {are} wrong."
    }
    if frame.step:
        texts |= _sample_texts(tape, frame)
        texts["check"] = verdict(tape, frame, theme)
    return texts


def _rule(tape: Tape) -> str:
    """Give the learner's formulas for w and b."""
    symbols = update(learner(tape.recipe.learner), tape.problem.plan.batch > 1)
    return "<br>".join(f"<i>{plain(one)}</i>" for one in symbols)


def _changes(tape: Tape, frame: Frame, theme: Theme) -> list[str]:
    """Write what the step did to the weights of each output that it changed."""
    lines = []
    for k in range(tape.problem.n_outputs):
        before, after = frame.weights_before[k], frame.weights[k]
        if (before == after).all():
            continue
        changes = _with_pull(tape, frame, k) or _with_difference(before, after)
        if tape.problem.n_outputs > 1:
            lines.append(_head(tape, k, theme))
        lines += changes
    return lines


def _head(tape: Tape, k: int, theme: Theme) -> str:
    """Name an output in its colour, before its lines."""
    patch = (
        f'<span style="background-color:{theme.class_colour(k)}">&nbsp;&nbsp;</span>'
    )
    return f"{patch}&nbsp;<b>{escape(tape.data.class_names[k])}</b>"


def _with_pull(tape: Tape, frame: Frame, k: int) -> list[str]:
    """Write w ← w + η·pull·x for a step on one sample; nothing if that is not it."""
    if len(frame.rows) > 1:
        return []
    row, one = int(frame.rows[0]), tape.problem.plan.one
    x, settings = tape.problem.X[row], tape.problem.settings
    before, after = frame.weights_before[k], frame.weights[k]
    positive = k if tape.problem.n_outputs > 1 else 1
    y = 1.0 if tape.problem.codes[row] == positive else -1.0
    rule, eta = learner(tape.recipe.learner), frame.learning_rate
    pull = rule.pull(float(frame.scores[0, k]), y, float(x @ x) + one, settings)
    keep = rule.decay(eta, settings)
    tiny = 1e-9 * float(abs(after).max())
    # The numbers stand in the formula only if it gives what the step gave.
    if not np.allclose(keep * before[:-1] + eta * pull * x, after[:-1], 1e-6, tiny):
        return []
    factor = f"{number(eta)}·({'+' if pull > 0 else ''}{number(pull)})"
    kept = "" if keep == 1 else f"{number(keep)}·"
    lines = [
        f"w ← {kept}{vector(before[:-1])} + {factor}·{vector(x)} = {vector(after[:-1])}"
    ]
    if one:
        lines.append(f"b ← {number(before[-1])} + {factor} = {number(after[-1])}")
    return lines


def _with_difference(
    before: NDArray[np.float64], after: NDArray[np.float64]
) -> list[str]:
    change = after - before
    return [
        f"Δw = {vector(change[:-1])}, Δb = {number(change[-1])}",
        f"w ← w + Δw = {vector(after[:-1])}",
        f"b ← b + Δb = {number(after[-1])}",
    ]


def _sample_texts(tape: Tape, frame: Frame) -> dict[str, str]:
    row = int(frame.rows[0])
    x = tape.problem.X[row]
    name = tape.data.class_names[tape.data.y[row]]
    scaled = " (standardised)" if tape.problem.scaling is not None else ""
    symbol = "x" if tape.problem.features.is_linear else "φ(x)"
    if tape.problem.n_outputs > 1:
        said = f"<b>{symbol}</b> = {vector(x)}{scaled}, class {escape(name)}"
        return {"sample": said}
    y = "+1" if tape.data.y[row] == 1 else "−1"
    w = frame.weights_before[0]
    terms = " + ".join(
        f"{_factor(wj)}·{_factor(xj)}" for wj, xj in zip(w[:-1], x, strict=True)
    )
    formula = f"w·{symbol} + b = {terms} {signed(w[-1])}" if len(x) <= 5 else "z"
    return {
        "sample": f"<b>{symbol}</b> = {vector(x)}{scaled}, y = {y} ({escape(name)})",
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
    if tape.problem.n_outputs > 1:
        return f"{where_mistaken(tape, frame)} → {said}"
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
