"""The step in numbers: what is shown can be calculated by hand."""

import re

import pytest
from PySide6.QtWidgets import QLabel

from engine import Dataset, Recipe, Tape
from engine.data import gallery
from gui.panels.arithmetic import spelled_out
from gui.theme import LIGHT
from gui.words import number


def plain(text):
    return re.sub(r"<[^>]+>", "\n", text).replace("−", "-")


def first_update(recipe, data=None):
    tape = Tape(data or gallery.two_clusters(), recipe)
    tape.extend()
    step = tape.next_update(0)
    return tape, tape.frame(step)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (-0.0, "0"), (1, "1"), (-2.52, "−2.52"), (1 / 3, "0.33333"),
        (123456, "123456"), (12345.678, "12346"), (100, "100"), (9.99999, "10"),
        (0.00012345678, "0.00012346"), (1e-5, "1e−5"), (5.973e16, "5.973e16"),
        (-2e-7, "−2e−7"), (float("inf"), "∞"), (0.153, "0.153"),
    ],
)  # fmt: skip
def test_numbers_keep_five_digits(value, text):
    assert number(value) == text


def test_the_perceptrons_update_stands_in_its_own_numbers():
    data = Dataset([[-0.15, -0.93], [2.0, 1.0]], [1, 0], class_names=("A", "B"))
    tape, frame = first_update(Recipe(epochs=3), data)
    text = plain(spelled_out(tape, frame, LIGHT)["update"])
    assert "w ← w + η·y·x" in text
    assert "w ← (0, 0) + 1·(+1)·(-0.15, -0.93) = (-0.15, -0.93)" in text
    assert "b ← 0 + 1·(+1) = 1" in text


def calculated(line):
    left, right = line.split(" = ")[-2:]
    return eval(left.split(" ← ")[-1].replace("·", "*")), float(right)


@pytest.mark.parametrize("learner", ["perceptron", "adaline"])
def test_offset_and_score_can_be_calculated_from_what_is_shown(learner):
    tape = Tape(gallery.two_clusters(), Recipe(learner, epochs=2, learning_rate=0.03))
    tape.extend()
    checked = 0
    for step in range(1, tape.steps):
        frame = tape.frame(step)
        texts = {k: plain(v) for k, v in spelled_out(tape, frame, LIGHT).items()}
        score = texts["score"].replace("\n", "")
        mine, shown = calculated(score.replace("- ", "-"))
        assert mine == pytest.approx(shown, abs=2e-4)
        for line in texts["update"].splitlines():
            if line.startswith("b ← ") and " = " in line:
                mine, shown = calculated(line)
                assert mine == pytest.approx(shown, abs=2e-4)
                checked += 1
    assert checked > 3


def test_a_batch_shows_the_sum_the_change_and_the_new_weights():
    tape, frame = first_update(Recipe("adaline", epochs=3, batch_size=10))
    text = plain(spelled_out(tape, frame, LIGHT)["update"])
    for part in ("Σ", "Δw = (", "Δb = ", "w ← w + Δw = (", "b ← b + Δb = "):
        assert part in text


def test_each_class_that_changed_has_its_lines():
    tape, frame = first_update(Recipe(epochs=2), gallery.iris())
    text = plain(spelled_out(tape, frame, LIGHT)["update"])
    for k, name in enumerate(tape.data.class_names):
        changed = (frame.weights[k] != frame.weights_before[k]).any()
        assert (name in text) == changed


def test_the_panel_follows_the_playhead(window, hand):
    hand.draw_two_classes()
    hand.session.seek(hand.session.tape.next_update(0))
    shown = [label.text() for label in window.update_panel.findChildren(QLabel)]
    assert any("w ← (0, 0) + 1·(" in text for text in shown)
