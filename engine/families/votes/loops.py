"""The votes of many weight vectors on many samples."""

from __future__ import annotations

from typing import Any

import numpy as np

CELL = 64
"""Samples side by side of which it is asked whether a vector can part them."""
ROOM = 16_384
"""Numbers of the vectors that stay in a near cache while all samples look at them."""
ROUNDING = 1e-15
"""Several times the error of a product and a sum, relative to their size."""
TINY = 1e-300
"""What is less may be off by more than its rounding."""


def add_votes(totals: Any, terms: Any, weights: Any, counts: Any, least: float) -> None:
    """Add Σᵢ cᵢ·sign(wᵢ·x + bᵢ) to the totals, in place.

    A vector for which all of a cell's samples are on one side votes on all of them at
    once: the score in the middle of the box around them is farther from 0 than that of
    any sample can be from it. Sooner, the nearer the samples of a cell are together.

    Parameters
    ----------
    totals : (n,)
    terms : (d, n), the samples, a row for each term
    weights : (m, d + 1), the offset last
    counts : (m,), how often each votes, whole numbers
    least : the least score that is a vote for +1: 0, or the number after it
    """
    d, n = terms.shape
    most = max(CELL, ROOM // (d + 1))
    columns, near = np.empty((d + 1, most)), np.empty((d + 1, most))
    votes, near_votes = np.empty(most, np.int64), np.empty(most, np.int64)
    place, z, reach = np.empty(most, np.int64), np.empty(most), np.empty(most)
    for first in range(0, weights.shape[0], most):
        m = min(most, weights.shape[0] - first)
        for i in range(m):
            votes[i] = int(counts[first + i])
            for j in range(d + 1):
                columns[j, i] = weights[first + i, j]
        for start in range(0, n, CELL):
            end = min(start + CELL, n)
            if end - start < CELL:
                poll(totals, terms, columns, votes, z, start, end, m, least)
                continue
            middle_scores(z, reach, columns, terms, start, end, m)
            certain = 0
            undecided = 0
            for i in range(m):
                vote = votes[i] if z[i] > reach[i] else 0
                certain += -votes[i] if z[i] < -reach[i] else vote
            for i in range(m):
                place[undecided] = i
                undecided += not abs(z[i]) > reach[i]
            for j in range(d + 1):
                for i in range(undecided):
                    near[j, i] = columns[j, place[i]]
            for i in range(undecided):
                near_votes[i] = votes[place[i]]
            for s in range(start, end):
                totals[s] += certain
            poll(totals, terms, near, near_votes, z, start, end, undecided, least)


def middle_scores(
    z: Any, reach: Any, columns: Any, terms: Any, start: int, end: int, m: int
) -> None:
    """Score the middle of the box around a cell; tell how far its samples' may be."""
    d = terms.shape[0]
    rounding = ROUNDING * (d + 4)
    for i in range(m):
        z[i] = columns[d, i]
        reach[i] = rounding * abs(z[i]) + TINY
    for j in range(d):
        low = high = terms[j, start]
        for s in range(start, end):
            low, high = min(low, terms[j, s]), max(high, terms[j, s])
        middle, half = 0.5 * (low + high), 0.5 * (high - low)
        half += rounding * (abs(middle) + half)
        for i in range(m):
            z[i] += columns[j, i] * middle
            reach[i] += abs(columns[j, i]) * half


def poll(
    totals: Any, terms: Any, columns: Any, votes: Any, z: Any, start: int, end: int,
    m: int, least: float,
) -> None:  # fmt: skip
    """Let the first m vectors vote on each of a cell's samples."""
    d = terms.shape[0]
    for s in range(start, end):
        if d == 2:
            x1, x2 = terms[0, s], terms[1, s]
            for i in range(m):
                z[i] = columns[2, i] + columns[0, i] * x1 + columns[1, i] * x2
        else:
            for i in range(m):
                z[i] = columns[d, i]
            fours = d - d % 4
            for j in range(0, fours, 4):
                x1, x2 = terms[j, s], terms[j + 1, s]
                x3, x4 = terms[j + 2, s], terms[j + 3, s]
                for i in range(m):
                    z[i] = (
                        z[i] + columns[j, i] * x1 + columns[j + 1, i] * x2
                        + columns[j + 2, i] * x3 + columns[j + 3, i] * x4
                    )  # fmt: skip
            for j in range(fours, d):
                x1 = terms[j, s]
                for i in range(m):
                    z[i] += columns[j, i] * x1
        total = 0
        for i in range(m):
            vote = votes[i] if z[i] >= least else 0
            total += -votes[i] if z[i] < 0.0 else vote
        totals[s] += total
