"""The figure of a page in the window: in the theme's colours, as wide as the panel."""

import pytest
from PySide6.QtCore import Qt

from engine.lessons.lesson_files import read_files
from gui.features.lessons.contents import OURS
from gui.style.theme import DARK, LIGHT
from tests.gui.pixels import colours


@pytest.fixture
def page(window, hand):
    hand.key(Qt.Key.Key_F2)
    view = window.panel("Lessons").view
    view.open(read_files(OURS / "gradient-descent"), 0)
    hand.recorded()
    return view.page


def test_a_figure_is_shown_with_its_page_in_light_and_dark(page, qtbot):
    figure = page.figure
    assert not figure.isVisible()
    page.player.go(1)
    qtbot.waitUntil(figure.isVisible)
    assert "its slope is −0.46" in figure.accessibleDescription()
    assert page.text.geometry().bottom() < figure.y()
    assert figure.geometry().bottom() < page.task.y()
    for theme in (LIGHT, DARK):
        figure.set_theme(theme)
        seen = colours(figure.grab().toImage())
        assert {theme.ink, theme.accent_text, theme.muted, theme.grid} <= seen
    page.player.go(2)
    qtbot.waitUntil(lambda: not figure.isVisible())


def test_a_figure_of_several_runs_comes_while_the_page_is_read(page, qtbot):
    page.player.go(4)
    assert "One sample at a time" in page.text.toPlainText()
    qtbot.waitUntil(page.figure.isVisible)
    assert "Batch size full batch: from 0.693" in page.figure.accessibleDescription()
    page.player.leave()
    assert not page.figure.isVisible()
