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
    found = opened(TWELVE)
    assert [one.kind for one in found] == TWELVE
    assert {one.how for one in found} == {"shown", "refused"}
    assert [one.kind for one in found if one.how == "shown"] == [
        "picture-elsewhere", "within-formulas-short",
    ]  # fmt: skip
    assert not any(one.asked for one in found)
    assert max(one.megabytes for one in found) < 200
