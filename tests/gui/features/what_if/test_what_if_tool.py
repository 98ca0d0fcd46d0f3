"""One more point is tried under the mouse: where the run would end with it."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine import Dataset, Recipe, Tape
from engine.data.edits import Add
from gui.features.what_if.added_point import AddedPoint
from gui.features.what_if.added_point_line import AddedPointLine
from tests.gui.conftest import RIGHT, move_mouse

Key = Qt.Key


@pytest.fixture
def hover(window, hand, qtbot):
    """Hold the mouse over a place with the tool, and wait for its run."""

    def over(x, y):
        port = hand.plot.viewport()
        move_mouse(port, hand.at(x, y), Qt.MouseButton.NoButton)
        added = AddedPoint.of(window.session)
        qtbot.waitUntil(lambda: bool(added.effect) and "…" not in added.effect)
        return added

    hand.draw_two_classes()
    hand.key(Key.Key_W)
    yield over
    window.canvas.toolbar.choose_first()


def line(window):
    (shown,) = window.findChildren(AddedPointLine)
    return shown


def test_the_end_is_that_of_a_run_with_the_point_which_is_not_there(
    window, hand, hover, qtbot
):
    s = window.session
    data, steps = s.data, s.undo_stack.index()
    added = hover(2.0, -2.0)
    with_it = Tape(Add(added.x[None], np.array([0])).apply(data), s.recipe)
    with_it.extend()
    (run,) = window.canvas.plot.layers.compared_boundaries.runs
    np.testing.assert_array_equal(run.models[0].coef, with_it.model().coef)
    before, after = (t.frame(t.steps).updates for t in (s.tape, with_it))
    assert line(window).words.text() == (
        f"At the end, with one more A here: 0 → 0 wrong, {before} → {after} updates"
    )
    assert before != after
    assert s.data is data
    assert s.undo_stack.index() == steps


def test_on_the_way_all_is_of_the_moment_that_is_shown(window, hand, qtbot):
    """Boundary, marks and counts, of both runs at the same epoch and sample."""
    data = Dataset([[0, 1], [2, 0], [1, 1], [3, 0], [1.6, 0.4]], [0, 1, 0, 1, 0])
    recipe = Recipe(epochs=9, learning_rate=0.5, stop_without_mistake=False)
    window.session.begin(data, recipe)
    hand.recorded()
    window.canvas.fit()
    hand.key(Key.Key_W)
    s, added = window.session, AddedPoint.of(window.session)
    move_mouse(hand.plot.viewport(), hand.at(2.2, 0.6), Qt.MouseButton.NoButton)
    qtbot.waitUntil(lambda: added.compared is not None)
    with_it = Tape(Add(added.x[None], np.array([0])).apply(data), recipe)
    with_it.extend()
    assert s.last > 12
    for step in (3, 9, 12):
        s.seek(step)
        epoch, (row,) = s.frame.epoch, s.frame.rows
        there = with_it.frame(6 * (epoch - 1) + int(row) + 1)
        assert (there.epoch, there.rows.tolist()) == (epoch, [row])
        (run,) = window.canvas.plot.layers.compared_boundaries.runs
        model = with_it.model_of(there)
        np.testing.assert_array_equal(run.models[0].coef, model.coef)
        now, then = (
            int(m.mistaken(d.X, d.y).sum())
            for m, d in ((s.model, data), (model, with_it.data))
        )
        assert len(window.canvas.plot.picture.wrong) == now
        assert line(window).words.text() == (
            f"Now, with one more 0 here: {now} → {then} wrong, "
            f"{s.frame.updates} → {there.updates} updates"
        )
    s.to_end()
    assert line(window).words.text().startswith("At the end, with one more 0 here: ")
    window.canvas.toolbar.choose_first()


def test_a_click_adds_it_and_the_mouse_away_forgets_it(window, hand, hover, qtbot):
    s = window.session
    n = s.data.n_samples
    hover(2.0, -2.0)
    hand.click(2.0, -2.0)
    assert s.data.n_samples == n + 1
    hand.click(-2.0, 2.0, RIGHT)
    assert s.data.y[-1] == 1
    hand.plot.hovered.emit(None)
    assert not line(window).isVisible()
    assert window.canvas.plot.layers.compared_boundaries.runs == ()


def test_it_follows_the_class_and_the_setting(window, hand, hover, qtbot):
    s = window.session
    added = hover(2.0, 2.0)
    with_a = added.effect
    window.canvas.set_class(1)
    hover(2.0, 2.0)
    qtbot.waitUntil(lambda: "more B here: 0 → 0" in added.effect)
    assert added.effect != with_a
    s.change(s.recipe.replace(learning_rate=0.25), "η")
    weights = Tape(added.compared.data, s.recipe)
    weights.extend()
    qtbot.waitUntil(
        lambda: added.compared.models[0].coef.tolist() == weights.model().coef.tolist()
    )


@pytest.mark.parametrize(
    ("recipe", "why"),
    [(Recipe("manual-neuron"), "Weights set by hand follow no point")],
)
def test_where_it_can_say_nothing_it_says_why(window, hand, qtbot, recipe, why):
    hand.draw_two_classes()
    window.session.change(recipe, "learner")
    hand.key(Key.Key_W)
    move_mouse(hand.plot.viewport(), hand.at(1, 1), Qt.MouseButton.NoButton)
    qtbot.waitUntil(lambda: AddedPoint.of(window.session).effect == why)
    window.canvas.toolbar.choose_first()


def test_an_order_that_is_given_has_no_place_for_it(window, hand, qtbot):
    data = Dataset([[0, 1], [2, 0], [1, 1], [3, 0]], [0, 1, 0, 1])
    window.session.begin(data, Recipe(order=(3, 2, 1, 0)))
    hand.recorded()
    hand.key(Key.Key_W)
    move_mouse(hand.plot.viewport(), hand.at(1, 0.5), Qt.MouseButton.NoButton)
    qtbot.waitUntil(lambda: "order" in AddedPoint.of(window.session).effect.lower())
    window.canvas.toolbar.choose_first()
