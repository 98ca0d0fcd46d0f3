"""What is known of the learning rate before a run, by hand calculations."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Branch, Dataset, Recipe, Tape
from engine.data import gallery
from engine.learners import learner, learners
from engine.training.learning_rates import rate_limits, rate_only_scales
from engine.training.problem import problem


def recorded(name, eta, **settings):
    tape = Tape(gallery.xor(), Recipe(name, learning_rate=eta, epochs=5, **settings))
    tape.extend()
    return tape


@pytest.mark.parametrize(
    "name", [n for n, one in learners().items() if not one.by_hand]
)
def test_where_it_is_said_another_rate_makes_the_same_mistakes(name):
    if "learning_rate" not in dict(Recipe(name)):
        return
    settings = {"schedule": "constant"} if name == "linear-svm" else {}
    one, other = recorded(name, 0.5, **settings), recorded(name, 2.0, **settings)
    mistakes = [[t.frame(k).mistake for k in range(t.steps + 1)] for t in (one, other)]
    weights = [t.frame(t.steps).weights for t in (one, other)]
    scaled = mistakes[0] == mistakes[1] and np.array_equal(4 * weights[0], weights[1])
    if rate_only_scales(one):
        assert scaled
    else:
        assert not np.array_equal(4 * weights[0], weights[1])


def test_it_is_not_so_with_a_tolerance_or_a_schedule():
    assert rate_only_scales(recorded("perceptron", 0.5))
    for other in (
        {"tolerance": 1}, {"schedule": "inverse"}, {"start": "random"},
        {"least_change": 0.1},
    ):  # fmt: skip
        assert not rate_only_scales(recorded("perceptron", 0.5, **other))


def test_after_a_branch_it_is_not_said():
    before = Recipe("perceptron", learning_rate=0.5, epochs=5)
    branch = Branch(before, 0)
    after = Tape(gallery.xor(), before.replace(learning_rate=3.0), branch=branch)
    after.extend()
    assert not rate_only_scales(after)


@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, 10**6),
    st.sampled_from([0.1, 0.3, 1.0]),
    st.sampled_from([
        "perceptron", "averaged-perceptron", "pocket-perceptron", "voted-perceptron",
        "perceptron-criterion",
    ]),
    st.sampled_from([2, 3]),
)  # fmt: skip
def test_twice_the_rate_is_exactly_twice_the_weights(seed, eta, name, classes):
    """Also where 0.1 for 1 makes other mistakes, on samples of whole numbers."""
    rng = np.random.default_rng(seed)
    y = [*range(classes), *rng.integers(0, classes, 4)]
    data = Dataset(rng.integers(-3, 4, (len(y), 2)), y)
    both = [
        Tape(data, Recipe(name, learning_rate=rate, epochs=20))
        for rate in (eta, 2 * eta)
    ]
    for tape in both:
        tape.extend()
    assert all(map(rate_only_scales, both))
    one, other = both
    assert one.steps == other.steps
    assert one.epochs.mistakes.tolist() == other.epochs.mistakes.tolist()
    np.testing.assert_array_equal(2 * one.model().weights, other.model().weights)


def test_another_rate_is_rounded_and_may_make_other_mistakes():
    data = Dataset([[0, -2], [0, -3]], [1, 0])
    epochs = []
    for eta in (1.0, 2.0, 0.1):
        tape = Tape(data, Recipe("perceptron", learning_rate=eta, epochs=50))
        tape.extend()
        epochs.append(len(tape.epochs))
    assert epochs == [18, 18, 11]


def limits(x, name="adaline", weights=None, **settings):
    y = [0, 1] + [1] * (len(x) - 2) if len(x) > 1 else [0]
    data = Dataset(np.reshape(x, (len(x), -1)), y, sample_weights=weights)
    recipe = Recipe(name, **settings)
    return rate_limits(learner(name), problem(data, recipe))


OF_3_AND_1 = 6 + 32**0.5
"""λmax of Σ x·xᵀ = (10 4, 4 2) for (3, 1) and (1, 1)."""


@pytest.mark.parametrize(
    ("x", "settings", "curvature"),
    [
        ([3, 1], {}, 10),  # of one sample it is its squared length
        ([3, 1], {"offset": False}, 9),
        ([3, 1], {"batch_size": 0}, OF_3_AND_1),
        ([3, 1], {"batch_size": 0, "order": "shuffled"}, OF_3_AND_1),
        ([3, 1], {"batch_size": 0, "weights": [4, 4]}, 4 * OF_3_AND_1),
        ([3, 1], {"strength": 2.0}, 12),
        # (3, 1), (1, 1) and what is left over, (2, 1); in this order (3, 1), (2, 1).
        ([3, 1, 2], {"batch_size": 2}, OF_3_AND_1),
        ([3, 1, 4], {"batch_size": 2}, 17),
        ([3, 1, 2], {"batch_size": 2, "order": (0, 2, 1)}, 7.5 + 55.25**0.5),
        ([3, 1, 4], {"batch_size": 2, "order": "shuffled"}, 27),  # their lengths
        ([[1, 2, 3], [0, 0, 0]], {"batch_size": 0}, 8 + 50**0.5),  # of (15 1, 1 1)
    ],
)
def test_the_safe_rate_of_adaline_is_2_over_the_curvature(x, settings, curvature):
    found = limits(x, **settings)
    assert found.safe.value == pytest.approx(2 / curvature)
    assert found.safe.formula == (
        "2/(λmax + λ)" if "strength" in settings else "2/λmax"
    )


@pytest.mark.parametrize(
    ("x", "settings", "condition"),
    [
        ([3, 1], {}, OF_3_AND_1 / (6 - 32**0.5)),
        ([3, 1], {"offset": False}, 1),
        ([3], {"offset": False}, 1),
        ([3], {}, np.inf),  # a sample for two weights
        ([3, 3, 3], {}, np.inf),  # as good as one
        ([[1, 0], [0, 0], [0, 2]], {"offset": False}, 4),
    ],
)
def test_how_slow_the_slowest_direction_is(x, settings, condition):
    assert limits(x, **settings).condition == pytest.approx(condition)


def test_where_no_rate_is_known_to_be_safe():
    assert limits([3, 1], "perceptron") is None
    assert limits([3, 1], "logistic-regression") is None
    assert limits([0, 0], offset=False) is None
    assert limits([1e150, 1e150], weights=[1e20, 1e20]) is None
    assert limits([1e150, 1e150], weights=[1e20, 1e20], batch_size=0) is None
    svm = limits([3, 1], "linear-svm", strength=0.5)
    assert (svm.safe.formula, svm.safe.value, svm.condition) == ("2/λ", 4.0, None)
