"""Shares as percentages: as by hand, and none but all and nothing looks like it."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from engine.evaluation.error_interval import Interval
from engine.numbers import percent
from gui.style.text import elide_mode, percent_within


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (23 / 80, "28.8 %"),  # 28.75, whose float lies below it
        (1 / 80, "1.3 %"), (3 / 80, "3.8 %"), (0.0, "0.0 %"), (1.0, "100.0 %"),
        (1 / 3, "33.3 %"), (1 / 10_000, "0.01 %"), (9_999 / 10_000, "99.99 %"),
        (1 / 2_000, "0.1 %"), (1 / 400, "0.3 %"),
    ],
)  # fmt: skip
def test_a_half_is_rounded_up(share, text):
    assert percent(share) == text


@given(st.integers(1, 2000), st.data())
def test_a_share_of_samples_is_rounded_as_by_hand(n, data):
    wrong = data.draw(st.integers(0, n))
    tenths = Fraction(1000 * wrong, n)
    rounded = int(tenths + Fraction(1, 2))
    shown = percent(wrong / n).removesuffix(" %")
    if 0 < wrong < n and rounded in (0, 1000):
        assert 0 < float(shown) < 100
    else:
        assert shown == f"{rounded // 10}.{rounded % 10}"


def test_a_mean_stands_with_its_interval():
    known = percent_within(23 / 80, Interval(0.19, 0.4))
    assert known == "28.8 % (19.0 to 40.0 %)"


def test_names_that_begin_alike_are_cut_where_they_are_alike():
    cut = Qt.TextElideMode
    assert elide_mode(("class 01", "class 02", "class 10")) == cut.ElideMiddle
    assert elide_mode(("setosa", "versicolor", "virginica")) == cut.ElideRight
    assert elide_mode(()) == cut.ElideRight
