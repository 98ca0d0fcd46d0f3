"""Votes: the same, to the last one, as if each vector looked at each sample."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from engine.families.votes.loops import CELL, add_votes
from engine.models.tie import LEAST
from engine.training.compiled.tiered_loops import votes_loop


def one_by_one(terms, weights, counts, tie="mistake"):
    """Score as by hand: the offset, then the terms from the left."""
    totals = np.zeros(terms.shape[1])
    for (*coef, z), c in zip(weights, counts, strict=True):
        for w, term in zip(coef, terms, strict=True):
            z = z + w * term
        totals += c * (np.where(z >= 0, 1, -1) if tie == "positive" else np.sign(z))
    return totals


def grid(d, n, scale):
    """Samples in lines and rows, near each other, many of which are ties."""
    rng = np.random.default_rng(d)
    terms = np.sort(rng.integers(-6, 7, (d, n)), axis=1) * scale
    weights = rng.integers(-4, 5, (90, d + 1)) * np.r_[np.ones(d), scale]
    weights[5] = 0.0
    return terms, weights, rng.integers(0, 9, 90).astype(float)


@pytest.mark.parametrize("n", [1, CELL - 1, CELL, 5 * CELL + 3])
@pytest.mark.parametrize("d", [1, 2, 3, 6])
def test_no_vote_is_lost_or_lent(d, n):
    for scale, tie in product((1.0, 0.1, 1e-160, 1e90), LEAST):
        terms, weights, counts = grid(d, n, scale)
        expected = one_by_one(terms, weights, counts, tie)
        for add in (add_votes, votes_loop().compiled()):
            totals = np.zeros(n)
            add(totals, terms, weights, counts, LEAST[tie])
            assert totals.tolist() == expected.tolist(), (scale, tie)


@pytest.mark.parametrize("offset", [0.0, 1e-17, -1e-17, 1e-13])
def test_a_cell_that_the_boundary_all_but_touches_is_looked_at(offset):
    """Rounded, the score of a sample may be 0 or of the other sign."""
    rng = np.random.default_rng(1)
    along = rng.normal(size=4 * CELL)
    terms = np.array([along, -along / 3.0])
    weights = np.column_stack([rng.normal(size=50), np.zeros(50), np.zeros(50)])
    weights[:, 1], weights[:, 2] = 3.0 * weights[:, 0], offset
    totals = np.zeros(len(along))
    votes_loop().compiled()(totals, terms, weights, np.ones(50), LEAST["mistake"])
    assert totals.tolist() == one_by_one(terms, weights, np.ones(50)).tolist()


def test_many_more_vectors_than_fit_at_once():
    rng = np.random.default_rng(2)
    terms, weights = rng.normal(size=(2, 3 * CELL)), rng.normal(size=(12_000, 3))
    counts = rng.integers(0, 5, 12_000).astype(float)
    totals = np.zeros(3 * CELL)
    votes_loop().compiled()(totals, terms, weights, counts, LEAST["mistake"])
    assert totals.tolist() == one_by_one(terms, weights, counts).tolist()
