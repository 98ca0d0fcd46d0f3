"""What the plane says of itself: a slice, and a boundary that is out of view."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest

from engine import Dataset, Recipe
from engine.data import gallery
from engine.data.view_choice import ViewChoice

LEFT = Qt.MouseButton.LeftButton


def shown(note):
    return note is not None and note.isVisible()


def test_a_slice_says_for_how_many_points_its_ground_is_not_true(window, hand):
    notes, canvas = window.canvas.notes, window.canvas
    data = gallery.iris()
    canvas.axes.begin(data, ViewChoice())  # sepals: a slice that hides much
    hand.session.begin(data)
    canvas.fit()
    hand.recorded()
    assert not shown(notes.slice)
    hand.session.to_end()
    model, data, plane = hand.session.model, hand.session.data, canvas.plane
    on_plane = np.tile(data.X.mean(axis=0), (150, 1))
    on_plane[:, [plane.across, plane.up]] = data.X[:, [plane.across, plane.up]]
    n = np.sum(model.scores(data.X).argmax(1) != model.scores(on_plane).argmax(1))
    assert f"{n} of 150 points" in notes.slice.text()
    assert shown(notes.slice)
    QTest.mouseClick(notes.slice, LEFT)
    assert canvas.axes.view_choice.margin
    assert not shown(notes.slice)


def test_two_features_are_no_slice(window, hand):
    hand.draw_two_classes()
    hand.session.to_end()
    notes = window.canvas.notes
    assert not any(note and shown(note) for note in (notes.slice, notes.away))


@pytest.mark.parametrize(
    ("view", "arrow"),
    [((10, -1), "←"), ((-12, -1), "→")],
)
def test_an_arrow_at_the_edge_points_to_a_boundary_out_of_view(
    window, hand, view, arrow
):
    canvas, notes = window.canvas, window.canvas.notes
    hand.session.begin(Dataset([[-1, 0], [1, 0]], [0, 1]), recipe=Recipe())
    hand.recorded()
    hand.session.to_end()
    canvas.fit()
    assert not shown(notes.away)
    canvas.plot.view.setRange(QRectF(*view, 2, 2), padding=0)
    assert notes.away.text() == f"{arrow} the boundary is out of view"
    assert shown(notes.away)
    room = canvas.plot.mapFromScene(canvas.plot.view.sceneBoundingRect()).boundingRect()
    assert room.contains(notes.away.geometry())
    at_left = notes.away.geometry().center().x() < room.center().x()
    assert at_left == (arrow == "←")
    QTest.mouseClick(notes.away, LEFT)
    assert not shown(notes.away)
    assert canvas.plot.layers.boundary.now
    left, bottom, right, top = canvas.view_rect
    assert left < -1 < 1 < right
    assert bottom < 0 < top


def test_a_note_stands_where_no_sample_is_along_its_edge(window, hand):
    """The boundary is to the left, and so are samples at the middle of that edge."""
    canvas, notes = window.canvas, window.canvas.notes
    X = [[-1, 0], [1, 0], [10.2, 0], [10.4, 0], [10.6, 0.1]]
    hand.session.begin(Dataset(X, [0, 1, 1, 1, 1]), recipe=Recipe())
    hand.recorded()
    hand.session.to_end()
    canvas.plot.view.setRange(QRectF(10, -1, 2, 2), padding=0)
    assert shown(notes.away)
    room = canvas.plot.mapFromScene(canvas.plot.view.sceneBoundingRect()).boundingRect()
    over = notes.away.geometry().translated(-room.topLeft())
    places = canvas.plot.symbols()
    assert len(places)
    assert not any(over.contains(int(x), int(y)) for x, y in places)


def test_the_note_of_a_slice_moves_with_the_edge_of_the_plane(window, hand, qtbot):
    canvas = window.canvas
    data = gallery.iris()
    canvas.axes.begin(data, ViewChoice())  # sepals: a slice that hides much
    hand.session.begin(data)
    hand.recorded()
    hand.session.to_end()
    for size in ((1400, 860), (1100, 700)):
        window.resize(*size)
        qtbot.wait(60)
        view = canvas.plot.view.sceneBoundingRect()
        room = canvas.plot.mapFromScene(view).boundingRect()
        assert shown(canvas.notes.slice)
        assert room.contains(canvas.notes.slice.geometry())
