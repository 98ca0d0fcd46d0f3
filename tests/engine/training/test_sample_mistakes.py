"""How often each sample was a mistake: against a walk over all frames."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.errors import Cancelled
from engine.training.branch import Branch
from engine.training.sample_mistakes import sample_mistakes

XOR = Dataset([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])


def recorded(data, recipe, **rest):
    tape = Tape(data, recipe, **rest)
    tape.extend()
    return tape


def walked(tape, step):
    """Count them frame by frame, for steps of one sample."""
    counts = np.zeros(tape.data.n_samples, int)
    for k in range(1, step + 1):
        frame = tape.frame(k)
        counts[frame.rows[0]] += frame.mistake
    return counts.tolist()


@given(
    order=st.sampled_from(["given", "shuffled"]),
    seed=st.integers(0, 9),
    epochs=st.integers(1, 4),
    until=st.integers(0, 16),
    since=st.integers(0, 16),
)
@settings(deadline=None, max_examples=40)
def test_they_are_those_of_every_step(order, seed, epochs, until, since):
    recipe = Recipe("perceptron", order=order, seed=seed, epochs=epochs)
    tape = recorded(XOR, recipe)
    until, since = min(until, tape.steps), min(since, tape.steps)
    known = sample_mistakes(tape, since)
    mistakes = sample_mistakes(tape, until, known)
    assert mistakes.step == until
    assert mistakes.counts.tolist() == walked(tape, until)
    assert int(mistakes.counts.sum()) == tape.frame(until).mistakes


def test_a_batch_counts_all_of_its_mistakes():
    tape = recorded(XOR, Recipe("adaline", learning_rate=0.1, batch_size=3, epochs=5))
    counts = sample_mistakes(tape, tape.steps).counts
    assert int(counts.sum()) == int(tape.epochs.mistakes.sum())
    by_hand = np.zeros(4, int)
    for k in range(1, tape.steps + 1):
        frame = tape.frame(k)
        y = np.where(XOR.y[frame.rows] == 1, 1, -1)
        by_hand[frame.rows] += y * frame.scores[:, 0] <= 0
    assert counts.tolist() == by_hand.tolist()


def test_held_out_samples_are_never_looked_at():
    data = Dataset(XOR.X, XOR.y, parts=[0, 1, 0, 2])
    counts = sample_mistakes(recorded(data, Recipe(epochs=3)), 6).counts
    assert counts[[1, 3]].tolist() == [0, 0]
    assert counts[[0, 2]].sum() > 0


@pytest.mark.parametrize("step", [1, 4, 6, 9])
def test_a_branch_in_the_middle_of_an_epoch_is_followed(step):
    first = Recipe("perceptron", order="shuffled", seed=1, epochs=4)
    other = Recipe("perceptron", order="shuffled", seed=7, epochs=4)
    tape = recorded(XOR, other, branch=Branch(first, step))
    assert sample_mistakes(tape, 14).counts.tolist() == walked(tape, 14)


def test_it_is_stopped_and_asks_for_what_is_recorded():
    tape = recorded(XOR, Recipe(epochs=3))
    with pytest.raises(Cancelled):
        sample_mistakes(tape, tape.steps, stop=lambda: True)
    with pytest.raises(IndexError):
        sample_mistakes(tape, tape.steps + 1)
