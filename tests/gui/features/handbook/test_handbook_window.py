"""The handbook in the window: opened by menu, key and ?, searched, links followed."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor, QTextOption
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolButton

from gui.features.handbook.handbook import handbook as all_pages
from gui.features.handbook.handbook_window import HandbookWindow
from gui.style.theme import DARK, LIGHT
from tests.gui.pixels import number, pixels

ALT, LEFT = Qt.KeyboardModifier.AltModifier, Qt.MouseButton.LeftButton


@pytest.fixture
def book(window, hand, qtbot):
    hand.key(Qt.Key.Key_F1)
    qtbot.waitUntil(window.part("Handbook").window.isActiveWindow)
    qtbot.wait(10)
    return window.part("Handbook").window


def test_no_page_is_wider_than_the_window(book, qtbot):
    """Words are broken only on pages whose tables have no room else."""
    book.resize(620, 480)
    book.open_beside("Speed")  # its table has seven columns
    text = book.text

    def fits():
        return text.document().size().width() <= text.viewport().width() + 1

    qtbot.waitUntil(fits)
    book.open_beside("Conventions")
    qtbot.waitUntil(lambda: text.wordWrapMode() == QTextOption.WrapMode.WordWrap)
    assert not text.horizontalScrollBar().isVisible()


def listed(book):
    """What the contents show: page → its sections in sight."""
    rows = {}
    for i in range(book.contents.topLevelItemCount()):
        branch = book.contents.topLevelItem(i)
        if not branch.isHidden():
            parts = [branch.child(j) for j in range(branch.childCount())]
            seen = [item.text(0) for item in parts if not item.isHidden()]
            rows[branch.text(0)] = seen if branch.isExpanded() else []
    return rows


def top_line(book):
    """The text that stands at the top of the page."""
    return book.text.cursorForPosition(QPoint(200, 30)).block().text()


def marked(book):
    return [
        selection.cursor.selectedText() for selection in book.text.extraSelections()
    ]


def in_sight(book, position):
    cursor = QTextCursor(book.text.document())
    cursor.setPosition(position)
    place = book.text.cursorRect(cursor)
    return book.text.viewport().rect().contains(place.center())


def press_link(book, words):
    """Click a link of the page by its words."""
    cursor = book.text.document().find(words)
    while not cursor.charFormat().isAnchor():
        cursor = book.text.document().find(words, cursor)
    start = QTextCursor(cursor)
    start.setPosition(cursor.selectionStart() + 1)
    book.text.setTextCursor(start)
    book.text.ensureCursorVisible()
    place = book.text.cursorRect(start).center()
    QTest.mouseClick(book.text.viewport(), LEFT, pos=place)


def test_the_menu_opens_it_at_its_contents(window, hand):
    menu = next(m for m in window.findChildren(QMenu) if m.title() == "&Help")
    menu.actions()[0].trigger()
    (book,) = window.findChildren(HandbookWindow)
    assert book.isVisible()
    assert not book.isModal()
    assert book.focusWidget() is book.search
    assert [*listed(book)] == [page.title for page in all_pages()]
    assert book.contents.currentItem().text(0) == "Handbook"
    assert "a subject a page" in book.text.toPlainText()


def test_a_search_leaves_what_has_the_words_and_marks_them(book, qtbot):
    QTest.keyClicks(book.search, "keyframe")
    assert listed(book) == {"Python": ["A run, step by step"]}
    assert book.contents.currentItem().text(0) == "A run, step by step"
    qtbot.waitUntil(lambda: top_line(book) == "A run, step by step")
    assert marked(book) == ["keyframe"]
    (mark,) = book.text.extraSelections()
    assert in_sight(book, mark.cursor.position())
    book.search.clear()
    assert marked(book) == []
    assert len(listed(book)) == len(all_pages())
    QTest.keyClicks(book.search, "zebra")
    assert listed(book) == {}
    assert any("“zebra”" in label.text() for label in book.findChildren(QLabel))


def test_all_words_are_to_be_found_and_enter_goes_on(book):
    QTest.keyClicks(book.search, "dask CLUSTER")
    places = [(page, part) for page, parts in listed(book).items() for part in parts]
    assert len(places) >= 3
    for page in all_pages():
        for section in page.sections[1:]:
            has = "dask" in section.words and "cluster" in section.words
            assert has == ((page.title, section.title) in places)
    seen = []
    for _ in places:
        item = book.contents.currentItem()
        seen.append((item.parent().text(0), item.text(0)))
        QTest.keyClick(book.search, Qt.Key.Key_Return)
    assert seen == places
    item = book.contents.currentItem()
    assert (item.parent().text(0), item.text(0)) == places[0]


def test_far_below_its_heading_the_first_mark_is_in_sight(book, qtbot):
    book.resize(900, 360)
    QTest.keyClicks(book.search, "sum to zero")
    qtbot.wait(10)
    assert book.contents.currentItem().text(0) == "Will it converge?"
    heading = book.text.document().find("Will it converge?")
    marks = [selection.cursor.position() for selection in book.text.extraSelections()]
    first = min(mark for mark in marks if mark > heading.position())
    assert in_sight(book, first)


def test_the_contents_and_links_lead_on_and_back_leads_back(book, qtbot):
    assert not book.back_button.isEnabled()
    press_link(book, "The panels")
    assert book.text.page.title == "The panels"
    press_link(book, "Conventions")
    assert book.text.page.title == "Conventions"
    QTest.keyClick(book, Qt.Key.Key_Left, ALT)
    assert book.text.page.title == "The panels"
    QTest.mouseClick(book.back_button, LEFT)
    assert book.text.page.title == "Handbook"
    assert not book.back_button.isEnabled()
    item = book.contents.findItems("Search for a recipe", Qt.MatchFlag.MatchExactly)[0]
    QTest.mouseClick(
        book.contents.viewport(), LEFT, pos=book.contents.visualItemRect(item).center()
    )
    assert book.text.page.title == "Search for a recipe"
    press_link(book, "train")
    qtbot.waitUntil(lambda: top_line(book) == "In scripts")
    assert book.text.page.title == "The command line"


def test_the_page_is_read_by_keyboard(book, qtbot):
    QTest.keyClicks(book.search, "playhead")
    QTest.keyClick(book.search, Qt.Key.Key_Tab)
    assert book.focusWidget() is book.contents
    before = book.contents.currentItem().text(0)
    QTest.keyClick(book.contents, Qt.Key.Key_Down)
    assert book.contents.currentItem().text(0) != before
    QTest.keyClick(book.contents, Qt.Key.Key_Tab)
    assert book.focusWidget() is book.text
    bar = book.text.verticalScrollBar()
    qtbot.wait(10)
    at = bar.value()
    QTest.keyClick(book.text, Qt.Key.Key_PageDown)
    assert bar.value() > at
    QTest.keyClick(book, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert book.focusWidget() is book.search
    assert book.search.selectedText() == "playhead"
    QTest.keyClick(book, Qt.Key.Key_Escape)
    assert not book.isVisible()


def test_each_panel_has_a_question_mark_that_opens_its_section(window, qtbot):
    for dock in window.docks.all:
        dock.show()
        title = dock.objectName()
        (button,) = (
            tool_button
            for tool_button in dock.findChildren(QToolButton)
            if tool_button.accessibleName() == f"Help on “{title}”"
        )
        QTest.mouseClick(button, LEFT)
        book = window.part("Handbook").window
        assert book.isVisible()
        assert book.contents.currentItem().text(0) == title
        page, section = book.text.page, book.contents.currentItem()
        assert page.title in ("The panels", "Lessons")
        assert section.parent() is None or section.parent().text(0) == "The panels"


def test_a_question_mark_brings_its_heading_to_the_top(window, qtbot):
    window.docks.bring_forward("This update")
    window.docks["This update"].help_wanted.emit("This update")
    qtbot.waitUntil(lambda: top_line(window.part("Handbook").window) == "This update")


def test_the_windows_beside_have_their_sections(window, hand, qtbot):
    hand.draw_two_classes()
    for opened, title, of_window in (
        ("evaluation", "Generalisation", lambda: window.centre.sheet),
        ("race", "Race", lambda: window.part("Race").window),
    ):
        window.run(opened)
        qtbot.waitUntil(lambda: of_window().isActiveWindow())  # noqa: B023
        QTest.keyClick(QApplication.activeWindow(), Qt.Key.Key_F1)
        assert window.part("Handbook").window.contents.currentItem().text(0) == title


def test_size_is_remembered(window, hand, book, qtbot):
    book.resize(777, 555)
    book.close()
    window.part("Handbook").window = None
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    hand.key(Qt.Key.Key_F1)
    assert (
        window.part("Handbook").window.width(),
        window.part("Handbook").window.height(),
    ) == (777, 555)


def test_it_follows_the_colours_and_a_lecture(window, book, qtbot):
    for choice, theme in (("dark", DARK), ("light", LIGHT)):
        window.appearance.choose(choice)
        qtbot.wait(10)
        shown = pixels(book.text.parentWidget().grab().toImage())
        assert (shown == number(theme.card)).mean() > 0.5
    size = book.text.document().defaultFont().pixelSize()
    window.lecture.trigger()
    qtbot.wait(10)
    assert book.text.document().defaultFont().pixelSize() > size


def test_text_has_a_column_of_its_own_width_in_every_window(book, qtbot):
    press_link(book, "The window")
    for width in (700, 1900, 980):
        book.resize(width, 700)
        qtbot.waitUntil(lambda: book.text.horizontalScrollBar().maximum() == 0)
        frame = book.text.document().rootFrame().frameFormat()
        assert frame.leftMargin() == frame.rightMargin() >= 20
        column = book.text.viewport().width() - 2 * frame.leftMargin()
        assert column <= 88 * book.text.fontMetrics().averageCharWidth()
    image = book.text.loadResource(2, "../help/screenshot.png")
    assert image.width() / image.devicePixelRatio() <= column
    assert QApplication.activeWindow() is book


def test_code_is_marked_and_copied_as_it_is_written(book, qapp):
    QTest.keyClicks(book.search, "--orders")
    assert book.contents.currentItem().text(0) == "Many orders"
    assert {words.replace("\u2060", "") for words in marked(book)} == {"--orders"}
    assert book.text.document().find("--seed").isNull(), "no line ends within it"
    book.text.selectAll()
    book.text.copy()
    copied = qapp.clipboard().text()
    assert "shuffled by the seeds from --seed on" in copied.replace("\n", " ")
    assert "python main.py train points.csv --orders 20" in copied
