"""How data are looked at first, and how far axes of unlike units are stretched."""

from fractions import Fraction

import numpy as np
import pytest

from engine import Dataset
from engine.data.view_choice import ALIKE, ViewChoice


def spanning(*spans):
    """Give two samples that lie so far apart in each feature."""
    return Dataset([[0.0] * len(spans), list(spans)], [0, 1])


def ratios():
    near = [3.9, 4.1, 0.26, 0.24, 1.0, 1000.0, 0.001, 999.9999999999999, 3e-5, 1e300]
    rng = np.random.default_rng(0)
    return [*near, *(10.0 ** rng.uniform(-12, 12, 40)).tolist()]


@pytest.mark.parametrize("ratio", ratios())
def test_unlike_units_are_about_equally_wide_when_stretched(ratio):
    data = spanning(ratio, 1.0)
    stretch = Fraction(ViewChoice(stretched=True).stretch(data))
    assert ViewChoice().stretch(data) == 1
    if Fraction(1, 4) <= Fraction(ratio) <= ALIKE:
        assert stretch == 1
    else:
        near = Fraction(ratio) / stretch
        assert Fraction(999, 1000) <= near < Fraction(5001, 2000)
        assert f"{float(stretch):e}"[:8] in ("1.000000", "2.000000", "5.000000")


@pytest.mark.parametrize("spans", [(0.0, 1.0), (1.0, 0.0), (1e150, 1e-200), (2.0,)])
def test_what_has_no_extent_is_not_stretched(spans):
    assert ViewChoice(stretched=True).stretch(spanning(*spans)) == 1


def test_two_columns_of_unlike_units_are_stretched_from_the_first():
    assert ViewChoice.of(spanning(40_000.0, 33.0)).stretched
    for high in (33.0, 4.1, 390.0):
        assert ViewChoice.of(spanning(40.0, high)) == ViewChoice()
    assert ViewChoice.of(Dataset(np.empty((0, 2)), [], None, "AB")) == ViewChoice()


def test_of_many_columns_the_two_that_separate_best_are_shown_never_the_margin():
    y = np.arange(40) % 2
    X = np.random.default_rng(0).normal(size=(40, 4))
    X[:, [1, 3]] += 3 * y[:, None]
    data = Dataset(X, y)
    assert ViewChoice.of(data) == ViewChoice(1, 3, stretched=True)
    assert ViewChoice.of(data, (0, 2, 3)).up == 3
    assert ViewChoice.of(data, (2,)) == ViewChoice(2, 0, stretched=True)
    assert ViewChoice.of(data, (2, 0)) == ViewChoice(2, 0, stretched=True)
