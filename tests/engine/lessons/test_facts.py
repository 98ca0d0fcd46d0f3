"""What a page tells by number, beside a calculation by hand."""

import numpy as np

from engine import Dataset, Recipe, Tape
from engine.data.dataset import TEST, TRAINING, VALIDATION, with_parts
from engine.evaluation.cross_validation import cross_validate
from engine.evaluation.folds import Folds
from engine.lessons.facts import Situation, fact
from engine.lessons.task_condition import TaskCondition
from engine.numbers import number

NEGATIVES = Dataset([[2, 4], [-6, 1]], [0, 0], class_names=("A", "B"))


def texts_of(data, recipe, step, *names):
    tape = Tape(data, recipe)
    tape.extend()
    return [fact(name).text(Situation(data, recipe, tape, step)) for name in names]


def test_the_sample_of_a_step():
    # through the origin: after the first update w = (−2, −4), so z = 12 − 4
    recipe = Recipe("perceptron", offset=False)
    names = ("sample", "label", "score")
    assert texts_of(NEGATIVES, recipe, 0, *names) == ["–", "–", "–"]
    assert texts_of(NEGATIVES, recipe, 2, *names) == ["2", "−1", "8"]
    batch = Recipe("adaline", batch_size=0)
    assert texts_of(NEGATIVES, batch, 1, *names) == ["–", "–", "–"]


def test_a_hyperparameter_of_words_is_asked_for_by_them():
    shuffled = Situation(NEGATIVES, Recipe("perceptron", order="shuffled"), None, 0)
    assert TaskCondition.parse("order", "shuffled").holds(shuffled)
    assert not TaskCondition.parse("order", "given or zero").holds(shuffled)


def test_units_that_differ_and_samples_of_a_kernel():
    facts = ("different_units", "kernel_samples")
    network = Recipe("multi-layer-perceptron", hidden=3, activation="sigmoid")
    alike = network.replace(start="zero")
    assert texts_of(NEGATIVES, alike, 4, *facts) == ["1", "–"]
    assert texts_of(NEGATIVES, network, 4, *facts) == ["3", "–"]
    kernel = Recipe("kernel-perceptron")
    assert texts_of(NEGATIVES, kernel, 1, *facts) == ["–", "1"]
    assert texts_of(NEGATIVES, Recipe(), 1, *facts) == ["–", "–"]


def test_large_numbers_are_written_in_groups():
    recipe = Recipe("perceptron", epochs=2000, learning_rate=1e-5)
    assert texts_of(NEGATIVES, recipe, 0, "epochs", "learning_rate") == [
        "2,000",
        "1·10⁻⁵",
    ]
    large = Dataset([[3e28, 4e28], [1, 1]], [1, 1], class_names=("A", "B"))
    assert texts_of(large, Recipe("perceptron"), 1, "norm") == ["5·10²⁸"]


def test_the_true_minus_is_read():
    wanted = TaskCondition.parse("b", ">= −2.5")
    assert wanted == TaskCondition("b", low=-2.5)


def test_what_has_a_name_on_screen_is_called_by_it():
    averaged = Recipe("averaged-perceptron")
    assert texts_of(NEGATIVES, averaged, 0, "learner") == ["Averaged perceptron"]
    now = Situation(NEGATIVES, Recipe("adaline", batch_size=0), None, 0)
    assert (
        TaskCondition.parse("batch_size", "1")
        .state(now)
        .endswith(": full batch, wanted 1")
    )
    wanted = TaskCondition.parse("learner", "averaged-perceptron or voted-perceptron")
    assert wanted.state(now) == (
        "learner: Adaline, wanted Averaged perceptron or Voted perceptron"
    )
    assert TaskCondition.parse("batch_size", "0").wanted == "full batch"


def test_the_cost_its_margin_and_how_round_it_is():
    # two points at 1 and 3 to either side, through the origin: J = ½ Σ (1 − w·x)²
    data = Dataset([[-1], [3]], [0, 1], class_names=("A", "B"))
    recipe = Recipe("adaline", offset=False, batch_size=0, learning_rate=0.01, epochs=1)
    names = ("cost", "run_cost", "condition", "safe_rate")
    # w becomes 0.01·(1 + 3) = 0.04: J = ½·(0.96² + 0.88²); λmax = 1 + 9
    assert texts_of(data, recipe, 0, *names) == ["1", "0.848", "1", "0.2"]
    assert texts_of(data, recipe, 1, "cost", "room", "support") == ["0.848", "25", "2"]
    # the boundary is at 0, the nearest sample at −1
    assert texts_of(data, recipe, 1, "clearance") == ["1"]
    assert texts_of(NEGATIVES, Recipe("perceptron"), 0, "room") == ["–"]


def test_the_validation_error_its_lowest_and_the_votes():
    data = with_parts(
        Dataset([[2, 4], [-6, 1], [1, 1]], [0, 0, 0], class_names=("A", "B")),
        [TRAINING, TRAINING, VALIDATION],
    )
    recipe = Recipe("voted-perceptron", offset=False)
    names = ("run_validation_error", "best_validation_error", "best_epoch")
    # w = (−2, −4), then (4, −5): both have (1, 1) on the negative side
    assert texts_of(data, recipe, 0, *names) == ["0.0 %", "0.0 %", "1"]
    assert texts_of(data, recipe, 2, "voters", "outputs", "cost")[1:] == ["1", "–"]
    assert texts_of(NEGATIVES, recipe, 2, *names) == ["–", "–", "–"]


