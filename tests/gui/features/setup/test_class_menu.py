"""Classes renamed, recoloured, joined and removed, at their buttons in the set-up."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.data.formats.csv_table import table_text
from gui.features.setup.class_menu import ClassMenu, ClassNameEditor
from gui.style.theme import current_theme
from tests.gui.conftest import LEFT

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # of menus
Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier


def open_menu(window, code):
    """Press the right button on a class; what is in its menu, by words."""
    button = window.panel("Set-up").data.class_buttons[code]
    middle = button.rect().center()
    reason = QContextMenuEvent.Reason.Mouse
    event = QContextMenuEvent(reason, middle, button.mapToGlobal(middle))
    QApplication.sendEvent(button, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, ClassMenu)
    return menu


def words_of(menu):
    return {action.text().replace("&", ""): action for action in menu.actions()}


def choose(menu, *words):
    *path, last = words
    for title in path:
        menu = words_of(menu)[title].menu()
    shown = words_of(menu)
    shown[next(text for text in shown if text.startswith(last))].trigger()
    QApplication.activePopupWidget().close()


def type_name(window, code, name, key=Key.Key_Return):
    button = window.panel("Set-up").data.class_buttons[code]
    QTest.mouseDClick(button, LEFT)
    editor = window.findChild(ClassNameEditor)
    QTest.keyClicks(editor, name)
    QTest.keyClick(editor, key)
    return editor


def test_a_class_is_renamed_by_a_double_click(hand, window):
    hand.draw_two_classes()
    s = window.session
    s.change(s.recipe.replace(class_weight={"A": 2.0}), "weights")
    hand.recorded()
    s.seek(3)
    type_name(window, 0, " Oak & ash ")
    assert s.data.class_names == ("Oak & ash", "B")
    assert dict(s.recipe.get("class_weight")) == {"Oak & ash": 2.0}
    assert "Oak & ash" in table_text(s.data, ",")
    assert s.step == 3
    hand.key(Key.Key_Z, Ctrl)
    assert s.data.class_names == ("A", "B")
    assert dict(s.recipe.get("class_weight")) == {"A": 2.0}
    hand.recorded()


@pytest.mark.parametrize(
    ("name", "key"), [("B", Key.Key_Return), ("oak", Key.Key_Escape)]
)
def test_a_name_is_refused_or_given_up(window, name, key):
    editor = type_name(window, 0, name, key)
    assert window.session.data.class_names == ("A", "B")
    refused = key == Key.Key_Return
    assert editor.isVisible() == refused
    assert ("already" in window.panel("Playback").message.words.text()) == refused
    if refused:
        QTest.keyClick(editor, Key.Key_Escape)


def colours_of(window):
    shot = window.canvas.plot.grab().toImage()
    shot = shot.convertToFormat(QImage.Format.Format_RGB32)
    return {f"#{pixel & 0xFFFFFF:06x}" for pixel in memoryview(shot.bits()).cast("I")}


def test_a_class_is_recoloured_everywhere_and_saved(hand, window, qtbot, tmp_path):
    hand.draw_two_classes()
    green, blue = current_theme().classes[2], current_theme().classes[0]
    assert green not in colours_of(window)
    choose(open_menu(window, 0), "Colour", "Green")
    qtbot.waitUntil(lambda: green in colours_of(window))
    assert blue not in colours_of(window)
    assert window.session.data.class_colours == (2, 1)
    path = tmp_path / "mine.plab"
    assert window.files.save_to(path)
    window.files.new()
    qtbot.waitUntil(lambda: window.canvas.plot.theme.class_colour(0) == blue)
    window.open_file(path)
    assert window.canvas.plot.theme.class_colour(0) == green
    choose(open_menu(window, 0), "Colour", "Amber")
    assert window.session.data.class_colours == (1, 2)
    window.canvas.commands.undo.trigger()
    assert window.canvas.plot.theme.class_colour(0) == green


def test_classes_are_joined_and_removed(hand, window):
    hand.draw_two_classes()
    menu = open_menu(window, 0)
    assert not words_of(menu)["Join with"].isEnabled()
    choose(menu, "Remove its points")
    assert window.session.data.counts.tolist() == [0, 4]
    assert "4 points of A removed" in window.panel("Playback").message.words.text()
    hand.key(Key.Key_Z, Ctrl)
    window.run("add class")
    hand.click(0, 2)
    choose(open_menu(window, 2), "Join with", "A")
    assert window.session.data.counts.tolist() == [5, 4]
    hand.key(Key.Key_Z, Ctrl)
    choose(open_menu(window, 1), "Remove the class")
    data = window.session.data
    assert data.class_names == ("A", "C")
    assert data.counts.tolist() == [4, 1]
    hand.key(Key.Key_Z, Ctrl)
    assert window.session.data.counts.tolist() == [4, 4, 1]
    hand.recorded()
