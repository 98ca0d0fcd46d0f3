"""What a learning curve says, as far as it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gui.evaluation.learning.plot import standard_error
from gui.style.text import percent

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.evaluation.learning_curve import LearningCurve

FEWEST = 3
"""Folds from which their scatter tells what is chance."""
CLEAR = 2.0
"""Standard errors beyond which a difference is not taken for chance."""
SMALL = 0.05
"""A gap surely below this is none to speak of."""
ONE_SPLIT = "Of one split nobody knows how much is chance: folds tell."


def reading(curve: LearningCurve, j: int) -> str:
    """Read the errors at a size."""
    told = []
    for name, errors in (
        ("training", curve.training), ("validation", curve.validation),
    ):  # fmt: skip
        mean, error = float(errors[:, j].mean()), float(standard_error(errors)[j])
        chance = f" ± {100 * error:.1f}" if len(errors) > 1 else ""
        told.append(f"{name} error {percent(mean).removesuffix(' %')}{chance} %")
    size = int(curve.sizes[j])
    return f"{size:,} sample{'s'[: size != 1]}: {', '.join(told)}"


def conclusion(curve: LearningCurve) -> str:
    """Say what follows from the curve, and no more."""
    if len(curve.validation) < FEWEST:
        return ONE_SPLIT if len(curve.validation) == 1 else ""
    gap = curve.validation[:, -1] - curve.training[:, -1]
    size, mean, error = f"{int(curve.sizes[-1]):,}", *_spread(gap)
    told = f"The gap between the curves at {size} samples is {_points(mean, error)}"
    if mean > CLEAR * error:
        if _falls(curve):
            return (
                f"{told}, more than chance, and the validation error was still "
                "falling: more samples would probably help."
            )
        return (
            f"{told}, more than chance, but the validation error did not clearly fall "
            "any more: fewer features or a stronger penalty may help more than samples."
        )
    if mean + CLEAR * error < SMALL:
        level = percent(float(curve.validation[:, -1].mean()))
        return (
            f"{told}, no more than chance: more samples of this kind will hardly help. "
            f"If {level} is too much, other features or another learner might do."
        )
    return f"{told}: too much chance to say whether more samples would help."


def _falls(curve: LearningCurve) -> bool:
    """Tell whether doubling the samples last lowered the validation error clearly."""
    half = int(np.searchsorted(curve.sizes, curve.sizes[-1] / 2, side="right")) - 1
    if half < 0:
        return False
    mean, error = _spread(curve.validation[:, half] - curve.validation[:, -1])
    return mean > CLEAR * error


def _spread(values: NDArray[np.float64]) -> tuple[float, float]:
    return float(values.mean()), float(standard_error(values[:, None])[0])


def _points(mean: float, error: float) -> str:
    # Adding 0 takes the sign from what is rounded to 0.
    return f"{round(100 * mean, 1) + 0:.1f} ± {100 * error:.1f} points".replace(
        "-", "−"
    )
