"""The picture stays free and nothing is cut: in eight states, at five sizes."""

from itertools import product

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QAbstractButton, QLabel, QScrollArea, QToolButton, QWidget

from engine import Recipe
from engine.data import gallery
from gui.recipe.term_inputs import TermButton
from gui.session.diagnosis import OutcomeRunner
from gui.widgets.labels import ElidedLabel

SIZES = (900, 700), (1024, 700), (1280, 720), (1440, 900), (1920, 1080)
THEMES = "light", "dark"
STATES = {
    "start": ("two-clusters", {}, 0),
    "a mistake": ("two-clusters", {}, 3),
    "converged": ("two-clusters", {}, None),
    "cannot converge": ("xor", {}, None),
    "diverges": ("noisy-clusters", {"learner": "adaline", "learning_rate": 5.0}, None),
    "three classes": ("iris", {}, 40),
    "probabilities": ("noisy-clusters", {"learner": "logistic-regression"}, 20),
    "a network": ("xor", {"learner": "multi-layer-perceptron"}, 100),
}
SOME = [("a mistake", (1280, 720), "light"), ("three classes", (900, 700), "dark")]
ALL = [*product(STATES, SIZES, THEMES)]


def covered(plot):
    """Count the samples under anything that lies on the plane."""
    over = [
        child.geometry()
        for child in plot.findChildren(QWidget)
        if child.parent() is plot and child is not plot.viewport() and child.isVisible()
    ]
    origin = plot.view.sceneBoundingRect().topLeft().toPoint()
    places = [QPoint(*map(round, at)) + origin for at in plot.symbols().tolist()]
    return sum(any(box.contains(place) for box in over) for place in places)


def cut(window):
    """Name what is seen whose text has no room."""
    for widget in window.findChildren(QWidget):
        if widget.visibleRegion().isEmpty() or widget.window() is not window:
            continue
        if isinstance(widget, ElidedLabel):
            whole = widget.fontMetrics().horizontalAdvance(widget.text())
            if widget.width() + 1 < whole:
                yield widget.text()
        elif isinstance(widget, QLabel) and widget.text():
            if widget.wordWrap():
                if widget.heightForWidth(widget.width()) > widget.height() + 1:
                    yield widget.text()
            elif widget.sizeHint().width() > widget.width() + 1:
                yield widget.text()
        elif (
            isinstance(widget, QAbstractButton)
            and shows_text(widget)
            and widget.minimumSizeHint().width() > widget.width() + 1
        ):
            yield widget.text()


def shows_text(button):
    """Tell whether a button has its text beside its icon, or no icon.

    Those of the terms draw their map in the room that the text leaves.
    """
    if isinstance(button, TermButton):
        return False
    if isinstance(button, QToolButton):
        icon_only = Qt.ToolButtonStyle.ToolButtonIconOnly
        if button.toolButtonStyle() == icon_only and not button.icon().isNull():
            return False
    return bool(button.text())


def scrolled(window):
    """Name the panels that scroll beside one of the column that is half empty."""
    docks = [d for d in window.docks.column.seen if not d.visibleRegion().isEmpty()]
    spare = [d for d in docks[1:] if d.height() > 2 * max(d.needed_height, 70)]
    for dock in docks[1:]:
        areas = dock.findChildren(QScrollArea)
        if spare and any(a.verticalScrollBar().isVisible() for a in areas):
            yield dock.objectName()


def look_at(window, hand, qtbot, state, size, theme):
    example, settings, step = STATES[state]
    window.appearance.choose(theme)
    window.resize(*size)
    data = gallery.example(example).make()
    window.files.begin_with(data, Recipe(**settings))
    hand.recorded()
    if step is None:
        window.session.to_end()
        told = OutcomeRunner.of(window.session)
        qtbot.waitUntil(lambda: told.outcome is not None)
    else:
        window.session.seek(min(step, window.session.tape.steps))
    qtbot.wait(500)
    return covered(window.canvas.plot), [*cut(window)], [*scrolled(window)]


@pytest.mark.parametrize(("state", "size", "theme"), SOME)
def test_nothing_covers_a_point_and_no_text_is_cut(
    window, hand, qtbot, state, size, theme
):
    assert look_at(window, hand, qtbot, state, size, theme) == (0, [], [])


@pytest.fixture
def large_font(window, monkeypatch, request):
    """As where the system's font has so many points."""
    large = QFont("Sans Serif", request.param)
    with monkeypatch.context() as patch:
        patch.setattr(QFontDatabase, "systemFont", lambda _: large)
        window.appearance.follow()
        yield
    window.appearance.follow()


@pytest.mark.parametrize(
    ("large_font", "size", "state"),
    [
        (16, (1024, 700), "a mistake"),
        (18, (1440, 900), "cannot converge"),
        (18, (1440, 900), "diverges"),
    ],
    indirect=["large_font"],
)
def test_nor_beside_a_large_font(window, large_font, hand, qtbot, size, state):
    assert look_at(window, hand, qtbot, state, size, "light")[:2] == (0, [])


@pytest.mark.long
def test_nor_in_any_of_80_pictures(window, hand, qtbot):
    seen = {case: look_at(window, hand, qtbot, *case) for case in ALL}
    assert not [*map(str, (case for case in seen.items() if case[1] != (0, [], [])))]
