from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.training import tape as tape_module
from engine.training.kernel_runner import KernelRunner
from engine.training.loops.passes import BEST_ERRORS, CHECKED
from engine.training.problem import problem

few = settings(deadline=None, max_examples=60)


def recorded(data, recipe, work=None):
    """Record a run; a smaller `work` makes more and shorter chunks."""
    with pytest.MonkeyPatch.context() as patch:
        if work:
            patch.setattr(tape_module, "CHUNK_WORK", work)
        tape = Tape(data, recipe)
    tape.extend()
    return tape


def frames(tape):
    return [tape.frame(k) for k in range(tape.steps + 1)]


def assert_same_frame(frame, other):
    for name, value in vars(frame).items():
        np.testing.assert_array_equal(value, getattr(other, name), err_msg=name)


def straight_run(data, recipe, orders):
    """Run in plain Python: yield (rows, scores, mistake, weights) of every step."""
    classes = [1] if data.n_outputs == 1 else range(data.n_outputs)
    signs = np.array([np.where(data.y == c, 1.0, -1.0) for c in classes]).T
    X = np.column_stack([data.X, np.full(data.n_samples, float(recipe.offset))])
    weights = np.zeros((len(classes), X.shape[1]))
    size = recipe.get("batch_size", 1) or data.n_samples
    for order in orders:
        for first in range(0, len(order), size):
            rows = order[first : first + size]
            scores = X[rows] @ weights.T
            wrong = signs[rows] * scores <= 0
            pull = wrong * signs[rows]
            if recipe.learner == "adaline":
                pull = signs[rows] - scores
            weights = weights + recipe.learning_rate * pull.T @ X[rows]
            yield rows, scores, bool(wrong.any()), weights


@st.composite
def runs(draw, classes=(2, 3)):
    """Small data of whole numbers, a recipe for it, the size of the chunks."""
    n, d = draw(st.integers(1, 7)), draw(st.integers(1, 3))
    k = draw(st.sampled_from(classes))
    row = st.lists(st.integers(-3, 3), min_size=d, max_size=d)
    X = draw(st.lists(row, min_size=n, max_size=n))
    y = draw(st.lists(st.integers(0, k - 1), min_size=n, max_size=n))
    name = draw(st.sampled_from(["perceptron", "adaline"]))
    own = {"batch_size": draw(st.integers(0, 4))} if name == "adaline" else {}
    recipe = Recipe(
        name,
        epochs=draw(st.integers(1, 6)),
        learning_rate=draw(st.sampled_from([0.03125, 0.5])),
        order=draw(st.sampled_from(["given", "shuffled"])),
        seed=draw(st.integers(0, 99)),
        offset=draw(st.booleans()),
        stop_without_mistake=draw(st.booleans()),
        **own,
    )
    data = Dataset(X, y, class_names="ABC"[:k])
    return data, recipe, draw(st.sampled_from([1, 20, 60, None]))


@given(runs())
@few
def test_every_frame_is_the_straight_run_stopped_there(run):
    data, recipe, work = run
    tape = recorded(data, recipe, work)
    shown = frames(tape)
    visited = np.concatenate([frame.rows for frame in shown])
    orders = visited.reshape(-1, data.n_samples)
    assert (np.sort(orders) == np.arange(data.n_samples)).all()
    before = np.zeros((data.n_outputs, data.n_features + 1))
    exact = recipe.learner == "perceptron"  # whole numbers times a power of 2
    tolerance = {} if exact else {"rtol": 1e-9, "atol": 1e-12}
    same = np.testing.assert_array_equal if exact else np.testing.assert_allclose
    straight = list(straight_run(data, recipe, orders))
    assert len(straight) == tape.steps
    np.testing.assert_array_equal(shown[0].weights, before)
    for k, (rows, scores, mistake, weights) in enumerate(straight, start=1):
        frame = shown[k]
        assert frame.step == k
        assert frame.epoch == 1 + (k - 1) // (len(straight) // len(orders))
        assert frame.rows.tolist() == rows.tolist()
        same(frame.scores, scores, **tolerance)
        same(frame.weights, weights, **tolerance)
        same(frame.weights_before, before, **tolerance)
        if exact:
            assert frame.mistake == mistake
            assert frame.update == (weights != before).any()
        before = weights
        assert frame.learning_rate == recipe.learning_rate


