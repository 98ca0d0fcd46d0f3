"""What is next to a task, but not what it asks for, does not count as done."""

import pytest

from tests.reliability.task_trials import NAMES, main

SLOW = {
    "kernel", "over-fitting", "standardising", "start-at-zero", "the-hidden-layer",
}  # fmt: skip
"""Lessons whose runs are long or are compiled."""
SOME = [name for name in NAMES if name not in SLOW]


@pytest.mark.parametrize("names", [SOME, pytest.param(NAMES, marks=pytest.mark.long)])
def test_next_to_what_tasks_ask_for_none_ticks(names):
    faults, counts = main(names, trials=6, seed=2, show=lambda _: None)
    assert not faults
    assert counts["trials"] > 450
    assert counts["reached"] > 120  # there nothing but what was done speaks against it
