"""What a page tells by number, beside a calculation by hand."""

from engine import Dataset, Recipe, Tape
from engine.lessons.facts import Condition, Situation, fact

NEGATIVES = Dataset([[2, 4], [-6, 1]], [0, 0], class_names=("A", "B"))


def told(data, recipe, step, *names):
    tape = Tape(data, recipe)
    tape.extend()
    return [fact(name).text(Situation(data, recipe, tape, step)) for name in names]


def test_the_sample_of_a_step():
    # through the origin: after the first update w = (−2, −4), so z = 12 − 4
    recipe = Recipe("perceptron", offset=False)
    told_of = ("sample", "label", "score")
    assert told(NEGATIVES, recipe, 0, *told_of) == ["–", "–", "–"]
    assert told(NEGATIVES, recipe, 2, *told_of) == ["2", "−1", "8"]
    batch = Recipe("adaline", batch_size=0)
    assert told(NEGATIVES, batch, 1, *told_of) == ["–", "–", "–"]


def test_a_hyperparameter_of_words_is_asked_for_by_them():
    shuffled = Situation(NEGATIVES, Recipe("perceptron", order="shuffled"), None, 0)
    assert Condition.parse("order", "shuffled").holds(shuffled)
    assert not Condition.parse("order", "given or zero").holds(shuffled)


def test_large_numbers_are_written_in_groups():
    recipe = Recipe("perceptron", epochs=2000, learning_rate=1e-5)
    assert told(NEGATIVES, recipe, 0, "epochs", "learning_rate") == ["2,000", "1e−5"]
