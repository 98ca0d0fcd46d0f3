from __future__ import annotations

import csv
import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine import Dataset, Recipe, Tape
from engine.data.feature_map import feature_map
from engine.data.provenance import Column, Provenance
from engine.errors import UserError
from engine.export import model_entries, weights
from engine.export.model_entries import as_dict
from engine.export.weights import (
    SUFFIXES,
    read_model,
    read_weights,
    write_weights,
)
from engine.families.linear.model import LinearModel
from engine.families.votes.model import VotedModel
from engine.models.scaling import Scaling
from engine.models.votes import Votes

ODD = ('quo"te', "it's \\ {odd}", "ünï, code")
MAPS = [
    None,
    ["x2"],
    ["x3", "x1"],
    ["x1", "x2^2", "x1*x3", "sin(x2)", "sin(x1)^3*x2^2*x3"],
]


TABLE = Provenance(
    "cars.csv",
    "make",
    (
        Column('a "b"', mean=2.5),
        Column("c'd", "binary", ("no", "yes")),
        Column("e"),
    ),
    options=(("delimiter", ";"),),
    left_out=(("rows with a missing value", 3),),
)


def make_model(terms=None, n_classes=2, scaled=False, voted=False, seed=0):
    features = feature_map(['a "b"', "c'd", "e"], terms)
    rng = np.random.default_rng(seed)
    n_terms = len(features.terms)
    scaled_weights = rng.normal(size=(1 if n_classes == 2 else n_classes, n_terms + 1))
    scaling = Scaling(rng.normal(size=n_terms), rng.uniform(0.5, 2, size=n_terms))
    weights = scaling.to_data_units(scaled_weights) if scaled else scaled_weights
    scaling = scaling if scaled else None
    context = {
        "learner": "perceptron", "features": features, "class_names": ODD[:n_classes],
        "scaling": scaling, "epochs": 7, "updates": 12, "measure_error": lambda: 0.125,
        "provenance": TABLE, "recipe": {"learner": "perceptron", "seed": 5},
    }  # fmt: skip
    if voted:
        votes = tuple(make_votes(rng, row) for row in weights)
        return VotedModel(
            votes=votes, newest=weights, scaled_newest=scaled_weights, **context
        )
    return LinearModel(weights=weights, scaled_weights=scaled_weights, **context)


def make_votes(rng, newest):
    weights = np.vstack([rng.normal(size=(6, len(newest))), newest])
    weights[3] = weights[1]
    return Votes(weights, np.array([3.0, 2, 0, 4, 1, 2, 1]))


@pytest.fixture
def samples():
    X = np.random.default_rng(1).normal(size=(200, 3)).astype(np.float32)
    return X.astype(np.float64)


models = [
    pytest.param(terms, n, scaled, voted, id=f"{terms}-{n}-{scaled}-{voted}")
    for terms in MAPS
    for n in (2, 3)
    for scaled in (False, True)
    for voted in (False, True)
]


def same(model, other):
    """Compare two models entry by entry, arrays bit by bit."""
    assert as_dict(model) == as_dict(other)
    assert model.features == other.features
    assert model.provenance == other.provenance
    assert np.array_equal(model.newest_weights(), other.newest_weights())
    trained = model.newest_weights(as_trained=True)
    assert np.array_equal(trained, other.newest_weights(as_trained=True))


@pytest.mark.parametrize("suffix", [".json", ".npz"])
@pytest.mark.parametrize(("terms", "n", "scaled", "voted"), models)
def test_what_is_written_is_read_back(
    tmp_path, samples, suffix, terms, n, scaled, voted
):
    model = make_model(terms, n, scaled, voted)
    write_weights(model, tmp_path / f"w{suffix}")
    again = read_model(tmp_path / f"w{suffix}")
    same(again, model)
    assert np.array_equal(again.scores(samples), model.scores(samples))
    assert dict(again.recipe) == {"learner": "perceptron", "seed": 5}


