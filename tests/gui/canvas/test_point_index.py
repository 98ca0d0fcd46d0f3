"""Very many samples: the density agrees with a histogram, zoomed in with symbols."""

import gc
from dataclasses import replace
from weakref import ref

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QSize

from engine import Dataset, Recipe
from engine.data.edits import Add, Assign, Move, Relabel, Remove
from engine.data.view_choice import ViewChoice
from gui.canvas.canvas_figure import canvas_plot
from gui.canvas.layers.density import DensityLayer, count_mistakes, opacity
from gui.canvas.plane import Plane
from gui.canvas.point_index import (
    MOST_SYMBOLS,
    PointIndex,
    Tiles,
    index_of,
    point_index,
    prepare_index,
)
from gui.plotting.figure import Sheet, figure_of
from gui.style.theme import LIGHT
from tests.gui.pixels import pixels

VIEW = (-2.0, -1.5, 3.0, 2.5)


def cloud(n, classes=3, seed=0, parts=None):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(0, 1, (n, 2)), rng.integers(0, classes, n)
    X[:, 0] += 2 * y
    return Dataset(X, y, None, list("ABC"[:classes]), parts)


def within(X, rect):
    low, high = np.array(rect).reshape(2, 2)
    return ((low <= X) & (high >= X)).all(axis=1)


def histogram(data, chosen, rows, columns, rect=VIEW):
    left, bottom, right, top = rect
    bins = np.linspace(bottom, top, rows + 1), np.linspace(left, right, columns + 1)
    X = data.X[chosen]
    return np.histogram2d(X[:, 1], X[:, 0], bins)[0][::-1]


def test_the_density_is_the_histogram_of_each_class_and_part():
    parts = np.random.default_rng(1).integers(0, 3, 40_000)
    data = cloud(40_000, parts=parts)
    density = PointIndex(data, 0, 1).density(VIEW, 40, 50)
    for k in range(3):
        for counts, held_out in ((density.training, False), (density.held_out, True)):
            chosen = (data.y == k) & ((parts > 0) == held_out)
            expected = histogram(data, chosen, 40, 50)
            # Single precision may put one at an edge into the next cell.
            assert np.abs(counts[k] - expected).sum() <= 4
    assert density.total.sum() == within(data.X, VIEW).sum()


def test_a_view_that_is_shifted_is_counted_once_with_what_is_around_it():
    data = cloud(40_000)
    point_index = PointIndex(data, 0, 1)
    first = point_index.density(VIEW, 40, 50)
    assert first.rect == VIEW
    left, bottom, right, top = VIEW
    shifted = [point_index.density((left + x, bottom, right + x, top), 40, 50)
               for x in (0.13, 0.3, -0.2, 0.9)]  # fmt: skip
    assert shifted[0] is shifted[1] is shifted[2] is shifted[3] is not first
    assert shifted[0].training.shape == (3, 60, 74)
    for k in range(3):
        expected = histogram(data, data.y == k, 60, 74, shifted[0].rect)
        assert np.abs(shifted[0].training[k] - expected).sum() <= 4
    nearer = point_index.density((0.0, 0.0, 1.0, 0.8), 40, 50)
    assert nearer.rect == (0.0, 0.0, 1.0, 0.8)


def test_what_is_out_of_view_makes_nothing_pale():
    rng = np.random.default_rng(0)
    X = np.vstack([rng.uniform(0, 1, (30_000, 2)), np.full((50_000, 2), 1.05)])
    point_index = PointIndex(Dataset(X, np.arange(80_000) % 2), 0, 1)
    first = point_index.density((0.0, 0.0, 1.0, 1.0), 50, 50)
    shifted = point_index.density((0.001, 0.0, 1.001, 1.0), 50, 50)
    assert shifted is not first
    assert shifted.total.max() >= 50_000 > 100 > shifted.fullest
    before, after = opacity(first), opacity(shifted)
    assert after.max() == 1
    (up, across), (rows, columns) = shifted.margin, after.shape
    seen = after[up : rows - up, across : columns - across]
    assert seen.mean() == pytest.approx(before.mean(), rel=0.02)


