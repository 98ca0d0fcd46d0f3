"""Lines of linear models: exact, in a rectangle, compared with a fine grid."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.canvas.boundary_lines import borders, clip, first_two

SQUARE = (-4.0, -4.0, 4.0, 4.0)
WIDE = (10.0, -3.0, 30.0, 2.0)


def values(lines, points):
    return np.column_stack([points, np.ones(len(points))]) @ np.asarray(lines, float).T


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ((1, 0, -1), [(1, -4), (1, 4)]),
        ((0, 2, 4), [(-4, -2), (4, -2)]),
        ((1, -1, 0), [(-4, -4), (4, 4)]),
        ((1, 1, -6), [(4, 2), (2, 4)]),
    ],
)
def test_a_line_is_clipped_to_its_ends(line, ends):
    assert sorted(map(tuple, clip(*line, SQUARE))) == sorted(ends)


@pytest.mark.parametrize("line", [(1, 0, 5), (0, 0, 1), (0, 0, 0), (1, 1, 9)])
def test_a_line_elsewhere_or_nowhere_is_none(line):
    assert clip(*line, SQUARE) is None


def test_two_scores_have_the_whole_line_between_them():
    (segment,) = borders(np.array([[1.0, 0, 0], [-1.0, 0, 2]]), SQUARE)
    np.testing.assert_allclose(sorted(segment.tolist()), [[1, -4], [1, 4]])


def test_three_classes_meet_in_a_point():
    """Classes to the right, upper left, lower left: three rays from the origin."""
    lines = np.array([[1.0, 0, 0], [-1.0, 1, 0], [-1.0, -1, 0]])
    segments = borders(lines, SQUARE)
    assert len(segments) == 3
    for segment in segments:
        assert np.abs(segment).sum(axis=1).min() < 1e-9
        assert np.abs(segment).max() == pytest.approx(4)


def test_a_class_that_never_leads_has_no_border():
    lines = np.array([[1.0, 0, 5], [-1.0, 0, 5], [0.0, 1, -99]])
    assert len(borders(lines, SQUARE)) == 1


def test_of_equal_scores_only_the_first_has_a_border():
    lines = np.array([[1.0, 0, 0], [1.0, 0, 0], [-1.0, 0, 0]])
    assert len(borders(lines, SQUARE)) == 1
    assert borders(np.zeros((9, 3)), SQUARE) == []


weights = st.lists(
    st.lists(st.integers(-9, 9).map(float), min_size=3, max_size=3),
    min_size=3, max_size=24,
)  # fmt: skip


@given(weights, st.sampled_from([SQUARE, WIDE]))
def test_on_a_border_two_classes_lead_together(rows, rect):
    for segment in borders(np.array(rows), rect):
        points = segment[0] + np.linspace(0, 1, 7)[:, None] * np.diff(segment, axis=0)
        assert (points >= np.array(rect[:2]) - 1e-9).all()
        assert (points <= np.array(rect[2:]) + 1e-9).all()
        ranked = np.sort(values(np.unique(rows, axis=0), points), axis=1)
        np.testing.assert_allclose(ranked[:, -1], ranked[:, -2], atol=1e-6)


@given(weights, st.integers(0, 30))
def test_where_the_winner_changes_a_border_is_crossed(rows, seed):
    """Between two random places with other winners some segment lies."""
    rows = np.array(rows) + np.random.default_rng(seed).normal(size=(len(rows), 3))
    ends = np.random.default_rng(seed + 99).uniform(-4, 4, (2, 2))
    first, last = values(rows, ends).argmax(axis=1)
    crossed = any(crosses(segment, ends) for segment in borders(rows, SQUARE))
    if first != last:
        assert crossed


@given(st.integers(13, 60), st.integers(0, 999), st.sampled_from([SQUARE, WIDE]))
def test_of_many_scores_the_two_highest_anywhere_are_kept(n, seed, rect):
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n, 3)) * rng.choice([0.1, 1, 10], (n, 3))
    kept = first_two(rows, rect)
    places = rng.uniform(rect[:2], rect[2:], (500, 2))
    highest = np.argsort(values(rows, places), axis=1)[:, -2:]
    assert set(np.unique(highest).tolist()) <= set(kept.tolist())


def test_of_many_scores_most_are_out_of_the_question():
    rows = np.random.default_rng(0).normal(size=(100, 3))
    assert len(first_two(rows, SQUARE)) < 50


def crosses(line, other):
    return all(
        np.prod([turn(a[0], a[1], b[0]), turn(a[0], a[1], b[1])]) <= 0
        for a, b in ((line, other), (other, line))
    )


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
