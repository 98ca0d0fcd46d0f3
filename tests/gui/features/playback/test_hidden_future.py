"""What is to come can be hidden, so that a class predicts it."""

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QRect, QSize, Qt, QTimer

from engine.data.gallery import example
from gui.plotting.figure import Sheet
from gui.session.diagnosis import DiagnosisRunner
from gui.window.figures import shown_figures
from gui.window.main_window import MainWindow
from gui.window.parts import parts
from tests.gui.pixels import pixels

SOON = 1000
"""Milliseconds: a timer of fewer tells of a panel that has a turn of painting left."""


@pytest.fixture
def run(window, hand):
    window.files.begin_with(example("two-clusters").make())
    hand.recorded()
    hand.session.seek(hand.session.last // 2)
    return hand


def vermilion(widget):
    """Columns of a widget in which something vermilion is, opaque or not."""
    image = widget.grab().toImage()
    seen = pixels(image).astype(int)
    red, blue = seen >> 16, seen & 0xFF
    columns = np.flatnonzero((red - blue > 80).any(axis=0))
    return (columns / image.devicePixelRatio()).astype(int)


def test_curve_and_timeline_end_at_the_playhead(window, run, qtbot):
    timeline, plot = (
        window.panel("Playback").timeline,
        window.panel("Error per epoch").plot,
    )
    here = timeline.x_of(run.session.step)
    assert vermilion(timeline).max() > here + 20
    run.key(Qt.Key.Key_H)
    assert vermilion(timeline).max() <= here + 1
    at = plot.viewport().mapFromGlobal(plot.mapToGlobal(plot.rect().topLeft())).x()
    cursor = plot.view.sceneBoundingRect().left() + plot.cursor.across - at
    assert vermilion(plot).max() <= cursor + 5
    run.session.seek(run.session.last)
    assert vermilion(plot).max() > cursor + 20
    run.session.seek(run.session.last // 2)
    assert vermilion(plot).max() <= cursor + 5
    run.key(Qt.Key.Key_H)
    assert vermilion(plot).max() > cursor + 20
    assert vermilion(timeline).max() > here + 20


def test_a_line_on_its_way_to_the_next_epoch_is_hidden(window, run):
    plot = window.panel("Error per epoch").plot
    per_epoch = run.session.tape.problem.steps_per_epoch
    run.key(Qt.Key.Key_H)
    run.session.seek(10 * per_epoch + per_epoch - 1)
    end = plot.view.sceneBoundingRect().left() + plot.cursor.end_of(10)
    assert end - 20 < vermilion(plot).max() <= end


def test_no_cursor_is_left_behind(nothing_seen, window, run, qtbot):
    plot = window.panel("Error per epoch").plot
    per_epoch = run.session.tape.problem.steps_per_epoch
    run.key(Qt.Key.Key_H)
    for epoch in (8, 5, 12):
        run.session.seek(epoch * per_epoch)
        QCoreApplication.processEvents()
    qtbot.wait(400)  # panels have the heights that they need, and how it ends is told
    qtbot.waitUntil(lambda: not DiagnosisRunner.of(window.session).looking)
    qtbot.waitUntil(lambda: nothing_is_due(window))
    moved = on_screen(plot)
    plot.viewport().update()
    qtbot.waitUntil(lambda: nothing_is_due(window))
    assert on_screen(plot) == moved


def nothing_is_due(window):
    """Paint what is to be painted, and tell whether that was all."""
    QCoreApplication.processEvents()
    timers = window.findChildren(QTimer)
    return not any(timer.isActive() and timer.interval() < SOON for timer in timers)


def on_screen(widget):
    """What is there now, painted in pieces, not all of it anew."""
    window = widget.window()
    place = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
    return window.screen().grabWindow(window.winId(), *place.getRect()).toImage()


def test_the_status_does_not_tell_the_end_before_it_is_reached(window, run):
    assert "will stop" in window.panel("Playback").strip.now.in_full()
    run.key(Qt.Key.Key_H)
    assert "will stop" not in window.panel("Playback").strip.now.in_full()
    run.session.to_end()
    assert "stopped at the limit" in window.panel("Playback").strip.now.in_full()


def test_it_is_behind_the_button_beside_play_and_remembered(window, run, qtbot):
    bar = window.panel("Playback")
    action = bar.actions_by_name["hide-future"]
    assert bar.overflow.isVisible()
    assert action in bar.overflow.menu().actions()
    action.trigger()
    assert action.isChecked()
    again = MainWindow()
    qtbot.addWidget(again)
    assert again.panel("Playback").actions_by_name["hide-future"].isChecked()
    assert again.panel("Error per epoch").plot.cursor.ends
    again.close()


def test_what_is_hidden_is_not_in_the_export(window, run):
    images = []
    for _ in range(2):
        plots = shown_figures(window.context, parts())
        figure = plots[1].draw(Sheet(QSize(600, 400)))
        images.append(figure.image(1))
        run.key(Qt.Key.Key_H)
    later, earlier = QRect(370, 60, 130, 260), QRect(80, 60, 190, 260)
    assert len(colours(images[0].copy(later))) > 2
    assert len(colours(images[1].copy(later))) == 1
    assert images[0].copy(earlier) == images[1].copy(earlier)


def colours(image):
    wide, high = image.size().toTuple()
    return {image.pixel(x, y) for x in range(wide) for y in range(high)}