def test_the_entries_of_json(tmp_path):
    model = make_model(scaled=True)
    write_weights(model, tmp_path / "w.json")
    content = json.loads((tmp_path / "w.json").read_text())
    assert list(content) == [
        "format", "version", "versions", "learner", "recipe", "provenance",
        "feature_names", "features", "terms", "classes", "tie", "coef", "intercept",
        "scaling", "epochs", "updates", "training_error",
    ]  # fmt: skip
    assert (content["format"], content["version"]) == ("perceptron-lab/weights", 1)
    assert content["versions"]["numpy"] == np.__version__
    assert content["features"] == list(model.features.names)
    assert (content["coef"], content["intercept"]) == (
        model.coef.tolist(),
        model.intercept.tolist(),
    )
    assert content["provenance"]["columns"][1]["levels"] == ["no", "yes"]
    assert content == as_dict(model)


def test_votes_stand_in_place_of_weights(tmp_path):
    """Whoever does not know of votes must not take the newest weights for the model."""
    write_weights(make_model(voted=True), tmp_path / "w.json")
    content = read_weights(tmp_path / "w.json")
    assert "coef" not in content and "intercept" not in content
    (votes,) = content["votes"]
    # That without a vote is left out, and one that came twice has the votes of both.
    assert votes["counts"] == [3, 6, 1, 2, 1]
    lines = [json.dumps(row) for row in votes["coef"]]
    assert ",\n        ".join(lines) in (tmp_path / "w.json").read_text()


def test_names_that_look_like_terms_are_read_back(tmp_path):
    names = ["x2", "x1^2", "sin(x1)", "x1*x2"]
    model = replace(
        make_model(),
        features=feature_map(names, ["x1*x2", "x1^2", "x4^2", "sin(x1)^2*x3"]),
        weights=np.ones((1, 5)),
        scaled_weights=np.ones((1, 5)),
        provenance=None,
    )
    write_weights(model, tmp_path / "w.json")
    same(read_model(tmp_path / "w.json"), model)


def test_a_table_of_other_features_is_not_written(tmp_path):
    model = replace(make_model(), provenance=replace(TABLE, columns=TABLE.columns[:2]))
    write_weights(model, tmp_path / "w.json")
    assert read_model(tmp_path / "w.json").provenance is None


@given(
    X=arrays(np.float64, (12, 2), elements=st.floats(-5, 5).map(lambda v: round(v, 2))),
    y=st.lists(st.sampled_from("abc"), min_size=12, max_size=12).filter(
        lambda y: len(set(y)) > 1
    ),
    learner=st.sampled_from(["perceptron", "voted-perceptron", "averaged-perceptron"]),
    standardise=st.booleans(),
    suffix=st.sampled_from([".json", ".npz"]),
)
def test_a_trained_model_is_read_back_bit_for_bit(
    tmp_path_factory, X, y, learner, standardise, suffix
):
    recipe = Recipe(learner, standardise=standardise, epochs=4, squares=True)
    tape = Tape(Dataset(X, y), recipe)
    tape.extend()
    path = tmp_path_factory.mktemp("weights") / f"w{suffix}"
    model = tape.model()
    write_weights(model, path)
    again = read_model(path)
    assert np.array_equal(again.scores(X), model.scores(X))
    assert again.recipe == as_dict(model)["recipe"] == recipe.to_dict()
    assert np.array_equal(again.newest_weights(), model.newest_weights())
    assert again.training_error == again.mistaken(X, tape.data.y).mean()


@pytest.mark.parametrize(("terms", "n", "scaled", "voted"), models)
def test_csv(tmp_path, terms, n, scaled, voted):
    model = make_model(terms, n, scaled, voted)
    write_weights(model, tmp_path / "w.csv")
    with (tmp_path / "w.csv").open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    classes = list(ODD[1:2] if n == 2 else ODD)
    if not voted:
        assert header == ["class", *model.features.names, "intercept"]
        assert [row[0] for row in rows] == classes
        numbers = [[float(cell) for cell in row[1:]] for row in rows]
        assert numbers == model.weights.tolist()
        return
    assert header == ["class", "votes", *model.features.names, "intercept"]
    for name, votes in zip(classes, model.votes, strict=True):
        own = [row for row in rows if row[0] == name]
        assert [int(row[1]) for row in own] == [3, 6, 1, 2, 1]
        numbers = [[float(cell) for cell in row[2:]] for row in own]
        assert numbers == votes.weights[[0, 3, 4, 5, 6]].tolist()


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


