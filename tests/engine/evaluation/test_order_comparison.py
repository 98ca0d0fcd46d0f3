"""Orders compared: bit for bit single runs, and what is measured of their spread."""

from itertools import combinations

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.data import gallery
from engine.data.dataset import TEST, TRAINING
from engine.data.split import split
from engine.errors import Cancelled, UserError
from engine.evaluation.error_rates import error_on
from engine.evaluation.order_comparison import (
    MOST_ASKED,
    MOST_VOTED,
    MOST_VOTES,
    OrderComparison,
    compared_recipes,
    order_comparison,
)
from engine.training.recipe_combination import with_combination


def clouds(n: int = 60, seed: int = 0, apart: float = 1.5) -> Dataset:
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    return Dataset(rng.normal(0, 1, (n, 2)) + apart * y[:, None], y)


def of(comparison: OrderComparison, combination: str):
    return next(
        bundle for bundle in comparison.bundles if bundle.combination == combination
    )


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(
            "perceptron", epochs=4, learning_rate=0.3, tolerance=0.1, start="random"
        ),
        Recipe("voted-perceptron", epochs=3, class_weight="balanced"),
        Recipe("pocket-perceptron", epochs=3, squares=True, order="shuffled", seed=9),
        Recipe("adaline", epochs=3, averaged=True, batch_size=4, standardise=True),
        Recipe("logistic-regression", epochs=3, features="x2,x1*x2"),
        Recipe("perceptron", epochs=3, order=tuple(range(41, -1, -1))),
    ],
    ids=lambda recipe: recipe.learner,
)
@pytest.mark.parametrize("example", ["clouds", "iris"])
def test_each_run_is_that_of_its_recipe_alone(recipe, example) -> None:
    whole = clouds() if example == "clouds" else gallery.example("iris").make()
    if recipe.features and example == "iris":
        recipe = recipe.replace(features=None)
    if isinstance(recipe.order, tuple) and example == "iris":
        recipe = recipe.replace(order="given")
    data = split(whole, 0.2, 0.1)
    seeds = (3, 0, 11)
    comparison = order_comparison(data, recipe, seeds)
    assert comparison.finished
    for bundle in comparison.bundles:
        own = with_combination(recipe, bundle.combination)
        assert own is not None
        for i, seed in enumerate(seeds):
            tape = Tape(data, own.replace(order="shuffled", seed=seed))
            tape.extend()
            model = tape.model()
            alone = bundle.models[i]
            assert np.array_equal(alone.newest_weights(), model.newest_weights())
            assert bundle.updates[i] == model.updates
            assert bundle.epochs[i] == model.epochs
            assert bundle.converged[i] == tape.converged
            assert bundle.training[i] == model.training_error
            assert bundle.validation[i] == error_on(1, tape, model)
            asked = data.parts != TEST
            assert np.array_equal(bundle.classes[i], model.predict(data.X[asked]))


def test_the_recipe_asked_about_is_among_those_compared() -> None:
    cases = {
        "perceptron": ["last", "averaged", "voted"],
        "averaged-perceptron": ["last", "averaged", "voted"],
        "pocket-perceptron": ["last", "averaged", "voted", "pocket"],
        "adaline": ["last", "averaged"],
        "logistic-regression": ["last"],
        "perceptron-criterion": ["last"],
    }
    for name, expected in cases.items():
        recipe = Recipe(name, epochs=2)
        comparison = order_comparison(clouds(), recipe, (0, 1))
        assert [bundle.combination for bundle in comparison.bundles] == expected
    many = compared_recipes(Recipe("perceptron"), MOST_VOTED + 1)
    assert [recipe.learner for recipe in many] == ["perceptron", "averaged-perceptron"]
    asked = compared_recipes(Recipe("voted-perceptron"), MOST_VOTED + 1)
    assert asked[-1].learner == "voted-perceptron"


def test_a_counterpart_keeps_every_setting() -> None:
    recipe = Recipe("perceptron", "x1,x1^2", learning_rate=0.2, tolerance=0.5, epochs=7)
    other = with_combination(recipe, "averaged")
    assert other is not None
    assert other.to_dict() == recipe.to_dict() | {"learner": "averaged-perceptron"}
    assert with_combination(other, "last") == recipe
    assert with_combination(Recipe("linear-svm", averaged=True), "last") == Recipe(
        "linear-svm", averaged=False
    )
    assert with_combination(Recipe("linear-svm"), "voted") is None
    assert with_combination(Recipe("passive-aggressive"), "averaged") is None


