"""The learning curve: computed anew, read, cancelled, and what it claims."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine import Dataset
from engine.data import gallery
from engine.evaluation.folds import Folds
from engine.evaluation.learning_curve import LearningCurve, learning_curve
from gui.features.evaluation.data_checks import SORTED, sorted_order_note
from gui.features.evaluation.learning_curve_page import ONE_SPLIT, conclusion, reading
from tests.gui.features.evaluation.conftest import clusters

SIZES = np.array([10, 20, 40, 80])


def done(page, qtbot):
    qtbot.waitUntil(lambda: not page.computing)


def curve_of(training, validation, scatter, held_out=100_000):
    noise = np.linspace(-scatter, scatter, 5)[:, None]
    return LearningCurve(SIZES, training + 0 * noise, validation + noise, held_out)


def test_it_is_the_engines_curve_and_follows_the_recipe(page, bench, qtbot, point):
    learning = page("Learning curve")
    done(learning, qtbot)
    s = bench.session
    for change in ({}, {"epochs": 3}):
        s.set_recipe(s.recipe.replace(**change))
        done(learning, qtbot)
        theirs = learning_curve(Folds(5, 0).split(s.data), s.recipe)
        assert np.array_equal(learning.plot.curve.validation, theirs.validation)
    learning.k.setValue(3)
    done(learning, qtbot)
    assert len(learning.plot.curve.training) == 3
    assert learning.card.caption.text() == "mean of 3 folds"
    point(learning.plot.viewport(), QPoint(300, 100))
    assert "training error" in learning.reading.text()


def test_of_other_data_begun_with_nothing_stays(page, bench, qtbot):
    learning = page("Learning curve")
    done(learning, qtbot)
    assert learning.words.text()
    bench.begin(clusters())
    assert learning.plot.curve is None
    assert not learning.words.text()
    assert not learning.card.caption.text()
    done(learning, qtbot)
    assert learning.plot.curve.sizes[-1] == 32


def test_a_split_is_the_first_choice_where_there_is_one(page, bench, qtbot):
    learning = page("Learning curve", held_out=0.2)
    done(learning, qtbot)
    assert len(learning.plot.curve.training) == 1
    assert learning.words.text() == ONE_SPLIT
    learning.how.setCurrentIndex(0)
    done(learning, qtbot)
    assert len(learning.plot.curve.training) == 5
    assert not learning.how.toolTip()
    bench.session.set_data(clusters())
    done(learning, qtbot)
    assert not learning.how.isEnabled()
    assert "“Hold out” beside the data" in learning.how.toolTip()


def test_samples_sorted_by_class_are_to_be_shuffled(page, bench, qtbot):
    learning = page("Learning curve", "iris")
    done(learning, qtbot)
    s = bench.session
    assert SORTED not in learning.words.text()
    s.set_data(gallery.example("iris").source(shuffled=False))
    done(learning, qtbot)
    assert SORTED in learning.words.text()
    assert not sorted_order_note(s.data, s.recipe.replace(order="shuffled"))
    folds = bench.sheet.open("Cross-validation")
    qtbot.waitUntil(
        lambda: (
            folds.cross_validation is not None and folds.cross_validation.data is s.data
        )
    )
    assert folds.order.text() == SORTED
    s.set_recipe(s.recipe.replace(order="shuffled"))
    qtbot.waitUntil(lambda: folds.cross_validation.recipe == s.recipe)
    assert not folds.order.isVisible()


def test_it_can_be_cancelled_and_begun_again(page, bench, hand, qtbot):
    learning = page("Learning curve")
    done(learning, qtbot)
    s = bench.session
    X = np.random.default_rng(0).normal(size=(100_000, 2))
    s.begin(Dataset(X, np.arange(100_000) % 2), s.recipe.replace(epochs=1000))
    qtbot.waitUntil(lambda: learning.task.running)
    assert not any(band.isVisible() for band in learning.plot.bands)
    QTest.mouseClick(learning.waiting.button, Qt.MouseButton.LeftButton)
    done(learning, qtbot)
    assert learning.waiting.button.text() == "Compute"
    QTest.mouseClick(learning.waiting.button, Qt.MouseButton.LeftButton)
    assert learning.task.running
    bench.sheet.close()
    assert not learning.task.running


def test_it_can_be_cancelled_before_it_begins(page, bench, hand, qtbot):
    learning = page("Learning curve")
    done(learning, qtbot)
    learning.k.setValue(learning.k.value() + 1)
    assert learning.waiting.label.text() == "soon…"
    QTest.mouseClick(learning.waiting.button, Qt.MouseButton.LeftButton)
    assert learning.waiting.label.text() == "cancelled"
    assert not learning.computing
    QTest.mouseClick(learning.waiting.button, Qt.MouseButton.LeftButton)
    done(learning, qtbot)
    assert learning.plot.curve is not None


def test_what_cannot_learn_is_said(page, bench, hand, qtbot):
    learning = page("Learning curve", learner="manual-neuron")
    done(learning, qtbot)
    assert "by hand" in learning.hint.text()
    bench.clear()
    bench.session.set_recipe(bench.session.recipe.replace(learner="perceptron"))
    done(learning, qtbot)
    assert "Draw points" in learning.hint.text()
    hand.click(-1, -1)
    done(learning, qtbot)
    assert "of one class" in learning.hint.text()
    assert not learning.plot.isVisible()
    assert not learning.words.text()


@pytest.mark.parametrize(
    ("training", "validation", "scatter", "claim"),
    [
        ([0, 0, 0, 0.0], [0.4, 0.3, 0.2, 0.1], 0.01, "more samples would probably"),
        ([0, 0, 0, 0.0], [0.4, 0.2, 0.2, 0.2], 0.01, "may help more than samples"),
        ([0.1, 0.2, 0.2, 0.2], [0.3, 0.2, 0.2, 0.2], 0.01, "will hardly help"),
        ([0, 0, 0, 0.0], [0.4, 0.3, 0.2, 0.1], 0.4, "too much chance to say"),
    ],
)
def test_it_claims_only_what_it_shows(training, validation, scatter, claim):
    # the same scatter at every size would cancel in the fall
    assert claim in conclusion(curve_of(training, validation, scatter))


@pytest.mark.parametrize(
    ("validation", "enough", "claim"),
    [
        ([0.0, 0.0, 0.0, 0.0], 80, "will hardly help"),
        ([0.5, 0.5, 0.25, 0.0], 100, "will hardly help"),
        ([0.4, 0.4, 0.3, 0.2], 500, "would probably help"),
        ([0.2, 0.2, 0.2, 0.2], 2000, "may help more than samples"),
    ],
)
def test_folds_that_agree_claim_nothing_of_few_samples(validation, enough, claim):
    """Of 12 samples, none of them wrong, an error of 26 % is still possible."""
    few = conclusion(curve_of(np.zeros(4), np.array(validation), 0.0, held_out=12))
    assert few.endswith("too much chance to say whether more samples would help.")
    many = curve_of(np.zeros(4), np.array(validation), 0.0, held_out=enough)
    assert claim in conclusion(many)


def test_twelve_samples_all_right_are_read_with_what_they_leave_open(page, qtbot):
    learning = page("Learning curve", held_out=0)
    done(learning, qtbot)
    curve = LearningCurve(SIZES[:1], np.zeros((3, 1)), np.zeros((3, 1)), 12)
    learning.show_result(curve, "")
    assert "percentage points (95 % interval 0.0 to 26.5)" in learning.words.text()
    assert reading(curve, 0) == (
        "10 samples: training error 0.0 %, validation error 0.0 % (0.0 to 26.5 %)"
    )
