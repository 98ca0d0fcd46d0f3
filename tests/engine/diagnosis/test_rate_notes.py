"""From zero, twice the learning rate is twice the weights, and no more."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Branch, Dataset, Recipe, Tape
from engine.data import gallery
from engine.diagnosis.rate_notes import rate_only_scales
from engine.learners import learners


def recorded(name, eta, **settings):
    tape = Tape(gallery.xor(), Recipe(name, learning_rate=eta, epochs=5, **settings))
    tape.extend()
    return tape


@pytest.mark.parametrize(
    "name", [n for n, learner in learners().items() if not learner.by_hand]
)
def test_where_it_is_said_another_rate_makes_the_same_mistakes(name):
    if "learning_rate" not in dict(Recipe(name)):
        return
    settings = {"schedule": "constant"} if name == "linear-svm" else {}
    first, other = recorded(name, 0.5, **settings), recorded(name, 2.0, **settings)
    mistakes = [
        [t.frame(k).mistake for k in range(t.steps + 1)] for t in (first, other)
    ]
    weights = [t.frame(t.steps).weights for t in (first, other)]
    scaled = mistakes[0] == mistakes[1] and np.array_equal(4 * weights[0], weights[1])
    if rate_only_scales(first):
        assert scaled
    else:
        assert not np.array_equal(4 * weights[0], weights[1])


def test_it_is_not_so_with_a_tolerance_or_a_schedule():
    assert rate_only_scales(recorded("perceptron", 0.5))
    for other in (
        {"tolerance": 1}, {"schedule": "inverse"}, {"start": "random"},
        {"least_change": 0.1},
    ):  # fmt: skip
        assert not rate_only_scales(recorded("perceptron", 0.5, **other))


def test_after_a_branch_it_is_not_said():
    before = Recipe("perceptron", learning_rate=0.5, epochs=5)
    branch = Branch(before, 0)
    after = Tape(gallery.xor(), before.replace(learning_rate=3.0), branch=branch)
    after.extend()
    assert not rate_only_scales(after)


@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, 10**6),
    st.sampled_from([0.1, 0.3, 1.0]),
    st.sampled_from([
        "perceptron", "averaged-perceptron", "pocket-perceptron", "voted-perceptron",
        "perceptron-criterion",
    ]),
    st.sampled_from([2, 3]),
)  # fmt: skip
def test_twice_the_rate_is_exactly_twice_the_weights(seed, eta, name, classes):
    """Also where 0.1 for 1 makes other mistakes, on samples of whole numbers."""
    rng = np.random.default_rng(seed)
    y = [*range(classes), *rng.integers(0, classes, 4)]
    data = Dataset(rng.integers(-3, 4, (len(y), 2)), y)
    both = [
        Tape(data, Recipe(name, learning_rate=rate, epochs=20))
        for rate in (eta, 2 * eta)
    ]
    for tape in both:
        tape.extend()
    assert all(map(rate_only_scales, both))
    first, other = both
    assert first.steps == other.steps
    assert first.epochs.mistakes.tolist() == other.epochs.mistakes.tolist()
    for tape in both:
        assert tape.finished
    ends = [tape.frame(tape.steps).used for tape in both]
    np.testing.assert_array_equal(2 * ends[0], ends[1])


def test_another_rate_is_rounded_and_may_make_other_mistakes():
    data = Dataset([[0, -2], [0, -3]], [1, 0])
    epochs = []
    for eta in (1.0, 2.0, 0.1):
        tape = Tape(data, Recipe("perceptron", learning_rate=eta, epochs=50))
        tape.extend()
        epochs.append(len(tape.epochs))
    assert epochs == [18, 18, 11]
