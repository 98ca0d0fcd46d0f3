"""The race: runs on the same data, order, start and seed, in step by samples."""

import gc
import re
import threading

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter, QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget, QWidgetItem

from engine import Dataset, Recipe, Tape
from engine.data import gallery
from engine.data.dataset import VALIDATION
from engine.data.split import split
from engine.evaluation.error_rates import error_on
from gui.features.race.race import Race, samples_seen, step_at
from gui.features.race.race_window import RULE
from gui.features.race.run_card import DIGITS
from gui.session.run_labels import run_labels
from gui.style.text import number
from gui.widgets.cards import FoldButton
from gui.widgets.combo_boxes import ComboBox
from gui.widgets.number_boxes import IntegerBox

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def race(window, hand, qtbot):
    """The race window on two clusters, opened by key, all recorded."""
    window.files.begin_with(gallery.example("two-clusters").make())
    recipe = hand.session.recipe.replace(epochs=8, order="shuffled", seed=5)
    hand.session.set_recipe(recipe)
    hand.recorded()
    hand.key(Qt.Key.Key_R, CTRL)
    settle(window, qtbot)
    return window.part("Race").window


def settle(window, qtbot):
    def done():
        race = window.part("Race").window.race
        return all(
            run.tape is not None
            and run.tape.data is window.session.data
            and run.tape.recipe == run.recipe
            and run.tape.finished
            and run.idle
            for run in race.runs
        )

    qtbot.waitUntil(done)


def recorders():
    return sum(thread.name == "recorder" for thread in threading.enumerate())


def curve_of(race, plot, run):
    return plot.curves[race.race.place_of(run)]


def learners_of(race):
    return [run.recipe.learner for run in race.race.runs]


@pytest.mark.parametrize("batch", [1, 3, 4, 0])
def test_steps_and_samples_seen(batch):
    data = Dataset(np.ones((10, 1)), [0, 1] * 5)
    tape = Tape(data, Recipe("adaline", batch_size=batch, epochs=3))
    size = batch or 10
    sizes = [min(size, 10 - first) for first in range(0, 10, size)] * 3
    over = np.concatenate([[0], np.cumsum(sizes)])
    for samples in range(31):
        step = step_at(tape, samples)
        assert step == np.searchsorted(over, samples, side="right") - 1
    assert [samples_seen(tape, step) for step in range(len(over))] == over.tolist()


def test_it_begins_with_the_present_recipe_and_rivals(race, window):
    assert race.race.runs[0].recipe == window.session.recipe
    assert learners_of(race) == ["perceptron", "averaged-perceptron", "adaline"]
    for run in race.race.runs:
        recipe = run.recipe
        assert (recipe.order, recipe.seed, recipe.start) == ("shuffled", 5, "zero")
    assert "80 points · order shuffled · start zero · seed 5" in race.shared.text()


@pytest.mark.parametrize("batch", [0, 1, 8])
def test_a_gradient_learner_races_per_sample_and_by_full_batch(window, batch):
    window.session.set_recipe(Recipe("adaline", batch_size=batch))
    race = Race(window.session, window)
    sizes = [run.recipe.get("batch_size") for run in race.runs]
    assert sizes == [batch, 0 if batch else 1, None]
    race.close()


def test_all_runs_are_in_step_by_samples(race, window, qtbot):
    race.race.set_recipe(
        race.race.runs[2], race.race.runs[2].recipe.replace(batch_size=0)
    )
    settle(window, qtbot)
    race.race.seek(240)
    assert [run.step for run in race.race.runs] == [240, 240, 3]
    race.race.seek(239)
    assert [run.step for run in race.race.runs] == [239, 239, 2]
    QTest.keyClick(race, Qt.Key.Key_Right)
    assert [run.step for run in race.race.runs] == [240, 240, 3]
    rows = [run.frame.rows[-1] for run in race.race.runs[:2]]
    assert rows[0] == rows[1]


def test_a_run_that_ended_stays_at_its_end(race, window, qtbot):
    race.race.set_recipe(race.race.runs[1], race.race.runs[1].recipe.replace(epochs=2))
    settle(window, qtbot)
    QTest.keyClick(race, Qt.Key.Key_End)
    assert race.race.samples == 640
    assert [run.step for run in race.race.runs] == [640, 160, 640]
    assert "stopped at the limit of 2 epochs" in race.cards[1].words.text()
    QTest.keyClick(race, Qt.Key.Key_Home)
    assert [run.step for run in race.race.runs] == [0, 0, 0]


