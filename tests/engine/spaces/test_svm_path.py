"""The linear SVM's margins and its path over λ, beside the exact solution."""

import numpy as np
import pytest
from scipy.optimize import minimize

from engine import Dataset, Recipe, Tape
from engine.data.split import split
from engine.errors import Cancelled, UserError
from engine.spaces import svm_path
from engine.spaces.svm_path import exact_path, margins, pegasos_path

STRENGTHS = [1e-2, 1e-1, 1.0]


def clouds(classes: int = 2, n: int = 120) -> Dataset:
    rng = np.random.default_rng(5)
    y = np.arange(n) % classes
    return Dataset(rng.normal(2.0 * y[:, None] + (0, 3), 1.0, (n, 2)), y)


RECIPE = Recipe("linear-svm", epochs=400, order="shuffled", averaged=True)


def test_margins_by_hand() -> None:
    """w = (3, 4), b = −5: z = 0 at (3, −1), 10 at (5, 0), 1 at (2, 0), −5 at (0, 0)."""
    data = Dataset([[3.0, -1], [5, 0], [2, 0], [0, 0]], [1, 1, 1, -1])
    tape = Tape(data, Recipe("manual-neuron", start=((3, 4, -5),)))
    tape.extend()
    measured = margins(tape.model(), data)
    assert measured.functional[:, 0].tolist() == [0, 10, 1, 5]
    assert measured.distance[:, 0] == pytest.approx([0, 2, 0.2, 1])
    assert measured.support[:, 0].tolist() == [True, False, True, False]


def test_no_weights_have_no_distance() -> None:
    data = Dataset([[3.0], [5]], [1, -1])
    tape = Tape(data, Recipe("manual-neuron", start=((0, 1),)))
    tape.extend()
    assert np.isnan(margins(tape.model(), data).distance).all()


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("standardise", [True, False])
@pytest.mark.parametrize("classes", [2, 3])
def test_ours_comes_near_the_exact_and_never_below(classes, standardise, offset):
    data = split(clouds(classes), 0.1, 0.1)
    recipe = RECIPE.replace(offset=offset, standardise=standardise)
    exact = exact_path(data, recipe, STRENGTHS)
    ours = pegasos_path(data, recipe, STRENGTHS)
    assert exact.weights.shape == ours.weights.shape == (3, 1 if classes == 2 else 3, 3)
    assert (ours.objective >= exact.objective * (1 - 1e-3)).all()
    if standardise:
        assert ours.objective == pytest.approx(exact.objective, rel=0.1)
    if not offset and not standardise:
        assert (exact.weights[:, :, -1] == 0).all()


@pytest.mark.parametrize("offset", [True, False])
def test_the_exact_solution_minimises_what_it_says(offset) -> None:
    data, strength = clouds(), 0.1
    y = np.where(data.y == 1, 1.0, -1.0)

    def objective(v):
        z = data.X @ v[:2] + v[2] * offset
        return strength / 2 * v[:2] @ v[:2] + np.maximum(0, 1 - y * z).mean()

    exact = exact_path(data, RECIPE.replace(offset=offset), [strength])
    assert exact.objective[0] == pytest.approx(objective(exact.weights[0, 0]))
    minimum = minimize(
        objective, exact.weights[0, 0], method="Nelder-Mead", options={"xatol": 1e-9}
    )
    assert exact.objective[0] == pytest.approx(minimum.fun, rel=1e-4)


def test_our_path_is_made_of_tapes() -> None:
    data = clouds(3)
    ours = pegasos_path(data, RECIPE.replace(standardise=True, epochs=3), STRENGTHS)
    for strength, weights in zip(STRENGTHS, ours.weights, strict=True):
        recipe = RECIPE.replace(standardise=True, epochs=3, strength=strength)
        tape = Tape(data, recipe)
        tape.extend()
        assert np.array_equal(weights, tape.model().weights)


@pytest.mark.parametrize("offset", [True, False])
def test_one_class_alone_is_solved_too(offset) -> None:
    data = Dataset([[1.0, 2], [2, 1]], [1, 1], class_names=["a", "b"])
    exact = exact_path(data, RECIPE.replace(offset=offset), [0.01])
    if offset:
        assert exact.weights[0, 0].tolist() == [0, 0, 1]
    else:  # the shortest w with w·x ≥ 1: (1/3, 1/3)
        assert exact.weights[0, 0] == pytest.approx([1 / 3, 1 / 3, 0], abs=1e-4)


def test_support_vectors_hold_the_exact_boundary() -> None:
    data = clouds()
    exact = exact_path(data, RECIPE, [0.1]).weights[0]
    tape = Tape(data, Recipe("manual-neuron", start=tuple(map(tuple, exact.tolist()))))
    tape.extend()
    support = margins(tape.model(), data, 1e-2).support[:, 0]
    assert 0 < support.sum() < data.n_samples
    alone = Dataset(data.X[support], data.y[support])
    strength = 0.1 * data.n_samples / support.sum()
    again = exact_path(alone, RECIPE, [strength]).weights[0]
    assert again == pytest.approx(exact, abs=1e-3)


@pytest.mark.parametrize("offset", [True, False])
def test_a_solver_that_does_not_get_there_leaves_a_gap(monkeypatch, offset) -> None:
    monkeypatch.setattr(svm_path, "MOST_WORK", 1.0)
    path = exact_path(clouds(), RECIPE.replace(offset=offset), [1e-4])
    assert np.isnan(path.weights).all()
    assert np.isnan(path.objective).all()


def test_beyond_all_numbers_is_a_gap() -> None:
    data, recipe = clouds(), RECIPE.replace(offset=False)
    far = Dataset(1e149 * data.X, data.y)
    assert np.isnan(exact_path(far, recipe, [1e-4]).weights).all()


def test_the_path_so_far_is_told() -> None:
    for path in (exact_path, pegasos_path):
        reports = []
        whole = path(
            clouds(3), RECIPE.replace(epochs=2), STRENGTHS, progress=reports.append
        )
        assert [report.strengths.tolist() for report in reports] == [
            STRENGTHS[:1], STRENGTHS[:2], STRENGTHS,
        ]  # fmt: skip
        assert np.array_equal(reports[1].weights, whole.weights[:2])
        assert np.array_equal(reports[2].objective, whole.objective)


@pytest.mark.parametrize("path", [exact_path, pegasos_path])
def test_one_class_against_the_rest_stands_alone(path) -> None:
    data, recipe = clouds(3), RECIPE.replace(epochs=3)
    every = path(data, recipe, STRENGTHS)
    alone = [path(data, recipe, STRENGTHS, output=k) for k in range(3)]
    for k, single in enumerate(alone):
        assert np.array_equal(single.weights[:, 0], every.weights[:, k])
    assert sum(single.objective for single in alone) == pytest.approx(every.objective)


def test_what_cannot_be_solved_is_said(monkeypatch) -> None:
    with pytest.raises(UserError, match="linear-svm"):
        pegasos_path(clouds(), Recipe(), STRENGTHS)
    with pytest.raises(Cancelled):
        exact_path(clouds(), RECIPE, STRENGTHS, stop=lambda: True)
    monkeypatch.setattr(svm_path, "MOST_EXACT", 100)
    assert exact_path(clouds(), RECIPE, STRENGTHS) is None
