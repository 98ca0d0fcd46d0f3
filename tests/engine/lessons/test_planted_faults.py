"""Whatever is wrong in a lesson is named with its file and its own line."""

import pytest

from engine.lessons.lesson_faults import check_lesson
from engine.lessons.lesson_files import LessonFiles
from engine.lessons.limits import (
    DEEPEST,
    DEEPEST_FORMULA,
    LONGEST_PARAGRAPH,
    LONGEST_WORD,
    MOST_CHOICES,
    MOST_LINES,
    MOST_ON_PAGE,
    MOST_PAGES,
    MOST_SESSION_BYTES,
)

LESSON = """\
---
title: A lesson
about: Why?
level: further
language: en
---

# One

Some *words*, **bold**, `code`, $w \\cdot x$ and {{updates}}. It costs 3 \\$.
A second line, with ![a picture](a.png).

- An item
- Another

$$ \\frac{w_1}{n} \\sum_i \\max(0, 1 - y z) $$

```state
points: |
  2 4 A
  -6 1 B
learner: perceptron
epochs: 10
offset: no
split:
  validation: 0
step: 0
panels: [This update]
```

```spotlight
on:
  - Step
  - learning_rate
```

```task
do: Make *{{updates}}* grow.
until:
  updates: ">= 1"
hint: Press **Step**.
because: It did.
show:
  step: end
change: []
```
# Two

```state
example: xor
```

```task
do: Which?
choices:
  - this one
  - $\\frac{1}{2}$
answer: 2
```
"""
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010800000000"
    "3a7e9b550000000a49444154789c6360000000020001e221bc330000000049454e44ae426082"
)
DEEP = DEEPEST_FORMULA
DEEP_LIST = "\n".join(f"{'  ' * i}- Item {i}" for i in range(DEEPEST + 1))
LONG = ("Words. " * 99 + "\n\n") * (MOST_ON_PAGE // 600)
CHOOSE = """example: xor
```

```task
do: Which?
choices:
  - this one
  - $\\frac{1}{2}$
answer: 2"""
TASK = "```\n\n```task\ndo: Which?\n"
END = f"example: two-clusters\nstep: end\n{TASK}"
SHUFFLED = f"example: two-clusters\norder: shuffled\n{TASK}"
FAULTS = {
    "front matter without a title": ("title: A lesson\n", "", 2, "“title” is missing"),
    "an entry of the front matter": ("about:", "abuot:", 3, "no “abuot”"),
    "words before the first page": ("# One", "Words.\n\n# One", 8, "stands before"),
    "an empty page": ("# Two", "# Empty\n\n# Two", 47, "the page is empty"),
    "a page without a title": ("# Two", "#", 47, "no title"),
    "an unknown fact": ("{{updates}}. It", "{{upates}}. It", 10, "mean updates?"),
    "an unknown fact, second line": ("A second", "{{upates}}", 11, "mean updates?"),
    "a fact that is not closed": ("{{updates}}. It", "{{updates. It", 10, "“{{”"),
    "a fact that is none": ("{{updates}}. It", "{{Up-dates}}. It", 10, "“{{”"),
    "a formula that is not closed": ("x$ and", "x and", 10, "“$” is left open"),
    "bold that is not closed": ("**bold**", "**bold", 10, "“**” is left open"),
    "code that is not closed": ("`code`", "`code", 10, "“`” is left open"),
    "a picture that is not closed": ("a.png)", "a.png", 11, "“![” is left open"),
    "a brace that is not closed": ("{w_1}{n}", "{w_1", 16, "a brace"),
    "a formula that cannot be set": ("\\cdot x", "\\left( x", 10, "cannot be set"),
    "an unknown command": ("\\cdot x", "\\foo x", 10, "“\\foo”"),
    "a missing picture": ("(a.png)", "(b.png)", 11, "no picture “b.png”"),
    "a picture of svg": ("(a.png)", "(s.png)", 11, "no PNG or JPEG"),
    "a block of another name": ("```task\ndo: W", "```tsak\ndo: W", 53, "mean task?"),
    "a block that is not closed": ("2\n```\n", "2\n", 53, "never closed"),
    "two states": ("```spotlight\non:", "```state\nstep: 0\n```\n\n```spotlight\non:",
                   31, "two blocks “state”"),
    "an unknown panel": ("[This update]", "[This updte]", 28, "no panel “This updte”"),
    "an unknown spotlight": ("- Step", "- Stepp", 33, "no “Stepp”"),
    "a spotlight of two": ("learning_rate", "learning", 34, "no “learning”"),
    "a point without a class": ("-6 1 B", "-6 1", 21, "“-6 1” is not two numbers"),
    "a point out of sight": ("-6 1 B", "-6 1e308 B", 21, "farther than"),
    "a point nowhere": ("-6 1 B", "-6 nan B", 21, "farther than"),
    "an unknown learner": ("learner: perc", "learner: prec", 22, "preceptron"),
    "a value out of range": ("epochs: 10", "epochs: -1", 23, "epochs: -1 is out of"),
    "a value that is no number": ("epochs: 10", "epochs: ten", 23, "ten"),
    "an unknown hyperparameter": ("offset: no", "ofset: no", 24, "“ofset”"),
    "neither yes nor no": ("offset: no", "offset: not", 24, "offset: “not” is n"),
    "a share over 1": ("validation: 0", "validation: 1.2", 26, "validation"),
    "shares over 1": ("validation: 0", "validation: 0.8\n  test: 0.7", 26, "valid"),
    "a step beyond the run": ("step: 0", "step: 400", 27, "the run has"),
    "a step that is none": ("step: 0", "step: first", 27, "neither a number"),
    "an entry twice": ("offset: no", "epochs: 10", 24, "stands twice"),
    "half a sign": ("epochs: 10", 'epochs: "\\ud800"', 23, "no file can hold"),
    "an unknown example": ("example: xor", "example: xro", 50, "xro"),
    "a missing session": ("example: xor", "session: s.plab", 50, "no file “s.plab”"),
    "a damaged session": ("example: xor", "session: d.plab", 50, "“d.plab” is not"),
    "a session too large": ("example: xor", "session: l.plab", 50, "larger than"),
    "an unknown source": ("example: xor", "example: xor\nstream: {source: rain}", 51,
                          "“rain” is not one of"),
    "a task without words": ("do: Which?\n", "", 54, "“do” is missing"),
    "a task of two kinds": ("answer: 2", "until: {step: 3}", 54, "write one of"),
    "one choice": ("  - this one\n", "", 56, "2 to"),
    "an answer out of range": ("answer: 2", "answer: 3", 58, "the right one, 1 to 2"),
    "an unknown prediction": ("choices:\n  - this one\n  - $\\frac{1}{2}$\nanswer: 2",
                              "predict: the end", 55, "“the end” is not one of"),
    "an unknown entry of a task": ("hint:", "hnit:", 41, "no “hnit”"),
    "an unknown fact in a hint": ("**Step**", "{{stp}}", 41, "no fact “stp”"),
    "a formula in a choice": ("$\\frac{1}{2}$", "$\\frac{1}{2$", 57, "a brace"),
    "a condition of an unknown fact": ('updates: ">= 1"', "updats: 3", 40, "updats"),
    "a condition that is none": ('">= 1"', "many", 40, "“many” is not a number"),
    "a task that is fulfilled": ('">= 1"', '">= 0"', 38, "with this task fulfilled"),
    "a show that does not fulfil": ("step: end", "step: 0", 38, "does not fulfil"),
    "a task without show": ("show:\n  step: end\n", "", 38, "no “show”"),
    "a fault within show": ("  step: end", "  step: end\n  epoch: 3", 45, "“epoch”"),
    "an alias": ("do: Which?", "do: *a", 54, "no “*”"),
    "tabs in entries": ("do: Which?", "do: Which?\n\tx: y", 55, ""),
    "a long word": ("Some", "W" * (LONGEST_WORD + 1), 10, "a word is longer"),
    "a long paragraph": ("Some", "w " * LONGEST_PARAGRAPH, 10, "a paragraph is longer"),
    "many choices": ("  - this one\n", "  - a\n" * MOST_CHOICES, 56, "2 to"),
    "a deep formula": ("w_1", "{" * DEEP + "}" * DEEP, 16, "deep"),
    "a long formula": ("\\cdot x", "+ x" * 200, 10, "a formula is longer"),
    "a formula of macros": ("\\cdot x", "\\def\\a{b}", 10, "“\\def”"),
    "many facts": ("- An item", "- " + "{{step}} " * 70, 13, "more than 60 facts"),
    "many brackets": ("- An item", "- " + "[" * 51, 13, "square brackets"),
    "deep entries": ("do: Which?", "do: " + "[" * 20 + "]" * 20, 54, "deep"),
    "deep emphasis": ("- An item", "- " + "*a **b " * 6 + "c** d*" * 6, 13, "emphasis"),
    "a wide table": ("- An item", f"|{'a|' * 200}\n|{'-|' * 200}\n|", 13, "cells"),
    "deep lists": ("- An item", DEEP_LIST, 23, "lists and quotes are nested"),
    "two like choices": ("  - $\\frac{1}{2}$", "  - this one", 56, "stands twice"),
    "choices that read alike": ("  - $\\frac{1}{2}$", "  - this  one", 56, "twice"),
    "no right choice": ("answer: 2\n", "", 56, "“answer” is missing"),
    "a reply without words": ("answer: 2", "answer: 2\nreplies: ['']", 59, "no words"),
    "emphasis that is not closed": ("*words*", "*words", 10, "“*” is left open"),
    "a link elsewhere": ("`code`", "[a](http://b.c)", 10, "leads nowhere but"),
    "a setting named twice": ("change: []", "change: [seed, seed]", 45, "stands twice"),
    "titles that read alike": ("# Two", "# ONE ", 47, "has this title, too"),
    "a choice by its place": ("this one", "all of these", 56, "another order"),
    "a choice that is an empty list": ("this one", "15.", 56, "is read as a list"),
    "two pages of one title": ("# Two", "# One", 47, "has this title, too"),
    "one class only": ("-6 1 B", "-6 1 A", 19, "of one class only"),
    "nothing to predict": (CHOOSE, f"{END}predict: next mistake", 55, "is no next"),
    "what is left to chance": (CHOOSE, f"{SHUFFLED}predict: next mistake", 55, "guess"),
    "a task that says not what may change": ("change: []\n", "", 38, "“change: []”"),
    "a setting that is none": ("change: []", "change: [sed]", 45, "mean seed?"),
    "a show that may not": ("  step: end\n", "  step: end\n  epochs: 3\n", 38,
                            "may not change"),
    "a long page": ("- An item", LONG, 8, "a page is longer"),
}  # fmt: skip


def faults(text, name="lesson.md"):
    contents = {
        "lesson.md": LESSON.encode(), "a.png": PNG, "s.png": b"<svg/>",
        "d.plab": b"{", "l.plab": bytes(MOST_SESSION_BYTES + 1),
        name: text.encode(),
    }  # fmt: skip
    return check_lesson(LessonFiles("here", contents))


def test_the_lesson_in_which_they_are_planted_has_none():
    assert [str(fault) for fault in faults(LESSON)] == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_with_its_own_line(name):
    old, new, line, said = FAULTS[name]
    assert old in LESSON
    texts = [str(fault) for fault in faults(LESSON.replace(old, new, 1))]
    named = [text for text in texts if text.startswith(f"lesson.md:{line}: ")]
    assert any(said in text for text in named), texts


def test_a_text_that_is_too_long_is_named_by_the_line_on_which_it_is():
    (fault,) = faults(LESSON + "\n# P\n" * MOST_PAGES)
    assert (fault.line, "more than" in fault.what) == (
        61 + 2 * (MOST_PAGES - 2),
        True,
    )
    (fault,) = faults(LESSON + "\n" * MOST_LINES)
    assert (fault.line, "lines" in fault.what) == (MOST_LINES, True)


def test_a_translation_has_its_faults_by_line_too():
    text = LESSON.replace("**bold**", "**fett")
    texts = [str(fault) for fault in faults(text, "lesson.de.md")]
    assert texts[0].startswith("lesson.de.md:10: “**” is left open")
    assert texts[1].startswith("lesson.de.md:5: language: is “en”")
