"""Whether the order of the samples hinders learning: one class after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine.training.problem import Problem

FEWEST = 10
"""Samples of each class from which on an epoch stays long enough with one of them."""


def is_sorted_by_class(problem: Problem) -> bool:
    """Tell whether the steps of an epoch see all of one class, then all of the next.

    So it is with many files. The weights then follow the class that came last; a
    shuffled order has all classes in turn. A step that looks at all samples at once
    has no order.

    Examples
    --------
    >>> from engine import Dataset, Recipe, Tape
    >>> data = Dataset([[i] for i in range(20)], [0] * 10 + [1] * 10)
    >>> is_sorted_by_class(Tape(data, Recipe()).problem)
    True
    >>> is_sorted_by_class(Tape(data, Recipe(order="shuffled")).problem)
    False
    """
    codes, plan = problem.training.codes, problem.plan
    if plan.reordered or plan.batch >= len(codes):
        return False
    counts = np.bincount(codes)
    counts = counts[counts > 0]
    changes = np.count_nonzero(codes[1:] != codes[:-1])
    alone = len(counts) > 1 and changes == len(counts) - 1
    return bool(alone and counts.min() >= FEWEST)
