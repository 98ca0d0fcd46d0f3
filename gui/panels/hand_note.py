"""What is said where weights are set by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gui.style.text import percent

if TYPE_CHECKING:
    from engine import Tape
    from engine.models.model import Model
    from gui.style.theme import Theme

BEGIN = "Nothing is learned: draw the boundary on the canvas, or type the weights."


def hand_note(tape: Tape, model: Model, theme: Theme) -> str:
    """Say how good weights set by hand are."""
    n = tape.problem.n_samples
    wrong = round(model.training_error * n)
    tone = theme.mistake_text if wrong else theme.good
    are = "is" if wrong == 1 else "are"
    return (
        f'<b style="font-size:22px; color:{tone}">'
        f"{percent(model.training_error)}</b> training error<br>"
        f"Nothing is learned: {wrong:,} of {n:,} points {are} wrong."
    )
