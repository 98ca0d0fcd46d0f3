"""How the headless commands speak: results, notes, progress."""

from __future__ import annotations

import json
import math
import os
import sys
import time
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from engine.errors import UserError
from engine.files import reason

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable, Iterator

FINE = 0
REPORT_SECONDS = 0.1
"""Seconds between two reports of how far something is."""


@dataclass(frozen=True)
class Outcome:
    """What a command has found.

    Attributes
    ----------
    text : str
        For people: whole lines.
    facts : dict
        The same for programs, which ``--json`` prints as one object.
    status : int
        The exit status.
    """

    text: str
    facts: dict[str, Any] = field(default_factory=dict)
    status: int = FINE


@dataclass
class Manners:
    """How much is said beside the outcome, and what has been.

    Attributes
    ----------
    quiet : bool
        Neither notes nor progress on stderr.
    notes : list of str
        What was noted, said or not.
    """

    quiet: bool = False
    notes: list[str] = field(default_factory=list)


_manners: ContextVar[Manners] = ContextVar("manners")


@contextmanager
def manners(*, quiet: bool) -> Iterator[Manners]:
    """Let what is noted within be kept, and be said unless it shall be quiet."""
    ours = Manners(quiet)
    token = _manners.set(ours)
    try:
        yield ours
    finally:
        _manners.reset(token)


def add_manners(parser: ArgumentParser) -> None:
    """Add the options that say how a command speaks."""
    group = parser.add_argument_group("what is printed")
    group.add_argument(
        "--json", action="store_true", help="print the outcome as one JSON object"
    )
    group.add_argument(
        "-q",
        "--quiet",
        action="store_true",
        help="print no summary, no notes, no progress; but errors",
    )


def json_text(facts: dict[str, Any]) -> str:
    """Write facts as one line of JSON; what is not finite is null."""
    return json.dumps(_plain(facts), ensure_ascii=False, allow_nan=False) + "\n"


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _plain(entry) for name, entry in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def put(text: str) -> None:
    """Print on stdout what a command has found, as it is.

    Raises
    ------
    BrokenPipeError
        If nobody reads it any more.
    UserError
        If it cannot be written.
    """
    try:
        print(text, end="", flush=True)
    except OSError as error:
        # Otherwise the interpreter complains when it flushes on the way out.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise
        raise UserError(
            f"the output cannot be written ({reason(error)}): send it elsewhere"
        ) from None


def note(message: str) -> None:
    """Say on stderr what a person should know of a result, unless it is quiet."""
    ours = _manners.get(None)
    if ours is not None:
        ours.notes.append(message)
    if ours is None or not ours.quiet:
        complain(message)


def complain(message: str) -> None:
    """Print one line on stderr, whatever the message holds."""
    line = "".join(c if c.isprintable() else " " for c in message)
    with suppress(OSError):
        print(f"perceptron-lab: {line}", file=sys.stderr, flush=True)


class StatusLine:
    """A line on the terminal that is written over and over; nothing elsewhere."""

    def __init__(self) -> None:
        ours = _manners.get(None)
        quiet = ours is not None and ours.quiet
        self._on_terminal = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._shown = 0.0

    def show(self, text: str) -> None:
        """Replace what stands there."""
        if self._on_terminal:
            room = get_terminal_size().columns - 1  # or the line would not be one
            print(f"\r{text[:room]}\x1b[K", end="", file=sys.stderr, flush=True)

    def due(self, now: float) -> bool:
        """Tell whether what stands there has been seen for a moment."""
        if now - self._shown < REPORT_SECONDS:
            return False
        self._shown = now
        return True

    def share(self, doing: str) -> Callable[[float], bool]:
        """Give what shows how much of something is done, 0 … 1, not too often."""

        def report(share: float) -> bool:
            if self.due(time.monotonic()):
                self.show(f"{doing}: {share:.0%}")
            return True

        return report

    def __enter__(self) -> Self:
        """Begin with an empty line."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave an empty line to what is printed next."""
        self.show("")
