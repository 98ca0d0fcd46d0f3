"""Search in the sheet: plan, heatmap, cells that load, cancel, the test part."""

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from engine.data.dataset import TEST, Dataset
from engine.data.edits import Weigh
from engine.estimators import Perceptron
from engine.evaluation.folds import Folds
from engine.evaluation.search import search
from engine.evaluation.search_space import ParameterGrid
from engine.evaluation.search_workers import Threads
from gui.session.final_test import FinalTest
from gui.style.preferences import SAFE_CSV
from gui.style.text import number
from tests.gui.conftest import LEFT


@pytest.fixture
def page(small):
    page = small("Search")
    page.setup.more.fold_button.setChecked(True)
    for row in page.setup.hyperparameters.rows.values():
        if row.box.isChecked():
            row.box.click()
    return page


def try_values(page, **texts):
    for name, text in texts.items():
        QTest.keyClicks(page.setup.hyperparameters.rows[name].field, text)


def press(button):
    QTest.mouseClick(button, LEFT)


def searched(page, qtbot, **texts):
    try_values(page, **texts)
    press(page.setup.button)
    qtbot.waitUntil(
        lambda: page.results.results is not None and not page.task.running,
    )


def test_the_number_of_runs_is_told_beforehand(page):
    assert not page.setup.button.isEnabled()
    assert "Check at least one" in page.setup.error.text()
    try_values(page, epochs="1,2,3", tolerance="0..1:2")
    assert page.setup.words.text() == "5 folds × 6 recipes = 30 runs"
    page.setup.way.setCurrentIndex(1)
    page.setup.n.setValue(7)
    assert page.setup.words.text() == "5 folds × 7 recipes = at most 35 runs"


def test_a_class_with_too_few_samples_is_noted_under_the_folds(page, bench):
    chooser = page.setup.folds_chooser
    assert not chooser.note.isVisible()
    data = bench.session.data
    few = min(np.bincount(data.y[data.parts != TEST]))
    chooser.k.setValue(few + 1)
    assert f"has {few} samples: some of the {few + 1} folds" in chooser.note.text()
    assert chooser.note.isVisible()


def test_the_exported_table_is_safe_for_spreadsheets_where_that_is_chosen(
    page, qtbot, bench, answer, tmp_path
):
    data = bench.session.data
    named = Dataset(data.X, data.y, feature_names=["=x", "b"])
    bench.session.begin(named, bench.session.recipe)
    searched(page, qtbot, features="=x;b")
    answer(tmp_path / "found")
    try:
        for wish, cell in (("off", "=x"), ("on", "'=x")):
            SAFE_CSV.choose(wish)
            press(page.export)
            text = (tmp_path / "found.csv").read_text()
            assert sorted(line.split(",")[0] for line in text.splitlines()[1:]) == [
                cell, "b",
            ]  # fmt: skip
    finally:
        SAFE_CSV.choose("system")


def test_a_bad_value_is_said_beside_its_field(page):
    for name, text, said in (
        ("epochs", "1,x", "is not a number"),
        ("epochs", "0", "out of range"),
        ("epochs", "9..1", "range 9 … 1 begins above its end"),
        ("stop_without_mistake", "1..x", "has no range, as it is not a number"),
        ("stop_without_mistake", "1..2", "its values with commas, such as no,yes"),
        ("stop_without_mistake", "perhaps", "“perhaps” is no choice: give yes or no"),
        ("features", "x1,x9", "x9"),
        ("order", "sideways", "is not known: choose one of"),
    ):
        try_values(page, **{name: text})
        row = page.setup.hyperparameters.rows[name]
        assert row.error.isVisible()
        assert said in row.error.text()
        assert not page.setup.button.isEnabled()
        row.box.click()
        assert not row.error.isVisible()
        row.field.clear()


