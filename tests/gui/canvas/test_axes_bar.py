"""More than two features: the two shown, and the margin view, by mouse and keys."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine import Dataset
from engine.data import gallery
from engine.data.dataset import TEST
from engine.data.edits import Add
from engine.data.view_choice import ViewChoice
from gui.canvas.canvas import NOT_IN_MARGIN_VIEW
from gui.canvas.margin_view import COMPONENT, DISTANCE, NO_BOUNDARY
from gui.canvas.readout import ALL_OTHERS
from tests.gui.canvas.test_readout import read

CTRL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


def cloud(classes=2, d=4, n=60, names=None):
    rng = np.random.default_rng(classes)
    y = np.arange(n) % classes
    X = rng.normal(size=(n, d)) + y[:, None] * np.linspace(2, 0.5, d)
    return Dataset(X, y, names, ("A", "B", "C")[:classes])


def open_data(window, hand, data, **settings):
    window.files.begin_with(data)
    hand.session.set_recipe(hand.session.recipe.replace(epochs=4, **settings))
    hand.recorded()


def look(window, hand, margin):
    """Turn the margin view on or off, by its key."""
    if window.canvas.axes.view_choice.margin != margin:
        hand.key(Qt.Key.Key_M, CTRL)


def choose(choice, index):
    """Pick from the list, which then says that it was picked."""
    choice.setCurrentIndex(index)
    choice.activated.emit(index)


def boundary(window):
    return window.canvas.plot.layers.boundary


def labels(window):
    return [window.canvas.plot.getAxis(side).labelText for side in ("bottom", "left")]


def test_two_features_need_no_choice(window, hand):
    open_data(window, hand, cloud(d=2))
    assert not window.canvas.axes.isVisible()


def test_other_features_are_shown_and_remembered(window, hand, qtbot):
    data = cloud()
    open_data(window, hand, data)
    axes, canvas = window.canvas.axes, window.canvas
    look(window, hand, margin=False)
    assert axes.isVisible()
    window.resize(1920, 1000)
    whole = "a slice: the other 2 at their mean"
    qtbot.waitUntil(lambda: axes.note.text() == f"they separate best · {whole}")
    assert "Fisher" in axes.note.toolTip()
    assert axes.across.toolTip() == "x₁: one of the two that separate best"
    assert "wrong side of the boundary drawn, and be right" in axes.note.toolTip()
    choose(axes.across, 3)
    assert axes.note.text() == whole
    assert "Fisher" not in axes.note.toolTip()
    assert axes.across.toolTip() == "x₄"
    assert labels(window) == ["x₄", "x₂"]
    qtbot.mouseClick(axes.swap, Qt.MouseButton.LeftButton)
    assert labels(window) == ["x₂", "x₄"]
    np.testing.assert_array_equal(canvas.plane.project(data.X), data.X[:, [1, 3]])
    open_data(window, hand, cloud(3, names=("a", "b", "c", "d")))
    assert labels(window) == ["a", "b"]
    open_data(window, hand, data)
    assert labels(window) == ["x₂", "x₄"]


def test_the_same_feature_twice_swaps(window, hand):
    open_data(window, hand, cloud())
    look(window, hand, margin=False)
    choose(window.canvas.axes.across, 1)
    assert labels(window) == ["x₂", "x₁"]


def test_points_are_drawn_in_the_plane_shown(window, hand):
    data = cloud()
    open_data(window, hand, data)
    look(window, hand, margin=False)
    choose(window.canvas.axes.up, 2)
    hand.click(0.5, 1.5)
    drawn = hand.session.data.X[-1]
    assert drawn[[0, 2]] == pytest.approx([0.5, 1.5], abs=window.canvas.pixel)
    assert drawn[[1, 3]] == pytest.approx(data.centre[[1, 3]])


@pytest.mark.parametrize("standardise", [False, True])
def test_the_margin_view_puts_the_boundary_upright(window, hand, standardise):
    open_data(window, hand, cloud(), standardise=standardise)
    hand.session.to_end()
    look(window, hand, margin=True)
    shown, model = window.canvas.shown(), hand.session.model
    assert labels(window) == [DISTANCE, COMPONENT]
    length = np.linalg.norm(model.scaled_weights[0, :-1])
    scores = model.scores(hand.session.data.X)[:, 0]
    np.testing.assert_allclose(shown.data.X[:, 0], scores / length, atol=1e-9)
    (line,) = boundary(window).now
    assert line[:, 0].tolist() == pytest.approx([0, 0], abs=1e-9)
    np.testing.assert_array_equal(
        shown.wrong, np.flatnonzero(model.mistaken(shown_X(hand), hand.session.data.y))
    )
    assert ("standardised" in window.canvas.axes.note.text()) == standardise


def shown_X(hand):
    return hand.session.data.X


def test_nothing_can_be_drawn_in_the_margin_view(window, hand):
    open_data(window, hand, cloud())
    look(window, hand, margin=True)
    n = hand.session.data.n_samples
    hand.click(0, 0)
    hand.key(Qt.Key.Key_E)
    hand.drag((-1, -1), (1, 1))
    assert hand.session.data.n_samples == n
    assert not window.canvas.tool_actions[0].isEnabled()
    assert "Ctrl+M" in window.canvas.tool_actions[0].toolTip()
    hand.key(Qt.Key.Key_M, CTRL)
    assert window.canvas.tool_actions[0].isEnabled()
    hand.click(0, 0)
    assert hand.session.data.n_samples == n + 1


def test_one_class_is_seen_against_the_rest(window, hand):
    open_data(window, hand, cloud(3))
    hand.session.to_end()
    hand.key(Qt.Key.Key_M, CTRL)
    choose(window.canvas.axes.code, 2)
    shown, model = window.canvas.shown(), hand.session.model
    z = model.scores(shown_X(hand))[:, 2]
    length = np.linalg.norm(model.weights[2, :-1])
    np.testing.assert_allclose(shown.data.X[:, 0], z / length, atol=1e-9)
    wrong = (z > 0) != (hand.session.data.y == 2)
    np.testing.assert_array_equal(shown.wrong, np.flatnonzero(wrong))
    for across, winner in ((-0.5, ALL_OTHERS), (0.5, 2)):
        read(window.canvas, (across, 0.0), 0.01)
        assert window.canvas.reading.readout.reading.winner == winner
        window.canvas.reading.readout.grab()


def test_the_margin_view_before_the_first_update(window, hand):
    open_data(window, hand, cloud())
    look(window, hand, margin=True)
    hand.session.seek(0)
    assert labels(window)[0] == NO_BOUNDARY
    assert not boundary(window).now


def test_votes_are_not_looked_along(window, hand):
    open_data(window, hand, cloud())
    look(window, hand, margin=True)
    open_data(window, hand, cloud(), learner="voted-perceptron")
    hand.session.to_end()
    axes = window.canvas.axes
    assert labels(window) == ["x₁", "x₂"]
    assert "otes" in axes.note.text()
    assert "otes" in axes.margin_action.toolTip()
    assert axes.across.isVisible()
    choose(axes.across, 2)
    assert labels(window) == ["x₃", "x₂"]
    assert window.canvas.tool_actions[0].isEnabled()


def test_another_data_set_has_its_own_view_and_its_tools(window, hand):
    open_data(window, hand, cloud())
    look(window, hand, margin=True)
    open_data(window, hand, cloud(d=2))
    assert not window.canvas.axes.margin_action.isChecked()
    hand.click(0, 0)
    assert hand.session.data.n_samples == 61


def test_playing_never_loses_the_points(window, hand):
    open_data(window, hand, cloud(d=6), learning_rate=50.0)
    look(window, hand, margin=True)
    for step in range(0, hand.session.last, 7):
        hand.session.seek(step)
        left, bottom, right, top = window.canvas.view_rect
        points = window.canvas.shown().data.X
        inside = (points > (left, bottom)) & (points < (right, top))
        assert inside.all()


def test_samples_of_the_test_part_are_not_marked(window, hand):
    data = cloud(n=40)
    parts = np.where(np.arange(40) % 2, TEST, 0)
    noisy = np.where(np.arange(40) % 5, data.y, 1 - data.y)
    open_data(window, hand, Dataset(data.X, noisy, parts=parts))
    hand.session.to_end()
    wrong = window.canvas.shown().wrong
    assert len(wrong)
    assert not parts[wrong].any()


@pytest.mark.parametrize("classes", [2, 3])
def test_a_table_opens_where_its_classes_separate_best_with_all_tools(
    window, hand, classes
):
    data = cloud(classes)
    order = [3, 1, 0, 2]
    open_data(window, hand, Dataset(data.X[:, order], data.y, None, data.class_names))
    canvas = window.canvas
    shown = {order[canvas.plane.across], order[canvas.plane.up]}
    best = ViewChoice.of(data)
    assert shown == {best.across, best.up} != {0, 3}
    assert canvas.toolbar.tools_enabled
    assert not canvas.axes.margin_action.isChecked()
    before = canvas.axes.view_choice
    hand.click(0, 0)
    assert hand.session.data.n_samples == data.n_samples + 1
    assert canvas.axes.view_choice == before


def test_what_was_chosen_comes_back_with_the_session(window, hand, tmp_path):
    open_data(window, hand, cloud())
    look(window, hand, margin=False)
    choose(window.canvas.axes.across, 2)
    saved = window.canvas.axes.view_choice
    assert window.files.save_to(tmp_path / "run.plab")
    look(window, hand, margin=True)
    window.files.opening.open_path(tmp_path / "run.plab")
    hand.recorded()
    assert window.canvas.axes.view_choice == saved
    assert labels(window) == ["x₃", "x₂"]


def test_selected_points_stay_as_they_are_in_the_margin_view(window, hand):
    open_data(window, hand, cloud())
    look(window, hand, margin=True)
    hand.key(Qt.Key.Key_A, CTRL)
    n, selecting = hand.session.data.n_samples, window.canvas.selection_actions
    for key, modifier in ((Qt.Key.Key_D, CTRL), (Qt.Key.Key_Delete, NONE)):
        hand.key(key, modifier)
        assert hand.session.data.n_samples == n
    for action in (selecting.delete, selecting.double):
        assert not action.isEnabled()
        assert "Ctrl+M" in action.toolTip()
    look(window, hand, margin=False)
    hand.key(Qt.Key.Key_D, CTRL)
    assert hand.session.data.n_samples == 2 * n


def unlike():
    """Give four features of which the third is a hundred times the second."""
    data = cloud()
    return Dataset(data.X * [1, 1, 200, 1], data.y)


def test_features_of_unlike_units_fill_the_view(window, hand):
    open_data(window, hand, unlike())
    look(window, hand, margin=False)
    choose(window.canvas.axes.across, 2)
    plane, data = window.canvas.plane, hand.session.data
    wide, high = np.ptp(plane.project(data.X), axis=0)
    assert 0.25 < wide / high < 4
    np.testing.assert_allclose(
        plane.lift(plane.project(data.X))[:, [1, 2]], data.X[:, [1, 2]]
    )
    left = window.canvas.plot.getAxis("left")
    low, high = left.range[0] * left.scale, left.range[1] * left.scale
    assert low < data.X[:, 1].min() < data.X[:, 1].max() < high
    assert high - low < 3 * np.ptp(data.X[:, 1])


def test_drawing_and_moving_keep_the_units_of_each_axis(window, hand):
    open_data(window, hand, unlike())
    look(window, hand, margin=False)
    choose(window.canvas.axes.across, 2)
    stretch, pixel = window.canvas.plane.stretch, window.canvas.pixel
    assert stretch > 10
    hand.click(300.0, 1.5 * stretch)
    drawn = hand.session.data.X[-1]
    assert drawn[2] == pytest.approx(300, abs=pixel)
    assert drawn[1] == pytest.approx(1.5, abs=pixel / stretch)
    hand.key(Qt.Key.Key_M)
    hand.drag((300.0, 1.5 * stretch), (400.0, 2.5 * stretch))
    moved = hand.session.data.X[-1]
    assert moved[2] == pytest.approx(400, abs=3 * pixel)
    assert moved[1] == pytest.approx(2.5, abs=3 * pixel / stretch)


def test_the_score_under_the_mouse_is_of_the_place_read(window, hand):
    open_data(window, hand, unlike())
    look(window, hand, margin=False)
    choose(window.canvas.axes.across, 2)
    hand.session.to_end()
    readout, plane = window.canvas.reading.readout, window.canvas.plane
    read(window.canvas, (100.0, 2.0 * plane.stretch), window.canvas.pixel)
    x, y = readout.reading.place.strip("()").split(", ")
    assert (float(x), float(y)) == (100.0, 2.0)
    at = hand.session.data.centre.copy()
    at[[2, 1]] = 100.0, 2.0
    expected = hand.session.model.scores(at[None])[0]
    assert readout.reading.scores == pytest.approx(tuple(expected))


def test_yes_and_no_stand_at_one_and_zero(window, hand):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2, (30, 5)).astype(float)
    open_data(window, hand, Dataset(X, rng.integers(0, 2, 30)))
    look(window, hand, margin=False)
    axis = window.canvas.plot.getAxis("bottom")
    low, high = axis.range
    ticks = [v for _, values in axis.tickValues(low, high, 500) for v in values]
    assert sorted(ticks) == [0, 1]
    look(window, hand, margin=True)
    assert not axis.whole


@pytest.mark.parametrize(("room", "stays"), [(0.01, False), (0.06, True)])
def test_no_sample_is_half_out_of_the_margin_view(window, hand, room, stays):
    open_data(window, hand, cloud())
    look(window, hand, margin=True)
    hand.session.to_end()
    canvas = window.canvas
    low, high = canvas.shown().plane.corners(canvas.shown().data)
    edge = room * (high - low)
    x, y = np.column_stack([low - edge, high + edge]).tolist()
    canvas.plot.view.setRange(xRange=x, yRange=y, padding=0)
    canvas.refresh()
    left, bottom, right, top = canvas.view_rect
    assert ([left, right, bottom, top] == pytest.approx([*x, *y])) == stays
    free = np.concatenate([low - (left, bottom), (right, top) - high])
    assert (free > 0.03 * np.tile((right - left, top - bottom), 2)).all()


def test_the_slice_is_told_whole_or_in_a_word(window, hand, qtbot):
    window.files.begin_with(gallery.example("iris").make())
    for width in (1024, 1280, 1300, 1320, 1440):
        window.resize(width, 800)
        qtbot.wait(30)
        note = window.canvas.axes.note
        assert note.text() in (
            "they separate best · a slice: the other 2 at their mean",
            "they separate best · a slice",
            "a slice",
        )
        assert note.fontMetrics().horizontalAdvance(note.text()) <= note.width()
        assert "mean" in note.toolTip()


def paid(n=40):
    """Give two features of unlike units, of which one is a line on one scale."""
    rng = np.random.default_rng(2)
    age = rng.uniform(20, 60, n).round(1)
    income = (900 * age + rng.normal(0, 8000, n)).round()
    return Dataset(np.column_stack([income, age]), income > 36000, ["income", "age"])


def wide_and_high(window):
    """Give the share of the view that the points fill, across and up."""
    low, high = window.canvas.plane.corners(window.session.data)
    left, bottom, right, top = window.canvas.view_rect
    return (high - low) / (right - left, top - bottom)


def test_two_features_of_unlike_units_fill_the_view_unless_one_scale_is_wanted(
    window, hand, tmp_path
):
    open_data(window, hand, paid())
    axes, canvas = window.canvas.axes, window.canvas
    assert (wide_and_high(window) > 0.3).all()
    assert axes.isVisible()
    assert axes.note.text() in ("1 of age is as long as 1000 of income", "")
    for part in (axes.across, axes.up, axes.button):
        assert not part.isVisible()
    assert not axes.scale_action.isChecked()
    axes.scale_button.click()
    assert canvas.plane.stretch == 1
    assert wide_and_high(window)[1] < 0.01
    saved = axes.view_choice
    assert window.files.save_to(tmp_path / "run.plab")
    axes.scale_action.trigger()
    assert (wide_and_high(window) > 0.3).all()
    window.files.opening.open_path(tmp_path / "run.plab")
    hand.recorded()
    assert axes.view_choice == saved
    assert canvas.plane.stretch == 1


def test_other_data_of_the_same_names_have_a_scale_of_their_own(window, hand):
    data = paid()
    open_data(window, hand, data)
    window.canvas.axes.scale_action.trigger()
    like = Dataset(data.X / [1000, 1], data.y, data.feature_names)
    open_data(window, hand, like)
    axes = window.canvas.axes
    assert not axes.isVisible()
    assert axes.scale_action.isChecked()
    assert not axes.scale_action.isEnabled()
    open_data(window, hand, data)
    assert window.canvas.plane.stretch == 1000


def test_points_drawn_far_away_stretch_nothing(window, hand):
    open_data(window, hand, cloud(d=2))
    far = Add(np.array([[90.0, 0.0]]), np.array([0]))
    hand.session.edit(far, "add", 1)
    assert window.canvas.plane.stretch == 1
    assert not window.canvas.axes.isVisible()
    window.canvas.axes.scale_action.trigger()
    assert window.canvas.plane.stretch > 4


def test_on_stretched_axes_w_stands_upright_on_the_boundary_and_no_angle_is_told(
    window, hand
):
    data = paid()
    centred = Dataset(data.X - [36000, 40], data.y, data.feature_names)
    open_data(window, hand, centred, offset=False)
    hand.session.to_end()
    layers = window.canvas.plot.layers
    layers.angle.look_at(3)
    foot, _, tip = layers.weight_arrows.ends
    (line,) = layers.boundary.now
    start, end = layers.boundary.pixels(line)
    assert (tip - foot) @ (end - start) == pytest.approx(0, abs=1e-6)
    assert not len(layers.angle.arc)
    (told,) = [r.tip for r in layers.weight_arrows.legend() if r.text == "weights w"]
    assert "another direction" in told
    assert "times as long" not in told
    window.canvas.axes.scale_action.trigger()
    layers.angle.look_at(3)
    assert len(layers.angle.arc)


def test_further_tools_say_why_they_cannot_be_chosen(window, hand):
    window.session.begin(gallery.iris())
    hand.recorded()
    more = window.canvas.toolbar.more
    assert more.isEnabled()
    look(window, hand, margin=True)
    assert not more.isEnabled()
    assert more.toolTip() == NOT_IN_MARGIN_VIEW
    look(window, hand, margin=False)
    hand.key(Qt.Key.Key_Y)
    assert more.accessibleName() == "More tools: Contributions"
    assert more.toolTip().startswith("Contributions (Y)")
    window.canvas.toolbar.choose_first()
