"""Formulas in lessons: whether they can be set, and soon; as MathML for browsers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from xml.etree import ElementTree

from engine.errors import excerpt
from engine.lessons.limits import DEEPEST_FORMULA, LONGEST_FORMULA

_REFUSED = re.compile(
    r"\\(?:re|provide)?(?:newcommand|newenvironment)|\\def\b|\\DeclareMathOperator"
    r"|\\(?:href|style|class|unicode|verb)\b"
)
"""What defines commands anew, which may grow without end, or is more than a formula."""


_MATHML = "http://www.w3.org/1998/Math/MathML"
_PRIMES, _BARS = {"′", "″", "‴"}, {"∥", "‖", "|"}
ElementTree.register_namespace("", _MATHML)


class FormulaFault(NamedTuple):
    """What is wrong with a formula.

    Attributes
    ----------
    what : str
    refused : bool
        Whether a lesson with it is not shown: else it stands there as it is written.
    """

    what: str
    refused: bool


@lru_cache(maxsize=512)
def fault_of(tex: str) -> FormulaFault | None:
    """Tell what is wrong with a formula in LaTeX, if anything is.

    Parameters
    ----------
    tex : str
        Numbers stand in it in the place of facts.
    """
    if len(tex) > LONGEST_FORMULA:
        said = f"a formula is longer than {LONGEST_FORMULA} characters"
        return FormulaFault(f"{said}: part it", refused=True)
    if match := _REFUSED.search(tex):
        return FormulaFault(f"a formula has “{match[0]}”: leave it out", refused=True)
    if not _closes(tex):
        said = f"a brace of the formula “{excerpt(tex)}” is left open, or not opened"
        return FormulaFault(f"{said}: write {{ and }} in pairs", refused=False)
    from ziamath.tex import tex2mml

    try:
        tree = ElementTree.fromstring(tex2mml(tex))
    except RecursionError:
        return _too_deep()
    except Exception:
        # Whatever a library of formulas objects to: its words help nobody.
        said = f"the formula “{excerpt(tex)}” cannot be set: look at its commands"
        return FormulaFault(said, refused=False)
    if _depth(tree) > DEEPEST_FORMULA:
        return _too_deep()
    for element in tree.iter():
        if element.text and element.text.startswith("\\") and len(element.text) > 1:
            said = (
                f"a formula has “{excerpt(element.text)}”, which is no command of LaTeX"
            )
            return FormulaFault(
                f"{said} that is known here: write another", refused=False
            )
    return None


def mathml(tex: str, *, inline: bool) -> str:
    """Set a formula as MathML of which browsers make what is meant.

    Primes stand as in a text, and the bars of a length are not stretched: Chromium
    lowers one that has an exponent.

    Raises
    ------
    Exception
        Whatever a library of formulas objects to.
    """
    from ziamath.tex import tex2mml

    tree = ElementTree.fromstring(tex2mml(tex, inline=inline))
    for raised in [*tree.iter(f"{{{_MATHML}}}msup")]:
        _lower_primes(raised)
    for bar in tree.iter(f"{{{_MATHML}}}mo"):
        if bar.text in _BARS:
            bar.set("stretchy", "false")
    return ElementTree.tostring(tree, encoding="unicode")


def _lower_primes(raised: ElementTree.Element) -> None:
    """Put a prime beside its letter: it is high as it is, and tiny as an exponent."""
    base, exponent = raised
    prime, *others = [*exponent] or [exponent]
    if prime.text not in _PRIMES:
        return
    prime.tag = f"{{{_MATHML}}}mo"
    prime.attrib.update({"class": "prime", "lspace": "0", "rspace": "0"})
    if not others:
        raised.tag = f"{{{_MATHML}}}mrow"
        return
    exponent.remove(prime)
    primed = ElementTree.Element(f"{{{_MATHML}}}mrow")
    primed.extend([base, prime])
    raised[0] = primed


def _closes(tex: str) -> bool:
    """Tell whether each brace has its other."""
    depth = 0
    for sign in re.findall(r"\\.|[{}]", tex, re.DOTALL):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth < 0:
            return False
    return not depth


def _too_deep() -> FormulaFault:
    said = f"a formula is nested more than {DEEPEST_FORMULA} deep"
    return FormulaFault(f"{said}: write a part of it beside", refused=True)


def _depth(tree: ElementTree.Element) -> int:
    """Count rows within rows, below the first one: these are set again and again."""
    deepest, left = 0, [(tree, -1)]
    while left:
        element, depth = left.pop()
        depth += element.tag.endswith("}mrow")
        deepest = max(deepest, depth)
        left += [(child, depth) for child in element]
    return deepest
