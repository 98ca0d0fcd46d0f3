"""The page of scores: its curves, the threshold on them and in the margin view."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from sklearn import metrics

from engine import Dataset
from engine.data.dataset import TRAINING, VALIDATION
from engine.data.gallery import example
from engine.evaluation.folds import Folds
from gui.features.evaluation.part_chooser import OUT_OF_FOLD
from tests.gui.conftest import User, move_mouse

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton


def press(button):
    QTest.mouseClick(button, LEFT)


def judged(page, qtbot, part, step):
    qtbot.waitUntil(
        lambda: (
            page.answer is not None
            and (page.answer.part, page.answer.step) == (part, step)
        )
    )
    return page.answer.report


def at(plot, across, up):
    return plot.mapFromScene(plot.view.mapViewToScene(QPointF(across, up)))


def noisy():
    return example("noisy-clusters").make()


def numbers(page):
    return [label.text() for label in page.decisions.counts]


def test_of_one_class_there_is_no_curve(bench, hand, qtbot):
    data = Dataset([[0, 0], [2, 1], [1, 3]], [0, 0, 0], class_names=["a", "b"])
    bench.begin(data)
    hand.recorded()
    bench.session.to_end()
    bench.open("Scores")
    scores = bench.sheet.pages["Scores"]
    qtbot.waitUntil(lambda: scores.hint.text() != "")
    assert "All these samples are of one class" in scores.hint.text()
    assert not any(card.export_action.isEnabled() for card in scores.cards)


def test_it_follows_the_playhead_on_the_part_chosen(page, bench, qtbot, exported):
    scores = page("Scores", held_out=0.2, learner="logistic-regression", epochs=3)
    s = bench.session
    for part in (TRAINING, VALIDATION):
        press(scores.parts.buttons[part])
        for step in (s.last, 10):
            s.seek(step)
            judged(scores, qtbot, part, step)
            rows = s.data.rows_of(part)
            z, y = s.model.scores(s.data.X[rows])[:, 0], s.data.y[rows]
            expected = (
                metrics.roc_auc_score(y, z),
                metrics.average_precision_score(y, z),
                metrics.log_loss(y, 1 / (1 + np.exp(-z))),
                metrics.brier_score_loss(y, 1 / (1 + np.exp(-z))),
            )
            told = [value.text() for value in scores.measures.values.values()]
            assert list(map(float, told)) == pytest.approx(expected, abs=6e-5)
            called = (z > 0).astype(int)
            counts = metrics.confusion_matrix(y, called, labels=[1, 0]).ravel()
            assert numbers(scores) == [f"{n:,}" for n in counts]
    fpr, tpr, _ = metrics.roc_curve(y, z, drop_intermediate=False)
    np.testing.assert_allclose(scores.roc.curves[0].across, fpr)
    np.testing.assert_allclose(scores.roc.curves[0].up, tpr)
    for k, card in enumerate(scores.cards):
        press(scores.kinds.button(k))
        picture = exported(card)
        assert not picture.isNull()
    view = scores.roc.view.rect()
    qtbot.waitUntil(lambda: abs(view.width() - view.height()) < 2)


def test_one_threshold_on_the_curve_and_in_the_margin_view(in_window, window, qtbot):
    scores = in_window("Scores", noisy(), learner="logistic-regression", epochs=3)
    hand = User(window, qtbot)
    s, canvas, roc = window.session, window.canvas, scores.roc
    report = judged(scores, qtbot, TRAINING, s.last)
    z, y = s.model.scores(s.data.X)[:, 0], s.data.y
    recipe, weights = s.recipe, s.model.weights.copy()
    own = numbers(scores)
    assert not scores.decisions.note.isVisible()
    # The mouse on the curve: to the place nearest to it.
    port = roc.viewport()
    places = np.column_stack(roc.places(report.curve))
    index = len(places) // 3
    QTest.mousePress(port, LEFT, pos=at(roc, 0.0, 0.0))
    move_mouse(port, at(roc, *places[index]), LEFT)
    QTest.mouseRelease(port, LEFT, pos=at(roc, *places[index]))
    value = scores.threshold.value
    assert value
    reached = (z[y == 0] > value).mean(), (z[y == 1] > value).mean()
    assert np.hypot(*(places[index] - reached)) < 0.02
    assert scores.decisions.box.value() == value
    assert "Not the model’s own threshold 0" in scores.decisions.note.text()
    assert "not the model’s own 0" in scores.readings[0].text()
    # By keys along the curve, then the same on the canvas, where it is dragged.
    before = scores.threshold.value
    QTest.keyClick(roc, KEY.Key_Right)
    assert scores.threshold.value < before
    QTest.keyClick(roc, KEY.Key_Home)
    assert numbers(scores)[::2] == ["0", "0"]
    canvas.axes.margin_action.trigger()
    place, length = canvas.plot.view_rect, np.linalg.norm(s.model.weights[0, :-1])
    low = place[1] + 0.01 * (place[3] - place[1])
    scores.threshold.reset()
    hand.drag((0.0, low), (0.6, low))
    value = scores.threshold.value
    assert value == pytest.approx(0.6 * length, abs=3 * canvas.pixel * length)
    counts = metrics.confusion_matrix(y, z > value, labels=[1, 0]).ravel()
    assert numbers(scores) == [f"{n:,}" for n in counts]
    tp, fn, fp, tn = counts
    words = canvas.plot.layers.items[1].layers[-1].words
    assert words[0].endswith("not the model’s own 0")
    assert words[3] == f"TP {tp} · FP {fp} · FN {fn} · TN {tn}"
    # A double click goes back; the run was never another.
    port = canvas.plot.viewport()
    QTest.mouseDClick(port, LEFT, pos=hand.at(value / length, low))
    assert (scores.threshold.value, numbers(scores)) == (0.0, own)
    scores.decisions.chosen.emit(0.5)
    QTest.mouseDClick(roc.viewport(), LEFT, pos=at(roc, 0.5, 0.5))
    assert scores.threshold.is_own
    assert s.recipe == recipe
    np.testing.assert_array_equal(s.model.weights, weights)
    QTest.mouseRelease(roc.viewport(), LEFT)  # Qt takes it for pressed else
    # Nor does a drag select samples.
    assert not len(canvas.selection)


def test_the_threshold_is_dragged_by_keys_in_the_margin_view(in_window, window, qtbot):
    scores = in_window("Scores", noisy(), learner="logistic-regression", epochs=3)
    s = window.session
    canvas, plot = window.canvas, window.canvas.plot
    s.seek(s.last)
    judged(scores, qtbot, TRAINING, s.last)
    canvas.axes.margin_action.trigger()
    plot.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(plot, KEY.Key_Tab)  # away and back: no more as it was clicked
    qtbot.waitUntil(lambda: not plot.hasFocus())
    QTest.keyClick(window.focusWidget(), KEY.Key_Backtab)
    qtbot.waitUntil(plot.hasFocus)
    crosshair = canvas.reading.crosshair
    for _ in range(80):  # down where no samples are, then to the boundary
        QTest.keyClick(plot, KEY.Key_Down)
    way = KEY.Key_Left if crosshair.place[0] > 0 else KEY.Key_Right
    while abs(crosshair.place[0]) > 6 * canvas.pixel:
        QTest.keyClick(plot, way)
    QTest.keyClick(plot, KEY.Key_Return)
    for _ in range(4):
        QTest.keyClick(plot, KEY.Key_Right)
    QTest.keyClick(plot, KEY.Key_Return)
    value = scores.threshold.value
    assert value > 0
    QTest.keyClick(plot, KEY.Key_Right)
    assert scores.threshold.value == value, "it was let go"
    assert "not the model’s own 0" in plot.accessibleDescription()


def test_out_of_fold_each_sample_is_scored_by_the_model_that_did_not_see_it(
    page, bench, qtbot
):
    scores = page("Scores", learner="adaline", learning_rate=0.001, epochs=2)
    press(scores.parts.buttons[OUT_OF_FOLD])
    report = judged(scores, qtbot, OUT_OF_FOLD, None)
    s, z, y = bench.session, [], []
    from engine import Tape

    for fold in Folds(5).split(s.data):
        tape = Tape(fold, s.recipe)
        tape.extend()
        rows = fold.rows_of(VALIDATION)
        z += tape.model().scores(fold.X[rows])[:, 0].tolist()
        y += fold.y[rows].tolist()
    assert report.curve.area == pytest.approx(metrics.roc_auc_score(y, z))
    told = [value.text() for value in scores.measures.values.values()]
    assert told[2:] == ["–", "–"]
    assert "the scores of Adaline are none" in scores.measures.note.text()
    press(scores.kinds.button(2))
    assert "judge probabilities" in scores.views[2].words.text()
    assert not scores.calibration.isVisible()


def test_of_several_classes_the_one_chosen_is_against_the_rest(page, bench, qtbot):
    scores = page("Scores", "iris", learner="softmax-regression", epochs=5)
    s = bench.session
    judged(scores, qtbot, TRAINING, s.last)
    scores.threshold.put(1.0, 1)
    scores.classes.setFocus()
    QTest.keyClick(scores.classes, KEY.Key_Down)
    QTest.keyClick(scores.classes, KEY.Key_Return)
    qtbot.waitUntil(lambda: scores.answer.report.code == 2)
    assert scores.threshold.is_own, "that of the class before says nothing of this one"
    shares = np.exp(s.model.scores(s.data.X))
    shares /= shares.sum(axis=1, keepdims=True)
    area = metrics.roc_auc_score(s.data.y == 2, shares[:, 2])
    assert scores.answer.report.curve.area == pytest.approx(area)
    assert "0 a probability of one half" in scores.decisions.note.text()
    half = metrics.confusion_matrix(s.data.y == 2, shares[:, 2] > 0.5, labels=[1, 0])
    assert numbers(scores) == [f"{n}" for n in half.ravel()]
