"""Why a place has its score: numbers that add up, and lead to steps and points."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine import Dataset, Recipe
from gui.features.contributions.explanation import Explanation
from gui.features.contributions.explanation_panel import (
    HINT,
    STEP_COLUMN,
    ExplanationPanel,
)
from gui.window.column import REST_MS
from gui.window.main_window import MainWindow
from tests.gui.conftest import plain_numbers
from tests.gui.pixels import is_dimmed

X = [[1, 1.2], [2, 1], [1.5, 2.4], [0.5, 0.3], [3, -1], [-1, -1.5], [0.4, -1.2]]
Y = [0, 0, 0, 0, 1, 1, 1]


@pytest.fixture
def explain(window, hand, qtbot):
    """Begin with a run, go to its end, and click a place with the tool."""

    def at(recipe, place=(0.4, -0.4), data=None):
        window.session.begin(data or Dataset(X, Y), recipe)
        window.session.seek_when_recorded(10**9)
        hand.recorded()
        window.session.to_end()
        hand.key(Qt.Key.Key_Y)
        hand.click(*place)
        explanation = Explanation.of(window.session)
        qtbot.waitUntil(lambda: bool(explanation.explained or explanation.obstacle))
        (panel,) = window.findChildren(ExplanationPanel)
        return panel, explanation

    yield at
    window.canvas.toolbar.choose_first()


def cell(panel, row, column):
    return panel.list.item(row, column).text()


def pulls(panel):
    rows = range(panel.list.rowCount())
    return [float(plain_numbers(cell(panel, row, 2))) for row in rows]


def test_the_pulls_add_up_to_the_score_and_are_the_dual_form(window, explain):
    panel, explanation = explain(Recipe(epochs=30))
    model, (x,) = window.session.model, [explanation.x]
    score = float(model.scores(x[None])[0, 0])
    assert panel.isVisible()
    assert sum(pulls(panel)) == pytest.approx(score, abs=1e-2)
    assert sorted(pulls(panel), key=abs, reverse=True) == pulls(panel)
    w = np.zeros(2)
    for row in range(panel.list.rowCount()):
        point = int(cell(panel, row, 0)) - 1
        alpha_y = float(plain_numbers(cell(panel, row, 1)))
        assert np.sign(alpha_y) == 2 * Y[point] - 1
        w += alpha_y * np.array(X[point])
    np.testing.assert_allclose(w, model.coef[0])
    np.testing.assert_allclose(panel.sum.corners[-1], model.coef[0])
    np.testing.assert_allclose(panel.sum.corners[-2], model.coef[0])
    assert "this list is the model" in panel.note.text()


def test_a_row_rings_its_point_and_leads_to_its_step(window, hand, explain, qtbot):
    panel, explanation = explain(Recipe(epochs=30))
    panel.list.setFocus()
    qtbot.keyClick(panel.list, Qt.Key.Key_Down)
    assert explanation.pointed == int(cell(panel, panel.list.currentRow(), 0)) - 1
    step = int(cell(panel, 0, STEP_COLUMN).removeprefix("step "))
    item = panel.list.visualItemRect(panel.list.item(0, STEP_COLUMN))
    qtbot.mouseClick(
        panel.list.viewport(), Qt.MouseButton.LeftButton, pos=item.center()
    )
    assert window.session.step == step
    score = float(window.session.model.scores(explanation.x[None])[0, 0])
    qtbot.waitUntil(lambda: abs(sum(pulls(panel)) - score) < 1e-2)


def test_of_several_classes_it_explains_the_one_decided_or_chosen(window, explain):
    data = Dataset([[0, 0], [4, 0], [0, 4], [4.5, 0.5]], [0, 1, 2, 1])
    panel, explanation = explain(
        Recipe("softmax-regression", epochs=5), (2.0, 0.5), data
    )
    scores = window.session.model.scores(explanation.x[None])[0]
    assert panel.choice.currentIndex() == scores.argmax()
    for output in range(3):
        panel.choice.setCurrentIndex(output)
        panel.choice.activated.emit(output)
        assert sum(pulls(panel)) == pytest.approx(scores[output], abs=1e-2)


def test_of_another_step_it_is_dimmed_until_it_is_of_this(
    window, hand, explain, qtbot, monkeypatch
):
    panel, explanation = explain(Recipe(epochs=30))
    monkeypatch.setattr("gui.features.contributions.explanation.QUICK_SAMPLES", 0)
    for step in (3, 6):
        hand.session.seek(step)
        assert explanation.late
        assert is_dimmed(panel)
        qtbot.waitUntil(lambda step=step: explanation.explained.made.step == step)
        assert not explanation.late
        assert not is_dimmed(panel)


def test_another_tool_or_other_data_end_it(window, hand, explain):
    panel, _ = explain(Recipe(epochs=30))
    hand.key(Qt.Key.Key_V)
    assert not panel.isVisible()


@pytest.mark.parametrize(
    ("recipe", "said"),
    [
        (Recipe("manual-neuron"), "Weights set by hand come from no sample"),
        (Recipe("averaged-perceptron", epochs=9), "Of the mean of all w so far."),
        (Recipe("linear-svm", epochs=9), "What was added shrinks at every step, by λ."),
    ],
)
def test_it_says_of_which_weights_it_speaks(explain, recipe, said):
    panel, _ = explain(recipe)
    assert said in panel.title.text() + panel.note.text()


def test_beside_a_lesson_it_says_what_to_do(window, hand, explain, qtbot):
    """Also before the tool was ever chosen, and once it is left again."""
    window.docks.show_page(["Contributions"], [])
    dock = window.docks["Contributions"]
    qtbot.waitUntil(lambda: dock.findChildren(ExplanationPanel) != [])
    assert [p.title.text() for p in dock.findChildren(ExplanationPanel)] == [HINT]
    panel, _ = explain(Recipe(epochs=30))
    assert panel.title.text() != HINT
    window.canvas.toolbar.choose_first()
    qtbot.wait(50)
    assert panel.isVisible()
    assert panel.title.text() == HINT


@pytest.mark.parametrize("in_lesson", [False, True])
def test_at_the_next_start_nothing_is_explained(
    window, explain, qtbot, monkeypatch, in_lesson
):
    explain(Recipe(epochs=30))
    monkeypatch.setattr(window.ending, "may_close", lambda: True)
    if in_lesson:
        window.docks.show_page(["Weights"], [])
    assert window.close()
    again = MainWindow()
    qtbot.addWidget(again)
    again.restore()
    with qtbot.waitExposed(again):
        again.show()
    assert again.docks["Contributions"].isHidden()
    qtbot.waitUntil(lambda: in_lesson or "Weights" in again.docks.in_front)


def test_a_sheet_that_is_closed_brings_it_back_as_long_as_it_explains(
    window, hand, explain, qtbot
):
    panel, explanation = explain(Recipe(epochs=30))
    window.run("evaluation")
    qtbot.wait(50)
    assert not panel.isVisible()
    assert explanation.explained
    window.centre.close_sheet()
    qtbot.waitUntil(panel.isVisible)
    window.run("evaluation")
    window.canvas.toolbar.choose_first()
    window.centre.close_sheet()
    qtbot.waitUntil(lambda: "Weights" in window.docks.in_front)
    assert window.docks["Contributions"].isHidden()


def test_it_gives_its_height_back(window, hand, explain, qtbot):
    window.resize(1440, 900)
    weights = window.docks["Weights"]
    qtbot.wait(REST_MS + 150)
    before = weights.height()
    explain(Recipe(epochs=30))
    qtbot.waitUntil(lambda: window.docks["Contributions"].height() > before + 50)
    hand.key(Qt.Key.Key_V)
    qtbot.waitUntil(lambda: weights.height() <= before + 50)
