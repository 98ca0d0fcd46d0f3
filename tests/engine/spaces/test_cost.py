"""The cost J: against scikit-learn, calculations by hand and finite differences."""

import json

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.data.dataset import VALIDATION
from engine.errors import Cancelled
from engine.learners import learner, learners
from engine.learners.latex import plain
from engine.spaces.cost import cost_of, step_costs
from engine.training.branch import Branch
from main import main

GRADIENT = ["adaline", "linear-svm", "logistic-regression", "perceptron-criterion"]
WITHOUT = {"manual-neuron", "manual-network", "pocket-perceptron", "voted-perceptron"}


def samples(seed, n=14, classes=2, weighted=False):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    X = rng.normal(size=(n, 2)) + 0.6 * np.column_stack([y, -y])
    weights = rng.integers(1, 4, n).astype(float) if weighted else None
    return Dataset(X, y, sample_weights=weights)


def recorded(data, name, branch=None, **wanted):
    own = {parameter.name for parameter in learner(name).all_hyperparameters}
    own = {key: value for key, value in wanted.items() if key in own}
    tape = Tape(data, Recipe(name, **own), branch=branch)
    tape.extend()
    return tape


def ends(tape):
    """The weights used at the ends of the epochs."""
    each = tape.problem.steps_per_epoch
    return [tape.frame(each * k).used for k in range(1, len(tape.epochs) + 1)]


def by_hand(tape, weights, loss, *, mean, part=slice(None)):
    """Write J down as the textbook has it, for samples that count as one each."""
    total = 0.0
    for k, w in enumerate(weights):
        code = 1 if len(weights) == 1 else k
        y = np.where(tape.data.y[part] == code, 1.0, -1.0)
        losses = loss(y, tape.data.X[part] @ w[:-1] + w[-1])
        total += losses.mean() if mean else losses.sum()
    return total


def gradient(tape, weights):
    """Differentiate J by central differences."""
    rule, step = learner(tape.recipe.learner), 1e-6
    slopes = np.zeros_like(weights)
    for place in np.ndindex(weights.shape):
        there = []
        for sign in (-1, 1):
            moved = weights.copy()
            moved[place] += sign * step
            there.append(cost_of(tape.problem, rule, moved).total)
        slopes[place] = (there[1] - there[0]) / (2 * step)
    return slopes


