from __future__ import annotations

import csv
import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from engine.data.feature_map import feature_map
from engine.errors import UserError
from engine.export import onnx_model, weights
from engine.export.weights import SUFFIXES, as_dict, read_weights, write_weights
from engine.models.model import Model
from engine.models.scaling import Scaling

ODD = ('quo"te', "it's \\ {odd}", "ünï, code")
MAPS = [
    None,
    ["x2"],
    ["x3", "x1"],
    ["x1", "x2^2", "x1*x3", "sin(x2)", "sin(x1)^3*x2^2*x3"],
]


def make_model(terms=None, n_classes=2, scaled=False, seed=0):
    features = feature_map(['a "b"', "c'd", "e"], terms)
    rng = np.random.default_rng(seed)
    n_terms = len(features.terms)
    scaled_weights = rng.normal(size=(1 if n_classes == 2 else n_classes, n_terms + 1))
    scaling = Scaling(rng.normal(size=n_terms), rng.uniform(0.5, 2, size=n_terms))
    weights = scaling.to_data_units(scaled_weights) if scaled else scaled_weights
    scaling = scaling if scaled else None
    return Model(
        "perceptron", features, ODD[:n_classes], weights, scaled_weights, scaling,
        epochs=7, updates=12, training_error=0.125,
    )  # fmt: skip


@pytest.fixture
def samples():
    X = np.random.default_rng(1).normal(size=(200, 3)).astype(np.float32)
    return X.astype(np.float64)


models = [
    pytest.param(terms, n, scaled, id=f"{terms}-{n}-{scaled}")
    for terms in MAPS
    for n in (2, 3)
    for scaled in (False, True)
]


@pytest.mark.parametrize(("terms", "n", "scaled"), models)
def test_json(tmp_path, terms, n, scaled):
    model = make_model(terms, n, scaled)
    write_weights(model, tmp_path / "w.json")
    content = read_weights(tmp_path / "w.json")
    assert content == as_dict(model)
    assert list(content) == [
        "format", "version", "learner", "features", "classes", "coef", "intercept",
        "scaling", "epochs", "updates", "training_error",
    ]  # fmt: skip
    assert content["features"] == list(model.features.names)
    assert (content["coef"], content["intercept"]) == (
        model.coef.tolist(),
        model.intercept.tolist(),
    )
    assert (content["scaling"] is None) != scaled


@pytest.mark.parametrize(("terms", "n", "scaled"), models)
def test_csv(tmp_path, terms, n, scaled):
    model = make_model(terms, n, scaled)
    write_weights(model, tmp_path / "w.csv")
    with (tmp_path / "w.csv").open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    assert header == ["class", *model.features.names, "intercept"]
    assert [row[0] for row in rows] == list(ODD[1:2] if n == 2 else ODD)
    assert [[float(cell) for cell in row[1:]] for row in rows] == model.weights.tolist()


@pytest.mark.parametrize("scaled", [False, True])
def test_npz(tmp_path, scaled):
    model = make_model(scaled=scaled)
    write_weights(model, tmp_path / "w.npz")
    with np.load(tmp_path / "w.npz", allow_pickle=False) as arrays:
        assert np.array_equal(arrays["coef"], model.coef)
        assert np.array_equal(arrays["intercept"], model.intercept)
        assert tuple(arrays["classes"]) == model.class_names
        assert ("mean" in arrays) == ("scale" in arrays) == scaled
        assert arrays["updates"] == 12


@pytest.mark.parametrize(("terms", "n", "scaled"), models)
def test_python(tmp_path, samples, terms, n, scaled):
    model = make_model(terms, n, scaled)
    write_weights(model, tmp_path / "w.py", n_features=3)
    module: dict = {}
    exec((tmp_path / "w.py").read_text(encoding="utf-8"), module)
    assert [module["predict"](x) for x in samples.tolist()] == [
        model.class_names[code] for code in model.predict(samples)
    ]
    scores = [module["scores"](x) for x in samples.tolist()]
    assert np.allclose(scores, model.scores(samples), rtol=1e-12, atol=1e-12)
    with pytest.raises(ValueError, match="a sample has 3 numbers, not 2"):
        module["predict"]([1, 2])


