"""One line of a step that is spelled out."""

from __future__ import annotations

from typing import Literal, NamedTuple


class FormulaLine(NamedTuple):
    r"""One line: a formula, then words.

    Attributes
    ----------
    row : {"sample", "score", "check", "rule", "update", "now"}
        What it speaks of.
    tex : str
        LaTeX; ``\allowbreak`` where it may be broken. May be empty.
    note : str
        Words after the formula.
    tone : {"", "mistake", "good"}
        What the words mean.
    code : int
        Of several classes, the one whose output it speaks of, or −1.
    """

    row: Literal["sample", "score", "check", "rule", "update", "now"]
    tex: str
    note: str = ""
    tone: Literal["", "mistake", "good"] = ""
    code: int = -1