N = 40_000
CLOUD = cloud(N, parts=np.arange(N) % 3)
INNER = np.flatnonzero(within(CLOUD.X, VIEW))[:-50]
LAST = Remove(np.arange(N - 5, N))


@st.composite
def edits(draw):
    """Edits of samples that the span of the data does not hang on."""
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    m = draw(st.sampled_from([1, 3, 2000]))
    rows = np.sort(rng.choice(INNER, m, replace=False))
    X, codes = rng.normal(0, 1, (m, 2)), rng.integers(0, 3, m)
    changes = (
        Move(rows, X),
        Relabel(rows, codes),
        Assign(rows, codes.astype(np.uint8)),
        Add(X, codes),
        LAST,
        Remove(rows[:1]),  # all that come after have other rows
    )
    return draw(st.sampled_from(changes))


@given(st.lists(edits(), min_size=1, max_size=3))
@settings(deadline=None, max_examples=15)
def test_the_index_of_edited_samples_is_as_if_made_anew(todo):
    data = CLOUD
    whole = Dataset([[-9.0, -9.0], [9.0, 9.0]], [0, 1], None, data.class_names)
    data = Add(whole.X, whole.y, np.array([0, 1])).apply(data)
    point_index(data, 0, 1, 1.0)
    views = VIEW, (0.1, 0.1, 0.6, 0.4), (-9.0, -9.0, 9.0, 9.0)
    for edit in todo:
        if edit is LAST:
            edit = Remove(np.arange(data.n_samples - 5, data.n_samples))
        before, data = data, edit.apply(data)
        edited, anew = point_index(data, 0, 1, 1.0), PointIndex(data, 0, 1)
        for view in views:
            rows, expected = edited.rows_in(view), anew.rows_in(view)
            assert (rows is None) == (expected is None)
            assert rows is None or rows.tolist() == expected.tolist()
            assert edited.count_in(view) == anew.count_in(view)
            counted = edited.density(view, 40, 50)
            np.testing.assert_array_equal(
                counted.counts, anew.density(view, 40, 50).counts
            )
            near = edited.rows_near(view)
            assert len(near) == len(np.unique(near)) >= anew.count_in(view)
        assert before is not data


def test_an_edit_of_a_few_of_very_many_sorts_none_of_them(monkeypatch):
    data = cloud(60_000)
    point_index(data, 0, 1, 1.0)
    made = []
    monkeypatch.setattr(
        "gui.canvas.point_index.Tiles", lambda *of: made.append(of) or Tiles(*of)
    )
    moved = Move(np.array([7]), np.array([[0.3, 0.2]])).apply(data)
    near = (0.29, 0.19, 0.31, 0.21)
    assert 7 in point_index(moved, 0, 1, 1.0).rows_in(near)
    more = Add(np.array([[0.3, 0.2]]), np.array([1])).apply(moved)
    assert 60_000 in point_index(more, 0, 1, 1.0).rows_in(near)
    far = Move(np.array([7]), np.array([[1e150, -1e150]])).apply(more)
    assert 7 not in point_index(far, 0, 1, 1.0).rows_in(near)
    assert not made
    point_index(cloud(60_000, seed=1), 0, 1, 1.0)
    assert len(made) == 1


def test_few_in_view_are_found_row_by_row():
    data = cloud(60_000)
    point_index = PointIndex(data, 0, 1)
    assert point_index.rows_in(VIEW) is None
    near = (0.1, 0.1, 0.6, 0.4)
    inside = within(data.X, near)
    assert 0 < inside.sum() <= MOST_SYMBOLS
    assert point_index.rows_in(near).tolist() == np.flatnonzero(inside).tolist()
    assert point_index.count_in(near) == inside.sum()