@given(runs(), st.randoms())
@few
def test_frames_do_not_depend_on_the_slices_nor_on_the_order_of_reading(run, random):
    data, recipe, work = run
    whole = recorded(data, recipe)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tape_module, "CHUNK_WORK", work or 40)
        sliced = Tape(data, recipe)
    while not sliced.finished:
        sliced.extend(max_seconds=0)
        sliced.frame(random.randint(0, sliced.steps))
    assert (sliced.steps, sliced.reason) == (whole.steps, whole.reason)
    expected = frames(whole)
    for k in random.sample(range(whole.steps + 1), whole.steps + 1):
        assert_same_frame(sliced.frame(k), expected[k])
    for name, values in vars(whole.epochs).items():
        np.testing.assert_array_equal(values, getattr(sliced.epochs, name))


def test_epochs_are_measured_once_and_again_when_there_are_more():
    data = Dataset(np.eye(4)[:, :2], [0, 1, 0, 1])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tape_module, "CHUNK_WORK", 40)
        tape = Tape(data, Recipe(epochs=20, stop_without_mistake=False))
    tape.extend(max_seconds=0)
    first = tape.epochs
    assert tape.epochs is first
    tape.extend()
    assert len(tape.epochs) == 20 > len(first)
    assert tape.epochs is tape.epochs