def test_the_words_are_those_of_the_tape(race):
    race.race.seek(333)
    for card in race.cards:
        frame, model = card.run.frame, card.run.model
        text = card.words.text()
        assert f"{100 * model.training_error:.1f}\u00a0%" in text  # in one line
        assert f"{frame.updates} update" in text
        assert "epoch 5" in text
    assert "333 samples seen · epoch 5" in race.transport.words.text()


def test_the_curves_are_those_of_the_runs_and_grow_with_the_playhead(race):
    """The axes have room for the end from the start: only the curves move."""
    plot, box = race.curves.training, race.curves.training.getViewBox()
    rooms = []
    for samples, epochs in ((0, 0), (159, 1), (200, 2), (race.race.last, 8)):
        race.race.seek(samples)
        rooms.append(box.viewRange())
        for run in race.race.runs:
            curve = curve_of(race, plot, run)
            assert curve.across.tolist() == list(range(1, epochs + 1))
            errors = 100 * run.tape.epochs.training_error[:epochs]
            np.testing.assert_allclose(curve.up, errors)
    assert all(room == rooms[0] for room in rooms)
    assert box.viewRange()[0][1] > 8
    text = race.curves.legend.text().replace("&nbsp;", " ")
    assert "Averaged perceptron, η 1" in text
    race.race.seek(200)
    assert race.curves.training.cursor.at == 2.5


def test_a_cost_is_that_of_the_epoch_which_is_named(race):
    card = next(card for card in race.cards if card.run.tape.epochs.cost is not None)
    each, costs = card.run.tape.problem.steps_per_epoch, card.run.tape.epochs.cost
    race.race.seek(2 * each)
    assert card.words.text().endswith(f"<b>{number(costs[1], DIGITS)}</b>")
    race.race.seek(2 * each + 1)
    ending = f"<b>{number(costs[1], DIGITS)}</b> after\u00a0epoch\u00a02"
    assert card.words.text().endswith(ending)


def test_the_boundaries_lie_over_each_other_at_the_playhead(race):
    plane = race.plane
    assert plane.picture().compared[0].models == ()  # no boundary at the start
    race.race.seek(200)
    layer = plane.plot.layers.compared_boundaries
    assert [run.place for run in layer.runs] == [0, 1, 2]
    for run, lines in zip(race.race.runs, layer.lines, strict=True):
        (line,) = lines
        scores = run.model.scores(line)
        np.testing.assert_allclose(scores, 0, atol=1e-9)


def test_at_the_end_it_is_said_who_won_and_why(race, window, qtbot):
    """By hand: w = ±x of any first sample has all four right, so 1 update of four.

    Adaline, which updates at every sample, has them right after four.
    """
    window.session.set_data(Dataset([[2, 1], [1, 3], [-1, -2], [-2, -1]], [1, 1, 0, 0]))
    race.race.set_recipe(race.race.runs[1], Recipe("adaline", learning_rate=1e-4))
    race.cards[2].remove_button.click()
    qtbot.waitUntil(lambda: len(race.cards) == 2)
    settle(window, qtbot)
    race.race.seek(race.race.last - 1)
    assert race.finish.text() == RULE
    QTest.keyClick(race, Qt.Key.Key_End)
    said = QTextDocumentFragment.fromHtml(race.finish.text()).toPlainText()
    assert said == (
        "Perceptron wins: no sample wrong after 1 epoch, 1 update. "
        "Adaline needed 3 updates more."
    )


