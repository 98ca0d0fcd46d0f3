"""The window that goes from test to test is as good as a new one, and does go on."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog

from tests.gui.conftest import User, settle
from tests.gui.window_keeper import WindowKeeper


@pytest.fixture
def keeper(qapp):
    keeper = WindowKeeper(settle)
    yield keeper
    keeper.close()


@pytest.fixture
def next_test(keeper, monkeypatch, tmp_path_factory):
    """Hand the window on: ``next_test()`` is that of the next test."""

    def hand_on():
        keeper.wanted = True
        keeper.take_back()
        return keeper.lend(monkeypatch, lambda: tmp_path_factory.mktemp("home"))

    return hand_on


def test_it_goes_on_emptied(keeper, next_test, qtbot):
    window = next_test()
    User(window, qtbot).draw_two_classes()
    assert next_test() is window, keeper.reasons
    assert window.session.data.n_samples == 0
    assert (keeper.lent, keeper.made) == (2, 1)


def test_so_does_each_that_is_made(keeper, next_test):
    """All are alike, whichever was the first."""
    for made in (1, 2, 3):
        window = next_test()
        assert next_test() is window, keeper.reasons
        assert keeper.made == made
        window.close()


def test_a_key_is_heard_after_a_dialog(keeper, next_test, qtbot):
    window = next_test()
    dialog = QDialog(window)
    dialog.open()
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    dialog.setParent(None)
    assert next_test() is window, keeper.reasons
    User(window, qtbot).key(Qt.Key.Key_F11)
    assert window.isFullScreen()
    window.lecture.setChecked(False)


def test_so_it_does_after_a_plot_that_was_asked_for(keeper, next_test):
    """The other panels have their first heights again."""
    window = next_test()
    for _ in range(2):  # closed, and opened
        window.docks["Loss"].toggleViewAction().trigger()
    settle()
    assert next_test() is window, keeper.reasons


def test_so_it_does_after_what_is_made_at_first_sight(keeper, next_test, qtbot):
    """The story of the run has actions of its own."""
    window = next_test()
    User(window, qtbot).draw_two_classes()
    for _ in range(2):
        User(window, qtbot).key(Qt.Key.Key_T)
        settle()
    assert next_test() is window, keeper.reasons
