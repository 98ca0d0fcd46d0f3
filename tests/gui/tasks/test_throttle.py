"""While much changes, numbers and curves follow as fast as one can read them."""

import time
from itertools import pairwise
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider

from gui.tasks import throttle
from gui.tasks.throttle import FEW_STEPS, GrowthThrottle, Throttle
from tests.gui.conftest import move_mouse

LEFT = Qt.MouseButton.LeftButton


class Changing(QObject):
    """What a throttle asks of a session."""

    stroke_ended, playing_changed, tape_changed, tape_grown, moved = (
        Signal() for _ in range(5)
    )

    def __init__(self):
        super().__init__()
        self.stroking = self.playing = self.endless = False
        self.tape = None

    def record(self, steps, most):
        problem = SimpleNamespace(most_steps=most)
        self.tape = SimpleNamespace(steps=steps, finished=False, problem=problem)


@pytest.fixture
def session(qapp):
    return Changing()


@pytest.fixture
def never_late(monkeypatch):
    """However slow the machine is, the time between two calls is not over."""
    monkeypatch.setattr(Throttle, "interval", 600_000)
    monkeypatch.setattr(GrowthThrottle, "interval", 600_000)


def repeated(signal, n=5):
    for _ in range(n):
        signal.emit()


def test_what_changes_now_and_then_is_followed_at_once(session, qtbot):
    calls = []
    throttle = Throttle(session, lambda: calls.append(1), session.moved)
    for i in range(3):
        session.moved.emit()
        assert len(calls) == i + 1
        qtbot.wait(throttle.interval + 20)


def test_what_changes_at_every_frame_is_followed_now_and_then(session, never_late):
    calls = []
    Throttle(session, lambda: calls.append(1), session.moved)
    repeated(session.moved)
    assert len(calls) == 1


@pytest.mark.parametrize("over", ["stroke_ended", "playing_changed"])
def test_what_was_left_out_is_made_up_for_at_the_end(session, never_late, over):
    calls = []
    Throttle(session, lambda: calls.append(1), session.moved)
    repeated(session.moved)
    getattr(session, over).emit()
    assert len(calls) == 2
    getattr(session, over).emit()
    assert len(calls) == 2, "nothing is owed any more"


def test_what_was_left_out_is_made_up_for_though_nothing_follows(session, qtbot):
    moves, calls = [], []
    session.moved.connect(lambda: moves.append(1))
    Throttle(session, lambda: calls.append(len(moves)), session.moved)
    repeated(session.moved)
    assert calls[0] == 1
    qtbot.waitUntil(lambda: calls[-1] == 5)


def test_a_long_recording_is_drawn_seldom_and_at_its_end(session, never_late):
    calls = []
    GrowthThrottle(session, lambda: calls.append(1))
    session.record(FEW_STEPS + 1, 1_000_000)
    repeated(session.tape_grown)
    assert len(calls) == 1
    session.tape.finished = True
    session.tape_grown.emit()
    assert len(calls) == 2


def test_the_last_growth_is_drawn_though_nothing_follows(session, qtbot):
    calls = []
    GrowthThrottle(session, lambda: calls.append(session.tape.steps))
    for steps in (FEW_STEPS + 1, FEW_STEPS + 2):
        session.record(steps, 1_000_000)
        session.tape_grown.emit()
    qtbot.waitUntil(lambda: calls == [FEW_STEPS + 1, FEW_STEPS + 2])


def test_a_recording_is_drawn_at_once_as_long_as_it_is_short(session, never_late):
    calls = []
    GrowthThrottle(session, lambda: calls.append(1))
    session.record(FEW_STEPS, 1_000_000)
    repeated(session.tape_grown)
    assert len(calls) == 5


def test_while_a_stroke_goes_on_even_short_recordings_wait(session, never_late):
    calls = []
    GrowthThrottle(session, lambda: calls.append(1))
    session.record(100, 100)
    session.stroking = True
    repeated(session.tape_grown)
    assert len(calls) == 1
    session.stroking = False
    session.stroke_ended.emit()
    assert len(calls) == 2


