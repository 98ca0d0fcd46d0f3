"""The order in which an epoch visits the samples."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.training.loops.structures import WEIGHTED


def shuffle(order: Any, seed: int, epoch: int) -> None:
    """Fill `order` with the permutation of (seed, epoch): Fisher & Yates (1938).

    The random numbers are SplitMix64's (Steele, Lea & Flood 2014).
    """
    golden = np.uint64(0x9E3779B97F4A7C15)
    state = np.uint64(seed) * np.uint64(0xD1B54A32D192ED03) + np.uint64(epoch)
    for j in range(order.size):
        order[j] = j
    for j in range(order.size - 1, 0, -1):
        state += golden
        r = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        r = (r ^ (r >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        r ^= r >> np.uint64(31)
        i = np.int64(((r >> np.uint64(32)) * np.uint64(j + 1)) >> np.uint64(32))
        order[i], order[j] = order[j], order[i]


def gather(X: Any, codes: Any, weights: Any, samples: Any, first: int) -> None:
    """Fill all three with the samples at the epoch's positions from `first` on.

    Copied ahead of a pass, rows from all over the memory come side by side, where the
    pass would wait for one after the other. Indices are unsigned: a signed one may
    count from the end, and to ask for that at each takes four times as long.
    """
    d = np.uint64(X.shape[1])
    flat, source = X.ravel(), samples.X.ravel()
    for p in range(np.uint64(codes.size)):
        i = np.uint64(samples.order[np.uint64(first) + p])
        codes[p] = samples.codes[i]
        if WEIGHTED:
            weights[p] = samples.sample_weights[i]
        if d == 2:
            flat[2 * p], flat[2 * p + 1] = source[2 * i], source[2 * i + 1]
        else:
            for j in range(d):
                X[p, j] = samples.X[i, j]
