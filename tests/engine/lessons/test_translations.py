"""A lesson in several languages: each tells the same, or is named by file and line."""

import pytest

from engine.lessons.lesson_faults import check_lesson
from engine.lessons.lesson_files import LessonFiles
from engine.lessons.translations import texts_of

FIRST = """\
---
title: A lesson
language: en
---

# One

There are {{samples}}.

```state
example: xor
step: 2
```

```spotlight
on: [Step]
```

```task
do: Which?
choices: [this, that]
answer: 2
hint: Look.
replies: [Not this]
```

```figure
of: losses
with: hinge
alt: A line with a bend
```

# Two

Words.
"""
MORE = "25: replies: are 1 in number: give 2, one for each wrong choice in turn"
GERMAN = (
    FIRST.replace("language: en", "language: de")
    .replace("There are {{samples}}.", "Es gibt hier oben:\n{{ samples }} davon.")
    .replace("[this, that]", "[dies, das]")
    .replace("Which?", "Welches?")
    .replace("A line with a bend", "Eine geknickte Linie")
)


def files(german):
    texts = {"lesson.md": FIRST.encode(), "lesson.de.md": german.encode()}
    return LessonFiles("here", texts)


def test_a_translation_that_tells_the_same_has_no_fault():
    assert check_lesson(files(GERMAN)) == []
    assert texts_of(files(GERMAN)) == {"en": "lesson.md", "de": "lesson.de.md"}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("step: 2", "step: 3", "12: state: not as in lesson.md:11: write the same"),
        ("answer: 2", "answer: 1", "21: task: not as in lesson.md:20: write the same"),
        ("[dies, das]", "[dies, das, jenes]", MORE),
        (
            "replies: [Not this]\n",
            "",
            "21: task: not as in lesson.md:20: write the same",
        ),
        ("hint: Look.\n", "", "21: task: not as in lesson.md:20: write the same"),
        (
            "on: [Step]",
            "on: [Play]",
            "6: spotlight: not as in lesson.md:6: write the same",
        ),
        (
            "with: hinge",
            "with: log",
            "29: figure: not as in lesson.md:28: write the same",
        ),
        ("{{ samples }}", "vier", "6: facts: not as in lesson.md:6: write the same"),
        (
            "# Two",
            "Zwei",
            "6: the page of lesson.md:33 is missing: write it after this",
        ),
        (
            "# Two",
            "# Zwei\n\nx\n\n# Drei",
            "38: lesson.md has no such page: write it there, or delete it",
        ),
        (
            "language: de",
            "language: fr",
            "3: language: is “fr”, in the file’s name “de”: write the same in both",
        ),
    ],
    ids=str,
)
def test_what_has_drifted_is_named(old, new, fault):
    assert old in GERMAN
    texts = [str(fault) for fault in check_lesson(files(GERMAN.replace(old, new)))]
    assert texts == [f"lesson.de.md:{fault}"]
