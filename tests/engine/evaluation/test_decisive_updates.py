"""Which updates a run is told by."""

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.errors import Cancelled
from engine.evaluation.decisive_updates import decisive_updates, turns_between


def run(recipe, seed=2, classes=2):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, 2))
    y = np.digitize(
        X @ [1.0, -0.7] + 0.4 * rng.normal(size=30), [0.0, 0.8][: classes - 1]
    )
    tape = Tape(Dataset(X, y), recipe)
    tape.extend()
    return tape


def effects(tape):
    """Turn and error of each update, frame by frame."""
    turns, errors, steps = [], [tape.newest_model(tape.frame(0)).training_error], []
    for frame in tape.frames(1, tape.steps):
        if not frame.update:
            continue
        angles = []
        for before, after in zip(frame.weights_before, frame.weights, strict=True):
            a, b = before[:2], after[:2]
            if a.any() and b.any():
                cosine = a @ b / np.hypot(*a) / np.hypot(*b)
                angles.append(np.degrees(np.arccos(np.clip(cosine, -1, 1))))
        steps.append(frame.step)
        turns.append(max(angles, default=np.nan))
        errors.append(tape.newest_model(frame).training_error)
    return np.array(steps), np.array(turns), np.array(errors)


@pytest.mark.parametrize(
    ("recipe", "classes"),
    [
        (Recipe(epochs=8), 2),
        (Recipe("adaline", epochs=2, learning_rate=0.05), 3),
        (Recipe("averaged-perceptron", epochs=4, order="shuffled"), 2),
    ],
)
def test_first_last_and_the_largest_turns_and_falls(recipe, classes):
    tape = run(recipe, classes=classes)
    steps, turns, errors = effects(tape)
    decisive = decisive_updates(tape, most=6).updates
    assert len(decisive) == 6
    assert [u.step for u in decisive] == sorted(u.step for u in decisive)
    assert (decisive[0].reason, decisive[-1].reason) == ("first", "last")
    for update in decisive:
        i = update.number - 1
        assert update.step == steps[i]
        np.testing.assert_allclose(update.turn, turns[i], atol=1e-6)
        assert update.error_before == pytest.approx(errors[i])
        assert update.error == pytest.approx(errors[i + 1])
    between, falls = range(1, len(steps) - 1), errors[:-1] - errors[1:]
    by_turn = max(between, key=lambda i: np.nan_to_num(turns[i]))
    chosen = {u.number - 1: u.reason for u in decisive}
    assert chosen[by_turn] == "turn"
    best = max((i for i in between if i != by_turn), key=lambda i: falls[i])
    assert chosen.get(best) == "fall" or falls[best] <= 0


def test_however_long_weights_are_their_turn_is_known():
    path = np.array([[[3.0, 4.0, 1.0]], [[4.0, -3.0, 0.0]]])
    for scale in (1.0, 1e170, 1e-170):
        assert turns_between(scale * path) == pytest.approx([90.0])


def test_of_few_updates_all_are_told_and_of_none_none():
    tape = Tape(Dataset([[2, 4], [-6, 1]], [-1, -1]), Recipe(offset=False))
    tape.extend()
    decisive = decisive_updates(tape).updates
    assert [(u.number, u.reason) for u in decisive] == [(1, "first"), (2, "last")]
    assert np.isnan(decisive[0].turn)
    right = Recipe("perceptron", start=((1e6, -7e5, 0.0),), epochs=1)
    still = Tape(Dataset([[1, -1], [-1, 1]], [1, 0]), right)
    still.extend()
    assert decisive_updates(still).updates == ()


def test_it_can_be_stopped():
    with pytest.raises(Cancelled):
        decisive_updates(run(Recipe()), stop=lambda: True)
