"""The window as a whole: layout, theme, status, leaving."""

import re
import sys
import threading

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMessageBox, QTabBar, QToolButton, QWidget

from gui.docks import LAYOUT_VERSION
from gui.main_window import MainWindow
from gui.style.theme import DARK, LIGHT


def test_docks_can_be_hidden_and_the_layout_is_remembered(window, qtbot):
    dock = window.docks.update
    assert dock.isVisible()
    dock.close()
    assert window.close()
    again = MainWindow()
    qtbot.addWidget(again)
    again.restore()
    again.show()
    assert not again.docks.update.isVisible()
    assert again.docks.curve.isVisible()


def test_closing_joins_the_recorder(window, hand):
    hand.draw_two_classes()
    window.session.undo_stack.setClean()
    assert window.close()
    assert "recorder" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize(("choice", "theme"), [("dark", DARK), ("light", LIGHT)])
def test_the_theme_reaches_every_part(window, hand, qapp, choice, theme):
    hand.draw_two_classes()
    window.set_theme(choice)
    assert qapp.palette().window().color().name() == theme.ground
    assert window.canvas.plot.theme is theme
    assert window.curve.plot.theme is theme
    image = window.grab().toImage()
    corner = image.pixelColor(QPoint(3, window.height() // 2))
    assert corner.name() == theme.ground
    window.set_theme("system")


def test_the_status_line_says_where_one_is(window, hand):
    hand.draw_two_classes()
    hand.session.seek(3)
    text = window.status.text()
    for part in ("step 3 of", "epoch 1", "update", "training error", "will converge"):
        assert part in text


def test_every_button_says_what_it_does(window):
    for button in window.findChildren(QToolButton):
        if button.isVisible():
            assert button.toolTip() or button.text(), button


def test_nothing_is_cut_at_the_smallest_size(window, qapp):
    window.resize(window.minimumSizeHint())
    qapp.processEvents()
    for child in window.findChildren(QWidget):
        if (
            isinstance(child, QToolButton)
            and child.isVisible()
            and child.text() == "Play"
        ):
            assert child.width() >= child.sizeHint().width()
    assert window.width() <= 1280


def test_qt_calls_do_not_lose_references_to_none(window):
    # PySide6 6.12.0 does, and aborts some thousand calls later.
    label = window.status
    before = sys.getrefcount(None)
    for _ in range(2000):
        label.setText("x")
        label.update()
    assert sys.getrefcount(None) > before - 500


def test_shortcuts_are_not_taken_twice(window):
    taken = {}
    for widget in [window, *window.findChildren(QWidget)]:
        for action in widget.actions():
            for key in action.shortcuts():
                owner = taken.setdefault(key.toString(), action)
                assert owner is action, key.toString()
    assert {"Space", "Left", "Right", "Home", "End", "Ctrl+Q"} <= set(taken)
    assert {str(i) for i in range(1, 10)} <= set(taken)


def test_help_tells_the_keys_of_the_menus(window, hand, monkeypatch):
    hand.draw_two_classes()
    hand.session.set_playing(True)
    shown = []
    monkeypatch.setattr(QMessageBox, "about", lambda *a: shown.append(a[2]))
    hand.key(Qt.Key.Key_F1)
    rows = dict(re.findall(r"<b>(.*?)</b>.*?<td>(.*?)</td>", shown[0]))
    assert rows["Space"] == "play or pause"
    assert rows["Ctrl ← →"] == "previous mistake, next mistake"
    assert rows["Ctrl+Z Ctrl+Y"] == "undo, redo"
    assert rows["V M J G"] == "tools: select, move, jitter, magnet"
    assert rows["1 – 9"].startswith("class that the left button draws")
    assert all(rows)


def test_the_window_has_its_turn_beside_threads_in_python(window):
    """With the usual 5 ms it stands still for seconds while loops are compiled."""
    assert sys.getswitchinterval() <= 0.001


def test_no_row_of_tabs_is_left_over(window):
    """Qt leaves a row of tabs that lost its docks where it was, over the docks."""
    for again in (False, True):
        if again:
            window.settings.setValue("layout", window.saveState(LAYOUT_VERSION))
            window.restore()
        rows = [bar for bar in window.findChildren(QTabBar) if bar.isVisible()]
        first = [bar.tabText(0) for bar in rows]
        assert sorted(first) == ["Error per epoch", "Weights"]


def test_docks_that_a_small_window_squeezed_widen_with_it(window, qtbot):
    docks = window.docks
    before = docks.setup.width(), docks.update.width()
    assert before[1] > docks.update.minimumSizeHint().width()
    window.resize(window.minimumSizeHint())
    qtbot.waitUntil(lambda: docks.update.width() < before[1])
    window.resize(1400, 860)
    qtbot.waitUntil(lambda: (docks.setup.width(), docks.update.width()) == before)


def test_docks_keep_the_width_that_they_were_dragged_to(window, qtbot):
    docks = window.docks
    window.resizeDocks([docks.update], [300], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: docks.update.width() == 300)
    window.resize(1300, 860)
    window.resize(1400, 860)
    qtbot.waitUntil(lambda: docks.update.width() == 300)
