"""A neuron set by hand: its boundary dragged, its weights typed."""

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox

from engine import Dataset
from gui.canvas.layers.mistake_marks import MistakeMarksLayer
from gui.features.by_hand.boundary_handles_layer import BoundaryHandlesLayer, grips_on
from gui.features.by_hand.handled_boundary import HandledBoundary
from gui.features.network.network_picture import NetworkPart
from gui.features.weights.weight_boxes import arrow_step
from tests.gui.conftest import LEFT, RIGHT, chosen_tool, tool_action
from tests.gui.tables import rows_of

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier


def choose(window, name):
    choice = window.panel("Set-up").learner.choice
    choice.setCurrentIndex(choice.findData(name))


def weights(hand):
    return np.array(hand.session.recipe.start)


def box(window, name):
    boxes = window.panel("Weights").findChildren(QAbstractSpinBox)
    return next(field for field in boxes if field.accessibleName() == name)


def typed(window, name, text):
    field = box(window, name)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Key.Key_Return)


def set_weights(window, *values):
    names = ("w₁", "w₂", "b")
    for name, value in zip(names, values, strict=True):
        typed(window, name, str(value))


def boundary(window):
    return window.canvas.findChild(HandledBoundary)


def grips(window):
    canvas, handle = window.canvas, boundary(window).handle
    return grips_on(handle, canvas.view_rect, canvas.pixel, flat=canvas.plane.up < 0)


def twice(hand, x, y):
    hand.click(x, y)
    port, place = hand.plot.viewport(), hand.at(x, y)
    QTest.mouseDClick(port, LEFT, pos=place)
    QTest.mouseRelease(port, LEFT, pos=place)  # QTest leaves the button down


def hover(hand, x, y):
    QTest.mouseMove(hand.plot.viewport(), hand.at(x, y))
    return hand.plot.viewport().cursor().shape()


@pytest.fixture
def neuron(window, hand):
    """A hand on a window with points and a manual neuron without a boundary yet."""
    hand.draw_two_classes()
    choose(window, "manual-neuron")
    hand.session.set_recipe(hand.session.recipe.replace(start=((0, 0, 0),)))
    hand.recorded()
    return hand


def test_the_tool_comes_and_goes_with_the_learner(window, neuron):
    assert chosen_tool(window.canvas) == "boundary"
    choose(window, "perceptron")
    assert chosen_tool(window.canvas) == "draw"
    assert not tool_action(window.canvas, "boundary").isVisible()
    neuron.key(Key.Key_B)
    assert chosen_tool(window.canvas) == "draw"
    neuron.key(Key.Key_M)
    choose(window, "manual-neuron")
    assert chosen_tool(window.canvas) == "boundary"


def test_it_begins_with_a_line_that_can_be_dragged(window, hand):
    hand.draw_two_classes()
    choose(window, "manual-neuron")
    w1, w2, b = weights(hand)[0]
    assert (w1, w2) == (1, 0)
    assert window.canvas.plot.layers.find(BoundaryHandlesLayer).grips is not None
    hand.drag((-b, 0), (1 - b, 0))
    assert weights(hand)[0, 2] == pytest.approx(b - 1, abs=0.03)


def test_with_three_classes_it_says_what_can_be_done(window, hand):
    hand.draw_two_classes()
    hand.session.add_class()
    window.canvas.set_class(2)
    hand.click(0, 3)
    choose(window, "manual-neuron")
    hand.recorded()
    assert len(np.unique(hand.session.model.predict(hand.session.data.X))) > 1
    assert (
        "weights of each class in Weights" in window.panel("This update").message.text()
    )
    typed(window, "w₂ C", "9")
    assert weights(hand)[2, 1] == 9


def test_without_points_one_first_draws_some(window, hand):
    choose(window, "manual-neuron")
    assert chosen_tool(window.canvas) == "draw"
    hand.key(Key.Key_B)
    hand.drag((0, -2), (0, 2))
    np.testing.assert_allclose(weights(hand), [[-1, 0, 0]], atol=0.02)
    assert not window.grab().isNull()
    hand.key(Key.Key_D)
    hand.click(-2, 0)
    hand.recorded()
    assert hand.session.model.weights[0, 0] == -1


