"""Plots by keyboard: what is said where the playhead or a cursor is."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

Key, TAB = Qt.Key, Qt.FocusReason.TabFocusReason
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def press(window):
    return lambda key, *more: QTest.keyClick(window.windowHandle(), key, *more)


def test_the_error_curve_says_where_the_playhead_is(window, hand, press):
    hand.draw_two_classes()
    tape, plot = window.session.tape, window.panel("Error per epoch").plot
    plot.setFocus(TAB)
    press(Key.Key_Home)
    press(Key.Key_Right, SHIFT)
    assert window.session.step == tape.problem.steps_per_epoch
    made = tape.epochs.mistakes[0]
    mistakes = "1 mistake" if made == 1 else f"{made} mistakes"
    said = plot.accessibleDescription()
    assert said.startswith(f"Epoch 1, step 8; {mistakes} made in epoch 1.")
    assert f"training error {100 * window.session.model.training_error:.1f} %" in said


def test_a_plot_without_the_focus_says_nothing_new(window, hand, press):
    hand.draw_two_classes()
    before = window.panel("Error per epoch").plot.accessibleDescription()
    hand.key(Key.Key_End)
    assert window.panel("Error per epoch").plot.accessibleDescription() == before


def test_the_loss_says_what_is_read_of_the_step(window, hand, press, bring):
    hand.draw_two_classes()
    plot = bring("Loss").plot
    press(Key.Key_Home)
    plot.setFocus(TAB)
    press(Key.Key_Right)
    assert plot.accessibleDescription().startswith("loss ")


def test_weight_space_says_the_weights(window, hand, press, bring):
    hand.draw_two_classes()
    plot = bring("Weight space").plot
    plot.setFocus(TAB)
    press(Key.Key_Home)
    press(Key.Key_Right)
    w1, w2 = window.session.frame.weights[0, :2]
    said = plot.accessibleDescription()
    assert said.startswith(f"Step 1: w₁ = {w1:g}, w₂ = {w2:g};".replace("-", "−"))
