"""Running mistakes: against a count by hand and by numpy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.evaluation.error import share_of_last, share_so_far


def test_a_hand_count():
    mistakes = np.array([True, False, False, True, True])
    assert share_of_last(mistakes, 2).tolist() == [1, 0.5, 0, 0.5, 1]
    assert share_so_far(mistakes) == pytest.approx([1, 1 / 2, 1 / 3, 2 / 4, 3 / 5])
    assert not len(share_so_far(mistakes[:0]))


@given(st.lists(st.booleans(), max_size=60), st.integers(1, 80))
def test_every_share_is_the_mean_of_its_stretch(mistakes, window):
    made = np.array(mistakes, dtype=bool)
    means = [made[max(0, i - window) : i].mean() for i in range(1, len(made) + 1)]
    assert share_of_last(made, window) == pytest.approx(means)
