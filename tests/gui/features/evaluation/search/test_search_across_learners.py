"""A search across learners, on folds or on the validation part."""

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from engine import Tape
from engine.data.dataset import VALIDATION, with_parts
from engine.data.split import split
from gui.features.evaluation.search.search_results import BEST
from gui.plotting.figure_source import FigureChoice
from tests.gui.conftest import LEFT
from tests.gui.features.evaluation.search.test_search_page import (
    page,
    press,
    searched,
    try_values,
)

__all__ = ["page"]  # a fixture

# The offscreen platform says so of every menu that opens.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def choose(page, qtbot):
    """Check or uncheck learners in the menu, with the mouse or with keys."""

    def with_mouse(*names):
        menu = page.setup.learners.menu

        def check():
            for name in names:
                line = menu.actionGeometry(page.setup.learners.lines[name])
                QTest.mouseClick(menu, LEFT, pos=line.center())
                assert menu.isVisible()  # for another one
            QTest.keyClick(menu, Qt.Key.Key_Escape)

        QTimer.singleShot(0, check)
        QTest.mouseClick(page.setup.learners, LEFT)
        qtbot.waitUntil(lambda: not menu.isVisible())

    return with_mouse


@pytest.fixture
def held_out(bench, hand, page):
    """Hold a third of the samples out for validation."""
    session = bench.session
    session.set_data(split(session.data, 0.3, 0.2))
    hand.recorded()
    return session


def test_the_learner_is_that_of_the_window_until_several_are_chosen(
    page, bench, choose
):
    session, setup = bench.session, page.setup
    assert setup.learners.currentText() == "Perceptron"
    session.set_recipe(session.recipe.replace(learner="adaline"))
    assert setup.learners.currentText() == "Adaline"
    choose("linear-svm", "perceptron")
    assert setup.learners.names == ("adaline", "linear-svm", "perceptron")
    assert setup.learners.currentText() == "3 learners"
    assert "Adaline, Linear SVM, Perceptron" in setup.learners.toolTip()
    choose("linear-svm", "perceptron")
    session.set_recipe(session.recipe.replace(learner="perceptron"))
    assert setup.learners.currentText() == "Perceptron"


def test_learners_are_chosen_by_keys(page, qtbot):
    setup = page.setup
    menu = setup.learners.menu
    setup.learners.setFocus(Qt.FocusReason.TabFocusReason)

    def check():
        QTest.keyClick(menu, Qt.Key.Key_Down)  # Adaline
        QTest.keyClick(menu, Qt.Key.Key_Space)
        QTest.keyClick(menu, Qt.Key.Key_Escape)

    QTimer.singleShot(0, check)
    QTest.keyClick(setup.learners, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not menu.isVisible())
    assert setup.learners.names == ("adaline", "perceptron")


def test_rows_are_those_of_any_learner_and_what_is_typed_stays(page, choose):
    rows = page.setup.hyperparameters
    try_values(page, epochs="2,3")
    assert "strength" not in rows.rows
    choose("linear-svm")
    assert rows.rows["epochs"].field.text() == "2,3"
    assert rows.rows["epochs"].box.isChecked()
    assert "Only of Linear SVM" in rows.rows["strength"].box.toolTip()
    assert "Only" not in rows.rows["epochs"].box.toolTip()
    try_values(page, strength="0.1,1,10")
    # Two epochs of the perceptron, as many with each of three λ of the SVM.
    assert page.setup.words.text() == "5 folds × 8 recipes = 40 runs"
    choose("linear-svm")
    assert rows.rows["epochs"].field.text() == "2,3"
    assert page.setup.words.text() == "5 folds × 2 recipes = 10 runs"


def test_an_empty_field_promises_no_learner_the_default_of_another(page, choose):
    choose("adaline")
    rate = page.setup.hyperparameters.rows["learning_rate"].field
    assert rate.placeholderText() == "each its own"
    assert "\nAdaline: 0.01\nPerceptron: 1" in rate.toolTip()
    page.setup.hyperparameters.rows["learning_rate"].box.click()
    assert rate.placeholderText() == "each its own"
    assert "\nAdaline: 0.0001, 0.001, 0.01, 0.1, 1" in rate.toolTip()
    epochs = page.setup.hyperparameters.rows["epochs"].field
    assert "own" not in epochs.placeholderText()
    choose("adaline")
    rate = page.setup.hyperparameters.rows["learning_rate"].field
    assert "own" not in rate.placeholderText()
    assert "Perceptron" not in rate.toolTip()


def test_the_result_says_what_it_is_of_whatever_is_chosen_now(page, choose, qtbot):
    searched(page, qtbot, epochs="1,2")
    choose("adaline", "linear-svm")
    assert page.setup.words.text() == "5 folds × 6 recipes = 30 runs"
    assert page.results.subject.text() == "Perceptron: 10 runs"
    press(page.setup.button)
    choose("linear-svm")  # while it runs
    qtbot.waitUntil(lambda: not page.task.running)
    said = page.results.subject.text()
    assert said == "Adaline, Linear SVM, Perceptron: 30 runs"
    assert page.setup.learners.currentText() == "2 learners"


