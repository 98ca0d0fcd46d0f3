"""Trials drawn at random: dots at their true place, in the colour of their error."""

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from engine import Recipe
from engine.evaluation.search import SearchOutcome
from gui.features.evaluation.search.error_colours import level, ramp
from gui.features.evaluation.search.trials_scatter_plot import TrialsScatterPlot
from gui.plotting.figure_source import FigureChoice
from gui.style.theme import LIGHT
from tests.gui.conftest import LEFT
from tests.gui.features.evaluation.search.test_search_page import (
    page,
    searched,
    try_values,
)

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


def test_a_dot_is_read_under_the_mouse_and_a_click_loads_it(drawn, bench, point):
    results, plot = drawn.results.results, drawn.results.scatter
    assert "dot" in drawn.results.readout.text()
    place = int(plot.places[4])
    point(plot.viewport(), dot(plot, 4) + QPoint(3, 2))
    assert f"{100 * results.mean[place]:.1f}" in drawn.results.readout.text()
    QTest.mouseClick(plot.viewport(), LEFT, pos=dot(plot, 4) + QPoint(3, 2))
    loaded = bench.session.recipe
    assert loaded.learning_rate == results.recipes[place].learning_rate
    assert loaded.epochs == results.recipes[place].epochs
    point(plot.viewport(), QPoint(1, 1))
    assert "Point at a dot" in drawn.results.readout.text()


def test_arrows_go_from_the_best_dot_to_others(drawn, bench):
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
    assert bench.session.recipe.learning_rate == chosen.learning_rate


def test_the_figure_is_exported_in_light_colours(drawn, exported):
    figure = drawn.results.scatter.figure(FigureChoice())
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
    drawn.results.scatter.figure(FigureChoice()).save(path)
    text = path.read_text()
    assert text.count("<image") == 1  # the scale of colours
    assert text.count("<path") >= len(drawn.results.results.recipes)


# Trials of any values, not drawn by a search


def trials(**values):
    """Give the outcome of a search whose recipes have these values, one after another.

    The errors grow from the first recipe to the last.
    """
    columns = zip(*values.values(), strict=True)
    recipes = tuple(
        Recipe(order="shuffled", **dict(zip(values, column, strict=True)))
        for column in columns
    )
    errors = np.linspace(0.1, 0.4, len(recipes))
    return SearchOutcome(recipes, np.column_stack([errors, errors]))


@pytest.fixture
def scattered(qtbot):
    """Draw trials: ``scattered(learning_rate=[…], epochs=[…])`` is the plot."""

    def draw(**values):
        plot = TrialsScatterPlot(LIGHT)
        qtbot.addWidget(plot)
        plot.resize(500, 400)
        plot.show()
        plot.show_trials(trials(**values), *values)
        QCoreApplication.processEvents()
        return plot

    return draw


def shares(plot, side):
    """Give where the dots are between the ends of an axis, 0 … 1, as the trials go."""
    low, high = plot.view.viewRange()[("bottom", "left").index(side)]
    column = plot.marks[:, 0 if side == "bottom" else 1]
    return ((column - low) / (high - low))[np.argsort(plot.places)]


def texts_of(axis):
    """Give the texts at the ticks of the lower axis."""
    levels = axis.tickValues(*axis.range, axis.width())
    return [
        text
        for spacing, values in levels
        for text in axis.tickStrings(values, axis.scale, spacing)
    ]


def test_where_all_trials_have_one_value_they_stand_in_the_middle(scattered):
    plot = scattered(learning_rate=[0.1, 0.1, 0.1], epochs=[1, 10, 100])
    assert shares(plot, "bottom") == pytest.approx([0.5, 0.5, 0.5])
    assert shares(plot, "left") == pytest.approx([0.05, 0.5, 0.95])
    plot = scattered(tolerance=[2.0], epochs=[7])
    assert shares(plot, "bottom") == pytest.approx([0.5])
    assert shares(plot, "left") == pytest.approx([0.5])
    width, height = plot.view.width(), plot.view.height()
    centre = plot.view.mapToScene(QPointF(width / 2, height / 2))
    (at,) = plot.pixels()
    assert at == pytest.approx([centre.x(), centre.y()], abs=2)


def test_a_zero_among_the_values_turns_the_logarithm_off(scattered):
    values = [1e-6, 1e-3, 1.0]
    plot = scattered(least_change=values, epochs=[1, 2, 3])
    assert plot.axes["bottom"].log
    assert shares(plot, "bottom") == pytest.approx([0.05, 0.5, 0.95])
    plot = scattered(least_change=[0.0, 0.25, 1.0], epochs=[1, 2, 3])
    assert not plot.axes["bottom"].log
    assert plot.axes["left"].log
    assert shares(plot, "bottom") == pytest.approx([0.05, 0.05 + 0.9 * 0.25, 0.95])
    assert np.isfinite(plot.pixels()).all()
    assert float(texts_of(plot.axes["bottom"])[0]) == 0


def test_whole_numbers_without_a_logarithm_have_whole_ticks(scattered):
    plot = scattered(seed=[1, 2, 3], epochs=[1, 2, 3])
    assert texts_of(plot.axes["bottom"]) == ["1", "2", "3"]
