from __future__ import annotations

import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.families.network.backpropagation import backpropagate
from engine.families.network.layers import ACTIVATIONS
from engine.learners import learner
from engine.spaces.cost import cost_of
from engine.steps.explanation import explain
from engine.steps.step_formulas import as_text
from engine.training import tape as tape_module
from engine.training.compiled.compiler import Loop, compiled, interpreted
from engine.training.compiled.tiered_loops import run_loop
from engine.training.problem import problem

NAME = "multi-layer-perceptron"
RULE = learner(NAME)
XOR = Dataset([[0.0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
LEARNED = ("tanh", "sigmoid", "relu")


def recorded(data, **settings):
    tape = Tape(data, Recipe(NAME, **settings))
    tape.extend()
    return tape


def layers_at(tape, k):
    d = tape.problem.X.shape[1]
    return RULE.layers(tape.frame(k).weights, d, tape.problem.settings)


def clouds(classes, n=60, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % classes)
    X = rng.normal(size=(n, 2))
    X[:, 0] += y
    return Dataset(X, y)


class Given(MLPClassifier):
    """scikit-learn's, from given weights."""

    start = ()

    def _init_coef(self, fan_in, fan_out, dtype):
        layer = next(self.start)
        return layer[:, :-1].T.copy(), layer[:, -1].copy()


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("hidden", [(4,), (5, 3)])
@pytest.mark.parametrize("batch", [1, 0])
@pytest.mark.parametrize("momentum", [0.0, 0.9])
@pytest.mark.parametrize(
    ("alpha", "activation"), [(0.0, "tanh"), (0.01, "sigmoid"), (0.01, "relu")]
)
def test_it_agrees_with_scikit_learn(
    classes, hidden, batch, momentum, alpha, activation
):
    """Its alpha is divided by the number of samples in a step: ours is λ."""
    data = clouds(classes)
    m = batch or data.n_samples
    tape = recorded(
        data, epochs=20, learning_rate=0.02, batch_size=batch, momentum=momentum,
        strength=alpha / m, hidden=hidden[0], second=[*hidden, 0][1],
        activation=activation,
    )  # fmt: skip
    theirs = Given(
        hidden, activation={"sigmoid": "logistic"}.get(activation, activation),
        solver="sgd", alpha=alpha, batch_size=m, learning_rate_init=0.02, max_iter=20,
        shuffle=False, momentum=momentum, nesterovs_momentum=False, tol=0.0,
        n_iter_no_change=100,
    )  # fmt: skip
    theirs.start = iter(layers_at(tape, 0))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        theirs.fit(data.X, data.y)
    for ours, coef, offset in zip(
        layers_at(tape, tape.steps), theirs.coefs_, theirs.intercepts_, strict=True
    ):
        np.testing.assert_allclose(ours[:, :-1].T, coef, rtol=0, atol=1e-9)
        np.testing.assert_allclose(ours[:, -1], offset, rtol=0, atol=1e-9)


NUMBERS = st.floats(-2, 2).map(lambda number: round(number, 3))


@given(data=st.data())
def test_a_step_goes_down_the_gradient(data):
    """Against differences of the cost; away from the kinks of relu."""
    classes = data.draw(st.integers(2, 4))
    d, n = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 5))
    rows = st.lists(NUMBERS, min_size=d, max_size=d)
    X = data.draw(st.lists(rows, min_size=n, max_size=n))
    y = data.draw(st.lists(st.integers(0, classes - 1), min_size=n, max_size=n))
    weighted = data.draw(
        st.none() | st.lists(st.floats(0.5, 2), min_size=n, max_size=n)
    )
    samples = Dataset(X, y, class_names="abcd"[:classes], sample_weights=weighted)
    recipe = Recipe(
        NAME, batch_size=0, epochs=1, learning_rate=1.0,
        seed=data.draw(st.integers(0, 99)),
        hidden=data.draw(st.integers(1, 4)), second=data.draw(st.integers(0, 3)),
        activation=data.draw(st.sampled_from(LEARNED)),
        strength=data.draw(st.sampled_from([0.0, 0.1])),
    )  # fmt: skip
    tape = Tape(samples, recipe)
    tape.extend()
    w, posed = tape.problem.start, tape.problem
    if recipe.activation == "relu":
        step = explain(tape, tape.frame(1))
        kinks = step.before.forward.inputs[:-1]
        if min(abs(z).min() for z in kinks) < 1e-3:
            return
    away = 1e-6
    ahead, behind = (
        np.array([
            cost_of(posed, RULE, w + sign * away * unit).total
            for unit in np.eye(w.size)
        ])
        for sign in (1, -1)
    )  # fmt: skip
    gradient = (ahead - behind) / (2 * away)
    moved = tape.frame(1).weights - w
    np.testing.assert_allclose(moved, -gradient, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("activation", LEARNED)
@pytest.mark.parametrize(
    ("classes", "n", "batch", "hidden", "second"),
    [(2, 30, 4, 4, 3), (3, 30, 4, 4, 3), (2, 90, 70, 8, 2)],
    ids=["two", "three", "wide and of two blocks"],
)
def test_compiled_and_interpreted_come_to_the_same(
    activation, classes, n, batch, hidden, second
):
    """To the last bits, in which a fused product may differ in no rule."""
    data = clouds(classes, n=n)
    weights = []
    for make in (compiled, interpreted):
        with pytest.MonkeyPatch.context() as patch:
            run = make(Loop("run", NAME))
            patch.setattr(
                run_loop(NAME).__class__, "for_work", lambda *_, run=run, **__: run
            )
            patch.setattr(run_loop(NAME).__class__, "compiled", lambda _, run=run: run)
            tape = recorded(
                data, epochs=3, activation=activation, hidden=hidden, second=second,
                momentum=0.5, batch_size=batch, strength=0.01, order="shuffled",
            )  # fmt: skip
            weights.append(tape.frame(tape.steps).weights)
    np.testing.assert_array_equal(*weights)


def test_a_step_by_hand():
    """One hidden unit, sigmoid, x = 2, t = 1: all by the formulas of 1986."""
    start = ((0.5, -1.0), (2.0, 0.0))
    tape = recorded(
        Dataset([[2.0], [0.0]], [1, 0]), hidden=1, activation="sigmoid", start=start,
        learning_rate=0.1, epochs=1,
    )  # fmt: skip
    a = 0.5  # σ(0.5·2 − 1)
    p = 1 / (1 + np.exp(-2 * a))
    delta = 1 - p
    hidden = a * (1 - a) * 2.0 * delta
    assert tape.frame(0).weights.tolist() == [0.5, -1.0, 2.0, 0.0]
    assert tape.frame(1).weights.tolist() == pytest.approx([
        0.5 + 0.1 * hidden * 2, -1 + 0.1 * hidden,
        2 + 0.1 * delta * a, 0.1 * delta,
    ])  # fmt: skip


def test_three_units_by_hand_solve_xor():
    """OR, NAND, and both of them."""
    start = ((9, 9, -4), (-9, -9, 13), (9, 9, -13))
    tape = Tape(XOR, Recipe(NAME, hidden=2, activation="sigmoid", start=start))
    assert tape.model(0).predict(XOR.X).tolist() == XOR.y.tolist()
    assert tape.model(0).training_error == 0


def test_a_start_of_other_layers_is_refused():
    message = "3 rows of 2 weights and an offset, then 1 row of 3 weights and an offset"
    with pytest.raises(UserError, match=message):
        Tape(XOR, Recipe(NAME, hidden=3, start=((1, 2, 3),)))


def test_from_zero_all_units_stay_alike():
    tape = recorded(clouds(2), start="zero", epochs=5)
    first, _ = layers_at(tape, tape.steps)
    assert (first == first[0]).all()


@pytest.mark.parametrize("activation", LEARNED)
def test_a_random_start_is_glorot_s_or_he_s(activation):
    data = Dataset(np.zeros((1, 3)), [0], class_names="ab")
    wanted = {"hidden": 16, "second": 16, "activation": activation, "epochs": 1}
    layers, again = (
        layers_at(Tape(data, Recipe(NAME, seed=seed, **wanted)), 0) for seed in (1, 1)
    )
    for (n, m), layer, same in zip(
        [(3, 16), (16, 16), (16, 1)], layers, again, strict=True
    ):
        reach = np.sqrt(6 / (n if activation == "relu" else n + m))
        assert layer.shape == (m, n + 1)
        assert np.abs(layer).max() <= reach
        assert m == 1 or np.abs(layer).max() > 0.8 * reach
        np.testing.assert_array_equal(layer, same)


def test_without_an_offset_there_is_none_in_any_layer():
    tape = recorded(clouds(3), second=3, offset=False, epochs=2)
    for layer in layers_at(tape, tape.steps):
        assert not layer[:, -1].any()


def test_momentum_is_replayed_to_the_bit():
    wanted = {"epochs": 4, "momentum": 0.9, "order": "shuffled", "second": 2}
    whole = recorded(clouds(2), **wanted)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tape_module, "CHUNK_WORK", 40)
        patch.setattr(tape_module, "INTERPRETED_CHUNK_WORK", 40)
        patch.setattr(tape_module, "KEYFRAME_BYTES", 0)
        thinned = Tape(clouds(2), Recipe(NAME, **wanted))
        while not thinned.finished:
            thinned.extend(max_seconds=0)
    for k in (1, 17, 100, 239):
        np.testing.assert_array_equal(whole.frame(k).weights, thinned.frame(k).weights)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("standardise", [False, True])
def test_frames_and_models_give_the_loops_scores(classes, standardise):
    data = clouds(classes)
    tape = recorded(data, epochs=3, standardise=standardise, squares=True)
    frame = tape.frame(40)
    before = tape.model_before(frame)
    np.testing.assert_allclose(frame.scores, before.scores(data.X[frame.rows]))
    run = before.forward(data.X)
    np.testing.assert_allclose(run.scores, before.scores(data.X))
    # In data units the first layer gives the same inputs.
    phi = before.features.transform(data.X)
    first = before.layers[0]
    np.testing.assert_allclose(phi @ first[:, :-1].T + first[:, -1], run.inputs[0])
    wrong = tape.model().mistaken(data.X, data.y).mean()
    assert wrong == tape.epochs.training_error[-1] == tape.model().training_error


def test_a_slice_scores_as_the_whole():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 3))
    tape = recorded(Dataset(X, rng.integers(0, 2, 30)), squares=True, standardise=True)
    model, held = tape.model(), np.array([0.5, -1.0, 2.0])
    at = np.tile(held, (5, 1))
    at[:, [0, 2]] = rng.normal(size=(5, 2))
    np.testing.assert_allclose(
        model.on_slice(held, (0, 2)).scores(at), model.scores(at), atol=1e-12
    )


