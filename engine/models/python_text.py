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


def product(term: Term, x: str = "x[{}]", sine: str = "math.sin") -> str:
    """Write a term of features: what one is called, and the function of a sine.

    A power is written as the product that it is: a library's may be off by a digit.
    """
    factors: list[str] = []
    for factor in term:
        value = x.format(factor.feature)
        value = f"{sine}({value})" if factor.sine else value
        power = " * ".join([value] * factor.power)
        factors.append(f"({power})" if factors and factor.power > 1 else power)
    return " * ".join(factors)
