"""What is known of the learning rate before a run, by hand calculations."""

import numpy as np
import pytest

from engine import Dataset, Recipe
from engine.learners import learner
from engine.training.learning_rates import rate_limits
from engine.training.problem import problem


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
    rates = limits(x, **settings)
    assert rates.safe.value == pytest.approx(2 / curvature)
    assert rates.safe.formula == (
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
