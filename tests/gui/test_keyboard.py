"""Every control of every window is reached by Tab, as one reads, and has a name."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDockWidget,
    QFrame,
    QLabel,
    QScrollArea,
    QTabBar,
    QTextBrowser,
)

from gui.session.diagnosis import DiagnosisRunner
from tests.gui.windows import (
    CONTROLS,
    WINDOWS,
    controls,
    description_of,
    is_seen,
    name_of,
    paints_itself,
    role_of,
)

FRAME = QAccessible.Role.Client
"""The role of what Qt knows nothing of."""
ROW = 10
"""Pixels by which the middles of two controls of a row may differ."""


def is_expected(control):
    """Tell whether Tab has to stop at it, or at another of those that exclude it."""
    return isinstance(control, CONTROLS) and is_seen(control) and control.isEnabled()


def exclude_each_other(control):
    """Give the buttons of which one is down: the arrows go from one to the next."""
    if not isinstance(control, QAbstractButton):
        return [control]
    if control.group() is not None and control.group().exclusive():
        return control.group().buttons()
    if not control.autoExclusive():
        return [control]
    return control.parentWidget().findChildren(type(control))


def tabbed_through(window):
    """Press Tab until it comes back to where it began; in a text it stops at links.

    Of a sheet in a window, what is in the sheet is given. What is behind a tab has the
    focus at no time: a screen reader would tell of it.
    """
    top = window.window()
    reached = []
    behind = []

    def look_at(_, control):
        if control is not None and not is_seen(part_of(control)):
            behind.append(describe(control))

    watch = QApplication.instance().focusChanged.connect(look_at)
    while True:
        QTest.keyClick(top.windowHandle(), Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        if isinstance(now, QTextBrowser) and now.textCursor().hasSelection():
            continue
        if now in reached:
            break
        assert is_seen(now), describe(now)
        reached.append(now)
    QObject.disconnect(watch)
    assert not behind, "\n".join(behind)
    first = top.nextInFocusChain()
    while first not in reached:
        first = first.nextInFocusChain()
    begin = reached.index(first)
    in_turn = reached[begin:] + reached[:begin]
    return [c for c in in_turn if window is top or window.isAncestorOf(c)]


def part_of(control):
    """Give the dock or the card in which a control is."""
    widget = control
    while not widget.isWindow():
        widget = widget.parentWidget()
        if isinstance(widget, (QDockWidget, QScrollArea)) or (
            isinstance(widget, QFrame) and widget.property("card")
        ):
            return widget
    return widget


def comes_later(widget, other):
    """Tell whether of two controls the second stands later in the text, or in it."""
    if widget.isAncestorOf(other):
        return True
    (x0, y0), (x1, y1) = (
        c.mapTo(c.window(), c.rect().center()).toTuple() for c in (widget, other)
    )
    return y1 > y0 + ROW or (y1 > y0 - ROW and x1 > x0)


def describe(control):
    parents, widget = [], control
    while widget is not None:
        parents.append(type(widget).__name__)
        widget = widget.parentWidget()
    where = control.mapTo(control.window(), QPoint())
    text = control.accessibleName() or getattr(control, "text", str)()
    return f"{text!r} {where.toTuple()} {'/'.join(parents)}"


@pytest.mark.parametrize("name", WINDOWS)
def test_every_control_is_reached_by_tab_and_has_a_name(
    name, window, hand, tmp_path, qtbot, screen_reader
):
    with WINDOWS[name](window, hand, tmp_path) as opened:
        opened.activateWindow()
        qtbot.waitUntil(lambda: QApplication.activeWindow() is opened.window())
        qtbot.wait(100)
        qtbot.wait(400)  # until it is asked how the run ends, and then told
        qtbot.waitUntil(lambda: not DiagnosisRunner.of(window.session).looking)
        check_that_tab_reaches_every_control_as_one_reads(opened)
        if opened is window:
            for dock in window.docks.all:
                dock.show()
                dock.raise_()
                qtbot.wait(60)
        qtbot.wait(100)
        check_that_every_control_has_a_name_and_a_description(opened)


def check_that_tab_reaches_every_control_as_one_reads(opened):
    reached = tabbed_through(opened)
    wanted = [control for control in controls(opened) if is_expected(control)]
    missed = [
        describe(control)
        for control in wanted
        if not set(exclude_each_other(control)) & set(reached)
    ]
    assert not missed, "\n".join(missed)
    for area in opened.findChildren(QScrollArea):
        area.verticalScrollBar().setValue(0)  # Tab has scrolled to what it reached
    in_order = [
        control  # a panel's buttons have a place only while they are shown
        for control in reached
        if control.isVisible() and not isinstance(control, QScrollArea)
    ]
    for control, other in pairwise(in_order):
        if part_of(control) is part_of(other):
            assert comes_later(control, other), (
                f"{describe(control)}\n{describe(other)}"
            )


def says_what_it_is(control):
    """Tell whether a text on a control says all."""
    said = isinstance(control, (QAbstractButton, QLabel)) and control.text()
    return bool(said) or isinstance(control, QTabBar)


def check_that_every_control_has_a_name_and_a_description(opened):
    faults = []
    for control in controls(opened):
        if not control.isVisible() and (
            paints_itself(control)
            or (isinstance(control, QAbstractButton) and not control.text())
        ):
            continue  # it gets its words when it is shown
        if isinstance(control, QLabel) and not control.text():
            continue
        if isinstance(control, QTabBar) and not control.count():
            continue
        if not name_of(control):
            faults.append(f"no name: {describe(control)}")
        elif not says_what_it_is(control) and not description_of(control):
            faults.append(f"no description: {describe(control)}")
        if role_of(control) == FRAME:
            faults.append(f"no role: {describe(control)}")
    assert not faults, "\n".join(faults)
