"""The timeline: single marks for short runs, shares of mistakes for long ones."""

import numpy as np
import pytest
from PySide6.QtGui import QAccessible, QColor

from engine import Dataset, Recipe
from gui.session.playhead import FASTEST
from gui.style.theme import current_theme
from tests.gui.pixels import pixels


def noisy(n=80):
    rng = np.random.default_rng(0)
    X = rng.normal(0, 1, (n, 2)).round(2)
    return Dataset(X, np.arange(n) % 2, class_names=("A", "B"))


def record(hand, epochs, data=None):
    hand.session.set_recipe(Recipe(epochs=epochs, stop_without_mistake=False))
    hand.session.set_data(data or noisy())
    hand.recorded()


def marked(timeline):
    """Count the vermilion pixels of each column."""
    seen = pixels(timeline.grab().toImage())
    want = QColor(current_theme().mistake)
    near = [colour for colour in np.unique(seen) if _near(QColor(int(colour)), want)]
    return np.isin(seen, near).sum(axis=0)


def _near(colour, want):
    return abs(colour.hsvHue() - want.hsvHue()) < 12 and colour.hsvSaturation() > 60


def test_a_short_run_has_a_mark_at_each_mistake(window, hand):
    hand.draw_two_classes()
    hand.session.seek(0)
    timeline, s = window.panel("Playback").timeline, hand.session
    heights = marked(timeline)
    mistakes = [k for k in range(1, s.last + 1) if s.tape.frame(k).mistake]
    assert mistakes
    runs = np.flatnonzero(np.diff((heights > 6).astype(int)) == 1)
    assert len(runs) == len(mistakes)


def test_a_long_run_shows_the_share_as_height_not_as_a_band(window, hand):
    record(hand, 20_000)
    timeline, s = window.panel("Playback").timeline, hand.session
    share = s.tape.epochs.mistakes.mean() / s.data.n_samples
    assert timeline.mistake_shares.mean() == pytest.approx(share, rel=0.1)
    # Smooth: neighbours differ by what happened, not by how the columns fall.
    assert timeline.mistake_shares.std() < 0.3 * share
    hand.session.seek(0)
    heights = marked(timeline)[20:-20]
    full = timeline.height() - 12
    assert abs(np.median(heights) - share * full) < 3


def test_all_mistakes_fill_the_height_and_none_leave_it_empty(window, hand):
    X, timeline = np.ones((80, 2)), window.panel("Playback").timeline
    record(hand, 300, Dataset(X, np.arange(80) % 2, class_names=("A", "B")))
    hand.qtbot.waitUntil(lambda: np.median(marked(timeline)[20:-20]) > 30)
    record(hand, 300, Dataset(X, np.zeros(80, int), class_names=("A", "B")))
    hand.qtbot.waitUntil(lambda: not marked(timeline)[20:-20].any())


def test_to_a_screen_reader_it_is_a_slider_of_steps(window, hand, screen_reader):
    hand.draw_two_classes()
    hand.session.seek(3)
    timeline = window.panel("Playback").timeline
    told = QAccessible.queryAccessibleInterface(timeline)
    assert told.role() == QAccessible.Role.Slider
    value = told.valueInterface()
    assert (value.minimumValue(), value.currentValue()) == (0, 3)
    assert value.maximumValue() == hand.session.last
    value.setCurrentValue(2)
    assert hand.session.step == 2


def test_its_value_follows_another_run_and_stops_at_the_end(
    window, hand, screen_reader
):
    record(hand, 9)
    hand.session.to_end()
    record(hand, 2)
    timeline = window.panel("Playback").timeline
    assert timeline.value() == timeline.maximum() == hand.session.step == 160
    hand.session.seek(0)
    hand.session.set_speed(FASTEST)
    hand.session.toggle_playing()
    hand.qtbot.waitUntil(lambda: not hand.session.playing)
    assert timeline.value() == 160
