"""The elementary functions against mpmath, interpreted and compiled."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import elementary
from engine.elementary import (
    FAR,
    FAR_TURN,
    exp,
    far_sin,
    log,
    log1p,
    near_sin,
    power,
    sin,
    sines,
    softplus,
    tanh,
)
from engine.training.compiled.compiler import compile_inner

FEW, MANY = 4_000, pytest.param(1_000_000, marks=pytest.mark.long)
LARGE = 1.7976931348623157e308
CONTEXT = mpmath.mp.clone()
CONTEXT.dps = 40
VAST = mpmath.mp.clone()
VAST.dps = 400
"""Digits with which the sine even of the largest number is right."""


def uniform(low, high):
    return lambda rng, n: rng.uniform(low, high, n)


def any_size(low, high):
    """Numbers as likely of one size as of another, of both signs."""
    return lambda rng, n: 10.0 ** rng.uniform(low, high, n) * rng.choice([-1.0, 1.0], n)


def near_half_turns(rng, n):
    return rng.integers(1, 600_000, n) * math.pi


DRAWN = {
    "exp": (exp, CONTEXT.exp, uniform(-FAR, FAR)),
    "exp near 0": (exp, CONTEXT.exp, uniform(-1.0, 1.0)),
    "tanh": (tanh, CONTEXT.tanh, uniform(-22.0, 22.0)),
    "tanh near 0": (tanh, CONTEXT.tanh, uniform(-1.0, 1.0)),
    "tanh of any size": (tanh, CONTEXT.tanh, any_size(-300, 3)),
    "log": (log, CONTEXT.log, lambda *of: abs(any_size(-307, 308)(*of))),
    "log near 1": (log, CONTEXT.log, uniform(0.5, 2.0)),
    "log1p": (log1p, CONTEXT.log1p, uniform(0.0, 1.0)),
    "log1p near 0": (log1p, CONTEXT.log1p, lambda *of: abs(any_size(-300, 0)(*of))),
    "sin": (sin, CONTEXT.sin, uniform(-7.0, 7.0)),
    "sin of large angles": (sin, CONTEXT.sin, uniform(-FAR_TURN, FAR_TURN)),
    "sin near half turns": (sin, CONTEXT.sin, near_half_turns),
    "sin of any size": (sin, VAST.sin, any_size(-300, 308)),
}


def off(value, right):
    """Distance in units of the last place."""
    nearest = float(right)
    return abs(CONTEXT.mpf(value) - right) / math.ulp(nearest)


@pytest.mark.parametrize("n", [FEW, MANY])
@pytest.mark.parametrize("drawn", DRAWN)
def test_it_is_off_by_less_than_a_unit_in_the_last_place(drawn, n):
    function, right, draw = DRAWN[drawn]
    if n > FEW and drawn == "sin of any size":
        n //= 20  # that many digits take their time
    worst = max(
        (float(off(function(x), right(x))), x)
        for x in draw(np.random.default_rng(0), n).tolist()
    )
    assert worst[0] < 1, worst


def test_exact_where_it_can_be():
    assert (exp(0.0), log(1.0), log1p(0.0), tanh(0.0), sin(0.0)) == (1, 0, 0, 0, 0)
    assert [tanh(x) for x in (-LARGE, -20.0, 20.0, LARGE)] == [-1, -1, 1, 1]
    assert log(2.0) == log1p(1.0) == math.log(2.0)
    assert [log(x) for x in (LARGE, 2.0**-1022)] == [math.log(LARGE), -1022 * log(2.0)]
    assert [softplus(x) for x in (FAR, 1e300)] == [FAR, 1e300]
    assert (power(3.0, 1), power(3.0, 4), power(-2.0, 3)) == (3, 81, -8)


def test_tanh_of_nothing_is_nothing():
    assert str(elementary.tanh(0.0)) == "0.0"


@given(st.floats(-1e300, 1e300))
def test_softplus_is_right_wherever_it_is_a_common_number(x):
    far = max(x, -FAR)
    right = max(far, 0.0) + math.log1p(math.exp(-abs(far)))
    assert off(softplus(x), right) <= 2


@pytest.mark.parametrize("x", [1.0e6, 1.6e6, 3.0 * math.pi, 1.5])
def test_where_both_ways_to_the_sine_serve_they_agree(x):
    assert abs(near_sin(x) - far_sin(x)) <= math.ulp(far_sin(x))


def test_the_number_that_is_nearest_to_a_quarter_turn():
    """J.-M. Muller, Elementary Functions, chapter on range reduction: 2⁻⁶⁰ from it."""
    x = math.ldexp(6381956970095103, 797)
    assert sin(x) == float(VAST.sin(x))
    assert off(sin(math.ldexp(3386417804515981, 120)), VAST.sin(
        VAST.mpf(3386417804515981) * 2**120)) < 1  # fmt: skip


def test_many_are_as_each_alone():
    x = np.array([0.0, -0.3, 2.0, -1e5, FAR_TURN, 1e7, -1e200, LARGE])
    np.testing.assert_array_equal(sines(x), [sin(value) for value in x.tolist()])
    for function in (exp, log, log1p):
        y = np.array([0.01, 0.3, 0.7, 1.0])
        np.testing.assert_array_equal(function(y), [function(v) for v in y.tolist()])


@pytest.mark.parametrize("name", ["exp", "log", "log1p", "sin", "softplus", "tanh"])
def test_compiled_it_is_the_same_function(name):
    import numba

    plain = getattr(elementary, name)
    inner = compile_inner(plain, {})

    @numba.njit
    def all_of(xs):
        values = np.empty(xs.size)
        for i in range(xs.size):
            values[i] = inner(xs[i])
        return values

    rng = np.random.default_rng(0)
    xs = rng.uniform(0.0, 1.0, 500)
    if name in ("sin", "tanh"):
        xs = np.concatenate([xs, any_size(-9, 15)(rng, 500)])
    np.testing.assert_array_equal(all_of(xs), [plain(x) for x in xs.tolist()])
