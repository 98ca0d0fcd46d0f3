"""How the training error will go, epoch by epoch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.lessons.predictions.prediction import (
    Answer,
    Points,
    PredictionKind,
    Verdict,
    is_drawn,
)
from engine.numbers import decimals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.lessons.facts import Situation
    from engine.training.tape import Tape

RIGHT_CURVE_OFF = 0.1
"""The mean distance, as a share of the samples, within which a curve is right."""
LEAST_LENGTH = 0.9
"""The share of the epochs that a curve must reach."""


def curve_off(
    epochs: Sequence[float], errors: Sequence[float], measured: Sequence[float]
) -> tuple[float, bool]:
    """Give by how much a drawn curve is off in the mean, and whether it is right.

    In plain arithmetic: pages translate it.

    Parameters
    ----------
    epochs, errors : sequence of float
        Of the places drawn, ascending; between them it is straight.
    measured : sequence of float
        The error at the end of each epoch.
    """
    k, total = 0, 0.0
    for i in range(len(measured)):
        epoch = i + 1
        while k + 1 < len(epochs) and epochs[k + 1] <= epoch:
            k += 1
        guessed = errors[k]
        if k + 1 < len(epochs) and epochs[k] < epoch:
            share = (epoch - epochs[k]) / (epochs[k + 1] - epochs[k])
            guessed += share * (errors[k + 1] - errors[k])
        total += abs(guessed - measured[i])
    off = total / len(measured)
    return off, off <= RIGHT_CURVE_OFF


def is_whole(last: float, epochs: int) -> bool:
    """Tell whether a curve that ends at an epoch says how the run goes on to its end.

    In plain arithmetic: pages translate it.
    """
    return last >= LEAST_LENGTH * epochs


def judge_curve(tape: Tape, drawn: Points) -> Verdict:
    """Judge a curve that is said to be the training error, epoch by epoch.

    Parameters
    ----------
    tape : Tape
    drawn : tuple of (float, float)
        Epochs, ascending, with errors, 0 … 1; between them it is straight.
    """
    epochs = [epoch for epoch, _ in drawn]
    errors = [min(1.0, max(0.0, error)) for _, error in drawn]
    off, good = curve_off(epochs, errors, tape.epochs.training_error.tolist())
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
