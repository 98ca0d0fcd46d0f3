"""Cross-validation in the sheet: live errors, folds on the canvas, a fold held out."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.data.dataset import TEST, TRAINING, VALIDATION, Dataset
from engine.data.edits import Weigh
from engine.evaluation.folds import Folds
from engine.evaluation.search import search
from engine.evaluation.search_workers import Threads
from gui.canvas.fold_view import FoldView
from gui.style.theme import LIGHT
from tests.gui.conftest import LEFT, switch
from tests.gui.features.evaluation.conftest import clusters
from tests.gui.pixels import colours


@pytest.fixture
def page(small, qtbot, bench):
    page = small("Cross-validation")
    settled(page, qtbot, bench)
    return page


def settled(page, qtbot, bench):
    qtbot.waitUntil(
        lambda: (
            page.cross_validation is not None
            and page.cross_validation.finished
            and page.cross_validation.recipe == bench.session.recipe
            and page.cross_validation.data is bench.session.data
            and not page.computing
        ),
    )


def click_row(page, row):
    place = page.table.visualItemRect(page.table.item(row, 2)).center()
    QTest.mouseClick(page.table.viewport(), LEFT, pos=place)


def shown(bench):
    return bench.canvas.plot.picture


def test_of_other_data_begun_with_nothing_stays(page, qtbot, bench):
    bench.begin(clusters(60))
    assert (
        page.cross_validation is None
        or page.cross_validation.data is bench.session.data
    )
    assert not page.left.caption.text()
    assert not shown(bench).folds
    settled(page, qtbot, bench)
    assert page.top.caption.text().startswith("60 samples")


def test_errors_are_those_of_a_search(page, bench):
    with Threads(1) as workers:
        session = bench.session
        right = search(session.data, [session.recipe], Folds(5), workers=workers)
    np.testing.assert_array_equal(page.cross_validation.validation, right.errors[0])
    texts = [page.table.item(i + 1, 2).text() for i in range(5)]
    assert texts == [f"{100 * e:.1f} %" for e in right.errors[0]]
    mean = f"{100 * right.mean[0]:.1f} %"
    assert page.table.item(0, 2).text() == mean
    low, high = (f"{100 * end:.1f}" for end in right.interval(0))
    assert page.left.caption.text() == f"{mean} ({low} to {high} %)"


def test_a_fold_is_seen_on_the_canvas(page, bench, qtbot, monkeypatch):
    click_row(page, 2)
    picture, fold = shown(bench), page.cross_validation.folds[1]
    np.testing.assert_array_equal(picture.data.parts, fold.parts)
    assert picture.model is page.cross_validation.models[1]
    held_out = fold.rows_of(VALIDATION)
    wrong = page.cross_validation.models[1].mistaken(fold.X[held_out], fold.y[held_out])
    np.testing.assert_array_equal(picture.wrong, held_out[wrong])
    assert picture.legend.startswith("fold 2 of 5")
    assert "held out (hollow)" in picture.legend
    monkeypatch.setattr("gui.canvas.fold_view.MOST_SYMBOLS", 10)
    assert (
        "held out (hatched, hollow close up)"
        in FoldView(page.cross_validation, 1).legend
    )
    qtbot.waitUntil(lambda: "folds" in bench.canvas.footer.caption.text())


def test_all_folds_have_a_thin_line_each(page, bench):
    click_row(page, 2)
    click_row(page, 0)
    picture = shown(bench)
    assert len(picture.folds) == 5
    np.testing.assert_array_equal(
        picture.wrong, np.flatnonzero(page.cross_validation.wrong)
    )
    assert picture.legend.startswith("all 5 folds")


@pytest.fixture
def svm_page(in_window, window, qtbot):
    """The page with the folds of a linear SVM, which are on the canvas."""
    page = in_window("Cross-validation", clusters(), learner="linear-svm", epochs=5)
    settled(page, qtbot, window)
    return page


def test_all_folds_together_have_no_margins(svm_page, window):
    """Margins are those of one weight vector, here five vote."""
    svm_margins = window.canvas.plot.layers.svm_margins
    click_row(svm_page, 1)
    click_row(svm_page, 0)
    assert not svm_margins.margins
    assert not len(svm_margins.rows)
    assert not svm_margins.legend()
    assert not svm_margins.summary
    assert not switch(window.canvas, "support_vectors").isEnabled()


def test_the_margins_of_a_fold_are_of_what_it_learned_from(svm_page, window):
    page, svm_margins = svm_page, window.canvas.plot.layers.svm_margins
    click_row(page, 2)
    model, fold = page.cross_validation.models[1], page.cross_validation.folds[1]
    assert len(svm_margins.margins) == 2
    for line, side in zip(svm_margins.margins, (-1, 1), strict=True):
        assert model.scores(line)[:, 0] == pytest.approx([side, side])
    y = 2 * fold.y - 1
    inside = (y * model.scores(fold.X)[:, 0] <= 1 + 1e-6) & (fold.parts == TRAINING)
    assert svm_margins.rows.tolist() == np.flatnonzero(inside).tolist()
    assert len(svm_margins.rows)


def test_the_canvas_is_the_runs_again(page, small, bench, hand):
    small("Confusion matrix")
    assert not shown(bench).legend
    small("Cross-validation")
    assert shown(bench).legend
    bench.session.set_playing(True)  # a run that plays is looked at
    assert not shown(bench).legend
    page.on_canvas.click()
    bench.sheet.close()
    assert not shown(bench).legend


def test_it_follows_data_and_recipe(page, bench, hand, qtbot):
    before = page.cross_validation
    bench.resize(1440, 900)
    qtbot.waitUntil(lambda: not page.table.verticalScrollBar().isVisible())
    bench.session.set_recipe(bench.session.recipe.replace(epochs=2))
    settled(page, qtbot, bench)
    assert page.cross_validation is not before
    hand.click(0.0, 0.0)
    settled(page, qtbot, bench)
    assert page.cross_validation.data.n_samples == 41
    page.folds_chooser.k.setValue(3)
    qtbot.waitUntil(lambda: len(page.cross_validation.folds) == 3)
    assert page.table.rowCount() == 4


def test_a_fold_is_held_out_and_given_back(page, bench):
    assert not page.hold.isEnabled()
    click_row(page, 3)
    fold, before = page.cross_validation.folds[2], bench.session.data.parts
    QTest.mouseClick(page.hold, LEFT)
    np.testing.assert_array_equal(bench.session.data.parts, fold.parts)
    assert (bench.session.data.parts == TEST).sum() == 8
    bench.session.undo_stack.undo()
    np.testing.assert_array_equal(bench.session.data.parts, before)


def test_what_is_in_the_way_is_said(page, bench, qtbot):
    page.folds_chooser.k.setValue(40)
    qtbot.waitUntil(lambda: "40 folds of 32 samples" in page.message.words.text())
    assert not page.chart.isVisible()
    assert not page.table.isVisible()
    recipe = bench.session.recipe
    bench.session.set_recipe(recipe.replace(learner="manual-neuron"))
    qtbot.waitUntil(lambda: "learns nothing" in page.message.words.text())
    bench.canvas.commands.clear_points()
    bench.session.set_recipe(recipe)
    qtbot.waitUntil(lambda: "Draw points" in page.message.words.text())
    assert not shown(bench).legend
    page.folds_chooser.k.setValue(5)
    bench.session.begin(clusters(), recipe)
    qtbot.waitUntil(page.chart.isVisible)
    assert not page.message.isVisible()


def test_a_class_with_too_few_samples_is_noted_under_the_folds(page, bench, qtbot):
    note = page.folds_chooser.note
    assert not note.isVisible()
    rare = Dataset(
        [[0, 0], [1, 0], [2, 0], [3, 0], [4, 1], [5, 1]],
        [0, 0, 0, 0, 1, 1],
        class_names=["many", "<b>few"],
    )
    bench.session.begin(rare, bench.session.recipe)
    page.folds_chooser.k.setValue(4)
    qtbot.waitUntil(note.isVisible)
    assert note.text().startswith("Class “<b>few” has 2 samples: some of the 4 folds")
    assert note.textFormat() == Qt.TextFormat.PlainText
    page.folds_chooser.k.setValue(2)
    qtbot.waitUntil(note.isHidden)


def test_arrows_go_through_the_folds(page, bench):
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Down)
    QTest.keyClick(page.table, Qt.Key.Key_Down)
    assert shown(bench).legend.startswith("fold 2 of 5")


@pytest.mark.parametrize("margin", [False, True])
def test_more_features_a_map_and_the_margin_view(page, bench, hand, qtbot, margin):
    from engine import Dataset

    rng = np.random.default_rng(0)
    y = np.arange(45) % 3
    X = rng.normal(0, 1, (45, 4)) + y[:, None]
    bench.begin(Dataset(X, y))
    bench.session.set_recipe(
        bench.session.recipe.replace(epochs=3, squares=True, standardise=True)
    )
    hand.recorded()
    settled(page, qtbot, bench)
    if margin:
        bench.canvas.axes.margin_action.trigger()
    for row in (1, 0):
        click_row(page, row)
        picture = shown(bench)
        assert picture.legend
        bench.canvas.plot.grab()  # is drawn
        assert len(picture.folds) == (5 if row == 0 else margin)


def test_its_figure_is_exported(page, exported):
    picture = exported(page.left)
    assert LIGHT.good in colours(picture)
    legend = picture.copy(0, 0, picture.width(), 2 * 40)
    assert {LIGHT.good, LIGHT.ink} <= colours(legend)


def test_those_wrong_are_counted_whatever_they_weigh(page, qtbot, bench, hand):
    session = bench.session
    n = session.data.n_samples
    weights = np.arange(n) / 4  # the first is 0: it is left out
    session.edit(Weigh(np.arange(n), weights), "weigh")
    hand.recorded()
    settled(page, qtbot, bench)
    column = [page.table.item(i, 3).text() for i in range(page.table.rowCount())]
    held_out = page.cross_validation.held_out
    wrong = page.cross_validation.wrong
    assert column == [
        f"{wrong[rows].sum()} of {len(rows)}"
        for rows in [np.concatenate(held_out), *held_out]
    ]
    taken = session.data.parts != TEST
    assert sum(map(len, held_out)) == (taken & (weights > 0)).sum()
