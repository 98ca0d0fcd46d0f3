"""Lecture mode: what a lecture needs, to be read from afar."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QToolButton

from engine import Recipe
from engine.data.gallery import example
from gui.features.lessons.contents import OURS
from gui.style.theme import in_lecture
from gui.widgets.formula_sheet import VERDICT
from gui.window.main_window import MainWindow
from tests.gui.pixels import number, pixels

BETWEEN = pytest.param((1280, 720), marks=pytest.mark.long)


@pytest.fixture(params=[(1024, 700), BETWEEN, (1920, 1080)], ids=str)
def lecture(window, hand, qtbot, request):
    window.resize(*request.param)
    chosen = example("separable")
    recipe = Recipe(order="shuffled", seed=28)
    window.files.begin_with(chosen.make(), recipe=recipe)
    hand.recorded()
    hand.session.next_mistake()
    hand.enter_lecture(request.param)
    qtbot.wait(100)
    yield window
    window.lecture.setChecked(False)
    qtbot.wait(20)
    assert not in_lecture()


def test_it_can_be_read_from_afar(lecture, qtbot):
    """Of the docks the error curve alone is there, large and whole."""
    docks = [dock for dock in lecture.docks.all if dock.isVisible()]
    assert docks == [lecture.docks["Error per epoch"]]
    assert lecture.canvas.plot.isVisible()
    assert lecture.panel("Playback").isVisible()
    # A fortieth of the height: seen from ten metres, on a picture two metres high.
    for part in (
        lecture.panel("Playback").strip.now,
        lecture.panel("Playback").step_box,
        lecture.canvas.reading.readout,
    ):
        assert QFontInfo(part.font()).pixelSize() >= lecture.height() / 40
    nothing_is_cut(lecture)
    caption_is_beside_the_axis_name(lecture, qtbot)
    points_and_lines = vermilion_width(lecture) / lecture.canvas.plot.width()
    the_error_is_whole(lecture, qtbot)
    lecture.session.next_mistake()
    a_step_is_set_beside_its_rows_names(lecture, qtbot)
    lecture.docks["This update"].hide()
    lecture.lecture.setChecked(False)
    qtbot.wait(100)
    usual = vermilion_width(lecture) / lecture.canvas.plot.width()
    assert points_and_lines > 1.3 * usual


def a_step_is_set_beside_its_rows_names(lecture, qtbot):
    lecture.docks["This update"].show()
    sheets = lecture.panel("This update").head, lecture.panel("This update").sheet
    qtbot.waitUntil(lambda: all(sheet.placed_pieces for sheet in sheets))
    for sheet in sheets:
        rows = {line.row for line in sheet.lines} - {VERDICT}
        pieces = sheet.placed_pieces
        names = [p for p in pieces if p.x == 0 and p.piece.text in rows]
        top = min(p.y for p in names)  # above it stands what the step comes to
        bodies = [p.x for p in pieces if p.x > 0 and p.y >= top]
        assert all(p.scale == 1.0 and p.piece.width < min(bodies) for p in names)


def test_beside_many_docks_no_button_overlaps_another(window, hand, qtbot):
    hand.draw_two_classes()
    hand.enter_lecture((1280, 720))
    bar = window.panel("Playback")
    for dock in (
        window.docks["Set-up"],
        window.docks["This update"],
        window.docks["Lessons"],
    ):
        dock.show()
        qtbot.wait(20)
        shown = [b for b in bar.buttons.values() if b.isVisible()]
        rects = [part.geometry() for part in (*shown, bar.speed)]
        for left, right in pairwise(rects):
            assert left.right() < right.left()
        assert rects[-1].right() <= bar.width()
        assert bar.buttons["Play"] in shown
        for button in shown:
            assert button.width() >= button.minimumSizeHint().width(), button.text()
    window.lecture.setChecked(False)
    qtbot.wait(20)
    assert bar.buttons["To end"].isVisible()


def nothing_is_cut(lecture):
    for button in lecture.panel("Playback").findChildren(QToolButton):
        if button.isVisible():
            assert button.width() >= button.minimumSizeHint().width(), button.text()
            place = button.mapTo(lecture.panel("Playback"), QPoint())
            assert place.x() + button.width() <= lecture.panel("Playback").width()
    text = lecture.panel("Playback").speed.button
    advance = text.fontMetrics().horizontalAdvance(text.text())
    assert advance <= text.contentsRect().width()
    box = lecture.panel("Playback").step_box.box
    assert box.height() >= box.minimumSizeHint().height()


def caption_is_beside_the_axis_name(lecture, qtbot):
    """Not higher: there are the numbers of the axis."""
    plot, caption = lecture.canvas.plot, lecture.canvas.footer.caption
    name = plot.getAxis("bottom").label

    def beside():
        box = name.mapRectToScene(name.boundingRect())
        place = caption.geometry()
        return abs(place.center().y() - box.center().y()) <= 2 and (
            place.height() <= caption.fontMetrics().height()
        )

    qtbot.waitUntil(beside)


def the_error_is_whole(lecture, qtbot):
    caption = lecture.panel("Error per epoch").caption
    lecture.session.seek(0)
    assert not caption.text(), "there is no boundary yet"
    lecture.run("hold out", 20)
    qtbot.waitUntil(lambda: lecture.session.tape.finished)
    lecture.session.to_end()
    qtbot.waitUntil(lambda: "%" in caption.text())
    advance = caption.fontMetrics().horizontalAdvance(caption.text())
    assert advance <= caption.width()


def vermilion_width(window):
    """How many pixels of the plane are vermilion: the marks, the update."""
    plot = window.canvas.plot
    return (pixels(plot.grab().toImage()) == number(plot.theme.mistake)).sum()


def test_leaving_it_brings_all_back(window, hand, qtbot):
    """What was there before; and what was opened in it, wide, in the next."""
    window.resize(1280, 720)
    qtbot.wait(50)
    window.docks["Points"].raise_()
    docks = window.docks
    before = [(dock.isVisible(), dock.width()) for dock in docks.all]
    font = window.panel("Playback").strip.now.font().pixelSize()
    hand.enter_lecture((1280, 720))
    for dock in (docks["This update"], docks["Set-up"]):
        dock.toggleViewAction().trigger()
    room = [docks["This update"], docks["Set-up"], window.canvas]
    qtbot.waitUntil(lambda: all(part.width() >= 360 for part in room))
    lecture = shown(window)
    hand.key(Qt.Key.Key_F11)
    qtbot.waitUntil(
        lambda: [(dock.isVisible(), dock.width()) for dock in docks.all] == before
    )
    assert window.size().toTuple() == (1280, 720)
    assert not docks["Points"].visibleRegion().isEmpty()
    assert window.panel("Playback").strip.now.font().pixelSize() == font
    hand.key(Qt.Key.Key_F11)
    assert shown(window) == lecture == {"Set-up", "Error per epoch", "This update"}


def test_it_is_remembered_and_so_is_what_was_before(window, hand, qtbot):
    window.docks["Weights"].close()
    hand.key(Qt.Key.Key_F11)
    window.session.undo_stack.setClean()
    assert window.close()
    again = MainWindow()
    qtbot.addWidget(again)
    again.restore()
    with qtbot.waitExposed(again):
        again.show()
    assert again.lecture.isChecked()
    assert [dock for dock in again.docks.all if dock.isVisible()] == [
        again.docks["Error per epoch"]
    ]
    again.lecture.setChecked(False)
    qtbot.waitUntil(again.docks["Set-up"].isVisible)
    assert not again.docks["Weights"].isVisible()
    again.close()


def test_a_layout_ends_it(window, hand, qtbot):
    hand.enter_lecture((1024, 700))
    window.arrange("Draw")
    qtbot.waitUntil(window.docks["Set-up"].isVisible)
    assert not window.lecture.isChecked()


def shown(window):
    return {dock.objectName() for dock in window.docks.all if not dock.isHidden()}


@pytest.mark.parametrize("first", ["lesson", "lecture"])
def test_a_lesson_and_a_lecture_are_left_in_any_order(window, hand, qtbot, first):
    """A page's panels are shown in a lecture, too; one's own come back."""
    window.resize(1280, 720)
    before = shown(window)
    if first == "lecture":
        hand.key(Qt.Key.Key_F11)
    window.run("open lesson", OURS / "learning-rate", 0)
    if first == "lesson":
        hand.key(Qt.Key.Key_F11)
    player = window.panel("Lessons").view.page.player
    qtbot.waitUntil(lambda: shown(window) == {"Lessons", *player.panels})
    hand.key(Qt.Key.Key_F11)
    assert "Lessons" in shown(window)
    player.leave()
    window.docks["Lessons"].close()
    qtbot.waitUntil(lambda: shown(window) == before)
