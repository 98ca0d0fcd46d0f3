"""Trials drawn at random: dots at their true place, in the colour of their error."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from gui.evaluation.search.error_colours import level, ramp
from gui.style.theme import LIGHT
from tests.gui.conftest import LEFT
from tests.gui.evaluation.search.test_search_page import page, searched, try_values

__all__ = ["page"]  # a fixture


@pytest.fixture
def drawn(page, qtbot):
    page.setup.way.setCurrentIndex(1)
    page.setup.n.setValue(12)
    try_values(page, epochs="1..90")
    searched(page, qtbot, learning_rate="0.001..1")
    return page


def dot(plot, trial):
    return QPoint(*np.round(plot.pixels()[trial]).astype(int).tolist())


def test_each_trial_is_a_dot_in_the_colour_of_its_error(drawn, qtbot):
    results, plot = drawn.results.results, drawn.results.scatter
    assert drawn.results.stack.currentWidget() is plot
    assert len(plot.pixels()) == len(results.recipes) == 12
    assert plot.places[-1] == results.best
    rates = np.array([recipe.learning_rate for recipe in results.recipes])
    across = np.log(rates[plot.places])
    x = plot.pixels()[:, 0]
    assert abs(np.corrcoef(across, x)[0, 1]) == pytest.approx(1)
    image, ratio = plot.grab().toImage(), plot.devicePixelRatioF()
    mean = results.mean
    for trial in (0, 11):
        place = plot.places[trial]
        seen = image.pixelColor(dot(plot, trial) * ratio).getRgb()[:3]
        colour = ramp(LIGHT)[level(mean[place], mean.min(), mean.max())]
        assert np.abs(colour.astype(int) - seen).max() <= 2


def test_a_dot_is_read_under_the_mouse_and_a_click_loads_it(drawn, window, point):
    results, plot = drawn.results.results, drawn.results.scatter
    assert "dot" in drawn.results.readout.text()
    place = int(plot.places[4])
    point(plot.viewport(), dot(plot, 4) + QPoint(3, 2))
    assert f"{100 * results.mean[place]:.1f}" in drawn.results.readout.text()
    QTest.mouseClick(plot.viewport(), LEFT, pos=dot(plot, 4) + QPoint(3, 2))
    loaded = window.session.recipe
    assert loaded.learning_rate == results.recipes[place].learning_rate
    assert loaded.epochs == results.recipes[place].epochs
    point(plot.viewport(), QPoint(1, 1))
    assert "Point at a dot" in drawn.results.readout.text()


def test_arrows_go_from_the_best_dot_to_others(drawn, window):
    plot, said = drawn.results.scatter, []
    plot.pointed.connect(said.append)
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_Left)
    assert said == [drawn.results.results.best]
    x = plot.pixels()[:, 0]
    order = [int(plot.places[i]) for i in np.argsort(x)]
    for key, step in ((Qt.Key.Key_Left, -1), (Qt.Key.Key_Right, 1)):
        for _ in range(3):
            before = order.index(said[-1])
            n = len(said)
            QTest.keyClick(plot, key)
            if len(said) > n:
                assert step * (order.index(said[-1]) - before) > 0
    QTest.keyClick(plot, Qt.Key.Key_Return)
    chosen = drawn.results.results.recipes[said[-1]]
    assert window.session.recipe.learning_rate == chosen.learning_rate


def test_the_figure_is_exported_in_light_colours(drawn, exported):
    figure = drawn.results.scatter.figure()
    assert figure is not None
    picture = exported(drawn.results)
    assert picture.size() == figure.size * 2


def test_values_named_one_by_one_stay_a_heatmap(page, qtbot):
    page.setup.way.setCurrentIndex(1)
    page.setup.n.setValue(8)
    try_values(page, epochs="1,2")
    searched(page, qtbot, tolerance="0,0.5,1")
    assert page.results.stack.currentWidget() is page.results.heat


def test_dots_of_an_exported_figure_are_paths(drawn, tmp_path):
    path = tmp_path / "figure.svg"
    drawn.results.scatter.figure().save(path)
    text = path.read_text()
    assert text.count("<image") == 1  # the scale of colours
    assert text.count("<path") >= len(drawn.results.results.recipes)
