"""What a screen reader says of a run without being asked."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible

from engine import Dataset, Recipe

Key, CTRL = Qt.Key, Qt.KeyboardModifier.ControlModifier
DATA = Dataset([[2, 4], [-6, 1], [1, -2]], [0, 1, 1], class_names=("A", "B"))
"""After the first step, −(2, 4) and −1, all are right."""
FIRST = (
    "step 1 of 6, epoch 1, A point 1, a mistake; "
    "w from (0, 0) to (−2, −4), b from 0 to −1"
)
LAST = "step 6 of 6, epoch 2, B point 3, right; no change"
REST = 300
"""Milliseconds after which what comes to rest is said."""


@pytest.fixture
def listen(window, hand, heard):
    """Hear what comes of keys: ``listen(key, …)`` gives what is said of them."""
    for part in (window.canvas.plot, window):  # who uses one moves the focus
        part.setFocus()
    hand.session.begin(DATA, Recipe(epochs=9))
    hand.recorded()
    hand.qtbot.waitUntil(lambda: "Converges at step 6" in heard)

    def listen(*keys, modifier=Qt.KeyboardModifier.NoModifier):
        heard.clear()
        for key in keys:
            hand.key(key, modifier)
        hand.qtbot.wait(REST)
        return list(heard)

    return listen


def test_a_step_is_said_in_a_sentence(listen):
    assert listen(Key.Key_Right) == [FIRST]


def test_of_steps_in_a_row_the_last_is_said(listen):
    assert listen(*[Key.Key_Right] * 5, Key.Key_Home, Key.Key_Right) == [FIRST]


def test_the_start_is_said(listen):
    listen(Key.Key_Right)
    assert listen(Key.Key_Home) == ["step 0 of 6, nothing is learned yet"]


def test_the_next_mistake_is_said_and_that_there_is_none(listen):
    assert listen(Key.Key_Right, modifier=CTRL) == [FIRST]
    assert listen(Key.Key_Right, modifier=CTRL) == ["No mistake after step 1"]


def test_at_the_end_the_outcome_is_said_after_the_step(listen, hand, heard):
    assert listen(Key.Key_End) == [LAST]
    hand.qtbot.waitUntil(lambda: len(heard) > 1)
    assert heard == [LAST, outcome(hand)]


def outcome(hand):
    from gui.session.diagnosis import OutcomeRunner

    return OutcomeRunner.of(hand.session).outcome.text


@pytest.mark.parametrize("speed", [2.0, 1000.0])
def test_playing_says_its_start_and_its_end_and_nothing_between(
    listen, hand, heard, speed
):
    hand.session.set_speed(speed)
    listen(Key.Key_Space)
    hand.qtbot.waitUntil(lambda: not hand.session.playing)
    hand.qtbot.waitUntil(lambda: outcome(hand) in heard)
    hand.qtbot.wait(REST)
    of_window = ["playing"] * (speed < 10) + [f"the end: {LAST}"]
    assert [text for text in heard if text != outcome(hand)] == of_window


def test_a_pause_says_where(listen, hand):
    hand.session.set_speed(2.0)
    listen(Key.Key_Space)
    hand.qtbot.waitUntil(lambda: hand.session.step == 1)
    assert listen(Key.Key_Space) == [f"paused: {FIRST}"]


def test_what_is_done_undone_and_done_again_is_said(listen):
    listen(Key.Key_A, modifier=CTRL)
    assert "done: relabel 3 points" in listen(Key.Key_2)
    assert "undone: relabel 3 points" in listen(Key.Key_Z, modifier=CTRL)
    assert "redone: relabel 3 points" in listen(Key.Key_Y, modifier=CTRL)


def test_the_class_that_is_drawn_is_said(listen):
    assert listen(Key.Key_2) == ["class B is drawn"]


def test_what_files_do_is_said(listen, window, heard):
    window.context.dialogs.say("exported points.csv")
    assert listen() == ["exported points.csv"]


def test_another_speed_is_said(listen, window):
    (said,) = listen(Key.Key_Plus)
    assert said == window.panel("Playback").speed.button.text()


def test_a_plot_with_the_focus_speaks_for_the_step(listen, window):
    window.panel("Error per epoch").plot.setFocus(Qt.FocusReason.TabFocusReason)
    listen()
    (said,) = listen(Key.Key_Right)
    assert said.startswith("Epoch 0.3333, step 1.")


def test_without_a_screen_reader_nothing_is_said_or_kept(listen, window):
    timers = len(window.findChildren(QTimer))
    QAccessible.setActive(False)
    assert listen(Key.Key_Right, Key.Key_End, Key.Key_2, Key.Key_Space) == []
    assert len(window.findChildren(QTimer)) == timers
