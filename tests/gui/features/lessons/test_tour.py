"""The tour: a lesson over the person’s own work, of which it changes nothing."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from engine.lessons.lesson_files import read_files
from gui.features.lessons.contents import OURS

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def tour(window, hand):
    window.begin()
    QTest.mouseClick(window.part("Start").tour_button, LEFT)
    return window.panel("Lessons").view.page


def take(window):
    actions = {a.text(): a for a in window.menuBar().actions()[-1].menu().actions()}
    actions["Take the &tour"].trigger()
    return window.panel("Lessons").view.page


def frames(window):
    return [
        frame for frame in window.findChildren(QFrame) if frame.property("spotlight")
    ]


def pointed_at(window):
    """Tell what is outlined: each in sight and as a whole, a menu by its title."""
    bar, room = window.menuBar(), window.rect()
    titles = {
        f"{action.text().strip('&')} menu": bar.actionGeometry(action)
        for action in bar.actions()
    }  # fmt: skip
    page = window.panel("Lessons").view.page.player.page
    for name, frame in zip(page.spotlights, frames(window), strict=True):
        part = window.findChild(QWidget, name)
        inside = titles.get(name)
        there = bar if inside else part
        around = (inside or part.rect()).translated(there.mapTo(window, QPoint()))
        if not (frame.isVisible() and frame.geometry().contains(around & room)):
            return None
        if not (there.isVisible() and QRect(room).intersects(around)):
            return None
    return page.title


def shown(window):
    return [dock for dock in window.docks.all if dock.isVisible()]


@pytest.mark.parametrize("size", [(1024, 700), (1280, 720), (1440, 900)], ids=str)
def test_it_points_at_part_after_part(window, qtbot, size):
    window.appearance.choose("dark")  # Play has its full width then
    window.resize(*size)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == size)
    tour, titles, places = take(window), [], set()
    while tour.player.page is not None:
        title = tour.player.page.title
        qtbot.waitUntil(lambda title=title: pointed_at(window) == title)
        places.add(tour.next_button.mapTo(window, QPoint()).toTuple())
        assert (window.width(), window.height()) == size
        buttons = [
            b.geometry()
            for b in window.panel("Playback").buttons.values()
            if b.isVisible()
        ]
        assert not any(a.intersects(b) for a, b in pairwise(buttons))
        titles.append(title)
        QTest.mouseClick(tour.next_button, LEFT)
    assert (titles[0], titles[-1], len(titles)) == ("The canvas", "Try yourself", 6)
    assert len(places) == 1, "Next stays under the mouse"
    qtbot.waitUntil(lambda: not frames(window))
    assert (
        window.panel("Lessons").view.currentIndex() == 0
    )  # the contents: so one goes on


def test_nothing_is_changed_by_it(window, hand, qtbot):
    hand.draw_two_classes()
    hand.key(Qt.Key.Key_End)
    session, stack = hand.session, hand.session.undo_stack
    window.docks["This update"].close()
    window.docks.bring_forward("Loss")

    def own():
        return session.data, session.recipe, session.tape, session.step, stack.index()

    before, docks = own(), [*shown(window), window.docks["Lessons"]]
    tour = take(window)
    while tour.player.page is not None:
        if "This update" in tour.player.page.spotlights:
            qtbot.waitUntil(window.docks["This update"].isVisible)
        QTest.mouseClick(tour.next_button, LEFT)
    assert own() == before
    assert shown(window) == docks
    loss = next(dock for dock in docks if dock.objectName() == "Loss")
    qtbot.waitUntil(lambda: not loss.visibleRegion().isEmpty())


def test_one_draws_and_plays_while_it_is_there(tour, window, hand, qtbot):
    assert not window.part("Start").isVisible()  # it would cover what is outlined
    qtbot.waitUntil(lambda: hand.session.playing)
    hand.key(Qt.Key.Key_Space)
    assert not hand.session.playing
    n = hand.session.data.n_samples
    hand.click(1, 1)
    QTest.mouseClick(tour.next_button, LEFT)
    assert tour.dots.words == "2 of 6"
    QTest.mouseClick(tour.contents_button, LEFT)
    assert hand.session.data.n_samples == n + 1
    assert take(window).dots.words == "1 of 6"


def test_it_is_about_the_own_work_not_about_a_lesson(window, hand):
    hand.draw_two_classes()
    own = hand.session.data
    window.run("open lesson", OURS / "one-mistake", 0)
    hand.recorded()
    tour = take(window)
    assert hand.session.data.n_samples == own.n_samples
    assert tour.dots.words == "1 of 6"
    tour.player.open(read_files(OURS / "one-mistake"))
    QTest.mouseClick(tour.contents_button, LEFT)
    assert hand.session.data.n_samples == own.n_samples


def test_in_a_lecture_it_has_what_it_points_at_beside_it(window, qtbot):
    window.lecture.trigger()
    tour = take(window)
    qtbot.waitUntil(lambda: pointed_at(window) == "The canvas")
    assert shown(window) == [window.docks["Lessons"]]
    for _ in range(2):
        QTest.mouseClick(tour.next_button, LEFT)
    docks = window.docks
    qtbot.waitUntil(lambda: shown(window) == [docks["Lessons"]])
    window.resize(1700, 1000)  # a screen of 800 has no room for more in a lecture
    qtbot.waitUntil(
        lambda: (
            shown(window)
            == [docks["Error per epoch"], docks["This update"], docks["Lessons"]]
        )
    )
    QTest.mouseClick(tour.contents_button, LEFT)
    assert shown(window) == [window.docks["Error per epoch"], window.docks["Lessons"]]
    window.lecture.trigger()
    assert (
        window.docks["This update"].isVisible() and window.docks["Set-up"].isVisible()
    )


def test_the_text_is_reached_by_tab_and_leaves_the_arrows_to_the_run(
    window, hand, qtbot
):
    hand.draw_two_classes()
    tour = take(window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)

    def is_reached():
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_Tab)
        return QApplication.focusWidget() is tour.text

    qtbot.waitUntil(is_reached)
    step = hand.session.step
    QTest.keyClick(tour.text, Qt.Key.Key_Right)
    assert hand.session.step == step + 1