@pytest.mark.parametrize("stretch", [0.001, 200.0])
def test_features_of_unlike_units_are_counted_where_they_are_drawn(stretch):
    data = cloud(40_000)
    units = np.array([1.0, 1 / stretch])
    unlike = Dataset(data.X * units, data.y, None, data.class_names)
    density = PointIndex(unlike, 0, 1, stretch).density(VIEW, 40, 50)
    expected = PointIndex(data, 0, 1).density(VIEW, 40, 50)
    assert np.abs(density.training - expected.training).sum() <= 8
    near = (0.1, 0.1, 0.6, 0.4)
    seen = PointIndex(unlike, 0, 1, stretch).rows_in(near)
    assert seen.tolist() == np.flatnonzero(within(data.X, near)).tolist()


@pytest.mark.parametrize("unit", [1e-60, 1e40, 1e149, 1e300])
def test_what_is_no_number_in_single_precision_is_counted_too(unit):
    data = cloud(40_000)
    scaled = Dataset(data.X * unit, data.y, None, data.class_names)
    rect = tuple(unit * end for end in VIEW)
    density = PointIndex(scaled, 0, 1).density(rect, 40, 50)
    expected = PointIndex(data, 0, 1).density(VIEW, 40, 50)
    assert np.abs(density.training - expected.training).sum() <= 8


def test_samples_at_one_place_are_counted_in_one_cell():
    same = Dataset(np.full((40_000, 2), 0.1), np.arange(40_000) % 2)
    density = PointIndex(same, 0, 1).density((-0.9, -0.9, 1.1, 1.1), 41, 41)
    assert density.total.max() == 40_000


@pytest.fixture
def many(window, hand):
    hand.session.set_recipe(Recipe(epochs=1))
    hand.session.set_data(cloud(60_000, 2))
    hand.recorded()
    hand.session.to_end()
    window.canvas.fit()
    return window.canvas


def test_a_full_view_is_a_density_and_near_each_sample_has_its_symbol(many, qtbot):
    full = int(LIGHT.class_colour(0)[1:], 16)
    edge = int(LIGHT.field[1:], 16)
    far = pixels(many.plot.grab().toImage())
    many.plot.view.setRange(xRange=(0.3, 0.6), yRange=(0.3, 0.6), padding=0)
    near = pixels(many.plot.grab().toImage())
    # A symbol is of one colour with an edge; the density has every shade between.
    assert (near == full).sum() > 20 * (far == full).sum()
    assert len(np.unique(far)) > 2 * len(np.unique(near))
    assert (near == edge).any()


def counted_wrong(canvas):
    """What the canvas draws in vermilion, and what is wrong."""
    shown = canvas.shown()
    (layer,) = [
        layer for layer in canvas.plot.layers if isinstance(layer, DensityLayer)
    ]
    point_index = index_of(shown)
    wrong = count_mistakes(shown, point_index.density(*layer.cells()), point_index)
    assert wrong.shape == layer.cells()[1:]
    return wrong.sum(), len(replace(shown, fine_in=None).wrong)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize(
    ("learner", "split"),
    [
        ("perceptron", True),
        ("voted-perceptron", False),
        pytest.param("perceptron", False, marks=pytest.mark.long),
        pytest.param("voted-perceptron", True, marks=pytest.mark.long),
    ],
)
def test_mistakes_are_counted_cell_by_cell(window, hand, classes, learner, split):
    n = 30_000
    parts = np.random.default_rng(2).integers(0, 3, n) if split else None
    hand.session.set_recipe(Recipe(learner, epochs=1))
    hand.session.set_data(cloud(n, classes, parts=parts))
    hand.recorded()
    hand.session.to_end()
    window.canvas.fit()
    counted, wrong = counted_wrong(window.canvas)
    assert counted == pytest.approx(wrong, rel=0.03)
    assert wrong > 1000


@pytest.mark.parametrize(
    ("learner", "most"),
    [
        ("perceptron", 4_000_000),
        ("perceptron", 40_000),
        ("voted-perceptron", 4_000_000),
    ],
)
def test_in_a_slice_samples_that_are_wrong_are_counted(
    many, hand, monkeypatch, learner, most
):
    rng = np.random.default_rng(0)
    X = rng.normal(0, 1, (30_000, 4))
    data = Dataset(X, (X[:, 2:].sum(axis=1) + 0.3 * rng.normal(0, 1, 30_000) > 0) + 0)
    hand.session.set_recipe(Recipe(learner, epochs=1))
    hand.session.set_data(data)
    hand.recorded()
    many.axes.margin_action.setChecked(False)
    hand.session.to_end()
    many.fit()
    monkeypatch.setattr("gui.canvas.layers.density.MOST_PRODUCTS", most)
    counted, wrong = counted_wrong(many)
    exact = most > 30_000 * 5 and learner == "perceptron"
    assert counted == (wrong if exact else pytest.approx(wrong, rel=0.1))
    assert wrong > 500


