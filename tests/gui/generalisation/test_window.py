"""The window of generalisation: opened by key, a page for each question."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

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


def test_closed_and_opened_again_it_is_as_it_was(opened, window, hand, qtbot):
    page = opened.open("Search")
    page.setup.dealing.k.setValue(7)
    QTest.keyClicks(page.setup.tried.rows["epochs"].field, "3,4")
    opened.close()
    window.set_theme("dark")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Qt.Key.Key_K, CTRL)
    assert opened.isVisible()
    assert opened.pages["Search"] is page
    assert page.isVisible()
    assert page.setup.dealing.k.value() == 7
    assert page.setup.tried.rows["epochs"].field.text() == "3,4"
    assert page.theme.name == "dark"
    window.close()
    assert not opened.isVisible()


def test_closed_it_computes_nothing_and_then_catches_up(opened, window, hand, qtbot):
    page = opened.open("Cross-validation")
    qtbot.waitUntil(lambda: page.found is not None and page.found.finished)
    opened.close()
    hand.click(0.5, 0.5)
    assert not page._soon.isActive()
    assert not page.job.running
    opened.show()
    qtbot.waitUntil(lambda: page.found.data is window.session.data)


def test_quit_is_heard_in_its_window(opened, window, qtbot):
    qtbot.waitUntil(opened.isActiveWindow)
    QTest.keyClick(opened, Qt.Key.Key_Q, CTRL)
    qtbot.waitUntil(lambda: not window.isVisible())
    assert not opened.isVisible()
