"""What is known of the learning rate before a run, by hand calculations."""

from fractions import Fraction

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.learners import learner, learners
from engine.training.problem import problem
from engine.training.safe_rates import rate_limits, safe_rate


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
        ([3, 1], {"strength": 2.0}, 6 + 34**0.5),  # of (11 3, 3 1)
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
    any_batch = settings.get("order") == "shuffled" and settings["batch_size"] > 1
    assert rates.safe.formula == ("2/(max Σ‖x‖²)" if any_batch else "2/λmax")


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


def small_set(seed):
    """Give a few samples with small whole numbers, and settings, all at random."""
    rng = np.random.default_rng(seed)
    n, d, classes = rng.integers(3, 8), rng.integers(1, 5), rng.integers(2, 4)
    y = np.concatenate([np.arange(classes), rng.integers(0, classes, n - classes)])
    weights = rng.integers(1, 5, n) if rng.random() < 0.5 else None
    X = rng.integers(-4, 5, (n, d))
    names = [f"c{k}" for k in range(classes)]
    of_class = [(name, float(rng.integers(0, 4))) for name in names]
    settings = {
        "batch_size": int(rng.choice([0, 0, 1, 2, 3])),
        "strength": float(rng.choice([0.0, 0.5, 2.0, 8.0])),
        "offset": bool(rng.random() < 0.7),
        "class_weight": of_class if rng.random() < 0.5 else None,
    }
    return Dataset(X, y, class_names=names, sample_weights=weights), settings


def matrices(posed):
    """Give Σ x·xᵀ + λ·diag(1, …, 1, 0) of each batch and output, in fractions."""
    n, batch, offset = posed.n_samples, posed.plan.batch, posed.plan.offset_input
    X = np.column_stack([posed.training.X, np.full(n, offset)])
    rows = [[Fraction(x) for x in row] for row in X.tolist()]
    d = len(rows[0])
    for k in range(posed.n_outputs):
        weights = [Fraction(s) for s in posed.weights_of(posed.rows, k).tolist()]
        for first in range(0, n, batch):
            own = [*zip(weights, rows, strict=True)][first : first + batch]
            yield [
                [
                    sum(s * x[i] * x[j] for s, x in own)
                    + Fraction(posed.plan.strength) * (i == j < d - 1)
                    for j in range(d)
                ]
                for i in range(d)
            ]


def is_below(matrix, value):
    """Tell whether all eigenvalues are below a value: its pivots are positive."""
    rows = [
        [value * (i == j) - x for j, x in enumerate(row)]
        for i, row in enumerate(matrix)
    ]
    while rows:
        first, *rows = rows
        if first[0] <= 0:
            return False
        rows = [
            [x - row[0] / first[0] * y for x, y in zip(row, first, strict=True)][1:]
            for row in rows
        ]
    return True


@pytest.mark.parametrize("seed", range(40))
def test_of_every_batch_and_output_the_largest_eigenvalue_decides(seed):
    data, settings = small_set(seed)
    posed = problem(data, Recipe("adaline", **settings))
    largest = 2 / Fraction(safe_rate(learner("adaline"), posed).value)
    above, under = (largest * (1 + Fraction(s, 10**9)) for s in (1, -1))
    assert all(is_below(matrix, above) for matrix in matrices(posed))
    assert not all(is_below(matrix, under) for matrix in matrices(posed))


WITH_SAFE_RATE = sorted(name for name, rule in learners().items() if rule.safe_rate)


@pytest.mark.parametrize("name", WITH_SAFE_RATE)
@pytest.mark.parametrize("seed", range(8))
def test_just_below_no_run_diverges_and_just_above_the_limit_each_does(name, seed):
    data, settings = small_set(seed)
    recipe = Recipe(name, **(settings | {"strength": settings["strength"] or 0.25}))
    recipe = recipe.replace(schedule="constant", epochs=1_500)
    safe = safe_rate(learner(name), problem(data, recipe))
    calm = Tape(data, recipe.replace(learning_rate=0.999 * safe.value, epochs=200))
    calm.extend()
    assert not calm.diverged
    full_batch = calm.problem.plan.batch >= data.n_samples
    assert safe.is_limit == (name == "adaline" and full_batch)
    if safe.is_limit:
        wild = Tape(data, recipe.replace(learning_rate=1.1 * safe.value))
        wild.extend()
        assert wild.diverged


def test_no_limit_is_told_where_nothing_moves_along_the_steepest_direction():
    """Of XOR the sum of y·x is zero: a full batch stays at zero, whatever the η."""
    data = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    recipe = Recipe("adaline", batch_size=0, learning_rate=100.0)
    tape = Tape(data, recipe)
    tape.extend()
    assert not tape.diverged
    assert not safe_rate(learner("adaline"), tape.problem).is_limit
