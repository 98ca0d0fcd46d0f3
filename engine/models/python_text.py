"""How the Python modules that are exported are laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.models.tie import Tie

ABOVE: dict[Tie, str] = {"mistake": ">", "positive": ">="}
"""How Python asks whether a score says +1."""


def column(items: list[str], indent: str = "") -> str:
    """Lay a list out with an item per line."""
    lines = "".join(f"{indent}    {item},\n" for item in items)
    return f"[\n{lines}{indent}]"
