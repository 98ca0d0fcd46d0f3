"""An unasked end loses nothing: what was unsaved is offered at the next start."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

import main
from engine.data.edits import Add
from engine.errors import UserError
from engine.export.autosave import read_autosave
from engine.export.session_file import read_session
from gui.files import autosave
from gui.window import ending
from gui.window.main_window import MainWindow
from tests.gui.conftest import TIMEOUT

Key, Ctrl, LEFT = Qt.Key, Qt.KeyboardModifier.ControlModifier, Qt.MouseButton.LeftButton

LIVING = """
from PySide6.QtCore import QTimer
from gui.app import run
import numpy as np
from engine.data.edits import Add
import gui.window.main_window as main_window
class Window(main_window.MainWindow):
    def begin(self):
        super().begin()
        self.files.new()
        self.ticks = QTimer(self, interval=50)
        self.ticks.timeout.connect(self.draw)
        self.ticks.start()
    def draw(self):
        if not self.isVisible():
            return
        n = self.session.data.n_samples
        point = Add(np.array([[n, n]], float), np.array([n % 2]))
        self.session.edit(point, "add a point")
        print(n + 1, flush=True)
main_window.MainWindow = Window
run(["perceptron-lab"])
"""


@pytest.fixture
def at_once(monkeypatch):
    """Keep at the next turn of the event loop."""
    monkeypatch.setattr(autosave, "EVERY_SECONDS", 0)


def kept_places():
    return [path.parent for path in autosave.states().glob("*/session.json")]


def points_kept(place):
    """Count the points that are kept; while they are written anew, none are read."""
    with suppress(UserError):
        return read_autosave(place).session.data.n_samples


def another(qtbot, file=None):
    window = MainWindow()
    qtbot.addWidget(window, before_close_func=lambda w: w.session.undo_stack.setClean())
    window.resize(1280, 720)
    with qtbot.waitExposed(window):
        window.show()
    if file is None:
        window.begin()
    else:
        window.files.open_first(file)
    return window


@pytest.fixture
def left(hand, qtbot):
    """Data that an end without a question left."""
    hand.draw_two_classes()
    hand.session.seek(3)
    data = hand.session.data
    hand.window.ending.end()
    assert len(kept_places()) == 1
    return data


def test_each_change_is_kept_until_it_is_saved(at_once, qtbot, tmp_path, request):
    hand = request.getfixturevalue("hand")
    hand.click(1, 1)
    qtbot.waitUntil(lambda: len(kept_places()) == 1)
    (place,) = kept_places()
    qtbot.waitUntil(lambda: points_kept(place) == 1)
    hand.click(2, 2)
    qtbot.waitUntil(lambda: points_kept(place) == 2)
    hand.window.files.save_to(tmp_path / "points.csv")
    qtbot.waitUntil(lambda: not kept_places())
    hand.click(-1, 2)
    qtbot.waitUntil(lambda: len(kept_places()) == 1)
    assert read_autosave(place).path == str(tmp_path / "points.csv")


def test_a_change_is_kept_though_the_window_stands_still(at_once, hand):
    point = Add(np.array([[1.0, 2.0]]), np.array([1]))
    for n in (1, 2):
        hand.session.edit(point, "add a point")
        given_up = time.monotonic() + TIMEOUT / 1000
        while [points_kept(place) for place in kept_places()] != [n]:
            assert time.monotonic() < given_up
            time.sleep(0.01)  # nothing that happens is looked at


def test_where_nothing_can_be_kept_it_is_told_once(at_once, qtbot, own_home, request):
    (own_home / "state").write_text("in the way")
    hand = request.getfixturevalue("hand")
    hand.click(1, 1)
    message = hand.window.panel("Playback").message.words.text
    qtbot.waitUntil(lambda: "could not be kept against a crash" in message())
    hand.window.panel("Playback").message.clear()
    hand.click(2, 1)
    qtbot.wait(50)
    assert not message()
    assert not hand.window.files.autosave.keep_now()


@pytest.mark.parametrize("again", [False, True], ids=["in time", "told again"])
def test_where_nothing_can_be_kept_one_is_asked_once_when_the_system_ends_it(
    qtbot, own_home, monkeypatch, request, again
):
    (own_home / "state").write_text("in the way")
    hand = request.getfixturevalue("hand")
    hand.click(1, 1)
    asked, ask = [], QMessageBox.question

    def question(*said):
        asked.append(said)
        return ask(*said)

    monkeypatch.setattr(QMessageBox, "question", question)
    if again:
        QTimer.singleShot(
            0, hand.window.ending.end
        )  # while it is asked, nobody answers
    else:
        monkeypatch.setattr(ending, "ASKED_FOR_MS", 10)
    hand.window.ending.end()
    assert not hand.window.isVisible()
    assert len(asked) == 1


def test_what_could_not_be_written_is_tried_again(at_once, qtbot, own_home, request):
    place = own_home / "state"
    place.write_text("in the way")
    hand = request.getfixturevalue("hand")
    hand.click(1, 1)
    message = hand.window.panel("Playback").message.words.text
    qtbot.waitUntil(lambda: "could not be kept" in message())
    place.unlink()
    qtbot.waitUntil(lambda: len(kept_places()) == 1)


def test_what_is_changed_while_a_run_plays_is_kept(at_once, hand, qtbot):
    s = hand.session
    hand.draw_two_classes()
    s.seek(0)
    qtbot.waitUntil(lambda: len(kept_places()) == 1)
    (place,) = kept_places()
    qtbot.waitUntil(lambda: points_kept(place) == 8)
    qtbot.wait(100)  # nothing is left to be kept
    s.set_speed(1.0)
    s.set_playing(True)
    hand.click(3, 3)
    qtbot.waitUntil(lambda: points_kept(place) == 9)
    assert s.playing


def test_a_branch_is_kept_when_it_begins_and_when_it_is_left(at_once, hand, qtbot):
    s = hand.session
    hand.draw_two_classes()
    s.seek(2)
    qtbot.waitUntil(lambda: len(kept_places()) == 1)
    (place,) = kept_places()

    def kept():
        with suppress(UserError):
            return read_autosave(place).session.branched_from

    for change in (s.branches.begin, s.branches.end, s.branches.begin):
        change()
        qtbot.waitUntil(lambda: kept() == s.branches.left)


def test_where_a_run_stops_is_kept(at_once, hand, qtbot):
    s = hand.session
    hand.draw_two_classes()
    s.seek(0)
    qtbot.waitUntil(lambda: len(kept_places()) == 1)
    (place,) = kept_places()
    s.set_speed(20.0)
    s.set_playing(True)
    qtbot.waitUntil(lambda: s.step > 3)
    s.set_playing(False)
    qtbot.waitUntil(lambda: read_autosave(place).session.step == s.step)


def test_what_was_saved_is_not_offered_however_soon_the_end_comes(hand, tmp_path):
    hand.draw_two_classes()
    assert hand.window.files.autosave.keep_now()
    assert hand.window.files.save_to(tmp_path / "points.csv")
    hand.window.ending.end()
    assert not kept_places()


def test_what_an_example_replaces_is_kept_too(hand, qtbot):
    hand.draw_two_classes()
    drawn = hand.session.data.n_samples
    hand.window.run("open to average", "xor")
    hand.window.run("open to average", "drift")
    hand.click(1, 1)
    changed = hand.session.data.n_samples
    assert hand.window.files.autosave.keep_now()
    assert sorted(map(points_kept, kept_places())) == [drawn, changed]
    hand.window.ending.end()
    another(qtbot)
    assert len(kept_places()) == 2


def test_an_end_while_one_is_asked_keeps_what_is_unsaved(hand, qtbot, monkeypatch):
    def end_and_cancel(*_):
        hand.window.ending.end()
        return QMessageBox.StandardButton.Cancel

    hand.draw_two_classes()
    monkeypatch.setattr(QMessageBox, "question", end_and_cancel)
    assert hand.window.close()
    assert hand.window.isHidden()
    assert len(kept_places()) == 1
    assert another(qtbot).files.recovery.dialog is not None


def test_a_close_that_was_asked_for_leaves_nothing(hand, monkeypatch):
    hand.draw_two_classes()
    hand.window.run("open to average", "xor")
    hand.click(1, 1)
    assert hand.window.files.autosave.keep_now()
    assert len(kept_places()) == 2
    discard = QMessageBox.StandardButton.Discard
    monkeypatch.setattr(QMessageBox, "question", lambda *_: discard)
    hand.window.close()
    assert not hand.window.isVisible()
    assert not list(autosave.states().iterdir())


def test_what_was_left_is_restored_as_unsaved(left, qtbot, qapp):
    window = another(qtbot)
    dialog = window.files.recovery.dialog
    assert "8 points" in dialog.description.text()
    assert "untitled" in dialog.description.text()
    QTest.mouseClick(dialog.restore_button, LEFT)
    s = window.session
    np.testing.assert_array_equal(s.data.X, left.X)
    qtbot.waitUntil(lambda: s.step == 3)
    assert window.isWindowModified()
    (place,) = kept_places()
    assert read_autosave(place).session.step in (0, 3)


def test_what_is_opened_after_it_is_not_unsaved(left, qtbot, tmp_path):
    window = another(qtbot)
    QTest.mouseClick(window.files.recovery.dialog.restore_button, LEFT)
    path = tmp_path / "points.csv"
    path.write_text("x,y,class\n1,2,a\n3,4,b\n")
    window.open_file(path)
    qtbot.waitUntil(lambda: window.session.data.n_samples == 2)
    assert not window.isWindowModified()
    assert len(kept_places()) == 1, "what undo would bring back is kept"


def test_a_copy_is_kept(left, answer, qtbot, tmp_path):
    window = another(qtbot)
    answer(tmp_path / "mine.plab")
    QTest.mouseClick(window.files.recovery.dialog.copy_button, LEFT)
    np.testing.assert_array_equal(read_session(tmp_path / "mine.plab").data.X, left.X)
    assert not kept_places()
    assert window.files.recovery.dialog is None
    assert not window.session.data.n_samples or not window.isWindowModified()


def test_a_file_named_at_the_start_waits_and_undo_brings_back(left, qtbot, tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("x,y,class\n1,2,a\n3,4,b\n")
    window = another(qtbot, path)
    QTest.mouseClick(window.files.recovery.dialog.restore_button, LEFT)
    qtbot.waitUntil(lambda: window.session.data.n_samples == 2)
    window.session.undo_stack.undo()
    np.testing.assert_array_equal(window.session.data.X, left.X)
    assert kept_places()


def test_a_file_named_at_the_start_is_opened_after_the_offer(left, qtbot, tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("x,y,class\n1,2,a\n3,4,b\n")
    window = another(qtbot, path)
    assert not window.session.data.n_samples
    QTest.mouseClick(window.files.recovery.dialog.discard_button, LEFT)
    qtbot.waitUntil(lambda: window.session.data.n_samples == 2)


def test_what_is_not_wanted_goes(left, qtbot):
    window = another(qtbot)
    dialog = window.files.recovery.dialog
    places = [
        button.x() for button in (dialog.copy_button, dialog.restore_button)
    ]  # which of them is first is the style's choice
    apart = min(places) - dialog.discard_button.geometry().right()
    assert apart > 2 * abs(places[0] - places[1]) - dialog.restore_button.width()
    QTest.mouseClick(dialog.discard_button, LEFT)
    assert not kept_places()


def test_without_an_answer_it_is_offered_again(left, qtbot):
    window = another(qtbot)
    QTest.keyClick(window.files.recovery.dialog, Key.Key_Escape)
    assert len(kept_places()) == 1
    assert another(qtbot).files.recovery.dialog is not None


def test_what_one_start_did_not_come_to_another_offers(hand, qtbot):
    hand.draw_two_classes()
    hand.window.run("open to average", "xor")
    hand.click(1, 1)
    hand.window.ending.end()
    QTest.mouseClick(another(qtbot).files.recovery.dialog.restore_button, LEFT)
    dialog = another(qtbot).files.recovery.dialog
    assert dialog is not None
    assert "8 points" in dialog.description.text()


def test_what_another_window_holds_is_not_offered(hand, qtbot):
    hand.draw_two_classes()
    assert hand.window.files.autosave.keep_now()
    other = another(qtbot)
    assert other.files.recovery is None or other.files.recovery.dialog is None


def test_what_cannot_be_read_is_left_alone(left, qtbot):
    (place,) = kept_places()
    (samples,) = place.glob("samples*")
    nothing = {"X": np.zeros((0, 2)), "y": np.zeros(0, int)}
    np.savez(samples, parts=np.zeros(0, np.uint8), **nothing)
    window = another(qtbot)
    assert window.files.recovery.dialog is None
    assert f"{place}" in window.panel("Playback").message.words.text()
    assert "has no samples" in window.panel("Playback").message.words.text()
    assert kept_places() == [place]


def test_where_a_killed_save_left_nothing_whole_all_goes(left, qtbot):
    (place,) = kept_places()
    whole = place / "session.json"
    unfinished = whole.rename(place / f".perceptron-lab-unfinished-{'0' * 16}.json")
    (place / "samples-1.npz").unlink()
    os.utime(unfinished, (0, 0))
    assert another(qtbot).files.recovery.dialog is None
    assert not place.exists()


def living(tmp_path) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", LIVING],
        cwd=Path(main.__file__).parent,
        env=os.environ
        | {
            "QT_QPA_PLATFORM": "offscreen",
            "XDG_STATE_HOME": str(tmp_path / "state"),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
        },
        stdout=subprocess.PIPE,
    )


def kept_beyond(process: subprocess.Popen, tmp_path, number) -> int:
    """Wait until more points than so many are kept; give how many."""
    while process.stdout.readline():
        for path in tmp_path.rglob("autosave/*/session.json"):
            if (kept := points_kept(path.parent) or 0) > number:
                return kept
    raise AssertionError("it is gone")


def counted(process: subprocess.Popen, number: int) -> None:
    while int(process.stdout.readline()) < number:
        pass


def read_left(tmp_path) -> int:
    (place,) = (path for path in tmp_path.rglob("autosave/*") if path.is_dir())
    return read_autosave(place).session.data.n_samples


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_a_kill_costs_only_what_came_since_it_was_kept(tmp_path):
    with living(tmp_path) as process:
        first = kept_beyond(process, tmp_path, 0)
        then = kept_beyond(process, tmp_path, first)
        process.kill()
        made = [then, *map(int, process.stdout.read().split())]
    assert then <= read_left(tmp_path) <= made[-1] + 1  # one may not be told yet


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_the_systems_end_keeps_all(tmp_path, name):
    if not hasattr(signal, name):
        pytest.skip(f"no {name} here")
    with living(tmp_path) as process:
        counted(process, 40)  # some of it has been kept already
        process.send_signal(getattr(signal, name))
        made = [40, *map(int, process.stdout.read().split())]
    assert process.returncode == 0
    assert read_left(tmp_path) == made[-1]
