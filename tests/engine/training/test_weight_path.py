"""The path: exactly the tape's weights, few enough to draw."""

from types import SimpleNamespace

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.training.weight_path import MOST, WeightPath


def tape_of(epochs=20, n=30, classes=2, **more):
    rng = np.random.default_rng(3)
    y = np.arange(n) % classes
    data = Dataset(rng.normal(size=(n, 2)) + y[:, None], y)
    recipe = Recipe(epochs=epochs, stop_without_mistake=False, **more)
    return Tape(data, recipe)


@pytest.mark.parametrize(("epochs", "spacing"), [(3, 1), (200, 4)])
def test_every_vertex_is_a_frame_of_the_tape(epochs, spacing):
    tape = tape_of(epochs)
    tape.extend()
    path = WeightPath(tape, 0, (1, 2))
    assert path.grow(tape.steps)
    places = path.until(tape.steps)
    assert path.spacing == spacing
    assert len(places) == tape.steps // spacing + 1 <= MOST + 1
    for k in (0, 1, len(places) // 2, len(places) - 1):
        expected = tape.frame(k * spacing).weights[0, [1, 2]]
        assert places[k].tolist() == expected.tolist()


def test_it_is_rebuilt_bit_by_bit_and_only_as_far_as_asked():
    tape = tape_of(60, classes=3)
    tape.extend()
    whole, path = WeightPath(tape, 2, (0, 1)), WeightPath(tape, 2, (0, 1))
    whole.grow(tape.steps)
    calls = 0
    while not path.grow(1000, max_seconds=0.0):
        calls += 1
        assert len(path.until(1000)) < 1001
    assert calls > 3
    assert path.until(1000).tolist() == whole.until(1000).tolist()
    assert path.until(tape.steps).shape == (1001, 2)
    assert path.until(7).shape == (8, 2)


def test_it_goes_on_with_a_tape_that_grows():
    tape, path = tape_of(400), None
    while not tape.finished:
        tape.extend(max_seconds=0.0)
        path = path or WeightPath(tape, 0, (0, 1))
        path.grow(tape.steps)
    fresh = WeightPath(tape, 0, (0, 1))
    fresh.grow(tape.steps)
    assert path.spacing == fresh.spacing
    assert path.until(tape.steps).tolist() == fresh.until(tape.steps).tolist()


def test_the_weights_after_steps_are_those_of_their_frames():
    tape = tape_of(learner="adaline")
    tape.extend()
    steps = [0, 1, 1, 17, tape.steps]
    weights = tape.weights(steps)
    for k, rebuilt in zip(steps, weights, strict=True):
        assert rebuilt.tolist() == tape.frame(k).weights.tolist()
    with pytest.raises(IndexError):
        tape.weights([0, tape.steps + 1])


@pytest.mark.parametrize(
    ("steps", "spacing"),
    [(MOST, 1), (MOST + 1, 2), (2 * MOST + 1, 2), (2 * MOST + 2, 4), (9 * MOST, 16)],
)
def test_vertices_are_left_out_as_a_tape_grows(steps, spacing):
    """Weights that are the step's number: what is kept stays where it was."""
    tape = SimpleNamespace(
        steps=MOST, weights=lambda ks: np.array([[[k, -k, 7.0 * k]] for k in ks])
    )
    path = WeightPath(tape, 0, (2, 1))
    assert path.grow(MOST)
    tape.steps = steps
    assert path.grow(steps)
    assert path.spacing == spacing
    kept = np.arange(0, steps + 1, spacing)
    np.testing.assert_array_equal(path.until(steps), np.column_stack([7 * kept, -kept]))
    assert len(path.until(spacing - 1)) == 1
    assert len(path.until(spacing)) == 2
