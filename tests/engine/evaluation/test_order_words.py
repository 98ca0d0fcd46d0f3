"""What is said of orders compared, held against what is shown, in exact numbers."""

from fractions import Fraction
from itertools import combinations
from statistics import mean, median

import numpy as np
import pytest

from engine import Dataset, Recipe
from engine.data.dataset import TEST, TRAINING, VALIDATION
from engine.data.split import split
from engine.evaluation.order_comparison import OrderComparison, order_comparison
from engine.evaluation.order_words import averaging_helps, conclusion

SEEDS = range(5)


def small_set(seed: int) -> Dataset:
    """Give points on a grid, apart or not, some of them held out."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(16, 41))
    y = np.arange(n) % 2
    X = (rng.normal(0, 1, (n, 2)) + rng.uniform(0.3, 4) * y[:, None]).round(1)
    return split(Dataset(X, y), 0.3, 0.0, seed)


def recipe_of(seed: int) -> Recipe:
    epochs = (1, 2, 5, 20)[seed // 3 % 4]
    if seed % 3 == 2:
        return Recipe("adaline", epochs=epochs, learning_rate=0.02)
    start = ("zero", "random")[seed // 3 % 2]
    return Recipe("perceptron", epochs=epochs, learning_rate=0.5, start=start)


def largest_turn(bundle) -> Fraction | None:
    """Give −cos·|cos| of the largest angle: it grows with the angle, and is exact."""
    if bundle.angle is None:
        return None
    turns = []
    ws = [[Fraction(w) for w in model.coef[0].tolist()] for model in bundle.models]
    for a, b in combinations([w for w in ws if any(w)], 2):
        dot = sum(p * q for p, q in zip(a, b, strict=True))
        lengths = sum(p * p for p in a) * sum(q * q for q in b)
        turns.append(-dot * abs(dot) / lengths)
    return max(turns)


def errors_of(bundle, data, part) -> list[Fraction]:
    rows = data.rows_of(part)
    if bundle.combination == "voted":  # of whose models a part of the votes is kept
        known = bundle.training if part == TRAINING else bundle.validation
        return [Fraction(share).limit_denominator(len(rows)) for share in known]
    wrong = (model.mistaken(data.X[rows], data.y[rows]) for model in bundle.models)
    return [Fraction(int(each.sum()), len(rows)) for each in wrong]


def shown(bundle, data) -> list[Fraction | None]:
    """Give all that may not rise where averaging is said to help."""
    pairs = [*combinations(bundle.classes.tolist(), 2)]
    differ = sum(p != q for a, b in pairs for p, q in zip(a, b, strict=True))
    of_errors = [
        measure(errors_of(bundle, data, part))
        for part in (TRAINING, VALIDATION)
        for measure in (median, mean, max)
    ]
    return [Fraction(differ, len(pairs)), largest_turn(bundle), *of_errors]


def lessens(other: OrderComparison, first: OrderComparison, data: Dataset) -> bool:
    numbers = zip(shown(other, data), shown(first, data), strict=True)
    near = Fraction(1, 10**9)
    return all(a is None or b is None or a <= b + near for a, b in numbers)


@pytest.mark.parametrize(
    "seeds", [range(24), pytest.param(range(24, 1000), marks=pytest.mark.long)]
)
def test_no_sentence_contradicts_the_numbers_beside_it(seeds) -> None:
    for own in seeds:
        data = small_set(own)
        comparison = order_comparison(data, recipe_of(own), SEEDS)
        said = conclusion(comparison)
        first, *others = comparison.bundles
        helps = said.startswith("Averaging helps")
        assert helps == averaging_helps(comparison)
        voters = {"averaged": "mean", "voted": "vote"}
        named = [b for b in others if helps and voters[b.combination] in said]
        assert bool(named) == helps
        assert all(lessens(other, first, data) for other in named)
        if "hardly matters here" in said:
            for bundle in comparison.bundles:
                for part in (TRAINING, VALIDATION):
                    errors = errors_of(bundle, data, part)
                    assert max(errors) - min(errors) < Fraction(1, 200)
        if said.startswith("Every order ends at a boundary without"):
            assert not any(errors_of(first, data, TRAINING))
        if "does not keep errors as low" in said:
            assert not all(lessens(other, first, data) for other in others)


def test_both_are_said_somewhere() -> None:
    said = [
        conclusion(order_comparison(small_set(seed), recipe_of(seed), SEEDS))
        for seed in range(24)
    ]
    assert any(text.startswith("Averaging helps") for text in said)
    assert any("does not keep errors as low" in text for text in said)


def test_what_a_random_start_does_is_not_told_of_the_order() -> None:
    data = small_set(1)
    recipe = Recipe(
        "multi-layer-perceptron", batch_size=0, epochs=3, hidden=3, start="random"
    )
    told = conclusion(order_comparison(data, recipe, SEEDS))
    assert told.endswith("What differs is the random start.")
    lost = Recipe("adaline", learning_rate=1000, epochs=60)
    told = conclusion(order_comparison(data, lost, SEEDS))
    assert told == "Of weights that left their range nothing follows for the order."
    assert (data.parts != TEST).all()
