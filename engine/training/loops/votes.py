"""The votes of many weight vectors on many samples."""

from __future__ import annotations

from typing import Any

import numpy as np

BLOCK = 512
"""Samples that stay in the nearest cache while all vectors look at them."""


def add_votes(totals: Any, terms: Any, weights: Any, counts: Any) -> None:
    """Add Σᵢ cᵢ·sign(wᵢ·x + bᵢ) to the totals, in place.

    Parameters
    ----------
    totals : (n,)
    terms : (d, n), the samples, a row for each term
    weights : (m, d + 1), the offset last
    counts : (m,), how often each votes
    """
    d, n = terms.shape
    scores = np.empty(BLOCK)
    for start in range(0, n, BLOCK):
        size = min(BLOCK, n - start)
        total = totals[start : start + size]
        score = scores[:size]
        for i in range(weights.shape[0]):
            for s in range(size):
                score[s] = weights[i, d]
            for j in range(d):
                w, term = weights[i, j], terms[j, start : start + size]
                for s in range(size):
                    score[s] += w * term[s]
            c = counts[i]
            for s in range(size):
                z = score[s]
                total[s] += c if z > 0.0 else (-c if z < 0.0 else 0.0)
