"""A branch: the parent up to a step, then an independent run from its very state."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Branch, Dataset, Recipe, Tape
from engine.data import gallery
from engine.errors import UserError
from engine.training import tape as tape_module
from tests.engine.training.test_tape import assert_same_frame, frames, runs

few = settings(deadline=None, max_examples=40)
ENDLESS = {"stop_without_mistake": False}


def recorded(data, recipe, branch=None, work=None):
    with pytest.MonkeyPatch.context() as patch:
        if work:
            patch.setattr(tape_module, "CHUNK_WORK", work)
        tape = Tape(data, recipe, branch=branch)
    tape.extend()
    return tape


def clouds(n=30, seed=0, classes=2):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % classes
    return Dataset(rng.normal(size=(n, 2)) + 0.7 * y[:, None], y)


@given(runs(), st.integers(0, 45), st.sampled_from(["seed", "target_error", "c1"]))
@few
def test_what_has_no_effect_changes_no_bit(run, step, idle):
    data, recipe, work = run
    if recipe.order == "shuffled" and idle == "seed":
        idle = "c1"
    changed = recipe.replace(**{idle: 77 if idle == "seed" else 0.0 + (idle == "c1")})
    plain = recorded(data, recipe, work=work)
    step = min(step, max(plain.steps - 1, 0))
    branched = recorded(data, changed, Branch(recipe, step), work)
    if idle == "target_error":
        assert_prefix(branched, plain, step)
        return
    assert (branched.steps, branched.reason) == (plain.steps, plain.reason)
    assert_prefix(branched, plain, plain.steps)
    for name, values in vars(plain.epochs).items():
        np.testing.assert_array_equal(values, getattr(branched.epochs, name))


def assert_prefix(branched, plain, until):
    for k in range(until + 1):
        assert_same_frame(branched.frame(k), plain.frame(k))


def test_an_unchanged_recipe_is_the_run_itself():
    data, recipe = gallery.two_clusters(), Recipe(epochs=5)
    plain, branched = recorded(data, recipe), recorded(data, recipe, Branch(recipe, 7))
    assert (branched.steps, branched.branched_at) == (plain.steps, None)
    assert_prefix(branched, plain, plain.steps)


@given(runs(), st.integers(0, 45), st.sampled_from([0.25, 2.0]), st.randoms())
@few
def test_after_the_branch_it_is_a_loop_by_hand(run, step, eta, random):
    data, before, work = run
    before = before.replace(stop_without_mistake=False)
    if before.learner == "adaline":
        eta = 0.0625
    after = before.replace(learning_rate=eta, epochs=before.epochs + 2)
    parent = recorded(data, before)
    tape = recorded(data, after, Branch(before, step), work)
    left = min(step, parent.steps)
    assert tape.steps == recorded(data, after).steps
    assert_prefix(tape, parent, left)
    frame = tape.frame(left)
    size = before.get("batch_size", 1) or data.n_samples
    signs = np.where(data.y[:, None] == classes(data), 1.0, -1.0)
    X = np.column_stack([data.X, np.full(data.n_samples, float(before.offset))])
    weights, mistakes = frame.weights, frame.mistakes
    for k in range(left + 1, tape.steps + 1):
        frame = tape.frame(k)
        rows = frame.rows
        assert 1 <= len(rows) <= size
        scores = X[rows] @ weights.T
        wrong = signs[rows] * scores <= 0
        pull = wrong * signs[rows]
        if before.learner == "adaline":
            pull = signs[rows] - scores
        weights = weights + eta * pull.T @ X[rows]
        np.testing.assert_allclose(frame.weights, weights, rtol=1e-9, atol=1e-12)
        assert frame.learning_rate == eta
        weights = frame.weights
        mistakes += frame.mistake if len(rows) == 1 else 0
        if size == 1:
            assert frame.mistakes == mistakes
    expected = frames(tape)
    for k in random.sample(range(tape.steps + 1), tape.steps + 1):
        assert_same_frame(tape.frame(k), expected[k])


def classes(data):
    return [1] if data.n_outputs == 1 else np.arange(data.n_outputs)


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("perceptron", {}),
        ("averaged-perceptron", {}),
        ("voted-perceptron", {}),
        ("pocket-perceptron", {}),
        ("adaline", {"batch_size": 7}),
        ("linear-svm", {"averaged": True}),
    ],
)
@pytest.mark.parametrize("epochs", [1, 3])
def test_from_an_epochs_end_it_is_a_run_that_goes_on(name, own, epochs):
    data = clouds(classes=3)
    eta = 0.02 if name == "adaline" else 0.5
    before = Recipe(name, epochs=epochs, learning_rate=eta, schedule="constant", **own)
    if "stop_without_mistake" in dict(before):
        before = before.replace(**ENDLESS)
    after = before.replace(learning_rate=eta / 2, epochs=5)
    first = recorded(data, before)
    second = Tape(data, after, after=first.checkpoint())
    second.extend()
    tape = recorded(data, after, Branch(before, first.steps), work=700)
    for k in (1, 6, second.problem.steps_per_epoch * 2):
        frame, other = tape.frame(first.steps + k), second.frame(k)
        assert frame.rows.tolist() == other.rows.tolist()
        for part in ("weights", "weights_before", "used", "used_before", "scores"):
            np.testing.assert_array_equal(getattr(frame, part), getattr(other, part))
        assert frame.learning_rate == other.learning_rate
        assert (
            tape.model_of(frame).training_error == second.model_of(other).training_error
        )
    done = len(first.epochs)
    for part in ("mistakes", "training_error", "loss"):
        values = getattr(tape.epochs, part)
        np.testing.assert_array_equal(values[:done], getattr(first.epochs, part))
        rest = getattr(second.epochs, part)[: 5 - done]
        np.testing.assert_array_equal(values[done:], rest)


def test_the_schedule_counts_all_steps():
    data = clouds(10)
    before = Recipe(epochs=2, **ENDLESS)
    after = before.replace(schedule="inverse", c1=6.0, c2=2.0)
    tape = recorded(data, after, Branch(before, 13))
    rates = [tape.frame(k).learning_rate for k in (0, 1, 13, 14, 20)]
    assert rates == [1.0, 1.0, 1.0, 6 / 16, 6 / 22]


def test_a_parent_that_ends_sooner_is_left_at_its_end():
    data = Dataset([[1.0, 1.0], [2.0, 1.5], [-1.0, -0.5]], [1, 1, 0])
    before = Recipe(epochs=20)
    parent = recorded(data, before)
    assert parent.converged
    after = Recipe("adaline", epochs=20, learning_rate=0.001)
    tape = recorded(data, after, Branch(before, parent.steps + 500))
    assert tape.branched_at == parent.steps
    assert_prefix(tape, parent, parent.steps)
    assert tape.steps == 20 * data.n_samples
    assert tape.frame(parent.steps + 1).learning_rate == 0.001
    assert len(tape.epochs) == 20


def test_fewer_epochs_than_made_end_it_at_the_branch():
    data = clouds(10)
    before = Recipe(epochs=20, **ENDLESS)
    tape = recorded(data, before.replace(epochs=2), Branch(before, 57))
    assert (tape.steps, tape.finished) == (57, True)
    assert len(tape.epochs) == 5


def test_it_can_leave_a_parent_that_diverges():
    data = clouds(20)
    before = Recipe("adaline", learning_rate=50.0, epochs=50)
    parent = recorded(data, before)
    assert "diverged" in parent.reason
    after = before.replace(learning_rate=1e-4)
    early = recorded(data, after, Branch(before, 3))
    assert early.steps == 1000
    late = recorded(data, after, Branch(before, 900))
    assert late.branched_at == parent.steps
    assert_prefix(late, parent, parent.steps)
    worse = recorded(data, before.replace(learning_rate=60.0), Branch(before, 3))
    assert "diverged" in worse.reason


def test_settled_is_measured_from_the_parents_last_epoch():
    data = clouds(10)
    before = Recipe("adaline", learning_rate=0.01, epochs=50)
    after = before.replace(least_change=1e-6, seed=1)
    moved = np.linalg.norm(
        recorded(data, before).frame(20).weights
        - recorded(data, before).frame(10).weights
    )
    tape = recorded(data, after.replace(least_change=moved * 1.001), Branch(before, 15))
    assert tape.steps == 20
    assert "settled" in tape.reason
    tape = recorded(data, after.replace(least_change=moved * 0.999), Branch(before, 15))
    assert tape.steps > 20


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (Recipe(), Recipe(squares=True), "Squared features"),
        (Recipe(), Recipe(offset=False), "Offset b"),
        (Recipe(), Recipe(standardise=True), "Standardise"),
        (Recipe(), Recipe(features="x1"), "its features"),
        (Recipe(), Recipe("adaline", batch_size=4), "batch size, 1"),
        (Recipe(), Recipe("averaged-perceptron"), "which weights"),
    ],
)
def test_what_must_stay_is_said(before, after, said):
    data = gallery.two_clusters()
    with pytest.raises(UserError, match=said):
        Tape(data, after, branch=Branch(before, 5))
    fitted = Branch(before, 5).fitted(after)
    if "its features" in said or said in ("Squared features", "Offset b"):
        assert Tape(data, after.replace(seed=3), branch=fitted).branched_at == 5


@pytest.mark.parametrize(("step", "epoch"), [(13, 2), (20, 2), (300, 6)])
def test_it_tells_where_its_recipe_has_an_epoch_of_its_own(step, epoch):
    data, before = clouds(10), Recipe(epochs=6, **ENDLESS)
    after = before.replace(epochs=1, learning_rate=0.25)
    short = Tape(data, after, branch=Branch(before, step))
    assert short.own_epoch() is None
    short.extend()
    assert short.own_epoch()[0] == epoch
    longer = recorded(data, after.replace(epochs=9), Branch(before, step))
    begun, weights = longer.own_epoch()
    assert begun == epoch
    np.testing.assert_array_equal(weights, longer.frame(10 * epoch).weights)
    np.testing.assert_array_equal(weights, short.own_epoch()[1])
    plain = recorded(data, before)
    assert plain.own_epoch()[0] == 0
    np.testing.assert_array_equal(plain.own_epoch()[1], plain.frame(0).weights)


def test_each_step_knows_the_learner_and_the_settings_that_made_it():
    before = Recipe(epochs=3, **ENDLESS)
    after = before.replace(learner="adaline", learning_rate=0.25)
    tape = recorded(clouds(), after, Branch(before, 40))
    assert [tape.learner_at(k) for k in (0, 40, 41)] == [
        "perceptron", "perceptron", "adaline",
    ]  # fmt: skip
    assert [tape.problem_at(k).plan.eta for k in (0, 40, 41)] == [1.0, 1.0, 0.25]
    assert [tape.model(k).learner for k in (40, 41)] == ["perceptron", "adaline"]


@pytest.mark.parametrize("step", [0, 3, 7])
def test_a_short_branch_is_the_parent_and_then_a_loop_by_hand(step):
    """As above for any run, for one that is quick without the compiler too."""
    rng = np.random.default_rng(step)
    X, y = rng.integers(-3, 4, (5, 2)), np.arange(5) % 2
    before = Recipe(epochs=2, order="given", learning_rate=1.0, **ENDLESS)
    after = before.replace(learning_rate=0.25, epochs=3)
    parent = recorded(Dataset(X, y), before)
    tape = recorded(Dataset(X, y), after, Branch(before, step), 10)
    assert (tape.steps, tape.branched_at) == (15, step)
    weights = parent.frame(step).weights[0].copy()
    for k in range(1, 16):
        if k > step:
            x, sign = np.append(X[(k - 1) % 5], 1.0), 2 * y[(k - 1) % 5] - 1
            weights += 0.25 * sign * x * (sign * (x @ weights) <= 0)
            assert tape.frame(k).weights[0].tolist() == weights.tolist()
            assert tape.frame(k).learning_rate == 0.25
        else:
            assert_same_frame(tape.frame(k), parent.frame(k))
            assert tape.model(k).recipe == before.to_dict()
    left = {"recipe": before.to_dict(), "step": step}
    assert tape.model(15).recipe == after.to_dict() | {"branched_from": left}
    assert tape.model(step).recipe == before.to_dict()
    grown = [k for k in range(1, 16) if tape.frame(k).update]
    for k in range(16):
        assert tape.next_update(k) == min((s for s in grown if s > k), default=None)
        assert tape.previous_update(k) == max((s for s in grown if s < k), default=None)


@pytest.mark.parametrize("step", [0, 11, 60, 150])
def test_weights_set_by_hand_are_what_it_goes_on_from(step):
    """The perceptron by a loop; within a chunk, at its end, at the end of the run."""
    data, recipe = clouds(), Recipe("perceptron", epochs=5, **ENDLESS)
    plain = recorded(data, recipe)
    branch = Branch(recipe, step, (1.5, -0.25, 0.5))
    tape = recorded(data, recipe, branch, work=20)
    assert (tape.branched_at, tape.steps) == (step, 150)
    w = np.array(branch.weights)
    assert tape.frame(step).used.tolist() == [[*branch.weights]]
    if step:  # which the run that is left has made
        assert_prefix(tape, plain, step - 1)
        np.testing.assert_array_equal(
            tape.frame(step).weights, plain.frame(step).weights
        )
    made = {}
    for k in range(step + 1, 151):
        x, y = np.append(data.X[(k - 1) % 30], 1.0), 2 * data.y[(k - 1) % 30] - 1
        w = w + (y * x if y * (w @ x) <= 0 else 0)
        made[k] = w
    for k in [*made][::-7]:  # back, as one seeks
        np.testing.assert_allclose(tape.frame(k).weights, [made[k]], rtol=1e-12)
    with pytest.raises(UserError, match="as many weights"):
        Tape(data, recipe, branch=Branch(recipe, 3, (1.0,)))
