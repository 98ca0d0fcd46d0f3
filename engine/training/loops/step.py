"""What a step does to a row of weights."""

from __future__ import annotations

from typing import Any


def add(w: Any, keep: float, c: float, X: Any, i: int, offset_input: float) -> bool:
    """Do w ← keep·w + c·xᵢ, b ← b + c, the offset last; tell whether one changed."""
    d = len(w) - 1
    changed = False
    for j in range(d):
        before = w[j]
        w[j] = keep * before + c * X[i, j]
        changed |= w[j] != before
    before = w[d]
    w[d] = before + c * offset_input
    return changed or w[d] != before
