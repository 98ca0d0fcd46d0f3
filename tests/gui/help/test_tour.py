"""The tour: from part to part, beside each, in nobody's way."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from gui.help.tour import TOUR, Tour

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def tour(window, qtbot):
    window.begin()
    QTest.mouseClick(window.start_offer.tour_button, LEFT)
    (found,) = window.findChildren(Tour)
    return found


@pytest.mark.parametrize("size", [(1024, 700), (1280, 720), (1440, 900), (1920, 1080)])
def test_it_shows_part_after_part(tour, window, qtbot, size):
    window.resize(*size)
    titles = []
    while tour.isVisible():
        qtbot.wait(20)
        titles.append(tour.title.text())
        assert window.rect().contains(tour.geometry())
        assert tour.height() >= tour.sizeHint().height()
        # “Done” ends it: no second button says so.
        assert tour.end_button.isVisible() == (tour.next_button.text() == "Next")
        QTest.mouseClick(tour.next_button, LEFT)
    assert titles == [title for title, _ in TOUR]


def test_the_card_covers_nothing_of_what_it_tells_of(tour, window, qtbot):
    window.resize(1440, 900)
    for dock in (window.docks.update, window.docks.curve, window.docks.setup):
        while tour.title.text() != dock.objectName():
            QTest.mouseClick(tour.next_button, LEFT)
        qtbot.wait(20)
        told = QRect(dock.mapTo(window, QPoint(0, 0)), dock.size())
        assert not told.intersects(tour.geometry())


def test_a_dock_that_was_closed_is_shown(tour, window, qtbot):
    window.docks.update.close()
    QTest.keyClick(tour.next_button, Qt.Key.Key_Return)
    QTest.mouseClick(tour.next_button, LEFT)
    assert tour.title.text() == "This update"
    assert window.docks.update.isVisible()
    QTest.mouseClick(tour.back_button, LEFT)
    assert tour.title.text() == "Playback"


def test_escape_ends_it_and_the_menu_begins_it_anew(tour, window, hand):
    QTest.keyClick(tour.next_button, Qt.Key.Key_Return)
    QTest.keyClick(tour.next_button, Qt.Key.Key_Escape)
    assert not tour.isVisible()
    actions = {a.text(): a for a in window.menuBar().actions()[-1].menu().actions()}
    actions["Take the &tour"].trigger()
    assert tour.isVisible()
    assert tour.title.text() == TOUR[0][0]


def test_one_draws_and_plays_while_it_is_there(tour, window, hand, qtbot):
    qtbot.waitUntil(lambda: hand.session.playing)
    hand.key(Qt.Key.Key_Space)
    assert not hand.session.playing
    n = hand.session.data.n_samples
    hand.click(1, 1)
    assert hand.session.data.n_samples == n + 1
    assert tour.isVisible()