def test_costs_are_compared_where_the_loss_is_the_same(race, window, hand, qtbot):
    curves = race.curves
    assert not curves.cost.isVisible()  # each of the three has its own J
    own = race.race.runs[2].recipe
    race.race.set_recipe(race.race.runs[1], own.replace(batch_size=0))
    settle(window, qtbot)
    race.race.seek(race.race.last)
    assert curves.cost.isVisible()
    assert not curves.validation.isVisible()
    assert not curves.choice.isVisible()
    for _ in range(2):
        for run in race.race.runs:
            cost = run.tape.epochs.cost
            cost = np.empty(0) if run is race.race.runs[0] else cost
            log = curves.logarithmic.isChecked()
            cost = np.log10(cost[cost > 0]) if log else cost
            np.testing.assert_allclose(curve_of(race, curves.cost, run).up, cost)
        curves.logarithmic.click()
    assert curves.cost.getAxis("left").labelText == "cost J"
    window.session.set_data(split(window.session.data, 0.25, 0.0))
    settle(window, qtbot)
    race.race.seek(race.race.last)
    assert curves.validation.isVisible()
    for run in race.race.runs:
        drawn, epochs = curve_of(race, curves.validation, run).up, run.tape.epochs
        np.testing.assert_allclose(drawn, 100 * epochs.validation_error)
    race.race.seek(120)
    for card in race.cards:
        wrong = error_on(VALIDATION, card.run.tape, card.run.model)
        text = card.words.text().replace("\u00a0", " ")
        assert f"validation <b>{100 * wrong:.1f} %</b>" in text
    race.race.seek(race.race.last)
    curves.choice.setCurrentText("validation cost")
    assert curves.cost.getAxis("left").labelText == "validation cost"
    run = race.race.runs[1]
    drawn = curve_of(race, curves.cost, run).up
    np.testing.assert_allclose(drawn, run.tape.epochs.validation_cost)
    for run in race.race.runs:
        race.race.set_recipe(run, Recipe("voted-perceptron", epochs=2))
    settle(window, qtbot)
    assert not curves.cost.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")  # of the popup
def test_a_run_has_a_set_up_of_its_own(race, window, hand, qtbot):
    card, others = race.cards[2], [card.run.recipe for card in race.cards[:2]]
    assert card.setup is card.setup
    QTest.mouseClick(card.setup_button, LEFT)
    setup = card.setup
    assert setup.isVisible()
    below = card.setup_button.mapToGlobal(QPoint(0, card.setup_button.height()))
    assert setup.y() == below.y()
    assert setup.windowType() == Qt.WindowType.Popup  # Wayland places no other window
    batch = setup.findChild(IntegerBox, "batch_size")
    for button in setup.findChildren(FoldButton):
        button.setChecked(True)
    batch.setFocus()
    batch.selectAll()
    QTest.keyClicks(batch, "8")
    QTest.keyClick(batch, Qt.Key.Key_Return)
    (square,) = [b for b in setup.findChildren(QAbstractButton) if b.text() == "x₁²"]
    qtbot.waitUntil(lambda: not square.visibleRegion().isEmpty())
    QTest.mouseClick(square, LEFT)
    schedule = setup.findChild(ComboBox, "schedule")
    schedule.setCurrentIndex(schedule.findData("inverse"))
    settle(window, qtbot)
    recipe = card.run.recipe
    assert recipe.batch_size == 8
    assert recipe.schedule == "inverse"
    assert recipe.features == ("x1", "x2", "x1^2")
    assert [card.run.recipe for card in race.cards[:2]] == others
    assert "x₁ x₂ x₁²" in card.label.text()
    assert "schedule inverse" in card.label.text()
    assert "all features" in race.cards[0].label.text()
    legend = race.curves.legend.text().replace("&nbsp;", " ")
    assert "schedule inverse" in legend
    for name in ("order", "seed", "class_weight"):  # what all runs share
        assert setup.findChild(QWidget, name) is None
    race.close()
    assert not setup.isVisible()  # there would be nothing left to set up


def test_nothing_set_up_by_hand_enters_the_race(race, window, qtbot):
    box = race.cards[1].setup.learner.choice
    box.setCurrentIndex(box.findData("manual-neuron"))
    settle(window, qtbot)
    assert race.cards[1].run.recipe.learner == "perceptron"
    assert race.cards[1].run.recipe.seed == 5


def test_a_label_says_what_differs():
    recipe = Recipe("adaline", learning_rate=0.01)
    same = run_labels([recipe, recipe])
    assert same == ["Adaline", "Adaline"]
    assert run_labels([recipe, recipe.replace(batch_size=0)]) == [
        "Adaline, batch 1", "Adaline, full batch",
    ]  # fmt: skip
    alone = run_labels([Recipe(), recipe.replace(batch_size=4, epochs=9)])
    assert alone == ["Perceptron, η 1", "Adaline, η 0.01, epochs 9, batch 4"]
    svm = Recipe("linear-svm", "x1,x2,x1^2,x2^2,x1*x2", seed=9, order="shuffled")
    assert run_labels([recipe, svm]) == [
        "Adaline, all features", "Linear SVM, 5 terms",
    ]  # fmt: skip


