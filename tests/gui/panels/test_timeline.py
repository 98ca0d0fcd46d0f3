"""The timeline: single marks for short runs, shares of mistakes for long ones."""

import time
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtGui import QColor

from engine import Dataset, Recipe
from gui.session.session import Session
from gui.tasks import growth
from gui.tasks.growth import GrowthThrottle


def noisy(n=80):
    rng = np.random.default_rng(0)
    X = rng.normal(0, 1, (n, 2)).round(2)
    return Dataset(X, np.arange(n) % 2, class_names=("A", "B"))


def record(hand, epochs):
    hand.session.set_recipe(Recipe(epochs=epochs, stop_without_mistake=False))
    hand.session.set_data(noisy())
    hand.recorded()


def marked(timeline):
    """Count the vermilion pixels of each column."""
    image = timeline.grab().toImage()
    want = QColor(timeline._theme.mistake)
    heights = []
    for x in range(image.width()):
        column = (image.pixelColor(x, y) for y in range(image.height()))
        heights.append(sum(_near(c, want) for c in column))
    return np.array(heights)


def _near(colour, want):
    return abs(colour.hsvHue() - want.hsvHue()) < 12 and colour.hsvSaturation() > 60


def test_a_short_run_has_a_mark_at_each_mistake(window, hand):
    hand.draw_two_classes()
    hand.session.seek(0)
    timeline, s = window.playback.timeline, hand.session
    heights = marked(timeline)
    mistakes = [k for k in range(1, s.last + 1) if s.tape.frame(k).mistake]
    assert mistakes
    runs = np.flatnonzero(np.diff((heights > 6).astype(int)) == 1)
    assert len(runs) == len(mistakes)


def test_a_long_run_shows_the_share_as_height_not_as_a_band(window, hand):
    record(hand, 20_000)
    timeline, s = window.playback.timeline, hand.session
    share = s.tape.epochs.mistakes.mean() / s.data.n_samples
    assert timeline._share.mean() == pytest.approx(share, rel=0.1)
    # Smooth: neighbours differ by what happened, not by how the columns fall.
    assert timeline._share.std() < 0.3 * share
    hand.session.seek(0)
    heights = marked(timeline)[20:-20]
    full = timeline.height() - 12
    assert abs(np.median(heights) - share * full) < 3


def test_all_mistakes_fill_the_height_and_none_leave_it_empty(window, hand):
    record(hand, 300)
    timeline = window.playback.timeline
    timeline._share = np.array([1.0] * 200 + [0.0] * 200)
    timeline._run = None
    heights = marked(timeline)
    middle = len(heights) // 2
    assert np.median(heights[20 : middle - 10]) > 30
    assert not heights[middle + 10 :].any()


class Fake:
    def __init__(self):
        self.steps, self.finished = 1_000_000, False
        self.problem = SimpleNamespace(most_steps=1_000_000)


@pytest.fixture
def session(qapp):
    session = Session()
    yield session
    session._playhead.tape = None
    session.close()


def test_a_long_recording_is_drawn_ten_times_a_second_and_at_its_end(session, qtbot):
    s = session
    calls = []
    keeper = GrowthThrottle(s, lambda: calls.append(time.monotonic()))
    s._playhead.tape = tape = Fake()
    ends = time.monotonic() + 0.6
    while time.monotonic() < ends:
        keeper._grown()
        qtbot.wait(5)
    assert 4 <= len(calls) <= 8
    tape.finished = True
    before = len(calls)
    keeper._grown()
    assert len(calls) == before + 1


def test_the_last_growth_is_drawn_though_nothing_follows(session, qtbot):
    calls = []
    keeper = GrowthThrottle(session, lambda: calls.append(1))
    session._playhead.tape = Fake()
    keeper._grown()
    keeper._grown()
    assert len(calls) == 1
    qtbot.waitUntil(lambda: len(calls) == 2, timeout=20 * growth.INTERVAL)


def test_short_recordings_are_drawn_at_once(session):
    calls = []
    keeper = GrowthThrottle(session, lambda: calls.append(1))
    session._playhead.tape = tape = Fake()
    tape.steps = 100
    for _ in range(5):
        keeper._grown()
    assert len(calls) == 5


def test_while_a_stroke_goes_on_even_short_recordings_wait(session):
    calls = []
    keeper = GrowthThrottle(session, lambda: calls.append(1))
    session._playhead.tape = tape = Fake()
    tape.steps = tape.problem.most_steps = 100
    session.stroking = True
    for _ in range(5):
        keeper._grown()
    assert len(calls) == 1
    session.stroking = False
    session.stroke_ended.emit()
    assert len(calls) == 2


def test_a_long_run_that_is_replaced_again_and_again_is_drawn_seldom(session, qtbot):
    calls = []
    keeper = GrowthThrottle(session, lambda: calls.append(1))
    session._playhead.tape = tape = Fake()
    for most, expected in ((20_001, 1), (20_000, 6)):
        tape.problem = SimpleNamespace(most_steps=most)
        for _ in range(5):
            keeper._replaced()
        assert len(calls) == expected
