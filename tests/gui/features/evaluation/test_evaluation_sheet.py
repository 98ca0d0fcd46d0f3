"""The sheet of generalisation: beside the canvas, opened by key, a page a question."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabBar

from engine.data import gallery
from gui.features.evaluation.evaluation_sheet import PAGES
from gui.style.theme import LIGHT
from tests.gui.conftest import LEFT, User
from tests.gui.pixels import colours

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def hand(window, qtbot):
    return User(window, qtbot)


@pytest.fixture
def opened(window, hand):
    """The window over two clusters, opened by key."""
    window.files.begin_with(gallery.example("two-clusters").make())
    hand.recorded()
    hand.key(Qt.Key.Key_T, CTRL)
    return window.centre.sheet


def test_every_page_opens(opened):
    for title in PAGES:
        assert opened.open(title).isVisible()


def test_closed_and_opened_again_it_is_as_it_was(opened, window, hand, qtbot):
    page = opened.open("Search")
    page.setup.folds_chooser.k.setValue(7)
    QTest.keyClicks(page.setup.hyperparameters.rows["epochs"].field, "3,4")
    opened.close()
    window.appearance.choose("dark")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Qt.Key.Key_T, CTRL)
    assert opened.isVisible()
    assert opened.pages["Search"] is page
    assert page.isVisible()
    assert page.setup.folds_chooser.k.value() == 7
    assert page.setup.hyperparameters.rows["epochs"].field.text() == "3,4"
    assert page.theme.name == "dark"
    window.close()
    assert not opened.isVisible()


def test_closed_it_computes_nothing_and_then_catches_up(opened, window, hand, qtbot):
    page = opened.open("Cross-validation")
    qtbot.waitUntil(
        lambda: page.cross_validation is not None and page.cross_validation.finished
    )
    opened.close()
    hand.click(0.5, 0.5)
    assert not page.computing
    opened.show()
    qtbot.waitUntil(lambda: page.cross_validation.data is window.session.data)


@pytest.mark.parametrize("size", [(1440, 900), (1024, 700)])
def test_it_stands_beside_the_canvas_in_the_place_of_the_panels(
    window, hand, qtbot, size
):
    """In a small window the set-up yields, too; closed, all is as it was."""
    window.resize(*size)
    docks = window.docks
    qtbot.waitUntil(lambda: {"Weights", "Error per epoch"} <= set(docks.in_front))
    before = docks.in_front
    hand.key(Qt.Key.Key_3, CTRL)
    sheet, canvas = window.centre.sheet, window.canvas
    qtbot.waitUntil(lambda: sheet.width() >= 480)
    assert (window.width(), window.height()) == size
    assert docks["Set-up"].isVisible() == (size[0] == 1440)
    assert not docks["Error per epoch"].isVisible()
    left = sheet.mapTo(window, QPoint(0, 0)).x()
    assert left >= canvas.mapTo(window, canvas.rect().bottomRight()).x()
    assert canvas.visibleRegion().boundingRect() == canvas.rect()
    assert window.layouts.actions_by_name["Evaluate"].isChecked()
    sheet.setFocus()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: docks.in_front == before)
    assert not sheet.isVisible()
    assert (window.width(), window.height()) == size
    assert window.layouts.actions_by_name["Explain"].isChecked()


def test_a_panel_that_is_asked_for_has_its_place_back(opened, window, qtbot):
    before = window.size()
    window.docks.bring_forward("Predict")
    qtbot.waitUntil(lambda: "Predict" in window.docks.in_front)
    assert not opened.isVisible()
    assert "Error per epoch" in window.docks.in_front
    assert window.size() == before


def test_a_stream_takes_its_place_and_has_the_first_tab(opened, window, qtbot):
    """Begun or ended beside it, one panel of the two errors is there."""
    docks, stream = window.docks, window.panel("Stream").action
    stream.trigger()
    qtbot.waitUntil(lambda: "Running mistakes" in docks.in_front)
    assert not opened.isVisible()
    rows = [bar for bar in window.findChildren(QTabBar) if bar.isVisible()]
    names = [[bar.tabText(k) for k in range(bar.count())] for bar in rows]
    assert ["Error", "Loss"] in [row[:2] for row in names]
    window.run("evaluation")
    stream.trigger()
    qtbot.waitUntil(lambda: "Error per epoch" in docks.in_front)
    assert docks["Running mistakes"].isHidden()


def test_it_stays_in_a_lecture_and_the_layout_without_it_is_remembered(
    opened, window, qtbot
):
    before = window.docks["Error per epoch"].isVisible()
    window.lecture.trigger()
    qtbot.waitUntil(window.isFullScreen)
    assert opened.isVisible()
    assert not window.docks["Error per epoch"].isVisible()
    window.lecture.trigger()
    assert opened.isVisible()
    window.close()
    assert not opened.isVisible()
    assert not window.docks["Error per epoch"].isHidden()
    assert not before


@pytest.fixture
def press(opened, window, qtbot):
    """Press a key while the sheet has the focus."""
    qtbot.waitUntil(opened.isActiveWindow)
    return lambda key: QTest.keyClick(window.windowHandle(), key)


def test_the_playback_keys_play_from_it(press, window):
    session = window.session
    press(Qt.Key.Key_End)
    assert session.step == session.last > 1
    press(Qt.Key.Key_Left)
    assert session.step == session.last - 1
    press(Qt.Key.Key_Home)
    press(Qt.Key.Key_Right)
    assert session.step == 1
    press(Qt.Key.Key_Space)
    assert session.playing
    press(Qt.Key.Key_Space)
    assert not session.playing


def test_a_control_keeps_the_keys_it_needs(opened, press, window, qtbot):
    session = window.session
    session.seek(3)
    page = opened.open("Search")
    tried = page.setup.hyperparameters.rows["epochs"]
    tried.box.setFocus()
    checked = tried.box.isChecked()
    press(Qt.Key.Key_Space)
    assert tried.box.isChecked() != checked
    tried.field.setFocus()
    QTest.keyClicks(tried.field, "1,2")
    press(Qt.Key.Key_Home)
    assert tried.field.cursorPosition() == 0
    assert session.step == 3
    page = opened.open("Cross-validation")
    qtbot.waitUntil(
        lambda: page.cross_validation is not None and page.cross_validation.finished
    )
    page.table.setFocus()
    press(Qt.Key.Key_Home)
    assert session.step == 3
    page = opened.open("Confusion matrix")
    qtbot.waitUntil(lambda: page.matrix.layout_now() is not None)
    page.matrix.setFocus()
    press(Qt.Key.Key_Right)
    assert page.matrix.cell == (0, 0)
    opened.tabs.tabBar().setFocus()
    press(Qt.Key.Key_Right)
    assert opened.tabs.currentIndex() == 3
    assert session.step == 3
    assert not session.playing


def test_from_the_very_first_start_two_clicks_show_that_averaging_helps(
    window, hand, qtbot, qapp
):
    window.begin()
    hand.key(Qt.Key.Key_End)  # it would play for twenty seconds
    hand.recorded()
    before = window.session.data
    ways = window.panel("Set-up").compare.menu().actions()
    next(way for way in ways if "Orders" in way.text()).trigger()
    page = window.centre.sheet.pages["Orders"]
    assert page.isVisible()
    QTest.mouseClick(page.example, LEFT)
    qtbot.waitUntil(lambda: not page.computing)
    assert page.comparison.done == page.orders.value() == 20
    assert list(page.pictures) == ["last", "averaged", "voted"]
    assert "Over 20 orders the boundary turns by up to" in page.spread.text()
    assert page.conclusion.text().startswith("Averaging helps")
    assert "Updates:" in page.numbers.text()
    for strip in (page.updates, page.training):
        qapp.clipboard().clear()
        strip.actions()[0].trigger()
        image = qapp.clipboard().image()
        assert {LIGHT.runs[k] for k in strip.runs} <= colours(image)
    assert not page.example.isVisible()
    window.session.undo_stack.undo()
    assert window.session.data is before
