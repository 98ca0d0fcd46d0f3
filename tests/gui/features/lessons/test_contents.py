"""The contents of the lessons, laid out."""

from PySide6.QtWidgets import QLabel

from gui.features.lessons.contents import Contents, LessonRow, our_lessons
from gui.features.lessons.progress import Progress
from gui.style.theme import LIGHT, style_sheet
from gui.widgets.scroll_area import ScrollArea


def test_the_pages_that_are_missing_are_named(qtbot):
    progress, contents = Progress(), Contents(Progress())
    qtbot.addWidget(contents)
    first = our_lessons()[0]
    row = contents.findChild(LessonRow)

    def said():
        contents.refresh()
        labels = row.findChildren(QLabel)
        number, _, _, *rest = [label.text() for label in labels if not label.isHidden()]
        return [number, *filter(None, rest)]

    pages = range(len(first.lesson.pages))
    texts = [said()]
    for page in [*pages[:2], *pages[3:], 2]:
        progress.note_done(first.files, page)
        texts.append(said())
    assert texts == [
        ["1"], ["1", "1 of 6"], ["1", "2 of 6"], ["1", "3 of 6"],
        ["1", "Not done: pages 3, 6", "4 of 6"], ["1", "Not done: page 3", "5 of 6"],
        ["✓"],
    ]  # fmt: skip
    stand = [row.number.property("badge") for row in contents.findChildren(LessonRow)]
    assert stand == ["done", "next", *["open"] * (len(our_lessons()) - 2)]
    assert row.accessibleDescription().startswith("Lesson 1, done.")


def test_titles_and_questions_are_seen_whole(qtbot):
    area = ScrollArea("Contents")
    qtbot.addWidget(area)
    area.setStyleSheet(style_sheet(LIGHT))
    contents = Contents(Progress())
    area.setWidget(contents)
    labels = contents.findChildren(QLabel)

    def is_whole():
        return all(
            label.height() >= label.heightForWidth(label.width()) for label in labels
        )

    area.resize(230, 400)
    area.show()
    qtbot.waitUntil(is_whole)
    area.resize(180, 400)
    qtbot.waitUntil(is_whole)
