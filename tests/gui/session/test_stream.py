"""Streaming through the window: drawing while it runs, sources, running mistakes."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from engine import Recipe, Tape
from engine.data.gallery import example
from engine.training.recipe import FIXED_BY_STREAM, streamed
from gui.session import stream as stream_module
from gui.session.stream import Stream
from gui.session.undo import EditCommand
from tests.gui.session.test_playhead import place

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def stream(window, hand):
    hand.draw_two_classes()
    hand.key(Qt.Key.Key_S)
    hand.recorded()
    return Stream.of(window.session)


def play(hand, qtbot, source, until, speed=2000):
    choose(hand.window, source)
    hand.session.set_speed(speed)
    hand.key(Qt.Key.Key_Space)
    qtbot.waitUntil(until)


def choose(window, source):
    choice = window.panel("Stream").choice
    choice.setCurrentIndex(choice.findData(source))


def pause(hand):
    if hand.session.playing:
        hand.key(Qt.Key.Key_Space)
    hand.recorded()


def anew(session):
    tape = Tape(session.data, session.recipe)
    tape.extend()
    return tape


def test_points_drawn_while_it_runs_enter_at_the_end(stream, hand, qtbot):
    s = hand.session
    s.set_speed(500)
    hand.key(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: s.step == s.last)
    assert s.playing
    before = s.data
    frames = [s.tape.frame(k) for k in range(s.last + 1)]
    for x, y in ((-0.5, 1), (1.5, -2), (-1, 2)):
        hand.click(x, y)
        n = s.data.n_samples
        qtbot.waitUntil(lambda n=n: s.last == n == s.step)
        assert s.playing
    assert np.array_equal(s.data.X[: before.n_samples], before.X)
    assert s.data.n_samples == before.n_samples + 3
    for k, frame in enumerate(frames):
        assert np.array_equal(s.tape.frame(k).weights, frame.weights)
    went_on = s.tape.frame(before.n_samples + 1)
    assert np.array_equal(went_on.weights_before, frames[-1].weights)
    assert went_on.rows.tolist() == [before.n_samples]
    pause(hand)


def test_the_stream_takes_over_parameters_and_gives_them_back(window, hand):
    s = hand.session
    asked = Recipe(epochs=33, order="shuffled", standardise=True, target_error=0.2)
    s.set_recipe(asked)
    hand.draw_two_classes()
    widgets = {
        name: window.panel("Set-up").findChild(QWidget, name) for name, _ in asked
    }
    controls = {name: widget for name, widget in widgets.items() if widget is not None}
    assert {"epochs", "order", "standardise", "learning_rate"} <= set(controls)
    hand.key(Qt.Key.Key_S)
    assert s.recipe == streamed(asked)
    assert window.session.own_recipe == asked
    for name, control in controls.items():
        assert control.isEnabled() == (name not in FIXED_BY_STREAM)
    assert "streaming" in controls["epochs"].toolTip()
    hand.key(Qt.Key.Key_S)
    assert s.recipe == asked
    assert all(control.isEnabled() for control in controls.values())
    assert "streaming" not in controls["epochs"].toolTip()


def test_class_weights_by_hand_stay_and_balanced_ones_are_told_of(window, hand, qtbot):
    s, messages = hand.session, []
    s.message.connect(messages.append)
    hand.draw_two_classes()
    by_hand = (("A", 2.0), ("B", 0.5))
    s.set_recipe(s.recipe.replace(class_weight=by_hand))
    hand.key(Qt.Key.Key_S)
    hand.recorded()
    assert s.recipe.class_weight == by_hand
    before = [s.tape.frame(k).weights for k in range(s.last + 1)]
    play(hand, qtbot, "drift", lambda: s.data.n_samples > 30, speed=100)
    pause(hand)
    for k, weights in enumerate(before):
        np.testing.assert_array_equal(s.tape.frame(k).weights, weights)
    assert not messages
    s.set_recipe(s.recipe.replace(class_weight="balanced"))
    assert s.recipe.class_weight is None
    assert "balanced weights would change" in messages[0]
    hand.key(Qt.Key.Key_S)
    assert s.recipe.class_weight == "balanced"
    hand.key(Qt.Key.Key_S)
    assert len(messages) == 2
    s.set_recipe(s.recipe.replace(class_weight=by_hand))
    hand.key(Qt.Key.Key_S)
    assert s.recipe.class_weight == by_hand
    hand.recorded()


def test_a_stream_goes_on_from_a_branch_that_ends(window, hand, qtbot):
    s = hand.session
    hand.draw_two_classes()
    s.set_recipe(s.recipe.replace(order="shuffled", stop_without_mistake=False))
    hand.recorded()
    s.seek(30)
    hand.key(Qt.Key.Key_B, CTRL)
    s.set_recipe(s.recipe.replace(learning_rate=0.5))
    hand.key(Qt.Key.Key_S)
    hand.recorded()
    assert not s.branches.active
    assert s.recipe.learning_rate == 0.5
    before = [s.tape.frame(k).weights for k in range(s.last + 1)]
    play(hand, qtbot, "drift", lambda: s.data.n_samples > 50, speed=100)
    pause(hand)
    assert s.last == s.data.n_samples
    for k, weights in enumerate(before):
        np.testing.assert_array_equal(s.tape.frame(k).weights, weights)


def test_another_learner_streams_too_and_has_its_own_stops_back(stream, window, hand):
    choice = window.panel("Set-up").learner.choice
    choice.setCurrentIndex(choice.findData("adaline"))
    assert hand.session.recipe == streamed(hand.session.recipe)
    assert not window.panel("Set-up").findChild(QWidget, "batch_size").isEnabled()
    choice.setCurrentIndex(choice.findData("perceptron"))
    hand.key(Qt.Key.Key_S)
    assert hand.session.recipe == Recipe()
    hand.recorded()


def test_drift_comes_in_from_an_empty_canvas_at_the_speed_chosen(window, hand, qtbot):
    s = hand.session
    hand.key(Qt.Key.Key_S)
    assert window.panel("Playback").actions_by_name["play"].isEnabled()
    play(hand, qtbot, "drift", lambda: s.step > 100)
    pause(hand)
    assert s.step <= s.last == s.data.n_samples  # what came last is recorded after it
    n = s.data.n_samples
    hand.key(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: s.data.n_samples > n + 50)
    pause(hand)
    # Sample i is a function of seed and i, however often one pauses.
    from engine.data.stream_sources import source

    drift = source("drift")
    X, y = drift.give(0, s.data.n_samples, 0, drift.defaults, None)
    assert np.array_equal(s.data.X, X)
    assert np.array_equal(s.data.y, y)


def test_what_came_between_two_pauses_is_one_step_to_undo(stream, window, hand, qtbot):
    s = hand.session
    count, n = s.undo_stack.count(), s.data.n_samples
    play(hand, qtbot, "drift", lambda: s.data.n_samples > 200)
    pause(hand)
    assert s.undo_stack.count() == count + 1
    command = s.undo_stack.command(count)
    assert isinstance(command, EditCommand)
    assert len(command.edits) == len(command.inverses) == 1
    full = s.data
    hand.key(Qt.Key.Key_Z, CTRL)
    assert s.data.n_samples == n
    hand.key(Qt.Key.Key_Y, CTRL)
    assert np.array_equal(s.data.X, full.X)
    hand.recorded()


def test_an_undo_while_it_plays_pauses_it(stream, hand, qtbot):
    s = hand.session
    n = s.data.n_samples
    play(hand, qtbot, "drift", lambda: s.data.n_samples > 100)
    hand.key(Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: not s.playing)
    hand.recorded()
    assert s.data.n_samples == n


def test_an_adversary_makes_only_mistakes_until_it_is_beaten(window, hand, qtbot):
    s = hand.session
    hand.key(Qt.Key.Key_S)
    play(hand, qtbot, "fair-adversary", lambda: bool(Stream.of(window.session).ended))
    hand.recorded()
    assert not s.playing
    assert "finds no further point" in window.panel("Stream").words.text()
    assert 2 <= s.last <= 200
    assert s.tape.mistaken(1).all()
    choose(window, "unfair-adversary")
    assert "no further point" not in window.panel("Stream").words.text()
    n = s.last
    hand.key(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: s.last > n + 30)
    pause(hand)
    assert s.tape.mistaken(1).all()


def test_the_adversary_speaks_of_its_own_points_only(window, hand, stream):
    """Those that are there already may not be separable."""
    hand.session.set_data(example("xor").make())
    hand.recorded()
    choose(window, "fair-adversary")
    words = window.panel("Stream").words.text()
    assert "one line separates all that come in" in words


def test_parameters_of_the_source_are_there_and_work(stream, window, hand, qtbot):
    choose(window, "drift")
    controls = window.panel("Stream").controls
    assert list(controls) == ["period", "noise"]
    controls["noise"].widget.setValue(0.0)
    assert stream.settings == {"period": 1000, "noise": 0.0}
    play(hand, qtbot, "drift", lambda: hand.session.data.n_samples > 50)
    pause(hand)
    radius = np.hypot(*hand.session.data.X[8:].T)
    assert radius == pytest.approx(np.full(len(radius), 2), abs=2e-3)


def test_running_mistakes_are_those_that_numpy_counts(
    stream, window, hand, qtbot, qapp
):
    s = hand.session
    qtbot.waitUntil(lambda: window.panel("Running mistakes").view is not None)
    running = window.panel("Running mistakes").view
    assert running.isVisible()
    assert not window.panel("Error per epoch").isVisible()
    # Of more than 2,000, as come in while other programs are busy, not each is drawn.
    s.data_changed.connect(lambda: s.data.n_samples > 420 and s.set_playing(False))
    play(hand, qtbot, "drift", lambda: not s.playing, speed=500)
    hand.recorded()
    qtbot.waitUntil(lambda: len(running.plot.last.getOriginalDataset()[0]) == s.last)
    made = np.array([s.tape.frame(k).mistake for k in range(1, s.last + 1)])
    for window_size in (100, 20):
        index = running.window_choice.findData(window_size)
        running.window_choice.setCurrentIndex(index)
        x, y = running.plot.last.getOriginalDataset()
        assert x.tolist() == list(range(1, s.last + 1))
        assert y[-1] == pytest.approx(100 * made[-window_size:].mean())
        assert y[299] == pytest.approx(100 * made[300 - window_size : 300].mean())
    total = running.plot.so_far.getOriginalDataset()[1]
    assert total[399] == pytest.approx(100 * made[:400].mean())
    s.seek(400)
    assert f"{made[:400].sum()} mistakes in 400" in running.caption.text()
    assert not running.cost.text(), "of earlier weights it is not measured"
    s.to_end()
    s.change(Recipe("adaline", learning_rate=0.01), "choose Adaline")
    pause(hand)
    s.to_end()
    X, y = np.column_stack([s.data.X, np.ones(s.last)]), 2 * s.data.y - 1
    # J(w) = ½ Σ (y − z)², of the newest weights on all that has come.
    cost = 0.5 * ((y - X @ s.frame.weights[0]) ** 2).sum()
    shown = float(running.cost.text().split()[-1].replace(",", ""))
    assert shown == pytest.approx(cost, rel=1e-3)
    qapp.clipboard().clear()
    window.panel("Running mistakes").actions()[0].trigger()
    assert qapp.clipboard().mimeData().hasImage()


def test_a_click_on_running_mistakes_goes_there(stream, window, hand, qtbot):
    s = hand.session
    qtbot.waitUntil(lambda: window.panel("Running mistakes").view is not None)
    plot = window.panel("Running mistakes").view.plot
    play(hand, qtbot, "drift", lambda: s.data.n_samples > 400)
    pause(hand)
    plot.view = plot.getViewBox()
    port = plot.viewport()
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=place(plot, 200))
    assert s.step == pytest.approx(200, abs=s.last / 60)
    n = s.data.n_samples
    hand.key(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: s.step > n)
    assert s.data.n_samples > n
    pause(hand)


def test_leaving_keeps_the_points_as_an_ordinary_data_set(stream, window, hand, qtbot):
    s = hand.session
    play(hand, qtbot, "drift", lambda: s.data.n_samples > 100)
    hand.key(Qt.Key.Key_S)
    assert not s.playing
    n = s.data.n_samples
    hand.recorded()
    assert s.data.n_samples == n
    assert s.recipe == Recipe()
    assert s.last > n or s.tape.reason
    assert window.panel("Error per epoch").isVisible()
    assert not window.panel("Stream").isVisible()
    hand.key(Qt.Key.Key_End)
    hand.key(Qt.Key.Key_Space)
    assert s.step < s.last
    s.set_playing(False)


def test_a_full_stream_stops_and_says_so(stream, window, hand, qtbot, monkeypatch):
    monkeypatch.setattr(stream_module, "MOST", 50)
    s = hand.session
    play(hand, qtbot, "drift", lambda: bool(stream.ended))
    hand.recorded()
    assert s.data.n_samples == 50
    assert "50 points: the stream is full" in window.panel("Stream").words.text()
    assert not s.playing
    hand.click(-1, 2)
    hand.recorded()
    assert s.data.n_samples == 51


def test_what_the_stream_shows_is_what_recording_anew_gives(stream, hand, qtbot):
    s = hand.session
    play(hand, qtbot, "unfair-adversary", lambda: s.last > 60)
    pause(hand)
    tape = anew(s)
    assert tape.steps == s.last
    # it may have been paused while the last point was being recorded
    assert np.array_equal(tape.frame(s.step).weights, s.frame.weights)


def test_a_stream_fits_a_small_window(stream, window, hand):
    choose(window, "drift")
    window.resize(1024, 700)
    QTest.qWait(50)
    assert window.width() == 1024
    bar = window.panel("Stream")
    for part in (bar.choice, *(c.widget for c in bar.controls.values())):
        assert bar.rect().contains(part.geometry())
    box = bar.controls["period"].widget
    room = box.fontMetrics().horizontalAdvance(box.textFromValue(box.maximum())) + 24
    assert box.width() >= room


def test_old_points_grow_pale_and_are_not_marked(stream, window, hand, qtbot):
    s = hand.session
    play(hand, qtbot, "drift", lambda: s.data.n_samples > 400)
    pause(hand)
    shown = window.canvas.plot.picture
    assert shown.old == s.data.n_samples - 150
    wrong = s.model.mistaken(s.data.X, s.data.y)
    assert shown.wrong.tolist() == [i for i in np.flatnonzero(wrong) if i >= shown.old]
    hand.key(Qt.Key.Key_S)
    hand.recorded()
    assert window.canvas.plot.picture.old == 0


def test_closing_while_it_streams_leaves_an_ordinary_layout(stream, window, hand):
    hand.session.undo_stack.setClean()
    window.close()
    assert window.docks["Error per epoch"].isVisibleTo(window)
    assert not Stream.of(window.session).on


def test_what_is_undone_beside_a_stream_does_not_come_back_after_it(hand, window):
    """Standardise, chosen before the stream and undone in it, was on again after it."""
    s = hand.session
    hand.draw_two_classes()
    asked = s.recipe
    s.change(asked.replace(standardise=True), "standardise")
    Stream.of(window.session).set_on(True)
    s.change(s.recipe.replace(learning_rate=0.5), "set η")
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    Stream.of(window.session).set_on(False)
    assert s.recipe == asked
    hand.key(Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    hand.key(Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert s.recipe == asked.replace(standardise=True, learning_rate=0.5)
