"""A run beside others: what it has learned, and how it is told apart from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import Dataset, Tape
    from engine.models.predictor import Predictor

MOST_VOTES = 256
"""Weight vectors that vote on what is drawn; of more, a fair sample."""
SYMBOLS = ("●", "■", "▲", "◆")
"""The mark of each place, as text."""
SHAPES = ("o", "s", "t1", "d")
"""The same, as pyqtgraph names it."""


@dataclass(frozen=True, eq=False)
class ComparedRun:
    """A run, or several that differ in one thing, beside the run looked at.

    Attributes
    ----------
    label, tip : str
        What it is, in a few words and in a sentence.
    data : Dataset
        What it learns from.
    place : int or None
        Its place among the colours and symbols of runs; None: in ink.
    tape : Tape or None
        Its recording, where it has one of its own.
    models : tuple of Predictor
        Those whose boundaries are drawn: of one run the one at the playhead.
    own : (str, str)
        What the run looked at is called beside it, and a sentence; empty where it is
        not named.
    faint : bool
        Whether it is drawn dashed, as what is over.
    """

    label: str
    tip: str
    data: Dataset
    place: int | None
    tape: Tape | None = None
    models: tuple[Predictor, ...] = ()
    own: tuple[str, str] = ("", "")
    faint: bool = False
