"""The λ path: ours beside the exact solution, a λ taken by a click."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from engine import Dataset, Recipe, Tape
from engine.data.feature_map import feature_map
from engine.families.linear.model import LinearModel
from engine.spaces.svm_path import exact_path, margins, pegasos_path
from gui.features.evaluation.lambda_path import path_computation
from gui.features.evaluation.lambda_path.lambda_path_page import HINT
from gui.features.evaluation.lambda_path.margin_histogram import NO_RUN, MarginHistogram
from gui.features.evaluation.lambda_path.path_computation import TOO_MANY
from tests.gui.features.evaluation.conftest import clusters

SVM = {"learner": "linear-svm", "epochs": 30}


def done(page, qtbot):
    qtbot.waitUntil(lambda: not page.computing)


def at(plot, x):
    view = plot.getViewBox()
    middle = sum(view.viewRange()[1]) / 2
    return plot.mapFromScene(view.mapViewToScene(QPointF(x, middle)))


def test_the_lines_are_the_engines_paths(page, bench, qtbot):
    path = page("λ path", **SVM)
    done(path, qtbot)
    s, paths = bench.session, path.figures.weights.paths
    ours = pegasos_path(s.data, s.recipe, paths.ours.strengths)
    exact = exact_path(s.data, s.recipe, paths.ours.strengths)
    assert np.array_equal(paths.ours.weights, ours.weights)
    assert np.array_equal(paths.exact.weights, exact.weights)
    assert paths.names == ("w₁", "w₂", "b")
    assert set(path.figures.weights.drawn) == {0, 1, 2}
    assert path.figures.reading.text() == HINT
    lines = path.figures.weights.lines[:3]
    tones = {ours.opts["pen"].color().name() for ours, _, _ in lines}
    assert len(tones) == 3
    assert not tones & set(path.theme.classes)


def test_the_objective_is_the_cost_of_the_weighted_samples(page, bench, qtbot):
    plain = clusters()
    heavy = Dataset(plain.X, plain.y, sample_weights=np.full(plain.n_samples, 5.0))
    # So few epochs are not worth compiling loops for weights.
    path = page("λ path", **SVM | {"epochs": 5})
    bench.begin(heavy)
    done(path, qtbot)
    s, ours = bench.session, path.figures.weights.paths.ours
    tip = path.figures.objective_card.toolTip()
    assert tip == "J(w) = 1/n·Σ s·max(0, 1 − y·z) + λ/2·‖w‖²"
    tape = Tape(s.data, s.recipe.replace(strength=float(ours.strengths[3])))
    tape.extend()
    assert ours.objective[3] == pytest.approx(tape.epochs.cost[-1])


def test_of_other_data_begun_with_nothing_stays(page, bench, qtbot):
    path = page("λ path", **SVM)
    done(path, qtbot)
    bench.begin(clusters())
    assert path.figures.weights.paths is None
    done(path, qtbot)


def test_a_click_takes_that_strength_and_can_be_undone(page, bench, hand, qtbot):
    path = page("λ path", **SVM)
    done(path, qtbot)
    paths = path.figures.weights.paths
    plot = path.figures.weights
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=at(plot, -2.23))
    assert bench.session.recipe.strength == 0.00562
    assert 0.00562 in paths.ours.strengths
    assert path.figures.objective_card.caption.text().endswith("at λ = 0.00562")
    hand.recorded()
    assert path.figures.weights.paths is paths  # λ alone changes no path
    bench.session.undo_stack.undo()
    assert bench.session.recipe.strength == 0.1


def test_another_learner_is_offered_the_svm(page, bench, hand, qtbot):
    path = page("λ path", learner="perceptron")
    assert path.message.isVisible()
    QTest.mouseClick(path.svm_button, Qt.MouseButton.LeftButton)
    assert bench.session.recipe.learner == "linear-svm"
    done(path, qtbot)
    assert path.figures.isVisible()
    assert path.figures.weights.isVisible()
    bench.session.undo_stack.setClean()  # as if the chosen learner had been saved
    bench.clear()
    hand.session.set_recipe(Recipe("linear-svm"))
    done(path, qtbot)
    assert "Draw points" in path.message.words.text()
    hand.click(-1, -1)
    done(path, qtbot)
    assert "of one class" in path.message.words.text()
    assert not path.figures.isVisible()


def test_too_many_samples_have_no_exact_solution_and_it_is_said(
    page, qtbot, monkeypatch
):
    monkeypatch.setattr("engine.spaces.svm_path.MOST_EXACT", 50)
    monkeypatch.setattr(path_computation, "MOST_EXACT", 50)
    path = page("λ path", **SVM)
    done(path, qtbot)
    assert path.figures.weights.paths.exact is None
    assert path.figures.reading.text() == TOO_MANY
    assert not path.on_canvas.isEnabled()
    assert path.on_canvas.toolTip() == TOO_MANY


def test_a_class_of_several_is_the_one_drawn_on_the_canvas(page, bench, hand, qtbot):
    path = page("λ path", "iris", features=None, **SVM)
    done(path, qtbot)
    bench.activateWindow()
    bench.canvas.pick_class(2)
    done(path, qtbot)
    s = bench.session
    strengths = path.figures.weights.paths.exact.strengths[:2]
    exact = exact_path(s.data, s.recipe, strengths, output=2)
    weights = path.figures.weights.paths.exact.weights[:2]
    assert weights == pytest.approx(exact.weights)
    assert path.classes.currentText() == s.data.class_names[2]


def test_the_exact_solution_comes_to_the_canvas_and_goes(page, bench, hand, qtbot):
    path = page("λ path", **SVM)
    layer = bench.canvas.plot.layers.svm_margins
    path.on_canvas.click()
    qtbot.waitUntil(lambda: layer.exact is not None)
    exact = exact_path(bench.session.data, bench.session.recipe, [0.1])
    assert np.array_equal(layer.exact[0].weights, exact.weights[0])
    assert len(layer.exact_lines) == 1
    assert len(layer.exact_margins) == 2
    bench.sheet.close()
    assert layer.exact is None
    assert not layer.exact_lines


def test_the_histogram_counts_the_margins(page, bench, qtbot):
    path = page("λ path", **SVM)
    s = bench.session
    computed = margins(s.model, s.data)
    figures = path.figures.margins
    qtbot.waitUntil(lambda: figures.plot.histogram is not None)
    histogram = figures.plot.histogram
    assert histogram.counts.sum() == s.data.n_samples
    assert histogram.support == computed.support.sum()
    assert histogram.wrong == (computed.functional < 0).sum()
    assert f"{histogram.support} support vectors" in figures.caption.text()


def test_no_numbers_of_another_learner_are_shown(page, bench, qtbot):
    path = page("λ path", **SVM)
    done(path, qtbot)
    figures = path.figures
    shown = [figures.margins.shown, *figures.shown]
    qtbot.waitUntil(lambda: figures.margins.plot.histogram is not None)
    assert all(card.currentWidget() is not card.words for card in shown)
    session = bench.session
    session.set_recipe(session.recipe.replace(learner="perceptron"))
    qtbot.waitUntil(lambda: session.tape.recipe.learner == "perceptron")
    assert all(card.currentWidget() is card.words for card in shown)
    assert figures.margins.shown.words.text() == NO_RUN
    assert figures.margins.caption.text() == ""
    assert figures.margins.words.text() == ""
    assert figures.weights.paths is None


def test_the_bulk_of_far_margins_is_in_the_bars_of_its_own():
    far = np.concatenate([np.linspace(20.0, 90.0, 99), [5000.0]])
    X = np.concatenate([-far, far])[:, None]
    data = Dataset(X, (X[:, 0] > 0).astype(int))
    weights = np.array([[1.0, 0.0]])
    terms = feature_map(data.feature_names, None)
    names = data.class_names
    model = LinearModel(
        learner="linear-svm", features=terms, class_names=names, weights=weights,
        scaled_weights=weights, scaling=None, epochs=1, updates=1, measure_error=float,
    )  # fmt: skip
    histogram = MarginHistogram.of(model, data, 0)
    assert {0.0, 1.0} <= set(histogram.edges)
    assert histogram.counts.sum() == 200
    assert histogram.counts.max() < 40
    assert histogram.edges[-1] < 100
