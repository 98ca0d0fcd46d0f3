"""The table of the outputs: what stands there can be calculated by hand."""

import numpy as np
import pytest

from engine import Branch, Dataset, Recipe, Tape
from engine.export.step_formulas import step_lines
from engine.learners.latex import plain
from engine.training.explanation import explain
from gui.panels.update_panel import outputs
from tests.gui.canvas.test_contours import ring


def recorded(data, learner="perceptron", **settings):
    tape = Tape(data, Recipe(learner, **{"epochs": 5} | settings))
    tape.extend()
    return tape


@pytest.mark.parametrize("k", [3, 9])
@pytest.mark.parametrize("learner", ["perceptron", "adaline", "linear-svm"])
def test_each_output_has_its_score_and_its_condition(k, learner):
    tape = recorded(ring(k), learner)
    for step in range(1, tape.steps + 1):
        frame = tape.frame(step)
        row = frame.rows[0]
        rows = outputs(tape, frame)
        assert [one.name for one in rows] == list(tape.data.class_names)
        x = np.append(tape.data.X[row], 1.0)
        for code, one in enumerate(rows):
            assert one.score == pytest.approx(frame.weights_before[code] @ x)
            assert one.y == (1 if tape.data.y[row] == code else -1)
            assert one.mistake == (one.y * one.score <= 0)
        assert any(one.mistake for one in rows) == frame.mistake


def test_before_a_branch_the_former_tolerance_tells_a_mistake():
    before = Recipe(epochs=3, stop_without_mistake=False)
    tape = Tape(ring(3), before.replace(tolerance=1e6), branch=Branch(before, 20))
    tape.extend()
    for k, tolerance in ((19, 0), (20, 0), (21, 1e6)):
        for one in outputs(tape, tape.frame(k)):
            assert one.mistake == (one.y * one.score <= tolerance)


def check(tape, step):
    (line,) = [
        one
        for one in step_lines(explain(tape, tape.frame(step)), tabled=True)
        if one.row == "check"
    ]
    return f"{plain(line.tex)} {line.note}"


def test_the_check_names_the_classes_that_were_mistaken():
    tape = recorded(ring(3))  # from zero, every output is on its boundary
    assert check(tape, 1) == "y·z ≤ 0 for A, B, C → mistake → update"
    assert check(tape, tape.steps) == "y·z > 0 for every class → right → no change"


def test_a_batch_counts_the_mistakes_of_each_class():
    tape = recorded(ring(3), "adaline", batch_size=6)
    assert "y·z ≤ 0 for A (6), B (6), C (6) → " in check(tape, 1)


def test_names_are_shown_as_they_are():
    data = Dataset(
        [[1.0, 0], [0, 1], [-1, -1]], [0, 1, 2], class_names=("<b", "c", "d")
    )
    assert "for <b, c, d" in check(recorded(data), 1)


def test_the_panel_shows_the_table_only_for_more_than_two_classes(window, hand):
    panel = window.update_panel
    for k in (3, 9, 2):
        hand.session.set_data(ring(k))
        hand.recorded()
        hand.session.seek(1)
        assert panel.outputs.isVisibleTo(panel) == (k > 2)
        assert len(panel.outputs.rows) == (k if k > 2 else 0)
        panel.grab()
    hand.session.set_data(ring(3))
    hand.recorded()
    hand.session.seek(0)
    assert panel.outputs.rows == []
