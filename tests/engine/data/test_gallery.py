from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pytest
from scipy.optimize import linprog

from engine import Dataset, Recipe, Tape
from engine.data.gallery import (
    DRAWN_CLASSES,
    EXAMPLES,
    example,
)
from engine.diagnosis import separability
from engine.diagnosis.overfitting import course_of
from engine.errors import UserError

every_example = pytest.mark.parametrize("one", EXAMPLES, ids=lambda one: one.name)


def a_line_separates(X, y):
    """Ask a linear program for w, b with y·(w·x + b) ≥ 1 everywhere."""
    signs = np.where(y == 1, 1.0, -1.0)[:, None]
    rows = -signs * np.hstack([X, np.ones((len(X), 1))])
    free = [(None, None)] * rows.shape[1]
    found = linprog(np.zeros(rows.shape[1]), rows, -np.ones(len(X)), bounds=free)
    return found.status == 0


def perceptron(data, **settings):
    tape = Tape(data, Recipe("perceptron", **settings))
    tape.extend()
    return tape


@every_example
def test_every_example_is_a_data_set_with_something_in_it(one):
    data = one.make()
    assert isinstance(data, Dataset)
    assert data.n_samples > 0
    if one.group != "Real data" and one.name != "brunch":
        assert np.abs(data.X).max() < 15
        assert data.n_features == 2 - (one.name == "three-on-a-line")
        assert data.class_names == DRAWN_CLASSES[: len(data.class_names)]


@every_example
def test_every_example_is_the_same_each_time(one):
    first, other = one.make(seed=3), one.make(seed=3)
    np.testing.assert_array_equal(first.X, other.X)
    np.testing.assert_array_equal(first.y, other.y)


@every_example
def test_every_example_can_be_learned_from(one):
    tape = perceptron(one.make(), epochs=3)
    assert tape.finished
    assert tape.steps > 0


def test_titles_differ_and_say_something():
    assert len({one.title for one in EXAMPLES}) == len(EXAMPLES)
    assert len({one.name for one in EXAMPLES}) == len(EXAMPLES)
    assert all(one.title and one.about.endswith(".") for one in EXAMPLES)


def with_its_recipe(name):
    data = example(name).make()
    tape = Tape(data, Recipe(**example(name).settings))
    tape.extend()
    return tape


def updates(tape):
    return tape.frame(tape.steps).updates


@pytest.mark.parametrize(
    ("name", "theta", "count"),
    [("two-negatives", [4, -5, 0], 2), ("two-negatives-close", [-4, 0, 0], 3)],
)
def test_negative_points_end_as_calculated_by_hand(name, theta, count):
    tape = with_its_recipe(name)
    assert tape.converged
    assert tape.frame(tape.steps).weights.tolist() == [theta]
    assert updates(tape) == count


def test_five_points_are_one_mistake_short_after_twenty_epochs():
    short = with_its_recipe("one-mistake-short")
    assert short.recipe == Recipe()
    assert not short.converged
    assert short.model().training_error == 1 / 5
    longer = perceptron(short.data, epochs=21)
    assert updates(longer) == updates(short) + 1
    assert longer.model().training_error == 0


@pytest.mark.parametrize(
    "name", ["xor", "three-on-a-line", "brunch", "tiny-margin", "circles"]
)
def test_the_set_up_separates_what_it_says(name):
    tape = with_its_recipe(name)
    assert tape.converged
    assert tape.model().training_error == 0


@pytest.mark.parametrize("name", ["moons", "gaussian-quantiles", "breast-cancer"])
def test_the_set_up_does_well(name):
    assert with_its_recipe(name).model().training_error < 0.05


def test_brunch_is_the_table():
    data = example("brunch").make()
    ingredients = ["010010", "011001", "000100", "101111", "000110"]
    assert ["".join(map(str, map(int, row))) for row in data.X] == ingredients
    assert [data.class_names[code] for code in data.y] == ["yes"] * 3 + ["no"] * 2


