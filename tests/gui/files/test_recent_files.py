"""The last files are in a menu, and come back from there."""

import os

import pytest
from PySide6.QtWidgets import QMessageBox

from gui.files import recent_files
from gui.window.main_window import MainWindow


@pytest.fixture
def file(tmp_path):
    def write(name):
        path = tmp_path / name
        path.write_text("a,b,class\n1,2,x\n3,4,y\n")
        return path

    return write


def entries(window):
    return [a for a in window.files.recent.menu.actions() if a.toolTip()[:1] == "/"]


def names(window):
    return [path.name for path in window.files.recent.paths]


def test_the_last_opened_is_the_first(window, file):
    assert not window.files.recent.menu.menuAction().isEnabled()
    first, second = file("one.csv"), file("t&wo.csv")
    for path in (first, second, first):
        window.open_file(path)
    assert names(window) == ["one.csv", "t&wo.csv"]
    assert "t&&wo.csv" in entries(window)[1].text()
    window.files.new()
    entries(window)[1].trigger()
    assert "t&wo.csv" in window.windowTitle()
    assert window.session.data.n_samples == 2
    assert names(window)[0] == "t&wo.csv"


def test_another_window_remembers_them(window, file, qtbot):
    window.open_file(file("one.csv"))
    other = MainWindow()
    qtbot.addWidget(other)
    assert names(other) == ["one.csv"]


def test_saved_sessions_are_among_them(window, hand, tmp_path):
    hand.draw_two_classes()
    window.files.save_to(tmp_path / "mine.plab")
    window.files.new()
    entries(window)[0].trigger()
    assert window.session.data.n_samples == 8


def test_ten_are_kept(window, file):
    for i in range(12):
        window.open_file(file(f"{i}.csv"))
    assert names(window) == [f"{i}.csv" for i in range(11, 1, -1)]
    assert len(entries(window)) == recent_files.MOST


def test_a_file_that_is_gone_is_told_and_dropped(window, file, monkeypatch):
    path = file("one.csv")
    window.open_file(path)
    path.unlink()
    shown = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *a: shown.append(a[2]))
    entries(window)[0].trigger()
    assert "one.csv: is not there any more" in shown[0]
    assert names(window) == []


def test_a_file_that_cannot_be_read_is_not_remembered(window, file, monkeypatch):
    monkeypatch.setattr(QMessageBox, "warning", lambda *a: None)
    path = file("one.csv")
    path.write_bytes(b"\0")
    window.open_file(path)
    assert names(window) == []


def test_the_list_can_be_cleared(window, file):
    window.open_file(file("one.csv"))
    window.files.recent.menu.actions()[-1].trigger()
    assert names(window) == []
    assert not window.files.recent.menu.menuAction().isEnabled()


def test_what_killed_saves_left_beside_them_is_removed(window, file, tmp_path, qtbot):
    left = [tmp_path / f".perceptron-lab-unfinished-{i * 16}.csv" for i in "ab"]
    for path in left:
        path.touch()
    os.utime(left[0], (0, 0))
    window.files.recent.add(file("one.csv"))
    window.files.recent.add(tmp_path / "gone" / "two.csv")
    window.files.recent.remove_left_over()
    qtbot.waitUntil(lambda: not left[0].exists())
    assert left[1].exists()  # somebody may be at it
