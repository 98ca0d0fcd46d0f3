"""The scores under the mouse."""

import ast

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication

from engine import Dataset, Recipe
from engine.data.view_choice import ViewChoice
from gui.canvas.readout import ROW_HEIGHT, score_room
from gui.style.theme import current_theme
from tests.gui import pixels as screen
from tests.gui.canvas.test_contours import ring
from tests.gui.conftest import move_mouse

NONE = Qt.MouseButton.NoButton


@pytest.fixture
def hover(window, hand):
    """Point at a place; give the place that is then written in the strip."""

    def to(x, y):
        move_mouse(hand.plot.viewport(), hand.at(x, y), NONE)
        return written(window)

    return to


def written(window):
    reading = window.canvas.reading.readout.reading
    if reading is None:
        return None
    return np.array([ast.literal_eval(reading.place.replace("−", "-"))], float)


def read(canvas, place, pixel):
    plot = canvas.plot
    canvas.reading.readout.show_scores(plot.picture, place, pixel, plot.theme)


def test_two_classes_have_one_score_and_its_class(window, hand, hover):
    hand.draw_two_classes()
    hand.session.to_end()
    for x, y in ((-2, -1), (2, 1)):
        point = hover(x, y)
        reading = window.canvas.reading.readout.reading
        model = hand.session.model
        assert reading.scores == pytest.approx(model.scores(point)[0])
        assert reading.winner == model.predict(point)[0] == (x > 0)
        assert point[0] == pytest.approx([x, y], abs=0.02)  # a pixel or so
        window.canvas.reading.readout.grab()


def test_the_scores_are_those_of_the_coordinates_that_are_written(window, hand):
    """Not of a place between them, which nobody can calculate with."""
    hand.draw_two_classes()
    hand.session.to_end()
    model = hand.session.model
    for pixels in range(40):
        place = hand.at(1.5, 1) + QPoint(pixels, 3 * pixels)
        move_mouse(hand.plot.viewport(), place, NONE)
        score = model.scores(written(window))[0]
        assert window.canvas.reading.readout.reading.scores == tuple(score)


@pytest.mark.parametrize("k", [3, 9])
def test_every_class_has_its_score_and_the_highest_wins(window, hand, hover, k):
    hand.session.set_data(ring(k))
    hand.recorded()
    hand.session.to_end()
    point = hover(1, 0.5)
    reading = window.canvas.reading.readout.reading
    assert reading.scores == pytest.approx(hand.session.model.scores(point)[0])
    assert reading.winner == int(np.argmax(reading.scores))
    window.canvas.reading.readout.grab()


def test_the_scores_follow_the_playhead_while_the_mouse_rests(window, hand, hover):
    hand.session.set_data(ring(5))
    hand.recorded()
    point = hover(1, 0.5)
    for step in (0, 1, hand.session.last):
        hand.session.seek(step)
        scores = window.canvas.reading.readout.reading.scores
        expected = hand.session.model.scores(point)[0] if step else ()
        assert scores == pytest.approx(expected)


def painted(qtbot, widget, act):
    """Count how often a widget is painted because of an act."""

    class Painted(QObject):
        n = 0

        def eventFilter(self, watched, event):
            self.n += event.type() == QEvent.Type.Paint
            return False

    watcher = Painted()
    widget.installEventFilter(watcher)
    act()
    qtbot.wait(60)
    widget.removeEventFilter(watcher)
    return watcher.n


def test_nothing_is_painted_while_the_mouse_is_elsewhere(window, hand, hover, qtbot):
    hand.draw_two_classes()
    session, strip = hand.session, window.canvas.reading.readout
    session.seek(1)
    qtbot.wait(60)
    assert painted(qtbot, strip, lambda: session.seek(session.last)) == 0
    hover(1, 1)
    qtbot.wait(60)
    assert painted(qtbot, strip, lambda: session.seek(0)) > 0


def test_away_from_the_plane_nothing_is_read(window, hand, hover):
    hand.draw_two_classes()
    hand.session.to_end()
    hover(1, 1)
    assert window.canvas.reading.readout.reading is not None
    move_mouse(hand.plot.viewport(), hand.plot.viewport().rect().bottomLeft(), NONE)
    assert window.canvas.reading.readout.reading is None
    hover(1, 1)
    QApplication.sendEvent(hand.plot, QEvent(QEvent.Type.Leave))
    assert window.canvas.reading.readout.reading is None
    window.canvas.reading.readout.grab()


def test_an_empty_canvas_reads_the_place_alone(window, hover):
    hover(1, -1)
    reading = window.canvas.reading.readout.reading
    assert (reading.scores, reading.winner) == ((), None)
    window.canvas.reading.readout.grab()


def test_on_the_boundary_of_two_classes_nobody_wins(window, hand, hover):
    start = ((1.0, 0.0, 0.0),)
    hand.session.set_recipe(Recipe("manual-neuron", start=start))
    hand.session.set_data(Dataset([[1.0, 0], [-1, 0]], [1, 0], class_names="AB"))
    hand.recorded()
    readout = window.canvas.reading.readout
    read(window.canvas, (0.0, 1.0), 0.01)
    assert readout.reading.winner is None
    read(window.canvas, (0.01, 1.0), 0.01)
    assert readout.reading.winner == 1


