"""What a score of 0 is: a mistake, or right for the positive class, φ(z) = 1 at z ≥ 0.

Samples on a small grid of whole numbers lie on the boundary again and again.
"""

from __future__ import annotations

import runpy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.cli.main import run
from engine.estimators import Perceptron
from engine.models.tie import wrong
from engine.spaces.weight_space import weight_plane, wrong_counts
from engine.steps.explanation import explain
from engine.steps.step_formulas import as_text
from engine.training.fit import fit
from engine.training.problem import problem

FAMILY = (
    "perceptron",
    "averaged-perceptron",
    "voted-perceptron",
    "pocket-perceptron",
    "perceptron-criterion",
)


def on_a_grid(seed: int, d: int, n: int = 24) -> Dataset:
    rng = np.random.default_rng(seed)
    y = np.append(rng.integers(0, 2, n - 2), [0, 1])
    return Dataset(rng.integers(-2, 3, (n, d)), y)


def rosenblatt(data: Dataset, epochs: int, *, batch: int = 1, offset: bool = True):
    """φ(z) = 1 at z ≥ 0, else −1; on a mistake, y ≠ φ(z), add y·x. Plain NumPy."""
    X = np.column_stack([data.X, np.full(data.n_samples, float(offset))])
    y = np.where(data.y == 1, 1, -1)
    w, mistakes = np.zeros(X.shape[1]), []
    for _ in range(epochs):
        wrong = 0
        for first in range(0, len(X), batch):
            samples, labels = X[first : first + batch], y[first : first + batch]
            missed = np.where(samples @ w >= 0, 1, -1) != labels
            w = w + (labels * missed) @ samples
            wrong += missed.sum()
        mistakes.append(int(wrong))
        if not wrong:
            break
    error = np.mean(np.where(X @ w >= 0, 1, -1) != y)
    return w, mistakes, error


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([1, 2, 3, 9]), st.booleans())
def test_a_tie_is_right_for_the_positive_class_alone(seed, d, offset):
    data = on_a_grid(seed, d)
    made = Recipe("perceptron", epochs=6, tie="positive", offset=offset)
    tape = Tape(data, made)
    tape.extend()
    w, mistakes, error = rosenblatt(data, 6, offset=offset)
    model = tape.model()
    assert tape.epochs.mistakes.tolist() == mistakes
    assert model.weights[0].tolist() == w.tolist()
    assert model.training_error == tape.epochs.training_error[-1] == error
    assert np.mean(model.predict(data.X) != data.y) == error
    assert np.mean(model.mistaken(data.X, data.y)) == error
    assert fit(problem(data, made), "perceptron")[0].tolist() == w.tolist()


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("seed", range(4))
def test_every_learner_of_the_family_makes_the_same_mistakes(name, seed):
    data = on_a_grid(seed, 2)
    rest = {"batch_size": 5} if name == "perceptron-criterion" else {}
    tape = Tape(data, Recipe(name, epochs=6, learning_rate=1, tie="positive", **rest))
    tape.extend()
    w, mistakes, _ = rosenblatt(data, 6, batch=5 if rest else 1)
    assert tape.epochs.mistakes.tolist() == mistakes
    assert tape.frame(tape.steps).weights[0].tolist() == w.tolist()
    assert tape.epochs.training_error[-1] == tape.model().training_error


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([1, 2]), st.sampled_from([2, 3]))
def test_whoever_votes_on_a_tie_votes_for_the_positive_class(seed, d, classes):
    data = on_a_grid(seed, d)
    data = Dataset(data.X, [*range(classes), *data.y[classes:]])
    tape = Tape(data, Recipe("voted-perceptron", epochs=3, tie="positive"))
    tape.extend()
    model = tape.model()
    with_ones = np.column_stack([data.X, np.ones(len(data.X))])
    totals = np.column_stack([
        np.where(with_ones @ vote.weights.T >= 0, 1, -1) @ vote.counts
        for vote in model.votes
    ])  # fmt: skip
    cast = [vote.counts.sum() for vote in model.votes]
    np.testing.assert_array_equal(model.scores(data.X), totals / cast)
    error = wrong(totals, data.y, "positive").mean()
    assert tape.epochs.training_error[-1] == model.training_error == error


@pytest.mark.parametrize("suffix", ["json", "npz", "py", "onnx"])
def test_what_is_exported_lets_ties_vote_as_the_run_does(capsys, tmp_path, suffix):
    """Only w = −1, b = −1 votes: at −1 its z is 0."""
    table, weights = tmp_path / "t.csv", tmp_path / f"w.{suffix}"
    table.write_text("x,class\n1,a\n-1,b\n")
    words = ["train", str(table), "--learner", "voted-perceptron", "--epochs", "1"]
    assert run([*words, "--tie", "positive", "--weights", str(weights)]) == 0
    capsys.readouterr()
    if suffix == "py":
        assert runpy.run_path(str(weights))["scores"]([-1.0]) == [1.0]
    elif suffix == "onnx":
        runtime = pytest.importorskip("onnxruntime")
        session = runtime.InferenceSession(weights.read_bytes())
        (scores,) = session.run(["scores"], {"samples": np.array([[-1]], np.float32)})
        assert scores.ravel().tolist() == [-1.0, 1.0]
    else:
        new = tmp_path / "new.csv"
        new.write_text("x\n-1\n")
        assert run(["predict", "--scores", str(weights), str(new)]) == 0
        row = capsys.readouterr().out.splitlines()[-1].split(",")
        assert row == ["b", "1.0"]


