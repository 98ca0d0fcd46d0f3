"""The branch: two runs from a step on, followed through edits, parameters and files."""

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGridLayout

from engine import Branch, Tape
from engine.data import gallery
from gui.canvas.picture import current_picture
from gui.plotting.curve import Curve
from gui.session.run_labels import recipe_differences

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def branched(window, hand, qtbot):
    """Two clusters, 12 epochs, branched at step 130 by mouse."""
    window.files.begin_with(gallery.example("two-clusters").make())
    hand.session.set_recipe(hand.session.recipe.replace(epochs=12))
    hand.recorded()
    hand.session.seek(130)
    window.panel("Playback").actions_by_name["branch"].trigger()
    assert hand.session.branches.active
    settle(hand)
    return hand


def settle(hand):
    hand.recorded()
    kept = hand.session.branches.other
    if kept is not None:
        hand.qtbot.waitUntil(
            lambda: (
                kept.tape is not None
                and kept.tape.data is hand.session.data
                and kept.tape.finished
                and kept.idle
            ),
        )


def cells(panel):
    rows = {}
    grid = panel.findChild(QGridLayout)
    places = [(grid.getItemPosition(i), i) for i in range(grid.count())]
    for (row, *_), i in sorted(places):
        rows.setdefault(row, []).append(grid.itemAt(i).widget().text())
    return list(rows.values())


def mark(window):
    """Find the dotted line where the run branches, in the error plot."""
    lines = [
        i
        for i in window.panel("Error per epoch").plot.items()
        if isinstance(i, pg.InfiniteLine)
    ]
    return next(i for i in lines if i.pen.style() == Qt.PenStyle.DotLine)


def curve_of_a(window):
    plot = window.panel("Error per epoch").plot
    own = (plot.mistakes, plot.error, plot.validation)
    others = (i for i in plot.items() if isinstance(i, Curve) and i not in own)
    return max(others, key=lambda curve: len(curve.across))


def control(window, name):
    return window.panel("Set-up").learner.findChild(object, name)


def weights(tape, k):
    return tape.frame(min(k, tape.steps)).used


def test_a_parameter_changes_b_only_and_both_are_shown(branched, window):
    s, before = branched.session, branched.session.recipe
    control(window, "learning_rate").setValue(0.05)
    settle(branched)
    assert s.recipe.learning_rate == 0.05
    assert s.branches.other.recipe == before
    assert s.tape.branched_at == s.step == 130
    s.seek(400)
    a, b = Tape(s.data, before), Tape(s.data, s.recipe, branch=Branch(before, 130))
    a.extend()
    b.extend()
    shown = current_picture(s)
    np.testing.assert_array_equal(shown.model.weights, b.model(400).weights)
    (other,) = shown.compared
    np.testing.assert_array_equal(other.models[0].weights, a.model(400).weights)
    assert not np.array_equal(other.models[0].weights, shown.model.weights)
    assert other.own[0] == "run 2, branch at step 130"


def test_the_curve_of_a_and_the_mark_stand_in_the_plot(branched, window):
    s = branched.session
    control(window, "epochs").setValue(5)
    settle(branched)
    plot = window.panel("Error per epoch").plot
    branched.qtbot.waitUntil(lambda: len(curve_of_a(window).across) == 12)
    at, errors = curve_of_a(window).across, curve_of_a(window).up
    assert at.tolist() == list(range(1, 13))
    np.testing.assert_allclose(errors, 100 * s.branches.tape.epochs.training_error)
    assert mark(window).value() == 130 / 80
    assert mark(window).isVisible()
    assert plot.view.viewRange()[0][1] > 12
    assert "run&nbsp;1" in window.panel("Error per epoch").legend.text()
    window.panel("Runs").back_button.click()
    settle(branched)
    assert "run&nbsp;1" not in window.panel("Error per epoch").legend.text()
    assert not mark(window).isVisible()