def test_errors_are_those_of_the_engine_and_a_cell_loads(page, bench, qtbot):
    searched(page, qtbot, epochs="1,2,8", tolerance="0,1")
    session, heat = bench.session, page.results.heat
    base = session.recipe
    grid = ParameterGrid({"epochs": (1, 2, 8), "tolerance": (0.0, 1.0)})
    with Threads(1) as workers:
        right = search(session.data, grid.recipes(base), Folds(5), workers=workers)
    outcome = page.results.results
    by_recipe = dict(zip(right.recipes, right.mean, strict=True))
    assert dict(zip(outcome.recipes, outcome.mean, strict=True)) == by_recipe
    place = heat.cell(2, 1).center().toPoint()  # epochs 8, tolerance 1
    QTest.mouseClick(heat.viewport(), LEFT, pos=place)
    loaded = session.recipe
    assert {loaded.epochs, loaded.tolerance} == {8, 1.0}
    error = f"{100 * by_recipe[loaded]:.1f}"
    assert error in page.results.readout.text()
    assert "Loaded" in page.state.text()
    session.undo_stack.undo()
    assert session.recipe == base


def test_one_hyperparameter_is_a_line_of_which_the_best_is_used(page, bench, qtbot):
    searched(page, qtbot, epochs="1,2,6")
    assert page.results.stack.currentWidget() is page.results.line
    results = page.results.results
    _, mean = page.results.line.line.getData()
    np.testing.assert_allclose(mean, 100 * results.mean)
    assert not page.results.table.isVisible()
    best = results.recipes[results.best]
    assert page.results.use.text() == f"Use epochs {best.epochs}"
    press(page.results.use)
    assert bench.session.recipe == best


def test_recipes_are_compared_by_the_score_that_is_chosen(page, bench, qtbot):
    page.setup.score.setCurrentIndex(page.setup.score.findText("balanced accuracy"))
    searched(page, qtbot, epochs="1,2,8")
    outcome, data = page.results.results, bench.session.data
    recipes = [bench.session.recipe.replace(epochs=k) for k in (1, 2, 8)]
    known = search(data, recipes, Folds(5), score="balanced")
    assert outcome.mean.tolist() == known.mean.tolist()
    assert page.results.table.horizontalHeaderItem(1).text() == "balanced error"
    assert page.results.subject.text().endswith(": 15 runs, by balanced error")
    axis = page.results.line.getPlotItem().getAxis("left")
    assert axis.labelText == "balanced error in %"


def test_it_opens_with_the_number_that_decides(small, bench, qtbot):
    """From zero a perceptron learns the same at any η, so its tolerance."""
    page = small("Search")
    setup = page.setup
    for learner, aim in (
        ("perceptron", "tolerance"), ("linear-svm", "λ"), ("adaline", "η"),
    ):  # fmt: skip
        recipe = bench.session.recipe
        bench.session.set_recipe(recipe.replace(learner=learner))
        assert setup.button.text() == f"Find a good {aim}"
    assert not setup.learners.isVisible()
    assert setup.more.caption.text() == "5 folds"
    press(setup.button)
    qtbot.waitUntil(lambda: page.results.use.isVisible())
    results = page.results.results
    rates = [recipe.learning_rate for recipe in results.recipes]
    assert rates == [1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1.0]
    press(page.results.use)
    rate = bench.session.recipe.learning_rate
    assert page.results.use.text() == f"Use η = {number(rate)}"
    assert rate == rates[results.best]


def test_a_heading_has_the_room_it_needs(page, bench, qtbot):
    recipe = bench.session.recipe
    bench.session.set_recipe(recipe.replace(learner="linear-svm"))
    searched(page, qtbot, strength="0.1,1", epochs="1,2", features="x1;x1,x2")
    header = page.results.table.horizontalHeader()
    for column in range(1, header.count()):
        assert header.sectionSize(column) >= header.sectionSizeHint(column)


def test_settings_keep_their_height_beside_results(page, bench, qtbot):
    bench.resize(1000, 560)
    for texts in ({"epochs": "1,2"}, {"tolerance": "0,1"}):  # a line, then a table too
        press(page.setup.more.fold_button)
        searched(page, qtbot, **texts)
        qtbot.wait(0)
        press(page.setup.more.fold_button)
        qtbot.wait(0)
        rows = page.setup.hyperparameters
        assert rows.height() >= rows.minimumSizeHint().height()