def test_the_pocket_counts_a_tie_as_right():
    """One positive sample at the origin has the score b = 0 from the start."""
    data = Dataset([[0.0], [1.0]], [1, 0])
    tape = Tape(
        data, Recipe("pocket-perceptron", epochs=3, tie="positive", offset=False)
    )
    tape.extend()
    assert tape.epochs.mistakes.tolist() == [1, 0]
    assert tape.model().training_error == 0.0
    strict = Tape(data, Recipe("pocket-perceptron", epochs=3, offset=False))
    strict.extend()
    assert strict.model().training_error == 0.5


def test_the_condition_shown_is_the_one_computed():
    """Sample by sample: what the step says of a tie is what came of it."""
    ties = []
    for tie in ("mistake", "positive"):
        for seed in range(5):
            tape = Tape(on_a_grid(seed, 2), Recipe("perceptron", epochs=2, tie=tie))
            tape.extend()
            for k in range(1, tape.steps + 1):
                frame = tape.frame(k)
                text = as_text(explain(tape, frame))
                (check,) = (line for line in text.splitlines() if "check" in line)
                assert ("mistake" in check) == frame.mistake
                assert ("≤ 0" in check or "< 0" in check) == frame.mistake
                if frame.scores[0, 0] == 0:
                    positive = bool(tape.data.y[frame.rows[0]])
                    ties.append((tie, positive, frame.mistake))
                    assert ("≥ 0" in check) == (not frame.mistake)
    assert set(ties) == {
        ("mistake", False, True),
        ("mistake", True, True),
        ("positive", False, True),
        ("positive", True, False),
    }


def test_the_tolerance_and_the_tie_together():
    """With a tolerance a positive sample is right from there on, a negative beyond."""
    for label, weights in ((1, [[1.0]]), (-1, [[-1.0], [-2.0]])):
        tape = Tape(
            Dataset([[1.0]], [label]),
            Recipe("perceptron", tolerance=1.0, tie="positive", offset=False),
        )
        tape.extend()
        made = [tape.frame(k).weights[0, :1].tolist() for k in range(1, tape.steps)]
        assert made == weights


@pytest.mark.parametrize("tie", ["mistake", "positive"])
def test_weight_space_counts_ties_as_the_rule_does(tie):
    data = on_a_grid(3, 2)
    made = problem(data, Recipe("perceptron", tie=tie))
    plane = weight_plane(made, made.rows, np.zeros((1, 3)), output=0, columns=(0, 1))
    grid = np.arange(-2.0, 3.0)
    counted = wrong_counts(plane, grid, grid)
    for i, v in enumerate(grid):
        for j, u in enumerate(grid):
            z = data.X @ [u, v]
            wrong = made.are_mistakes(z, np.where(data.y == 1, 1, -1))
            assert counted[i, j] == wrong.sum()


def test_an_estimator_predicts_the_positive_class_on_the_boundary():
    X, y = [[1.0], [-1.0]], ["yes", "no"]
    for tie, said in (("mistake", "no"), ("positive", "yes")):
        estimator = Perceptron(tie=tie).fit(X, y)
        zero = -estimator.intercept_[0] / estimator.coef_[0, 0]
        assert estimator.decision_function([[zero]]).item() == 0.0
        assert estimator.predict([[zero]]).item() == said


@pytest.mark.parametrize("suffix", ["json", "npz", "py", "onnx"])
@pytest.mark.parametrize(("tie", "said"), [("mistake", "no"), ("positive", "yes")])
def test_what_is_exported_decides_a_tie_as_the_run_does(
    capsys, tmp_path, suffix, tie, said
):
    """By hand, φ(0) = 1: 1 is right, −1 a mistake: z = x − 1, which is 0 at 1.

    The strict rule: (1, 1), then z = 0 at −1: (2, 0).
    """
    table, weights = tmp_path / "t.csv", tmp_path / f"w.{suffix}"
    table.write_text("a,b,class\n1,0,yes\n-1,0,no\n")
    words = ["train", str(table), "--tie", tie, "--weights", str(weights)]
    assert run(words) == 0
    zero = 1.0 if tie == "positive" else 0.0
    new = tmp_path / "new.csv"
    new.write_text(f"a,b\n{zero},0\n")
    capsys.readouterr()
    if suffix == "py":
        names = runpy.run_path(str(weights))
        assert names["scores"]([zero, 0.0]) == [0.0]
        assert names["predict"]([zero, 0.0]) == said
    elif suffix == "onnx":
        runtime = pytest.importorskip("onnxruntime")
        session = runtime.InferenceSession(weights.read_bytes())
        samples = np.array([[zero, 0.0]], np.float32)
        label, *_ = session.run(["label"], {"samples": samples})
        assert label.tolist() == [said]
    else:
        assert run(["predict", str(weights), str(new)]) == 0
        assert capsys.readouterr().out.splitlines()[-1].split(",")[0] == said


@pytest.mark.parametrize("tie", ["mistake", "positive"])
@pytest.mark.parametrize("y", [0, 1])
def test_counted_mistakes_are_level_where_they_jump(tie, y):
    data = Dataset([[1.0, 1.0], [2.0, 0.0]], [y, 1 - y])
    recipe = Recipe("manual-neuron", tie=tie, start=((1.0, -1.0, 0.0),))
    tape = Tape(data, recipe)
    tape.extend()
    step = explain(tape, tape.frame(1))
    assert step.outputs[0].scores.tolist() == [0.0]
    assert step.slopes(step.outputs[0]).tolist() == [0.0]
