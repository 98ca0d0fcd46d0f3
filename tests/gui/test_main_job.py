"""Draw, play, step back, undo: the main job, by mouse and keys."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.conftest import RIGHT

pytestmark = pytest.mark.smoke
Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier


def test_a_click_draws_the_current_class_and_the_right_button_the_other(hand):
    hand.click(-2, -1)
    hand.click(2, 1, RIGHT)
    data = hand.session.data
    assert data.class_names == ("A", "B")
    assert data.y.tolist() == [0, 1]
    np.testing.assert_allclose(data.X, [[-2, -1], [2, 1]], atol=0.02)


def test_number_keys_choose_the_class(hand):
    hand.key(Key.Key_2)
    hand.click(0, 0)
    hand.click(1, 0, RIGHT)
    assert hand.session.data.y.tolist() == [1, 0]


def test_keys_of_classes_that_do_not_exist_change_nothing(hand):
    hand.key(Key.Key_7)
    hand.click(0, 0)
    assert hand.session.data.y.tolist() == [0]


def test_a_drag_sprays_around_the_mouse_and_is_one_undo(hand):
    hand.drag((-3, 0), (3, 0))
    data = hand.session.data
    assert data.n_samples > 10
    assert abs(data.X[:, 1]).max() < 1.5
    assert data.X[:, 0].min() < -2
    assert data.X[:, 0].max() > 2
    hand.key(Key.Key_Z, Ctrl)
    assert hand.session.data.n_samples == 0
    hand.key(Key.Key_Y, Ctrl)
    assert hand.session.data.n_samples == data.n_samples
    np.testing.assert_array_equal(hand.session.data.X, data.X)


def test_two_strokes_are_two_undos(hand):
    hand.click(0, 0)
    hand.click(1, 0)
    hand.key(Key.Key_Z, Ctrl)
    assert hand.session.data.n_samples == 1


def test_the_eraser_removes_what_it_touches(hand):
    hand.draw_two_classes()
    hand.key(Key.Key_E)
    hand.click(-2, -1)
    assert hand.session.data.n_samples == 7
    assert not (abs(hand.session.data.X - [-2, -1]) < 0.1).all(axis=1).any()
    hand.drag((0.2, 0.7), (2.2, 2.4))
    assert hand.session.data.n_samples < 7
    hand.key(Key.Key_Z, Ctrl)
    hand.key(Key.Key_Z, Ctrl)
    assert hand.session.data.n_samples == 8


def test_dragging_a_point_records_anew_and_the_playhead_stays(hand):
    hand.draw_two_classes()
    hand.session.seek(5)
    before = hand.session.tape
    hand.key(Key.Key_M)
    hand.drag((-2, -1), (-3, 1))
    hand.recorded()
    np.testing.assert_allclose(hand.session.data.X[0], [-3, 1], atol=0.05)
    assert hand.session.tape is not before
    assert hand.session.step == 5
    hand.key(Key.Key_Z, Ctrl)
    np.testing.assert_allclose(hand.session.data.X[0], [-2, -1], atol=0.05)


def test_play_moves_the_boundary_to_the_end(hand, qtbot):
    hand.draw_two_classes()
    s = hand.session
    slider = hand.window.panel("Playback").speed.slider
    slider.setValue(slider.maximum())
    hand.key(Key.Key_Space)
    assert s.playing
    qtbot.waitUntil(lambda: not s.playing)
    assert s.step == s.tape.steps
    assert s.model.training_error == 0
    assert "converged in epoch" in hand.window.panel("Playback").strip.now.in_full()


def test_playing_shows_every_step_at_low_speed(hand, qtbot):
    hand.draw_two_classes()
    s = hand.session
    seen = []
    s.moved.connect(lambda: seen.append(s.step))
    s.set_speed(10)
    hand.key(Key.Key_Space)
    qtbot.waitUntil(lambda: s.step >= 8)
    hand.key(Key.Key_Space)
    assert not s.playing
    assert seen == sorted(seen)
    assert len(set(seen)) >= 5


def test_back_to_the_start_and_forward_again_gives_the_same_bits(hand):
    hand.draw_two_classes()
    s = hand.session
    hand.key(Key.Key_Home)
    assert s.step == 0
    assert not s.frame.weights.any()
    forward = []
    for _ in range(s.last):
        hand.key(Key.Key_Right)
        forward.append(s.frame.weights.tobytes())
    assert s.step == s.last
    back = [s.frame.weights.tobytes()]
    while s.step > 1:
        hand.key(Key.Key_Left)
        back.append(s.frame.weights.tobytes())
    assert back[::-1] == forward
    hand.key(Key.Key_End)
    assert s.frame.weights.tobytes() == forward[-1]


def test_mistake_keys_visit_exactly_the_mistakes(hand):
    hand.draw_two_classes()
    s = hand.session
    mistakes = [k for k in range(1, s.last + 1) if s.tape.frame(k).mistake]
    assert mistakes
    hand.key(Key.Key_Home)
    visited = []
    for _ in mistakes:
        hand.key(Key.Key_Right, Ctrl)
        visited.append(s.step)
    assert visited == mistakes
    hand.key(Key.Key_Left, Ctrl)
    assert s.step == mistakes[max(0, len(mistakes) - 2)]


def test_the_timeline_goes_where_it_is_pressed(hand):
    hand.draw_two_classes()
    timeline, s = hand.window.panel("Playback").timeline, hand.session
    for step in (0, s.last // 2, s.last):
        place = timeline.rect().center()
        place.setX(round(timeline.x_of(step)))
        QTest.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=place)
        assert s.step == step


def test_a_third_class_gets_a_third_boundary(hand):
    hand.draw_two_classes()
    hand.window.panel("Set-up").data.class_added.emit()
    hand.click(-2, 3)
    hand.click(-3, 3)
    hand.recorded()
    assert hand.session.data.class_names == ("A", "B", "C")
    assert hand.session.frame.weights.shape == (3, 3)


@pytest.mark.parametrize("key", [Key.Key_Space, Key.Key_Right, Key.Key_End])
def test_playing_nothing_does_nothing(hand, key):
    hand.key(key)
    hand.key(Key.Key_Right, Ctrl)
    assert hand.session.step == 0
    assert not hand.session.playing


def test_one_class_alone_can_be_learned(hand):
    hand.click(2, 3.5)
    hand.click(-3, 1)
    hand.recorded()
    assert hand.session.tape.converged


def test_clear_removes_all_points_and_can_be_undone(hand):
    hand.draw_two_classes()
    hand.session.seek(4)
    hand.window.canvas.commands.clear.trigger()
    assert hand.session.data.n_samples == 0
    assert hand.session.tape is None
    hand.key(Key.Key_Z, Ctrl)
    hand.recorded()
    assert hand.session.data.n_samples == 8


def test_after_clearing_the_playhead_begins_anew(hand):
    hand.draw_two_classes()
    hand.session.seek(4)
    hand.window.canvas.commands.clear.trigger()
    hand.draw_two_classes()
    assert hand.session.step == 0


def test_a_double_click_is_two_presses(hand):
    place = hand.at(0, 0)
    port = hand.plot.viewport()
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(port, Qt.MouseButton.LeftButton, pos=place)
    assert hand.session.data.n_samples == 2
    assert hand.plot.view.viewRect().center().x() == pytest.approx(0, abs=1e-6)


def test_an_undo_during_a_drag_ends_the_drag(hand):
    hand.draw_two_classes()
    hand.key(Key.Key_M)
    port = hand.plot.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=hand.at(0.5, 1))
    for _ in range(8):
        hand.key(Key.Key_Z, Ctrl)
    QTest.mouseMove(port, hand.at(2, 2))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=hand.at(2, 2))
    assert hand.session.data.n_samples == 0


def test_nine_classes_are_the_most(hand):
    for _ in range(9):
        hand.window.run("add class")
    assert len(hand.session.data.class_names) == 9


def test_play_pressed_before_the_recording_is_there_is_remembered(hand, qtbot):
    hand.click(-1, 0)
    hand.click(1, 0, RIGHT)
    hand.key(Key.Key_Space)
    hand.recorded()
    qtbot.waitUntil(lambda: hand.session.step > 0)
