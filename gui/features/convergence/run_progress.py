"""What a run has come to on its way, or a stream so far, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.diagnosis.run_outcome import wrong
from engine.numbers import counted, percent
from gui.style.text import no_boundary

if TYPE_CHECKING:
    from engine import Frame, Tape
    from engine.models.predictor import Predictor


def run_progress(
    tape: Tape, frame: Frame, model: Predictor, *, epochs: int | None
) -> str:
    """Say in which epoch it is, and how much is wrong there.

    Parameters
    ----------
    tape : Tape
    frame : Frame
        The moment spoken of.
    model : Predictor
        What is used at that moment.
    epochs : int or None
        How many the run has, where that is known and may be told.
    """
    of = "" if epochs is None else f" of {epochs:,}"
    epoch = f"Epoch {frame.epoch:,}{of}"
    if model.is_zero:
        return f"{epoch}: {no_boundary(frame.step)}"
    return f"{epoch}: {wrong(tape, model)}"


def now_wrong(tape: Tape, frame: Frame, model: Predictor) -> str:
    """Say how much is wrong at a moment, beside what is told of the end."""
    if model.is_zero:
        return no_boundary(frame.step)
    return f"now {wrong(tape, model)}"


def stream_progress(frame: Frame) -> str:
    """Say how many samples came in, and how many were mistakes when they came."""
    n = frame.step
    if not n:
        return "Stream: no sample yet"
    share = percent(frame.mistakes / n)
    return f"Stream: {counted(n, 'sample')}, {share} mistakes so far"
