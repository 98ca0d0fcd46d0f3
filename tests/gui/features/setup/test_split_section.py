"""Holding samples out: split, by hand, validation error, use of the test part."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from engine import Dataset
from engine.data import gallery
from engine.data.dataset import TEST, TRAINING, VALIDATION
from engine.data.split import split
from gui.canvas.layers.symbols import draw_part
from gui.session.final_test import FinalTest
from gui.style.theme import DARK, LIGHT
from gui.tasks import throttle
from gui.widgets.drag_label import DragLabel
from gui.widgets.play_button import PlayButton
from tests.gui.conftest import LEFT, RIGHT, chosen_tool, tool_action


@pytest.fixture
def section(window):
    return window.panel("Set-up").split


def clusters(n=60):
    rng = np.random.default_rng(1)
    y = np.arange(n) % 2
    return Dataset(rng.normal(0, 1.2, (n, 2)) + 2 * y[:, None], y)


def opened(window, hand, data):
    window.files.begin_with(data)
    hand.session.set_recipe(hand.session.recipe.replace(epochs=6))
    hand.recorded()


def press(qtbot, button):
    qtbot.mouseClick(button, LEFT)


def test_it_is_folded_until_it_is_wanted(window, section, qtbot):
    assert not section.deal.isVisible()
    press(qtbot, window.panel("Set-up").more.fold_button)
    assert not section.deal.isVisible()
    assert not tool_action(window.canvas, "part").isVisible()
    press(qtbot, section.fold_button)
    assert section.deal.isVisible()
    assert tool_action(window.canvas, "part").isVisible()


def test_split_and_no_split_can_be_undone(window, hand, section, qtbot):
    data = clusters()
    opened(window, hand, data)
    press(qtbot, section.fold_button)
    section.validation.setValue(25)
    section.test.setValue(10)
    section.seed.setValue(3)
    press(qtbot, section.deal)
    dealt = hand.session.data
    np.testing.assert_array_equal(dealt.parts, split(data, 0.25, 0.1, 3).parts)
    said = section.counts.text().replace("\N{NO-BREAK SPACE}", " ")
    assert said == "Now 39 training · 15 validation · 6 test"
    press(qtbot, section.undo)
    assert not hand.session.data.is_split
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    np.testing.assert_array_equal(hand.session.data.parts, dealt.parts)
    hand.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not hand.session.data.is_split


def test_a_fifth_is_held_out_by_one_click_beside_the_data(window, hand, qtbot):
    box, told, at = window.panel("Set-up").data.hold_out, [], QPoint(10, 10)
    window.session.message.connect(told.append)
    assert not box.isEnabled()
    opened(window, hand, clusters())
    assert box.text() == "Hold out 20 %"
    qtbot.mouseClick(box, LEFT, pos=at)
    assert len(hand.session.data.rows_of(VALIDATION)) == 12
    assert (box.text(), box.isChecked()) == ("12 held out", True)
    qtbot.mouseClick(box, LEFT, pos=at)
    assert not hand.session.data.is_split
    assert (box.text(), box.isChecked()) == ("Hold out 20 %", False)
    opened(window, hand, Dataset([[0.0, 0], [1, 1], [2, 2]], [0, 1, 1]))
    qtbot.mouseClick(box, LEFT, pos=at)
    assert "has one sample" in told[-1]
    assert not box.isChecked()
    opened(window, hand, Dataset([[0.0, 0], [1, 1]], [0, 1]))
    qtbot.mouseClick(box, LEFT, pos=at)
    assert told[-1] == (
        "2 points are too few to hold out such a share: raise it, or add points"
    )
    assert not box.isChecked()


def test_what_was_wrong_before_is_not_told_of_a_split_that_succeeds(
    window, hand, section, qtbot, monkeypatch
):
    told = []
    opened(window, hand, clusters())
    press(qtbot, window.panel("Set-up").more.fold_button)
    press(qtbot, section.fold_button)
    section.test.setValue(80)
    window.session.message.connect(told.append)
    monkeypatch.setattr(throttle, "INTERVAL_MS", 200)  # the counts follow later
    hand.click(3, 3)
    press(qtbot, section.deal)
    assert section.error.isVisible()
    qtbot.mouseClick(window.panel("Set-up").data.hold_out, LEFT, pos=QPoint(10, 10))
    monkeypatch.undo()
    assert hand.session.data.is_split
    assert not told
    qtbot.waitUntil(lambda: section.caption.text() == "12 held out")


def test_what_cannot_be_split_says_why(window, hand, section, qtbot):
    opened(window, hand, Dataset([[0.0, 0], [1, 1], [2, 2]], [0, 1, 1]))
    press(qtbot, window.panel("Set-up").more.fold_button)
    press(qtbot, section.fold_button)
    press(qtbot, section.deal)
    assert "split" in section.error.text()
    assert section.error.isVisible()
    section.validation.setValue(60)
    section.test.setValue(60)
    press(qtbot, section.deal)
    assert "nothing to learn from" in section.error.text()


def test_parts_by_hand(window, hand, section, qtbot):
    hand.draw_two_classes()
    press(qtbot, section.fold_button)
    press(qtbot, section.tool)
    hand.click(-2, -1)
    assert hand.session.data.parts[0] == VALIDATION
    section.part.setCurrentIndex(1)
    hand.click(2, 1)
    assert hand.session.data.parts[4] == TEST
    hand.click(2, 1)
    assert hand.session.data.parts[4] == TRAINING
    hand.drag((1, 2), (2, 1))
    assert set(hand.session.data.parts[[4, 5]]) == {TEST}
    hand.session.undo_stack.undo()
    assert hand.session.data.parts.tolist() == [VALIDATION, 0, 0, 0, 0, 0, 0, 0]
    hand.click(-2, -1, RIGHT)
    assert not hand.session.data.is_split
    hand.recorded()


def test_the_tool_is_seen_as_long_as_it_is_in_the_hand(window, hand, section, qtbot):
    hand.draw_two_classes()
    action = tool_action(window.canvas, "part")
    qtbot.mouseClick(window.panel("Set-up").data.hold_out, LEFT, pos=QPoint(10, 10))
    qtbot.waitUntil(action.isVisible)
    hand.key(Qt.Key(action.shortcut()[0].key()))
    hand.session.undo_stack.undo()
    qtbot.waitUntil(lambda: section.caption.text() == "none")
    assert action.isChecked() and action.isVisible()
    hand.key(Qt.Key.Key_V)
    assert not action.isVisible()


def test_by_hand_leaves_the_margin_view(window, hand, section, qtbot):
    opened(window, hand, gallery.example("breast-cancer").make())
    canvas = window.canvas
    canvas.axes.margin_action.trigger()
    assert not tool_action(canvas, "part").isEnabled()
    press(qtbot, section.fold_button)
    press(qtbot, section.tool)
    assert not canvas.axes.view_choice.margin
    assert tool_action(canvas, "part").isChecked()
    assert chosen_tool(canvas) == tool_action(canvas, "part").data()


def test_validation_error_is_a_line_and_a_number(window, hand):
    opened(window, hand, clusters())
    assert "validation" not in window.panel("Error per epoch").legend.text()
    opened(window, hand, split(clusters(), 0.3, 0.2))
    hand.session.to_end()
    errors = hand.session.tape.epochs.validation_error
    np.testing.assert_allclose(
        window.panel("Error per epoch").plot.validation.up, 100 * errors
    )
    caption = window.panel("Error per epoch").caption
    assert f"{100 * errors[-1]:.1f} %" in caption.text()
    assert caption.fontMetrics().horizontalAdvance(caption.text()) <= caption.width()
    assert (
        f"validation error {100 * errors[-1]:.1f} %"
        in window.panel("Playback").strip.now.in_full()
    )
    assert "validation" in window.panel("Error per epoch").legend.text()
    assert (
        "test error"
        not in window.panel("Playback").strip.now.in_full()
        + window.panel("Error per epoch").caption.text()
    )


def test_rings_are_on_training_samples_only(window, hand):
    opened(window, hand, split(clusters(), 0.3, 0.3))
    training = set(hand.session.data.rows_of(TRAINING).tolist())
    for step in range(1, hand.session.last):
        hand.session.seek(step)
        assert set(hand.session.frame.rows.tolist()) <= training


def answer(qtbot, label):
    """Press a button of the question that is about to be asked."""
    asked = []

    def press_it():
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append(box.text() + box.informativeText())
        next(b for b in box.buttons() if b.text() == label).click()

    QTimer.singleShot(50, press_it)
    return asked


def test_the_test_part_is_used_after_a_question_and_counted(window, hand, qtbot):
    opened(window, hand, clusters())
    row, use = window.panel("Error per epoch").test_row, FinalTest.of(window.session)
    assert not row.isVisible()
    opened(window, hand, split(clusters(), 0.2, 0.3))
    hand.session.to_end()
    assert row.isVisible()
    asked = answer(qtbot, "Not yet")
    press(qtbot, row.button)
    assert "once" in asked[0]
    assert (use.count, use.words) == (0, "")
    answer(qtbot, "Use it now")
    press(qtbot, row.button)
    error = hand.session.tape.epochs.test_error[-1]
    assert f"test error {100 * error:.1f} %" in row.label.text()
    assert FinalTest.of(window.session).words == "test part used 1 ×"
    hand.session.set_recipe(hand.session.recipe.replace(epochs=3))
    hand.recorded()
    assert "test error" not in row.label.text()
    assert FinalTest.of(window.session).words == "test part used 1 ×"
    hand.session.to_end()
    asked = answer(qtbot, "Use it now")
    press(qtbot, row.button)
    assert "already" in asked[0]
    assert FinalTest.of(window.session).words == "test part used 2 ×"
    opened(window, hand, clusters())
    assert FinalTest.of(window.session).words == ""


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_held_out_symbols_are_hollow(qapp, theme):
    from PySide6.QtGui import QColor, QImage, QPainter

    def middle(part):
        image = QImage(24, 24, QImage.Format.Format_RGB32)
        image.fill(QColor("#888888"))
        with QPainter(image) as painter:
            draw_part(painter, np.array([[12.0, 12.0]]), 0, part, theme)
        return image.pixelColor(12, 12).name(), image.pixelColor(12, 9).name()

    own = theme.class_colour(0)
    assert middle(TRAINING)[0] == own
    assert middle(VALIDATION)[0] == theme.field
    dot, beside = middle(TEST)
    assert dot == own
    assert beside == theme.field


def test_uses_of_the_test_part_are_saved_with_the_session(window, hand, tmp_path):
    opened(window, hand, split(clusters(), 0.2, 0.3))
    hand.session.to_end()
    FinalTest.of(window.session).use()
    FinalTest.of(window.session).use()
    assert window.files.save_to(tmp_path / "run.plab")
    opened(window, hand, clusters())
    assert FinalTest.of(window.session).words == ""
    window.files.opening.open_path(tmp_path / "run.plab")
    assert FinalTest.of(window.session).words == "test part used 2 ×"
    assert "used 2 ×" in window.panel("Error per epoch").test_row.label.text()


def test_wrong_ones_are_marked_but_for_those_of_the_test_part(window, hand):
    rng = np.random.default_rng(0)
    parts = np.arange(60) % 3
    data = Dataset(rng.normal(size=(60, 2)), rng.integers(0, 2, 60), parts=parts)
    hand.session.set_data(data)
    hand.recorded()
    hand.session.to_end()
    mistaken = hand.session.model.mistaken(data.X, data.y)
    wrong = window.canvas.shown().wrong
    assert wrong.tolist() == np.flatnonzero(mistaken & (parts != TEST)).tolist()
    assert set(parts[wrong]) == {TRAINING, VALIDATION}


def test_its_numbers_play_and_the_split_follows_in_one_undo(
    window, hand, section, qtbot
):
    s, data = hand.session, clusters()
    opened(window, hand, data)
    press(qtbot, window.panel("Set-up").more.fold_button)
    press(qtbot, section.fold_button)
    held_out, commands = [], s.undo_stack.index()
    section.validation.setValue(25)
    assert not s.data.is_split, "what is typed waits for the button"
    s.data_changed.connect(lambda: held_out.append(s.data.n_held_out))
    button = section.validation.findChild(PlayButton)
    button.click()
    qtbot.waitUntil(lambda: len(held_out) > 2)
    assert held_out == sorted(set(held_out)), "more are held out each time"
    shares = section.validation.value() / 100, section.test.value() / 100
    dealt = split(data, *shares, section.seed.value())
    np.testing.assert_array_equal(s.data.parts, dealt.parts)
    button.click()
    assert s.undo_stack.index() == commands + 1
    s.undo_stack.undo()
    assert not s.data.is_split
    hand.recorded()


def dragged(box, *, escape):
    """Drag the name of a number to the right, and let go or give it up."""
    labels = box.window().findChildren(DragLabel)
    label = next(label for label in labels if label.buddy() is box)
    at = label.rect().center()
    QTest.mousePress(label, LEFT, pos=at)
    for x in (20, 40, 60):
        QTest.mouseMove(label, at + QPoint(x, 0))
    if escape:
        QTest.keyClick(label, Qt.Key.Key_Escape)
    QTest.mouseRelease(label, LEFT, pos=at)


@pytest.mark.qt_log_ignore("does not support grabbing")  # off screen
def test_a_number_that_is_dragged_goes_back_with_its_split(
    window, hand, section, qtbot
):
    """At Escape and by undo; redo brings both again."""
    s, box = hand.session, section.validation
    opened(window, hand, clusters())
    press(qtbot, window.panel("Set-up").more.fold_button)
    press(qtbot, section.fold_button)
    first = box.value()
    dragged(box, escape=True)
    assert not s.data.is_split
    assert box.value() == first
    dragged(box, escape=False)
    later, held_out = box.value(), s.data.n_held_out
    assert later > first
    assert held_out
    s.undo_stack.undo()
    assert (box.value(), s.data.n_held_out) == (first, 0)
    s.undo_stack.redo()
    assert (box.value(), s.data.n_held_out) == (later, held_out)
    s.undo_stack.undo()
    box.findChild(PlayButton).click()
    qtbot.waitUntil(lambda: s.data.is_split)
    hand.key(Qt.Key.Key_Escape)
    assert (box.value(), s.data.n_held_out) == (first, 0)
    hand.recorded()
