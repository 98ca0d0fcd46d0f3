"""Session files: what is saved comes back, and nothing is taken on trust."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from engine import Branch, Dataset, Recipe
from engine.data.dataset import LARGEST
from engine.data.formats.registry import write_data
from engine.data.split import split
from engine.data.view_choice import ViewChoice
from engine.errors import Cancelled, UserError
from engine.export import session_file
from engine.export.session_file import (
    BranchedFrom,
    SavedSession,
    read_session,
    write_session,
)

VALUES = st.floats(-LARGEST, LARGEST)


def saved_session() -> SavedSession:
    data = Dataset(
        np.arange(12.0).reshape(6, 2) / 7,
        ["no", "yes", "no", "yes", "no", "yes"],
        feature_names=("width", "height"),
    )
    return SavedSession(split(data, 0.34, 0.0), Recipe("adaline", ("x1", "x1^2")), 3)


@given(
    X=hnp.arrays(np.float64, (5, 2), elements=VALUES),
    y=hnp.arrays(np.int64, 5, elements=st.integers(0, 2)),
    order=st.permutations(range(5)),
)
def test_what_is_saved_comes_back_exactly(tmp_path_factory, X, y, order):
    path = tmp_path_factory.mktemp("sessions") / "run.plab"
    data = Dataset(X, y, class_names=("a", "b", "ü"))
    recipe = Recipe("linear-svm", order=order, averaged=True, target_error=0.25)
    write_session(path, SavedSession(data, recipe, 17))
    back = read_session(path)
    assert np.array_equal(back.data.X, X)
    assert np.array_equal(back.data.y, y)
    assert back.data.class_names == data.class_names
    assert (back.recipe, back.step) == (recipe, 17)


def test_names_and_parts_come_back(tmp_path):
    saved = saved_session()
    write_session(tmp_path / "run.plab", saved)
    back = read_session(tmp_path / "run.plab").data
    assert back.feature_names == ("width", "height")
    assert np.array_equal(back.parts, saved.data.parts)
    assert back.is_split


def test_weights_come_back(tmp_path):
    weights = [0.1, 2.0, 0.0]
    data = Dataset([[1.0], [2.0], [3.0]], ["p", "q", "q"], sample_weights=weights)
    recipe = Recipe("adaline", class_weight={"q": 0.3, "p": 2})
    write_session(tmp_path / "run.plab", SavedSession(data, recipe, 1))
    back = read_session(tmp_path / "run.plab")
    assert back.data.sample_weights.tolist() == weights
    assert back.recipe == recipe
    content = json.loads((tmp_path / "run.plab").read_text("utf-8"))
    for wrong in ([1, 2], [1, 2, -1], [1, 2, "x"]):
        content["data"]["sample_weights"] = wrong
        (tmp_path / "bad.plab").write_text(json.dumps(content))
        with pytest.raises(UserError, match=r"bad\.plab"):
            read_session(tmp_path / "bad.plab")


def test_names_of_samples_come_back(tmp_path):
    names = ["<b>ü", "", '"a\n']
    data = Dataset([[1.0], [2.0], [3.0]], ["p", "q", "q"], sample_names=names)
    path = tmp_path / "run.plab"
    write_session(path, SavedSession(data, Recipe(), 1))
    assert read_session(path).data.sample_names.tolist() == names
    content = json.loads(path.read_text("utf-8"))
    for wrong in (["a"], ["a", "b", 1], "abc", {}):
        content["data"]["sample_names"] = wrong
        path.write_text(json.dumps(content))
        with pytest.raises(UserError, match="its entry “sample_names” is missing"):
            read_session(path)


def test_an_empty_canvas_can_be_saved(tmp_path):
    empty = Dataset(np.empty((0, 2)), np.empty(0, int), class_names=("A", "B"))
    write_session(tmp_path / "run.plab", SavedSession(empty, Recipe(), 0))
    assert read_session(tmp_path / "run.plab").data.n_samples == 0


def _set(place, value):
    def change(content):
        *way, last = place.split(".")
        for name in way:
            content = content[name]
        content[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_set("format", "other"), "is not a session file"),
        (_set("version", 2), "another version"),
        (_set("step", -1), "entry “step” is missing"),
        (_set("step", True), "entry “step” is missing"),
        (_set("recipe", []), "entry “recipe” is missing"),
        (_set("recipe.learner", 3), "entry “learner” is missing"),
        (_set("recipe.learner", "oracle"), "learner “oracle” is not known"),
        (_set("recipe.epochs", [1]), "is not a number"),
        (_set("recipe.magic", 1), "no hyperparameter “magic”"),
        (_set("recipe.features", [1]), "entry “features” is missing"),
        (_set("data", None), "entry “data” is missing"),
        (_set("data.features", []), "entry “features” is missing"),
        (_set("data.classes", ["a", "a"]), "give 2 to 100 class names"),
        (_set("data.X", [[1.0]]), "entry “X” is missing"),
        (_set("data.X", 5), "entry “X” is missing"),
        (
            _set("data.X", [[0, 0], [0, -2e150], *[[0, 0]] * 4]),
            r"sample 2, feature height: -2e\+150 is too large to compute with",
        ),
        (_set("data.y", [0, 1, 0, 1, 0, 7]), "entry “y” is missing"),
        (_set("data.y", [0]), "entry “y” is missing"),
        (_set("data.parts", [0, 0, 0, 0, 0, 3]), "entry “parts” is missing"),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(tmp_path, change, message):
    path = tmp_path / "run.plab"
    write_session(path, saved_session())
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))
    with pytest.raises(UserError, match=message) as refused:
        read_session(path)
    assert str(refused.value).startswith(str(path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x1,class", "is not JSON at line 1, column 1, so not a session file"),
        ("[" * 100_000, "nested too deeply|is not JSON"),
        ('{"format": NaN}', "holds NaN"),
        ('{"a": 1, "a": 2}', "its entry “a” is there twice"),
        ("[1, 2]", "is not a session file"),
    ],
)
def test_what_is_no_session_is_refused(tmp_path, text, message):
    path = tmp_path / "run.plab"
    path.write_text(text)
    with pytest.raises(UserError, match=message):
        read_session(path)
    with pytest.raises(UserError, match="there is no such file"):
        read_session(tmp_path / "missing.plab")


def test_how_it_was_seen_and_judged_comes_back(tmp_path):
    data, path = saved_session().data, tmp_path / "run.plab"
    seen = ViewChoice(1, 0, margin=True, stretched=True)
    write_session(path, SavedSession(data, Recipe(), 0, view_choice=seen, test_uses=3))
    back = read_session(path)
    assert (back.view_choice, back.test_uses) == (seen, 3)
    older = json.loads(path.read_text())
    del older["aspect"]["stretched"]  # of two features, before units were looked at
    path.write_text(json.dumps(older))
    assert read_session(path).view_choice == replace(seen, stretched=False)
    del older["aspect"], older["test_uses"]
    path.write_text(json.dumps(older))
    back = read_session(path)
    assert (back.view_choice, back.test_uses) == (None, 0)


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        ("aspect", {"across": 0, "up": 7, "margin": True, "code": 0}),
        ("aspect", {"across": 1, "up": 1, "margin": True, "code": 0}),
        ("aspect", {"across": 0, "up": 1, "margin": 1, "code": 0}),
        ("aspect", {"across": 0, "up": 1, "margin": True, "code": 0, "stretched": 2}),
        ("aspect", [0, 1]),
        ("test_uses", -1),
    ],
)
def test_an_impossible_view_is_named(tmp_path, entry, value):
    path = tmp_path / "run.plab"
    write_session(path, saved_session())
    content = json.loads(path.read_text()) | {entry: value}
    path.write_text(json.dumps(content))
    with pytest.raises(UserError, match=entry):
        read_session(path)


@pytest.mark.parametrize("beside", [True, False])
def test_a_run_that_branches_comes_back_with_the_one_it_left(tmp_path, beside):
    path, saved = tmp_path / "run.plab", branched(beside)
    write_session(path, saved)
    back = read_session(path)
    assert (back.recipe, back.branched_from) == (saved.recipe, saved.branched_from)
    older = json.loads(path.read_text())
    del older["branch"]
    path.write_text(json.dumps(older))
    assert read_session(path).branched_from is None


def branched(beside=True):
    plain = saved_session()
    before = Recipe("perceptron", plain.recipe.features, learning_rate=0.5, epochs=7)
    left = BranchedFrom(Branch(before, 11), beside=beside)
    return SavedSession(plain.data, plain.recipe, 20, branched_from=left)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_set("branch", [1]), "entry “branch” is missing"),
        (_set("branch.step", -1), "entry “branch” is missing"),
        (_set("branch.step", 1.5), "entry “branch” is missing"),
        (_set("branch.beside", 1), "entry “branch” is missing"),
        (_set("branch.before", None), "entry “recipe” is missing"),
        (_set("branch.before.learner", "oracle"), "learner “oracle” is not known"),
        (_set("branch.before.epochs", "many"), "is not a number"),
        (_set("branch.before.features", ["x2"]), "entry “branch” is missing"),
        (_set("branch.before.offset", False), "entry “branch” is missing"),
    ],
)
def test_a_damaged_branch_is_refused_with_its_place(tmp_path, change, message):
    path = tmp_path / "run.plab"
    write_session(path, branched())
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))
    with pytest.raises(UserError, match=message) as refused:
        read_session(path)
    assert str(refused.value).startswith(str(path))


def test_saving_tells_how_far_it_is_and_can_be_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(session_file, "CELLS", 3)
    path, shares = tmp_path / "run.plab", []
    write_session(path, saved_session(), lambda share: shares.append(share) or True)
    assert shares == sorted(shares)
    assert len(shares) > 12
    whole = path.read_bytes()
    np.testing.assert_array_equal(
        read_session(path).data.parts, saved_session().data.parts
    )
    with pytest.raises(Cancelled):
        write_session(path, saved_session(), lambda share: share < 0.8)
    assert path.read_bytes() == whole
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("suffix", [".plab", ".csv", ".tab", ".arff", ".parquet"])
def test_a_name_with_half_a_character_can_be_written_again(tmp_path, suffix):
    path = tmp_path / "run.plab"
    write_session(path, saved_session())
    written = path.read_text()
    path.write_text(
        written.replace("height", r"h\ud800").replace('"yes"', r'"y\u0000"')
    )
    data = read_session(path).data
    assert data.feature_names == ("width", "h?")
    assert data.class_names == ("no", "y?")
    saved = SavedSession(data, Recipe(), 0)
    again = tmp_path / f"again{suffix}"
    if suffix == ".plab":
        write_session(again, saved)
    else:
        write_data(data, again)
    assert again.stat().st_size > 100