def test_mistakes_of_a_slice_are_vermilion(many, hand):
    before = reddish(many)
    X = np.random.default_rng(0).normal(0, 1, (60_000, 3))
    data = Dataset(X, (X[:, 2] > 0) + 0)
    many.axes.begin(data, ViewChoice())
    hand.session.set_data(data)
    hand.recorded()
    hand.session.seek(0)
    assert reddish(many) < 100 < before
    hand.session.seek(1)  # half of them are wrong
    assert reddish(many) > 400


def reddish(canvas):
    image = pixels(canvas.plot.grab().toImage())
    red, green, blue = image >> 16, image >> 8 & 255, image & 255
    return ((red > 150) & (red > green + 50) & (red > blue + 50)).sum()


def test_an_exported_drawing_of_many_has_one_image_of_them(many, tmp_path):
    for name in ("plot.svg", "plot.pdf"):
        plot = canvas_plot(many.shown(), Sheet(QSize(700, 500)))
        figure_of(plot).save(tmp_path / name)
        plot.close()
        assert (tmp_path / name).stat().st_size < 2_000_000
    assert "<image" in (tmp_path / "plot.svg").read_text()


def test_an_index_goes_with_its_data(window, hand):
    session, gone = hand.session, []
    for seed in range(3):
        session.set_data(cloud(30_000, seed=seed))
        hand.recorded()
        window.canvas.plot.grab()
        gone.append(ref(index_of(window.canvas.shown())))
    session.set_data(cloud(20))
    hand.recorded()
    window.canvas.plot.grab()
    session.undo_stack.clear()

    def let_go():  # by what looks at the run beside, too
        gc.collect()
        return [reference() for reference in gone] == [None, None, None]

    hand.qtbot.waitUntil(let_go)


@pytest.mark.parametrize("width", [1, 2, 4])
def test_what_the_canvas_asks_for_is_there_already(width, monkeypatch):
    n = MOST_SYMBOLS + 1
    X = np.random.default_rng(0).normal(size=(n, width)) * [1, 50, 1, 1][:width]
    data = prepare_index(Dataset(X, np.arange(n) % 2))
    first = ViewChoice.of(data)
    plane = Plane.of(data, first.across, first.up, first.stretch(data))
    monkeypatch.setattr("gui.canvas.point_index.PointIndex", None)  # none is made anew
    assert point_index(data, plane.across, plane.up, plane.stretch)


def test_what_was_made_ready_and_not_shown_goes(window, hand, many):
    shown = index_of(many.shown())
    for seed in range(3):
        ready = prepare_index(cloud(30_000, seed=seed))
        gone = ref(point_index(ready, 0, 1, 1.0))
        assert index_of(many.shown()) is shown
        del ready
        assert gone() is None


numbers = st.floats(-1e6, 1e6, width=32)
places = st.lists(st.tuples(numbers, numbers, st.integers(0, 2)), max_size=40)
rects = st.tuples(numbers, numbers, numbers, numbers).map(
    lambda r: (min(r[0], r[2]), min(r[1], r[3]), max(r[0], r[2]), max(r[1], r[3]))
)


@given(places, rects, st.booleans())
@example([(0.0, 0.0, 0)] * 3 + [(64.0, 64.0, 1)], (0.0, 0.0, 64.0, 64.0), False)
@example(  # an edge so near to a sample that it is rounded onto it
    [(0.0, 1.0, 0), (-65537.0, 0.0, 0)],
    (-4760.0, 0.0, -6.425876324100965e-12, 1.0),
    False,
)
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
