"""Spotlights: a frame stays around its part."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QDockWidget,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QWidget,
)

from engine.lessons.window_parts import PANELS, PARTS
from gui.features.lessons.spotlight import AROUND, Spotlights


def test_a_frame_follows_what_its_part_stands_in(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(300, 200)
    bar = QWidget(window)
    bar.setGeometry(10, 10, 100, 40)
    button = QPushButton("Step", bar)
    button.setObjectName("Step")
    window.show()
    lights = Spotlights(window)
    lights.point_at(["Step"])

    def framed():
        frames = [child for child in window.children() if child.property("spotlight")]
        around = QPoint(AROUND, AROUND)
        return frames[0].pos() + around == button.mapTo(window, QPoint(0, 0))

    qtbot.waitUntil(framed)
    bar.move(150, 100)
    qtbot.waitUntil(framed)


def test_a_menu_is_pointed_at_by_its_title(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(300, 200)
    bar = window.menuBar()
    for title in ("File", "Help"):
        bar.addMenu(title).setObjectName(f"{title} menu")
    window.show()
    Spotlights(window).point_at(["Help menu"])
    (frame,) = [child for child in window.children() if child.property("spotlight")]
    title = bar.actionGeometry(bar.actions()[1])
    qtbot.waitUntil(lambda: frame.isVisible() and frame.geometry().contains(title))
    assert not frame.geometry().contains(bar.actionGeometry(bar.actions()[0]))


def test_a_dock_is_seen_from_its_beginning(qtbot):
    window, dock, area, content = QMainWindow(), QDockWidget(), QScrollArea(), QWidget()
    qtbot.addWidget(window)
    content.setFixedSize(100, 2000)
    area.setWidget(content)
    dock.setWidget(area)
    dock.setObjectName("Set-up")
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.resize(300, 400)
    window.show()
    bar = area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 1000)
    bar.setValue(1000)
    Spotlights(window).point_at(["Set-up"])
    qtbot.waitUntil(lambda: bar.value() == 0)


def is_framed(window, part):
    """Tell whether a frame is seen around a part."""
    frames = [child for child in window.children() if child.property("spotlight")]
    around = QRect(part.mapTo(window, QPoint(0, 0)), part.size())
    return any(f.isVisible() and f.geometry().contains(around) for f in frames)


@pytest.mark.parametrize(
    ("name", "seen"),
    [("Boundary", "More tools"), ("radius", "radius"), ("x1^3", "x1^3"),
     ("standardise", "standardise"), ("degree", "degree")],
)  # fmt: skip
def test_what_is_not_seen_at_first_can_be_pointed_at(window, qtbot, name, seen):
    lights = Spotlights(window)
    lights.point_at([name])
    part = window.findChild(QWidget, seen)
    qtbot.waitUntil(lambda: part.isVisible() and is_framed(window, part))
    lights.point_at([])


def test_what_has_no_button_is_where_a_menu_has_it(window):
    lights = Spotlights(window)
    assert lights.find("Clear all points") is window.canvas.toolbar.overflow
    for name in ("Branch here", "Next epoch"):
        assert name in [a.text() for a in lights.find(name).menu().actions()]


def test_what_a_page_can_point_at_is_in_the_window(window):
    lights = Spotlights(window)
    for name in (*PANELS, *PARTS):
        assert lights.find(name) is not None, name
    assert tuple(dock.objectName() for dock in window.docks.all) == PANELS
