"""What samples added sums up to the weights: of every learner, as its tape has them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.errors import Cancelled, UserError
from engine.learners import learner, learners
from engine.steps.contributions import contributions
from engine.steps.rule_steps import rule_steps

LINEAR = [
    name for name, rule in learners().items() if rule.is_linear and not rule.by_hand
]
WAYS = (
    {},
    {"batch_size": 3},
    {"batch_size": 0},
    {"averaged": True},
    {"averaged": True, "batch_size": 4},
    {"start": "random", "seed": 3},
    {"order": "shuffled"},
    {"standardise": True},
    {"offset": False},
    {"class_weight": "balanced"},
    {"strength": 0.4},
)
"""Where a learner has such a setting."""


def run(name, way, n_classes, seed):
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(3, 14)), int(rng.integers(1, 12))
    y = np.r_[np.arange(n_classes), rng.integers(0, n_classes, n)]
    X = rng.normal(size=(len(y), d)).round(1)
    known = {key: v for key, v in way.items() if learner(name).declares(key)}
    tape = Tape(Dataset(X, y), Recipe(name, epochs=3, **known))
    tape.extend()
    return tape


@pytest.mark.parametrize("name", LINEAR)
@settings(max_examples=20)
@given(
    st.sampled_from(WAYS), st.sampled_from([2, 3]), st.integers(0, 99), st.integers(0)
)
def test_they_sum_up_to_the_weights_and_to_every_score(name, way, classes, seed, at):
    tape = run(name, way, classes, seed)
    step = at % (tape.steps + 1)
    made = contributions(tape, step, contributions(tape, step // 2))
    frame = tape.frame(step)
    weights = frame.used if made.averaged else frame.weights
    size = max(1.0, np.abs(weights).max())
    np.testing.assert_allclose(made.weights, weights, rtol=0, atol=1e-10 * size)
    phi = np.random.default_rng(at % 1000).normal(size=tape.problem.X.shape[1])
    total = made.to_scores(phi).sum(axis=1) + made.start_to_scores(phi)
    score = weights[:, :-1] @ phi + weights[:, -1]
    np.testing.assert_allclose(total, score, rtol=0, atol=1e-9 * size)
    pulled = made.to_weights(0).sum(axis=0) + made.start[0]
    np.testing.assert_allclose(pulled, weights[0], rtol=0, atol=1e-10 * size)


def test_of_a_perceptron_they_count_the_mistakes_on_each_sample():
    """w = Σ αᵢ yᵢ xᵢ: the classic dual form."""
    tape = run("perceptron", {}, 2, seed=5)
    made = contributions(tape, tape.steps)
    alpha, latest = np.zeros(len(tape.data.X)), np.zeros(len(tape.data.X), int)
    for frame in tape.frames(1, tape.steps):
        if frame.update:
            alpha[frame.rows] += 1
            latest[frame.rows] = frame.step
    y = 2 * tape.data.y - 1
    np.testing.assert_array_equal(made.of_weights[0], alpha * y)
    np.testing.assert_array_equal(made.of_offset, made.of_weights)
    np.testing.assert_array_equal(made.updates, alpha)
    np.testing.assert_array_equal(made.latest, latest)


def test_with_a_decay_what_was_added_early_has_shrunk_by_hand():
    """η = 1, λ = 0.5, hinge: x₁ is added, halved as x₂ is added; b is not halved."""
    recipe = Recipe(
        "linear-svm", schedule="constant", learning_rate=1.0, strength=0.5, epochs=1
    )
    tape = Tape(Dataset([[1.0], [-0.5]], [1, 0]), recipe)
    tape.extend()
    made = contributions(tape, 2)
    assert made.of_weights.tolist() == [[0.5, -1.0]]
    assert made.of_offset.tolist() == [[1.0, -1.0]]


@pytest.mark.parametrize(("name", "way"), [("linear-svm", {}), ("perceptron", {})])
def test_the_steps_made_again_are_those_of_the_tape_to_the_bit(name, way):
    tape = run(name, way, 3, seed=8)
    for made in rule_steps(tape, 0, tape.steps):
        assert made.weights == tape.frame(made.step).weights.tolist()


def test_what_cannot_be_followed_says_why(monkeypatch):
    data = Dataset([[0.0, 1.0], [1.0, 0.0]], [0, 1])
    by_hand = Tape(data, Recipe("manual-neuron"))
    by_hand.extend()
    with pytest.raises(UserError, match="set by hand"):
        contributions(by_hand, by_hand.steps)
    monkeypatch.setattr("engine.steps.rule_steps.MOST_VISITS", 30)
    long = Tape(data, Recipe("adaline", learning_rate=0.1, epochs=20))
    long.extend()
    with pytest.raises(UserError, match="30 steps at most"):
        contributions(long, long.steps)
    assert contributions(long, 31, contributions(long, 20)).step == 31
    with pytest.raises(Cancelled):
        contributions(long, 10, stop=lambda: True)
