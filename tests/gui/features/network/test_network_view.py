"""The graph of a network: its numbers, what is pointed at, weights that are typed."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine import Recipe
from engine.data.gallery import example
from engine.steps.explanation import explain
from gui.features.network.network_picture import CELLS, NetworkPart
from gui.features.network.network_view import NO_UNITS
from tests.gui.conftest import LEFT

Key = Qt.Key


@pytest.fixture
def view(window, hand, bring):
    window.session.set_data(example("xor").make())
    recipe = Recipe("multi-layer-perceptron", hidden=3, second=2, epochs=5)
    window.session.set_recipe(recipe)
    hand.recorded()
    window.session.seek(6)
    view = bring("Network")
    view.diagram.grab()
    return view


def place_of(view, part):
    layout = view.diagram.layout_now
    if part.source < 0:
        return layout.boxes[part].center().toPoint()
    return layout.line_of(part).pointAt(0.3).toPoint()


def test_its_numbers_are_those_of_the_step(view, window):
    picture, s = view.picture, window.session
    step = explain(s.tape, s.frame)
    for column, a in enumerate(step.before.forward.activations):
        np.testing.assert_array_equal(picture.values[column], a[0])
    np.testing.assert_array_equal(picture.values[-1], step.before.probabilities[0])
    for given, delta in zip(picture.deltas, step.before.deltas, strict=True):
        np.testing.assert_array_equal(given, delta[0])
    assert [level.shape for level in picture.levels] == [
        (units, CELLS, CELLS) for units in (3, 2, 1)
    ]
    s.seek(0)
    assert view.picture.values is None
    assert not view.picture.share(NetworkPart(1, 0, 0))


def test_a_units_map_is_on_the_canvas_while_it_is_pointed_at(view, window, qtbot):
    regions = window.canvas.plot.layers.class_regions
    QTest.mouseMove(view.diagram, place_of(view, NetworkPart(2, 1)))
    qtbot.waitUntil(lambda: regions.unit == (1, 1))
    assert "g2" in view.reading.text()
    shown = window.canvas.plot.grab().toImage()
    QTest.mouseMove(view.diagram, place_of(view, NetworkPart(1, 0, 1)))
    qtbot.waitUntil(lambda: regions.unit is None)
    assert "x₂ → h1" in view.reading.text()
    assert window.canvas.plot.grab().toImage() != shown


def test_a_weight_typed_is_where_the_run_starts_and_can_be_undone(view, window, hand):
    s, part = window.session, NetworkPart(2, 0, 2)
    s.seek(0)
    before, weights = s.recipe, s.frame.weights.copy()
    view.diagram.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Key.Key_Right, Key.Key_Right, Key.Key_PageUp, Key.Key_Return):
        QTest.keyClick(view.diagram, key)
    assert view.diagram.part == part
    assert "h3 → g1" in view.diagram.accessibleDescription()
    QTest.keyClicks(view.diagram.editor, "-1,5")
    QTest.keyClick(view.diagram.editor, Key.Key_Return)
    hand.qtbot.waitUntil(lambda: window.session.recipe != before)
    hand.recorded()
    weights[3 * 3 + 2] = -1.5
    assert s.step == 0
    np.testing.assert_array_equal(s.frame.weights, weights)
    assert view.diagram.editor is None
    s.undo_stack.undo()
    assert s.recipe == before


def test_a_weight_typed_in_a_run_is_where_a_branch_leaves_it(view, window, hand):
    s, part = window.session, NetworkPart(2, 0, 2)
    weights = s.frame.weights.copy()
    changed = weights.copy()
    for typed in (-1.5, 2.5):  # a second time it is set anew
        QTest.mouseDClick(view.diagram, LEFT, pos=place_of(view, part))
        assert view.diagram.part == part
        QTest.keyClicks(view.diagram.editor, str(typed))
        QTest.keyClick(view.diagram.editor, Key.Key_Return)
        changed[3 * 3 + 2] = typed
        hand.qtbot.waitUntil(lambda: (s.frame.used == changed).all())
        hand.recorded()
    assert s.step == 6
    np.testing.assert_array_equal(s.frame.weights, weights)  # made by the step
    assert view.picture.weight(part) == 2.5
    assert "by hand 2.5" in view.reading.text()
    assert s.branches.other.frame.weights.tolist() == weights.tolist()
    hand.key(Key.Key_Right)
    np.testing.assert_array_equal(s.frame.weights_before, changed)
    s.branches.go_back()
    hand.recorded()
    s.seek(6)
    np.testing.assert_array_equal(s.frame.used, weights)


@pytest.mark.qt_log_ignore("This plugin does not support")  # of what floats
def test_what_is_no_number_is_refused_where_it_was_typed(view, window, hand):
    s, diagram, part = window.session, view.diagram, NetworkPart(2, 0, 2)
    QTest.mouseDClick(diagram, LEFT, pos=place_of(view, part))
    QTest.keyClicks(diagram.editor, "abc")
    # Panels may share heights anew meanwhile: nothing typed is lost by it.
    place = diagram.editor.geometry()
    diagram.resize(diagram.width() // 2, diagram.height())
    assert diagram.editor.text() == "abc"
    assert diagram.editor.geometry() != place
    assert diagram.rect().contains(diagram.editor.geometry())
    QTest.keyClick(diagram.editor, Key.Key_Return)
    hand.qtbot.waitUntil(lambda: bool(diagram.editor.property("invalid")))
    assert "“abc” is not a number" in diagram.editor.toolTip()
    assert diagram.editor.text() == "abc"
    diagram.editor.selectAll()
    QTest.keyClicks(diagram.editor, "-1")
    assert not diagram.editor.property("invalid")
    QTest.keyClick(diagram.editor, Key.Key_Return)
    hand.qtbot.waitUntil(lambda: s.branches.active)
    assert diagram.editor is None


def test_escape_leaves_a_weight_as_it_is(view, window):
    before, diagram = window.session.recipe, view.diagram
    place: QPoint = place_of(view, NetworkPart(3, 0, 1))
    QTest.mouseDClick(diagram, Qt.MouseButton.LeftButton, pos=place)
    assert diagram.editor.isVisible()
    QTest.keyClicks(diagram.editor, "7")
    QTest.keyClick(diagram.editor, Key.Key_Escape)
    assert diagram.editor is None
    assert window.session.recipe == before


def test_it_is_there_for_networks_and_others_are_told_why(view, window, hand):
    docks = {dock.objectName(): dock for dock in window.docks.all}
    network, weights = docks["Network"], docks["Weight space"]
    assert weights.isHidden()
    window.session.set_recipe(Recipe())
    hand.recorded()
    assert network.isHidden()
    assert not weights.isHidden()
    hand.qtbot.waitUntil(lambda: not docks["Error per epoch"].visibleRegion().isEmpty())
    network.show()
    network.raise_()
    hand.qtbot.waitUntil(view.hint.isVisible)
    assert view.hint.text() == NO_UNITS
    assert not view.diagram.isVisible()