@pytest.mark.parametrize("activation", LEARNED)
@pytest.mark.parametrize("batch", [1, 7])
def test_back_propagation_gives_what_the_loops_add(activation, batch):
    data = Dataset(clouds(3).X, clouds(3).y, sample_weights=np.linspace(0.5, 2, 60))
    tape = recorded(
        data, epochs=1, second=3, activation=activation, batch_size=batch,
        class_weight="balanced", learning_rate=0.3,
    )  # fmt: skip
    for k in (1, tape.steps):
        step = explain(tape, tape.frame(k))
        for share, change in zip(step.shares, step.changes, strict=True):
            np.testing.assert_allclose(share, change, atol=1e-14)
        assert not any(carried.any() for carried in step.carried)


def test_what_momentum_carries_is_what_the_step_before_changed():
    tape = recorded(clouds(2), epochs=1, momentum=0.9, strength=0.01)
    before, now = (explain(tape, tape.frame(k)) for k in (20, 21))
    for change, carried in zip(before.changes, now.carried, strict=True):
        np.testing.assert_allclose(0.9 * change, carried, atol=1e-14)


def test_back_propagation_of_given_layers():
    layers = (np.array([[1.0, -1.0, 0.0]]), np.array([[2.0, 0.5]]))
    passed = backpropagate(layers, "relu", np.array([[3.0, 1.0]]), np.array([0]))
    p = 1 / (1 + np.exp(-4.5))
    assert passed.forward.inputs[0].tolist() == [[2.0]]
    assert passed.forward.scores.tolist() == [[4.5]]
    assert passed.deltas[1].tolist() == [[pytest.approx(-p)]]
    assert passed.deltas[0].tolist() == [[pytest.approx(-2 * p)]]
    assert passed.totals[0].tolist() == [pytest.approx([-6 * p, -2 * p, -2 * p])]


