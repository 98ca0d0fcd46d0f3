"""The learning rate of each step, by its schedule."""

from __future__ import annotations

from typing import Any, NamedTuple

CONSTANT, INVERSE, PEGASOS = range(3)
"""η; c₁/(n + c₂); 1/(λn), with n the step."""


class Schedule(NamedTuple):
    """What `rate` reads; a plan has the same fields."""

    schedule: int
    eta: float
    c1: float
    c2: float
    strength: float


def rate(plan: Any, n: int) -> float:
    """Give the learning rate η of step n, from 1."""
    if plan.schedule == CONSTANT:
        eta: float = plan.eta
    elif plan.schedule == INVERSE:
        eta = plan.c1 / (n + plan.c2)
    else:
        eta = 1.0 / (plan.strength * n)
    return eta
