"""Samples near a view stand together, whatever the view and the samples."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from gui.canvas.point_index import Tiles

numbers = st.floats(-1e6, 1e6, width=32)
places = st.lists(st.tuples(numbers, numbers, st.integers(0, 2)), max_size=40)
rects = st.tuples(numbers, numbers, numbers, numbers).map(
    lambda r: (min(r[0], r[2]), min(r[1], r[3]), max(r[0], r[2]), max(r[1], r[3]))
)


@given(places, rects, st.booleans())
@example([(0.0, 0.0, 0)] * 3 + [(64.0, 64.0, 1)], (0.0, 0.0, 64.0, 64.0), False)
def test_what_is_near_holds_what_is_in(samples, rect, at_samples):
    x, y, group = np.array(samples, float).reshape(-1, 3).T
    if at_samples and len(x):
        rect = x.min(), y.min(), x[-1], y.max()  # edges that samples lie on
    tiles = Tiles(x, y, group.astype(int), 3)
    assert sorted(tiles.order.tolist()) == list(range(len(x)))
    left, bottom, right, top = rect
    inside = (x >= left) & (x <= right) & (y >= bottom) & (y <= top)
    for k in range(3):
        near = [i for run in tiles.near(rect, k) for i in tiles.order[run].tolist()]
        assert len(set(near)) == len(near)
        assert set(np.flatnonzero(inside & (group == k))) <= set(near)
        assert (group[near] == k).all()
    at_edges = [i for k in range(3) for run in tiles.edges(rect, k)
                for i in tiles.order[run].tolist()]  # fmt: skip
    assert len(set(at_edges)) == len(at_edges)
    assert tiles.least_in(rect) + inside[at_edges].sum() == inside.sum()


def test_far_from_the_view_little_is_looked_at():
    rng = np.random.default_rng(0)
    x, y = rng.uniform(0, 1, (2, 10_000))
    tiles = Tiles(x, y, np.zeros(10_000, int), 1)
    rect = (0.5, 0.5, 0.6, 0.6)
    near = sum(run.stop - run.start for run in tiles.near(rect, 0))
    inside = ((x > 0.5) & (x < 0.6) & (y > 0.5) & (y < 0.6)).sum()
    assert inside < near < 2.5 * inside
    assert 0.5 * inside < tiles.least_in(rect) < inside
    assert tiles.near((2.0, 0.0, 3.0, 1.0), 0) == []