def test_every_activation_has_the_loops_own():
    z = np.linspace(-800, 800, 4001)
    for place, name in enumerate(RULE.activations):
        settings = Recipe(NAME, activation=name).rule_settings
        assert settings.activation == place
        ours = [RULE.activate(number, settings) for number in z.tolist()]
        np.testing.assert_allclose(ours, ACTIVATIONS[name](z), atol=1e-15, rtol=1e-14)


def test_its_step_is_spelled_out_with_its_numbers():
    tape = recorded(XOR, hidden=2, epochs=1)
    text = as_text(explain(tape, tape.frame(1)))
    layers = layers_at(tape, 0)
    assert "h₁ = tanh(" in text
    assert "δ(h2) = (1 − " in text
    assert f"{layers[0][0, 0]:.5f}"[:6] in text
    assert "w(h1) ← " in text


def test_every_kind_of_step_is_spelled_out():
    kinds = itertools.product((2, 3), (1, 5), (0.0, 0.5), LEARNED)
    for classes, batch, momentum, activation in kinds:
        tape = recorded(
            clouds(classes), epochs=1, batch_size=batch, momentum=momentum, second=2,
            strength=0.1, activation=activation, class_weight="balanced",
        )  # fmt: skip
        text = as_text(explain(tape, tape.frame(3)))
        assert "nan" not in text


def test_a_branch_keeps_the_hidden_units():
    from engine.training.branch import Branch

    before = Recipe(NAME, hidden=3)
    Tape(XOR, before.replace(learning_rate=1.0), branch=Branch(before, 2)).extend()
    with pytest.raises(UserError, match="its hidden units"):
        Tape(XOR, before.replace(hidden=4), branch=Branch(before, 2))
    with pytest.raises(UserError, match="its learner"):
        Tape(XOR, Recipe("logistic-regression"), branch=Branch(before, 2))


def test_its_problem_is_posed_with_one_flat_start():
    posed = problem(XOR, Recipe(NAME, hidden=3, second=2))
    assert posed.start.shape == (3 * 3 + 2 * 4 + 3,)
