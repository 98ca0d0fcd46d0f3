"""What is written of a figure is read; whatever is wrong there is named by its line."""

import pytest

from engine.lessons.figures.figure import figures
from engine.lessons.lesson_faults import check_lesson
from engine.lessons.lesson_files import LessonFiles

LESSON = """\
---
title: A lesson
---

# One

Words.

```state
points: |
  -2 0 A
  -1 1 A
  1 0 B
  3 -1 B
learner: adaline
epochs: 10
step: 3
```

```figure
{}
```
"""
BEFORE = LESSON.count("\n", 0, LESSON.index("{}"))
LOSSES = "of: losses\nwith: [hinge, log]"
WEIGHT = "of: one weight\nweight: b\nfrom: -3\nto: 3\nstep: 2"
COST = "of: cost\ncompare: batch_size\nvalues: [0, 2, 1]"
SAMPLES = "of: samples\nsamples: [1, 4]"
FAULTS = {
    "no kind": (LOSSES, "of: losses\n", "", 1, "“of” is missing"),
    "an unknown kind": (LOSSES, "losses", "loses", 1, "mean losses?"),
    "an unknown entry": (LOSSES, "with", "wiht", 2, "mean with?"),
    "an unknown loss": (LOSSES, "hinge", "hing", 2, "mean hinge?"),
    "a loss twice": (LOSSES, "hinge", "log loss", 2, "stands twice"),
    "an unknown weight": (WEIGHT, "weight: b", "weight: w3", 2, "no “w3”"),
    "no range": (WEIGHT, "from: -3\n", "", 1, "“from” is missing"),
    "an end that is no number": (WEIGHT, "from: -3", "from: left", 3, "“left” is no"),
    "an empty range": (WEIGHT, "to: 3", "to: -3", 4, "is not 0.001 above −3"),
    "no range to see": (WEIGHT, "to: 3", "to: -2.9999999", 4, "is not 0.001 above −3"),
    "a range beside it": (WEIGHT, "from: -3", "from: 2.5", 2, "beyond what is drawn"),
    "a learner without cost": (WEIGHT, "step: 2", "cost: pocket-perceptron", 5, "no"),
    "an unknown learner": (WEIGHT, "step: 2", "cost: adeline", 5, "mean adaline?"),
    "a step beyond the run": (WEIGHT, "step: 2", "step: 900", 5, "run has 40 steps"),
    "no step": (WEIGHT, "step: 2", "step: end", 5, "“end” is no step"),
    "an unknown setting": (COST, "batch_size", "bach_size", 2, "bach_size"),
    "a setting without values": (COST, "values: [0, 2, 1]", "", 2, "“values” is miss"),
    "values of nothing": (COST, "compare: batch_size\n", "", 2, "“compare” is mis"),
    "six values": (COST, "[0, 2, 1]", "[0, 1, 2, 3, 4, 5]", 3, "at most 5"),
    "a value twice": (COST, "[0, 2, 1]", "[0, 2, 0]", 3, "“0” stands twice"),
    "a value in two words": (COST, "[0, 2, 1]", "[0, 2, +2]", 3, "each once"),
    "epochs without end": (
        COST, "batch_size\nvalues: [0, 2, 1]", "epochs\nvalues: [5000]", 3, "1,000 ep"
    ),
    "a value that is refused": (COST, "[0, 2, 1]", "[0, -2]", 3, "out of range"),
    "no cost": (COST, "batch_size\nvalues: [0, 2, 1]", "learner\nvalues: "
                "[manual-neuron]", 1, "has no cost"),
    "no such sample": (SAMPLES, "4", "5", 2, "no sample 5: the page has 4"),
    "no number": (SAMPLES, "4", "four", 2, "“four” is no number of a sample"),
    "no samples": (SAMPLES, "samples: [1, 4]", "", 1, "write 1 to 12"),
    "no square": (SAMPLES, "", "", 1, "2 features, which make no square"),
}  # fmt: skip


def faults(figure):
    content = LESSON.format(figure).encode()
    return [*map(str, check_lesson(LessonFiles("here", {"lesson.md": content})))]


def test_the_figures_in_which_they_are_planted_have_none():
    for figure in (LOSSES, WEIGHT, COST):
        assert faults(figure) == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_with_its_own_line(name):
    figure, old, new, line, said = FAULTS[name]
    assert old in figure
    (fault,) = faults(figure.replace(old, new, 1))
    assert fault.startswith(f"lesson.md:{BEFORE + line}: ")
    assert said in fault


def test_each_kind_says_without_samples_what_to_do():
    text = LESSON.format(WEIGHT)
    content = (text[: text.index("```state")] + text[text.index("```fig") :]).encode()
    (fault,) = check_lesson(LessonFiles("here", {"lesson.md": content}))
    assert "give it a state" in fault.what
    assert [*figures()] == [
        "losses", "one weight", "cost", "training error", "weight growth", "samples"
    ]  # fmt: skip
