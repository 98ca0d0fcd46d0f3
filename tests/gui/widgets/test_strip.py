"""A strip of one line: what is now, and what matters most of all that is said."""

import pytest

from gui.widgets.labels import FittingLabel
from gui.widgets.layouts import in_row
from gui.widgets.strip import Strip, StripLine


def line(text):
    line = StripLine()
    in_row(line, line.words)
    line.words.set_alternatives(text, text.split(":")[0])
    return line


@pytest.fixture
def strip(qtbot):
    strip = Strip(FittingLabel())
    qtbot.addWidget(strip)
    strip.now.set_alternatives("epoch 3  ·  5 of 98 wrong", "5 of 98 wrong", "5 wrong")
    strip.resize(600, 24)
    strip.show()
    return strip


def test_of_what_is_wanted_the_highest_rank_is_seen(strip):
    low, high = line("how it ends"), line("what has just happened")
    strip.add(low, 10)
    strip.add(high, 20)
    assert strip.line is None
    for first, second in ((low, high), (high, low)):
        first.want(True)
        assert strip.line is first
        second.want(True)
        assert strip.line is high
        assert (low.isVisible(), high.isVisible()) == (False, True)
        high.want(False)
        assert strip.line is low
        assert low.isVisible()
        low.want(False)
    assert not (low.isVisible() or high.isVisible())


def test_what_is_now_says_less_before_the_line_is_cut(strip, qtbot):
    end = line("Cannot converge: the classes are not separable")
    strip.add(end, 10)
    end.want(True)
    assert strip.now.text() == "epoch 3  ·  5 of 98 wrong"
    strip.resize(end.sizeHint().width() + strip.now.room_for(1) + 20, 24)
    assert strip.now.text() == "5 of 98 wrong"
    assert end.width() == end.sizeHint().width()
    strip.resize(strip.now.room_for(1) + 140, 24)
    assert strip.now.text() == "5 of 98 wrong"
    assert strip.now.width() >= strip.now.room_for(1)
    assert end.words.text() == "Cannot converge"
    strip.resize(strip.now.room_for(0) + end.least + 20, 24)
    assert strip.now.text() == "5 wrong"
    assert end.words.text() == "Cannot converge"
    assert end.words.width() > end.words.room_for(0)
    assert end.words.toolTip() == "Cannot converge: the classes are not separable"
    assert end.geometry().right() < strip.width()
    end.words.set_alternatives("short")
    qtbot.waitUntil(lambda: end.width() == end.sizeHint().width())


def test_its_height_does_not_depend_on_what_is_said(strip):
    end = line("Converged")
    strip.add(end, 10)
    height = strip.sizeHint().height()
    end.want(True)
    strip.now.set_alternatives("")
    assert strip.sizeHint().height() == height
