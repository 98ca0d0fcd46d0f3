"""The samples' symbols: drawn anew only where they changed, and as if all were."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Dataset
from engine.data.edits import Add, Assign, Move, Relabel, Remove
from gui.canvas.picture import Picture
from gui.canvas.plane import Plane
from gui.canvas.plot import CanvasPlot
from gui.style.theme import LIGHT

RNG = np.random.default_rng(0)
CROWD = Dataset(RNG.normal(size=(60, 2)), np.arange(60) % 3)
places = st.floats(-3, 3).map(lambda x: round(x, 2))
rows = st.lists(st.integers(0, 50), min_size=1, max_size=20, unique=True).map(sorted)


@st.composite
def edits(draw):
    chosen = np.array(draw(rows))
    m = len(chosen)
    X = np.array(draw(st.lists(st.tuples(places, places), min_size=m, max_size=m)))
    codes = np.array(draw(st.lists(st.integers(0, 2), min_size=m, max_size=m)))
    return draw(
        st.sampled_from(
            [
                Move(chosen, X),
                Relabel(chosen, codes),
                Assign(chosen, codes.astype(np.uint8)),
                Add(X, codes),
                Remove(chosen[:1]),
            ]
        )
    )


@pytest.fixture
def plots(qtbot):
    """Two plots of one view."""
    made = [CanvasPlot(LIGHT) for _ in range(2)]
    for plot in made:
        qtbot.addWidget(plot)
        plot.resize(400, 300)
    return made


def drawn(plot, data):
    plot.show_picture(Picture(data, Plane.of(data), None, data, None, None))
    return plot.grab().toImage()


@given(st.lists(edits(), min_size=1, max_size=4))
@settings(
    max_examples=40,
    deadline=None,
)
def test_whatever_changes_all_is_as_if_drawn_anew(plots, todo):
    edited, anew = plots
    data = CROWD
    drawn(edited, data)
    for edit in todo:
        data = edit.apply(data)
        seen = drawn(edited, data)
    drawn(anew, Dataset([[0, 0]], [0]))
    assert drawn(anew, data) == seen


def test_what_is_added_beside_what_is_moved_is_drawn_once(plots):
    edited, anew = plots
    before = Dataset([[0, 0], [1, 1], [-1, 1]], [0, 1, 0])
    data = Dataset([[0, 0], [1, -1], [-1, 1], [1.05, -1]], [0, 1, 0, 1])
    drawn(edited, before)
    drawn(anew, Dataset([[0, 0]], [0]))
    assert drawn(edited, data) == drawn(anew, data)


def test_a_move_draws_only_the_samples_around_it(plots, monkeypatch):
    plot, counts = plots[0], []
    data = Dataset(np.linspace(-3, 3, 50).reshape(-1, 1) * [1, 0.5], [0, 1] * 25)
    drawn(plot, data)
    monkeypatch.setattr(
        "gui.canvas.layers.points.draw_samples",
        lambda painter, places, *_: counts.append(len(places)),
    )
    drawn(plot, Move(np.array([3]), np.array([[0.0, 2.0]])).apply(data))
    assert 0 < sum(counts) < 20
