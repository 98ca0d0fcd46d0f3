"""A step in one sentence: what a screen reader says of it."""

import pytest

from engine import Dataset, Recipe, Tape
from engine.steps.explanation import explain
from engine.steps.step_sentence import step_sentence

TWO = Dataset([[2, 4], [-6, 1], [1, -2]], [0, 1, 1], class_names=("A", "B"))
TRIANGLE = [[0, 2], [-2, -1], [2, -1]]


def sentences(data, learner="perceptron", epochs=1, **settings):
    tape = Tape(data, Recipe(learner, epochs=epochs, **settings))
    tape.extend()
    steps = range(1, tape.steps + 1)
    return [step_sentence(explain(tape, tape.frame(k)), tape.steps) for k in steps]


def test_it_names_step_sample_mistake_and_both_weights():
    """By hand: −(2, 4) after the first; then z = 12 − 4 − 1 = 7, and −2 + 8 − 1 = 5."""
    assert sentences(TWO) == [
        "step 1 of 3, epoch 1, A point 1, a mistake; "
        "w from (0, 0) to (−2, −4), b from 0 to −1",
        "step 2 of 3, epoch 1, B point 2, right; no change",
        "step 3 of 3, epoch 1, B point 3, right; no change",
    ]


def test_without_offset_there_is_no_b():
    assert sentences(TWO, offset=False)[0].endswith("w from (0, 0) to (−2, −4)")


def test_a_class_that_is_a_number_is_called_a_class_and_a_named_sample_by_its_name():
    data = Dataset([[2.0, 4], [-6, 1]], [1, -1], sample_names=["egg", "ham"])
    assert "class 1 point 1, egg, a mistake" in sentences(data)[0]


def test_a_batch_says_how_many_were_mistakes():
    told = sentences(TWO, "linear-svm", batch_size=0)
    assert "epoch 1, a batch of 3 points, 3 mistakes; w from (0, 0)" in told[0]


def test_of_several_classes_it_tells_whose_weights_change_and_how():
    """By hand: all scores are 0, so A gains (0, 2), and B and C lose it.

    After that the scores of point 2 are −1, 1, 1: only that of C is a mistake.
    """
    data = Dataset(TRIANGLE, [0, 1, 2], class_names=("A", "B", "C"))
    first, second, _ = sentences(data)
    assert first.endswith(
        "a mistake; A: w from (0, 0) to (0, 2), b from 0 to 1; "
        "B: w from (0, 0) to (0, −2), b from 0 to −1; "
        "C: w from (0, 0) to (0, −2), b from 0 to −1"
    )
    assert second.endswith("a mistake; C: w from (0, −2) to (2, −1), b from −1 to −2")


def test_of_many_classes_it_says_how_many_change():
    data = Dataset(TRIANGLE, [0, 1, 2], class_names=tuple("ABCD"))
    assert sentences(data)[0].endswith("; the weights of 4 classes change")


def test_a_class_that_is_a_number_is_no_number_before_others():
    data = Dataset(TRIANGLE, [0, 1, 2], class_names=("0", "1", "2"))
    assert "; class 0: w from (0, 0) to (0, 2), b from 0 to 1;" in sentences(data)[0]


@pytest.mark.parametrize("learner", ["kernel-perceptron", "multi-layer-perceptron"])
def test_other_models_only_say_that_they_change(learner):
    assert sentences(TWO, learner)[0].endswith("; the weights change")
