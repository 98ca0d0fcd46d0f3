"""A cycle that is named is one: the recording goes round it."""

import threading

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.data import gallery
from engine.diagnosis.weight_cycle import can_repeat, find_cycle
from engine.errors import Cancelled
from engine.training import kernel_runner
from engine.training.compiled import compile_cache, compiler, tiered_loops


def recorded(data, learner="perceptron", **settings):
    tape = Tape(data, Recipe(learner, **settings))
    tape.extend()
    return tape


def at_end_of(tape, epoch):
    return tape.frame(epoch * tape.problem.steps_per_epoch)


def test_xor_comes_back_to_zero_after_every_epoch():
    tape = recorded(gallery.xor())
    cycle = find_cycle(tape.problem, "perceptron")
    assert (cycle.before, cycle.epochs, cycle.updates) == (0, 1, 4)
    frames = [tape.frame(k) for k in range(1, 5)]
    own = [frame.weights - frame.weights_before for frame in frames]
    np.testing.assert_array_equal(cycle.changes, own)
    np.testing.assert_array_equal(np.sum(cycle.changes, axis=0), np.zeros((1, 3)))


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.booleans()),
        min_size=2,
        max_size=6,
    ),
    st.sampled_from(["perceptron", "averaged-perceptron", "perceptron-criterion"]),
)
def test_the_recording_repeats_as_told_and_not_sooner(samples, learner):
    # The learning rate is a power of two: whole samples give exact sums.
    data = Dataset(
        [[a, b] for a, b, _ in samples], [int(c) for *_, c in samples],
        class_names=("A", "B"),
    )  # fmt: skip
    tape = recorded(data, learner, epochs=400, learning_rate=0.5)
    cycle = find_cycle(tape.problem, learner)
    assume(not tape.converged)
    assert cycle is not None
    assume(cycle.before + 2 * cycle.epochs <= 400)
    ends = [at_end_of(tape, e) for e in range(cycle.before + 2 * cycle.epochs + 1)]
    first, again = cycle.before, cycle.before + cycle.epochs
    for e in range(first, again + 1):
        assert np.array_equal(ends[e].weights, ends[e + cycle.epochs].weights)
    seen = {end.weights.tobytes() for end in ends[:again]}
    assert len(seen) == again
    assert ends[again].updates - ends[first].updates == cycle.updates


def test_a_handmade_order_counts():
    data = gallery.three_on_a_line()
    plain = recorded(data)
    other = recorded(data, order=(2, 0, 1))
    assert find_cycle(plain.problem, "perceptron") is not None
    assert find_cycle(other.problem, "perceptron") is not None


def test_what_changes_with_the_step_cannot_repeat():
    data = gallery.xor()
    assert can_repeat(recorded(data).problem)
    assert not can_repeat(recorded(data, order="shuffled").problem)
    assert not can_repeat(recorded(data, schedule="inverse").problem)


def test_it_can_be_stopped():
    with pytest.raises(Cancelled):
        find_cycle(recorded(gallery.two_clusters()).problem, "perceptron", lambda: True)


def test_a_long_search_waits_for_the_compiler_and_can_be_stopped_meanwhile(monkeypatch):
    gate, asked = threading.Event(), []
    monkeypatch.setattr(compile_cache, "is_kept", lambda entry: True)
    monkeypatch.setattr(compiler, "compiled", lambda loop: gate.wait(150) and None)
    loop = tiered_loops.TieredLoop(compiler.Loop("run", "perceptron"))
    monkeypatch.setattr(kernel_runner, "run_loop", lambda *_, **__: loop)
    problem = recorded(gallery.xor()).problem
    assert find_cycle(problem, "perceptron") is not None
    while not loop.is_overdue:
        loop.for_work(tiered_loops.CALL_WORK)

    def stop():
        asked.append(loop.is_overdue)
        return len(asked) > 3

    with pytest.raises(Cancelled):
        find_cycle(problem, "perceptron", stop)
    assert all(asked)
    gate.set()
