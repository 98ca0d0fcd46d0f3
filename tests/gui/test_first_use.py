"""The first use on a machine, when no learner has been compiled yet."""

from __future__ import annotations

import threading
from functools import cache

import pytest
from PySide6.QtCore import Qt, QTimer

from engine.training import kernel_runner


@pytest.fixture
def first_use(monkeypatch):
    """Nothing is ready; compiling waits for a sign, and its threads are noted."""
    threads, go_on = [], threading.Event()
    really = kernel_runner.compiled

    @cache
    def slowly(name, *, plain):
        threads.append(threading.current_thread())
        assert go_on.wait(60)
        return really(name, plain=plain)

    monkeypatch.setattr(kernel_runner, "compiled", slowly)
    yield threads, go_on
    go_on.set()


def test_it_compiles_beside_a_living_window_that_says_so(first_use, hand, qtbot):
    threads, go_on = first_use
    ticks = []
    clock = QTimer(hand.window, interval=5)
    clock.timeout.connect(lambda: ticks.append(1))
    clock.start()
    hand.click(-2, -1)
    status = hand.window.status
    qtbot.waitUntil(lambda: "compiling once" in status.text(), timeout=10_000)
    before = len(ticks)
    hand.click(2, 1, Qt.MouseButton.RightButton)
    qtbot.waitUntil(lambda: len(ticks) > before + 20, timeout=10_000)
    assert hand.session.data.n_samples == 2
    assert hand.session.tape is None or not hand.session.tape.steps
    assert "compiling once" in status.text()
    assert "compiling once" in hand.window.curve.hint.text()
    go_on.set()
    hand.recorded()
    assert "compiling" not in status.text()
    assert not hand.window.curve.hint.isVisible()
    assert threads
    assert threading.main_thread() not in threads


@pytest.fixture
def stuck(monkeypatch, hand):
    """With the perceptron's run on screen, who compiles another waits for a sign."""
    hand.draw_two_classes()
    begun, over, go_on = [], [], threading.Event()
    ready = kernel_runner.compiled("perceptron")

    def stand(name, *, plain):
        if name == "perceptron":
            return ready
        begun.append(name)
        over.append(go_on.wait(10))
        raise RuntimeError("never compiled")

    monkeypatch.setattr(kernel_runner, "compiled", stand)
    yield begun, over, go_on
    go_on.set()


def close_race(hand, begun):
    hand.key(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    hand.qtbot.waitUntil(begun, timeout=10_000)
    hand.window.race.close()


def leave_branch(hand, begun):
    choice = hand.window.setup.learner.choice
    choice.setCurrentIndex(choice.findData("adaline"))
    hand.key(Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    hand.qtbot.waitUntil(begun, timeout=10_000)
    hand.window.runs.back_button.click()


def stream_from_branch(hand, begun):
    leave_branch(hand, begun)
    hand.key(Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    hand.key(Qt.Key.Key_S)


@pytest.mark.parametrize("close", [close_race, leave_branch, stream_from_branch])
def test_closing_what_compiles_does_not_wait_for_it(stuck, hand, qtbot, close):
    begun, over, go_on = stuck
    close(hand, lambda: bool(begun))
    assert begun
    assert not over
    go_on.set()
    qtbot.waitUntil(lambda: recorders() == 1, timeout=10_000)


def recorders():
    return sum(thread.name == "recorder" for thread in threading.enumerate())