def test_a_drag_draws_a_boundary_with_class_plus_one_on_the_side_that_fires(
    window, neuron
):
    neuron.drag((-2, 2), (2, -2))
    neuron.recorded()
    w1, w2, b = weights(neuron)[0]
    assert w1 == pytest.approx(w2, abs=0.02)
    assert (w1 > 0, b == pytest.approx(0, abs=0.03)) == (True, True)
    drawn = neuron.session.model.training_error
    neuron.key(Key.Key_Z, Ctrl)
    assert not weights(neuron).any()
    neuron.drag((2, -2), (-2, 2))
    neuron.recorded()
    assert weights(neuron)[0, 0] > 0
    assert neuron.session.model.training_error == drawn == 0


def test_a_click_on_the_empty_plane_draws_nothing(neuron):
    neuron.click(0, 0)
    twice(neuron, 1, 1)
    assert not weights(neuron).any()
    assert neuron.session.data.n_samples == 8


def test_dragging_the_line_shifts_it_and_the_error_follows(window, neuron, qtbot):
    set_weights(window, 1, 1, 0)
    neuron.recorded()
    assert neuron.session.model.training_error == 0
    neuron.drag((0, 0), (2.5, 0))
    neuron.recorded()
    w1, w2, b = weights(neuron)[0]
    assert (w1, w2) == (1, 1)
    assert b == pytest.approx(-2.5, abs=0.05)
    X, y = neuron.session.data.X, 2 * neuron.session.data.y - 1
    wrong = int((y * (X @ [1, 1] + b) <= 0).sum())
    assert wrong > 0
    assert (
        f"training error {100 * wrong / 8:.1f} %"
        in window.panel("Playback").strip.now.in_full()
    )
    message = window.panel("This update").message.text()
    assert f"{wrong} of 8 points" in message
    (marks,) = [
        layer for layer in neuron.plot.layers if isinstance(layer, MistakeMarksLayer)
    ]
    assert len(marks.picture.wrong) == wrong


def test_while_it_is_dragged_everything_follows(window, neuron, qtbot):
    set_weights(window, 1, 1, 0)
    neuron.recorded()
    port, plot = neuron.plot.viewport(), neuron.plot
    QTest.mousePress(port, LEFT, pos=neuron.at(0, 0))
    from tests.gui.conftest import move_mouse

    move_mouse(port, neuron.at(-3, 0), LEFT)
    assert float(box(window, "b").text()) == pytest.approx(3, abs=0.05)
    assert box(window, "threshold").value() == -box(window, "b").value()
    assert plot.layers.find(BoundaryHandlesLayer).grips is not None
    neuron.recorded()
    assert neuron.session.model.training_error > 0
    QTest.mouseRelease(port, LEFT, pos=neuron.at(-3, 0))


def test_dragging_an_end_turns_it_about_its_middle(window, neuron):
    set_weights(window, 1, 0, 0)
    neuron.recorded()
    held = grips(window)
    top = max(held.ends.tolist(), key=lambda end: end[1])
    length = top[1] - held.middle[1]
    angle = math.radians(30)
    end = (
        held.middle[0] - length * math.sin(angle),
        held.middle[1] + length * math.cos(angle),
    )
    neuron.drag(tuple(top), end)
    w1, w2, _ = weights(neuron)[0]
    assert math.degrees(math.atan2(w2, w1)) == pytest.approx(30, abs=0.5)
    assert math.hypot(w1, w2) == pytest.approx(1, abs=2e-3)
    assert abs(boundary(window).handle.line.at(held.middle)) < 0.01


def test_dragging_the_arrow_to_the_other_side_flips_the_sides(window, neuron):
    set_weights(window, 1, 1, -0.5)
    neuron.recorded()
    held = grips(window)
    neuron.drag(tuple(held.tip), tuple(2 * held.foot - held.tip))
    np.testing.assert_allclose(weights(neuron), [[-1, -1, 0.5]], atol=0.03)


