"""What holds for every learner there is, and for each that will be added."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.learners import learners
from engine.training import tape as tape_module
from tests.engine.learners.conftest import cloud

LEARNING = [name for name, learner in learners().items() if len(learner.common) > 3]
every_learner = pytest.mark.parametrize("name", learners())
every_that_learns = pytest.mark.parametrize("name", LEARNING)
every_linear = pytest.mark.parametrize(
    "name", [name for name in LEARNING if learners()[name].is_linear]
)
few_examples = settings(deadline=None, max_examples=25)


def parameters(name):
    return {
        parameter.name: parameter for parameter in learners()[name].all_hyperparameters
    }


def fitting(name, **wanted):
    """Those of the wanted settings that the learner has."""
    return {key: value for key, value in wanted.items() if key in parameters(name)}


def record(name, data, sliced=False, **wanted):
    tape = Tape(data, Recipe(name, **fitting(name, **wanted)))
    while not tape.finished:
        tape.extend(max_seconds=0 if sliced else None)
    return tape


def assert_same_frame(frame, other):
    for key, value in vars(frame).items():
        np.testing.assert_array_equal(value, getattr(other, key), err_msg=key)


def assert_same_model(model, other):
    assert type(model) is type(other)
    for mine, theirs in zip(model.tables(), other.tables(), strict=True):
        assert mine == theirs


def assert_same_tape(tape, other):
    assert (tape.steps, tape.reason, tape.converged) == (
        other.steps, other.reason, other.converged,
    )  # fmt: skip
    for k in range(tape.steps + 1):
        assert_same_frame(tape.frame(k), other.frame(k))
    for key, values in vars(tape.epochs).items():
        np.testing.assert_array_equal(values, getattr(other.epochs, key))
    assert_same_model(tape.model(), other.model())


@st.composite
def recipes(draw, name):
    """Settings of every kind, for data of n samples."""
    own = {}
    for parameter in learners()[name].all_hyperparameters:
        if parameter.name in ("epochs", "start", "order") or draw(st.booleans()):
            continue
        if parameter.kind == "bool":
            own[parameter.name] = draw(st.booleans())
        elif parameter.choices:
            own[parameter.name] = draw(st.sampled_from(parameter.choices))
        elif parameter.kind == "int":
            own[parameter.name] = draw(
                st.integers(int(parameter.low), min(int(parameter.high), 9))
            )
        else:
            low = max(parameter.low, 1e-6)
            own[parameter.name] = draw(
                st.floats(low, max(low, min(parameter.high, 1e4)))
            )
    wanted = fitting(
        name,
        epochs=draw(st.integers(1, 5)),
        start=draw(st.sampled_from(["zero", "random"])),
        order=draw(st.sampled_from(["given", "shuffled"])),
    )
    if "start" in wanted and wanted["start"] not in parameters(name)["start"].choices:
        wanted.pop("start")
    return Recipe(name, **own, **wanted)


SIZES = st.sampled_from([0.0, 1.0, -1.0, 1e-300, 1e6, -1e9, 1e40, 1e120])
NUMBERS = st.integers(-3, 3).map(float) | st.floats(-10, 10) | SIZES


@st.composite
def data_sets(draw):
    n, d = draw(st.integers(1, 8)), draw(st.integers(1, 3))
    row = st.lists(NUMBERS, min_size=d, max_size=d)
    k = draw(st.integers(2, 4))
    X = draw(st.lists(row, min_size=n, max_size=n))
    y = draw(st.lists(st.integers(0, k - 1), min_size=n, max_size=n))
    return Dataset(X, y, class_names="ABCD"[:k])


@every_learner
@given(data=st.data())
@few_examples
def test_no_data_crash_it_and_every_weight_is_a_number(name, data):
    drawn, recipe = data.draw(data_sets()), data.draw(recipes(name))
    try:
        tape = Tape(drawn, recipe)
    except UserError as refused:
        assert "too large to learn from" in str(refused)
        assert np.abs(drawn.X).max() > 1e75  # its square, or a product, is
        return
    tape.extend()
    assert tape.finished
    assert tape.reason
    for k in range(tape.steps + 1):
        frame = tape.frame(k)
        for weights in (
            frame.weights_before, frame.weights, frame.used_before, frame.used,
        ):  # fmt: skip
            assert np.isfinite(weights).all()
    assert tape.model().is_finite
    assert 0 <= tape.model().training_error <= 1
    again = Tape(drawn, recipe)
    again.extend()
    assert again.reason == tape.reason
    assert again.model().tables() == tape.model().tables()


def three_classes(d=2, n=31, seed=3):
    rng = np.random.default_rng(seed)
    return Dataset(rng.normal(size=(n, d)), rng.integers(0, 3, n), class_names="abc")


@every_learner
@pytest.mark.parametrize(
    ("d", "batch_size"),
    [
        (2, 1),
        (4, 4),
        *(
            pytest.param(d, batch_size, marks=pytest.mark.long)
            for d, batch_size in ((1, 1), (1, 4), (2, 4), (4, 1))
        ),
    ],
)
def test_same_seed_same_tape_bit_by_bit(name, d, batch_size):
    wanted = {
        "order": "shuffled", "seed": 5, "epochs": 4, "batch_size": batch_size,
        "stop_without_mistake": False,
    }  # fmt: skip
    if name in LEARNING:
        wanted["start"] = "random"
    first = record(name, three_classes(d), **wanted)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tape_module, "CHUNK_WORK", 40)
        patch.setattr(tape_module, "KEYFRAME_BYTES", 0)
        other = record(name, three_classes(d), sliced=True, **wanted)
    assert_same_tape(first, other)
    if name in LEARNING:
        third = record(name, three_classes(d), **wanted | {"seed": 6})
        assert (third.frame(5).weights != first.frame(5).weights).any()


@every_that_learns
@pytest.mark.parametrize("classes", [2, 3])
def test_a_frame_is_a_run_stopped_there(name, classes):
    X, signs = cloud(23, 2, seed=4)
    y = signs if classes == 2 else np.arange(23) % 3
    data = Dataset(X, y)
    wanted = {"order": "shuffled", "batch_size": 5, "stop_without_mistake": False}
    whole = record(name, data, epochs=6, **wanted)
    for epochs in range(1, 6):
        short = record(name, data, epochs=epochs, **wanted)
        k = short.steps
        assert_same_frame(short.frame(k), whole.frame(k))
        assert_same_model(short.model(), whole.model(k))
        assert short.model().training_error == whole.model(k).training_error
        assert short.epochs.loss[-1] == whole.epochs.loss[epochs - 1]


def many_classes(k, n=45, seed=3):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % k)
    return Dataset(rng.normal(size=(n, 2)), y, class_names="abcdefghi"[:k])


@pytest.mark.parametrize(
    "name", [name for name, rule in learners().items() if not rule.coupled]
)
@pytest.mark.parametrize(
    ("classes", "order"),
    [
        (3, "shuffled"),
        *(
            pytest.param(classes, order, marks=pytest.mark.long)
            for classes, order in (
                (3, "given"),
                (5, "given"),
                (5, "shuffled"),
                (9, "given"),
                (9, "shuffled"),
            )
        ),
    ],
)
def test_more_classes_are_one_run_against_the_rest_each(name, classes, order):
    data = many_classes(classes)
    wanted = {"epochs": 3, "stop_without_mistake": False, "order": order, "seed": 11}
    tape = record(name, data, **wanted)
    assert tape.model().n_outputs == classes
    for k in range(classes):
        binary = Dataset(data.X, data.y == k, class_names=("rest", "one"))
        single = record(name, binary, **wanted)
        assert single.steps == tape.steps
        for step in np.linspace(1, tape.steps, 5).astype(int).tolist():
            mine, theirs = tape.frame(step), single.frame(step)
            np.testing.assert_array_equal(mine.rows, theirs.rows)
            np.testing.assert_allclose(
                mine.scores[:, k], theirs.scores[:, 0], rtol=1e-9, atol=1e-9
            )
            np.testing.assert_array_equal(mine.weights[k], theirs.weights[0])
            np.testing.assert_array_equal(mine.used[k], theirs.used[0])
        if learners()[name].is_linear:
            np.testing.assert_array_equal(
                tape.model().newest_weights()[k], single.model().newest_weights()[0]
            )
        np.testing.assert_allclose(
            tape.model().scores(data.X)[:, [k]], single.model().scores(data.X),
            atol=1e-12,
        )  # fmt: skip


@every_that_learns
def test_the_error_of_an_epoch_is_the_model_s(name):
    data = three_classes(n=40)
    tape = record(name, data, epochs=5, stop_without_mistake=False)
    for epoch in range(1, 6):
        error = tape.model(40 * epoch // tape.problem.plan.batch).training_error
        assert tape.epochs.training_error[epoch - 1] == pytest.approx(error)


@every_that_learns
def test_the_schedule_is_followed(name):
    if "schedule" not in parameters(name):
        pytest.skip("has no learning rate")
    data = Dataset(*cloud(12, 2, seed=1))
    inverse = record(name, data, schedule="inverse", c1=2.0, c2=3.0, epochs=2)
    for k in range(1, inverse.steps + 1):
        assert inverse.frame(k).learning_rate == 2.0 / (k + 3.0)
    steep = record(name, data, schedule="inverse", c1=2.0, c2=-0.75, epochs=1)
    assert steep.frame(0).learning_rate == 2.0 / 0.25
    for k in range(1, steep.steps + 1):
        assert steep.frame(k).learning_rate == 2.0 / (k - 0.75)
    constant = record(name, data, schedule="constant", learning_rate=0.25)
    assert constant.frame(constant.steps).learning_rate == 0.25
    moved, half = (
        tape.frame(1).weights - tape.frame(0).weights for tape in (inverse, constant)
    )
    np.testing.assert_allclose(moved, half * 2, atol=1e-12)  # η₁ = ½ and ¼


@every_linear
def test_a_random_start_is_small_and_the_seed_s(name):
    data = three_classes()
    starts = [
        record(name, data, start="random", seed=seed, epochs=1).frame(0).weights
        for seed in (1, 1, 2)
    ]
    np.testing.assert_array_equal(starts[0], starts[1])
    assert (starts[0] != starts[2]).all()
    assert 0 < np.abs(starts[0]).max() < 0.1
    plain = record(name, data, start="random", offset=False, epochs=1)
    assert not plain.frame(plain.steps).weights[:, -1].any()


@every_linear
def test_a_start_by_hand_is_the_first_frame(name):
    start = ((1.0, -2.0, 0.5), (0.0, 3.0, 1.0), (2.0, 2.0, 2.0))
    tape = record(name, three_classes(), start=start, epochs=1)
    assert tape.frame(0).weights.tolist() == [list(row) for row in start]
    assert tape.frame(1).weights_before.tolist() == [list(row) for row in start]


@every_that_learns
def test_an_order_by_hand_is_a_run_on_the_rows_in_that_order(name):
    data = three_classes()
    order = np.random.default_rng(0).permutation(31)
    wanted = {"epochs": 3, "batch_size": 4}
    tape = record(name, data, order=order, **wanted)
    ordered = record(name, Dataset(data.X[order], data.y[order]), **wanted)
    assert tape.frame(2).rows.tolist() == order[ordered.frame(2).rows].tolist()
    assert tape.steps == ordered.steps
    np.testing.assert_array_equal(
        tape.model().newest_weights(), ordered.model().newest_weights()
    )


@every_that_learns
def test_it_stops_at_a_target_error(name):
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(-2, 0.4, (20, 2)), rng.normal(2, 0.4, (20, 2))])
    data = Dataset(X, np.repeat([0, 1], 20))
    wanted = {"epochs": 60, "order": "shuffled", "stop_without_mistake": False}
    tape = record(name, data, target_error=0.0, **wanted)
    last = len(tape.epochs)
    assert tape.reason == f"reached the target error in epoch {last}"
    assert tape.epochs.training_error[-1] == 0
    assert (tape.epochs.training_error[:-1] > 0).all()
    assert not tape.converged


@every_that_learns
def test_it_stops_when_an_epoch_hardly_moves_the_weights(name):
    data = Dataset(*cloud(30, 2, seed=2))
    wanted = {
        "epochs": 400, "batch_size": 0, "schedule": "inverse", "c1": 0.1,
        "stop_without_mistake": False,
    }  # fmt: skip
    bound = 0.02 if "schedule" in parameters(name) else 5.0
    tape = record(name, data, least_change=bound, **wanted)
    whole = record(name, data, **wanted | {"epochs": len(tape.epochs)})
    ends = np.arange(len(whole.epochs) + 1) * whole.problem.steps_per_epoch
    weights = np.array([whole.frame(int(k)).weights for k in ends])
    changes = np.diff(weights, axis=0).reshape(len(ends) - 1, -1)
    moved = np.sqrt((changes**2).sum(axis=1))
    first = int(np.argmax(moved < bound)) + 1
    assert tape.reason == f"settled (‖Δw‖ below its bound) in epoch {first}"


@every_that_learns
def test_it_stops_without_mistakes_if_told_to(name):
    data = Dataset([[2.0, 1.0], [-1.0, -2.0], [1.0, 3.0], [-2.0, 0.0]], [1, -1, 1, -1])
    tape = record(name, data, epochs=300, stop_without_mistake=True)
    assert tape.converged
    assert tape.reason == f"converged in epoch {len(tape.epochs)}"
    assert tape.epochs.mistakes[-1] == 0
    assert (tape.epochs.mistakes[:-1] > 0).all()
    on = record(name, data, epochs=30, stop_without_mistake=False)
    assert len(on.epochs) == 30
