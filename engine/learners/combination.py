"""Which weights are used, of all those that a run goes through, and in what words."""

from __future__ import annotations

from typing import Literal

from engine.numbers import counted

Combination = Literal["last", "averaged", "pocket", "voted"]

USED: dict[Combination, str] = {
    "last": "newest w", "averaged": "mean", "pocket": "pocket", "voted": "vote",
}  # fmt: skip
"""What is used, in a word."""


def used_weights(combination: Combination, steps: int) -> str:
    """Say what is used after so many steps, beginning with the word of `USED`."""
    more = {
        "averaged": f" of {steps:,} w so far",
        "pocket": ", the best w so far",
        "voted": f", {counted(steps, 'vote')} so far",
    }.get(combination, "")
    return f"the {USED[combination]}{more}"
