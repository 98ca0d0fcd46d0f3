"""The exact SVM, held against every set of samples that could be the solution's."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from engine.errors import never
from engine.spaces.svm_solver import SvmSolver

BEYOND, HELD, INSIDE = range(3)
ROUNDED = Fraction(1, 10**15)
"""What is left of y·z = 1, and of weights of 0, where weights are floats."""


def solved(rows, values):
    """Solve linear equations in fractions; None where there is not one solution."""
    table = [[*row, value] for row, value in zip(rows, values, strict=True)]
    n = len(table)
    for i in range(n):
        pivot = next((k for k in range(i, n) if table[k][i]), None)
        if pivot is None:
            return None
        table[i], table[pivot] = table[pivot], table[i]
        table[i] = [value / table[i][i] for value in table[i]]
        for k in range(n):
            if k != i and table[k][i]:
                factor = table[k][i]
                table[k] = [
                    a - factor * b for a, b in zip(table[k], table[i], strict=True)
                ]
    return [row[-1] for row in table]


def dot(a, b):
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def cost(x, y, s, strength, w, b):
    """Give J, exactly."""
    losses = (
        share * max(Fraction(0), 1 - label * (dot(w, row) + b))
        for row, label, share in zip(x, y, s, strict=True)
    )
    return strength / 2 * dot(w, w) + sum(losses)


def exactly(x, y, s, strength, *, offset):
    """Try all samples beyond, on or inside the margin; give the w and J that fit."""
    n, d = len(x), len(x[0])
    for sides in product(range(3), repeat=n):
        held = [i for i in range(n) if sides[i] == HELD]
        inside = [i for i in range(n) if sides[i] == INSIDE]
        if len(held) > d + offset:
            continue
        pull = [
            sum((s[i] * y[i] * x[i][j] for i in inside), Fraction(0)) for j in range(d)
        ]
        rows = [
            [y[k] * y[i] * dot(x[i], x[k]) / strength for k in held] + [y[i]] * offset
            for i in held
        ]
        values = [1 - y[i] * dot(pull, x[i]) / strength for i in held]
        if offset:
            rows.append([*(y[k] for k in held), Fraction(0)])
            values.append(-sum((s[i] * y[i] for i in inside), Fraction(0)))
        found = solved(rows, values) if rows else []
        if found is None:
            continue
        b = found[-1] if offset else Fraction(0)
        counts = dict(zip(held, found, strict=False))
        w = [
            (pull[j] + sum((counts[k] * y[k] * x[k][j] for k in held), Fraction(0)))
            / strength
            for j in range(d)
        ]
        margins = [y[i] * (dot(w, x[i]) + b) for i in range(n)]
        fits = all(
            (side == BEYOND and margin >= 1)
            or (side == INSIDE and margin <= 1)
            or (side == HELD and 0 <= counts[i] <= s[i])
            for i, (side, margin) in enumerate(zip(sides, margins, strict=True))
        )
        if fits:
            return w, cost(x, y, s, strength, w, b)
    raise AssertionError("no set fits")


def small_set(rng, unit, *, ties):
    n, d = 5, int(rng.integers(1, 3))
    X = rng.integers(-3, 4, (n, d)).astype(float) if ties else rng.normal(0, 1, (n, d))
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    X = (X + rng.uniform(0, 3) * y[:, None] + rng.uniform(-2, 2)).round(2) * np.resize(
        unit, d
    )
    shares = rng.integers(1, 4, n) / n if rng.random() < 0.5 else np.full(n, 1 / n)
    return X, y, shares


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("unit", [1.0, 1000.0, 0.001, (1000.0, 0.001)], ids=str)
@pytest.mark.parametrize("ties", [True, False])
def test_it_is_the_least_whatever_the_scale(unit, ties, offset) -> None:
    rng = np.random.default_rng(7)
    for _ in range(2):
        X, y, shares = small_set(rng, unit, ties=ties)
        x, labels, s = (
            [[*map(Fraction, row)] for row in X.tolist()],
            [*map(Fraction, y.tolist())],
            [*map(Fraction, shares.tolist())],
        )
        solver = SvmSolver(X, y, shares, offset=offset)
        for strength in (10.0, 0.1, 1e-4):
            weights = solver.solve(strength, 1000, never)
            own = Fraction(strength)
            w, least = exactly(x, labels, s, own, offset=offset)
            *ours, b = map(Fraction, weights.tolist())
            most = least * (1 + Fraction(1, 10**6)) + ROUNDED
            assert cost(x, labels, s, own, ours, b) <= most
            off = [p - q for p, q in zip(ours, w, strict=True)]
            assert dot(off, off) <= max(dot(w, w) / 10**12, ROUNDED**2)


def test_what_is_not_reached_in_so_many_steps_is_not_given() -> None:
    X, y, shares = small_set(np.random.default_rng(1), 1.0, ties=False)
    assert SvmSolver(X, y, shares, offset=True).solve(1e-3, 1, never) is None
    assert SvmSolver(X, y, shares, offset=True).solve(1e-3, 99, lambda: True) is None
