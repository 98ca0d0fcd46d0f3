"""All that can be done is found by its words, and done by Enter."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from engine.data.gallery import EXAMPLES
from engine.learners import learners
from gui.widgets.number_boxes import NumberBox
from tests.gui.conftest import LEFT

Key, CONTROL = Qt.Key, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def find(window, hand, qtbot):
    """Type into the palette: ``find("next mistake")`` gives titles and places."""

    def found_by(text):
        if window.commands is None or not window.commands.isVisible():
            hand.key(Key.Key_K, CONTROL)
        palette = window.commands
        palette.line.selectAll()
        QTest.keyClicks(palette.line, text)
        items = map(palette.list.topLevelItem, range(palette.list.topLevelItemCount()))
        return [(item.text(0), item.text(1)) for item in items]

    yield found_by
    if window.commands is not None:
        window.commands.leave()


def enter(window):
    QTest.keyClick(window.commands.line, Key.Key_Return)


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("next mistake", "Next mistake"), ("error next", "Next mistake"),
        ("train", "Play"), ("dark", "Dark colours"), ("csv", "Import"),
        ("accuracy", "Generalisation"), ("roc", "Generalisation"),
        ("iterations", "Epochs"), ("bias", "Offset b"), ("adal", "Adaline"),
        ("why conv", "Will it converge?"), ("unlike units", "Same scale on both axes"),
        ("xor", "XOR by a product"), ("bar code", "Nothing is called so"),
    ],
)  # fmt: skip
def test_it_is_found_by_its_words_and_by_others(find, typed, title):
    titles = [title for title, _ in find(typed)]
    assert title in " ".join(titles[:6]), titles[:8]


def test_weights_are_copied_and_the_cost_is_drawn_by_name(window, hand, find, qtbot):
    hand.draw_two_classes()
    window.docks["Loss"].raise_()
    assert find("copy weights")[0][0] == "Copy the weights"
    enter(window)
    assert QApplication.clipboard().text().startswith("x1\t")
    cost = window.panel("Error per epoch").cost_actions.all[0]
    drawn = cost.isChecked()
    assert find("cost J")[0] == ("Cost in the error plot: Cost J per epoch", "View")
    enter(window)
    assert cost.isChecked() != drawn
    qtbot.waitUntil(lambda: window.panel("Error per epoch").isVisible())


def test_everything_in_the_menus_is_there(window, find):
    titles = {title for title, _ in find("")}
    for menu in window.menuBar().findChildren(QMenu):
        if menu.title() in ("&Panels", "Open &recent"):
            continue
        for action in menu.actions():
            if action.menu() is None and action.text() and action.isVisible():
                title = action.text().replace("&", "").rstrip("…")
                assert any(found.endswith(title) for found in titles), title
    assert {dock.objectName() for dock in window.docks.all} <= titles
    assert {example.title for example in EXAMPLES} <= titles
    assert {rule.title for rule in learners().values()} <= titles


def test_enter_does_it_and_gives_the_keyboard_back(window, hand, find, qtbot):
    hand.draw_two_classes()
    window.session.seek(0)
    find("to end")
    enter(window)
    assert not window.commands.isVisible()
    assert window.session.step == window.session.last
    hand.key(Key.Key_Home)
    assert window.session.step == 0


def test_a_number_is_set_by_its_name(window, hand, find):
    hand.draw_two_classes()
    assert find("eta 0.25")[0] == ("Learning rate η = 0.25", "Set-up")
    enter(window)
    assert window.session.recipe.learning_rate == 0.25
    find("epochs 7")
    enter(window)
    assert window.session.recipe.epochs == 7
    assert window.session.undo_stack.undoText() == "set Epochs"
    find("epochs -3")
    enter(window)
    assert window.session.recipe.epochs == 7, "what cannot be is not taken"
    find("hold out 25 %")
    enter(window)
    assert (window.session.data.parts == 1).sum() == 2


def test_a_validation_part_is_found_without_a_number(window, hand, find):
    hand.draw_two_classes()
    for words in ("hold out", "validation", "hold out 20 %"):
        assert find(words)[0] == ("Hold out 20 % for validation", "Set-up")
    enter(window)
    assert window.session.data.is_split
    find("no split")
    enter(window)
    assert not window.session.data.is_split
    assert find("hold out 95 %") == [("Nothing is called so", "")], "too many"


def test_a_setting_is_unfolded_and_has_the_keyboard(window, find, qtbot):
    find("tolerance")
    enter(window)
    box = window.panel("Set-up").findChild(NumberBox, "tolerance")
    qtbot.waitUntil(lambda: QApplication.focusWidget() is box)
    assert box.isVisible()


def test_a_panel_comes_to_the_front(window, find, qtbot):
    dock = next(d for d in window.docks.all if d.objectName() == "Points")
    assert dock.visibleRegion().isEmpty()
    row = find("points")
    at = row.index(("Points", "Panel"))
    item = window.commands.list.topLevelItem(at)
    port = window.commands.list.viewport()
    QTest.mouseClick(port, LEFT, pos=window.commands.list.visualItemRect(item).center())
    qtbot.waitUntil(lambda: not dock.visibleRegion().isEmpty())


def test_the_keys_lead_past_what_cannot_be_done(window, find):
    find("undo")
    assert not window.session.undo_stack.canUndo()
    palette = window.commands
    assert palette.list.topLevelItem(0).isDisabled()
    current = palette.list.currentItem()
    assert current is None or not current.isDisabled()
    find("")
    QTest.keyClick(palette.line, Key.Key_Down)
    QTest.keyClick(palette.line, Key.Key_PageDown)
    assert not palette.list.currentItem().isDisabled()
    QTest.keyClick(palette.line, Key.Key_Escape)
    assert not palette.isVisible()


def test_no_two_keys_are_the_same(window):
    keys = [
        key.toString()
        for action in window.findChildren(QAction)
        if action.isVisible()
        for key in action.shortcuts()
    ]
    assert len(keys) == len(set(keys))


def test_the_canvas_shows_no_crosshair_after_a_command(window, hand, find, qtbot):
    """Hidden with the focus, Qt leads it on to the next, as Tab does."""
    shown = []
    window.canvas.plot.hovered.connect(shown.append)
    window.setFocus()
    find("dark")
    QTest.keyClick(window.commands.line, Qt.Key.Key_Escape)
    assert window.focusWidget() in (None, window)
    assert (
        window.canvas.reading.crosshair is None
        or window.canvas.reading.crosshair.place is None
    )
