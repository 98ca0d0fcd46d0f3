"""The scores of samples under one output's weights."""

from __future__ import annotations

from typing import Any

IN_ORDER = 8
"""Terms up to which a sum is added as one would by hand, from the left."""


def dot(start: float, a: Any, x: Any) -> float:
    """Give start + Σⱼ aⱼ·xⱼ over the terms of x.

    Many terms are added as four sums, which the processor forms side by side. Which
    terms go together is fixed, so that a run is the same everywhere.
    """
    d = len(x)
    total = start
    if d <= IN_ORDER:
        for j in range(d):
            total += a[j] * x[j]
        return total
    s0 = s1 = s2 = s3 = 0.0
    fours = d // 4
    for k in range(fours):
        i = 4 * k
        s0 += a[i] * x[i]
        s1 += a[i + 1] * x[i + 1]
        s2 += a[i + 2] * x[i + 2]
        s3 += a[i + 3] * x[i + 3]
    for j in range(4 * fours, d):
        total += a[j] * x[j]
    return total + ((s0 + s1) + (s2 + s3))


def square(start: float, x: Any) -> float:
    """Give start + x·x."""
    total = start
    for j in range(len(x)):
        total += x[j] * x[j]
    return total


def scores(z: Any, w: Any, X: Any) -> None:
    """Fill z with w·x + b for the rows of X, for measures; b is the last of w."""
    d = X.shape[1]
    if d <= IN_ORDER:
        exact_scores(z, w, X)
    else:
        for i in range(X.shape[0]):
            z[i] = relaxed_dot(w[d], w, X[i])


def exact_scores(z: Any, w: Any, X: Any) -> None:
    """Fill z with `dot` for the rows of X."""
    d = X.shape[1]
    if d == 2:
        # LLVM vectorises a loop over the flat samples, not one over rows of two.
        flat = X.ravel()
        w1, w2, b = w[0], w[1], w[2]
        for i in range(X.shape[0]):
            z[i] = b + w1 * flat[2 * i] + w2 * flat[2 * i + 1]
    else:
        for i in range(X.shape[0]):
            z[i] = dot(w[d], w, X[i])


def relaxed_dot(start: float, a: Any, x: Any) -> float:
    """Give `dot` for measures: the compiler may choose which terms go together."""
    total = start
    for j in range(x.size):
        total += a[j] * x[j]
    return total


def is_behind(z: Any, own: int) -> bool:
    """Tell whether a sample's own class is not strictly ahead of all others."""
    behind = False
    for k in range(z.size):
        behind |= k != own and not z[own] > z[k]
    return behind
