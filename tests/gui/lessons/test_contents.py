"""The contents of the lessons, laid out."""

from PySide6.QtWidgets import QLabel

from gui.lessons.contents import Contents
from gui.lessons.progress import Progress
from gui.style.theme import LIGHT, style_sheet
from gui.widgets.scroll_area import ScrollArea


def test_titles_and_questions_are_seen_whole(qtbot):
    area = ScrollArea("Contents")
    qtbot.addWidget(area)
    area.setStyleSheet(style_sheet(LIGHT))
    contents = Contents(Progress())
    area.setWidget(contents)
    labels = contents.findChildren(QLabel)

    def is_whole():
        return all(one.height() >= one.heightForWidth(one.width()) for one in labels)

    area.resize(230, 400)
    area.show()
    qtbot.waitUntil(is_whole)
    area.resize(180, 400)
    qtbot.waitUntil(is_whole)
