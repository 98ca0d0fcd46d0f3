"""Lessons that are made to hurt are shown or refused, and ask for nothing elsewhere."""

import sys

import pytest

from tests.reliability.hostile_lessons import opened

TWELVE = [
    "long-word", "pages-4000", "html-nested", "formula-of-macros",
    "formula-of-fractions", "laughs-of-yaml", "choices-many", "picture-of-svg",
    "picture-elsewhere", "pipe", "device", "within-formulas-short",
]  # fmt: skip


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_twelve_kinds_of_lessons_in_one_window():
    outcomes = opened(TWELVE)
    assert [outcome.kind for outcome in outcomes] == TWELVE
    assert {outcome.how for outcome in outcomes} == {"shown", "refused"}
    assert [outcome.kind for outcome in outcomes if outcome.how == "shown"] == [
        "picture-elsewhere", "within-formulas-short",
    ]  # fmt: skip
    assert not any(outcome.asked for outcome in outcomes)
    assert max(outcome.megabytes for outcome in outcomes) < 200
