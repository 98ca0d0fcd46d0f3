"""Numbers on axes: as many digits as their spacing needs."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.numbers import decimals, spaced


@pytest.mark.parametrize(
    ("values", "spacing", "written"),
    [
        ([100000, 100000.5, 100001], 0.5, ["100000", "100000.5", "100001"]),
        ([999999.5, 1e6, 1000000.5], 0.5, ["999999.5", "1000000", "1000000.5"]),
        ([20240101, 20240201], 100, ["20240101", "20240201"]),
        ([20240101, 20240106], 5, ["20240101", "20240106"]),
        ([0, 5e5, 1e6, 1.5e6], 5e5, ["0", "500000", "1e6", "1.5e6"]),
        ([-0.5, 0, 0.5], 0.5, ["−0.5", "0", "0.5"]),
        ([-2e-5, 0.0, 1e-5], 1e-5, ["−2e−5", "0", "1e−5"]),
        ([1.05, 1.1], 0.05, ["1.05", "1.1"]),
        ([1e18, 1e18 + 1024], 512.0, ["1e18", "1.000000000000001e18"]),
    ],
)
def test_neighbours_on_an_axis_are_told_apart(values, spacing, written):
    assert [spaced(value, spacing) for value in values] == written


@given(
    first=st.integers(-(10**9), 10**9),
    digit=st.sampled_from([1, 2, 5]),
    power=st.integers(-9, 9),
)
def test_what_is_written_is_the_tick_itself(first, digit, power):
    spacing = Fraction(digit) * Fraction(10) ** power
    for k in range(first, first + 4):
        written = spaced(float(k * spacing), float(spacing)).replace("−", "-")
        assert Fraction(written) == k * spacing


@pytest.mark.parametrize(
    ("value", "written"),
    [(28.745, "28.75"), (-0.001, "0.00"), (99999999999, "99999999999.00"),
     (1e90, "1e90"), (-1.5e150, "-1.5e150"), (float("inf"), "inf")],
)  # fmt: skip
def test_a_number_of_any_size_is_written_with_decimals_where_it_has_some(
    value, written
):
    assert decimals(value, 2) == written
