"""The ground of one straight boundary: every pixel has the shade of its score."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.canvas.layers.class_regions import SHADES, region_pixels, straight_regions

SHADE = np.arange(2 * SHADES, dtype=np.uint32).reshape(2, SHADES)
"""Numbers for colours: those of the second class follow those of the first."""
VIEW = LEFT, BOTTOM, RIGHT, TOP = -3.0, -2.0, 5.0, 4.0
COLUMNS, ROWS = 80, 60


def shades_at(line, columns, rows, mean):
    """Give the shade of the score at each place, counted through both classes."""
    a, b, c = line
    x = LEFT + columns * (RIGHT - LEFT) / COLUMNS
    y = TOP - rows * (TOP - BOTTOM) / ROWS
    score = (a * x + (b * y + c)[:, None]) / mean
    strength = ((1 - np.exp(-abs(score))) * (SHADES - 1)).astype(int)
    return np.where(score > 0, SHADES + strength, SHADES - 1 - strength)


def mean_lead(line):
    a, b, c = line
    x = np.linspace(LEFT, RIGHT, 193)[1::2]
    y = np.linspace(BOTTOM, TOP, 193)[1::2]
    return abs(a * x + (b * y + c)[:, None]).mean() or 1.0


def counted(pixels, every):
    shown = pixels.repeat(every, axis=1)[:, :COLUMNS].astype(int)
    return np.where(shown < SHADES, SHADES - 1 - shown, shown)


turns = st.one_of(
    st.floats(0, 2 * np.pi), st.sampled_from(np.arange(9) * np.pi / 4).map(float)
)


@given(turns, st.floats(-8, 8), st.sampled_from([1e-12, 1.0, 1e12]))
def test_a_pixel_has_the_shade_of_its_score(turn, c, scale):
    line = tuple(scale * part for part in (np.cos(turn), np.sin(turn), c))
    shown = counted(*straight_regions(line, VIEW, SHADE, COLUMNS, ROWS))
    x, y = np.arange(COLUMNS) + 0.5, np.arange(ROWS) + 0.5
    corners = [
        shades_at(line, x + dx, y + dy, mean_lead(line))
        for dx in (-0.75, 0.75) for dy in (-0.75, 0.75)
    ]  # fmt: skip
    assert (shown >= np.min(corners, axis=0)).all()
    assert (shown <= np.max(corners, axis=0)).all()


@pytest.mark.parametrize("c", [-2.0, 2.0])
def test_where_the_score_is_the_same_everywhere_so_is_the_colour(c):
    pixels, every = straight_regions((0, 0, c), VIEW, SHADE, COLUMNS, ROWS)
    assert every * pixels.shape[1] >= COLUMNS and len(pixels) == ROWS
    (shade,) = np.unique(pixels)
    assert shade // SHADES == (c > 0)
    assert shade % SHADES == int((1 - np.exp(-1)) * (SHADES - 1))


def test_of_a_line_almost_level_a_pixel_is_as_wide_as_its_colour():
    _, every = straight_regions((1e-9, 1.0, 0.1), VIEW, SHADE, COLUMNS, ROWS)
    assert every == COLUMNS
    _, every = straight_regions((1e-4, 1.0, 0.1), VIEW, SHADE, COLUMNS, ROWS)
    assert 1 < every < COLUMNS


@pytest.mark.parametrize("n_outputs", [1, 3])
def test_scores_beyond_all_numbers_have_a_colour(n_outputs):
    scores = np.ones((2, 2, n_outputs))
    scores[:, :, -1] = [[np.inf, -np.inf], [np.nan, 2.0]]
    if n_outputs == 1:
        rows, of_largest = SHADE, 1
    else:
        rows, of_largest = np.arange(3 * SHADES, dtype=np.uint32).reshape(3, -1), 2
        scores[1, 1, :2] = np.inf
    codes, sureness = divmod(region_pixels(scores, rows), SHADES)
    assert (codes[0, 0], sureness[0, 0]) == (of_largest, SHADES - 1)
    assert codes.max() < n_outputs + (n_outputs == 1)
    assert codes[0, 1] == 0
