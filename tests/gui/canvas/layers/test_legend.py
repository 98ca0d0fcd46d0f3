"""The legend on the canvas: what there is on it now, told where it is pointed at."""

import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtTest import QTest

from engine import Dataset, Recipe, Tape
from engine.data import gallery
from engine.data.dataset import TEST, VALIDATION
from gui.canvas.canvas_figure import (
    RunPictures,
    canvas_as_shown,
    canvas_plot,
    run_on_canvas,
)
from gui.plotting.figure import Sheet, figure_of
from gui.style.theme import LIGHT
from tests.gui.conftest import bring_mouse

LEFT = Qt.MouseButton.LeftButton
CROSS = Dataset([[-2, -2], [-2, 2], [2, -2], [2, 2]], [0, 1, 1, 0])
STEP = [
    "the class the model gives", "boundary", "boundary before this step",
    "looked at now: a mistake", "on the wrong side", "w before this step",
    "what the step added", "weights w",
]  # fmt: skip


@pytest.fixture
def canvas(hand, window):
    hand.session.begin(CROSS, recipe=Recipe(epochs=3))
    window.canvas.fit()
    hand.recorded()
    return window.canvas


@pytest.fixture
def legend(canvas):
    canvas.commands.legend.trigger()
    return canvas.plot.layers.legend


def texts(legend, canvas):
    canvas.plot.grab()
    return [row.text for row in legend.rows()]


def an_update(session):
    """Go to a step that has moved a boundary in view, and left a mistake."""
    for step in range(2, session.last + 1):
        session.seek(step)
        layers = session.parent().canvas.plot.layers
        if layers.boundary.now and layers.boundary.before and session.frame.update:
            return
    pytest.fail("no such step")


def test_the_button_on_the_canvas_shows_and_hides_it(canvas, hand):
    button, shown = canvas.footer.legend, canvas.plot.layers.legend
    bring_mouse(canvas)
    hand.session.seek(1)
    assert texts(shown, canvas) == []
    before = canvas.plot.grab().toImage()
    QTest.mouseClick(button, LEFT)
    assert texts(shown, canvas)
    assert canvas.plot.grab().toImage() != before
    QTest.mouseClick(button, LEFT)
    assert texts(shown, canvas) == []
    hand.key(Qt.Key.Key_K)
    assert canvas.commands.legend.isChecked()


def test_it_tells_of_what_is_on_the_canvas_now(canvas, legend, hand):
    hand.session.seek(0)
    assert texts(legend, canvas) == []
    an_update(hand.session)
    assert texts(legend, canvas) == STEP
    data = Dataset(
        [*CROSS.X.tolist(), [-2, -2], [1, 0], [0, 1]],
        [*CROSS.y.tolist(), 0, 1, 0],
        parts=[0, 0, 0, 0, 0, VALIDATION, TEST],
    )
    hand.session.set_data(data)
    hand.recorded()
    labels = texts(legend, canvas)
    assert {"held out for validation", "held out for the test"} <= {*labels}
    assert "so many at one place" in labels
    hand.session.set_data(gallery.iris())
    hand.recorded()
    canvas.fit()
    hand.session.to_end()
    assert "a class against the rest" not in texts(legend, canvas)
    canvas.point_at_class(0)
    assert "a class against the rest" in texts(legend, canvas)
    canvas.point_at_class(-1)
    hand.session.set_data(CROSS)
    hand.session.set_recipe(Recipe("linear-svm"))
    hand.recorded()
    canvas.fit()
    hand.session.to_end()
    assert {"margins y·z = ±1", "support vector"} <= {*texts(legend, canvas)}


