"""How the training error will go, epoch by epoch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.lessons.predictions.prediction import (
    Answer,
    Points,
    PredictionKind,
    Verdict,
    is_drawn,
)
from engine.numbers import decimals

if TYPE_CHECKING:
    from engine.lessons.facts import Situation
    from engine.training.tape import Tape

RIGHT_CURVE_OFF = 0.1
"""The mean distance, as a share of the samples, within which a curve is right."""


def judge_curve(tape: Tape, drawn: Points) -> Verdict:
    """Judge a curve that is said to be the training error, epoch by epoch.

    Parameters
    ----------
    tape : Tape
    drawn : tuple of (float, float)
        Epochs, ascending, with errors, 0 … 1; between them it is straight.
    """
    true = tape.epochs.training_error
    epochs, errors = np.array(drawn).T
    errors = np.clip(errors, 0, 1)
    guessed = np.interp(np.arange(1, len(true) + 1), epochs, errors)
    off = float(np.abs(guessed - true).mean())
    good = off <= RIGHT_CURVE_OFF
    return Verdict(
        good,
        f"{'Right' if good else 'Not quite'}: your curve is {decimals(100 * off, 1)} % "
        "of the samples away from it, in the mean.",
    )


def _judge(asked: Situation, answer: Answer) -> Verdict | None:
    tape = asked.tape
    if tape is None or not isinstance(answer, tuple) or not is_drawn(answer):
        return None
    return judge_curve(tape, answer) if len(tape.epochs) else None


def _comes(asked: Situation) -> bool:
    return asked.tape is not None and bool(len(asked.tape.epochs))


PREDICTION = PredictionKind("error curve", "Draw the error curve.", _judge, _comes, 30)