def test_a_double_click_on_the_boundary_flips_the_sides(window, neuron):
    set_weights(window, 1, 1, -0.5)
    twice(neuron, 1, -0.5)
    assert weights(neuron).tolist() == [[-1, -1, 0.5]]
    neuron.key(Key.Key_Z, Ctrl)
    assert weights(neuron).tolist() == [[1, 1, -0.5]]


def test_a_drag_beside_the_line_and_the_right_button_do_nothing(window, neuron):
    set_weights(window, 1, 1, 0)
    neuron.drag((2, 2), (3, 0))
    neuron.drag((0, 0), (1, 1), Qt.MouseButton.RightButton)
    assert weights(neuron).tolist() == [[1, 1, 0]]
    assert neuron.session.data.n_samples == 8


def test_out_of_view_a_new_one_can_be_drawn(window, neuron):
    set_weights(window, 1, 1, -500)
    neuron.drag((0, -2), (0, 2))
    np.testing.assert_allclose(abs(weights(neuron)), [[1, 0, 0]], atol=0.02)


def test_one_drag_is_one_undo(window, neuron):
    set_weights(window, 1, 1, 0)
    neuron.drag((0, 0), (1, 0))
    moved = weights(neuron)
    neuron.drag((1, 0), (2, 0))
    neuron.key(Key.Key_Z, Ctrl)
    assert (weights(neuron) == moved).all()
    neuron.key(Key.Key_Z, Ctrl)
    assert weights(neuron).tolist() == [[1, 1, 0]]
    assert float(box(window, "b").text()) == 0
    neuron.key(Key.Key_Y, Ctrl)
    assert (weights(neuron) == moved).all()


def test_undo_in_the_middle_of_a_drag_ends_it(window, neuron):
    from tests.gui.conftest import move_mouse

    set_weights(window, 1, 1, 0)
    port = neuron.plot.viewport()
    QTest.mousePress(port, LEFT, pos=neuron.at(0, 0))
    move_mouse(port, neuron.at(1, 0), LEFT)
    neuron.key(Key.Key_Z, Ctrl)
    move_mouse(port, neuron.at(2, 0), LEFT)
    QTest.mouseRelease(port, LEFT, pos=neuron.at(2, 0))
    assert weights(neuron).tolist() == [[1, 1, 0]]


def test_the_mouse_tells_what_a_drag_would_do(window, neuron):
    shape = Qt.CursorShape
    assert hover(neuron, 2, 2) == shape.CrossCursor
    set_weights(window, 1, 1, 0)
    held = grips(window)
    assert hover(neuron, 2, 2.2) == shape.ArrowCursor
    assert hover(neuron, 0.5, -0.5) == shape.SizeAllCursor
    assert hover(neuron, *held.ends[0]) == shape.BitmapCursor
    assert hover(neuron, *held.tip) == shape.BitmapCursor
    neuron.key(Key.Key_V)
    assert hover(neuron, 0.5, -0.5) == shape.ArrowCursor
    assert neuron.plot.viewport().hasMouseTracking()


@pytest.mark.parametrize("text", ["-0,75", "-.75", "-7.5e-1"])
def test_a_weight_is_typed_in_any_way(window, neuron, text):
    typed(window, "w₂", text)
    assert weights(neuron).tolist() == [[0, -0.75, 0]]
    neuron.recorded()
    assert neuron.session.model.weights.tolist() == [[0, -0.75, 0]]


def test_the_threshold_is_the_negative_offset(window, neuron):
    typed(window, "threshold", "1.5")
    assert weights(neuron).tolist() == [[0, 0, -1.5]]
    typed(window, "b", "0")
    assert box(window, "threshold").text() == "0"


def test_a_run_of_steps_in_a_box_is_one_undo(window, neuron):
    field = box(window, "w₁")
    field.setFocus()
    for _ in range(3):
        QTest.keyClick(field, Key.Key_Up)
    at = field.mapTo(window, field.rect().center())
    QTest.wheelEvent(window.windowHandle(), QPointF(at), QPoint(0, 120))
    assert weights(neuron)[0, 0] == 0.4
    QTest.keyClick(field, Key.Key_Z, Ctrl)
    assert weights(neuron)[0, 0] == 0
    assert field.text() == "0"


