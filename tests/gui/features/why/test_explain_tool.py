"""Why a place has its score: numbers that add up, and lead to steps and points."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine import Dataset, Recipe
from gui.features.why.explanation import Explanation
from gui.features.why.explanation_card import STEP_COLUMN, ExplanationCard
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
        (card,) = window.canvas.plot.findChildren(ExplanationCard)
        return card, explanation

    yield at
    window.canvas.toolbar.choose_first()


def cell(card, row, column):
    return card.list.item(row, column).text()


def pulls(card):
    rows = range(card.list.rowCount())
    return [float(plain_numbers(cell(card, row, 2))) for row in rows]


def test_the_pulls_add_up_to_the_score_and_are_the_dual_form(window, explain):
    card, explanation = explain(Recipe(epochs=30))
    model, (x,) = window.session.model, [explanation.x]
    score = float(model.scores(x[None])[0, 0])
    assert card.isVisible()
    assert sum(pulls(card)) == pytest.approx(score, abs=1e-2)
    assert sorted(pulls(card), key=abs, reverse=True) == pulls(card)
    w = np.zeros(2)
    for row in range(card.list.rowCount()):
        point = int(cell(card, row, 0)) - 1
        alpha_y = float(plain_numbers(cell(card, row, 1)))
        assert np.sign(alpha_y) == 2 * Y[point] - 1
        w += alpha_y * np.array(X[point])
    np.testing.assert_allclose(w, model.coef[0])
    np.testing.assert_allclose(card.sum.corners[-1], model.coef[0])
    np.testing.assert_allclose(card.sum.corners[-2], model.coef[0])
    assert "this list is the model" in card.note.text()


def test_a_row_rings_its_point_and_leads_to_its_step(window, hand, explain, qtbot):
    card, explanation = explain(Recipe(epochs=30))
    card.list.setFocus()
    qtbot.keyClick(card.list, Qt.Key.Key_Down)
    assert explanation.pointed == int(cell(card, card.list.currentRow(), 0)) - 1
    step = int(cell(card, 0, STEP_COLUMN).removeprefix("step "))
    item = card.list.visualItemRect(card.list.item(0, STEP_COLUMN))
    qtbot.mouseClick(card.list.viewport(), Qt.MouseButton.LeftButton, pos=item.center())
    assert window.session.step == step
    score = float(window.session.model.scores(explanation.x[None])[0, 0])
    qtbot.waitUntil(lambda: abs(sum(pulls(card)) - score) < 1e-2)


def test_of_several_classes_it_explains_the_one_decided_or_chosen(window, explain):
    data = Dataset([[0, 0], [4, 0], [0, 4], [4.5, 0.5]], [0, 1, 2, 1])
    card, explanation = explain(
        Recipe("softmax-regression", epochs=5), (2.0, 0.5), data
    )
    scores = window.session.model.scores(explanation.x[None])[0]
    assert card.choice.currentIndex() == scores.argmax()
    for output in range(3):
        card.choice.setCurrentIndex(output)
        card.choice.activated.emit(output)
        assert sum(pulls(card)) == pytest.approx(scores[output], abs=1e-2)


def test_of_another_step_it_is_dimmed_until_it_is_of_this(
    window, hand, explain, qtbot, monkeypatch
):
    card, explanation = explain(Recipe(epochs=30))
    monkeypatch.setattr("gui.features.why.explanation.QUICK_SAMPLES", 0)
    for step in (3, 6):
        hand.session.seek(step)
        assert explanation.late
        assert is_dimmed(card)
        qtbot.waitUntil(lambda step=step: explanation.explained.made.step == step)
        assert not explanation.late
        assert not is_dimmed(card)


def test_another_tool_or_other_data_end_it(window, hand, explain):
    card, _ = explain(Recipe(epochs=30))
    hand.key(Qt.Key.Key_V)
    assert not card.isVisible()


@pytest.mark.parametrize(
    ("recipe", "said"),
    [
        (Recipe("manual-neuron"), "Weights set by hand come from no sample"),
        (Recipe("averaged-perceptron", epochs=9), "Of the mean of all w so far."),
        (Recipe("linear-svm", epochs=9), "What was added shrinks at every step, by λ."),
    ],
)
def test_it_says_of_which_weights_it_speaks(explain, recipe, said):
    card, _ = explain(recipe)
    assert said in card.title.text() + card.note.text()