def test_scrub_and_play(race, qtbot):
    slider = race.transport.place
    slider.setValue(100)
    assert [run.step for run in race.race.runs] == [100, 100, 100]
    QTest.keyClick(race, Qt.Key.Key_Space)
    assert race.race.playing
    qtbot.waitUntil(lambda: race.race.samples > 105)
    QTest.keyClick(race, Qt.Key.Key_Space)
    assert not race.race.playing
    stands = race.race.samples
    assert {run.step for run in race.race.runs} == {stands}
    race.transport.speed.setValue(race.transport.speed.maximum())
    QTest.keyClick(race, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not race.race.playing)
    assert race.race.samples == race.race.last == 640


def test_a_run_takes_another_learner_and_rate(race, window, qtbot):
    card = race.cards[1]
    card.choice.setCurrentIndex(card.choice.findData("logistic-regression"))
    settle(window, qtbot)
    assert card.run.recipe.learner == "logistic-regression"
    assert card.run.recipe.seed == 5
    card.rate.setValue(0.25)
    settle(window, qtbot)
    assert card.run.recipe.learning_rate == 0.25
    card.choice.setCurrentIndex(card.choice.findData("linear-svm"))
    settle(window, qtbot)
    assert card.rate.isHidden()
    assert "pegasos" in card.rate_name.text()
    own = window.session.recipe.replace(learning_rate=3.0, epochs=3)
    window.session.set_recipe(own)
    card.take_button.click()
    settle(window, qtbot)
    assert card.run.recipe == own


def test_runs_come_and_go_and_keep_their_colours(race, window, qtbot):
    race.race.seek(50)
    QTest.mouseClick(race.add_button, LEFT)
    settle(window, qtbot)
    assert len(race.cards) == 4
    assert len(set(learners_of(race))) == 4
    assert not race.add_button.isEnabled()
    assert race.race.runs[3].step == 50
    last = race.race.runs[3]
    race.cards[0].remove_button.click()
    qtbot.waitUntil(lambda: len(race.cards) == 3)
    assert race.race.place_of(last) == 3
    race.cards[0].remove_button.click()
    qtbot.waitUntil(lambda: len(race.cards) == 2)
    assert not any(card.remove_button.isEnabled() for card in race.cards)
    race.race.seek(race.race.last)
    assert sum(len(curve.up) > 0 for curve in race.curves.training.curves) == 2
    QTest.mouseClick(race.add_button, LEFT)
    assert race.race.place_of(race.race.runs[2]) == 0


def test_a_run_goes_at_once_while_its_loops_are_compiled(race, qtbot, monkeypatch):
    gate, opened, began = threading.Event(), [], threading.Event()
    others = recorders() - len(race.race.runs)

    def extend(tape, max_seconds=None):
        began.set()
        opened.append(gate.wait(150))
        tape.end("late")

    monkeypatch.setattr(Tape, "extend", extend)
    race.cards[2].rate.setValue(0.123)
    assert began.wait(150)
    race.cards[2].remove_button.click()
    qtbot.waitUntil(lambda: len(race.cards) == 2)
    assert opened == []
    gate.set()
    race.close()
    qtbot.waitUntil(lambda: recorders() <= others)


def test_it_follows_edits_and_what_is_shared(race, window, hand, qtbot):
    race.race.seek(120)
    was = [run.tape.frame(120).weights for run in race.race.runs]
    hand.key(Qt.Key.Key_M)
    x, y = window.session.data.X[3]
    hand.drag((x, y), (x + 2, y + 1.5))
    hand.recorded()
    settle(window, qtbot)
    assert race.race.samples == 120
    for run, weights in zip(race.race.runs, was, strict=True):
        assert run.step == 120
        assert (run.frame.weights != weights).any()
    window.session.set_recipe(window.session.recipe.replace(seed=77))
    settle(window, qtbot)
    assert {run.recipe.seed for run in race.race.runs} == {77}
    assert "seed 77" in race.shared.text()
    window.session.undo_stack.setClean()
    window.files.new()
    assert all(run.tape is None for run in race.race.runs)
    assert race.cards[0].words.text() == ""
    hand.draw_two_classes()
    settle(window, qtbot)