@pytest.mark.parametrize(
    ("most", "endless", "drawn"),
    [(FEW_STEPS + 1, False, 1), (FEW_STEPS, False, 5), (FEW_STEPS, True, 1)],
)
def test_a_long_or_endless_run_that_is_replaced_again_and_again_is_drawn_seldom(
    session, never_late, most, endless, drawn
):
    calls = []
    GrowthThrottle(session, lambda: calls.append(1))
    session.record(1, most)
    session.endless = session.playing = endless
    repeated(session.tape_changed)
    assert len(calls) == drawn


def test_a_long_recording_is_drawn_less_often_than_a_short_one(session):
    throttle = GrowthThrottle(session, lambda: None)
    session.record(1, FEW_STEPS)
    short = throttle.interval
    session.record(1, FEW_STEPS + 1)
    assert throttle.interval > short


def test_the_count_follows_a_stroke_seldom_and_is_right_at_its_end(
    window, hand, monkeypatch
):
    hand.draw_two_classes()
    section, session = window.panel("Set-up").data, hand.session
    said = []
    write = section.caption.setText
    monkeypatch.setattr(
        section.caption, "setText", lambda t: said.append(t) or write(t)
    )
    monkeypatch.setattr(Throttle, "interval", 60_000)  # however slow the machine is
    edits = []
    session.data_changed.connect(lambda: edits.append(session.data.n_samples))
    window.canvas.toolbar.findChild(QSlider, "density").setValue(100)
    port = window.canvas.plot.viewport()
    centre = port.rect().center()
    QTest.mousePress(port, LEFT, pos=centre)
    assert session.stroking
    for i in range(1, 31):
        move_mouse(port, centre + QPoint(40 * (i % 2), 3 * i), LEFT)
    QTest.mouseRelease(port, LEFT, pos=centre)
    assert not session.stroking
    assert len(edits) >= 25
    assert len(said) <= 3
    assert section.caption.text() == f"{session.data.n_samples:,} points"


