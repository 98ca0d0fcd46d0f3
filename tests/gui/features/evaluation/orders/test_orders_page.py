"""Orders compared: what is drawn, read, clicked, cancelled, and left."""

import time

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from engine import Recipe
from engine.data import gallery
from engine.data.split import split
from engine.evaluation import order_comparison as comparison
from engine.evaluation.order_comparison import order_comparison
from engine.evaluation.order_words import conclusion, numbers_words, spread_words
from gui.canvas.layers.compared_boundaries import MOST_CURVES, drawn_models
from gui.style.theme import DARK
from tests.gui.features.evaluation.conftest import clusters
from tests.gui.pixels import colours

LEFT = Qt.MouseButton.LeftButton


def done(page, qtbot):
    qtbot.waitUntil(lambda: not page.computing)


@pytest.fixture
def orders(page, qtbot):
    """The page over an example, six orders of it, computed."""

    def open_page(example="two-clusters", held_out=0.0, **recipe):
        opened = page("Orders", example, held_out, **{"epochs": 5, **recipe})
        opened.orders.setValue(6)
        done(opened, qtbot)
        return opened

    return open_page


def test_its_numbers_are_the_engines_and_follow_data_and_recipe(orders, bench, qtbot):
    page, s = orders(), bench.session
    for change in ({}, {"epochs": 3}, {"learner": "adaline"}):
        s.set_recipe(s.recipe.replace(**change))
        done(page, qtbot)
        theirs = order_comparison(s.data, s.recipe, range(6))
        for mine, other in zip(page.comparison.bundles, theirs.bundles, strict=True):
            assert np.array_equal(mine.updates, other.updates)
            assert np.array_equal(mine.training, other.training)
        assert page.spread.text() == spread_words(theirs)
        assert page.numbers.text() == numbers_words(theirs)
        assert page.conclusion.text() == conclusion(theirs)
    assert list(page.pictures) == ["last", "averaged"]
    page.seed.setValue(40)
    done(page, qtbot)
    assert page.comparison.seeds == tuple(range(40, 46))
    s.set_data(split(s.data, 0.25, 0.0))
    done(page, qtbot)
    assert page.validation.isVisible()
    assert "Validation error" in page.numbers.text()


def test_a_click_on_a_dot_brings_its_order_to_the_front(orders, bench, hand, exported):
    page = orders("noisy-clusters")
    bundles = page.comparison.bundles
    (updates,) = [row.getData()[0] for row in page.updates.rows]  # alike for all three
    assert updates.tolist() == bundles[0].updates.tolist()
    for row, bundle in zip(page.training.rows, bundles, strict=True):
        np.testing.assert_allclose(row.getData()[0], 100 * bundle.training)
    assert not page.validation.isVisible()
    for card in page.pictures.values():
        assert card.plot.layers.compared_boundaries.lines[0]
        picture = exported(card)
        assert not picture.isNull()
        assert len(colours(picture)) > 20
    strip, chosen = page.updates, 4
    x, y = (values[chosen] for values in strip.rows[0].getData())
    place = strip.mapFromScene(strip.view.mapViewToScene(QPointF(x, y)))
    QTest.mouseClick(strip.viewport(), LEFT, pos=QPoint(place))
    assert page.front.currentData() == page.comparison.seeds[chosen]
    for bundle in page.comparison.bundles:
        shown = page.pictures[bundle.combination].plot.picture.model
        assert shown is bundle.models[chosen]
    assert (
        f"{page.comparison.bundles[0].updates[chosen]:,} updates" in page.summary.text()
    )
    nowhere = strip.mapFromScene(strip.view.mapViewToScene(QPointF(x, y + 0.4)))
    QTest.mouseClick(strip.viewport(), LEFT, pos=QPoint(nowhere))
    assert page.front.currentData() == page.comparison.seeds[chosen]
    QTest.mouseClick(page.use, LEFT)
    hand.recorded()
    recipe = bench.session.recipe
    assert (recipe.order, recipe.seed) == ("shuffled", page.comparison.seeds[chosen])
    model = bench.session.tape.model()
    own = page.comparison.bundles[0].models[chosen]
    assert np.array_equal(model.weights, own.weights)
    bench.session.undo_stack.undo()
    assert bench.session.recipe.order == "given"