@pytest.mark.parametrize("letter", [r"\ud800", r"\u0000"])
def test_a_name_that_no_file_can_hold_is_read_so_that_one_can(tmp_path, letter):
    model = make_model()
    paths = [tmp_path / name for name in ("w.json", "w.npz")]
    write_weights(model, paths[0])
    name = model.class_names[1]
    quoted = json.dumps(name)
    text = paths[0].read_text("utf-8").replace(quoted, f'{quoted[:-1]}{letter}"')
    paths[0].write_text(text, "utf-8")
    write_weights(read_model(paths[0]), paths[1])
    with np.load(paths[1]) as arrays:
        half = np.array([model.class_names[0], f"{name}\ud800"])
        np.savez(tmp_path / "half.npz", **{**arrays, "classes": half})
    for path in (*paths, tmp_path / "half.npz"):
        assert read_model(path).class_names == (model.class_names[0], f"{name}?")


@pytest.mark.parametrize(("terms", "n", "scaled", "voted"), models)
def test_python(tmp_path, samples, terms, n, scaled, voted):
    model = make_model(terms, n, scaled, voted)
    write_weights(model, tmp_path / "w.py")
    module: dict = {}
    exec((tmp_path / "w.py").read_text(encoding="utf-8"), module)
    wanted = [model.class_names[code] for code in model.predict(samples)]
    for many in (samples, samples.tolist(), tuple(samples), list(samples)):
        assert module["predict"](many) == wanted
    assert [module["predict"](x) for x in samples.tolist()] == wanted
    assert module["predict"](samples[0]) == wanted[0]
    assert module["predict"]([]) == []
    scores = module["scores"](samples)
    assert np.allclose(scores, model.scores(samples), rtol=1e-12, atol=1e-12)
    assert module["TRAINING_ERROR"] == 0.125
    for wrong in ([1, 2], [[1, 2]]):
        with pytest.raises(ValueError, match="a sample has 3 numbers, not 2"):
            module["predict"](wrong)


def test_python_says_what_each_number_is(tmp_path):
    columns = (
        Column("size", mean=2.5),
        Column("sex", "binary", ("f", "m")),
        Column("a\n'b", "one-hot", ("x", "y")),
    )
    table = Provenance("t.csv", "c", columns)
    features = feature_map(table.feature_names)
    weights = np.ones((1, 5))
    model = LinearModel(
        learner="perceptron", features=features, class_names=("n", "p"),
        weights=weights, scaled_weights=weights, scaling=None, epochs=1, updates=1,
        measure_error=float, provenance=table,
    )  # fmt: skip
    write_weights(model, tmp_path / "w.py")
    text = (tmp_path / "w.py").read_text()
    assert "'size',  # 2.5 where it is missing\n" in text
    assert "'sex',  # 0 where 'sex' is 'f', 1 where it is 'm'\n" in text
    assert "1 where \"a\\n'b\" is 'y', else 0\n" in text
    module: dict = {}
    exec(text, module)
    assert module["FEATURES"] == list(table.feature_names)


