"""The Predict dock: a place of the canvas or typed values, never a sample."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from engine import Dataset, Recipe, Tape
from engine.data.edits import Move
from engine.data.gallery import example
from engine.data.view_choice import ViewChoice
from engine.models.prediction import predict_one
from engine.numbers import number
from gui.features.predict import predict_panel
from gui.features.predict.predicted_point import PredictedPoint
from gui.features.predict.predicted_point_layer import PredictedPointLayer
from gui.session.mistake_counts import MistakeCounts
from gui.style.theme import DARK, LIGHT
from gui.widgets.scroll_area import ScrollArea
from tests.gui.canvas.test_contours import ring
from tests.gui.style.test_theme import contrast


def panel(window):
    return window.docks["Predict"].content.view


@pytest.fixture
def place_at(window, hand, qtbot):
    """Click a place with the tool; give the panel."""

    def click(x, y):
        hand.key(Qt.Key.Key_Q)
        hand.click(x, y)
        qtbot.waitUntil(lambda: panel(window) is not None)
        qtbot.waitUntil(lambda: panel(window).values.item(0, 1).text() != "")
        return panel(window)

    return click


def typed(view, row, text):
    """Type a value as a person does: a double click, the text, Enter."""
    table = view.values
    item = table.item(row, 1)
    place = table.visualItemRect(item).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    QCoreApplication.processEvents()  # Qt commits what was typed a moment later


def values(view):
    texts = [view.values.item(i, 1).text() for i in range(view.values.rowCount())]
    return np.array([float(text.replace("−", "-")) for text in texts])


def test_a_click_predicts_and_adds_no_point(window, hand, place_at):
    hand.draw_two_classes()
    hand.session.to_end()
    data, undo = hand.session.data, hand.session.undo_stack.index()
    view = place_at(1.5, 1.0)
    assert hand.session.data is data
    assert hand.session.undo_stack.index() == undo
    x, model = values(view), hand.session.model
    assert x == pytest.approx([1.5, 1.0], abs=0.03)
    z = float(x @ model.coef[0] + model.intercept[0])
    away = abs(z) / np.linalg.norm(model.coef[0])
    assert view.verdict.text() == "B"
    assert f"z = {number(z)} > 0" in view.details.text()
    assert f"{number(away)} from the boundary" in view.details.text()
    assert window.canvas.plot.layers.find(PredictedPointLayer).place is not None


def test_values_are_typed_and_the_answer_follows_the_playhead(hand, place_at):
    hand.draw_two_classes()
    hand.session.to_end()
    view = place_at(0, 0)
    typed(view, 0, "-2")
    typed(view, 1, "-1.25")
    assert values(view).tolist() == [-2.0, -1.25]
    for step in (1, 3, hand.session.last):
        hand.session.seek(step)
        model = hand.session.model
        z = float(np.array([-2.0, -1.25]) @ model.coef[0] + model.intercept[0])
        assert f"z = {number(z)}" in view.details.text()
    hand.session.seek(0)
    assert "no boundary yet" in view.details.text()


def test_what_is_no_number_is_refused_and_said(hand, place_at):
    hand.draw_two_classes()
    view = place_at(1, 1)
    before = values(view).tolist()
    typed(view, 0, "two")
    assert "“two” is not a number" in view.note.text()
    assert values(view).tolist() == before


def test_an_empty_value_is_the_mean(hand, place_at):
    hand.draw_two_classes()
    view = place_at(1, 1)
    view.values.item(1, 1).setText("")
    mean = float(f"{hand.session.data.X[:, 1].mean():.5g}")
    assert values(view)[1] == mean


def test_the_mean_in_a_tooltip_follows_the_data(hand, place_at, qtbot):
    hand.draw_two_classes()
    view = place_at(1, 1)
    moved = Move(np.array([0]), np.array([[30.0, 0.0]]))
    hand.session.edit(moved, "move")
    hand.recorded()
    mean = float(f"{hand.session.data.X[:, 0].mean():.5g}")
    tip = f"mean: {number(mean)}"
    qtbot.waitUntil(lambda: view.values.item(0, 1).toolTip() == tip)


def test_of_many_features_all_can_be_read_and_the_distance_agrees(
    window, hand, place_at
):
    data = example("wine").make()
    window.canvas.axes.begin(data, ViewChoice())
    hand.session.begin(data, Recipe(epochs=5, standardise=True))
    hand.recorded()
    hand.session.to_end()
    window.canvas.fit()
    view = place_at(13, 2)
    x, model = values(view), hand.session.model
    assert len(x) == 13
    scores = x @ model.coef.T + model.intercept
    shown = [view.scores.item(i, 1).text() for i in range(3)]
    assert shown == [number(z) for z in scores]
    first = int(scores.argmax())
    assert view.verdict.text() == model.class_names[first]
    away = min(
        (scores[first] - scores[k]) / np.linalg.norm(model.coef[first] - model.coef[k])
        for k in range(3)
        if k != first
    )
    assert f"{number(away)} from the boundary to " in view.details.text()


def test_three_classes_and_their_values_are_seen_at_once(window, hand, place_at):
    hand.session.begin(example("iris").make(), Recipe(epochs=1))
    hand.recorded()
    hand.session.to_end()
    window.resize(1440, 900)
    window.canvas.fit()
    view = place_at(5.5, 3)
    for table, rows in ((view.scores, 3), (view.values, 4)):
        port, last = table.viewport(), table.visualItemRect(table.item(rows - 1, 0))
        hand.qtbot.waitUntil(lambda port=port, last=last: port.rect().contains(last))


def test_other_data_clear_the_point(window, hand, place_at):
    hand.draw_two_classes()
    view = place_at(1, 1)
    hand.click(0, -2)  # another place, not a sample
    assert hand.session.data.n_samples == 8
    hand.session.begin(example("iris").make(), Recipe())
    hand.recorded()
    assert view.values.item(0, 1).text() == ""
    assert view.values.rowCount() == 4
    assert window.canvas.plot.layers.find(PredictedPointLayer).place is None


def test_votes_and_curved_boundaries_have_no_distance(hand, place_at):
    hand.draw_two_classes()
    hand.session.set_recipe(Recipe("voted-perceptron"))
    hand.recorded()
    hand.session.to_end()
    view = place_at(1, 1)
    assert "the votes, from −1 to 1" in view.details.text()
    hand.session.set_recipe(Recipe(squares=True))
    hand.recorded()
    hand.session.to_end()
    assert "the boundary is curved: no distance" in view.details.text()


def test_clear_predicts_nothing_more(window, hand, place_at):
    hand.draw_two_classes()
    hand.session.to_end()
    view = place_at(1, 1)
    layer = window.canvas.plot.layers.find(PredictedPointLayer)
    assert not layer.is_empty()
    QTest.mouseClick(view.button, Qt.MouseButton.LeftButton)
    assert PredictedPoint.of(window.session).x is None
    assert layer.is_empty()
    assert view.values.item(0, 1).text() == ""
    assert not view.button.isVisible()
    assert "one left empty is its mean" in view.details.text()


def test_hidden_it_is_not_even_made(nothing_seen, window, hand):
    hand.draw_two_classes()
    assert window.docks["Predict"].content.view is None


@given(st.integers(3, 9), st.integers(0, 50), st.floats(-4, 4), st.floats(-4, 4))
@settings(max_examples=40, deadline=None)
def test_the_nearest_boundary_is_where_the_class_changes(k, seed, across, up):
    """One step less far in any direction stays, one in the worst just leaves."""
    tape = Tape(ring(k), Recipe(epochs=3, seed=seed, order="shuffled"))
    tape.extend()
    model, x = tape.model(), np.array([across, up])
    prediction = predict_one(model, x)
    if prediction.distance is None or prediction.distance < 1e-6:
        return
    angles = np.linspace(0, 2 * np.pi, 721)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    inside = model.predict(x + 0.999 * prediction.distance * circle)
    assert (inside == prediction.code).all()
    outside = model.predict(x + 1.01 * prediction.distance * circle)
    assert (outside != prediction.code).any()


def test_a_single_score_has_its_distance_by_hand():
    """x₁ + x₂ − 2 with (3, 1): z = 2·2 of a length 2·√2."""
    tape = Tape(Dataset([[0.0, 0], [3, 1]], [0, 1]), Recipe("manual-neuron",
                start=((2.0, 2.0, -4.0),)))  # fmt: skip
    tape.extend()
    prediction = predict_one(tape.model(), np.array([3.0, 1.0]))
    assert (prediction.scores, prediction.code) == ((4.0,), 1)
    assert prediction.distance == pytest.approx(np.sqrt(2))


def test_the_hint_names_no_tool_that_the_margin_view_takes_away(window, hand, qtbot):
    hand.draw_two_classes()
    hand.session.to_end()
    window.docks.bring_forward("Predict")
    qtbot.waitUntil(lambda: panel(window) is not None)
    hint = panel(window).details
    qtbot.waitUntil(lambda: "with the tool Predict (Q)" in hint.text())
    window.canvas.axes.margin_action.trigger()
    qtbot.waitUntil(lambda: "outside the margin view (Ctrl+M)" in hint.text())
    assert "tool" not in hint.text()
    window.canvas.axes.margin_action.trigger()
    qtbot.waitUntil(lambda: "with the tool Predict (Q)" in hint.text())


def test_it_ends_with_its_values(window, hand, place_at, qtbot):
    window.resize(1024, 700)
    hand.draw_two_classes()
    hand.session.to_end()
    qtbot.wait(400)  # until the other panels have the height that they need
    view = place_at(1.5, 1.0)
    bar = window.docks["Predict"].findChild(ScrollArea).verticalScrollBar()
    qtbot.waitUntil(lambda: not bar.isVisible())
    last = view.values.visualItemRect(view.values.item(1, 1))
    assert view.values.viewport().height() == last.bottom() + 1


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_place_stands_out_from_the_ground_of_its_class(
    window, hand, place_at, theme
):
    hand.draw_two_classes()
    hand.session.to_end()
    place_at(-3.5, -1.5)
    plot = window.canvas.plot
    plot.set_theme(theme)
    image, at = plot.viewport().grab().toImage(), hand.at(-3.5, -1.5)
    tip, ground = (image.pixelColor(at + QPoint(x, 0)).name() for x in (9, 20))
    assert contrast(tip, ground) >= 3
    plot.set_theme(LIGHT)


def test_behind_another_tab_it_costs_nothing_and_then_is_of_the_present(
    window, hand, qtbot, monkeypatch
):
    hand.draw_two_classes()
    PredictedPoint.of(hand.session).pin(0)
    qtbot.waitUntil(lambda: panel(window) is not None)
    qtbot.waitUntil(panel(window).sample.isVisible)
    window.docks.bring_to_front("Weights")
    qtbot.waitUntil(lambda: panel(window).visibleRegion().isEmpty())
    asked, history_of = [], predict_panel.history_of
    monkeypatch.setattr(
        predict_panel, "history_of", lambda *of: asked.append(of) or history_of(*of)
    )
    hand.session.seek(hand.session.last)
    MistakeCounts.of(hand.session).changed.emit()
    qtbot.wait(50)
    assert not asked
    window.docks.bring_to_front("Predict")
    qtbot.waitUntil(lambda: bool(asked))
