"""The heatmap of a search: its colours, numbers and figure, and its cells by key."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSizeF, Qt
from PySide6.QtGui import QFontInfo, QFontMetricsF, QImage
from PySide6.QtTest import QTest

from gui.features.evaluation.search.error_colours import level, ramp, scale_texts
from gui.features.evaluation.search.heatmap_plot import SMALLEST, number_font
from gui.plotting.figure_source import FigureChoice
from gui.style.theme import DARK, DARK_HIGH_CONTRAST, LIGHT, LIGHT_HIGH_CONTRAST
from tests.gui.features.evaluation.search.test_search_page import page, searched

__all__ = ["page"]  # a fixture


def test_cells_have_the_colours_of_their_errors(page, qtbot):
    searched(page, qtbot, epochs="1,2,8", tolerance="0,1")
    heat = page.results.heat
    mean = heat.map.mean
    for theme in (DARK, LIGHT, LIGHT_HIGH_CONTRAST, DARK_HIGH_CONTRAST):
        page.set_theme(theme)
        image, ratio = heat.grab().toImage(), heat.devicePixelRatioF()
        colours = ramp(theme)[level(mean, mean.min(), mean.max())]
        for row, column in np.ndindex(mean.shape):
            corner = heat.cell(row, column).bottomRight().toPoint() - QPoint(8, 8)
            seen = image.pixelColor(corner * ratio).getRgb()[:3]
            assert np.abs(colours[row, column].astype(int) - seen).max() <= 2


def test_a_cell_is_where_it_is_drawn(page, qtbot, point):
    searched(page, qtbot, epochs="1,2,8", tolerance="0,1")
    heat, said = page.results.heat, []
    heat.pointed.connect(said.append)
    for row, column in np.ndindex(heat.map.mean.shape):
        point(heat.viewport(), heat.cell(row, column).center().toPoint())
        assert said[-1] == heat.map.places[row, column]
    point(heat.viewport(), QPoint(1, 1))
    assert said[-1] == -1


def test_arrows_and_enter_load_a_cell(page, bench, qtbot):
    searched(page, qtbot, epochs="1,2", tolerance="0,1")
    heat = page.results.heat
    heat.setFocus()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Down):
        QTest.keyClick(heat, key)
    QTest.keyClick(heat, Qt.Key.Key_Return)
    assert (bench.session.recipe.epochs, bench.session.recipe.tolerance) == (1, 0.0)


def test_what_the_colours_mean_is_told_apart():
    assert scale_texts(0.1, 0.2) == [("20.0 %", 0.0), ("15.0 %", 0.5), ("10.0 %", 1.0)]
    close = ["4.52 %", "4.50 %", "4.48 %"]
    assert [text for text, _ in scale_texts(0.0448, 0.0452)] == close
    assert scale_texts(0.045, 0.045) == [("4.5 %", 1.0)]


@pytest.mark.parametrize(
    ("size", "digits"), [((60, 30), 1), ((30, 14), 1), ((22, 14), 0)]
)
def test_numbers_fit_into_their_cells_as_long_as_they_can_be_read(qapp, size, digits):
    font, written = number_font(qapp.font(), 0.226, QSizeF(*size))
    assert written == digits
    metrics = QFontMetricsF(font)
    assert metrics.horizontalAdvance(f"{22.6:.{digits}f}") < size[0]
    assert SMALLEST <= font.pixelSize() <= QFontInfo(qapp.font()).pixelSize()
    assert metrics.capHeight() < size[1]


def test_in_smaller_cells_there_are_no_numbers(qapp):
    assert number_font(qapp.font(), 0.226, QSizeF(12, 14)) is None
    assert number_font(qapp.font(), 0.226, QSizeF(60, 8)) is None


def test_in_the_smallest_window_errors_are_still_read(page, bench, qtbot):
    searched(page, qtbot, epochs="1,2,3,5", tolerance="0..1:4")
    small = bench.sheet
    bench.setSizes([bench.width(), 0])
    caption, heat = page.results.caption, page.results.heat
    qtbot.waitUntil(lambda: small.width() == small.minimumWidth())
    assert caption.width() >= caption.fontMetrics().horizontalAdvance(caption.text())
    assert number_font(heat.font(), 0.9, heat.cell(0, 0).size()) is not None


def test_more_than_two_let_the_axes_be_chosen(page, qtbot):
    searched(page, qtbot, epochs="1,2", tolerance="0,1", features="x1;x1,x2")
    assert page.results.across.isVisible()
    shown = page.results.heat.map
    assert shown.mean.shape == (2, 2)
    page.results.up.setCurrentIndex(2)
    page.results.up.activated.emit(2)
    assert page.results.heat.map.up != shown.up
    best = page.results.results.mean.min()
    assert page.results.heat.map.mean.min() == best


def test_the_figure_is_exported(page, qtbot, exported):
    assert not page.results.export_action.isEnabled()
    searched(page, qtbot, epochs="1,2", tolerance="0,1")
    heat = page.results.heat
    picture = exported(page.results)
    best = bytes(picture.convertToFormat(QImage.Format.Format_RGB888).constBits())
    assert bytes(ramp(LIGHT)[0].tolist()) in best
    assert picture.size() == heat.figure(FigureChoice()).size * 2
    assert page.export.text() == "Export table…"