def test_what_is_half_typed_stays_while_the_playhead_moves(window, neuron):
    field = box(window, "w₁")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "-1.")
    neuron.session.seek(3)
    neuron.session.seek(4)
    assert field.text() == "-1."
    QTest.keyClicks(field, "5")
    QTest.keyClick(field, Key.Key_Return)
    assert weights(neuron)[0, 0] == -1.5


@pytest.mark.parametrize(
    ("largest", "step"), [(0, 0.1), (1, 0.1), (12, 0.1), (250, 10), (0.02, 0.001)]
)
def test_the_arrows_step_in_proportion(largest, step):
    assert arrow_step(largest) == step


def test_the_set_up_panel_does_not_ask_for_weights_again(window, neuron, qtbot):
    assert window.panel("Weights").boxes.isVisible()
    qtbot.waitUntil(
        lambda: window.panel("Set-up").findChild(QComboBox, "start") is None
    )
    choose(window, "perceptron")
    assert not window.panel("Weights").boxes.isVisible()
    assert window.panel("Set-up").findChild(QComboBox, "start") is not None
    neuron.recorded()
    assert len(rows_of(window.panel("Weights").table)) == 3


def test_a_curved_boundary_is_typed_not_dragged(window, neuron):
    set_weights(window, 1, 2, 3)
    neuron.session.set_recipe(neuron.session.recipe.replace(squares=True))
    assert weights(neuron).tolist() == [[1, 2, 0, 0, 3]]
    assert not tool_action(window.canvas, "boundary").isEnabled()
    assert chosen_tool(window.canvas) == "draw"
    typed(window, "x₁²", "0.5")
    neuron.recorded()
    assert neuron.session.model.weights.tolist() == [[1, 2, 0.5, 0, 3]]
    neuron.session.set_recipe(neuron.session.recipe.replace(squares=False))
    assert weights(neuron).tolist() == [[1, 2, 3]]
    assert tool_action(window.canvas, "boundary").isEnabled()


def test_three_classes_have_a_column_each(window, neuron):
    set_weights(window, 1, 1, 0)
    window.run("add class")
    neuron.recorded()
    assert weights(neuron).tolist() == [[-1, -1, 0], [1, 1, 0], [0, 0, 0]]
    typed(window, "w₁ C", "-2")
    neuron.recorded()
    assert neuron.session.model.weights[2].tolist() == [-2, 0, 0]
    assert not tool_action(window.canvas, "boundary").isEnabled()
    neuron.key(Key.Key_Z, Ctrl)
    neuron.key(Key.Key_Z, Ctrl)
    assert weights(neuron).tolist() == [[1, 1, 0]]


def test_what_was_set_is_there_again_after_another_learner(window, neuron):
    set_weights(window, 1, 2, 3)
    choose(window, "perceptron")
    assert neuron.session.recipe.start == "zero"
    choose(window, "manual-neuron")
    assert weights(neuron).tolist() == [[1, 2, 3]]


def test_without_offset_the_boundary_turns_about_the_origin(window, neuron):
    set_weights(window, 1, 0, 0)
    neuron.session.set_recipe(neuron.session.recipe.replace(offset=False))
    neuron.recorded()
    neuron.drag((0, 1), (-1, 1))
    w1, w2, b = weights(neuron)[0]
    assert math.degrees(math.atan2(w2, w1)) == pytest.approx(45, abs=1)
    assert b == 0


def test_a_line_of_data_has_a_threshold_to_drag(window, hand):
    hand.session.set_data(Dataset([[-1.0], [0.0], [1.0]], ["a", "a", "b"]))
    window.canvas.fit()
    choose(window, "manual-neuron")
    hand.recorded()
    hand.drag((0, 0), (0.5, 0))
    hand.recorded()
    assert weights(hand)[0].tolist() == pytest.approx([1, -0.5], abs=0.02)
    hand.drag((0.5, 0), (-0.5, 0))
    hand.recorded()
    assert weights(hand)[0].tolist() == pytest.approx([1, 0.5], abs=0.04)
    assert hand.session.model.training_error == pytest.approx(1 / 3)


