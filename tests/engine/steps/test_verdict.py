"""What a step comes to, compared with scores calculated here."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.data.gallery import example
from engine.steps.explanation import explain
from engine.steps.verdict import verdict


def verdicts(data, recipe):
    tape = Tape(data, recipe)
    tape.extend()
    return [
        (tape.frame(k), verdict(explain(tape, tape.frame(k))))
        for k in range(1, tape.steps + 1)
    ]


def test_of_two_classes_it_says_on_which_side_the_sample_lay():
    data = example("two-clusters").make()
    said = set()
    for frame, told in verdicts(data, Recipe(epochs=3)):
        row = frame.rows[0]
        z = frame.weights_before[0] @ [*data.X[row], 1.0]
        own, other = data.class_names[data.y[row]], data.class_names[1 - data.y[row]]
        margin = z * (2 * data.y[row] - 1)
        if margin > 0:
            assert told == ("Right: no change", "good")
        elif margin < 0:
            assert told == (f"Mistake: {own} lay on {other}’s side", "mistake")
        else:
            assert told == (f"Mistake: {own} lay on the boundary", "mistake")
        said.add(np.sign(margin))
    assert said == {-1, 0, 1}


def test_a_margin_that_is_asked_for_may_be_missed_on_the_right_side():
    data = Dataset([[1.0, 0.0], [-1.0, 0.0]], [1, 0])
    told = [told.text for _, told in verdicts(data, Recipe(epochs=2, tolerance=3.0))]
    assert told[2] == "Mistake: 1 lay too near the boundary"


def test_a_rule_that_corrects_errors_moves_also_after_what_is_right():
    data = Dataset([[2.0, 0.0], [-2.0, 0.0]], [1, 0])
    recipe = Recipe("adaline", epochs=1, learning_rate=0.1)
    told = [told for _, told in verdicts(data, recipe)]
    assert told[1] == ("Right: the weights still move", "good")


@pytest.mark.parametrize("learner", ["softmax-regression", "multiclass-perceptron"])
def test_of_many_classes_it_says_for_which_it_was_taken(learner):
    data = example("iris").make()
    ties = 0
    for frame, told in verdicts(data, Recipe(learner, epochs=2, learning_rate=0.1)):
        row = frame.rows[0]
        z = frame.weights_before @ [*data.X[row], 1.0]
        own, names = data.y[row], data.class_names
        if told.tone == "good":
            assert z.argmax() == own
        elif z[own] == z.max():
            ties += 1
            assert told.text == f"Mistake: {names[own]} shared the highest score"
        else:
            taken = names[z.argmax()]
            assert told.text == f"Mistake: {names[own]} was taken for {taken}"
    assert ties


def test_one_class_against_the_rest_may_be_wrong_though_the_own_is_the_highest():
    data = example("iris").make()
    said = set()
    for frame, told in verdicts(data, Recipe(epochs=3)):
        row = frame.rows[0]
        z = frame.weights_before @ [*data.X[row], 1.0]
        own, names = data.y[row], data.class_names
        if told.tone == "mistake" and z[own] > np.delete(z, own).max():
            wrong = np.where(np.arange(3) == own, z <= 0, z >= 0)
            k = int(wrong.argmax())
            side = "above" if k == own else "below"
            assert told.text == f"Mistake: {names[k]}’s score was not {side} 0"
            said.add(side)
    assert said == {"above", "below"}


def test_of_a_batch_it_counts():
    data = example("two-clusters").make()
    recipe = Recipe("adaline", epochs=1, batch_size=20, learning_rate=0.001)
    for frame, told in verdicts(data, recipe):
        z = (
            data.X[frame.rows] @ frame.weights_before[0, :2]
            + frame.weights_before[0, 2]
        )
        wrong = int((z * (2 * data.y[frame.rows] - 1) <= 0).sum())
        tone = "mistake" if wrong else "good"
        assert told == (f"{wrong} of 20 in this batch were wrong", tone)


@pytest.mark.parametrize("learner", ["multi-layer-perceptron", "kernel-perceptron"])
def test_models_without_weights_have_one_too(learner):
    data = example("xor").make()
    told = {told.text for _, told in verdicts(data, Recipe(learner, epochs=5, seed=1))}
    assert any("side" in text for text in told)