@pytest.mark.parametrize("settings", [{}, {"learner": "adaline", "batch_size": 16}])
def test_a_long_run_comes_out_the_same_in_slices(settings):
    rng = np.random.default_rng(1)
    data = Dataset(rng.normal(size=(997, 3)), rng.integers(0, 2, 997))
    recipe = Recipe(order="shuffled", epochs=900, learning_rate=1e-3, **settings)
    whole, sliced = recorded(data, recipe), Tape(data, recipe)
    slices = 0
    while not sliced.finished:
        sliced.extend(max_seconds=0)
        slices += 1
    assert slices > 1
    assert whole.steps == sliced.steps == 900 * -(-997 // recipe.get("batch_size", 1))
    for k in rng.integers(0, whole.steps + 1, 60):
        assert_same_frame(whole.frame(int(k)), sliced.frame(int(k)))
    assert_same_frame(whole.frame(whole.steps), sliced.frame(whole.steps))


def counted(shown, name):
    return [frame.step for frame in shown[1:] if getattr(frame, name)]


@given(runs())
@few
def test_search_finds_what_a_scan_of_all_frames_finds(run):
    tape = recorded(*run)
    shown = frames(tape)
    searches = [
        ("mistake", tape.next_mistake, tape.previous_mistake),
        ("update", tape.next_update, tape.previous_update),
    ]
    for name, following, previous in searches:
        steps = counted(shown, name)
        for k in range(tape.steps + 1):
            assert following(k) == min((s for s in steps if s > k), default=None)
            assert previous(k) == max((s for s in steps if s < k), default=None)
    for k, frame in enumerate(shown):
        assert frame.updates == sum(step <= k for step in counted(shown, "update"))
    counts = tape.mistake_counts(range(tape.steps + 1))
    assert counts.tolist() == [frame.mistakes for frame in shown]


@given(runs())
@few
def test_epochs_add_up_what_the_frames_say(run):
    data, recipe, work = run
    tape = recorded(data, recipe, work)
    per_epoch = tape.steps // len(tape.epochs)
    totals = [tape.frame(e * per_epoch).mistakes for e in range(len(tape.epochs) + 1)]
    np.testing.assert_array_equal(tape.epochs.mistakes, np.diff(totals))
    for epoch, error in enumerate(tape.epochs.training_error, start=1):
        weights = tape.frame(epoch * per_epoch).weights
        scores = data.X @ weights[:, :-1].T + weights[:, -1]
        if np.abs(scores).min() < 1e-9 or data.n_outputs > 1:
            continue  # a tie by rounding can fall either way
        assert error == (np.sign(scores[:, 0]) != 2 * data.y - 1).mean()
    free = recipe.stop_without_mistake and 0 in tape.epochs.mistakes
    assert tape.converged == free
    last = tape.epochs.mistakes.tolist().index(0) + 1 if free else recipe.epochs
    assert len(tape.epochs) == last
    assert tape.reason.startswith(f"converged in epoch {last}" if free else "stopped")


@given(runs(classes=(3,)))
@few
def test_more_classes_are_one_run_against_the_rest_each(run):
    data, recipe, work = run
    recipe = recipe.replace(stop_without_mistake=False)
    tape = recorded(data, recipe, work)
    ones = [Dataset(data.X, data.y == c, class_names=("rest", "one")) for c in range(3)]
    singles = [recorded(binary, recipe) for binary in ones]
    for k in range(tape.steps + 1):
        frame, parts = tape.frame(k), [single.frame(k) for single in singles]
        np.testing.assert_array_equal(frame.rows, parts[0].rows)
        for row, part in enumerate(parts):
            np.testing.assert_array_equal(frame.weights[row], part.weights[0])
        assert frame.mistake == any(part.mistake for part in parts)
        assert frame.update == any(part.update for part in parts)
        scores = np.column_stack([part.scores for part in parts])
        np.testing.assert_allclose(frame.scores, scores, atol=1e-12)


def orders(n, epochs, seed=0, learner="perceptron", X=None, **settings):
    X = np.ones((n, 1)) if X is None else X
    recipe = Recipe(
        learner, order="shuffled", seed=seed, epochs=epochs,
        stop_without_mistake=False, **settings,
    )  # fmt: skip
    tape = recorded(Dataset(X, np.zeros(n)), recipe)
    return np.concatenate([frame.rows for frame in frames(tape)]).reshape(epochs, n)


@pytest.mark.smoke
def test_the_given_order_is_the_order_of_the_rows():
    tape = recorded(Dataset(np.ones((3, 1)), [0, 1, 0]), Recipe(epochs=2))
    assert [frame.rows.tolist() for frame in frames(tape)] == [[]] + 2 * [[0], [1], [2]]


def test_a_shuffled_order_depends_on_seed_and_epoch_only():
    first = orders(30, 5, seed=4)
    other = orders(30, 5, 4, "adaline", np.arange(120.0).reshape(30, 4), batch_size=7)
    np.testing.assert_array_equal(first, other)
    np.testing.assert_array_equal(first[:2], orders(30, 2, seed=4))


def test_orders_differ_between_epochs_and_seeds():
    seeds = (0, 1, 2, 3, 500, 2**31 - 1)
    seen = {tuple(order) for seed in seeds for order in orders(20, 20, seed=seed)}
    assert len(seen) == 20 * len(seeds)


def test_all_orders_are_equally_likely():
    """24 orders of 4 samples, 50 of each expected; χ² with 23 degrees of freedom."""
    shuffled = np.vstack([orders(4, 300, seed=seed) for seed in range(4)])
    _, counts = np.unique(shuffled, axis=0, return_counts=True)
    assert len(counts) == 24
    assert ((counts - 50) ** 2 / 50).sum() < 60


@pytest.mark.smoke
def test_it_says_how_far_it_is():
    data = Dataset([[1.0], [1.0]], [0, 1])
    tape = Tape(data, Recipe(epochs=3))
    assert (tape.steps, tape.finished, tape.reason) == (0, False, "")
    assert len(tape.epochs) == tape.frame(0).epoch == 0
    tape.extend()
    assert (tape.steps, tape.finished) == (6, True)
    assert tape.reason == "stopped at the limit of 3 epochs"
    assert [tape.epoch_of(k) for k in range(7)] == [0, 1, 1, 2, 2, 3, 3]
    tape.extend()
    assert tape.steps == 6


def test_steps_that_are_not_recorded_have_no_frame():
    tape = recorded(Dataset([[1.0], [2.0]], [0, 1]), Recipe(epochs=1))
    for k in (-1, 3):
        for read in (tape.frame, tape.model, tape.next_mistake, tape.previous_update):
            with pytest.raises(IndexError, match=rf"step {k} is not recorded: 0 … 2"):
                read(k)


def test_frames_cannot_spoil_the_tape():
    tape = recorded(Dataset([[1.0], [2.0]], [0, 1]), Recipe(epochs=1))
    for k in range(3):
        expected = tape.frame(k).weights.copy()
        tape.frame(k).weights[:] = 99
        tape.frame(k).weights_before[:] = 99
        np.testing.assert_array_equal(tape.frame(k).weights, expected)


def test_a_step_further_on_is_made_from_the_one_looked_at(monkeypatch):
    """Moving forward costs the steps between, however far the keyframe is."""
    rng = np.random.default_rng(0)
    data = Dataset(rng.normal(size=(50, 2)), rng.integers(0, 2, 50))
    tape = recorded(data, Recipe(epochs=40, stop_without_mistake=False))
    made, go = [], KernelRunner.go

    def counted(runner, state, until):
        made.append(until - state.step)
        return go(runner, state, until)

    monkeypatch.setattr(KernelRunner, "go", counted)
    looked_at = [tape.frame(k) for k in range(1000, 1100, 10)]
    assert sum(made) == 1090
    alone = recorded(data, tape.recipe)
    for frame in reversed(looked_at):
        assert_same_frame(frame, alone.frame(frame.step))


def test_without_samples_there_is_no_run():
    with pytest.raises(UserError, match="no samples"):
        Tape(Dataset(np.empty((0, 2)), []), Recipe())
    with pytest.raises(UserError, match="“x3” is not known"):
        Tape(Dataset([[1, 2]], [0]), Recipe(features=["x3"]))


def test_a_failure_ends_it_with_a_reason():
    tape = Tape(Dataset([[1.0]], [0]), Recipe())
    tape.end("no more")
    tape.extend()
    assert (tape.steps, tape.finished, tape.reason) == (0, True, "no more")


@pytest.mark.parametrize("name", ["perceptron", "adaline"])
def test_an_update_is_a_step_that_changed_the_weights(name):
    data = Dataset([[0.0, 0.0], [1.0, 1.0]], [0, 1])
    for frame in frames(recorded(data, Recipe(name, offset=False, epochs=2))):
        assert frame.update == (frame.weights != frame.weights_before).any()


def test_mistake_counts_of_a_long_run_end_with_all_mistakes():
    tape = recorded(Dataset([[1.0], [1.0]], [0, 1]), Recipe(epochs=180_000))
    counts = tape.mistake_counts([0, tape.steps])
    assert counts.tolist() == [0, tape.frame(tape.steps).mistakes]


def noisy(n):
    """Two classes that no line separates."""
    X = np.random.default_rng(0).normal(size=(n, 2))
    return Dataset(X, (X[:, 0] > 0) ^ (np.arange(n) % 3 == 0))


def test_marks_of_an_epoch_are_those_of_its_frames():
    data = noisy(40)
    tape = recorded(
        data, Recipe(epochs=4, order="shuffled", stop_without_mistake=False)
    )
    for epoch in (1, 3, 4):
        of_epoch = [tape.frame(k) for k in range(40 * epoch - 39, 40 * epoch + 1)]
        assert tape.mistaken(epoch).tolist() == [f.mistake for f in of_epoch]
    for epoch in (0, 5):
        with pytest.raises(IndexError, match="not recorded"):
            tape.mistaken(epoch)


def test_marks_of_a_long_voted_run_and_of_batches():
    data = noisy(3000)
    voted = recorded(data, Recipe("voted-perceptron", epochs=1))
    assert voted.mistaken(1).sum() == voted.frame(3000).mistakes
    batches = recorded(data, Recipe("adaline", epochs=2, batch_size=7))
    marks = batches.mistaken(2)
    assert len(marks) == 3000
    assert marks.sum() == batches.epochs.mistakes[1]


def test_mistakes_are_counted_alike_after_a_look_at_another_step():
    """Step by step, from a few samples that are mistakes again and again."""
    tape = Tape(Dataset([[1, 0], [0, 2], [-1, 1]], [0, 1, 0]), Recipe(epochs=4))
    tape.extend()
    made = np.append(
        0, np.cumsum([frame.mistake for frame in tape.frames(1, tape.steps)])
    )
    for k in (1, tape.steps):
        tape.frame(k)
        assert tape.mistake_counts(range(tape.steps + 1)).tolist() == made.tolist()


def test_there_must_be_a_sample_to_learn_from():
    data = Dataset([[1.0], [2.0]], [0, 1], parts=[1, 2])
    with pytest.raises(UserError, match="no sample is in the training part"):
        Tape(data, Recipe())


def test_a_model_says_by_which_recipe_it_was_trained():
    recipe = Recipe("adaline", epochs=2, learning_rate=0.25)
    tape = Tape(Dataset([[1.0], [2.0]], [0, 1]), recipe)
    tape.extend()
    assert tape.model().recipe == tape.model(1).recipe == recipe.to_dict()


@pytest.mark.parametrize("name", ["perceptron", "voted-perceptron"])
def test_of_two_stops_in_one_epoch_the_target_error_is_told(name):
    data = Dataset([[1.0], [-1.0], [1.0]], [0, 1, 1])
    recipe = Recipe(name, target_error=0.9, least_change=100.0)
    assert recorded(data, recipe, 20).reason == "reached the target error in epoch 1"


@pytest.mark.parametrize("name", ["perceptron", "adaline", "voted-perceptron"])
@pytest.mark.parametrize("classes", [2, 3])
def test_whatever_is_asked_of_a_short_run_is_what_its_frames_say(name, classes):
    """As the tests of any run above, for one that is quick without the compiler too."""
    rng = np.random.default_rng(classes)
    data = Dataset(rng.integers(-3, 4, (7, 2)), np.arange(7) % classes)
    eta = {"learning_rate": 0.03125} if name == "adaline" else {}
    recipe = Recipe(name, epochs=3, order="given", stop_without_mistake=False, **eta)
    tape = recorded(data, recipe, 20)
    shown, steps = frames(tape), range(tape.steps + 1)
    assert tape.steps == 21
    if name != "voted-perceptron":
        run = straight_run(data, recipe, [range(7)] * 3)
        for frame, (rows, scores, mistake, weights) in zip(shown[1:], run, strict=True):
            assert frame.rows.tolist() == [*rows]
            np.testing.assert_allclose(frame.scores, scores, atol=1e-12)
            assert frame.mistake == mistake
            np.testing.assert_allclose(frame.weights, weights, atol=1e-12)
    for kind, following, previous in (
        ("mistake", tape.next_mistake, tape.previous_mistake),
        ("update", tape.next_update, tape.previous_update),
    ):
        known = counted(shown, kind)
        for k in steps:
            assert following(k) == min((s for s in known if s > k), default=None)
            assert previous(k) == max((s for s in known if s < k), default=None)
    made = [frame.mistakes for frame in shown]
    assert tape.mistake_counts(steps).tolist() == made
    assert tape.mistake_counts([3, 17]).tolist() == [made[3], made[17]]
    assert tape.epochs.mistakes.tolist() == np.diff(made[::7]).tolist()
    for again, frame in zip(tape.frames(4, 9), shown[4:10], strict=True):
        assert_same_frame(again, frame)
    weights = tape.weights([2, 2, 11])
    for k, rebuilt in zip([2, 2, 11], weights, strict=True):
        assert rebuilt.tolist() == shown[k].weights.tolist()
    rows = np.concatenate([*tape.mistaken_rows(3, 17)])
    wrong = [int(row) for f in shown[4:18] if f.mistake for row in f.rows]
    assert rows.tolist() == wrong


def test_the_pocket_of_a_state_is_counted_anew_on_other_samples():
    recipe = Recipe("pocket-perceptron", epochs=2)
    data = Dataset([[1.0], [2.0], [-1.0], [3.0]], [0, 1, 0, 0])
    state = recorded(data, recipe).checkpoint().state
    other = problem(Dataset([[5.0], [-5.0], [4.0]], [0, 1, 0]), recipe)
    fresh = other.resumed(state)
    w, b = state.memory
    wrong = np.array([-1, 1, -1]) * (np.array([5.0, -5.0, 4.0]) * w + b) <= 0
    assert fresh.counts[0, BEST_ERRORS] == wrong.sum() != state.counts[0, BEST_ERRORS]
    assert fresh.counts[0, CHECKED] == 0
    assert fresh.parameters.tolist() == state.parameters.tolist()
    assert not fresh.tally.any()