def test_python_needs_nothing_else(tmp_path):
    write_weights(make_model(MAPS[-1]), tmp_path / "w.py")
    code = "import w; print(w.predict([0.5, 1.0, -1.0]) in w.CLASSES)"
    command = [sys.executable, "-S", "-E", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True\n", "")


@pytest.mark.parametrize(("terms", "n", "scaled"), models)
def test_onnx(tmp_path, samples, terms, n, scaled):
    runtime = pytest.importorskip("onnxruntime")
    model = make_model(terms, n, scaled)
    write_weights(model, tmp_path / "w.onnx", n_features=3)
    session = runtime.InferenceSession(tmp_path / "w.onnx")
    (given,) = session.get_inputs()
    assert (given.name, given.shape[1]) == ("samples", 3)
    labels, scores = session.run(None, {"samples": samples.astype(np.float32)})
    wanted = model.scores(samples)
    wanted = np.hstack([-wanted, wanted]) if n == 2 else wanted
    assert np.allclose(scores, wanted, rtol=1e-4, atol=1e-4)
    clear = np.ptp(np.sort(wanted)[:, -2:], axis=1) > 1e-3
    codes = model.predict(samples)
    assert clear.mean() > 0.9
    assert labels[clear].tolist() == [model.class_names[k] for k in codes[clear]]


def test_onnx_on_the_boundary_is_the_first_class(tmp_path):
    runtime = pytest.importorskip("onnxruntime")
    model = make_model()
    model.weights[:] = 0
    write_weights(model, tmp_path / "w.onnx")
    session = runtime.InferenceSession(tmp_path / "w.onnx")
    labels, _ = session.run(None, {"samples": np.ones((2, 3), np.float32)})
    assert labels.tolist() == [ODD[0]] * 2


def test_onnx_is_an_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(UserError, match=r"pip install .*\[onnx\]'"):
        write_weights(make_model(), tmp_path / "w.onnx")


def test_onnx_refuses_weights_beyond_its_numbers():
    model = make_model()
    model.weights[0, 0] = 1e39
    with pytest.raises(UserError, match="too large for ONNX"):
        onnx_model.onnx_bytes(model, 3)


def test_unknown_suffix(tmp_path):
    with pytest.raises(UserError, match=r"“\.txt”.*\.json, \.csv, \.npz, \.onnx, \.py"):
        write_weights(make_model(), tmp_path / "w.txt")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_suffix_in_capitals_and_weights_that_are_not_finite(tmp_path, suffix):
    path = tmp_path / f"w{suffix.upper()}"
    write_weights(make_model(), path)
    written = path.read_bytes()
    model = make_model()
    model.weights[0, 0] = np.nan
    with pytest.raises(UserError, match="not finite"):
        write_weights(model, path)
    assert path.read_bytes() == written


def changed(**entries):
    return json.dumps(as_dict(make_model()) | entries)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is not JSON"),
        ("[1, 2]", "is not a weights file"),
        ("[" * 100_000, "nested too deeply"),
        (b"\xff\xfe\xfa", "is not JSON"),
        ("9" * 5000, "is not JSON"),
        (changed(format="other"), "is not a weights file"),
        (changed(version=2), "another version"),
        (changed(version=True), "another version"),
        (changed(coef=[[1, 2, float("nan")]]), "holds NaN"),
        (changed(coef=[[1, 2, float("inf")]]), "holds Infinity"),
        (changed(coef=[[1, 2, 1]]).replace("[1, 2, 1]", "[1, 2, 1e999]"), "“coef”"),
        (changed(coef=[[1, 2, 10**400]]), "“coef”"),
        (changed(coef=[[1, 2, True]]), "“coef”"),
        (changed(coef=[[1, 2]]), "“coef”"),
        (changed(coef=[1, 2, 3]), "“coef”"),
        (changed(coef=None), "“coef”"),
        (changed(coef=[[1, 2, 3]] * 2), "“coef”"),
        (changed(intercept=[1, 2]), "“intercept”"),
        (changed(features=[]), "“features”"),
        (changed(features=[[], {}]), "“features”"),
        (changed(classes=["a", "a"]), "“classes”"),
        (changed(classes=["a"]), "“classes”"),
        (changed(learner=1), "“learner”"),
        (changed(updates=-1), "“updates”"),
        (changed(epochs=1.5), "“epochs”"),
        (changed(scaling={"mean": [0, 0, 0], "scale": [1, 1, 0]}), "“scaling”"),
        (changed(scaling={"mean": [0, 0, 0]}), "“scaling”"),
        (changed(scaling=[]), "“scaling”"),
        ('{"format": 1, "format": 1}', "“format” twice"),
    ],
)
def test_reading_takes_nothing_on_trust(tmp_path, content, message):
    path = tmp_path / "w.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(UserError, match=message) as raised:
        read_weights(path)
    assert str(raised.value).startswith(str(path))


def test_reading_has_a_limit_of_size(tmp_path, monkeypatch):
    path = tmp_path / "w.json"
    path.write_text(changed())
    read_weights(path)
    small = replace(weights.FORMAT, most_bytes=100)
    monkeypatch.setattr(weights, "FORMAT", small)
    with pytest.raises(UserError, match="is larger than"):
        read_weights(path)
    with pytest.raises(UserError, match="cannot be read"):
        read_weights(tmp_path / "nowhere.json")