def test_its_plots_are_copied_as_they_are(race, window, qapp):
    race.race.seek(160)
    drawn = [race.plane.plot, race.curves.training]
    for plot in drawn:
        qapp.clipboard().clear()
        copy, export = plot.actions()
        copy.trigger()
        mime = qapp.clipboard().mimeData()
        assert mime.hasImage()
        assert export.text() == "Export…"
    svg = bytes(mime.data("image/svg+xml").data()).decode()
    text = "".join(re.sub("<[^>]*>", "", svg).split())
    assert "trainingerror,%" in text
    for label in run_labels([run.recipe for run in race.race.runs]):
        assert label.replace(" ", "") in text


def test_runs_of_one_learner_are_told_apart_in_words_too(window, hand, qtbot):
    window.files.begin_with(gallery.example("two-clusters").make())
    hand.session.set_recipe(Recipe("adaline", epochs=3))
    hand.recorded()
    hand.key(Qt.Key.Key_R, CTRL)
    settle(window, qtbot)
    race = window.part("Race").window
    race.race.seek(160)
    labels = run_labels([run.recipe for run in race.race.runs])
    for run, label in zip(race.race.runs, labels, strict=True):
        error = 100 * run.tape.epochs.training_error[1]
        assert f"{label}: {number(float(error), 3)}" in race.curves.training.words()


def test_the_number_of_the_first_epoch_is_beside_the_axis(race, qtbot):
    axis = race.curves.training.getAxis("bottom")
    picture = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    texts = [text for _, _, text in axis.generateDrawSpecs(painter)[2]]
    painter.end()
    assert texts[0] == "0"


def test_closing_ends_all_recorders_and_it_opens_anew(race, window, hand, qtbot):
    """It dresses with the window as long as it is open."""
    window.appearance.choose("dark")
    assert "#b794e6" in race.cards[1].mark.text()
    race.transport.actions_by_name["play"].trigger()
    others = recorders() - len(race.race.runs)
    race.close()
    qtbot.waitUntil(lambda: recorders() <= others)
    hand.drag((0, 0), (1, 1))
    window.appearance.choose("light")
    window.run("race")
    assert window.part("Race").window is not race
    assert len(window.part("Race").window.cards) == 3
    window.session.undo_stack.setClean()
    window.close()
    qtbot.waitUntil(lambda: recorders() < others)


def test_a_closed_race_is_not_drawn(race, window, qtbot):
    runs = race.race.runs
    assert race.isVisible()
    race.close()
    for run in runs:
        run.tape_changed.emit()  # as when a recording is taken at this very moment
        run.tape_grown.emit()
    qtbot.wait(200)


def test_no_object_is_kept_for_what_lies_in_its_layouts(window, hand, qtbot):
    """PySide takes what later lies at the place of one that is gone for it."""

    def items():
        gc.collect()
        return sum(type(instance) is QWidgetItem for instance in gc.get_objects())

    hand.draw_two_classes()
    before = items()
    window.run("race")
    qtbot.waitUntil(window.part("Race").window.isVisible)
    assert items() == before


def test_a_set_up_by_hand_races_as_a_perceptron(window, hand, qtbot):
    window.files.begin_with(gallery.example("two-clusters").make())
    window.session.set_recipe(Recipe("manual-neuron"))
    window.run("race")
    assert learners_of(window.part("Race").window)[0] == "perceptron"
    settle(window, qtbot)
    window.part("Race").window.cards[1].take_button.click()
    settle(window, qtbot)
    assert learners_of(window.part("Race").window)[:2] == ["perceptron", "perceptron"]
    assert window.part("Race").window.cards[1].choice.currentData() == "perceptron"
    assert "training error" in window.part("Race").window.cards[1].words.text()


def test_without_points_nothing_is_said_of_their_number(window, hand):
    hand.key(Qt.Key.Key_R, CTRL)
    axis = window.part("Race").window.curves.training.getAxis("bottom")
    assert axis.labelText == "epoch"
    assert window.panel("This update").message.text() == "No step yet."


def test_beside_three_others_a_rate_still_has_its_name(race, window, qtbot):
    race.race.add()
    race.race.add()
    settle(window, qtbot)
    for card in race.cards:
        name = card.rate_name
        assert name.text() in ("η", "Learning rate η")
        assert name.fontMetrics().horizontalAdvance(name.text()) <= name.width()
