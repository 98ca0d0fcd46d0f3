"""The sentence on who won: its numbers by hand."""

import pytest

from engine import Dataset, Recipe, Tape
from gui.features.race.photo_finish import Finish, finish_of, winner_words


def test_a_run_is_measured_where_no_sample_is_wrong_first():
    """w = 2, b = −1·1 + … : the first step, on x = 2, makes both right at once."""
    tape = Tape(Dataset([[2], [-1]], [1, -1]), Recipe(epochs=9))
    tape.extend()
    finish = finish_of("P", tape)
    errors = tape.epochs.training_error
    assert (finish.clean, finish.wrong, finish.n_samples) == (1, 0, 2)
    assert errors[0] == 0.0
    assert finish.updates == tape.frame(2).updates
    assert finish.shrunk == 1.0  # the first epoch is the last


def test_samples_are_counted_whatever_they_weigh():
    """At (0, 0) twice, and with either class: one of each pair is always wrong."""
    X = [[0.0, 0.0]] * 4 + [[1.0, 1.0]] * 3 + [[-1.0, -1.0]] * 3
    y = [1, 1, -1, -1, 1, 1, 1, -1, -1, -1]
    weights = [0.25, 0.25, 5, 5, 1, 1, 1, 1, 1, 1]
    data = Dataset(X, y, sample_weights=weights)
    tape = Tape(data, Recipe(epochs=9))
    tape.extend()
    finish = finish_of("P", tape)
    wrong = tape.model().mistaken(data.X, data.y)
    assert round(tape.epochs.training_error[-1] * 10) != wrong.sum()
    assert (finish.wrong, finish.n_samples) == (wrong.sum(), 10)


def finish(label, clean, epochs, updates, wrong=0, shrunk=1.0):
    return Finish(label, clean, epochs, updates, wrong, 98, shrunk)


@pytest.mark.parametrize(
    ("others", "who", "why"),
    [
        (
            [finish("Adaline", 45, 45, 4410, shrunk=0.02)],
            "Perceptron wins",
            "no sample wrong after 5 epochs, 10 updates. "
            "Adaline needed 40 epochs more: "
            "its last epoch moved the weights 50 times less than its first",
        ),
        (
            [finish("Adaline", None, 20, 1960, wrong=1)],
            "Perceptron wins",
            "no sample wrong after 5 epochs, 10 updates. "
            "Adaline still has 1 of 98 wrong after 20 epochs",
        ),
        (
            [finish("Averaged", 5, 5, 11), finish("Adaline", 6, 6, 1)],
            "Perceptron wins",
            "no sample wrong after 5 epochs, 10 updates. Averaged needed 1 update more",
        ),
        (
            [finish("Averaged", 5, 5, 10)],
            "Dead heat: Perceptron and Averaged",
            "no sample wrong after 5 epochs, 10 updates",
        ),
        (
            [finish("Adaline", 1, 1, 98)],
            "Adaline wins",
            "no sample wrong after 1 epoch, 98 updates. "
            "Perceptron needed 4 epochs more",
        ),
    ],
)
def test_the_first_without_a_mistake_wins(others, who, why):
    finishes = [finish("Perceptron", 5, 5, 10), *others]
    assert winner_words(finishes) == (who, why)


def test_where_none_is_without_a_mistake_the_lowest_error_wins():
    worse, better = finish("A", None, 20, 7, 3), finish("B", None, 9, 8, 2)
    assert winner_words([worse, better]) == (
        "B wins",
        "2 of 98 wrong after 9 epochs, 8 updates. A has 3 after 20 epochs",
    )
    equal = finish("C", None, 20, 10, 2)
    assert winner_words([equal, better])[1].endswith(
        "C has as many, with 2 updates more"
    )