def test_the_table_says_what_differs_and_how_they_stand(branched, window):
    s, panel = branched.session, window.panel("Runs")
    assert panel.isVisible()
    assert "Nothing differs" in panel.hint.text()
    control(window, "learning_rate").setValue(0.05)
    settle(branched)
    s.seek(300)
    table = cells(panel)
    assert table[-1] == ["Learning rate η", "1", "0.05"]
    kept = s.branches.other
    assert table[2] == ["Updates", str(kept.frame.updates), str(s.frame.updates)]
    assert table[3] == ["Epoch", "4", "4"]
    assert panel.hint.isHidden()


def test_differences_are_those_that_matter():
    from engine import Recipe

    recipe, other = Recipe(), Recipe("adaline", learning_rate=0.1, batch_size=0, c1=9.0)
    rows = recipe_differences(recipe, other)
    assert ("Learner", "Perceptron", "Adaline") in rows
    assert ("Learning rate η", "1", "0.1") in rows
    assert ("Batch size", "–", "full batch") in rows
    assert not any(label == "c₁" for label, *_ in rows)


def test_dragging_a_point_records_both_and_undo_brings_both_back(branched, window):
    s = branched.session
    control(window, "learning_rate").setValue(0.05)
    settle(branched)
    s.seek(300)
    was = weights(s.tape, 300), weights(s.branches.tape, 300)
    branched.key(Qt.Key.Key_M)
    x, y = s.data.X[3]
    branched.drag((x, y), (x + 2, y + 1.5))
    settle(branched)
    assert s.step == s.branches.other.step == 300
    now = weights(s.tape, 300), weights(s.branches.tape, 300)
    assert all((a != b).any() for a, b in zip(was, now, strict=True))
    branched.key(Qt.Key.Key_Z, CTRL)
    settle(branched)
    again = weights(s.tape, 300), weights(s.branches.tape, 300)
    for a, b in zip(was, again, strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_is_at_its_end_where_b_is_longer(branched, window):
    s = branched.session
    control(window, "epochs").setValue(20)
    settle(branched)
    s.to_end()
    assert s.step == 20 * 80
    assert s.branches.other.step == s.branches.tape.steps == 12 * 80


def test_what_both_share_changes_both(branched, window):
    s = branched.session
    window.panel("Set-up").findChild(object, "standardise").click()
    settle(branched)
    assert s.branches.other.recipe.standardise
    assert s.tape is not None
    assert "Nothing differs" in window.panel("Runs").hint.text()
    assert "features are the same for both" in window.panel("Runs").hint.text()
    assert window.panel("Runs").hint.isVisible()


def test_a_learner_that_cannot_go_on_leaves_the_run_before(branched, window):
    control(window, "learning_rate").setValue(0.05)
    settle(branched)
    s = branched.session
    recipe, tape, seen = s.recipe, s.tape, cells(window.panel("Runs"))
    box = window.panel("Set-up").learner.choice
    box.setCurrentIndex(box.findData("averaged-perceptron"))
    assert s.recipe.learner == "averaged-perceptron"
    assert s.tape is tape
    assert not s.up_to_date
    why = "No run: a branch keeps which weights it uses: set it back or end the branch"
    assert window.panel("Runs").hint.text() == why
    said = [row.text for row in window.canvas.plot.layers.compared_boundaries.legend()]
    assert said == ["the run before: there is no run 2", "run 1, without it"]
    none = why.replace("No run:", "No run 2:")
    branched.qtbot.waitUntil(lambda: window.part("Will it converge?").line is not None)
    branched.qtbot.waitUntil(
        lambda: window.part("Will it converge?").line.words.alternatives[0] == none
    )
    assert window.part("Will it converge?").line.isVisible()
    assert (
        window.panel("Playback").strip.now.alternatives[0]
        == "shown is the run before, step 130 of 960"
    )
    assert cells(window.panel("Runs")) == seen
    assert window.canvas.footer.caption.text() == "the run before: step 130"
    assert current_picture(s).model.weights.tolist() == tape.model(130).weights.tolist()
    assert current_picture(s).compared
    curve, play = (
        window.panel("Error per epoch"),
        window.panel("Playback").actions_by_name["play"],
    )
    assert not curve.hint.isVisible()
    assert curve.plot.error.across.tolist() == list(range(1, 13))
    branched.key(Qt.Key.Key_Right)
    assert s.step == 131
    assert play.isEnabled()
    # What the run before says of other data is nothing.
    branched.click(-3, 3)
    assert s.tape is None
    assert curve.hint.isVisible()
    assert curve.hint.text() == why
    assert window.panel("This update").message.text() == why
    assert not play.isEnabled()
    s.set_recipe(recipe)
    settle(branched)
    assert s.tape is not None
    # The same sample of the second epoch: one more comes before it.
    assert (s.step, s.obstacle) == (132, "")
    assert not curve.hint.isVisible()


def test_a_run_not_through_goes_on_while_the_recipe_cannot(branched, window):
    s = branched.session
    s.set_recipe(s.recipe.replace(epochs=20_000, learning_rate=0.3))
    s.set_recipe(s.recipe.replace(learner="averaged-perceptron"))
    assert s.obstacle
    branched.qtbot.waitUntil(lambda: s.tape.recipe.epochs == 20_000 and s.tape.finished)
    assert s.tape.recipe.learner == "perceptron"
    branched.qtbot.waitUntil(lambda: s.idle)
    assert not s.playing


def test_back_and_keep(branched, window):
    s, before = branched.session, branched.session.recipe
    control(window, "learning_rate").setValue(0.05)
    settle(branched)
    s.seek(200)
    QTest.mouseClick(window.panel("Runs").back_button, LEFT)
    settle(branched)
    assert (s.recipe, s.step, s.branches.active) == (before, 200, False)
    assert s.branches.other is None
    assert s.tape.branched_at is None
    assert not current_picture(s).compared
    assert not window.docks["Runs"].isVisible()


def test_what_is_kept_is_the_run_as_it_is_seen(branched, window):
    s, before = branched.session, branched.session.recipe
    control(window, "learning_rate").setValue(0.25)
    settle(branched)
    s.seek(400)
    tape, seen = s.tape, s.frame.weights
    QTest.mouseClick(window.panel("Runs").keep_button, LEFT)
    settle(branched)
    assert s.tape is tape
    assert np.array_equal(s.frame.weights, seen)
    assert [s.tape.frame(k).learning_rate for k in (130, 131)] == [1.0, 0.25]
    assert not current_picture(s).compared
    assert "run&nbsp;1" not in window.panel("Error per epoch").legend.text()
    assert (mark(window).isVisible(), mark(window).value()) == (True, 130 / 80)
    assert cells(window.panel("Runs")) == [
        ["", "to step 130", "after it"],
        ["Learning rate η", "1", "0.25"],
    ]
    assert "One run of two parts" in window.panel("Runs").hint.text()
    assert not window.panel("Runs").keep_button.isVisible()
    # What is changed from here on changes what comes after the branch, on any data.
    control(window, "learning_rate").setValue(0.5)
    branched.click(-3, 3)
    branched.recorded()
    b = Tape(s.data, s.recipe, branch=Branch(before, 130))
    b.extend()
    assert np.array_equal(s.tape.frame(300).weights, b.frame(300).weights)
    assert s.tape.branched_at == 130


def test_run_anew_lets_the_settings_hold_from_the_start(branched, window):
    s = branched.session
    control(window, "learning_rate").setValue(0.25)
    settle(branched)
    QTest.mouseClick(window.panel("Runs").keep_button, LEFT)
    QTest.mouseClick(window.panel("Runs").anew_button, LEFT)
    settle(branched)
    assert not s.branches.active
    assert s.tape.branched_at is None
    assert s.tape.frame(1).learning_rate == s.recipe.learning_rate == 0.25
    assert not window.docks["Runs"].isVisible()
    assert not mark(window).isVisible()
    assert window.panel("Playback").actions_by_name["branch"].isEnabled()


def test_where_nothing_differs_what_is_kept_is_one_run(branched, window):
    s, recipe = branched.session, branched.session.recipe
    QTest.mouseClick(window.panel("Runs").keep_button, LEFT)
    assert not s.branches.active
    assert (s.recipe, s.step) == (recipe, 130)
    assert not window.docks["Runs"].isVisible()


def test_a_second_branch_waits_for_the_end_of_the_first(branched, window):
    action = window.panel("Playback").actions_by_name["branch"]
    assert not action.isEnabled()
    assert "go back to run 1, or keep run 2 and run anew" in action.toolTip()
    branched.session.seek(5)
    branched.key(Qt.Key.Key_B, CTRL)
    assert branched.session.branches.step == 130
    window.panel("Runs").back_button.click()
    assert action.isEnabled()
    assert action.toolTip() == "Branch here (Ctrl+B)"


def test_a_run_of_two_parts_says_how_it_can_branch_again(branched, window):
    action = window.panel("Playback").actions_by_name["branch"]
    control(window, "learning_rate").setValue(0.25)
    settle(branched)
    window.panel("Runs").keep_button.click()
    assert not action.isEnabled()
    assert "“Run anew”" in action.toolTip()
    window.panel("Runs").anew_button.click()
    settle(branched)
    assert action.isEnabled()


def test_a_table_that_was_closed_stays_closed(branched, window):
    window.docks["Runs"].close()
    control(window, "learning_rate").setValue(0.05)
    settle(branched)
    assert not window.docks["Runs"].isVisible()


def test_other_data_end_the_branch(branched, window):
    window.files.begin_with(gallery.example("separable").make())
    branched.recorded()
    s = branched.session
    assert not s.branches.active
    assert s.branches.other is None
    assert s.tape.branched_at is None


def test_an_empty_canvas_keeps_the_branch_for_undo(branched, window):
    s = branched.session
    control(window, "learning_rate").setValue(0.05)
    window.canvas.commands.clear.trigger()
    assert s.tape is None
    assert not current_picture(s).compared
    branched.key(Qt.Key.Key_Z, CTRL)
    settle(branched)
    assert s.tape.branched_at == 130


def test_without_a_run_there_is_nothing_to_branch(window, hand):
    hand.key(Qt.Key.Key_B, CTRL)
    assert not hand.session.branches.active


def test_a_branch_while_playing_pauses(branched, window):
    window.panel("Runs").back_button.click()
    branched.session.toggle_playing()
    branched.key(Qt.Key.Key_B, CTRL)
    assert not branched.session.playing
    assert branched.session.branches.active


def test_at_the_end_of_a_run_it_branches_at_its_start(window, hand):
    """So that two runs are compared by a click and another setting."""
    hand.draw_two_classes()
    hand.key(Qt.Key.Key_End)
    hand.key(Qt.Key.Key_B, CTRL)
    assert hand.session.branches.step == 0
    end = hand.session.step
    hand.session.set_recipe(hand.session.recipe.replace(learning_rate=3.0))
    hand.recorded()
    assert hand.session.tape.frame(1).learning_rate == 3.0
    assert hand.session.step == end > 0


def test_where_the_runs_stood_is_then_what_was_there_before(window, hand, qtbot):
    hand.draw_two_classes()
    hand.session.seek(1)
    window.docks["Points"].raise_()
    qtbot.waitUntil(lambda: "Points" in window.docks.in_front)
    hand.key(Qt.Key.Key_B, CTRL)
    qtbot.waitUntil(lambda: "Runs" in window.docks.in_front)
    window.panel("Runs").keep_button.click()
    qtbot.waitUntil(lambda: "Points" in window.docks.in_front)
