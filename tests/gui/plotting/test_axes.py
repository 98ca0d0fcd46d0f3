"""Our axes have the ticks of pyqtgraph's and its numbers."""

from itertools import pairwise

import numpy as np
import pyqtgraph as pg
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QRegion

from gui.canvas.plot import CanvasPlot
from gui.plotting.axes import (
    Axis,
    CategoryAxis,
    LogAxis,
    WholeAxis,
    log10,
    rounded_axis_end,
)
from gui.style.theme import LIGHT

ENDS = st.tuples(
    st.floats(-1e6, 1e6, allow_nan=False), st.floats(1e-3, 1e6, allow_nan=False)
)


@given(ends=ENDS, size=st.integers(100, 900), scale=st.sampled_from([0.5, 1.0, 37.0]))
@pytest.mark.usefixtures("qapp")
def test_ticks_stand_where_pyqtgraph_puts_them(ends, size, scale):
    low, high = ends[0], ends[0] + ends[1]
    ours, theirs = Axis("bottom"), pg.AxisItem("bottom")
    for axis in (ours, theirs):
        axis.setScale(scale)
        axis.setStyle(maxTickLevel=1)
    pairs = zip(
        ours.tickValues(low, high, size), theirs.tickValues(low, high, size),
        strict=True,
    )  # fmt: skip
    for (spacing, values), (expected, where) in pairs:
        assert spacing == pytest.approx(expected)
        near = 1e-6 * spacing  # at the very ends rounding decides
        inside = [
            np.array([v for v in ticks if low + near < v < high - near])
            for ticks in (values, where)
        ]
        np.testing.assert_allclose(*inside, atol=near, rtol=1e-9)


@pytest.mark.parametrize(
    ("values", "spacing", "written"),
    [
        ([-1, -0.5, 0, 1], 0.5, ["−1", "−0.5", "0", "1"]),
        ([10, 20], 10, ["10", "20"]),
        ([1.05, 1.1], 0.05, ["1.05", "1.1"]),
        ([2e-5, 10000], 1e-5, ["2e−5", "10000"]),
    ],
)
@pytest.mark.usefixtures("qapp")
def test_a_number_is_written_alike_on_every_axis(values, spacing, written):
    assert Axis("left").tickStrings(values, 1.0, spacing) == written


def texts_of(axis):
    """Give the rectangles and texts that an axis draws."""
    picture = pg.QtGui.QPicture()
    painter = pg.QtGui.QPainter(picture)
    _, _, texts = axis.generateDrawSpecs(painter)
    painter.end()
    return [(rect, text) for rect, _, text in texts]


@pytest.mark.parametrize("low", [1e5, 20240101.0, 1e6 - 1, -1e9, 123456789012.0])
def test_no_two_numbers_of_an_axis_are_alike_or_over_each_other(qtbot, low):
    plot = CanvasPlot(LIGHT)
    qtbot.addWidget(plot)
    plot.resize(800, 400)
    with qtbot.waitExposed(plot):
        plot.show()
    ends = low - 0.3, low + 2.3
    plot.view.setRange(xRange=ends, yRange=ends, padding=0)
    qtbot.waitUntil(lambda: len(texts_of(plot.getAxis("left"))) > 1)
    for side in ("bottom", "left"):
        boxes, texts = zip(*texts_of(plot.getAxis(side)), strict=True)
        assert len(set(texts)) == len(texts) >= 2
        values = [float(text.replace("−", "-")) for text in texts]
        assert all(low - 2 <= value <= low + 4 for value in values)
        ordered = sorted(boxes, key=lambda box: box.center().x() - box.center().y())
        for one, other in pairwise(ordered):
            assert not one.intersects(other)
    plot.close()


@pytest.mark.parametrize("side", ["left", "bottom", "right"])
def test_numbers_stand_at_their_ticks(qtbot, side):
    plot = pg.PlotWidget(axisItems={side: Axis(side)})
    qtbot.addWidget(plot)
    plot.resize(500, 400)
    plot.showAxis(side)
    plot.setRange(xRange=(0, 10), yRange=(-40, 60), padding=0)
    with qtbot.waitExposed(plot):
        plot.show()
    axis = plot.getAxis(side)
    picture = pg.QtGui.QPicture()
    painter = pg.QtGui.QPainter(picture)
    _, ticks, texts = axis.generateDrawSpecs(painter)
    painter.end()
    assert len(texts) >= 4
    along = "x" if side == "bottom" else "y"
    length = axis.width() if side == "bottom" else axis.height()
    low, high = axis.range
    for rect, _, number in texts:
        share = (float(number) - low) / (high - low)
        place = share * length if side == "bottom" else (1 - share) * length
        assert getattr(rect.center(), along)() == pytest.approx(place, abs=1.0)
        assert any(abs(getattr(p, along)() - place) < 1.0 for _, p, _ in ticks)
    plot.close()


