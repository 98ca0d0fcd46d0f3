"""The first use on a machine, when no learner has been compiled yet."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer

from engine import Dataset
from engine.training import kernel_runner
from engine.training.compiled import tiered_loops
from gui.session.session import PAUSE_MS


def test_the_first_points_are_learned_at_once(uncompiled, hand, qtbot):
    gate, begun = uncompiled
    hand.draw_two_classes()
    assert begun == []
    first = hand.session.tape
    assert not first.is_compiled
    assert hand.window.canvas.plot.picture.model is not None
    hand.key(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: hand.session.step >= 3)
    hand.session.set_playing(False)
    interpreted = [first.frame(k).weights for k in range(first.steps + 1)]
    gate.set()
    kernel_runner.run_loop("perceptron").compiled()
    assert first.is_compiled
    for k, weights in enumerate(interpreted):
        np.testing.assert_array_equal(first.frame(k).weights, weights)


def test_what_is_slow_without_is_loaded_between_two_strokes(
    uncompiled, hand, qtbot, monkeypatch
):
    _, begun = uncompiled
    # What a slow machine does over and over is not to be a reason of its own.
    monkeypatch.setattr(tiered_loops, "INTERPRETED_WORK", 10**9)
    hand.draw_two_classes()
    session = hand.session
    session.stroking = True
    recipe = session.recipe.replace(epochs=300, stop_without_mistake=False)
    session.set_recipe(recipe)
    qtbot.wait(2 * PAUSE_MS)
    assert begun == []
    session.stroking = False
    qtbot.waitUntil(lambda: begun == ["perceptron"])


def test_a_long_run_grows_and_then_grows_faster(uncompiled, hand, qtbot):
    gate, begun = uncompiled
    hand.session.set_recipe(
        hand.session.recipe.replace(epochs=20_000, stop_without_mistake=False)
    )
    for x, y in ((-2, -1), (2, 1)):
        hand.click(x, y, Qt.MouseButton.LeftButton)
        hand.click(x + 0.5, y, Qt.MouseButton.RightButton)
    qtbot.waitUntil(lambda: bool(begun))
    tape = hand.session.tape
    assert tape.steps > 0
    assert not tape.is_compiled
    gate.set()
    hand.recorded()
    assert tape is hand.session.tape
    assert tape.steps == 80_000


@pytest.fixture
def large(monkeypatch):
    """Let every run be one that is too much for the interpreter."""
    monkeypatch.setattr(kernel_runner, "CALL_WORK", 0)


def test_it_compiles_beside_a_living_window_that_says_so(
    uncompiled, large, hand, qtbot
):
    gate, begun = uncompiled
    ticks = []
    clock = QTimer(hand.window, interval=5)
    clock.timeout.connect(lambda: ticks.append(1))
    clock.start()
    hand.click(-2, -1)
    status = hand.window.panel("Playback").strip.now
    qtbot.waitUntil(lambda: "compiling once" in status.text())
    before = len(ticks)
    hand.click(2, 1, Qt.MouseButton.RightButton)
    qtbot.waitUntil(lambda: len(ticks) > before + 20)
    assert hand.session.data.n_samples == 2
    assert hand.session.tape is None or not hand.session.tape.steps
    assert "compiling once" in status.text()
    assert "compiling once" in hand.window.panel("Error per epoch").hint.text()
    play = hand.window.panel("Playback").actions_by_name["play"]
    assert play.text() == "Compiling"
    gate.set()
    hand.recorded()
    assert play.text() == "Play"
    assert "compiling" not in status.text()
    assert not hand.window.panel("Error per epoch").hint.isVisible()
    assert begun == ["perceptron"]


def test_many_samples_wait_for_the_compiler(uncompiled, hand, qtbot):
    gate, begun = uncompiled
    rng = np.random.default_rng(0)
    many = Dataset(rng.normal(size=(50_000, 2)), rng.integers(0, 2, 50_000))
    hand.session.begin(many, hand.session.recipe.replace(epochs=2))
    status = hand.window.panel("Playback").strip.now
    qtbot.waitUntil(lambda: "compiling once" in status.text())
    qtbot.waitUntil(lambda: begun == ["perceptron"])
    gate.set()
    hand.recorded()


def close_race(hand, begun):
    hand.key(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    hand.qtbot.waitUntil(begun)
    hand.window.part("Race").window.close()


def leave_branch(hand, begun):
    choice = hand.window.panel("Set-up").learner.choice
    choice.setCurrentIndex(choice.findData("adaline"))
    hand.key(Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    hand.qtbot.waitUntil(begun)
    hand.window.panel("Runs").back_button.click()


def stream_from_branch(hand, begun):
    leave_branch(hand, begun)
    hand.key(Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    hand.key(Qt.Key.Key_S)


@pytest.mark.parametrize("close", [close_race, leave_branch, stream_from_branch])
def test_closing_what_compiles_does_not_wait_for_it(
    uncompiled, hand, qtbot, monkeypatch, close
):
    gate, begun = uncompiled
    hand.draw_two_classes()
    before = recorders()  # one, and those of other tests
    monkeypatch.setattr(kernel_runner, "CALL_WORK", 0)
    close(hand, lambda: bool(begun))
    assert begun
    gate.set()
    qtbot.waitUntil(lambda: recorders() <= before)


def recorders():
    return sum(thread.name == "recorder" for thread in threading.enumerate())