def test_the_mistakes_on_the_last_samples():
    recipe = Recipe("perceptron", offset=False)
    assert texts_of(NEGATIVES, recipe, 0, "recent_mistakes") == ["–"]
    assert texts_of(NEGATIVES, recipe, 1, "recent_mistakes") == ["100.0 %"]
    assert texts_of(NEGATIVES, recipe, 3, "recent_mistakes") == ["0.0 %"]


def test_the_error_on_the_last_samples_is_that_of_the_weights_used():
    late = Dataset(
        [[9, 0]] + [[1, 0]] * 50 + [[0, 1]] * 50, [1] + [0] * 100,
        class_names=("A", "B"),
    )  # fmt: skip
    recipe = Recipe("manual-neuron", start=[[-1, 1, 0]])
    assert texts_of(late, recipe, 0, "recent_error", "error") == ["50.0 %", "50.5 %"]
    drifting = Recipe("averaged-perceptron", offset=False, epochs=1)
    turned = Dataset([[1, 0]] * 300 + [[-1, 0]] * 100, [1] * 400, None, ("A", "B"))
    asked = ("recent_error", "recent_mistakes", "error")
    # the newest is right again after two mistakes, the mean never is
    assert texts_of(turned, drifting, 400, *asked) == ["100.0 %", "2.0 %", "25.0 %"]


def test_terms_are_written_as_formulas_and_asked_for_as_typed():
    recipe = Recipe("perceptron", features=["x1", "x1*x2", "x2^2"])
    assert texts_of(NEGATIVES, recipe, 0, "terms") == ["x₁, x₁·x₂, x₂²"]
    now = Situation(NEGATIVES, recipe, None, 0)
    assert TaskCondition.parse("terms", "x1, x1*x2, x2^2").holds(now)


def test_what_the_whole_run_is_like_is_told_at_its_end():
    recipe = Recipe("adaline", epochs=2)
    tape = Tape(NEGATIVES, recipe)
    names = ("run_steps", "run_cost", "run_ends")
    now = Situation(NEGATIVES, recipe, tape, 0)
    assert [fact(name).text(now) for name in names] == ["–"] * 3
    assert not TaskCondition.parse("run_steps", "<= 4").holds(now)
    tape.extend()
    assert TaskCondition.parse("run_steps", "4").holds(now)


def test_what_the_proof_of_the_bound_compares_is_told():
    """Of (1, 0) as A and (3, 0) as B, with the 1 as a third number.

    u points to what of the way from one y·x to the other is nearest to 0.
    """
    data = Dataset([[1, 0], [3, 0]], [0, 1], class_names=("A", "B"))
    p, q = np.array([-1.0, 0, -1]), np.array([3.0, 0, 1])
    t = p @ (p - q) / ((q - p) @ (q - p))
    nearest = p + t * (q - p)
    u, w = nearest / np.linalg.norm(nearest), p + q
    told = texts_of(data, Recipe(), 2, "along", "squared_length", "bound_margin")
    assert told == [number(float(value), 4) for value in (w @ u, w @ w, u @ nearest)]
    apart = Dataset([[0, 0], [0, 0]], [0, 1], class_names=("A", "B"))
    assert texts_of(apart, Recipe(epochs=2), 1, "along") == ["–"]


def test_the_lengths_of_the_bound():
    # x = −1 and 3, each with a 1 beside it: the longest is √10; of the line between
    # y·x′ = (1, −1) and (3, 1) the first is the nearest to the origin: the margin is √2
    data = Dataset([[-1], [3]], [0, 1], class_names=("A", "B"))
    names = ("bound_radius", "bound_margin", "bound", "margin")
    assert texts_of(data, Recipe(), 0, *names) == ["3.162", "1.414", "5", "2"]
    squared = Recipe(features=["x1", "x1^2"], offset=False)
    assert texts_of(data, squared, 0, "bound_radius") == ["9.487"]  # √(9 + 81)
    assert texts_of(Dataset([[1], [1]], [0, 1]), Recipe(), 0, *names) == ["–"] * 4


def test_the_error_of_the_folds_and_of_the_test_part():
    data = with_parts(
        Dataset([[-1], [-2], [1], [2], [-3]], [0, 0, 1, 1, 1]), [TRAINING] * 4 + [TEST]
    )
    recipe = Recipe(epochs=20)
    assert texts_of(data, recipe, 5, "error", "test_error") == ["0.0 %", "100.0 %"]
    many = Dataset(np.repeat(data.X[:4], 5, axis=0), np.repeat(data.y[:4], 5))
    assert texts_of(many, recipe, 0, "folds_error", "test_error") == ["0.0 %", "–"]
    wrong = Dataset(many.X, [*many.y[:-1], 0])  # one of 20, wrong in its own fold
    error = cross_validate(wrong, recipe, Folds(5)).validation.mean()
    assert texts_of(wrong, recipe, 0, "folds_error") == [f"{100 * error:.1f} %"]
    assert texts_of(data, recipe, 0, "folds_error") == ["–"]  # four samples, five folds
    assert texts_of(many, recipe.replace(epochs=2000), 0, "folds_error") == ["–"]