def test_a_slice_changes_the_two_weights_it_shows(window, hand):
    X = np.array([[-1.0, 0, 5], [-2, 1, 7], [1, 0, 6], [2, -1, 6]])
    hand.session.set_data(Dataset(X, ["a", "a", "b", "b"]))
    window.canvas.fit()
    choose(window, "manual-neuron")
    hand.recorded()
    typed(window, "w₃", "0.5")
    hand.drag((0, -1), (0, 1))
    hand.recorded()
    w1, w2, w3, b = weights(hand)[0]
    assert (w3, w2) == (0.5, pytest.approx(0, abs=0.02))
    assert w1 == pytest.approx(1, abs=0.01)
    assert 0.5 * 6 + b == pytest.approx(0, abs=0.02)
    assert hand.session.model.training_error == 0


def test_play_looks_at_every_point_and_changes_nothing(window, neuron):
    set_weights(window, 1, 1, 0)
    neuron.recorded()
    neuron.key(Key.Key_Right)
    verdict, *_ = window.panel("This update").head.lines
    assert verdict.note == "Right: no change"
    neuron.key(Key.Key_End)
    assert neuron.session.step == 8
    assert weights(neuron).tolist() == [[1, 1, 0]]
    assert window.panel("Playback").strip.now.text().endswith("nothing is learned")


def test_data_of_more_features_come_while_weights_are_set_by_hand(window, hand):
    hand.session.set_data(Dataset([[0.0], [1.0]], [0, 1]))
    choose(window, "manual-neuron")
    hand.session.set_data(Dataset([[0.0, 0.0], [1.0, 1.0]], [0, 1]))
    hand.recorded()
    assert boundary(window).handle.turns


def test_the_units_of_a_network_make_xor_by_mouse_alone(window, hand, bring):
    """OR and NAND, of which the output asks for both: one undo for each stroke."""
    for corner in (-1, 1):
        hand.click(corner, corner)
        hand.click(corner, -corner, RIGHT)
    choose(window, "manual-network")
    hand.recorded()
    assert chosen_tool(window.canvas) == "boundary"
    assert hand.session.model.training_error == 0.75  # it fires at the top right

    def turn_by_its_end(angle):
        held = grips(window)
        (x, y), (across, up) = held.middle, held.ends[0]
        cos, sin = math.cos(angle), math.sin(angle)
        dx, dy = across - x, up - y
        hand.drag((across, up), (x + cos * dx - sin * dy, y + sin * dx + cos * dy))

    network = bring("Network")
    network.diagram.grab()
    turn_by_its_end(math.pi / 4)  # h1, which is chosen first
    (x, y), first = grips(window).middle, weights_of_unit(hand, 0)
    hand.drag((x, y), (x - 0.5, y - 0.5))
    assert weights_of_unit(hand, 0)[2] == pytest.approx(first[2] + 0.71, abs=0.05)
    assert window.session.undo_stack.undoText() == "move the line of h1"
    second = network.diagram.layout_now.boxes[NetworkPart(1, 1)].center().toPoint()
    QTest.mouseClick(network.diagram, LEFT, pos=second)
    assert boundary(window).handle.name == "h2"
    twice(hand, *grips(window).middle)
    turn_by_its_end(-math.pi / 4)
    (x, y) = grips(window).middle
    hand.drag((x, y), (x + 0.5, y + 0.5))
    hand.recorded()
    assert hand.session.model.training_error == 0
    last = weights_of_unit(hand, 1)
    # A press on the other line, away from the chosen one's, takes that one.
    line = boundary(window).handles[0].line
    x, y = -0.5, (0.5 * line.a - line.c) / line.b
    hand.drag((x, y), (x - 2, y - 2))
    hand.recorded()
    assert boundary(window).handle.name == "h1"
    assert hand.session.model.training_error == 0.25
    for _ in range(2):
        hand.key(Key.Key_Z, Ctrl)
    assert weights_of_unit(hand, 1) != last
    assert weights_of_unit(hand, 0)[2] == pytest.approx(first[2] + 0.71, abs=0.05)


def weights_of_unit(hand, unit):
    return hand.session.recipe.start[unit]
