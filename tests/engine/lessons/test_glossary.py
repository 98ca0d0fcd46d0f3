"""The glossary's lines that belong to what a text emphasises."""

from pathlib import Path

from engine.lessons.glossary import LINK, named_entries
from engine.lessons.lesson_files import read_files
from engine.lessons.lesson_page import write_lesson_page

OURS = Path(__file__).parents[3] / "resources" / "lessons"


def test_each_lesson_names_words_that_the_glossary_explains():
    for folder in sorted(OURS.iterdir()):
        text = read_files(folder).contents["lesson.md"].decode()
        assert bool(named_entries(text)) == bool(LINK.search(text)), folder.name


def test_a_word_is_found_in_the_plural_beside_others_and_by_its_other_name():
    text = """A *margin*, here only seen.

In books: the *hinge
loss*, *dot products*, the *threshold*, *nothing of ours*. [Glossary](handbook:Glossary)

A *sigmoid*, too."""
    terms = [entry.term for entry in named_entries(text)]
    assert terms == ["dot product, inner product", "bias, intercept", "hinge loss"]


def test_a_page_brings_its_own_words(browser, tmp_path):
    path = tmp_path / "zero-one-loss.html"
    write_lesson_page(path, read_files(OURS / "zero-one-loss"))
    browser.look(360, 740)
    browser.open(path)
    browser.ask("lesson.open(lesson.articles.length - 1)")
    seen = "lesson.article.innerText"
    assert "Glossary" in browser.ask(seen)
    assert "taken in place of the 0/1 loss" not in browser.ask(seen)
    browser.mouse(browser.middle_of("article:not([hidden]) .glossary summary"))
    text = browser.ask(seen)
    assert "one with a slope, taken in place of the 0/1 loss" in text
    assert "kernel trick" not in text
    assert text.count("Glossary") == 1
