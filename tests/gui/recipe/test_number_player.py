"""Every number of the set-up plays: through its range, the run after it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.hyperparameter import Hyperparameter
from engine.learners import learners
from gui.recipe.number_player import (
    NumberPlayer,
    played_range,
    spoken_name,
    there_and_back,
)
from gui.widgets.drag_label import DragLabel
from gui.widgets.number_boxes import NumberBox
from gui.widgets.play_button import PlayButton
from tests.gui.conftest import LEFT

Key = Qt.Key


@pytest.fixture
def numbers(window):
    """Give the name, box and button of a number by its name."""

    window.panel("Set-up").features.more.setChecked(True)

    def of(text):
        labels = window.panel("Set-up").findChildren(DragLabel)
        label = next(label for label in labels if label.text() == text)
        return label, label.buddy(), label.buddy().findChild(PlayButton)

    return of


@pytest.fixture
def player(window, hand):
    hand.draw_two_classes()
    yield NumberPlayer.of(window.session)
    hand.recorded()


def values_of(box, qtbot, count):
    """Wait for so many values of what is played."""
    seen = []
    box.valueChanged.connect(seen.append)
    qtbot.waitUntil(lambda: len(seen) >= count)
    box.valueChanged.disconnect(seen.append)
    return seen


# Which numbers


def test_every_number_of_every_learner_can_be_dragged_and_played(window):
    panel = window.panel("Set-up")
    for name in learners():
        panel.learner.choice.setCurrentIndex(panel.learner.choice.findData(name))
        weights = panel.further[0].control("class_weight")
        if weights is not None:
            weights.setCurrentIndex(weights.findData("by hand"))
        labels = {label.buddy() for label in panel.findChildren(DragLabel)}
        for box in panel.findChildren(NumberBox):
            assert box in labels, (name, box.objectName())
            assert box.findChild(PlayButton), (name, box.objectName())


def test_a_range_is_worth_looking_at():
    rate = Hyperparameter("r", "r", "float", default=0.01, low=1e-9, high=1e6, log=True)
    assert played_range(rate) == (1e-4, 1.0)
    units = Hyperparameter("h", "h", "int", default=4, low=1, high=16)
    assert played_range(units) == (1, 16)
    target = Hyperparameter("t", "t", "float", default=None, low=0.0, high=1.0)
    assert played_range(target) == (0.0, 1.0)
    for rule in learners().values():
        for parameter in rule.all_hyperparameters:
            if parameter.kind in ("int", "float"):
                low, high = played_range(parameter)
                assert parameter.low <= low < high <= parameter.high, parameter.name


def test_it_goes_up_then_down_and_back_to_where_it_was():
    assert there_and_back(3, 1, 5, whole=True) == [4, 5, 4, 3, 2, 1, 2, 3]
    assert there_and_back(1, 1, 3, whole=True) == [2, 3, 2, 1]
    assert there_and_back(9, 1, 3, whole=True) == [3, 2, 1, 2, 3, 9]
    factors = there_and_back(1.0, 0.01, 100.0, whole=False)
    assert factors[:4] == [1.3, 1.6, 2.0, 2.5]
    assert (max(factors), min(factors), factors[-1]) == (100.0, 0.01, 1.0)


@given(st.floats(1e-3, 1e3), st.floats(1e-3, 1.0), st.floats(1.5, 1e4), st.booleans())
def test_it_leaves_nothing_out_on_the_way(first, low, ratio, whole):
    first = float(round(first)) if whole else first
    way = there_and_back(first, low, low * ratio, whole=whole)
    numbers = sorted({first, *way})
    places = [numbers.index(number) for number in (first, *way)]
    assert {abs(a - b) for a, b in pairwise(places)} <= {1}
    assert not way or way[-1] == first


def test_it_is_called_by_its_symbol():
    assert spoken_name("Learning rate η") == "η"
    assert spoken_name("Aggressiveness C") == "C"
    assert spoken_name("Epochs") == "epochs"


# The play


def test_the_next_value_comes_when_the_run_is_there_and_all_is_one_undo(
    window, hand, player, numbers, qtbot
):
    s = window.session
    _, box, button = numbers("Epochs")
    before, commands, shown = s.recipe, s.undo_stack.index(), []
    follow = s.tape_changed.connect(lambda: shown.append(s.tape.recipe.epochs))
    button.click()
    assert player.box is box
    assert s.undo_stack.index() == commands, "nothing is another yet"
    values = values_of(box, qtbot, 4)
    assert values == sorted(values)
    assert values[0] > before.epochs
    strip = window.panel("Playback").strip
    assert strip.line.words.text().startswith(f"playing epochs: {box.text()}")
    button.click()
    assert player.box is None
    assert "playing" not in (strip.line.words.text() if strip.line else "")
    hand.recorded()
    assert shown == values, "none without its run, no run twice"
    s.tape_changed.disconnect(follow)
    assert s.recipe.epochs == values[-1]
    assert s.undo_stack.index() == commands + 1
    hand.key(Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert s.recipe == before


def test_it_waits_for_a_long_run(window, hand, player, numbers, qtbot):
    s, (_, box, button) = window.session, numbers("Learning rate η")
    hand.click(-2, -1, Qt.MouseButton.RightButton)  # where one of the other class is
    s.set_recipe(
        s.recipe.replace(epochs=1_000_000, stop_without_mistake=False, tolerance=5.0)
    )
    button.click()
    qtbot.wait(350)
    assert not s.recorded
    assert box.value() == 1.0
    assert player.box is box
    player.stop()
    s.undo_stack.undo()
    s.set_recipe(s.recipe.replace(epochs=5))


def wheel(widget):
    place = QPointF(widget.rect().center())
    QApplication.sendEvent(
        widget,
        QWheelEvent(
            place, QPointF(widget.mapToGlobal(place.toPoint())), QPoint(),
            QPoint(0, 120), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        ),
    )  # fmt: skip


@pytest.mark.parametrize("touch", ["click", "wheel", "key", "Space", "Escape"])
def test_any_touch_stops_it(touch, window, hand, player, numbers, qtbot):
    s, (_, box, button) = window.session, numbers("Epochs")
    before, commands = s.recipe.epochs, s.undo_stack.index()
    button.click()
    values_of(box, qtbot, 2)
    viewport = window.canvas.plot.viewport()
    if touch == "click":
        QTest.mouseClick(viewport, LEFT, pos=viewport.rect().center())
        assert s.data.n_samples == 9, "it is the click that it always is"
    elif touch == "wheel":
        wheel(viewport)
    elif touch == "key":
        hand.key(Key.Key_Home)
        assert s.step == 0
    else:
        hand.key(Key.Key_Space if touch == "Space" else Key.Key_Escape)
        assert not s.playing, "Space ends what plays, and begins nothing"
    assert player.box is None
    assert (s.recipe.epochs == before) == (touch == "Escape")
    steps = {"click": 2, "Escape": 0}.get(touch, 1)
    assert s.undo_stack.index() == commands + steps


def test_at_the_end_all_is_as_it_was(window, player, numbers, qtbot):
    s, (_, box, button) = window.session, numbers("Degree")
    commands, before = s.undo_stack.index(), s.recipe
    player.play(box, button, "Degree", 1, 2)
    assert values_of(box, qtbot, 2) == [2, 1]
    qtbot.waitUntil(lambda: player.box is None)
    assert s.recipe.features == before.features
    assert s.undo_stack.index() == commands
    player.play(box, button, "Degree", 1, 3)
    window.panel("Set-up").hide()
    assert player.box is None, "it is not seen any more"


def test_the_weight_of_a_class_stops_with_its_box(window, player, qtbot):
    section = window.panel("Set-up").further[0]
    weights = section.control("class_weight")
    for fold in (window.panel("Set-up").more, section):
        fold.fold_button.setChecked(True)
    weights.setCurrentIndex(weights.findData("by hand"))
    box = weights.boxes["A"]
    qtbot.waitUntil(box.isVisible)
    player.play(box, box.findChild(PlayButton), "A", 0.1, 10.0)
    assert player.box is box
    weights.show_classes(["A", "C"])
    assert player.box is None
    assert not window.session.stroking


# The button


def test_the_button_is_there_with_the_mouse_or_the_focus(
    window, hand, player, numbers, qtbot
):
    _, box, button = numbers("Epochs")
    qtbot.waitUntil(window.isActiveWindow)
    assert button.isHidden()
    box.setFocus(Qt.FocusReason.TabFocusReason)
    assert button.isVisible()
    QTest.keyClick(window, Key.Key_Tab)
    assert QApplication.focusWidget() is button
    assert button.isVisible()
    QTest.keyClick(button, Key.Key_Space)
    assert player.box is box
    QTest.keyClick(button, Key.Key_Space)
    assert player.box is None
    window.canvas.plot.setFocus()
    assert button.isHidden()