def test_numbers_follow_a_timeline_that_is_dragged_and_are_right_at_its_end(
    window, hand, qtbot, monkeypatch
):
    hand.draw_two_classes()
    panel, s = window.panel("This update"), hand.session
    monkeypatch.setattr(throttle, "INTERVAL_MS", 300)
    said = []
    write = panel.caption.setToolTip
    monkeypatch.setattr(
        panel.caption, "setToolTip", lambda t: said.append(t) or write(t)
    )
    timeline = window.panel("Playback").timeline
    middle, wide = timeline.rect().center().y(), timeline.width()
    QTest.mousePress(timeline, LEFT, pos=QPoint(9, middle))
    for x in range(9, wide - 8, wide // 40):
        move_mouse(timeline, QPoint(x, middle), LEFT)
    end = QPoint(wide // 2, middle)
    move_mouse(timeline, end, LEFT)
    QTest.mouseRelease(timeline, LEFT, pos=end)
    assert 0 < s.step < s.last
    assert len(said) < 10
    which = f"point {s.frame.rows[0] + 1:,} · epoch {s.frame.epoch}"
    qtbot.waitUntil(lambda: panel.caption.toolTip() == which)
    assert said[-1] == which


class Still:
    """A clock that stands still: no preemption ends a rest."""

    thread_time = staticmethod(time.thread_time)

    def __init__(self, now):
        self.monotonic = lambda: now


@pytest.fixture
def three(session, qtbot):
    """Let three throttles of long calls tell of them, none of which rests any more."""
    calls = []

    def call(letter):
        calls.append(letter)
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass

    for letter in "abc":
        Throttle(session, lambda letter=letter: call(letter), session.moved)
    qtbot.wait(2 * throttle.INTERVAL_MS)
    return calls


@pytest.mark.parametrize("busy", ["stroking", "playing"])
def test_while_the_mouse_is_heard_long_calls_take_turns(
    session, three, qtbot, monkeypatch, busy
):
    """Else they would all delay the same frame of the screen."""
    setattr(session, busy, True)
    with monkeypatch.context() as still:
        still.setattr(throttle, "time", Still(time.monotonic()))
        session.moved.emit()
        assert three == ["a"]
    qtbot.waitUntil(lambda: sorted(three) == ["a", "b", "c"])


def test_what_was_left_out_takes_turns(session, qtbot, monkeypatch):
    """However short the calls: also what each has painted delays a frame."""
    monkeypatch.setattr(throttle, "SHORTEST_REST", 0.05)
    calls = []
    for letter in "abc":
        act = lambda letter=letter: calls.append((letter, time.monotonic()))  # noqa: E731
        Throttle(session, act, session.moved)
    with monkeypatch.context() as still:
        still.setattr(throttle, "time", Still(time.monotonic()))
        repeated(session.moved)
    assert [letter for letter, _ in calls] == ["a", "b", "c"], (
        "the first change: at once"
    )
    qtbot.waitUntil(lambda: len(calls) == 6)
    assert sorted(letter for letter, _ in calls[3:]) == ["a", "b", "c"]
    at = [when for _, when in calls[3:]]
    assert min(b - a for a, b in pairwise(at)) > 0.04


@pytest.mark.parametrize("n", [3, 9])
def test_whoever_has_waited_longest_comes_first(session, qtbot, monkeypatch, n):
    """Also where there are so many that the first is due again before the last."""
    monkeypatch.setattr(throttle, "SHORTEST_REST", 0.02)
    calls = []
    for place in range(n):
        Throttle(session, lambda place=place: calls.append(place), session.moved)
    session.moved.emit()
    timer = QTimer(session, interval=1)
    timer.timeout.connect(session.moved)
    timer.start()

    def takes_turns():
        """In the last rounds; one before may have stood still, with the machine."""
        rounds = [calls[n:][-k * n :][:n] for k in (1, 2, 3)]
        return all(sorted(turns) == list(range(n)) for turns in rounds)

    qtbot.waitUntil(takes_turns)
    timer.stop()


def test_many_calls_at_once_let_others_wait_only_a_moment(session, qtbot, monkeypatch):
    monkeypatch.setattr(throttle, "SHORTEST_REST", 9999.0)
    monkeypatch.setattr(throttle, "LONGEST_REST", 9999.0)
    for _ in range(50):
        Throttle(session, lambda: None, session.moved)
    session.moved.emit()
    calls = []
    Throttle(session, lambda: calls.append(1), session.tape_grown)
    session.playing = True
    session.tape_grown.emit()
    qtbot.waitUntil(lambda: bool(calls))


def test_at_the_end_of_a_stroke_nobody_waits_for_a_turn(session, three):
    session.stroking = True
    session.moved.emit()
    session.stroking = False
    session.stroke_ended.emit()
    assert three == ["a", "b", "c"]


def test_a_single_click_is_told_at_once(window, hand):
    hand.draw_two_classes()
    n = hand.session.data.n_samples
    hand.click(0.5, 0.5)
    assert (
        window.panel("Set-up").data.caption.text()
        == f"{hand.session.data.n_samples:,} points"
    )
    assert hand.session.data.n_samples > n


def test_a_stroke_whose_end_another_window_had_is_over_at_the_next_move(window, hand):
    port = window.canvas.plot.viewport()
    centre = port.rect().center()
    QTest.mousePress(port, LEFT, pos=centre)
    before = hand.session.data.n_samples
    for i in range(1, 9):
        move_mouse(port, centre + QPoint(9 * i, 0), Qt.MouseButton.NoButton)
    assert not hand.session.stroking
    assert hand.session.data.n_samples == before
    QTest.mouseRelease(port, LEFT, pos=centre)