@pytest.mark.parametrize("name", GRADIENT)
@settings(deadline=None, max_examples=12)
@given(
    st.integers(0, 10**6), st.sampled_from([2, 3]), st.booleans(), st.booleans(),
    st.sampled_from([1e-9, 0.3]),
)  # fmt: skip
def test_a_step_of_the_full_batch_goes_down_the_gradient(
    name, seed, classes, weighted, balanced, strength
):
    data = samples(seed, classes=classes, weighted=weighted)
    rng = np.random.default_rng(seed + 1)
    start = rng.normal(size=(1 if classes == 2 else classes, 3))
    tape = recorded(
        data, name, batch_size=0, epochs=1, learning_rate=1.0, schedule="constant",
        strength=strength, start=tuple(map(tuple, start.tolist())),
        class_weight="balanced" if balanced else None,
    )  # fmt: skip
    scores = data.X @ start[:, :2].T + start[:, 2]
    assume(np.abs(np.abs(scores) - 1).min() > 1e-4 and np.abs(scores).min() > 1e-4)
    frame = tape.frame(1)
    change = frame.weights - frame.weights_before
    np.testing.assert_allclose(change, -gradient(tape, start), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", GRADIENT)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("batch", [1, 2, 7, 0])
@pytest.mark.parametrize("balanced", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_an_epoch_of_small_steps_goes_down_the_same_gradient(
    name, classes, batch, balanced, weighted
):
    """However many samples a step has: beside a sum the penalty counts for each step.

    With steps so small that the gradient stays, their sum is their expectation.
    """
    data, rate = samples(3, classes=classes, weighted=weighted), 1e-7
    start = np.random.default_rng(1).normal(size=(1 if classes == 2 else 3, 3))
    tape = recorded(
        data, name, batch_size=batch, epochs=1, learning_rate=rate, strength=0.3,
        schedule="constant", start=tuple(map(tuple, start.tolist())),
        class_weight="balanced" if balanced else None,
    )  # fmt: skip
    change = (tape.frame(tape.steps).weights - start) / rate
    times = tape.steps if learner(name).mean else 1
    down = -times * gradient(tape, start)
    np.testing.assert_allclose(change, down, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", ["linear-svm", "logistic-regression"])
@pytest.mark.parametrize("batch", [1, 3, 0])
def test_heavy_samples_do_not_make_the_cost_rise(name, batch):
    """Weights of 5 are losses five times as large beside the same penalty."""
    plain = samples(2, 60)
    data = Dataset(plain.X, plain.y, sample_weights=np.full(60, 5.0))
    more = {"strength": 0.3, "schedule": "constant", "learning_rate": 0.002}
    heavy = recorded(data, name, batch_size=batch, epochs=40, **more)
    assert heavy.epochs.cost[-1] < heavy.epochs.cost[0]
    # The same as η five times as large and λ a fifth, for which J is a fifth.
    more = {"strength": 0.06, "schedule": "constant", "learning_rate": 0.01}
    light = recorded(plain, name, batch_size=batch, epochs=40, **more)
    np.testing.assert_allclose(heavy.epochs.cost, 5 * light.epochs.cost)


@pytest.mark.parametrize("name", ["linear-svm", "logistic-regression"])
@pytest.mark.parametrize("batch", [1, 3])
def test_the_cost_is_that_of_the_formula_with_n_samples(name, batch):
    data = samples(7, 21, weighted=True)
    tape = recorded(data, name, batch_size=batch, epochs=2, strength=0.3)
    rule, (w,) = learner(name), ends(tape)[-1]
    formula = plain(rule.cost_formula(tape.recipe.rule_settings, weighted=True))
    assert formula.startswith("J(w) = 1/n·Σ s·")
    y, z = 2.0 * data.y - 1.0, data.X @ w[:2] + w[2]
    loss = np.maximum(0, 1 - y * z) if "svm" in name else np.log1p(np.exp(-y * z))
    cost = (data.sample_weights * loss).sum() / 21 + 0.3 / 2 * (w[:2] ** 2).sum()
    assert tape.epochs.cost[-1] == pytest.approx(cost)


@pytest.mark.parametrize(
    "name", [learner_name for learner_name in learners() if learner_name not in WITHOUT]
)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("more", [{}, {"averaged": True}, {"class_weight": "balanced"}])
def test_the_epochs_cost_what_their_weights_cost(name, classes, more):
    data = samples(5, 20, classes, weighted=True)
    tape = recorded(data, name, epochs=4, strength=0.2, batch_size=3, **more)
    rule, epochs = learner(name), tape.epochs
    costs = [cost_of(tape.problem, rule, used) for used in ends(tape)]
    np.testing.assert_allclose(epochs.loss, [cost.loss for cost in costs])
    np.testing.assert_allclose(epochs.penalty, [cost.penalty for cost in costs])
    np.testing.assert_allclose(epochs.cost, [cost.total for cost in costs])
    assert (epochs.penalty > 0).all() == rule.declares("strength")


@pytest.mark.parametrize("name", sorted(WITHOUT))
def test_where_no_cost_goes_down_none_is_told(name):
    tape = recorded(samples(1), name, epochs=3)
    assert tape.epochs.cost is tape.epochs.validation_cost is None
    assert learner(name).cost_formula() == ""


def test_iris_by_the_textbook():
    """Adaline with the full batch, standardised, η = 0.01: J starts from 50."""
    from sklearn.datasets import load_iris

    X, y = load_iris(return_X_y=True)
    data = Dataset(X[:100, [0, 2]], y[:100])
    tape = recorded(
        data, "adaline", learning_rate=0.01, batch_size=0, standardise=True, epochs=15
    )
    printed = [33.8304, 23.1571, 16.1118, 11.4612, 8.39146]
    np.testing.assert_allclose(tape.epochs.cost[:5], printed, rtol=1e-5)
    assert tape.epochs.cost[-2] == pytest.approx(2.572, rel=1e-3)


@pytest.mark.parametrize("classes", [2, 3])
def test_hinge_and_log_loss_are_those_of_scikit_learn(classes):
    from sklearn.metrics import hinge_loss, log_loss

    data = samples(8, 30, classes)
    for name, loss in (("linear-svm", hinge_loss), ("logistic-regression", None)):
        tape = recorded(data, name, epochs=3, strength=0.05, batch_size=4)
        for k, weights in enumerate(ends(tape)):
            expected = 0.025 * (weights[:, :-1] ** 2).sum()
            for j, w in enumerate(weights):
                own = data.y == (1 if classes == 2 else j)
                z = data.X @ w[:-1] + w[-1]
                expected += (
                    loss(own, z) if loss else log_loss(own, 1 / (1 + np.exp(-z)))
                )
            assert tape.epochs.cost[k] == pytest.approx(expected)


def test_validation_costs_as_if_it_were_as_many_samples():
    parts = np.array([0, 0, 1, 0] * 5)
    made = samples(4, 20)
    data = Dataset(made.X, made.y, parts=parts)
    tape = recorded(data, "adaline", epochs=3, strength=0.1, batch_size=0)
    for k, weights in enumerate(ends(tape)):
        held = data.parts == VALIDATION
        mean = by_hand(
            tape, weights, lambda y, z: 0.5 * (y - z) ** 2, mean=True, part=held
        )
        penalty = 0.05 * (weights[:, :-1] ** 2).sum()
        assert tape.epochs.validation_cost[k] == pytest.approx(15 * mean + penalty)


def test_a_branch_has_the_cost_of_the_rule_of_each_side():
    data = samples(6, 12)
    before = Recipe("adaline", epochs=6, strength=0.5)
    after = Recipe("linear-svm", epochs=6, strength=0.5)
    tape = Tape(data, after, branch=Branch(before, 24))
    tape.extend()
    weights = ends(tape)
    for k, name in enumerate(["adaline"] * 2 + ["linear-svm"] * 4):
        cost = cost_of(tape.problem_at(12 * k + 1), learner(name), weights[k])
        assert tape.epochs.cost[k] == pytest.approx(cost.total)


def test_epochs_before_a_branch_whose_rule_has_no_cost_have_none():
    data = samples(6, 12)
    before = Recipe("manual-neuron", start=((1.0, 0.0, 0.0),))
    branch = Branch(before, 12)
    tape = Tape(data, Recipe("perceptron", epochs=3), branch=branch)
    tape.extend()
    assert np.isnan(tape.epochs.cost).tolist()[:2] == [True, False]


@pytest.mark.parametrize("batch", [1, 5])
def test_the_cost_after_each_step_of_an_epoch(batch):
    tape = recorded(samples(2, 20), "adaline", epochs=3, batch_size=batch, strength=0.1)
    steps, costs = step_costs(tape, 2)
    each = 20 // batch
    assert steps.tolist() == list(range(each, 2 * each + 1))
    np.testing.assert_allclose(costs[[0, -1]], tape.epochs.cost[:2])
    with pytest.raises(IndexError):
        step_costs(tape, 4)
    with pytest.raises(Cancelled):
        step_costs(tape, 1, lambda share: share < 0.5)


def test_of_many_steps_some_are_measured():
    tape = recorded(samples(2, 900), "perceptron", epochs=1)
    steps, costs = step_costs(tape, 1)
    assert len(steps) == len(costs) == 201
    assert (steps[0], steps[-1]) == (0, 900)


def test_a_tolerance_is_in_the_loss_that_the_update_goes_down():
    """At y·z = 0.4 below the tolerance 1 the perceptron adds the sample: 0.6 lack."""
    data = Dataset([[1.0]], [1])
    tape = recorded(
        data, "perceptron", tolerance=1.0, start=((0.4, 0.0),), offset=False, epochs=1,
        learning_rate=0.1,
    )  # fmt: skip
    rule = learner("perceptron")
    assert cost_of(tape.problem, rule, tape.problem.start).loss == pytest.approx(0.6)
    assert tape.epochs.cost.tolist() == [pytest.approx(0.5)]
    formula = rule.cost_formula(tape.recipe.rule_settings)
    assert plain(formula) == "J(w) = Σ max(0, 1 − y·z)"


def test_the_formula_says_how_often_the_penalty_counts():
    adaline, own = learner("adaline"), Recipe("adaline", strength=0.1).rule_settings
    assert plain(adaline.cost_formula(own)) == "J(w) = ½·Σ (y − z)² + λ/2·‖w‖²"
    assert plain(adaline.cost_formula(own, steps=7, weighted=True)) == (
        "J(w) = ½·Σ s·(y − z)² + 7·λ/2·‖w‖²"
    )
    svm = learner("linear-svm").cost_formula(steps=7)
    assert plain(svm) == "J(w) = 1/n·Σ max(0, 1 − y·z) + λ/2·‖w‖²"


def test_train_tells_the_cost_and_writes_its_columns(tmp_path, capsys):
    table, curve = tmp_path / "points.csv", tmp_path / "curve.csv"
    table.write_text("x,class\n1,a\n2,a\n-1,b\n-3,b\n")
    call = ["train", str(table), "--learner", "adaline", "--epochs", "3"]
    assert main([*call, "--strength", "0.5", "--curve", str(curve)]) == 0
    (line,) = [
        line for line in capsys.readouterr().out.splitlines() if line[:5] == "cost:"
    ]
    last = dict(
        zip(*(row.split(",") for row in curve.read_text().split()[::3]), strict=True)
    )
    cost, penalty, loss = (float(last[key]) for key in ("cost", "penalty", "loss"))
    assert line == (
        "cost: J(w) = ½·Σ (y − z)² + 4·λ/2·‖w‖² = "
        f"{cost:.6g} ({loss:.6g} + {penalty:.6g})"
    )
    assert cost == pytest.approx(loss + penalty)
    assert main([*call, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)["cost"]
    assert facts["formula"] == "J(w) = ½·Σ (y − z)²" and facts["penalty"] == 0
