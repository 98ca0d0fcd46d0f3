"""A file that takes long is saved in the background, as it was when asked for."""

from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QPushButton

from engine.data.sample_table import read_data
from engine.data.tables import row_writer
from engine.errors import UserError
from gui.tasks import task
from tests.gui.conftest import LEFT

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def slow(hand, monkeypatch, tmp_path):
    """Eight points in a file; whatever is saved next waits for `slow.go`."""
    hand.draw_two_classes()
    path = tmp_path / "mine.csv"
    assert hand.window.files.save_to(path)
    hand.click(0, 2.5)
    hand.path, hand.old, hand.go = path, path.read_bytes(), Event()
    pieces = row_writer.spans

    def waiting(*given):
        for piece in pieces(*given):
            assert hand.go.wait(150)
            yield piece

    monkeypatch.setattr(row_writer, "spans", waiting)
    monkeypatch.setattr(task, "WAIT_SECONDS", 0.0)
    return hand


def meanwhile(hand, *acts):
    """Save by key; do things once it is being written."""

    written = []

    def look():
        if hand.window.files.saving is None:  # the key has not come to the window yet
            return
        timer.stop()
        written.append(True)
        for act in acts:
            act()

    timer = QTimer(interval=0)
    timer.timeout.connect(look)
    timer.start()
    hand.key(Key.Key_S, Ctrl)
    timer.stop()
    assert written and hand.window.files.saving is None


def test_what_is_drawn_meanwhile_is_not_saved_and_stays_unsaved(slow):
    data = slow.session.data
    meanwhile(slow, lambda: slow.click(1, -2), slow.go.set)
    np.testing.assert_array_equal(read_data(slow.path).X, data.X)
    assert slow.session.data.n_samples == 10
    assert slow.window.isWindowModified()
    slow.key(Key.Key_S, Ctrl)
    assert read_data(slow.path).n_samples == 10
    assert not slow.window.isWindowModified()


def test_what_is_undone_meanwhile_is_not_taken_for_saved(slow):
    meanwhile(slow, slow.session.undo_stack.undo, slow.go.set)
    assert read_data(slow.path).n_samples == 9
    assert slow.session.data.n_samples == 8
    assert slow.window.isWindowModified()


def test_cancel_leaves_the_file_and_the_star(slow):
    def cancel():
        dialog = slow.window.files.saving.dialog
        dialog.show()
        QTest.mouseClick(dialog.findChild(QPushButton), LEFT)

    meanwhile(slow, cancel, slow.go.set)
    assert slow.path.read_bytes() == slow.old
    assert [p.name for p in slow.path.parent.glob("*.csv")] == ["mine.csv"]
    assert slow.window.isWindowModified()
    assert "nothing saved" in slow.window.panel("Playback").message.words.text()


def test_the_window_stays_until_the_file_is_there(slow):
    meanwhile(slow, slow.window.close, slow.go.set)
    assert slow.window.isVisible()
    assert read_data(slow.path).n_samples == 9
    assert not slow.window.isWindowModified()


def test_a_window_closed_meanwhile_goes_once_the_file_is_there(slow, qtbot):
    meanwhile(slow, slow.window.close, lambda: assert_open(slow), slow.go.set)
    qtbot.waitUntil(lambda: not slow.window.isVisible())
    assert read_data(slow.path).n_samples == 9


def assert_open(hand):
    assert hand.window.isVisible()
    assert (
        "closes once it is there" in hand.window.panel("Playback").message.words.text()
    )


def test_it_stays_open_if_the_file_could_not_be_written(slow, qtbot, monkeypatch):
    def full(*_):
        assert slow.go.wait(150)
        raise UserError("the disk is full")

    warnings = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *said: warnings.append(said[-1]))
    monkeypatch.setattr(row_writer, "spans", full)
    meanwhile(slow, slow.window.close, slow.go.set)
    qtbot.wait(20)
    assert "the disk is full" in warnings[0]
    assert slow.window.isVisible()
