"""The map of a term: the first class's colour below 0, the second's above."""

import numpy as np
import pytest
from PySide6.QtGui import QColor

from engine import Dataset
from engine.data.feature_map import parse_term
from gui.recipe.term_map import rounded_ranges, term_map
from gui.style.theme import DARK, LIGHT

SQUARE = ((-1.0, 1.0), (-1.0, 1.0))

pytestmark = pytest.mark.usefixtures("qapp")


def corners(term, theme, ratio):
    """Tell at upper left, upper right, lower left, lower right: −, 0 or +."""
    pixmap = term_map(parse_term(term, ("x1", "x2")), SQUARE, theme, 17, ratio)
    image, end = pixmap.toImage(), round(17 * ratio) - 1
    assert pixmap.deviceIndependentSize().toSize().toTuple() == (17, 17)
    signs = {theme.classes[0]: "-", theme.classes[1]: "+", theme.field: "0"}
    middle = image.pixelColor(end // 2, end // 2).name()
    places = ((0, 0), (end, 0), (0, end), (end, end))
    found = [image.pixelColor(*place).name() for place in places]
    return "".join(signs[colour] for colour in found), signs.get(middle)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize(
    ("term", "signs"),
    [("x1", "-+-+"), ("x2", "++--"), ("x1*x2", "-++-"), ("x1^2", "++++"),
     ("x2^3", "++--"), ("sin(x1)", "-+-+"), ("x1^2*x2", "++--")],
)  # fmt: skip
def test_it_shows_where_a_term_is_below_0_and_above(term, signs, theme):
    assert corners(term, theme, 1.0) == (signs, "0")
    assert corners(term, theme, 3.0) == (signs, "0")


def test_the_ranges_are_round_so_that_few_edits_change_them():
    near = Dataset([[-2.7, 10.0], [3.1, 48.0]], [0, 1])
    moved = Dataset([[-2.4, 13.0], [3.9, 41.0]], [0, 1])
    assert rounded_ranges(near) == ((-3.0, 4.0), (10.0, 50.0)) == rounded_ranges(moved)
    assert rounded_ranges(Dataset([[5.0]], [0])) == ((-3.0, 3.0),)
    assert len(rounded_ranges(Dataset([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [0, 1]))) == 2


@pytest.mark.parametrize("size", [1e149, 1e-200, 5e-324, 1e308])
@pytest.mark.parametrize("text", ["x1", "x1^3", "x1^2*x2", "sin(x2)"])
def test_however_large_or_small_the_data_are_it_is_drawn(size, text):
    ranges = rounded_ranges(Dataset([[0.0, size], [size, 0.0]], [0, 1]))
    with np.errstate(all="raise", under="ignore"):
        pixmap = term_map(parse_term(text, ("x1", "x2")), ranges, LIGHT, 8, 1.0)
    assert not pixmap.isNull()


def test_of_data_all_above_0_a_feature_has_one_colour():
    term, ranges = parse_term("x1", ("x1", "x2")), ((2.0, 4.0), (0.0, 1.0))
    image = term_map(term, ranges, LIGHT, 8, 1.0).toImage()
    right = image.pixelColor(7, 3)
    assert right.name() == QColor(LIGHT.classes[1]).name()
    assert image.pixelColor(0, 3).blueF() < 0.75, "half of it, not nothing"