def test_whole_numbers_only(qapp):
    axis = WholeAxis("bottom")
    for high in (1, 3, 10, 1234):
        for _, values in axis.tickValues(0, high, 300):
            assert all(value == round(value) for value in values)


def test_a_plot_without_room_has_no_lines(qtbot):
    plot = CanvasPlot(LIGHT)
    qtbot.addWidget(plot)
    plot.show()
    plot.resize(300, 0)
    plot.view.setRange(xRange=(0, 3))
    assert plot.view.height() == 0
    plot.resize(300, 200)
    qtbot.waitUntil(lambda: plot.view.height() > 0)
    plot.close()


def numbers_on(axis, low, high, size=400):
    return [
        (value, text)
        for spacing, values in axis.tickValues(low, high, size)
        for value, text in zip(
            values, axis.tickStrings(values, 1.0, spacing), strict=True
        )
    ]


def test_round_numbers_stand_at_a_logarithmic_axis(qapp):
    axis = LogAxis("bottom")
    decades = numbers_on(axis, *log10([0.00002, 7.0]))
    assert [text for _, text in decades] == ["0.0001", "0.001", "0.01", "0.1", "1"]
    fine = numbers_on(axis, *log10([0.9, 60.0]))
    assert [text for _, text in fine] == ["1", "2", "5", "10", "20", "50"]
    near = numbers_on(axis, *log10([0.21, 0.24]))
    assert len(near) >= 2
    for value, text in near:
        assert 10**value == pytest.approx(float(text))
        assert 0.21 <= float(text) <= 0.24


def test_texts_stand_at_whole_places(qapp):
    axis = CategoryAxis("bottom")
    axis.show_texts(["given", "shuffled"])
    assert numbers_on(axis, -0.5, 1.5) == [(0.0, "given"), (1.0, "shuffled")]
    axis.show_texts([f"value {i}" for i in range(100)])
    shown = numbers_on(axis, -0.5, 99.5)
    assert 2 <= len(shown) < 20
    assert all(text == f"value {value:.0f}" for value, text in shown)
    names = ["Logistic regression", "Perceptron", "Averaged perceptron"]
    axis.show_texts(names, elided=True)
    shown = axis.tickStrings(
        [0.0, 1.0, 2.0], 1.0, axis.tickValues(-0.5, 2.5, 240)[0][0]
    )
    assert [text[:3] for text in shown] == ["Log", "Per", "Ave"]
    assert shown[0].endswith("…")


@pytest.mark.parametrize("size", [(640, 480), (701, 433)])
def test_the_view_beside_the_axes_has_whole_pixels(qtbot, size):
    axes = {"left": Axis("left"), "bottom": Axis("bottom")}
    plot = pg.PlotWidget(axisItems=axes)
    qtbot.addWidget(plot)
    plot.setLabel("left", "error")
    plot.resize(*size)
    plot.show()
    plot.setYRange(0, 12345.678)
    plot.grab()
    place, view = plot.getViewBox().scenePos(), plot.getViewBox().rect()
    for length in (place.x(), place.y(), view.width(), view.height()):
        assert length == round(length)


def test_where_only_the_view_is_painted_the_texts_of_its_axes_are_not(
    qtbot, monkeypatch
):
    plot = CanvasPlot(LIGHT)
    qtbot.addWidget(plot)
    plot.resize(400, 300)
    port, whole = plot.viewport(), plot.grab().toImage()
    view = plot.view.sceneBoundingRect().toAlignedRect()
    painted, paint = [], pg.AxisItem.paint
    monkeypatch.setattr(
        pg.AxisItem, "paint", lambda axis, *args: painted.append(paint(axis, *args))
    )
    part = QImage(port.size(), QImage.Format.Format_RGB32)
    port.render(part, view.topLeft(), QRegion(view))
    assert not painted
    assert part.copy(view) == whole.copy(view).convertToFormat(part.format())
    port.render(part, QPoint(), QRegion(port.rect()))
    assert len(painted) == 2
    assert part == whole.convertToFormat(part.format())


@given(st.floats(min_value=0.0, exclude_min=True, allow_nan=False))
@example(5e-324)
@example(1e-323)
@example(1.79e308)
@example(np.inf)
def test_an_axis_ends_at_or_above_the_greatest_number_whatever_its_size(number):
    end = rounded_axis_end(number)
    assert np.isfinite(end)
    assert end >= min(number, np.finfo(float).max) * (1 - 1e-15)
    assert end <= number * 1.2 or number < 1e-320
