"""The card of a sample: hovered, selected, followed through the run."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine import Dataset, Recipe
from engine.data.gallery import iris
from tests.gui.canvas.tools.test_tools import SQUARE, Key
from tests.gui.conftest import move_mouse

NO_BUTTON = Qt.MouseButton.NoButton
XOR = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])


def hover(hand, x, y):
    move_mouse(hand.plot.viewport(), hand.at(x, y), NO_BUTTON)
    hand.qtbot.wait(80)


@pytest.fixture
def card(hand):
    hand.session.begin(XOR, recipe=Recipe(epochs=3))
    hand.window.canvas.fit()
    hand.recorded()
    return hand.window.canvas.reading.point_card


def test_only_select_asks_and_leaving_ends_it(card, hand):
    hand.key(Key.Key_B)
    hover(hand, 0, 1)
    assert not card.isVisible()
    hand.key(Key.Key_V)
    hover(hand, 0, 1)
    assert card.isVisible()
    assert card.row == 1
    assert card.title.text().startswith("Point 2 · ")
    hover(hand, 0.5, 0.5)
    assert not card.isVisible()


def test_its_numbers_are_those_of_the_model_under_the_playhead(card, hand):
    """Zero start, η = 1: point 1 is negative, w = 0, b = −1; then points 2 and 3."""
    hand.key(Key.Key_V)
    hand.session.seek(0)
    hover(hand, 0, 1)
    assert "no boundary" in card.words.text()
    hand.session.seek(2)  # w = (0, 1), b = 0
    hand.qtbot.wait(80)
    text = card.words.text()
    assert "z = <b>1</b>" in text
    assert "y·z = <b>1</b>" in text
    assert "distance to the boundary <b>1</b>" in text
    assert "right" in text
    assert "1 time a mistake" in text
    hover(hand, 1, 1)
    assert "y·z = <b>−1</b>" in card.words.text()
    assert "on the other side" in card.words.text()
    assert "wrong" in card.words.text()
    assert "never a mistake" in card.words.text()


def test_a_click_keeps_it_and_brings_the_row_into_sight(card, hand, window, qtbot):
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(300, 2)), 2)
    hand.session.begin(Dataset(X, (X[:, 0] > 0).astype(int)))
    window.canvas.fit()
    hand.recorded()
    hand.key(Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.panel("Points").seen)
    hand.key(Key.Key_V)
    qtbot.wait(100)  # the docks have found their heights
    table, far = window.panel("Points").view, int(X[:, 0].argmax())
    hand.click(*X[far])
    assert window.canvas.selection.rows.tolist() == [far]
    hover(hand, X[far][0] + 0.3, X[far][1] + 0.3)
    assert card.isVisible()
    assert card.row == far
    place = table.view.visualRect(table.model.index(far, 0))
    assert table.view.viewport().rect().contains(place.center())
    hand.key(Key.Key_Escape)
    assert not card.isVisible()


def test_hovering_brings_the_row_into_sight_in_bold(card, hand, window, qtbot):
    hand.key(Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.panel("Points").seen)
    hand.key(Key.Key_V)
    qtbot.wait(100)
    hover(hand, 1, 0)
    assert card.row == 2
    model = window.panel("Points").view.model
    font = model.index(2, 0).data(Qt.ItemDataRole.FontRole)
    assert font is not None
    assert font.bold()
    assert model.index(1, 0).data(Qt.ItemDataRole.FontRole) is None


def test_the_margin_view_has_it_with_every_feature(hand, window):
    data = iris()
    hand.session.begin(data)
    hand.recorded()
    hand.session.seek(hand.session.tape.steps)
    if not window.canvas.axes.view_choice.margin:
        window.canvas.axes.margin_action.trigger()
    window.canvas.fit()
    shown = window.canvas.plot.picture
    hover(hand, *shown.plane.project(shown.data.X[[0]])[0])
    card = window.canvas.reading.point_card
    assert card.isVisible()
    assert card.words.text().count("<td>") >= 2 * data.n_features
    assert "of its class" in card.words.text()
    assert "margin over the highest other" in card.words.text()


def test_test_samples_keep_their_secret(hand, window):
    data = Dataset(
        SQUARE.X, SQUARE.y, class_names=SQUARE.class_names, parts=[0, 2, 0, 1]
    )
    hand.session.begin(data)
    window.canvas.fit()
    hand.recorded()
    hand.key(Key.Key_V)
    hover(hand, *SQUARE.X[1])
    text = window.canvas.reading.point_card.words.text()
    assert "looked at once" in text
    assert "y·z" not in text
    hover(hand, *SQUARE.X[3])
    assert "not learned from" in window.canvas.reading.point_card.words.text()


def test_the_name_of_a_class_is_written_as_it_is(hand, window):
    data = Dataset(SQUARE.X, SQUARE.y, class_names=("<b>A</b>", "B"))
    hand.session.begin(data)
    window.canvas.fit()
    hand.recorded()
    hand.key(Key.Key_V)
    hover(hand, *SQUARE.X[list(SQUARE.y).index(0)])
    title = window.canvas.reading.point_card.title
    assert "<b>A</b>" in title.text()
    wide = title.fontMetrics().horizontalAdvance(title.text())
    assert title.sizeHint().width() >= wide


def test_a_sample_of_weight_zero_is_not_learned_from(hand, window, qtbot):
    data = Dataset(SQUARE.X, SQUARE.y, sample_weights=[0.0, *[1.0] * 3])
    hand.session.begin(data)
    window.canvas.fit()
    hand.recorded()
    hand.key(Key.Key_V)
    hover(hand, *SQUARE.X[0])
    assert "not learned from" in window.canvas.reading.point_card.words.text()
    hover(hand, *SQUARE.X[1])
    assert "a mistake in the run" in window.canvas.reading.point_card.words.text()
    window.panel("Points").open()
    model = window.panel("Points").view.model
    column = model.first_reading + 2
    assert [bool(model.index(row, column).data()) for row in range(2)] == [False, True]


def test_its_name_is_shown_as_text_and_short(hand):
    names = ["", "<b>sandwich</b> & " + "x" * 200, "c", "d"]
    hand.session.begin(Dataset(XOR.X, XOR.y, sample_names=names))
    hand.window.canvas.fit()
    card = hand.window.canvas.reading.point_card
    hand.key(Key.Key_V)
    hover(hand, 0, 1)
    assert card.words.text().startswith("<b>&lt;b&gt;sandwich&lt;/b&gt; &amp; xxx")
    assert "x" * 40 not in card.words.text()
    hover(hand, 0, 0)
    assert card.row == 0
    assert card.words.text().startswith("<table")


def test_the_angle_between_weights_and_point_is_told_and_drawn(hand, window):
    """w = (1, 1) by hand and x = (0, 2): z = √2·2·cos 45° = 2."""
    data = Dataset([[0.0, 2.0], [-1.0, 0.0]], [1, 0])
    by_hand = Recipe("manual-neuron", start=((1.0, 1.0, 0.0),))
    hand.session.begin(data, by_hand)
    window.canvas.fit()
    hand.recorded()
    hand.session.to_end()
    layer = window.canvas.plot.layers.angle
    assert layer.is_empty()
    hand.key(Key.Key_V)
    hover(hand, 0, 2)
    text = window.canvas.reading.point_card.words.text()
    assert "z = ‖w‖·‖x‖·cos α = 1.4142 · 2 · cos 45.0°" in text
    assert layer.text == "α = 45.0°"
    # In pixels it goes from the way of w to that of x, about the origin.
    origin, first, last = (
        layer.pixels(np.array([place]))[0] for place in ((0, 0), (1, 1), (0, 2))
    )
    for end, towards in ((layer.arc[0], first), (layer.arc[-1], last)):
        ways = [(tip - origin) / np.linalg.norm(tip - origin) for tip in (end, towards)]
        np.testing.assert_allclose(*ways, atol=1e-9)
    # The name of a wide angle is within it, beyond the arc.
    hover(hand, -1, 0)
    assert layer.text == "α = 135.0°"
    name, middle = layer.name_box(window.fontMetrics()), layer.arc.mean(axis=0) - origin
    way = np.array(name.center().toTuple()) - origin
    np.testing.assert_allclose(
        way / np.linalg.norm(way), middle / np.linalg.norm(middle), atol=0.02
    )
    assert not any(name.contains(*place) for place in layer.arc.tolist())
    hover(hand, 1, 1)
    assert layer.is_empty()
    # With an offset w and the boundary are elsewhere: it is only told.
    recipe = by_hand.replace(start=((1.0, 1.0, -1.5),))
    hand.session.change(recipe, "set b")
    hand.recorded()
    hover(hand, 0, 2)
    text = window.canvas.reading.point_card.words.text()
    assert "cos α + b = 1.4142 · 2 · cos 45.0° − 1.5" in text
    assert layer.is_empty()
