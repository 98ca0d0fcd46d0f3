"""What is said of the picture: a slice, and a boundary that is out of view."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from engine import Dataset, Recipe
from engine.data import gallery
from engine.data.view_choice import ViewChoice
from gui.session.diagnosis import OutcomeRunner

LEFT = Qt.MouseButton.LeftButton


def test_a_slice_says_for_how_many_points_its_ground_is_not_true(window, hand):
    canvas, note = window.canvas, window.canvas.footer.note
    data = gallery.iris()
    canvas.axes.begin(data, ViewChoice())  # sepals: a slice that hides much
    hand.session.begin(data)
    canvas.fit()
    hand.recorded()
    assert not note.isVisible()
    hand.session.to_end()
    model, data, plane = hand.session.model, hand.session.data, canvas.plane
    on_plane = np.tile(data.X.mean(axis=0), (150, 1))
    on_plane[:, [plane.across, plane.up]] = data.X[:, [plane.across, plane.up]]
    n = np.sum(model.scores(data.X).argmax(1) != model.scores(on_plane).argmax(1))
    assert note.text() in (
        f"A slice: colours wrong for {n} of 150 points · Margin view",
        f"slice: wrong for {round(100 * n / 150)} %",
    )
    assert note.isVisible()
    QTest.mouseClick(note, LEFT)
    assert canvas.axes.view_choice.margin
    assert not note.isVisible()


def test_two_features_are_no_slice(window, hand):
    hand.draw_two_classes()
    hand.session.to_end()
    assert not window.canvas.footer.note.isVisible()


@pytest.mark.parametrize(
    ("view", "arrow"),
    [((10, -1), "←"), ((-12, -1), "→")],
)
def test_an_arrow_points_to_a_boundary_out_of_view(window, hand, view, arrow):
    canvas, note = window.canvas, window.canvas.footer.note
    hand.session.begin(Dataset([[-1, 0], [1, 0]], [0, 1]), recipe=Recipe())
    hand.recorded()
    hand.session.to_end()
    canvas.fit()
    assert not note.isVisible()
    canvas.plot.view.setRange(QRectF(*view, 2, 2), padding=0)
    assert note.text() == f"{arrow} the boundary is out of view"
    assert note.isVisible()
    QTest.mouseClick(note, LEFT)
    assert not note.isVisible()
    assert canvas.plot.layers.boundary.now
    left, bottom, right, top = canvas.view_rect
    assert left < -1 < 1 < right
    assert bottom < 0 < top


def test_nothing_that_is_said_lies_over_the_plane(window, hand, qtbot):
    """Neither the note nor the outcome, in any window; and both are in sight."""
    canvas, note = window.canvas, window.canvas.footer.note
    data = gallery.iris()
    canvas.axes.begin(data, ViewChoice())
    hand.session.begin(data)
    hand.recorded()
    hand.session.to_end()
    qtbot.waitUntil(lambda: OutcomeRunner.of(window.session).outcome is not None)
    for size in ((1400, 860), (1024, 700)):
        window.resize(*size)
        qtbot.wait(60)
        view = canvas.plot.view.sceneBoundingRect()
        plane = canvas.plot.mapFromScene(view).boundingRect()
        assert note.isVisible()
        over = [
            child
            for child in canvas.plot.findChildren(QWidget)
            if child.isVisible()
            and child.parent() is canvas.plot
            and child is not canvas.plot.viewport()
            and child.geometry().intersects(plane)
        ]
        assert over == []
        name = canvas.plot.getAxis("bottom").label
        box = name.mapRectToScene(name.boundingRect()).toRect()
        assert note.geometry().left() >= box.right()
        assert canvas.plot.rect().contains(note.geometry())
