"""Going through a run: jumps, the typed step, the error plot; and what edits leave."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QWidget

from engine import Recipe
from tests.gui.conftest import move_mouse
from tests.gui.features.playback.test_timeline import noisy

SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def run(window, hand):
    """Twenty epochs of eighty samples, the last epoch's mistakes not the first's."""
    hand.session.set_recipe(Recipe(epochs=20, stop_without_mistake=False))
    hand.session.set_data(noisy())
    hand.recorded()
    return hand.session


def test_keys_go_from_update_to_update(run, hand):
    updates = [k for k in range(1, run.last + 1) if run.tape.frame(k).update]
    for want in updates[:5]:
        hand.key(Qt.Key.Key_Right, ALT)
        assert run.step == want
    hand.key(Qt.Key.Key_Left, ALT)
    assert run.step == updates[3]
    run.seek(run.last)
    hand.key(Qt.Key.Key_Left, ALT)
    assert run.step == max(k for k in updates if k < run.last)


def test_keys_go_from_epoch_to_epoch(run, hand):
    run.seek(57)
    for want in (80, 160, 240):
        hand.key(Qt.Key.Key_Right, SHIFT)
        assert run.step == want
    hand.key(Qt.Key.Key_Left, SHIFT)
    assert run.step == 160
    run.seek(161)
    hand.key(Qt.Key.Key_Left, SHIFT)
    assert run.step == 160
    for _ in range(3):
        hand.key(Qt.Key.Key_Left, SHIFT)
    assert run.step == 0
    run.seek(run.last - 1)
    hand.key(Qt.Key.Key_Right, SHIFT)
    assert run.step == run.last


def test_jumps_stand_in_the_run_menu_and_are_off_where_they_lead_nowhere(window, run):
    actions = window.panel("Playback").actions_by_name
    menu = next(a.menu() for a in window.menuBar().actions() if a.text() == "&Run")
    for name in ("previous-update", "next-update", "previous-epoch", "next-epoch"):
        assert actions[name] in menu.actions()
        assert actions[name].isEnabled() == name.startswith("next")


def test_what_is_used_less_stands_in_the_menu_of_the_bar(window, run):
    bar = window.panel("Playback")
    used_less = {bar.actions_by_name[name] for name in ("previous-epoch", "next-epoch")}
    shown = {button.defaultAction() for button in bar.findChildren(QToolButton)}
    assert not used_less & shown
    assert used_less <= {*bar.overflow.menu().actions()}


def test_play_is_as_wide_as_pause(window, run):
    bar = window.panel("Playback")
    action = bar.actions_by_name["play"]
    play = next(b for b in bar.buttons.values() if b.defaultAction() is action)
    widths = {play.width()}
    for _ in range(2):
        window.session.toggle_playing()
        QTest.qWait(20)
        widths.add(play.width())
    assert len(widths) == 1


def typed(box, text):
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    QTest.keyClicks(box, text)
    return box


def test_a_typed_step_is_gone_to_at_enter(window, run):
    box = window.panel("Playback").step_box.box
    for text, step in (("57", 57), ("1,200", 1200), ("99999", run.last), ("-3", 0)):
        QTest.keyClick(typed(box, text), Qt.Key.Key_Return)
        assert (run.step, box.text()) == (step, f"{step:,}")
        assert not box.hasFocus()


def test_what_is_no_step_is_marked_told_and_forgotten(window, run):
    box = window.panel("Playback").step_box.box
    run.seek(12)
    typed(box, "9999")
    assert box.property("invalid")
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert (box.text(), run.step, box.hasFocus()) == ("12", 12, False)
    assert not box.property("invalid")
    typed(box, "twelve")
    assert box.text() == "12"
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert (box.text(), run.step) == ("12", 12)
    QTest.keyClick(typed(box, "5.5"), Qt.Key.Key_Return)
    assert (box.text(), run.step) == ("12", 12)


def test_the_box_takes_keys_only_while_it_is_in_use(window, run, hand):
    box = window.panel("Playback").step_box.box
    hand.key(Qt.Key.Key_Right)
    assert run.step == 1
    typed(box, "5")
    QTest.keyClick(box, Qt.Key.Key_Left)
    assert run.step == 1
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert run.playing
    run.set_playing(False)
    assert not box.hasFocus()


def test_a_number_being_typed_is_left_alone_while_the_run_plays(window, run, qtbot):
    box = window.panel("Playback").step_box.box
    run.set_speed(1000)
    run.set_playing(True)
    typed(box, "77")
    start = run.step
    qtbot.waitUntil(lambda: run.step > start)
    assert box.text() == "77"
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert run.step == 77


def place(plot, epoch):
    scene = plot.view.mapViewToScene(QPointF(epoch, 1.0))
    return plot.mapFromScene(scene)


def test_a_click_on_the_error_plot_goes_there_and_a_drag_takes_along(window, run):
    plot = window.panel("Error per epoch").plot
    port = plot.viewport()
    assert port.cursor().shape() == Qt.CursorShape.PointingHandCursor
    near = 20 * 80 / plot.view.width() + 1
    dot, beside = place(plot, 7), QPoint(3, 0)
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=dot)
    assert run.step == 7 * 80  # the end of the epoch, not a step beside it
    move_mouse(port, dot - beside, Qt.MouseButton.LeftButton)
    assert run.step == 7 * 80
    move_mouse(port, place(plot, 7.5), Qt.MouseButton.LeftButton)
    assert run.step == pytest.approx(7.5 * 80, abs=near)
    move_mouse(port, place(plot, 15) + beside, Qt.MouseButton.LeftButton)
    assert run.step == 15 * 80
    move_mouse(port, QPoint(port.width() + 50, 40), Qt.MouseButton.LeftButton)
    assert run.step == run.last
    move_mouse(port, QPoint(-50, 40), Qt.MouseButton.LeftButton)
    assert run.step == 0
    QTest.mouseClick(port, Qt.MouseButton.RightButton, pos=place(plot, 7))
    assert run.step == 0


def test_the_error_plot_without_a_run_can_be_pressed(window):
    QTest.mouseClick(
        window.panel("Error per epoch").plot.viewport(), Qt.MouseButton.LeftButton
    )
    assert window.session.step == 0


def test_the_position_survives_edits_wherever_it_exists(window, run, hand):
    window.canvas.fit()
    run.seek(1234)
    hand.key(Qt.Key.Key_M)
    before = run.data.X[0].copy()
    hand.drag(before, before + 0.7)
    hand.recorded()
    assert (run.data.X[0] != before).all()
    assert run.step == 1234
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    hand.recorded()
    assert np.array_equal(run.data.X[0], before)
    assert run.step == 1234
    setup = window.panel("Set-up")
    setup.findChild(QWidget, "learning_rate").setValue(0.25)
    hand.recorded()
    assert run.step == 1234
    setup.findChild(QWidget, "epochs").setValue(4)
    hand.recorded()
    assert (run.step, run.last) == (round(1234 / 1600 * 320), 320)
    setup.findChild(QWidget, "epochs").setValue(50)
    hand.recorded()
    assert run.step == 1234
    window.canvas.commands.clear.trigger()
    assert run.tape is None
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    hand.recorded()
    assert run.data.n_samples == 80
