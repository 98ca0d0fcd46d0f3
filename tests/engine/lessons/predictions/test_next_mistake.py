"""The next mistake is asked for of any run, also of one in which nothing is learned."""

import pytest

from engine import Dataset, Recipe, Tape
from engine.lessons.facts import Situation
from engine.lessons.predictions.next_mistake import PREDICTION, SHUFFLED

XOR = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
OR_AND_AND = (1.0, 1.0, -0.5), (1.0, 1.0, -1.5), (1.0, 1.0, -1.5)


def asked(recipe, step=0):
    tape = Tape(XOR, recipe)
    tape.extend()
    return Situation(XOR, recipe, tape, step)


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe("manual-network", hidden=2, start=OR_AND_AND),
        Recipe("manual-neuron", start=((0.0, 0.0, -1.0),)),
    ],
    ids=lambda recipe: recipe.learner,
)
def test_of_weights_set_by_hand_it_is_asked_too(recipe):
    situation = asked(recipe)
    assert PREDICTION.comes(situation)
    assert PREDICTION.doubt(recipe) == ""
    assert PREDICTION.judge(situation, 2).right
    assert not PREDICTION.judge(situation, 1).right


def test_a_wrong_answer_is_told_why_and_not_which_is_right():
    """The weights 0 and -1 have every sample of the first class right."""
    situation = asked(Recipe("manual-neuron", start=((0.0, 0.0, -1.0),)))
    said = [PREDICTION.judge(situation, sample).said for sample in (1, 2, 3)]
    assert said == [
        "Not quite: the rule comes to point 1 before that, and finds it right.",
        "Right: point 2 in step 2.",
        "Not quite: a mistake comes before point 3.",
    ]


def test_in_a_shuffled_order_it_can_only_be_guessed():
    assert PREDICTION.doubt(Recipe("perceptron", order="shuffled")) == SHUFFLED
    assert PREDICTION.doubt(Recipe("perceptron")) == ""
