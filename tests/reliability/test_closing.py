"""Whatever goes on, the window is gone at once and leaves nothing behind."""

import sys

import pytest

from tests.reliability.closing import closed, write_big

BUSY = 8.0
"""Seconds on a machine that does much else; joined, a compiler takes up to 40."""
READING = ("opening", "importing", "pasting", "saving")
MOMENTS = (
    ("question", "signal", 0.3),
    ("compiling", "keys", 0.5),
    ("search", "cross", 0.7),
    ("saving", "cross", 0.1),
)
"""One of each way, of threads, of processes, and of what must be waited for."""
OTHERS = (
    ("game", "signal", 0.5),
    ("menu", "cross", 0.5),
    ("authoring", "interrupt", 0.5),
    ("lesson", "signal", 0.5),
    ("opening", "signal", 0.1),
    ("film", "keys", 1.0),
    ("importing", "keys", 0.1),
    ("pasting", "signal", 0.1),
)
LONG = [pytest.param(*moment, marks=pytest.mark.long) for moment in OTHERS]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize(("kind", "way", "after"), [*MOMENTS, *LONG])
def test_the_program_is_gone_at_once(kind, way, after, tmp_path):
    big = tmp_path / "big.csv"
    write_big(big, 300_000 if kind in READING else 0)
    ending = closed(kind, way, after, big)
    assert not ending.faults
    assert ending.seconds < BUSY
