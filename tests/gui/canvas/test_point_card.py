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


def pin(hand, x, y):
    """Click a sample; give the panel that tells of it."""
    panel = hand.window.panel("Predict")
    hover(hand, x, y)
    hand.click(x, y)
    hand.qtbot.waitUntil(
        lambda: panel.seen and panel.view and panel.view.sample.isVisible()
    )
    hand.qtbot.wait(80)
    return panel.view


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


def test_it_says_class_score_and_verdict_of_the_model_under_the_playhead(card, hand):
    """Zero start, η = 1: point 1 is negative, w = 0, b = −1; then points 2 and 3."""
    hand.key(Key.Key_V)
    hand.session.seek(0)
    hover(hand, 0, 1)
    assert "no boundary" in card.score.text()
    assert card.verdict.text() == ""
    hand.session.seek(2)  # w = (0, 1), b = 0
    hand.qtbot.wait(80)
    said = [label.text() for label in (card.title, card.score, card.verdict)]
    assert said == ["Point 2 · 1", "z = 1", "right"]
    hover(hand, 1, 1)
    assert card.verdict.text() == "wrong"


def test_it_hides_neither_points_nor_the_boundary_where_there_is_room(hand):
    """Points in a column beside an upright boundary: it stands at the other side."""
    X = [[0.2, y / 4] for y in range(9)] + [[-0.2, 0.0], [3.0, 0.0], [-3.0, 2.0]]
    by_hand = Recipe("manual-neuron", start=((1.0, 0.0, 0.0),))
    hand.session.begin(Dataset(X, [1] * 9 + [0, 1, 0]), by_hand)
    plot, card = hand.plot, hand.window.canvas.reading.point_card
    hand.window.canvas.fit()
    hand.recorded()
    hand.session.to_end()
    hand.key(Key.Key_V)
    hover(hand, 0.2, 1.0)
    assert card.isVisible()
    view = plot.view.sceneBoundingRect()
    assert view.contains(card.geometry())  # no number of an axis is hidden
    over = card.geometry().translated(-view.topLeft().toPoint())
    assert not any(over.contains(*map(round, at)) for at in plot.symbols().tolist())
    place = card.pos()
    corners = card.geometry().topLeft(), card.geometry().bottomRight()
    x = [plot.view.mapSceneToView(plot.mapToScene(at)).x() for at in corners]
    assert (min(x) > 0) == (max(x) > 0)
    hand.session.set_recipe(Recipe("adaline"))  # and while numbers of other length
    hand.recorded()
    for step in range(1, 9):  # are told it does not jump
        hand.session.seek(step)
        hand.qtbot.wait(30)
        assert card.pos() == place


def test_a_click_pins_it_into_predict_and_leaves_the_canvas_free(card, hand, window):
    """Zero start, η = 1: after two steps w = (0, 1), b = 0."""
    hand.key(Key.Key_V)
    hand.session.seek(2)
    panel = pin(hand, 1, 1)
    assert card.row == 3  # it is still under the mouse
    hover(hand, 0.5, 0.5)
    assert not card.isVisible()
    assert panel.sample.text() == "Point 4 · 0"
    assert panel.verdict.text() == "1"
    assert panel.judged.text() == "wrong: y·z = −1"
    assert "1 from the boundary" in panel.details.text()
    assert "never a mistake in the run so far" in panel.history.text()
    hand.session.seek(4)  # the fourth step looks at it, and finds it wrong
    hand.qtbot.waitUntil(lambda: "1 time a mistake" in panel.history.text())
    hand.drag((1, 1), (1.5, 1))  # it goes on to tell of it, where it is now
    hand.recorded()
    assert panel.values.item(0, 1).text() == "1.5"
    assert panel.sample.text() == "Point 4 · 0"
    hand.key(Key.Key_Escape)
    hand.qtbot.waitUntil(lambda: not panel.sample.isVisible())
    assert panel.values.item(0, 1).text() == ""


def test_a_drag_pins_nothing_and_typed_values_are_of_no_point(card, hand, window):
    panel = window.panel("Predict")
    hand.key(Key.Key_V)
    hand.drag((1, 1), (1.5, 1))
    assert not panel.seen
    hand.recorded()
    view = pin(hand, 0, 1)
    view.values.item(0, 1).setText("0.25")
    hand.qtbot.waitUntil(lambda: not view.sample.isVisible())
    assert view.values.item(1, 1).text() == "1"


def test_the_row_looked_at_comes_into_sight(hand, window, qtbot):
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
    hover(hand, *X[far])
    place = table.view.visualRect(table.model.index(far, 0))
    assert table.view.viewport().rect().contains(place.center())


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
    assert card.score.text().startswith("z of its class = ")
    hand.key(Key.Key_V)
    shown = window.canvas.plot.picture
    panel = pin(hand, *shown.plane.project(shown.data.X[[0]])[0])
    assert panel.values.rowCount() == data.n_features
    assert "over the next" in panel.judged.text()


def test_test_samples_keep_their_secret(hand, window):
    data = Dataset(
        SQUARE.X, SQUARE.y, class_names=SQUARE.class_names, parts=[0, 2, 0, 1]
    )
    hand.session.begin(data)
    window.canvas.fit()
    hand.recorded()
    hand.key(Key.Key_V)
    hover(hand, *SQUARE.X[1])
    card = window.canvas.reading.point_card
    assert "looked at once" in card.score.text()
    assert card.verdict.text() == ""
    panel = pin(hand, *SQUARE.X[1])
    assert "looked at once" in panel.details.text()
    assert not panel.verdict.text() + panel.judged.text() + panel.history.text()
    pin(hand, *SQUARE.X[3])
    assert card.title.text().endswith(" · validation")
    assert "not learned from" in panel.history.text()


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
    history = pin(hand, *SQUARE.X[0]).history
    assert "not learned from" in history.text()
    pin(hand, *SQUARE.X[1])
    assert "a mistake in the run" in history.text()
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
    assert card.title.text().startswith("Point 2 · <b>sandwich</b> & xxx")
    assert "x" * 40 not in card.title.text()
    hover(hand, 0, 0)
    assert card.title.text() == "Point 1 · 0"


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
    text = pin(hand, 0, 2).history.text()
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
    hand.key(Key.Key_Escape)
    hover(hand, 1, 1)
    assert layer.is_empty()
    # With an offset w and the boundary are elsewhere: it is only told.
    recipe = by_hand.replace(start=((1.0, 1.0, -1.5),))
    hand.session.change(recipe, "set b")
    hand.recorded()
    text = pin(hand, 0, 2).history.text()
    assert "cos α + b = 1.4142 · 2 · cos 45.0° − 1.5" in text
    assert layer.is_empty()
