"""In a small window panels yield to the canvas, which never lies over them."""

from itertools import combinations

import pytest
from PySide6.QtCore import QSettings, Qt

from gui.features.lessons.contents import OURS

SETUP, ERROR, UPDATE, WEIGHTS = "Set-up", "Error per epoch", "This update", "Weights"


def resize(window, qtbot, *size):
    window.resize(*size)
    qtbot.waitUntil(lambda: window.size().toTuple() == size)
    qtbot.wait(50)


def seen(window):
    docks = window.docks.all
    return {d.objectName() for d in docks if not d.visibleRegion().isEmpty()}


def overlapping(window):
    """Name what lies over another, or beyond the window."""
    shown = [window.docks[name] for name in seen(window)]
    parts = [p for p in (window.centre.widget, *shown) if p.isVisible()]
    rects = {part: part.geometry() for part in parts}
    pairs = combinations(parts, 2)
    over = [pair for pair in pairs if rects[pair[0]].intersects(rects[pair[1]])]
    return over + [p for p in parts if not window.rect().contains(rects[p])]


@pytest.mark.parametrize(
    ("size", "stay"),
    [
        ((900, 700), {SETUP, ERROR, UPDATE, WEIGHTS}),
        ((960, 510), {SETUP, UPDATE, WEIGHTS}),  # Full HD, all of it twice as large
        ((800, 600), {ERROR, UPDATE, WEIGHTS}),
        ((640, 480), set()),
        ((480, 360), set()),
    ],
)
def test_panels_yield_and_come_back(window, hand, qtbot, size, stay):
    hand.draw_two_classes()
    before = seen(window)
    resize(window, qtbot, *size)
    assert seen(window) == stay
    assert not overlapping(window)
    resize(window, qtbot, 1400, 860)
    assert seen(window) == before == {SETUP, ERROR, UPDATE, WEIGHTS}


def test_what_is_asked_for_stays_and_others_yield(window, qtbot):
    resize(window, qtbot, 800, 600)
    window.docks[SETUP].toggleViewAction().trigger()
    qtbot.waitUntil(lambda: seen(window) == {SETUP})
    assert not overlapping(window)
    resize(window, qtbot, 1400, 860)
    assert seen(window) == {SETUP, ERROR, UPDATE, WEIGHTS}


@pytest.mark.parametrize("size", [(640, 480), (480, 360)])
@pytest.mark.parametrize("name", [SETUP, ERROR, WEIGHTS])
def test_what_is_chosen_has_the_place_of_the_canvas(window, qtbot, size, name):
    """Where there is none beside it, until it is closed or there is room."""
    resize(window, qtbot, *size)
    window.docks[name].toggleViewAction().trigger()
    qtbot.waitUntil(lambda: seen(window) == {name})
    qtbot.wait(50)
    assert not overlapping(window)
    resize(window, qtbot, 1400, 860)
    assert window.canvas.isVisible()
    assert seen(window) == {SETUP, ERROR, UPDATE, WEIGHTS}
    resize(window, qtbot, *size)
    assert window.canvas.isVisible()
    window.docks[name].toggleViewAction().trigger()
    qtbot.waitUntil(lambda: not window.canvas.isVisible())
    window.docks[name].close()
    qtbot.waitUntil(window.canvas.isVisible)
    assert not seen(window)


@pytest.mark.parametrize("size", [(640, 480), (480, 400)])
def test_the_plane_keeps_its_height(window, hand, qtbot, size):
    """Rows below it yield, the timeline first; they come back."""
    resize(window, qtbot, *size)
    rows = window.centre.parts[-1].yields
    window.run("game", "three-points")
    qtbot.wait(50)
    assert window.canvas.plot.view.height() > 110
    assert not overlapping(window)
    hand.key(Qt.Key.Key_Space)
    assert window.session.playing
    resize(window, qtbot, 1400, 860)
    assert all(row.isVisible() for row in rows)


def test_no_panel_is_hidden_for_good(window, qtbot):
    """Neither in the layout that is remembered, nor in its name."""
    assert window.layouts.actions_by_name["Explain"].isChecked()
    resize(window, qtbot, 640, 480)
    assert window.layouts.actions_by_name["Explain"].isChecked()
    settings = QSettings()
    window.docks.save(settings)
    window.docks.restore(settings)
    resize(window, qtbot, 1400, 860)
    qtbot.waitUntil(lambda: seen(window) == {SETUP, ERROR, UPDATE, WEIGHTS})


def test_a_lesson_is_not_left_where_it_has_no_room(window, qtbot):
    window.run("open lesson", OURS / "learning-rate", 0)
    player = window.panel("Lessons").view.page.player
    qtbot.waitUntil(lambda: "Lessons" in seen(window))
    resize(window, qtbot, 480, 400)
    assert not seen(window)
    assert player.lesson is not None
    resize(window, qtbot, 1400, 860)
    assert "Lessons" in seen(window)


def test_beside_a_sheet_they_come_back_with_the_room(window, qtbot):
    window.run("evaluation")
    qtbot.waitUntil(lambda: seen(window) == {SETUP})
    resize(window, qtbot, 800, 600)
    assert not seen(window)
    resize(window, qtbot, 1400, 860)
    assert seen(window) == {SETUP}