def test_perceptron_and_svm_differ_on_noisy_clusters():
    svm = with_its_recipe("noisy-clusters").model()
    data = example("noisy-clusters").make()
    assert not a_line_separates(data.X, data.y)
    last = perceptron(data).model()
    u, v = last.weights[0, :2], svm.weights[0, :2]
    cosine = u @ v / np.linalg.norm(u) / np.linalg.norm(v)
    assert np.degrees(np.arccos(cosine)) > 20
    assert svm.training_error < 0.1
    assert last.training_error > svm.training_error + 0.05


def test_tiny_margin_is_tiny_and_takes_thousands_of_updates():
    data = example("tiny-margin").make()
    y = np.where(data.y == 1, 1.0, -1.0)
    assert separability.separation(data.X, y, offset=True).separable
    across = (data.X - [3, 4]) @ [0.6, 0.8]
    assert (y * across > 0).all()
    radius = np.linalg.norm(data.X - data.X.mean(axis=0), axis=1).max()
    assert abs(across).min() / radius < 0.02
    assert updates(with_its_recipe("tiny-margin")) > 2000


@pytest.mark.parametrize("name", ["drift", "blobs", "moons", "iris", "wine"])
def test_another_seed_gives_other_rows(name):
    one, other = example(name).make(seed=0), example(name).make(seed=1)
    assert one.X.shape == other.X.shape
    assert not np.array_equal(one.X, other.X)


def test_a_wrong_setting_is_explained():
    with pytest.raises(UserError, match="no setting “colour”"):
        example("moons").make(colour=1)
    with pytest.raises(UserError, match="Noise -1 is out of range"):
        example("moons").make(noise=-1)
    with pytest.raises(UserError, match="no setting"):
        example("xor").make(n_samples=1)
    with pytest.raises(UserError, match="the gallery has no “ior”"):
        example("ior")


def test_over_fitting_is_seen_where_it_says():
    one = example("over-fitting")
    tape = with_its_recipe(one.name)
    errors = tape.epochs.validation_error
    course = course_of(tape)
    assert course.overfits
    said = [int(number) for number in re.findall(r"\d+", one.outcome)]
    assert said == [
        round(100 * errors.min()), course.best, round(100 * errors[-1]), len(errors)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "remedy"),
    [("beside-the-origin", {"offset": True}), ("unlike-scales", {"standardise": True})],
)
def test_what_an_example_asks_to_tick_puts_it_right(name, remedy):
    before = with_its_recipe(name)
    assert before.model().training_error > 0.2
    after = Tape(before.data, before.recipe.replace(**remedy))
    after.extend()
    assert after.model().training_error == 0


def test_batch_and_sample_race_to_the_costs_that_are_said():
    """λmax of the Gram matrix of (x, 1): steps of 2/λmax or more grow."""
    one = example("batch-or-sample")
    data = one.make()
    runs = []
    for settings in (one.settings, *one.rivals):
        runs.append(Tape(data, Recipe(**settings)))
        runs[-1].extend()
    sample, batch, too_large = (tape.epochs.cost for tape in runs)
    assert (sample < batch).all()
    assert (np.diff(batch) < 0).all()
    assert (np.diff(too_large)[-10:] > 0).all()
    X = np.column_stack([data.X, np.ones(len(data.X))])
    safe = 2 / np.linalg.eigvalsh(X.T @ X).max()
    assert one.rivals[0]["learning_rate"] < safe < one.rivals[1]["learning_rate"]


def test_xor_by_a_line_goes_round():
    tape = with_its_recipe("xor-by-a-line")
    ends = [tape.frame(4 * epoch).weights for epoch in range(3)]
    assert not np.any(ends)
    assert updates(tape) == 4 * 20


def test_only_what_scikit_learn_makes_waits_for_its_import():
    quick = [example.name for example in EXAMPLES if not example.by_library]
    code = (
        "import sys; from engine.data.gallery import example; "
        f"[example(name).make() for name in {quick}]; "
        "assert 'sklearn' not in sys.modules; "
        "example('moons').make(); assert 'sklearn' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert len(quick) > len(EXAMPLES) / 2
