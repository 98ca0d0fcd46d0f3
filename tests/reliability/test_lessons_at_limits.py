"""Lessons at their limits are shown or refused, and ask for nothing elsewhere."""

import sys

import pytest

from tests.reliability.lessons_at_limits import opened

SHOWN = ["picture-elsewhere", "within-formulas-short"]
REFUSED = [
    "over-word", "over-pages", "over-emphasis-nested", "over-formula-of-macros",
    "over-formula-of-fractions", "over-aliases", "over-choices", "picture-of-svg",
    "pipe", "device",
]  # fmt: skip


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_twelve_kinds_of_lessons_in_one_window():
    outcomes = opened([*REFUSED, *SHOWN])
    hows = {outcome.kind: outcome.how for outcome in outcomes}
    assert hows == dict.fromkeys(REFUSED, "refused") | dict.fromkeys(SHOWN, "shown")
    assert not any(outcome.asked for outcome in outcomes)
    assert max(outcome.megabytes for outcome in outcomes) < 200
