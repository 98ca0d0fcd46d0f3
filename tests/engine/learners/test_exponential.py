from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.learners import exponential
from engine.learners.exponential import FAR, exp, log1p, softplus
from engine.training.compiled.compiler import compile_inner


def off(value, right):
    """Distance in units of the last place."""
    return abs(value - right) / math.ulp(right)


@given(st.floats(-FAR, FAR))
def test_exp_is_right_to_the_last_places(x):
    assert off(exp(x), math.exp(x)) <= 2


@given(st.floats(0.0, 1.0))
def test_log1p_is_right_to_the_last_places(x):
    assert off(log1p(x), math.log1p(x)) <= 4


@given(st.floats(-1e300, 1e300))
def test_softplus_is_right_wherever_it_is_a_common_number(x):
    far = max(x, -FAR)
    right = max(far, 0.0) + math.log1p(math.exp(-abs(far)))
    assert off(softplus(x), right) <= 4


def test_exact_where_it_can_be():
    assert exp(0.0) == 1.0
    assert log1p(0.0) == 0.0
    assert softplus(0.0) == pytest.approx(math.log(2.0), rel=1e-15)


@pytest.mark.parametrize("name", ["exp", "log1p", "softplus"])
def test_compiled_it_is_the_same_function(name):
    import numba

    plain = getattr(exponential, name)
    inner = compile_inner(plain, {})

    @numba.njit
    def all_of(xs):
        values = np.empty(xs.size)
        for i in range(xs.size):
            values[i] = inner(xs[i])
        return values

    xs = np.random.default_rng(0).uniform(0.0, 1.0, 500)
    np.testing.assert_array_equal(all_of(xs), [plain(x) for x in xs])


def test_from_end_to_end_of_their_ranges():
    """Where the last terms of the series count, and where the power is the largest."""
    assert max(off(exp(x), math.exp(x)) for x in np.linspace(-FAR, FAR, 1001)) <= 2
    assert max(off(log1p(x), math.log1p(x)) for x in np.linspace(0, 1, 301)) <= 2
    for x in (-1e300, -FAR - 0.5, -FAR):
        assert off(softplus(x), math.exp(-FAR)) <= 2
    assert [softplus(x) for x in (FAR, 1e300)] == [FAR, 1e300]
