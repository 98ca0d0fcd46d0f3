"""The kernel perceptron against explicit features, a NumPy loop and calculation."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import Dataset, Recipe, Tape
from engine.errors import UserError
from engine.export.weights import read_model, write_weights
from engine.learners import learner
from engine.steps.explanation import explain
from engine.steps.step_formulas import as_text
from engine.training.branch import Branch
from tests.engine.learners.conftest import cloud

NAME = "kernel-perceptron"


def recorded(data, **wanted):
    tape = Tape(data, Recipe(NAME, **wanted))
    tape.extend()
    return tape


def counts(tape, k=0):
    """α of every sample to learn from."""
    return np.abs(tape.frame(tape.steps).weights[k, :-1])


def loop(K, y, epochs, budget=0):
    """The rule as in the textbook: α, b, and the mistakes of each epoch."""
    n = len(y)
    alpha, b, memory, made = np.zeros(n), 0, [], []
    for _ in range(epochs):
        made.append(0)
        for i in range(n):
            if y[i] * (sum(alpha[j] * y[j] * K[j][i] for j in range(n)) + b) <= 0:
                alpha[i] += 1
                b += y[i]
                made[-1] += 1
                memory.append(i)
                if budget and len(memory) > budget:
                    oldest = memory.pop(0)
                    alpha[oldest] -= 1
                    b -= y[oldest]
        if not made[-1]:
            break
    return alpha, b, made


def explicit(X, degree, c):
    """φ with φ(u)·φ(v) = (u·v + c)^degree, of two features: binomial by binomial."""
    from math import comb, sqrt

    return np.column_stack(
        [
            sqrt(comb(degree, k) * comb(k, j) * c ** (degree - k))
            * X[:, 0] ** j
            * X[:, 1] ** (k - j)
            for k in range(degree + 1)
            for j in range(k + 1)
        ]
    )


points = st.lists(
    st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.booleans()),
    min_size=2,
    max_size=9,
    unique_by=lambda point: point[:2],
)


@given(points=points, degree=st.integers(2, 3), c=st.integers(0, 2))
@settings(deadline=None, max_examples=40)
def test_it_is_the_perceptron_of_the_explicit_features(points, degree, c):
    X = np.array([point[:2] for point in points], float)
    codes = np.array([int(point[2]) for point in points])
    tape = recorded(
        Dataset(X, codes, class_names=("a", "b")), kernel="polynomial",
        kernel_degree=degree, constant=c, epochs=6,
    )  # fmt: skip
    y = np.where(codes == 1, 1, -1).tolist()
    K = [[(int(u @ v) + c) ** degree for v in X] for u in X]
    alpha, b, made = loop(K, y, 6)
    np.testing.assert_array_equal(counts(tape), alpha)
    assert tape.frame(tape.steps).weights[0, -1] == b
    assert tape.epochs.mistakes.tolist() == made
    terms = explicit(X, degree, c)
    other = Tape(
        Dataset(terms, codes, class_names=("a", "b")), Recipe("perceptron", epochs=6)
    )
    other.extend()
    frames = [other.frame(k) for k in range(1, other.steps + 1)]
    assume(all((f.scores == 0).all() or abs(f.scores).min() > 1e-6 for f in frames))
    wrong = np.zeros(len(y))
    for frame in frames:
        wrong[frame.rows] += frame.mistake
    np.testing.assert_array_equal(counts(tape), wrong)


@pytest.mark.parametrize("budget", [0, 5])
def test_with_rbf_it_is_a_loop_in_numpy(budget):
    X, codes = cloud(60, 2, seed=4)
    tape = recorded(Dataset(X, codes), gamma=0.7, epochs=8, budget=budget)
    K = np.exp(-0.7 * ((X[:, None] - X) ** 2).sum(axis=2))
    alpha, b, made = loop(K, np.where(codes == 1, 1, -1), 8, budget)
    np.testing.assert_array_equal(counts(tape), alpha)
    assert tape.frame(tape.steps).weights[0, -1] == b
    assert tape.epochs.mistakes.tolist() == made
    assert not budget or counts(tape).sum() == budget


def test_compiled_and_interpreted_it_comes_to_the_same(monkeypatch):
    X, codes = cloud(400, 2, seed=1)
    wanted = {"epochs": 3, "kernel": "polynomial", "order": "shuffled", "seed": 3}
    compiled = recorded(Dataset(X, codes), **wanted)
    assert compiled.is_compiled
    from engine.training.compiled import compiler

    loop = compiler.interpreted(compiler.Loop("run", NAME))
    monkeypatch.setattr(
        "engine.training.compiled.tiered_loops.TieredLoop.compiled", lambda _: loop
    )
    other = recorded(Dataset(X, codes), **wanted)
    for k in (1, 500, compiled.steps):
        np.testing.assert_array_equal(compiled.frame(k).weights, other.frame(k).weights)
        np.testing.assert_array_equal(compiled.frame(k).scores, other.frame(k).scores)


def test_several_classes_are_one_run_against_the_rest_each():
    X, _ = cloud(40, 2, seed=2)
    codes = np.arange(40) % 3
    tape = recorded(Dataset(X, codes), epochs=4, stop_without_mistake=False)
    for k in range(3):
        one = recorded(
            Dataset(X, (codes == k).astype(int), class_names=("rest", "own")),
            epochs=4, stop_without_mistake=False,
        )  # fmt: skip
        np.testing.assert_array_equal(counts(tape, k), counts(one))


def test_any_step_is_rebuilt_with_its_memory():
    X, codes = cloud(50, 2, seed=8)
    tape = recorded(Dataset(X, codes), epochs=10, budget=7, order="shuffled")
    walked = [frame.weights for frame in tape.frames(1, tape.steps)]
    for k in (tape.steps, 3, 111, 50, 49):
        np.testing.assert_array_equal(tape.frame(k).weights, walked[k - 1])


@pytest.mark.parametrize("suffix", ["json", "npz", "onnx", "py"])
@pytest.mark.parametrize("kernel", ["rbf", "polynomial", "linear"])
@pytest.mark.parametrize("k", [2, 3])
def test_exports_say_the_same(tmp_path, suffix, kernel, k):
    X, _ = cloud(30, 2, seed=5)
    tape = recorded(
        Dataset(X, np.arange(30) % k), kernel=kernel, standardise=kernel != "linear"
    )
    model, path = tape.model(), tmp_path / f"model.{suffix}"
    write_weights(model, path)
    new = np.random.default_rng(0).normal(size=(200, 2)).astype(np.float32)
    said = [model.class_names[code] for code in model.predict(new)]
    if suffix == "py":
        from importlib.util import module_from_spec, spec_from_file_location

        spec = spec_from_file_location("exported", path)
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        assert module.predict(new.tolist()) == said
    elif suffix == "onnx":
        onnxruntime = pytest.importorskip("onnxruntime")
        labels, _ = onnxruntime.InferenceSession(path).run(None, {"samples": new})
        assert labels.tolist() == said
    else:
        read = read_model(path)
        np.testing.assert_array_equal(read.scores(new), model.scores(new))
        assert read.tables() == model.tables()


def test_the_table_has_the_samples_in_data_units(tmp_path):
    X, codes = cloud(30, 2, seed=5)
    model = recorded(Dataset(X, codes), standardise=True).model()
    table, offset = model.tables()
    assert table.columns == ("weight", "x1", "x2")
    np.testing.assert_allclose(np.array(table.rows)[:, 1:], X[model.places], rtol=1e-12)
    assert offset.columns == ("intercept",)
    write_weights(model, tmp_path / "model.csv")
    lines = (tmp_path / "model.csv").read_text().splitlines()
    assert lines[0] == "class,weight,x1,x2"
    assert lines[-2] == "class,intercept"


def test_what_is_spoilt_is_refused(tmp_path):
    import json

    path = tmp_path / "model.json"
    X, codes = cloud(30, 2, seed=5)
    write_weights(recorded(Dataset(X, codes)).model(), path)
    good = json.loads(path.read_text())
    for name, value in {
        "kernel": {"name": "rbf"}, "samples": [[1.0]], "weights": [[1.0]],
        "intercept": ["x"], "scaling": {"mean": [0, 0], "scale": [1, 0]},
    }.items():  # fmt: skip
        path.write_text(json.dumps(good | {name: value}))
        with pytest.raises(UserError, match=name):
            read_model(path)


def test_a_step_is_written_with_its_own_numbers():
    """K(1, 0) = (0 + 1)² = 1, K(2, 0) = 1: z = −1·1 + 1·1 − 1 + 1 = 0, a mistake."""
    data = Dataset([[1], [2], [0]], [0, 1, 0], class_names=("A", "B"))
    tape = recorded(data, kernel="polynomial", epochs=1)
    text = as_text(explain(tape, tape.frame(3)))
    assert "= (−1)·1 + 1·1 + 0 = 0" in text
    assert "of points 1, 2" in text
    assert "α₃ ← 0 + 1 = 1" in text
    assert "b ← 0 − 1 = −1" in text


def test_the_kernels_of_a_step_are_those_of_the_loops_to_the_bit():
    """γ‖u − v‖² of tenths is rounded: another order of the sum would be seen."""
    X = np.random.default_rng(4).integers(-20, 20, (30, 5)) / 10
    tape = recorded(Dataset(X, X[:, 0] * X[:, 1] > 0), epochs=2, gamma=0.3)
    frame = tape.frame(tape.steps)
    step, settings = explain(tape, frame), tape.problem.settings
    x, kernel = X[frame.rows[0]], learner(NAME).kernel
    summands = step.summands(0)
    assert len(summands) > 10
    for summand in summands:
        assert summand.kernel == kernel(X[summand.row], x, settings)


def test_a_branch_keeps_the_kernel():
    data = Dataset(*cloud(20, 2, seed=1))
    before = Recipe(NAME, epochs=3)
    with pytest.raises(UserError, match="RBF γ"):
        Tape(data, before.replace(gamma=2.0), branch=Branch(before, 25))
    tape = Tape(data, before.replace(tolerance=0.5), branch=Branch(before, 25))
    tape.extend()
    assert tape.branched_at == 25