def test_newest_mean_and_votes_come_from_the_same_updates() -> None:
    comparison = order_comparison(clouds(apart=1.0), Recipe(epochs=5), range(6))
    last, averaged, voted = comparison.bundles
    assert np.array_equal(last.updates, averaged.updates)
    assert np.array_equal(last.updates, voted.updates)
    assert len(set(last.updates.tolist())) > 1
    # The point of averaging, on classes that overlap.
    assert averaged.angle < last.angle / 2
    assert averaged.disagreement < last.disagreement / 2
    assert voted.disagreement < last.disagreement / 2
    assert averaged.training.max() < last.training.max()


def test_the_angle_is_that_of_the_two_that_differ_most() -> None:
    comparison = order_comparison(clouds(), Recipe(epochs=3), range(5))
    bundle = of(comparison, "last")
    w = [model.coef[0] for model in bundle.models]
    angles = [
        np.degrees(np.arccos(a @ b / np.linalg.norm(a) / np.linalg.norm(b)))
        for a, b in combinations(w, 2)
    ]
    assert bundle.angle == pytest.approx(max(angles))
    assert of(comparison, "voted").angle is None
    assert (
        order_comparison(clouds(), Recipe(squares=True), (0, 1)).bundles[0].angle
        is None
    )


def test_nobody_speaks_of_an_angle_where_there_is_none() -> None:
    line = Dataset(np.arange(8.0)[:, None], [0, 0, 0, 1, 0, 1, 1, 1])
    for data in (line, gallery.example("iris").make()):
        comparison = order_comparison(data, Recipe(epochs=2), (0, 1))
        assert all(bundle.angle is None for bundle in comparison.bundles)
    at_once = order_comparison(clouds(), Recipe("adaline", batch_size=0), (0, 1, 2))
    assert at_once.bundles[0].angle == pytest.approx(0, abs=1e-9)
    assert at_once.bundles[0].disagreement == 0


def test_the_disagreement_is_the_mean_over_all_pairs() -> None:
    data = gallery.example("iris").make()
    comparison = order_comparison(data, Recipe(epochs=2), range(4))
    for bundle in comparison.bundles:
        pairs = [(a != b).mean() for a, b in combinations(bundle.classes, 2)]
        assert bundle.disagreement == pytest.approx(np.mean(pairs))


def test_what_is_kept_of_large_data_stays_small() -> None:
    data = clouds(2 * MOST_ASKED + 1, apart=0.5)
    comparison = order_comparison(data, Recipe("voted-perceptron", epochs=1), (0, 1))
    voted = of(comparison, "voted")
    assert voted.classes.shape[1] <= MOST_ASKED
    assert voted.updates.min() > 10 * MOST_VOTES
    for model in voted.models:
        assert all(len(votes.counts) <= MOST_VOTES for votes in model.votes)


def test_it_tells_what_is_known_and_can_be_left() -> None:
    reports = []
    order_comparison(clouds(), Recipe(), (4, 2, 7), progress=reports.append)
    assert [known.done for known in reports] == [1, 2, 3]
    assert [known.finished for known in reports] == [False, False, True]
    assert reports[0].bundles[0].angle is None
    assert reports[0].bundles[0].disagreement == 0
    assert reports[0].bundles[0].validation is None
    with pytest.raises(Cancelled):
        order_comparison(clouds(), Recipe(), (0, 1), stop=lambda: True)


@pytest.mark.parametrize("seeds", [(), (1,), (3, 3)])
def test_one_order_is_not_compared(seeds) -> None:
    with pytest.raises(UserError, match="at least two seeds"):
        order_comparison(clouds(), Recipe(), seeds)


def test_what_learns_nothing_has_no_order() -> None:
    with pytest.raises(UserError, match="order of the samples makes no difference"):
        order_comparison(clouds(), Recipe("manual-neuron"), (0, 1))


def test_a_run_that_left_its_range_is_told() -> None:
    recipe = Recipe("adaline", learning_rate=1000, epochs=60)
    comparison = order_comparison(clouds(), recipe, (0, 1))
    assert comparison.bundles[0].diverged.all()
    assert np.isfinite(comparison.bundles[0].angle)


def test_samples_of_the_test_part_are_not_looked_at() -> None:
    data = split(clouds(), 0.0, 0.5)
    comparison = order_comparison(data, Recipe(), (0, 1))
    assert comparison.bundles[0].classes.shape[1] == (data.parts == TRAINING).sum()