def test_python_needs_nothing_else(tmp_path):
    write_weights(make_model(MAPS[-1]), tmp_path / "w.py")
    code = "import w; print(w.predict([0.5, 1.0, -1.0]) in w.CLASSES)"
    command = [sys.executable, "-S", "-E", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True\n", "")


@pytest.mark.parametrize(("terms", "n", "scaled", "voted"), models)
def test_onnx(tmp_path, samples, terms, n, scaled, voted):
    runtime = pytest.importorskip("onnxruntime")
    model = make_model(terms, n, scaled, voted)
    write_weights(model, tmp_path / "w.onnx")
    session = runtime.InferenceSession(tmp_path / "w.onnx")
    (given,) = session.get_inputs()
    assert (given.name, given.shape[1]) == ("samples", 3)
    labels, scores = session.run(None, {"samples": samples.astype(np.float32)})
    wanted = model.scores(samples)
    wanted = np.hstack([-wanted, wanted]) if n == 2 else wanted
    assert np.allclose(scores, wanted, rtol=1e-12, atol=1e-12)
    assert labels.tolist() == [model.class_names[k] for k in model.predict(samples)]
    about = session.get_modelmeta().custom_metadata_map
    assert json.loads(about["features"]) == list(model.features.feature_names)
    assert about["training_error"] == "0.125"


@pytest.mark.parametrize("tie", ["mistake", "positive"])
@pytest.mark.parametrize("n", [2, 3])
def test_on_the_boundary_every_format_decides_as_the_model(tmp_path, n, tie):
    runtime = pytest.importorskip("onnxruntime")
    model = replace(make_model(n_classes=n), tie=tie)
    model.weights[:] = 0
    wanted = [ODD[int(n == 2 and tie == "positive")]] * 2
    for suffix in SUFFIXES:
        write_weights(model, tmp_path / f"w{suffix}")
    session = runtime.InferenceSession(tmp_path / "w.onnx")
    labels, _ = session.run(None, {"samples": np.ones((2, 3), np.float32)})
    assert labels.tolist() == wanted
    module: dict = {}
    exec((tmp_path / "w.py").read_text(encoding="utf-8"), module)
    assert module["predict"](np.ones((2, 3))) == wanted
    for suffix in (".json", ".npz"):
        again = read_model(tmp_path / f"w{suffix}")
        assert [ODD[code] for code in again.predict(np.ones((2, 3)))] == wanted


def test_onnx_is_an_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(UserError, match=r"pip install .*\[onnx\]'"):
        write_weights(make_model(), tmp_path / "w.onnx")


def test_onnx_computes_beyond_32_bits(tmp_path):
    runtime = pytest.importorskip("onnxruntime")
    model = make_model()
    model.weights[0] = [1e39, 1, -1e39, 0]
    write_weights(model, tmp_path / "w.onnx")
    session = runtime.InferenceSession(tmp_path / "w.onnx")
    X = np.array([[1, 0, 0.5], [0.5, 0, 1]], np.float32)
    labels, scores = session.run(None, {"samples": X})
    assert labels.tolist() == [ODD[1], ODD[0]]
    assert np.allclose(scores, [[-5e38, 5e38], [5e38, -5e38]])


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


@pytest.mark.parametrize("suffix", [".json", ".npz", ".py"])
def test_too_many_votes_are_refused_with_their_size(tmp_path, monkeypatch, suffix):
    monkeypatch.setitem(weights.MOST_BYTES, suffix, 100)
    path = tmp_path / f"w{suffix}"
    with pytest.raises(UserError, match=r"5 weight vectors .* MB, .* MB: write"):
        write_weights(make_model(voted=True), path)
    assert not path.exists()


def changed(voted=False, scaled=False, **entries):
    return json.dumps(as_dict(make_model(voted=voted, scaled=scaled)) | entries)


def votes_with(**entries):
    votes = as_dict(make_model(voted=True))["votes"][0]
    return [votes | entries]


def table_with(**entries):
    return as_dict(make_model())["provenance"] | entries


SCALING = {
    "mean": [0, 0, 0],
    "scale": [1, 1, 1],
    "coef": [[1, 2, 3]],
    "intercept": [1],
}
FACTOR = {"feature": "e", "power": 1, "sine": False}


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
        (changed(updates=True), "“updates”"),
        (changed(training_error=1.5), "“training_error”"),
        (changed(classes=[str(k) for k in range(101)]), "“classes”"),
        (changed(versions=1), "“versions”"),
        (changed(recipe=[]), "“recipe”"),
        (changed(feature_names=None), "“feature_names”"),
        (changed(features=["p", "q", "r"]), "“features”"),
        (changed(tie="up"), "“tie”"),
        (changed(tie=[]), "“tie”"),
        (changed(terms=None), "“terms”"),
        (changed(terms=[[], [], []]), "“terms”"),
        (changed(terms=[[1], [2], [3]]), "“terms”"),
        (changed(terms=[[FACTOR]]), "“terms”"),
        (changed(terms=[[FACTOR | {"feature": "f"}]] * 3), "“terms”"),
        (changed(terms=[[FACTOR | {"power": 10}]] * 3), "“terms”"),
        (changed(terms=[[FACTOR | {"power": True}]] * 3), "“terms”"),
        (changed(terms=[[FACTOR | {"sine": 0}]] * 3), "“terms”"),
        (changed(votes=[]), "“votes”"),
        (changed(voted=True, votes=[]), "“votes”"),
        (changed(voted=True, votes=None), "“votes”"),
        (changed(voted=True, votes=[1]), "“votes”"),
        (changed(voted=True, votes=votes_with(counts=[1])), "“votes”"),
        (changed(voted=True, votes=votes_with(counts=[])), "“votes”"),
        (changed(voted=True, votes=votes_with(counts=None)), "“votes”"),
        (changed(voted=True, votes=votes_with(counts=[1, 2, 3, 4, -1])), "“votes”"),
        (changed(voted=True, votes=votes_with(counts=[1, 2, 3, 4, 1.5])), "“votes”"),
        (changed(voted=True, votes=votes_with(counts=[2**70] * 5)), "“votes”"),
        (changed(voted=True, votes=votes_with(coef=[[1, 2]] * 5)), "“votes”"),
        (changed(voted=True, votes=votes_with(intercept=[1] * 4)), "“votes”"),
        (changed(scaling=SCALING | {"scale": [1, 1, 0]}), "“scaling”"),
        (changed(scaling=SCALING | {"coef": [[1, 2]]}), "“scaling”"),
        (changed(scaling=SCALING | {"intercept": None}), "“scaling”"),
        (changed(scaling=SCALING | {"mean": [1, 2, 3]}), "“scaling”"),
        (changed(scaling={"mean": [0, 0, 0]}), "“scaling”"),
        (changed(provenance=1), "“provenance”"),
        (changed(provenance=table_with(file=None)), "“provenance”"),
        (changed(provenance=table_with(columns=1)), "“provenance”"),
        (changed(provenance=table_with(columns=[])), "“provenance”"),
        (changed(provenance=table_with(columns=[1, 2, 3])), "“provenance”"),
        (changed(provenance=table_with(options=[["a"]])), "“provenance”"),
        (changed(provenance=table_with(left_out=[["a", "b"]])), "“provenance”"),
        (changed(provenance=table_with(left_out=3)), "“provenance”"),
        (changed(provenance=table_with(target_position=1)), "“provenance”"),
        (changed(provenance=table_with(target_position=-1, width=9)), "“provenance”"),
        (changed(scaling=[]), "“scaling”"),
        ('{"format": 1, "format": 1}', "“format” is there twice"),
    ],
)
def test_reading_takes_nothing_on_trust(tmp_path, content, message):
    path = tmp_path / "w.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(UserError, match=message) as raised:
        read_weights(path)
    assert str(raised.value).startswith(str(path))


