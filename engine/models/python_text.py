"""How the Python modules that are exported are laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.data.feature_map import Term
    from engine.models.tie import Tie

ABOVE: dict[Tie, str] = {"mistake": ">", "positive": ">="}
"""How Python asks whether a score says +1."""


def column(items: list[str], indent: str = "") -> str:
    """Lay a list out with an item per line."""
    lines = "".join(f"{indent}    {item},\n" for item in items)
    return f"[\n{lines}{indent}]"


def product(term: Term, x: str = "x[{}]", module: str = "math") -> str:
    """Write a term of features: what one is called, and whose sine is taken."""
    factors = []
    for factor in term:
        value = x.format(factor.feature)
        value = f"{module}.sin({value})" if factor.sine else value
        factors.append(f"{value} ** {factor.power}" if factor.power > 1 else value)
    return " * ".join(factors)
