"""Formulas as MathML: primes stand on the line, bars are not stretched."""

from xml.etree import ElementTree

import pytest

from engine.lessons.formulas import mathml


def outline(tex):
    """Give tags with what is in them, as browsers nest them."""

    def of(element):
        name = element.tag.split("}")[1]
        inner = [of(child) for child in element] or element.text
        return name, inner

    (whole,) = ElementTree.fromstring(mathml(tex, inline=True))
    return [of(child) for child in whole]


PRIMED = "mrow", [("mi", "R"), ("mo", "′")]


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("R'", [PRIMED]),
        ("R'^2", [("msup", [PRIMED, ("mrow", [("mn", "2")])])]),
        ("x^2", [("msup", [("mi", "x"), ("mn", "2")])]),
        ("f''", [("mrow", [("mi", "f"), ("mo", "″")])]),
    ],
)
def test_a_prime_stands_beside_its_letter(tex, expected):
    assert outline(tex) == expected


def test_bars_are_not_stretched():
    tree = ElementTree.fromstring(mathml(r"\lVert w \rVert^2", inline=True))
    bars = [e.get("stretchy") for e in tree.iter() if e.text in ("∥", "‖")]
    assert bars == ["false", "false"]
