"""What is read on the λ path."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.evaluation.svm_path import MOST_EXACT
from gui.style.text import number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gui.evaluation.lambda_path.path_computation import Traces

HINT = "Point to read, click to take a λ. Solid: Pegasos as set up; dashed: exact."
TOO_MANY = (
    f"Beyond {MOST_EXACT:,} samples the exact solution would take minutes: it is not "
    "drawn."
)
NOT_SVM = "λ is the weight of the penalty in the linear SVM: this path is its own."
NO_PATH = "No λ is computed yet…"
GAP = "The exact solver gave up where the dashed lines have gaps."
DIGITS = 4


def reading(
    traces: Traces, j: int, drawn: Sequence[int], fits: Callable[[str], bool]
) -> str:
    """Read the largest weights at a λ, as many as there is room for."""
    told = []
    for k in drawn:
        ours = number(float(traces.ours.scaled_weights[j, 0, k]), DIGITS)
        exact = _exact(traces, j, k)
        told.append(f"{traces.names[k]} {ours}{exact}")
    at = f"λ = {number(float(traces.ours.strengths[j]), 3)}:  "
    whole = at + ",  ".join(told)
    if fits(whole):
        return whole
    for n in range(len(told) - 1, 0, -1):
        text = f"{at}{',  '.join(told[:n])}  and {len(told) - n} more"
        if fits(text):
            return text
    return at + told[0]


def _exact(traces: Traces, j: int, k: int) -> str:
    path = traces.exact
    if path is None or j >= len(path.strengths):
        return ""
    value = float(path.scaled_weights[j, 0, k])
    return f" (exact {number(value, DIGITS)})" if np.isfinite(value) else ""


def objectives(traces: Traces, strength: float) -> str:
    """Say how much more we have than the least, at the nearest λ."""
    ours, exact = traces.ours, traces.exact
    if exact is None or not len(exact.strengths):
        return ""
    j = int(np.argmin(np.abs(np.log(exact.strengths / strength))))
    if not exact.objective[j] > 0:
        return ""
    more = ours.objective[j] / exact.objective[j] - 1
    at = number(float(exact.strengths[j]), 3)
    if more > 1:
        return f"ours × {number(1 + more, 2)} at λ = {at}"
    return f"ours + {100 * max(more, 0.0):.1f} % at λ = {at}"
