"""The text of a page, laid out."""

from engine import Dataset, Recipe
from engine.lessons.facts import Situation
from gui.lessons.page_text import PageText, told
from gui.style.theme import LIGHT


def test_a_text_is_seen_to_its_end_in_every_width(qtbot):
    text = PageText(LIGHT, "Page")
    qtbot.addWidget(text)
    text.show_text("Drag **one** sample so that no line separates them. " * 3, {})
    text.show()
    for width in (600, 320, 180, 400):
        text.resize(width, text.height())
        assert text.viewport().height() >= text.document().size().height()


def test_a_name_in_a_fact_is_no_markdown(qtbot):
    data = Dataset([[1.0, 2.0]], [0], ["a_b_c", "_d_"], class_names=("A", "B"))
    now = Situation(data, Recipe("perceptron"), None, 0)
    text = PageText(LIGHT, "Page")
    qtbot.addWidget(text)
    text.show_text(told("It sees {{terms}}.", now, now), {})
    assert text.toPlainText().strip() == "It sees a_b_c, _d_."
