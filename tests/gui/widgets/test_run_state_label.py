"""The line that says where the run is: what is still to come, and what has been."""

import pytest

from engine import Recipe
from engine.data import gallery
from engine.training import kernel_runner
from gui.session.session import AWAITED, COMPILING
from gui.widgets.run_state_label import run_state


@pytest.fixture
def opened(window, hand):
    def opened(example, **recipe):
        hand.session.begin(gallery.example(example).make(), Recipe(**recipe))
        hand.recorded()
        return hand.session

    return opened


@pytest.mark.parametrize(
    ("recipe", "then", "now"),
    [
        ({}, "will converge in epoch 2, step 4", "converged in epoch 2"),
        ({"epochs": 1}, "will stop at the limit of 1 epoch, step 2",
         "stopped at the limit of 1 epoch"),
        ({"target_error": 0.6}, "will reach the target error in epoch",
         "reached the target error in epoch"),
        ({"learner": "adaline", "learning_rate": 1e6, "epochs": 1000},
         "will diverge after step", "diverged after step"),
    ],
)  # fmt: skip
def test_the_end_of_a_run_is_in_the_tool_tip(opened, window, recipe, then, now):
    """It is said beside it already."""
    session = opened("two-negatives", offset=False, **recipe)
    for step in (0, 1):
        session.seek(step)
        assert then in window.panel("Playback").strip.now.in_full()
    session.to_end()
    assert now in window.panel("Playback").strip.now.in_full()
    assert "will" not in window.panel("Playback").strip.now.in_full()
    assert now not in window.panel("Playback").strip.now.text()


def test_weights_of_0_at_the_end_are_not_taken_for_the_start(opened, window):
    """On XOR the perceptron's weights come back to 0 after every epoch."""
    session = opened("xor", learner="perceptron", order="given", epochs=5)
    session.seek(0)
    assert "no boundary yet" in window.panel("Playback").strip.now.text()
    session.to_end()
    assert not session.model.weights.any()
    assert "no boundary: all weights are 0" in window.panel("Playback").strip.now.text()


def test_where_there_is_little_room_whole_parts_are_left_out(opened, window):
    session = opened("two-clusters")
    session.seek(2)
    status = window.panel("Playback").strip.now
    size, parts = status.size(), status.text().split("  ·  ")
    assert parts == ["epoch 1 of 20", "12 of 80 wrong now", "1 update"]
    parts[1] = "12 of 80 wrong"
    for width, left in ((240, parts[:2]), (110, parts[1:2]), (60, ["12 wrong"])):
        status.resize(width, status.height())
        assert status.text().split("  ·  ") == left
        assert status.in_full().split("  ·  ")[-len(parts) :] == parts
    status.resize(size)


def test_while_a_run_is_prepared_it_says_so(window, hand, uncompiled, monkeypatch):
    monkeypatch.setattr(kernel_runner, "CALL_WORK", 0)  # none is interpreted meanwhile
    gate, _ = uncompiled
    assert window.panel("Playback").strip.now.text() == ""
    hand.session.begin(gallery.example("iris").make(), Recipe(epochs=3))
    assert hand.session.tape is None
    hand.qtbot.waitUntil(
        lambda: window.panel("Playback").strip.now.text() in (AWAITED, COMPILING)
    )
    gate.set()
    hand.recorded()
    assert "no boundary yet" in window.panel("Playback").strip.now.text()


def test_a_run_that_is_awaited_is_recorded():
    assert run_state(None, "", False) == ""
    assert run_state(None, "", False, awaited=True) == "recording"