def test_each_row_tells_more_under_the_mouse(canvas, legend, hand):
    an_update(hand.session)
    canvas.plot.grab()
    view, box = canvas.plot.view, legend.box
    rows = legend.rows()
    for i, row in enumerate(rows):
        high = (box.height() - 8) / len(rows)
        place = QPointF(box.center().x(), box.top() + 4 + (i + 0.5) * high)
        port = canvas.plot.viewport()
        QTest.mouseMove(port, canvas.plot.mapFromScene(view.mapToScene(place)))
        assert canvas.plot.layers.items[1].toolTip() == row.tip
        assert len(row.tip) > len(row.text)
    QTest.mouseMove(canvas.plot.viewport(), QPoint(3, 3))
    assert canvas.plot.layers.items[1].toolTip() == ""


def test_it_stands_where_it_hides_no_sample_and_stays_there(canvas, legend, hand):
    hand.session.set_data(Dataset([[0, 9], [1, 9], [0.2, 8], [9, 0]], [0, 1, 0, 1]))
    hand.recorded()
    canvas.fit()
    corners = set()
    for step in range(1, hand.session.last + 1):
        hand.session.seek(step)
        canvas.plot.grab()
        box = legend.box
        corners.add((box.right(), box.top()))
        for place in legend.pixels(hand.session.data.X).tolist():
            assert not box.contains(QPointF(*place))
    assert len(corners) == 1


def test_an_export_has_it_if_wanted_with_the_names_of_the_classes(canvas, hand):
    an_update(hand.session)
    for wanted in (False, True):
        plot = canvas_as_shown(canvas, Sheet(QSize(500, 400), legend=wanted))
        rows = [row.text for row in plot.layers.legend.rows()]
        assert rows == ([*CROSS.class_names, *STEP] if wanted else [])
        plot.close()


def test_on_paper_the_ground_is_as_pale_in_the_legend_as_in_the_plane(
    canvas, legend, hand, tmp_path
):
    """What reads a PDF may pass over how transparent a gradient is."""
    hand.session.seek(1)
    path = tmp_path / "canvas.pdf"
    plot = canvas_as_shown(canvas, Sheet(QSize(400, 300), LIGHT, legend=True))
    figure_of(plot).save(path)
    plot.close()
    ends = re.findall(rb"/C[01] \[(\S+) (\S+) (\S+) \]", path.read_bytes())
    assert ends and all(float(part) > 0.5 for end in ends for part in end)


def ring(classes):
    """Give six samples of each class around the origin, so that each edge has some."""
    turn = np.repeat(np.arange(classes), 6) / classes * 2 * np.pi
    around = np.column_stack([np.cos(turn), np.sin(turn)]) * 5
    X = around + np.random.default_rng(0).normal(0, 0.3, around.shape)
    names = [f"k{code:02}" for code in range(classes)]
    return Dataset(X, np.repeat(np.arange(classes), 6), None, names)


@pytest.mark.parametrize("classes", [12, 30])
def test_many_classes_are_named_whole_above_the_figure_and_hide_no_sample(
    qapp, tmp_path, classes
):
    tape = Tape(ring(classes), Recipe(epochs=1))
    tape.extend()
    drawing = run_on_canvas(tape, Sheet(QSize(800, 600)), one_step=True)
    drawing.figure(9).save(tmp_path / "a.svg")
    drawing.close()
    written = re.sub(r"<[^>]*>", " ", (tmp_path / "a.svg").read_text())
    for name in tape.data.class_names:
        assert name in written
    plot = canvas_plot(RunPictures(tape).at(9), Sheet(QSize(800, 560)), legend=True)
    box = plot.layers.legend.box
    assert box.width() > 100
    assert not any(box.contains(QPointF(*place)) for place in plot.symbols().tolist())
    plot.close()


def test_where_it_is_too_high_it_goes_into_columns(canvas, legend, hand):
    an_update(hand.session)
    plot = canvas_as_shown(canvas, Sheet(QSize(700, 190)))
    box, view = plot.layers.legend.box, plot.view.rect()
    assert view.contains(box)
    assert box.height() < len(plot.layers.legend.rows()) * 18
    plot.close()
