"""What a task asks of a fact: a range, or words."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.learners import learner
from engine.lessons.facts import fact
from engine.numbers import number, with_hyphen

if TYPE_CHECKING:
    from engine.lessons.facts import Situation


@dataclass(frozen=True)
class TaskCondition:
    """What a task asks of a fact.

    Attributes
    ----------
    name : str
        Of the fact.
    low, high : float
        The range of a number, or of a share, both included.
    words : tuple of str
        What it may be, where it is a word, or ``yes`` or ``no``.
    """

    name: str
    low: float = -math.inf
    high: float = math.inf
    words: tuple[str, ...] = ()

    @classmethod
    def parse(cls, name: str, text: str) -> TaskCondition:
        """Read what stands behind the name: ``>= 3``, ``0.5 .. 2``, ``yes``.

        Raises
        ------
        UserError
            If there is no such fact, or it cannot be asked for like this.
        """
        kind = fact(name).kind
        if kind == "yes":
            if text not in ("yes", "no"):
                raise UserError(f"“{text}” is not yes or no: write one of them")
            return cls(name, words=(text,))
        if kind in ("word", "terms"):
            words = tuple(word.strip() for word in re.split(r"\bor\b", text))
            for word in words:
                if name == "learner":
                    learner(word)
            return cls(name, words=words)
        match = _RANGE.fullmatch(with_hyphen(text.strip()))
        if match is None:
            raise UserError(
                f"“{text}” is not a number, “>= 3”, “<= 3” or “1 .. 3”: write one"
            )
        relation, first, last = match.groups()
        a = float(first) / (100 if kind == "share" and "%" in text else 1)
        z = float(last) / (100 if kind == "share" and "%" in text else 1) if last else a
        low = -math.inf if relation == "<=" else a
        high = math.inf if relation == ">=" else z
        return cls(name, low, high)

    def holds(self, situation: Situation) -> bool:
        """Tell whether it is so."""
        own_fact = fact(self.name)
        if own_fact.is_late(situation):
            return False
        value = own_fact.value(situation)
        if value is None:
            return False
        if isinstance(value, bool):
            return ("yes" if value else "no") in self.words
        if isinstance(value, str):
            return _plain(value) in map(_plain, self.words)
        slack = 1e-9 * max(1.0, abs(value))
        return self.low - slack <= value <= self.high + slack

    def state(self, situation: Situation) -> str:
        """Say how it stands: the fact, what it is now, what is asked for."""
        own_fact = fact(self.name)
        return f"{own_fact.words}: {own_fact.text(situation)}, wanted {self.wanted}"

    @property
    def wanted(self) -> str:
        """What is asked for, in words."""
        own_fact = fact(self.name)
        if self.words:
            return " or ".join(map(own_fact.written, self.words))
        low, high = (
            f"{number(100 * end, 3)} %"
            if own_fact.kind == "share"
            else own_fact.written(end)
            for end in (self.low, self.high)
        )
        if self.low == self.high:
            return low
        if math.isinf(self.high):
            return f"at least {low}"
        return f"at most {high}" if math.isinf(self.low) else f"{low} to {high}"


_NUMBER = r"([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*%?"
_RANGE = re.compile(rf"(>=|<=|=)?\s*{_NUMBER}(?:\s*\.\.\s*{_NUMBER})?")


def _plain(word: str) -> str:
    return word.replace(" ", "")
