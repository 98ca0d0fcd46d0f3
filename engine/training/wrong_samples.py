"""How much of the training samples is wrong, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.numbers import percent

if TYPE_CHECKING:
    from engine.models.predictor import Predictor
    from engine.training.tape import Tape


def wrong(tape: Tape, model: Predictor) -> str:
    """Say how much of the training samples a model has wrong."""
    training = tape.problem.training
    if training.sample_weights is not None:
        return f"{percent(model.training_error)} wrong"
    return f"{tape.count_wrong(model):,} of {len(training.X):,} wrong"
