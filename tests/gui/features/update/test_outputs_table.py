"""The table of the outputs: what stands there can be calculated by hand."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from engine import Branch, Dataset, Recipe, Tape
from engine.data.gallery import example
from engine.learners.latex import plain
from engine.steps.explanation import explain
from engine.steps.step_formulas import step_lines
from gui.features.update.outputs_table import LINE, Output, OutputsTable, outputs
from gui.style.theme import LIGHT
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
        assert [output.name for output in rows] == list(tape.data.class_names)
        x = np.append(tape.data.X[row], 1.0)
        for code, output in enumerate(rows):
            assert output.score == pytest.approx(frame.weights_before[code] @ x)
            assert output.y == (1 if tape.data.y[row] == code else -1)
            assert output.mistake == (output.y * output.score <= 0)
        assert any(output.mistake for output in rows) == frame.mistake


def test_a_tie_that_is_right_is_no_mistake():
    tape = recorded(ring(3), tie="positive")  # from zero: on every boundary
    frame = tape.frame(1)
    assert [output.mistake for output in outputs(tape, frame)] == [
        output.y < 0 for output in outputs(tape, frame)
    ]


def test_before_a_branch_the_former_tolerance_tells_a_mistake():
    before = Recipe(epochs=3, stop_without_mistake=False)
    tape = Tape(ring(3), before.replace(tolerance=1e6), branch=Branch(before, 20))
    tape.extend()
    for k, tolerance in ((19, 0), (20, 0), (21, 1e6)):
        for output in outputs(tape, tape.frame(k)):
            assert output.mistake == (output.y * output.score <= tolerance)


def check(tape, step):
    (line,) = [
        step_line
        for step_line in step_lines(explain(tape, tape.frame(step)), tabled=True)
        if step_line.row == "check"
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
    panel = window.panel("This update")
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


SIZES = st.floats(-9, 9).map(lambda power: 10.0**power)
VALUES = st.builds(lambda size, sign: sign * size, SIZES, st.sampled_from([-1, 1]))
NAMES = st.text("abcdefgh ij", min_size=1, max_size=30)
OUTPUTS = st.builds(
    Output, NAMES, VALUES, st.sampled_from([-1, 1]), st.booleans(), st.none()
)


def assert_nothing_is_covered(table):
    """No two texts share a pixel, and none sticks out of its place or the table."""
    whole = QRectF(table.rect())
    for text in table.placed:
        font = QFont(table.font())
        font.setBold(text.strong)
        needed = QFontMetricsF(font).horizontalAdvance(text.text)
        assert needed <= text.rect.width() + 0.5, text
        assert whole.adjusted(-0.5, 0, 0.5, 0.5).contains(text.rect), text
    for text, other in combinations(table.placed, 2):
        assert not text.rect.intersects(other.rect), (text, other)


@pytest.mark.usefixtures("qapp")
@settings(max_examples=150, deadline=None)
@given(st.lists(OUTPUTS, min_size=2, max_size=9), st.integers(150, 420))
def test_no_number_or_sign_is_ever_covered(rows, width):
    table = OutputsTable()
    table.resize(width, 10)
    table.show_rows(rows, LIGHT)
    table.resize(max(width, table.minimumWidth()), table.minimumHeight())
    assert table.minimumWidth() < 236  # what the narrowest dock has room for
    assert_nothing_is_covered(table)
    shown = [text.text for text in table.placed]
    height = (table.minimumHeight() - LINE) / len(rows)
    assert not table.tip_at(LINE / 2)
    for i, row in enumerate(rows):
        for text in row.texts:
            assert text in shown  # whole, with its sign
        tip = table.tip_at(LINE + (i + 0.5) * height)
        for value in (row.score, row.y * row.score):
            assert repr(value).replace("-", "−") in tip


def test_classes_that_learn_together_have_targets_and_probabilities():
    tape = recorded(ring(3), "softmax-regression")
    rows, own = outputs(tape, tape.frame(1)), tape.data.y[0]
    assert rows[0].heads == ("score z", "t", "p", "")
    assert [row.texts[1] == "1" for row in rows] == [code == own for code in range(3)]
    assert [row.texts[2] for row in rows] == ["0.3333"] * 3
    assert rows[0].in_full.endswith(f"p = {rows[0].probability!r}")
    last = outputs(tape, tape.frame(tape.steps))
    assert sum(row.probability for row in last) == pytest.approx(1)


@pytest.mark.usefixtures("qapp")
def test_the_table_does_not_tremble_while_it_plays():
    """Its columns grow with their numbers, and stay where these get shorter again."""
    table = OutputsTable()
    table.resize(300, 10)
    long, short = (
        [Output("a", z, 1, mistake=False), Output("b", -z, -1, mistake=False)]
        for z in (-89346.7, 1.0)
    )
    table.show_rows(long, LIGHT)
    places = [text.rect for text in table.placed]
    table.show_rows(short, LIGHT)
    assert [text.rect for text in table.placed] == places


@pytest.mark.parametrize("name", ["iris", "wine"])
def test_real_data_are_whole_at_any_width(window, hand, name):
    hand.session.begin(example(name).make(), Recipe())
    hand.recorded()
    table, s = window.panel("This update").outputs, hand.session
    for step in (1, 3, 22, s.last // 2):
        s.seek(step)
        for width in (180, 230, 304, 500):
            table.resize(width, table.height())
            assert_nothing_is_covered(table)