def test_learners_alone_are_compared_by_the_best_of_each(page, bench, choose, qtbot):
    choose("adaline", "linear-svm")
    searched(page, qtbot)
    results, shown = page.results.results, page.results
    assert [recipe.learner for recipe in results.recipes] == [
        "adaline", "linear-svm", "perceptron",
    ]  # fmt: skip
    assert shown.stack.currentWidget() is shown.line
    x, y = shown.line.line.getData()
    np.testing.assert_allclose(y, 100 * results.mean)
    axis = shown.line.values
    assert axis.tickStrings(x, 1.0, 1.0)[0] == "Adaline"
    QTest.keyClick(shown.line, Qt.Key.Key_Left)  # at the best
    assert "Learner " in shown.readout.text()
    QTest.keyClick(shown.line, Qt.Key.Key_Return)
    best = results.recipes[results.best]
    assert bench.session.recipe == best
    bench.session.undo_stack.undo()
    assert bench.session.recipe.learner == "perceptron"


def test_what_a_learner_has_not_is_a_dash_in_table_and_heatmap(page, choose, qtbot):
    choose("linear-svm")
    searched(page, qtbot, strength="0.1,1", epochs="1,2")
    shown, table = page.results, page.results.table
    heads = [table.horizontalHeaderItem(i).text() for i in range(table.columnCount())]
    assert heads == ["", "error", "Learner", "Regularisation λ", "Epochs"]
    for row in range(table.rowCount()):
        title, strength = (table.item(row, i).text() for i in (2, 3))
        assert (strength == "–") == (title == "Perceptron")
    assert shown.up.currentText() == BEST
    shown.up.setCurrentIndex(1)
    shown.up.activated.emit(1)
    assert shown.stack.currentWidget() is shown.heat
    assert shown.heat.map.columns == ("linear-svm", "perceptron")
    assert shown.heat.map.rows == (0.1, 1.0, "–")
    assert (shown.heat.map.places >= 0).tolist() == [
        [True, False], [True, False], [False, True],
    ]  # fmt: skip


def test_draws_over_what_both_have_are_dots(page, choose, qtbot):
    choose("linear-svm")
    page.setup.way.setCurrentIndex(1)
    page.setup.n.setValue(16)
    searched(page, qtbot, strength="0.001..1", epochs="1..90")
    shown = page.results
    shown.across.setCurrentIndex(1)
    shown.up.setCurrentIndex(2)
    shown.up.activated.emit(2)
    assert shown.stack.currentWidget() is shown.scatter
    learners = [recipe.learner for recipe in shown.results.recipes]
    assert sorted(shown.scatter.places) == [
        i for i, name in enumerate(learners) if name == "linear-svm"
    ]


def test_the_validation_part_is_offered_where_there_is_one(page, bench, hand):
    judge = page.setup.judge
    assert not judge.isEnabled()
    assert "no samples are held out" in judge.toolTip()
    session = bench.session
    session.set_data(split(session.data, 0.3, 0.2))
    assert judge.isEnabled()
    assert judge.itemText(1) == "the validation part, 12 samples"
    judge.setCurrentIndex(1)
    assert not page.setup.folds_chooser.isVisible()
    session.set_data(with_parts(session.data, np.zeros(40, np.uint8)))
    assert judge.currentIndex() == 0
    assert page.setup.folds_chooser.isVisible()


def test_errors_on_the_validation_part_are_those_of_the_window(held_out, page, qtbot):
    page.setup.judge.setCurrentIndex(1)
    try_values(page, epochs="1,2,6")
    assert page.setup.words.text() == "3 recipes, judged by 12 validation samples"
    press(page.setup.button)
    qtbot.waitUntil(lambda: not page.task.running)
    results = page.results.results
    for recipe, error in zip(results.recipes, results.mean, strict=True):
        tape = Tape(held_out.data, recipe)
        tape.extend()
        assert error == tape.epochs.validation_error[-1]
    assert page.state.text() == "3 recipes judged by the validation part."
    assert "±" not in page.results.caption.text()
    assert page.results.line.figure(FigureChoice()) is not None


def test_other_validation_samples_make_such_results_stale(held_out, page, qtbot):
    page.setup.judge.setCurrentIndex(1)
    searched(page, qtbot, epochs="1,2")
    assert not page.stale.isVisible()
    parts = held_out.data.parts.copy()
    parts[held_out.data.rows_of(VALIDATION)[:3]] = 0
    held_out.set_data(with_parts(held_out.data, parts))
    assert page.stale.isVisible()


def test_other_learners_can_be_searched_beside_a_neuron_set_by_hand(
    page, bench, choose
):
    session = bench.session
    session.set_recipe(session.recipe.replace(learner="manual-neuron"))
    assert "learns nothing" in page.setup.error.text()
    choose("adaline", "perceptron")
    assert page.setup.error.text() == ""
    assert page.setup.button.isEnabled()
