"""Predictions: what is right, and what is said of it."""

import numpy as np

from engine.lessons.predictions.next_boundary import judge_boundary

LINE = 1.0, 1.0, -2.0
"""Through (0, 2) and (2, 0)."""
SAMPLES = np.array([[-2.0, -1], [3, 2]])


def test_a_parallel_line_is_judged_by_its_distance():
    """(0, 1) and (1, 0) are √½ = 0.71 away: 12 % of the extent, √34 = 5.8."""
    right, said = judge_boundary(((0, 1), (1, 0)), LINE, SAMPLES)
    assert not right
    assert said == "Not quite: your line is turned by 0° and 0.71 away."
    assert judge_boundary(((0, 1.3), (1.3, 0)), LINE, SAMPLES).right  # 8.5 %


def test_what_nobody_sees_is_none():
    turned = np.radians(1e-13)
    drawn = (0.0, 2.0), (2 + turned, 1e-15)
    right, said = judge_boundary(drawn, LINE, SAMPLES)
    assert right
    assert said == "Right: your line is turned by 0° and 0 away."
    drawn = (1.0, 1.0), (1 + np.cos(np.radians(-50)), 1 + np.sin(np.radians(-50)))
    assert "turned by 5° and" in judge_boundary(drawn, LINE, SAMPLES).said