def test_cancel_answers_at_once_and_keeps_what_is_known(page, qtbot):
    try_values(page, epochs="100000..200000:20", stop_without_mistake="no")
    press(page.setup.button)
    assert page.setup.stop.isVisible()
    press(page.setup.button)  # a second press does nothing
    press(page.setup.stop)
    assert not page.task.running
    assert not page.setup.stop.isVisible()
    assert "Cancelled" in page.state.text()
    assert page.setup.button.isEnabled()


def test_a_search_begins_without_the_figures_of_the_last(page, qtbot):
    searched(page, qtbot, epochs="1,2")
    assert page.results.use.isVisible()
    try_values(page, epochs="00000", stop_without_mistake="no")
    press(page.setup.button)
    assert not page.results.use.isVisible()
    assert not page.results.line.isVisible()
    assert not page.results.caption.text()
    press(page.setup.stop)


def test_closing_ends_a_search(page, bench, qtbot):
    try_values(page, epochs="100000..200000:20", stop_without_mistake="no")
    press(page.setup.button)
    bench.sheet.close()
    assert not page.task.running
    assert "Cancelled" in page.state.text()
    qtbot.waitUntil(lambda: not page.task.alive)


def test_changed_data_make_the_results_stale(page, bench, hand, qtbot):
    searched(page, qtbot, epochs="1,2")
    assert page.final_evaluation.button.isEnabled()
    hand.click(0.5, 0.5)
    assert page.stale.isVisible()
    assert not page.final_evaluation.button.isEnabled()
    bench.session.undo_stack.undo()
    assert not page.stale.isVisible()
    bench.session.edit(Weigh(np.array([0]), np.array([2.0])), "weigh")
    assert page.stale.isVisible()


def test_data_changed_while_a_search_runs_are_told_of(page, hand):
    try_values(page, epochs="100000..200000:20", stop_without_mistake="no")
    press(page.setup.button)
    assert "No run" in page.state.text()
    assert not page.stale.isVisible()
    hand.click(0.5, 0.5)
    assert page.stale.isVisible()
    press(page.setup.stop)
    assert page.stale.isVisible() == (page.results.results is not None)


def test_results_outlive_their_closed_window(page, bench, hand, qtbot):
    searched(page, qtbot, epochs="1,2")
    bench.sheet.close()
    hand.click(0.5, 0.5)
    bench.sheet.show()
    assert page.results.use.isVisible()
    assert page.stale.isVisible()


def answer(which):
    def press_it():
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        assert "once" in box.text()
        next(b for b in box.buttons() if b.text() == which).click()

    QTimer.singleShot(0, press_it)


def test_the_test_part_judges_the_best_and_is_counted(page, bench, qtbot):
    assert "not used yet" in page.final_evaluation.caption.text()
    searched(page, qtbot, epochs="3,4")
    answer("Not yet")
    press(page.final_evaluation.button)
    assert FinalTest.of(bench.session).count == 0
    answer("Use it now")
    press(page.final_evaluation.button)
    qtbot.waitUntil(lambda: FinalTest.of(bench.session).count == 1)
    data, results = bench.session.data, page.results.results
    rest, test = data.parts != TEST, data.parts == TEST
    epochs = results.recipes[results.best].epochs
    model = Perceptron(epochs=epochs).fit(data.X[rest], data.y[rest])
    error = 1 - model.score(data.X[test], data.y[test])
    assert f"Test error {100 * error:.1f} %" in page.final_evaluation.result.text()
    assert "used 1 ×" in page.final_evaluation.caption.text()


def test_a_learner_that_learns_nothing_is_not_searched(page, bench):
    recipe = bench.session.recipe
    bench.session.set_recipe(recipe.replace(learner="manual-neuron"))
    assert "learns nothing" in page.setup.error.text()
    assert not page.setup.button.isEnabled()


def test_recipes_are_compared_on_one_class_too(page, bench, qtbot):
    bench.session.set_data(
        Dataset([[2, 4], [-6, 1], [3, 3], [-5, 2], [1, 1]], [-1] * 5)
    )
    searched(page, qtbot, epochs="1,2")
    assert len(page.results.results.recipes) == 2
