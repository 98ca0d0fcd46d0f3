"""How a model does on a part of the samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.models.model import share_wrong

if TYPE_CHECKING:
    from engine.models.model import Model
    from engine.training.tape import Tape


def error_on(part: int, tape: Tape, model: Model) -> float | None:
    """Give the share of a part's samples that a model of a tape has wrong.

    Parameters
    ----------
    part : int
        TRAINING, VALIDATION or TEST.
    tape : Tape
    model : Model
        Of one of its steps.

    Returns
    -------
    float or None
        0 … 1; a sample on the boundary is wrong. None if the part has no samples.
    """
    some = tape.problem.parts[part]
    if not len(some.X):
        return None
    if model.votes is None:
        return share_wrong(some.X, model.scaled_weights, some.codes)
    rows = tape.data.rows_of(part)
    return float(model.mistaken(tape.data.X[rows], tape.data.y[rows]).mean())
