"""The window of generalisation: opened by key, a page for each question."""

import pytest
from PySide6.QtCore import Qt

from engine.data import gallery
from gui.generalisation.pages import PAGES

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def opened(window, hand):
    """The window over two clusters, opened by key."""
    window.files.open_example(gallery.example("two-clusters"))
    hand.recorded()
    hand.key(Qt.Key.Key_K, CTRL)
    return window.generalisation


def test_every_page_opens(opened):
    for title in PAGES:
        assert opened.open(title).isVisible()


def test_closed_with_the_main_window_and_opened_again(opened, window, hand, qtbot):
    opened.close()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Qt.Key.Key_K, CTRL)
    assert window.generalisation is not opened
    window.close()
    assert not window.generalisation.isVisible()
