"""The parts there are: a module in `gui/features` is found without being named."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from gui import features

if TYPE_CHECKING:
    from gui.part import Part


@cache
def parts() -> tuple[Part, ...]:
    """Find what features give the window: `PARTS` of their file, or of `part.py`."""
    all_parts: list[Part] = []
    for info in iter_modules(features.__path__, f"{features.__name__}."):
        name = f"{info.name}.part" if info.ispkg else info.name
        all_parts += import_module(name).PARTS
    return tuple(sorted(all_parts, key=_rank))


def _rank(part: Part) -> int:
    return part.rank if part.panel is None else part.panel.rank
