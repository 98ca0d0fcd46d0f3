"""The text of a page, laid out."""

from gui.lessons.page_text import PageText
from gui.style.theme import LIGHT


def test_a_text_is_seen_to_its_end_in_every_width(qtbot):
    text = PageText(LIGHT)
    qtbot.addWidget(text)
    text.show_text("Drag **one** sample so that no line separates them. " * 3, {})
    text.show()
    for width in (600, 320, 180, 400):
        text.resize(width, text.height())
        assert text.viewport().height() >= text.document().size().height()