def test_nine_classes_take_more_rows_in_a_narrow_window(window, hand, qtbot):
    readout = window.canvas.reading.readout
    hand.session.set_data(ring(2))
    qtbot.waitUntil(lambda: readout.height() == readout.sizeHint().height())
    one_row = readout.height()
    hand.session.set_data(ring(9))
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: readout.height() in {2 * one_row, 3 * one_row})


def test_names_are_read_whole_in_two_rows_rather_than_cut_in_one(window, hand, qtbot):
    window.resize(1440, 900)
    readout = window.canvas.reading.readout
    names = [f"species no {k}" for k in range(7)]
    data = ring(7)
    hand.session.set_data(Dataset(data.X, data.y, class_names=names))
    qtbot.waitUntil(lambda: readout.height() == readout.sizeHint().height())
    assert readout.height() == 2 * ROW_HEIGHT


def test_twelve_classes_are_all_named_in_a_small_window(window, hand, qtbot):
    window.resize(1024, 700)
    y = np.arange(120) % 12
    hand.session.set_data(Dataset(np.random.default_rng(0).normal(size=(120, 2)), y))
    readout = window.canvas.reading.readout
    qtbot.waitUntil(lambda: readout.height() == readout.sizeHint().height())
    assert readout.shown_codes == list(range(12))


def test_of_very_many_classes_those_of_the_highest_scores_are_shown(
    window, hand, hover, qtbot
):
    """In two rows: more would take the plane's room."""
    nine = window.canvas.reading.readout.sizeHint().height()
    X = np.random.default_rng(0).normal(size=(120, 2))
    hand.session.set_data(Dataset(X, np.arange(120) % 60))
    hand.recorded()
    hand.session.to_end()
    readout = window.canvas.reading.readout
    qtbot.waitUntil(lambda: readout.height() == 2 * nine)
    n = len(readout.shown_codes)
    assert readout.shown_codes == list(range(n))
    assert 9 <= n < 60
    hover(0.5, 0.5)
    scores = readout.reading.scores
    shown = [scores[code] for code in readout.shown_codes]
    assert n <= len(shown) <= n + 1
    assert shown == sorted(scores, reverse=True)[: len(shown)]
    assert readout.shown_codes[0] == readout.reading.winner
    readout.grab()


def test_the_right_hand_of_drawing_is_not_disturbed(window, hand, hover):
    hand.draw_two_classes()
    before = hand.session.data.n_samples
    hover(1, 1)
    assert hand.session.data.n_samples == before
    hand.click(1, 1)
    assert hand.session.data.n_samples == before + 1


def test_scores_that_are_all_zero_have_no_bars(window, hand, hover, qtbot):
    """Without an offset, where the one term's mean is 0, all the plane scores 0."""
    X = [[1, 2, -1], [2, 1, 0], [3, 3, 1], [1, 1, -1], [2, 3, 0], [4, 1, 1]]
    names = ("x", "y", "z")
    data = Dataset(X, list("abcabc"), feature_names=names, class_names=tuple("abc"))
    window.canvas.axes.begin(data, ViewChoice())  # x and y, of which none is learned
    hand.session.begin(data, Recipe(features=("z",), offset=False))
    hand.recorded()
    hand.session.to_end()
    hover(2, 2)
    assert window.canvas.reading.readout.reading.scores == (0, 0, 0)
    window.canvas.reading.readout.grab()


def test_votes_are_not_called_a_score(window, hand, hover):
    hand.draw_two_classes()
    hand.session.set_recipe(Recipe("voted-perceptron"))
    hand.recorded()
    hand.session.to_end()
    hover(2, 1)
    reading = window.canvas.reading.readout.reading
    assert (reading.name, reading.scores[0] <= 1) == ("vote", True)


@pytest.mark.parametrize("factor", [1.0, 1.6])
def test_a_name_ends_before_the_score_beside_it(qapp, factor):
    """In a lecture too, where letters are larger."""
    font = QFont(qapp.font())
    font.setPixelSize(round(13 * factor))
    font.setBold(True)
    for score in ("−1.23", "−23579", "−1.23e+05"):
        assert score_room(score, font) > QFontMetricsF(font).horizontalAdvance(score)


@pytest.mark.parametrize("classes", [2, 3])
def test_no_class_moves_when_the_mouse_comes(window, hand, hover, classes):
    hand.draw_two_classes()
    if classes == 3:
        window.run("add class")
        hand.click(-2, 3)
        hand.recorded()
        hand.session.to_end()
    readout = window.canvas.reading.readout
    QApplication.sendEvent(hand.plot, QEvent(QEvent.Type.Leave))
    assert readout.reading is None
    assert first_column(readout) == 0, "the set-up names them"
    window.docks["Set-up"].hide()
    at_rest = first_column(readout)
    assert at_rest > 0
    hover(-2.5, -1.5)
    assert len(readout.reading.scores) == (0 if classes == 2 else 3)
    assert first_column(readout) == at_rest


def first_column(readout):
    """Give where the symbol of the last class begins."""
    last = current_theme().class_colour(len(readout.shown_codes) - 1)
    image = screen.pixels(readout.grab().toImage())
    return int((image == screen.number(last)).any(axis=0).argmax())
