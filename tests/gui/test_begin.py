"""What a person finds when the program starts: the first time, and later."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.canvas.tools.drawing_tools import BrushTool
from gui.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def first(window, hand, qtbot):
    window.begin()
    qtbot.waitUntil(lambda: hand.session.playing)
    return window


def test_the_very_first_time_something_separable_is_playing(first, hand, qtbot):
    s = hand.session
    qtbot.waitUntil(lambda: s.step > 3)
    qtbot.waitUntil(lambda: s.tape.finished)
    assert s.tape.reason.startswith("converged")
    assert s.tape.frame(s.tape.steps).updates >= 10
    assert 15 < s.tape.steps / s.speed < 25
    assert first.part("Start").isVisible()
    assert first.files.may_leave()


def test_space_pauses_before_anything_was_clicked(first, hand, qtbot):
    first.activateWindow()
    qtbot.waitUntil(first.isActiveWindow)
    QTest.keyClick(QApplication.focusWidget() or first, Qt.Key.Key_Space)
    assert not hand.session.playing


def test_draw_your_own_empties_the_plane_for_the_brush(first, hand):
    QTest.mouseClick(first.part("Start").draw_button, LEFT)
    assert not first.part("Start").isVisible()
    assert not hand.session.data.n_samples
    assert not hand.session.playing
    assert isinstance(first.canvas.tool, BrushTool)
    assert hand.session.recipe.order == "given"
    hand.click(1, 1)
    assert hand.session.data.n_samples == 1


@pytest.mark.parametrize("size", [(1024, 700), (1440, 900)], ids=str)
def test_the_offer_is_in_the_strip_and_all_of_it_is_seen(first, size, qtbot):
    first.resize(*size)
    qtbot.wait(100)
    offer, strip = first.part("Start"), first.panel("Playback").strip
    assert strip.line is offer
    assert offer.width() >= offer.minimumSizeHint().width()


def test_the_fate_of_the_run_is_never_hidden_by_the_offer(first, hand, qtbot):
    """While it plays the offer is seen; once it rests, how it ends."""
    offer, strip = first.part("Start"), first.panel("Playback").strip
    assert strip.line is offer
    hand.session.set_playing(False)
    qtbot.waitUntil(lambda: strip.line is not None and strip.line is not offer)
    assert strip.line is first.part("Will it converge?").line
    assert offer.wanted


def test_lessons_opens_their_contents(first, qtbot):
    QTest.mouseClick(first.part("Start").lessons_button, LEFT)
    assert first.docks["Lessons"].isVisible()
    assert first.panel("Lessons").view.currentIndex() == 0
    later = again(qtbot)
    assert later.part("Start").lessons_button.isVisible()


def test_the_offer_goes_with_the_first_point(first, hand):
    hand.click(0, 3)
    assert not first.part("Start").isVisible()
    assert hand.session.data.n_samples == 99


def test_the_offer_goes_with_the_first_thing_done_beside_it(first, qtbot):
    offer = first.part("Start")
    QTest.keyClick(first, Qt.Key.Key_Tab)
    QTest.mouseClick(offer, LEFT)
    assert offer.isVisible()
    QTest.mouseClick(first.panel("Playback"), LEFT)
    assert not offer.isVisible()
    offer.offer(first=True, file="")
    at = first.canvas.mapTo(first, first.canvas.rect().center())
    QTest.wheelEvent(first.windowHandle(), QPointF(at), QPoint(0, 120))
    assert not offer.isVisible()


def test_the_offer_goes_with_what_is_done_behind_a_message(first, qtbot):
    offer = first.part("Start")
    first.session.message.emit("Something is said")
    assert not offer.isVisible()
    QTest.mouseClick(first.panel("Playback"), LEFT)
    first.session.message.emit("")
    assert not offer.isVisible()


def again(qtbot):
    window = MainWindow()
    qtbot.addWidget(window, before_close_func=lambda w: w.session.undo_stack.clear())
    window.resize(1280, 720)
    with qtbot.waitExposed(window):
        window.show()
    window.begin()
    return window


def test_later_the_last_file_is_offered(first, qtbot, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("x1,x2,class\n0,1,A\n1,0,B\n")
    first.open_file(path)
    qtbot.waitUntil(lambda: first.session.data.n_samples == 2)
    later = again(qtbot)
    assert not later.session.data.n_samples
    offer = later.part("Start")
    assert offer.file_button.text() == "Open “mine.csv”"
    assert not offer.draw_button.isVisible()
    QTest.mouseClick(offer.file_button, LEFT)
    qtbot.waitUntil(lambda: later.session.data.n_samples == 2)
    assert not offer.isVisible()


@pytest.mark.parametrize("size", [(900, 700), (1024, 700)], ids=str)
def test_a_long_name_of_a_file_keeps_its_ending_and_nothing_is_cut(
    first, size, qtbot, tmp_path
):
    path = tmp_path / "measurements-of-the-second-series-in-winter.csv"
    path.write_text("x1,x2,class\n0,1,A\n1,0,B\n")
    first.open_file(path)
    qtbot.waitUntil(lambda: first.session.data.n_samples == 2)
    later = again(qtbot)
    later.resize(*size)
    qtbot.waitUntil(lambda: later.width() == size[0])
    offer = later.part("Start")
    assert offer.file_button.text() == "Open “measurements-of-the….csv”"
    qtbot.waitUntil(lambda: offer.width() >= offer.minimumSizeHint().width())


def test_without_a_last_file_lessons_are_offered(first, qtbot):
    offer = again(qtbot).part("Start")
    assert offer.lessons_button.isVisible()
    assert not offer.file_button.isVisible()