def test_the_boundaries_are_on_the_canvas_as_long_as_it_is_looked_at(
    orders, bench, hand
):
    page = orders()
    layer = bench.canvas.plot.layers.compared_boundaries
    assert [len(run.models) for run in layer.runs] == [6, 6]
    assert [len(lines) for lines in layer.lines] == [6, 6]
    before = page.comparison
    bench.session.set_recipe(bench.session.recipe.replace(order="shuffled", seed=77))
    assert not page.computing
    assert page.comparison is before  # with another order of the run itself
    hand.recorded()
    plot = bench.canvas.plot
    with_lines = plot.grab().toImage()
    usual = [line.copy() for line in layer.lines[0]]
    plot.view.scaleBy((0.5, 0.5))
    assert any(
        not np.array_equal(a, b) for a, b in zip(usual, layer.lines[0], strict=False)
    )
    plot.view.scaleBy((2, 2))
    QTest.mouseClick(page.on_canvas, LEFT, pos=QPoint(8, page.on_canvas.height() // 2))
    assert layer.runs == ()
    assert layer.is_empty()
    page.on_canvas.click()
    assert not layer.is_empty()
    bench.sheet.open("Confusion matrix")
    assert layer.is_empty()
    bench.sheet.open("Orders")
    assert not layer.is_empty()
    bench.sheet.close()
    assert layer.is_empty()
    assert plot.grab().toImage() != with_lines
    bench.open("Orders")
    assert not layer.is_empty()
    bench.sheet.set_theme(DARK)
    assert "#b794e6" in page.pictures["averaged"].mark.text()


def test_curves_are_drawn_of_the_first_orders_only(orders, bench, qtbot):
    page = orders(squares=True, epochs=1)
    page.orders.setValue(MOST_CURVES + 2)
    done(page, qtbot)
    drawn = page.pictures["last"].plot.layers.compared_boundaries.runs[0]
    assert len(drawn.models) == MOST_CURVES + 2
    assert len(drawn_models(drawn)) == MOST_CURVES


def test_many_classes_have_their_boundaries(orders, bench):
    page = orders("iris")
    assert page.spread.text().startswith("Of 6 orders any two disagree about")
    assert page.pictures["last"].caption.text() == ""
    lines = page.pictures["averaged"].plot.layers.compared_boundaries.lines[0]
    assert len(lines) > 6


def test_the_margin_view_has_no_bundle(orders, bench):
    orders("iris-two-kinds")
    layer = bench.canvas.plot.layers.compared_boundaries
    assert layer.lines
    bench.canvas.axes.margin_action.trigger()
    assert layer.lines == []
    bench.canvas.axes.margin_action.trigger()
    assert layer.lines


def test_before_there_are_points_it_says_so(bench, hand, qtbot):
    bench.open("Orders")
    page = bench.sheet.pages["Orders"]
    assert page.message.isVisible()
    assert "Draw points of two classes" in page.message.words.text()
    assert not page.comparison_part.isVisible()
    assert not page.spread.isVisible()
    assert page.example.isVisible()
    hand.draw_two_classes()
    done(page, qtbot)
    assert page.comparison_part.isVisible()
    assert not page.message.isVisible()
    bench.session.set_recipe(Recipe("manual-neuron"))
    done(page, qtbot)
    assert "weights are set by hand" in page.message.words.text()


def test_of_other_data_begun_with_nothing_stays(orders, bench, qtbot):
    page = orders()
    bench.begin(clusters())
    assert page.comparison is None
    assert bench.canvas.plot.layers.compared_boundaries.is_empty()
    done(page, qtbot)
    assert page.comparison.data is bench.session.data


def test_it_is_cancelled_and_begun_again(bench, orders, qtbot, monkeypatch):
    bench.resize(1024, 700)
    qtbot.waitUntil(lambda: bench.width() == 1024)
    page = orders()
    own, waits = comparison.recorded, []

    def slow(data, recipe, stop):
        while waits and not stop():
            time.sleep(0.001)
        return own(data, recipe, stop)

    monkeypatch.setattr(comparison, "recorded", slow)
    waits.append(1)
    page.orders.setValue(8)
    qtbot.waitUntil(lambda: page.task.running)
    page.waiting.show_progress(0.5, "20 of 20")  # as long as it becomes
    qtbot.wait(0)
    assert page.waiting.width() >= page.waiting.minimumSizeHint().width()
    QTest.mouseClick(page.waiting.button, LEFT)
    done(page, qtbot)
    assert page.waiting.label.text() == "cancelled"
    assert page.comparison.done == 6  # what was there stays
    waits.clear()
    QTest.mouseClick(page.waiting.button, LEFT)
    done(page, qtbot)
    assert page.comparison.done == 8


def words(recipe, data, n=12):
    comparison = order_comparison(data, recipe, range(n))
    return spread_words(comparison), conclusion(comparison), numbers_words(comparison)


def test_words_where_nothing_is_to_average():
    separable = gallery.example("separable").make()
    spread, verdict, numbers = words(Recipe("perceptron"), separable)
    assert verdict.startswith("Every order ends at a boundary without a mistake")
    assert "All 12 runs ended without a mistake." in numbers
    assert "turns by up to" in spread


def test_nothing_follows_before_all_orders_are_through():
    data = gallery.example("noisy-clusters").make()
    reports = []
    comparison = order_comparison(
        data, Recipe("perceptron", epochs=5), range(6), progress=reports.append
    )
    assert {conclusion(report) for report in reports if not report.finished} == {
        "The conclusion follows after all 6 orders."
    }
    assert conclusion(comparison).startswith("Averaging helps")


def test_words_of_a_full_batch_and_of_a_learner_without_a_mean():
    data = gallery.example("noisy-clusters").make()
    full = Recipe("adaline", batch_size=0, learning_rate=0.001)
    assert words(full, data)[1].startswith("The order does not matter")
    rough = Recipe("passive-aggressive", epochs=3)
    spread, verdict, _ = words(rough, data)
    assert "Passive-aggressive (PA-I) has no averaged counterpart" in verdict
    assert "mean" not in spread
    lost = Recipe("adaline", learning_rate=1000, epochs=60)
    assert "In 12 the weights left their range" in words(lost, data)[2]
