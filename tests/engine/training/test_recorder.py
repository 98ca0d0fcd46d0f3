from __future__ import annotations

import os
import sys
import threading
import time

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.training.recorder import Recorder

PATIENCE = 60


@pytest.fixture
def recorder():
    made = Recorder()
    yield made
    made.close()


def short(seed=0):
    rng = np.random.default_rng(seed)
    data = Dataset(rng.normal(size=(50, 2)), rng.integers(0, 2, 50))
    return Tape(data, Recipe(epochs=20, order="shuffled", seed=seed))


def endless():
    """Take some minutes, were it let: nothing separates two samples in one place."""
    X = np.zeros((100_000, 3))
    return Tape(Dataset(X, np.arange(100_000) % 2), Recipe(epochs=10**6))


def until(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.001)


class Broken:
    """Stands in for a tape whose recording raises."""

    finished = False
    reason = ""

    def extend(self, max_seconds):
        raise ZeroDivisionError("one by nought")

    def end(self, reason):
        self.finished, self.reason = True, reason


def threads():
    return [thread for thread in threading.enumerate() if thread.name == "recorder"]


def test_it_records_to_the_end_in_the_background(recorder):
    tape, expected = short(), short()
    expected.extend()
    recorder.record(tape)
    assert recorder.wait(PATIENCE)
    assert recorder.wait(0)
    assert (tape.steps, tape.reason) == (expected.steps, expected.reason)
    last = tape.frame(tape.steps).weights
    np.testing.assert_array_equal(last, expected.frame(tape.steps).weights)


def test_it_is_idle_before_and_one_tape_after_the_other_is_recorded(recorder):
    assert recorder.wait(0)
    for seed in range(3):
        tape = short(seed)
        recorder.record(tape)
        assert recorder.wait(PATIENCE)
        assert tape.finished


def test_the_newest_tape_wins(recorder):
    left, newest = endless(), short()
    recorder.record(left)
    until(lambda: left.steps > 0)
    recorder.record(newest)
    assert recorder.wait(PATIENCE)
    assert newest.finished
    assert not left.finished
    steps = left.steps
    recorder.record(short(1))
    assert recorder.wait(PATIENCE)
    assert left.steps == steps


def test_of_many_tapes_at_once_the_last_is_recorded(recorder):
    tapes = [endless() for _ in range(20)] + [short()]
    for tape in tapes:
        recorder.record(tape)
    assert recorder.wait(PATIENCE)
    assert [tape.finished for tape in tapes] == 20 * [False] + [True]


def test_none_cancels(recorder):
    tape = endless()
    recorder.record(tape)
    until(lambda: tape.steps > 0)
    assert not recorder.wait(0)
    assert not recorder.wait(0.01)
    recorder.record(None)
    assert recorder.wait(PATIENCE)
    steps = tape.steps
    time.sleep(0.02)
    assert tape.steps == steps
    assert not tape.finished


def test_a_tape_left_can_be_taken_up_again(recorder):
    rng = np.random.default_rng(0)
    data = Dataset(rng.normal(size=(1000, 3)), rng.integers(0, 2, 1000))
    tape = Tape(data, Recipe(epochs=3000))
    recorder.record(tape)
    until(lambda: tape.steps > 0)
    recorder.record(None)
    assert recorder.wait(PATIENCE)
    recorder.record(tape)
    assert recorder.wait(PATIENCE)
    assert tape.reason == "stopped at the limit of 3000 epochs"


def test_an_exception_becomes_the_reason_and_the_recorder_lives_on(recorder):
    broken, tape = Broken(), short()
    recorder.record(broken)
    assert recorder.wait(PATIENCE)
    assert broken.reason == "recording failed: one by nought"
    recorder.record(tape)
    assert recorder.wait(PATIENCE)
    assert tape.finished


