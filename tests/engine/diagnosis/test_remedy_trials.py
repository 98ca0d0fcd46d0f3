"""What is offered where a run ends badly: tried, and the run ends better with it."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.data.gallery import example, xor
from engine.diagnosis.convergence import diagnose
from engine.diagnosis.remedy_trials import below, tried_remedy
from engine.errors import Cancelled
from engine.learners import learners

LEARN = sorted(name for name, rule in learners().items() if not rule.by_hand)
CLOSE_PAIR = Dataset([[1000, 1000], [1000.001, 1000]], [0, 1])


def people(unit=1.0):
    """Heights in cm and weights in kg, or in another unit: separable by their sum."""
    X = np.random.default_rng(0).uniform([160, 60], [185, 85], (60, 2)).round(1)
    z = X @ [1, 1] - 245
    X, z = X[abs(z) > 4][:30], z[abs(z) > 4][:30]
    return Dataset(X * [1, unit], (z > 0).astype(int))


def recorded(data, recipe):
    tape = Tape(data, recipe)
    tape.extend()
    return tape


def diagnosed(tape):
    """Tell all but the cycle, which takes its time."""
    return diagnose(tape, with_cycle=False)


def remedy_of(data, recipe, **settings):
    tape = recorded(data, recipe)
    return tape, tried_remedy(tape, diagnosed(tape), **settings)


def diverged(epochs=20):
    """Noisy clusters, for which η = 1 is far too large."""
    rng = np.random.default_rng(1)
    y = np.arange(80) % 2
    data = Dataset(rng.normal(0, 1.2, (80, 2)) + 2 * y[:, None], y)
    tape = recorded(data, Recipe("adaline", epochs=epochs, learning_rate=1.0))
    assert tape.diverged
    return tape


def error_with(tape, **settings):
    run = recorded(tape.data, tape.recipe.replace(**settings))
    assert not run.diverged
    return run.model().training_error


@pytest.mark.parametrize("epochs", [5, 20])
def test_the_rate_ends_with_the_fewest_mistakes_of_those_tried(epochs):
    tape = diverged(epochs)
    remedy = tried_remedy(tape)
    rate = remedy.recipe.learning_rate
    assert remedy.text == f"Use η = {rate:g}"
    error = error_with(tape, learning_rate=rate)
    assert error <= tape.model().training_error
    most = 2 / (np.square(tape.data.X).sum(axis=1).max() + 1)
    for part in (1, 3, 10, 30):
        assert error <= error_with(tape, learning_rate=below(most / part))


def test_of_the_schedule_it_is_c1_that_is_made_smaller():
    data = example("two-clusters").make()
    recipe = Recipe("adaline", schedule="inverse", c1=300.0, c2=100.0)
    tape, remedy = remedy_of(data, recipe)
    assert tape.diverged
    c1 = remedy.recipe.c1
    assert remedy.recipe == recipe.replace(c1=c1)
    assert remedy.text == f"Use c₁ = {c1:g}"
    assert error_with(tape, c1=c1) <= tape.model().training_error


def test_it_stops_when_it_is_no_longer_wanted():
    with pytest.raises(Cancelled):
        tried_remedy(diverged(), stop=lambda: True)


@pytest.mark.parametrize("unit", [1.0, 1000.0])
@pytest.mark.parametrize("name", LEARN)
def test_of_large_or_unlike_scales_standardise_is_the_advice_for_every_learner(
    name, unit
):
    tape, remedy = remedy_of(people(unit), Recipe(name, epochs=10))
    if not tape.model().training_error:
        assert name == "kernel-perceptron"
        return
    assert remedy.recipe.standardise
    assert remedy.text.startswith("Standardise: ")
    after = recorded(tape.data, remedy.recipe)
    assert after.model().training_error == 0.0
    takes = int(remedy.text.split()[1])
    errors = after.epochs.training_error
    assert (errors[takes - 1 :] == 0.0).all()
    if after.converged:
        assert len(errors) == takes


def test_with_more_epochs_a_perceptron_converges_in_those_it_then_takes():
    """It takes 17 of them: not ten times as many as the 2 with standardised samples."""
    data = Dataset([[0.0], [1.0], [1.125], [2.0]], [0, 0, 1, 1])
    _, remedy = remedy_of(data, Recipe(epochs=5))
    assert remedy.text == "Use 20 epochs"
    assert remedy.recipe == Recipe(epochs=20)
    after = recorded(data, remedy.recipe)
    assert (after.converged, len(after.epochs)) == (True, 17)
    tape, remedy = remedy_of(example("tiny-margin").make(), Recipe(epochs=20))
    assert remedy.text == "Standardise: 2 epochs"
    assert not recorded(tape.data, Recipe(epochs=20)).converged


def test_where_there_is_no_time_the_bound_tells_how_many_epochs_are_enough():
    data = Dataset([[0.0], [1.0], [1.25], [4.0]], [0, 0, 1, 1])
    recipe = Recipe(epochs=2)
    tape = recorded(data, recipe)
    diagnosis = diagnose(tape)
    remedy = tried_remedy(tape, diagnosis, seconds=0.0)
    assert diagnosis.bound < remedy.recipe.epochs
    after = recorded(data, remedy.recipe)
    assert after.converged


FOUR = Dataset([[1], [2], [-1], [-2]], [1, 1, 0, 0], class_names=("a", "b"))


@pytest.mark.parametrize(
    ("data", "recipe"),
    [
        (FOUR, Recipe(epochs=1)),  # 0 of 4 wrong after it
        (FOUR, Recipe(epochs=5, class_weight={"a": 0.0})),
        (xor(), Recipe("kernel-perceptron", kernel="rbf", budget=1)),
        (xor(), Recipe("multi-layer-perceptron", start="zero")),
    ],
    ids=["all right", "weight 0", "budget 1", "units stay alike"],
)
def test_what_cannot_help_is_not_offered(data, recipe):
    tape, remedy = remedy_of(data, recipe, seconds=0.5)
    assert not tape.converged
    assert remedy is None


@pytest.mark.parametrize("name", LEARN)
def test_an_offer_taken_again_and_again_comes_to_an_end(name):
    recipe = Recipe(name, epochs=3)
    for _ in range(4):
        _, remedy = remedy_of(CLOSE_PAIR, recipe, seconds=0.5)
        if remedy is None:
            return
        recipe = remedy.recipe
    raise AssertionError(recipe)


def test_no_more_epochs_are_offered_than_there_can_be():
    recipe = Recipe(epochs=3, standardise=True)
    data = Dataset([[0, 0], [1, 1e-7], [1, 0], [0, -1e-7]], [0, 0, 1, 1])
    _, remedy = remedy_of(data, recipe, seconds=0.1)
    assert remedy is None or remedy.recipe.epochs <= 1_000_000


@pytest.mark.parametrize("seed", range(30))
def test_with_what_is_offered_a_run_ends_better(seed):
    rng = np.random.default_rng(seed)
    n = rng.integers(4, 9)
    X = rng.integers(-5, 6, (n, 2)) * 10.0 ** rng.integers(-2, 4, 2)
    data = Dataset(X, np.arange(n) % 2)
    rule = learners()[LEARN[seed % len(LEARN)]]
    settings = {
        "schedule": rng.choice(["constant", "inverse"]),
        "learning_rate": 10.0 ** rng.integers(-3, 3),
        "c1": 10.0 ** rng.integers(-2, 5),
        "batch_size": int(rng.integers(0, 3)),
        "order": rng.choice(["given", "shuffled"]),
        "stop_without_mistake": bool(rng.random() < 0.7),
    }
    declared = {key: value for key, value in settings.items() if rule.declares(key)}
    recipe = Recipe(rule.name, epochs=int(rng.integers(1, 6)), **declared)
    tape, remedy = remedy_of(data, recipe, seconds=0.3)
    if remedy is None:
        return
    after = recorded(data, remedy.recipe)
    assert not after.diverged
    errors = [run.model().training_error for run in (tape, after)]
    assert errors[1] < errors[0] or tape.diverged
    if remedy.text.startswith("Use ") and "epoch" in remedy.text:
        assert after.converged or not recipe.stop_without_mistake


@pytest.mark.parametrize(
    ("value", "smaller"), [(0.11, 0.1), (0.1, 0.09), (7.0, 6.0), (1e-30, 9e-31)]
)
def test_the_next_number_of_one_digit_is_below(value, smaller):
    assert below(value) == smaller