@pytest.mark.parametrize(
    "column",
    [
        {"name": 1},
        {"kind": "text"},
        {"kind": []},
        {"kind": "binary"},
        {"kind": "one-hot"},
        {"levels": ["a"]},
        {"levels": [1]},
        {"levels": None},
        {"mean": "a"},
        {"mean": True},
        {"position": -1},
        {"position": 4},
    ],
)
def test_reading_takes_no_column_on_trust(tmp_path, column):
    first, *others = table_with()["columns"]
    columns = [first | column, *others]
    content = changed(provenance=table_with(columns=columns, width=3))
    (tmp_path / "w.json").write_text(content)
    with pytest.raises(UserError, match="“provenance”"):
        read_model(tmp_path / "w.json")


def rewritten(path, **entries):
    """Write an archive with other entries; of None without them."""
    with np.load(path) as held:
        arrays = dict(held) | entries
    np.savez(path, **{k: v for k, v in arrays.items() if v is not None})


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"format": "other"}, "is not a weights file"),
        ({"version": 2}, "another version"),
        ({"version": None}, "another version"),
        ({"coef": np.ones((2, 3))}, "“coef”"),
        ({"coef": np.array([[1, 2, np.nan]])}, "“coef”"),
        ({"coef": np.ones((1, 3), np.complex128)}, "“coef”"),
        ({"coef": np.array([["1", "2", "3"]])}, "“coef”"),
        ({"coef": np.float64(1)}, "“coef”"),
        ({"coef": None}, "“coef”"),
        ({"classes": np.ones(2)}, "“classes”"),
        ({"terms": "[" * 100_000}, "nested too deeply"),
        ({"terms": "nothing"}, "is not JSON"),
        ({"recipe": None}, "“recipe”"),
        ({"recipe": '{"a": NaN}'}, "holds NaN"),
        ({"scaled_coef": None}, "“scaling”"),
        ({"scale": np.zeros(3)}, "“scaling”"),
        ({"votes0_counts": np.ones(3, int)}, "“votes”"),
        ({"epochs": 1.5}, "“epochs”"),
        ({"updates": np.ones(3)}, "“updates”"),
        ({"coef": np.array([{}], dtype=object)}, "is not a NumPy archive of plain"),
    ],
)
def test_reading_arrays_takes_nothing_on_trust(tmp_path, entries, message):
    path = tmp_path / "w.npz"
    write_weights(make_model(scaled=True), path)
    rewritten(path, **entries)
    with pytest.raises(UserError, match=message) as raised:
        read_model(path)
    assert str(raised.value).startswith(str(path))


