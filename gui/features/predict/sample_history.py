"""What there is to say of a sample beside its score: verdict, angle, mistakes made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.data.dataset import TEST, TRAINING
from engine.models.prediction import angle_of, margins_of
from engine.numbers import counted, decimals
from gui.style.text import number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine import Dataset
    from engine.models.predictor import Predictor
    from gui.session.mistake_counts import MistakeCounts
    from gui.session.session import Session


def verdict_of(model: Predictor, data: Dataset, row: int) -> tuple[str, str]:
    """Say whether a model is right about a sample, and by how much; its role.

    Parameters
    ----------
    model : Predictor
        Whose weights are not all 0.
    data : Dataset
    row : int
    """
    margins = margins_of(model, data.X[[row]], data.y[[row]])
    margin = float(margins.margins[0])
    size = number(margin)
    several = model.n_outputs > 1
    tail = f"{size} over the next" if several else f"y·{model.score_name} = {size}"
    if not margins.wrong[0]:
        return f"right: {tail}", "good"
    return f"wrong: {tail}" if margin else f"wrong, on the boundary: {tail}", "mistake"


def angle_words(model: Predictor, x: NDArray[np.float64]) -> str:
    """Write what z is made of, w and x as arrows; nothing where they are none."""
    angle, rows = angle_of(model, x), model.newest_weights()
    if angle is None or rows is None:
        return ""
    b = float(rows[0, -1])
    offset = "" if not b else f" {'−' if b < 0 else '+'} {number(abs(b))}"
    return (
        f"z = ‖w‖·‖x‖·cos α{' + b' if b else ''} = {number(angle.w)} · "
        f"{number(angle.x)} · cos {decimals(angle.degrees, 1)}°{offset}"
    )


def history_of(session: Session, counts: MistakeCounts, row: int) -> str:
    """Write how often a sample was a mistake in the run, as far as it is played.

    Parameters
    ----------
    session : Session
    counts : MistakeCounts
    row : int
    """
    data = session.data
    if session.tape is None or session.endless:
        return ""
    weights, part = data.sample_weights, data.parts[row]
    if part != TRAINING or (weights is not None and not weights[row]):
        return "" if part == TEST else "not learned from"
    made = counts.at_playhead()
    if made is None:
        return "counting its mistakes…"
    n = int(made[row])
    return f"{counted(n, 'time') if n else 'never'} a mistake in the run so far"
