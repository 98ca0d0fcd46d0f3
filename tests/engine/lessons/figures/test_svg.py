"""A figure as SVG: told in words, escaped, in view, told apart without colour."""

import re
from itertools import pairwise
from xml.etree import ElementTree

from engine.lessons.figures.drawing import (
    CellPicture,
    ChartCurve,
    ChartMark,
    FigureDrawing,
    LineChart,
)
from engine.lessons.figures.svg import LINES, svg_of

NAME = '<script>"&'
NS = "{http://www.w3.org/2000/svg}"


def drawn(drawing, **settings):
    written = svg_of(drawing, "var(--{})".format, **settings)
    return written, ElementTree.fromstring(written)


def test_all_that_is_written_is_escaped_and_told():
    curve = ChartCurve(NAME, ((0.0, 0.0), (1.0, 9.0)))
    chart = LineChart((curve, curve), NAME, (0, 1), (0, 3), NAME, NAME)
    pictures = (CellPicture(((0.0, 1.0), (0.5, 0.0)), (NAME,)),)
    written, svg = drawn(FigureDrawing(NAME, (chart,), pictures))
    assert "<script" not in written
    assert (svg.get("role"), svg.get("aria-label")) == ("img", NAME)
    assert sum(text.text == NAME for text in svg.iter(f"{NS}text")) == 5
    assert drawn(FigureDrawing(NAME), alt="Mine")[1].get("aria-label") == "Mine"
    assert "style=" not in written  # the policy of a page forbids it


def test_a_curve_is_cut_where_it_leaves_the_view():
    places = ((0.0, 0.0), (1.0, 6.0), (2.0, 0.0))
    chart = LineChart((ChartCurve("c", places),), "up", (0, 2), (0, 3), "across")
    _, svg = drawn(FigureDrawing("", (chart,)))
    (curve,) = [p for p in svg.iter(f"{NS}path") if "linejoin" in str(p.attrib)]
    first, second = curve.get("d").split("M")[1:]
    top = min(float(y) for y in re.findall(r" ([\d.]+)", curve.get("d")))
    assert first.endswith(f" {top:g}")
    assert second.split("L")[0].endswith(f" {top:g}")


def test_charts_over_one_another_share_their_sides():
    percent = LineChart((), "", (0, 1), (0, 1), in_percent=True)
    numbers = LineChart((), "", (0, 1), (0, 5), "x", mark=ChartMark((0.5, 2), "", 1.0))
    _, svg = drawn(FigureDrawing("", (percent, numbers)))
    lines = [p.get("d") for p in svg.iter(f"{NS}path") if "strong" in p.get("stroke")]
    starts = {line.split()[0] for line in lines}
    assert len(lines) == 2
    assert len(starts) == 1


def test_lines_differ_also_without_colour():
    assert len({(look.dashes, look.width) for look in LINES}) == len(LINES)


def test_in_little_room_nothing_lies_over_another():
    name = "x1, x2, x1^2, x1*x2, x2^2, x1^3"
    curves = tuple(ChartCurve(name, ((0.0, 0.0), (9000.0, y))) for y in (1.0, 2.0))
    mark = ChartMark((10, 1.9), "w₁ = 0.339: 6.7 %", -1e-3)
    chart = LineChart(curves, "Training error", (0, 9000), (0, 2), "x", mark=mark)
    _, svg = drawn(FigureDrawing("", (chart,)), width=190)
    texts = {text.text: text for text in svg.iter(f"{NS}text")}
    assert texts["Training error"].get("y") != texts[mark.said].get("y")
    assert name not in texts
    assert sum(text.endswith("…") for text in texts) == 1
    under = [t for t in texts.values() if t.get("text-anchor") == "middle"]
    numbers = sorted(float(t.get("x")) for t in under if t.text != "x")
    assert len(numbers) > 1
    assert min(b - a for a, b in pairwise(numbers)) > 40
    *_, tangent = [p.get("d") for p in svg.iter(f"{NS}path") if "ink" in str(p.attrib)]
    ends = [float(place.split()[1]) for place in tangent[1:].split("L")]
    (axis,) = [p.get("d") for p in svg.iter(f"{NS}path") if "strong" in p.get("stroke")]
    assert max(ends) <= float(axis.split()[-1])
