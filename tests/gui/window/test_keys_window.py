"""The page of keys: made from the menus, searched, in nobody's way."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from gui.window.keys_window import KeysWindow
from gui.window.menus import MEANINGS


@pytest.fixture
def keys(window, hand):
    hand.draw_two_classes()
    hand.session.set_playing(True)
    hand.key(Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    (keys_window,) = window.findChildren(KeysWindow)
    return keys_window


def shown(keys):
    """Rows in sight: (group, text, keys)."""
    tree, rows = keys.tree, []
    for i in range(tree.topLevelItemCount()):
        group = tree.topLevelItem(i)
        for j in range(group.childCount()):
            row = group.child(j)
            if not (group.isHidden() or row.isHidden()):
                rows.append((group.text(0), row.text(0), row.text(1)))
    return rows


def test_every_key_of_the_menus_is_there_in_its_group(keys, window):
    rows = shown(keys)
    there = {(group, key) for group, _, said in rows for key in said.split(", ")}
    arrows = {"Left": "←", "Right": "→"}
    wanted = set()
    for menu in window.menuBar().findChildren(QMenu):
        group = menu
        while isinstance(group.parent(), QMenu):
            group = group.parent()
        title = group.title().replace("&", "")
        for action in menu.actions() if title != "Help" else ():
            for key in action.shortcuts():
                said = QKeySequence(key).toString()
                for name, arrow in arrows.items():
                    said = said.replace(name, arrow)
                wanted.add((title, said))
    assert wanted <= there
    assert len(wanted) > 40
    assert ("Run", "Play: or pause", "Space") in rows
    assert ("Run", "Previous mistake", "Ctrl+←") in rows
    assert ("Edit", "Redo", "Ctrl+Y, Ctrl+Shift+Z") in rows
    assert {group for group, _, _ in rows} == {
        "File",
        "Edit",
        "Run",
        "View",
        "Lesson",
        "Mouse",
        "By keyboard",
    }


def test_what_is_said_of_actions_is_said_of_some_there_are(keys):
    texts = [text for _, text, _ in shown(keys)]
    for name, more in MEANINGS.items():
        assert f"{name}: {more}" in texts


def test_it_is_searched_by_words_and_by_keys(keys):
    QTest.keyClicks(keys.search, "mistake prev")
    assert shown(keys) == [("Run", "Previous mistake", "Ctrl+←")]
    keys.search.clear()
    QTest.keyClicks(keys.search, "ctrl+g")
    (row,) = shown(keys)
    assert row[1].startswith("Examples: ")
    keys.search.setText("zebra")
    assert shown(keys) == []
    keys.search.clear()
    assert len(shown(keys)) > 40


def test_the_window_goes_on_beside_it(keys, window, hand, qtbot):
    assert not keys.isModal()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Qt.Key.Key_Space)
    assert not hand.session.playing
    hand.key(Qt.Key.Key_Home)
    hand.key(Qt.Key.Key_Right)
    assert hand.session.step == 1
    keys.showMinimized()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    assert keys.isVisible()
    assert not keys.isMinimized()
    assert keys.focusWidget() is keys.search
    assert len(window.findChildren(KeysWindow)) == 1