def test_an_exception_in_a_real_tape_is_its_reason(recorder, monkeypatch):
    def refuse(name, **_):
        raise RuntimeError("no compiler here")

    monkeypatch.setattr("engine.training.kernel_runner.run_loop", refuse)
    tape = short()
    recorder.record(tape)
    assert recorder.wait(PATIENCE)
    assert tape.finished
    assert tape.reason == "recording failed: no compiler here"
    assert tape.steps == 0


def test_close_joins_the_thread_even_in_the_middle_of_a_run():
    before = len(threads())
    recorder, tape = Recorder(), endless()
    recorder.record(tape)
    until(lambda: tape.steps > 0)
    assert len(threads()) == before + 1
    recorder.close()
    assert len(threads()) == before
    steps = tape.steps
    time.sleep(0.02)
    assert tape.steps == steps
    recorder.close()


def test_who_leaves_does_not_wait_but_the_program_does(monkeypatch):
    recorder, tape = Recorder(), short()
    began, go_on = threading.Event(), threading.Event()
    before = len(threads())

    def extend(max_seconds):
        began.set()
        assert go_on.wait(PATIENCE)
        tape.end("late")

    monkeypatch.setattr(tape, "extend", extend)
    recorder.record(tape)
    assert began.wait(PATIENCE)
    recorder.leave()
    assert len(threads()) == before
    waits = [t for t in threading.enumerate() if t.name == "recorder's end"]
    assert waits
    assert not any(thread.daemon for thread in waits)
    go_on.set()
    until(lambda: not any(thread.is_alive() for thread in waits))
    assert len(threads()) == before - 1
    assert tape.reason == "late"


def test_close_of_an_idle_recorder():
    before = len(threads())
    recorder = Recorder()
    recorder.close()
    assert len(threads()) == before


def test_frames_read_while_it_records_are_those_of_the_finished_run(recorder):
    rng = np.random.default_rng(3)
    data = Dataset(rng.normal(size=(5000, 2)), rng.integers(0, 2, 5000))
    recipe = Recipe(order="shuffled", epochs=400)
    tape, expected = Tape(data, recipe), Tape(data, recipe)
    recorder.record(tape)
    seen = []
    while not recorder.wait(0):
        k = int(rng.integers(0, tape.steps + 1))
        seen.append((tape.frame(k), tape.next_mistake(k), len(tape.epochs)))
    expected.extend()
    assert tape.steps == expected.steps
    for frame, following, epochs in seen[-200:]:
        again = expected.frame(frame.step)
        np.testing.assert_array_equal(frame.weights, again.weights)
        np.testing.assert_array_equal(frame.rows, again.rows)
        assert epochs <= len(expected.epochs)
        assert following in (None, expected.next_mistake(frame.step))


@pytest.fixture
def busy_switching():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("busy_switching")
def test_a_run_that_diverges_ends_at_the_same_step_while_it_is_read(recorder):
    """The rate is just large enough to diverge after some chunks."""
    rng = np.random.default_rng(0)
    data = Dataset(rng.normal(size=(100_000, 2)), rng.integers(0, 2, 100_000))
    recipe = Recipe("adaline", learning_rate=0.645703125, order="shuffled", epochs=5)
    expected = Tape(data, recipe)
    expected.extend()
    assert expected.reason.startswith("diverged")
    for _ in range(5):
        tape = Tape(data, recipe)
        recorder.record(tape)
        while not recorder.wait(0):
            tape.frame(max(tape.steps - 1000, 0))
            tape.frame(tape.steps // 3)
        assert tape.reason == expected.reason


def test_who_waits_is_let_go_when_it_closes():
    recorder, tape = Recorder(), endless()
    recorder.record(tape)
    until(lambda: tape.steps > 0)
    recorder.close()
    assert recorder.wait(0.1)


@pytest.mark.skipif(sys.platform != "linux", reason="all threads are equal")
def test_who_records_gives_way_to_a_window(recorder):
    def niceness(thread):
        return os.getpriority(os.PRIO_PROCESS, thread.native_id)

    recorder.record(endless())
    recording = next(t for t in threading.enumerate() if t.name == "recorder")
    until(lambda: niceness(recording) > niceness(threading.current_thread()))
