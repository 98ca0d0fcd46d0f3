"""The text of a page, laid out."""

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument

from engine import Dataset, Recipe
from engine.lessons.facts import Situation
from gui.features.lessons.page_text import PageText, facts_of
from gui.style.theme import LIGHT


def test_a_text_is_seen_to_its_end_in_every_width(qtbot):
    text = PageText(LIGHT, "Page")
    qtbot.addWidget(text)
    text.show_text("Drag **one** sample so that no line separates them. " * 3, {}, {})
    text.show()
    for width in (600, 320, 180, 400):
        text.resize(width, text.height())
        assert text.viewport().height() >= text.document().size().height()


def test_a_fact_is_put_in_once_the_text_is_parsed(qtbot):
    names = ["_a_", "1. b", "<i>", "$c$", "[d](e)"]
    data = Dataset([[1.0, 2, 3, 4, 5]], [0], names, class_names=("A", "B"))
    now = Situation(data, Recipe("perceptron"), None, 0)
    begun = Situation(data, Recipe("adaline"), None, 12)
    page = PageText(LIGHT, "Page")
    qtbot.addWidget(page)

    def shown(text):
        page.show_text(text, {}, facts_of(text, now, begun))
        return page.toPlainText().strip()

    assert shown("It sees **{{terms}}**.") == f"It sees {', '.join(names)}."
    assert shown("{{page.step}}. of them") == "12. of them"  # no list
    assert shown("`{{page.learner}}`\n\n|{{step}}|\n|-|") == "Adaline\n0"
    shown("$n = {{page.step}}$")
    assert 'alt="n = 12"' in page.toHtml()


def test_no_line_begins_with_what_closes(qtbot):
    page = PageText(LIGHT, "Page")
    qtbot.addWidget(page)
    page.show_text(
        "The factor $\\eta$: add $y x$, or ($w$), or $b$. Now 7.5 % of them.\n" * 2,
        {}, {},
    )  # fmt: skip
    page.show()

    def first_letters():
        block = page.document().begin()
        lines = map(block.layout().lineAt, range(block.layout().lineCount()))
        return {block.text()[line.textStart()] for line in lines}

    seen = set()
    for width in range(60, 400, 3):
        page.resize(width, page.height())
        seen |= first_letters()
    assert not seen & set(":,.)%")
    assert 'alt="w),"' in page.toHtml()


def test_formulas_that_take_long_are_there_once_they_are_set(qtbot):
    page = PageText(LIGHT, "Page")
    qtbot.addWidget(page)
    page.show_text(" and ".join(f"$\\frac{{x_{i}}}{{w}}$" for i in range(30)), {}, {})
    qtbot.waitUntil(lambda: page.toHtml().count("<img") == 30)
    page.show_text("Only $x_1$ and $\\left($, which is none.", {}, {})
    assert page.toHtml().count("<img") == 1
    assert "\\left(" in page.toPlainText()


def test_nothing_is_fetched_and_html_is_shown_as_it_is_written(qtbot):
    page = PageText(LIGHT, "Page")
    qtbot.addWidget(page)
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    pictures = {"a.png": svg, "lesson.md": svg}
    page.show_text("<b>a</b> ![](a.png) ![](lesson.md) ![](formula:7)", pictures, {})
    assert "<b>a</b>" in page.toPlainText()
    image = QTextDocument.ResourceType.ImageResource
    for name in ("a.png", "lesson.md", "formula:7", "http://a/b.png", __file__):
        assert page.loadResource(image.value, QUrl(name)).isNull()
    sheet = QTextDocument.ResourceType.StyleSheetResource
    assert page.loadResource(sheet.value, QUrl.fromLocalFile(__file__)) is None