@pytest.mark.parametrize(("name", "span"), [("w.npz", (0, 255)), ("w.json", (32, 126))])
@given(place=st.floats(0, 1, exclude_max=True), draw=st.data())
def test_a_byte_changed_is_no_disaster(tmp_path_factory, name, span, place, draw):
    path = tmp_path_factory.mktemp("weights") / name
    write_weights(make_model(voted=True, scaled=True), path)
    content = bytearray(path.read_bytes())
    content[int(place * len(content))] = draw.draw(st.integers(*span))
    path.write_bytes(content)
    try:
        read_model(path)
    except UserError as error:
        assert str(error).startswith(str(path))


def test_what_is_no_archive_is_refused(tmp_path):
    path = tmp_path / "w.npz"
    with pytest.raises(UserError, match="there is no such file: check"):
        read_model(path)
    for content in (b"", b"PK\x03\x04", b"\x93NUMPY", b"text"):
        path.write_bytes(content)
        with pytest.raises(UserError, match="is not a NumPy archive"):
            read_model(path)


def test_an_archive_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "w.npz"
    np.savez_compressed(path, coef=np.zeros(2**20))
    assert path.stat().st_size < 2**14
    monkeypatch.setitem(weights.MOST_BYTES, ".npz", 2**20)
    with pytest.raises(UserError, match="holds more than 1 MB"):
        read_model(path)


def test_reading_has_a_limit_of_size(tmp_path, monkeypatch):
    path = tmp_path / "w.json"
    path.write_text(changed())
    read_weights(path)
    small = replace(model_entries.FORMAT, most_bytes=100)
    monkeypatch.setattr(weights, "FORMAT", small)
    with pytest.raises(UserError, match="is larger than"):
        read_weights(path)
    with pytest.raises(UserError, match="there is no such file"):
        read_weights(tmp_path / "nowhere.json")
