"""`--recipe` and `--start`: train as a file says, and go on from its weights."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.cli.main import run
from engine.data.sample_table import read_data
from engine.errors import UserError
from engine.export.session_file import SavedSession, write_session
from engine.export.weights import read_model, write_weights

IRIS = str(Path(__file__).parents[3] / "resources" / "data" / "iris.csv")
RECIPE = Recipe(
    "linear-svm", ["x1", "x2", "x1*x2"], epochs=3, strength=0.02, standardise=True,
    order="shuffled", seed=3, class_weight={"setosa": 2.0},
)  # fmt: skip


@pytest.fixture(params=[".json", ".npz", ".plab"])
def file(request, tmp_path):
    """Write what a run has come to as weights, or as a session at its end."""
    data = read_data(IRIS)
    tape = Tape(data, RECIPE)
    tape.extend()
    path = tmp_path / f"w{request.param}"
    if request.param == ".plab":
        write_session(path, SavedSession(data, RECIPE, tape.steps))
    else:
        write_weights(tape.model(), path)
    return path


def trained(capsys, *words):
    assert run(["train", *map(str, words), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys, *words):
    assert run(["train", *map(str, words)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    return line.removeprefix("perceptron-lab: ")


@pytest.mark.parametrize("suffix", [".json", ".npz", ".plab"])
def test_indices_of_svmlight_begin_as_they_did(capsys, tmp_path, suffix):
    """Two rows of the samples alone, in which index 0 does not occur."""
    weights, path = tmp_path / f"w{suffix}", tmp_path / "t.svm"
    rows = ["1 0:3 1:-1 2:1\n", "0 0:-3 1:1 2:1\n", "1 1:-4 2:1\n", "0 1:4 2:1\n"]
    path.write_text("".join(rows))
    data = read_data(path)
    tape = Tape(data, Recipe())
    tape.extend()
    if suffix == ".plab":
        write_session(weights, SavedSession(data, Recipe(), tape.steps))
    else:
        write_weights(tape.model(), weights)
    path.write_text(2 * "".join(rows[2:]))
    assert run(["evaluate", str(weights), str(path)]) == 0
    out, err = capsys.readouterr()
    assert "mistakes: 0  samples: 4" in out
    assert "the indices" not in err
    for told in ("--recipe", "--start"):
        assert len(trained(capsys, path, told, weights)["weights"]["features"]) == 3
    assert run(["search", str(path), "--recipe", str(weights), "--folds", "2"]) == 0
    assert "the indices" not in capsys.readouterr().err
    assert run(["train", str(path)]) == 0
    assert (
        "perceptron-lab: the indices are taken to begin with 1, as no 0 occurs ("
        in (capsys.readouterr().err)
    )


def plain(recipe):
    return json.loads(json.dumps(recipe.to_dict()))


def test_the_whole_recipe_is_taken(capsys, file):
    facts = trained(capsys, IRIS, "--recipe", file)
    assert facts["recipe"] == plain(RECIPE)
    tape = Tape(read_data(IRIS), RECIPE)
    tape.extend()
    assert facts["weights"]["coef"] == tape.model().coef.tolist()


def test_options_beside_it_overrule(capsys, file):
    words = ["--epochs", "7", "--no-standardise", "--features", "x3,x4"]
    facts = trained(capsys, IRIS, "--recipe", file, *words)
    changed = RECIPE.replace(epochs=7, standardise=False, features=["x3", "x4"])
    assert facts["recipe"] == plain(changed)
    facts = trained(capsys, IRIS, "--recipe", file, "--learner", "adaline")
    assert facts["recipe"] == plain(RECIPE.replace(learner="adaline"))


def test_it_goes_on_from_there(capsys, file):
    """A session too, whose playhead stands at its end."""
    facts = trained(capsys, IRIS, "--recipe", file, "--start", file)
    data = read_data(IRIS)
    first = Tape(data, RECIPE)
    first.extend()
    start = first.model().scaled_weights
    tape = Tape(data, RECIPE.replace(start=tuple(map(tuple, start.tolist()))))
    tape.extend()
    assert facts["weights"]["coef"] == tape.model().coef.tolist()
    assert np.array(facts["recipe"]["start"]) == pytest.approx(start)
    # So that what was done can be done again, of the weights written alone.
    assert facts["weights"]["recipe"] == facts["recipe"]


def test_what_is_read_is_checked(capsys, tmp_path, small):
    path = tmp_path / "w.json"
    assert run(["train", small, "--weights", str(path), "-q"]) == 0
    content = json.loads(path.read_text())
    for entry, said in [
        (None, "has weights, but no recipe: give a learner and its"),
        ({}, "cannot be used (its learner or its features"),
        ({"learner": "perceptron", "features": "p"}, "its learner or its features"),
        ({"learner": "perceptron", "self": 1}, "has no hyperparameter “self”"),
        ({"learner": "pla"}, "learner “pla” is not known"),
        ({"learner": "perceptron", "epochs": [1]}, "is not a number"),
        ({"learner": "perceptron", "order": {"a": 1}}, "is not a list of rows"),
    ]:
        path.write_text(json.dumps(content | {"recipe": entry}))
        line = refused(capsys, small, "--recipe", path)
        assert line.startswith(f"--recipe {path}: ") and said in line
    for name in ("--recipe", "--start"):
        missing = tmp_path / "none.json"
        line = refused(capsys, small, name, missing)
        assert line.startswith(f"{name} {missing}: ")
        assert refused(capsys, small, name, missing, "--stream") == line
    assert "is no file of weights: give one that ends in .json" in refused(
        capsys, small, "--recipe", small
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([IRIS], "has weights for p, q, but this run learns from sep"),
        (["{other}"], "for the classes “no”, “yes”, but the data have “maybe”"),
        (
            ["{small}", "--no-offset"],
            "has an offset among its weights, but --no-offset",
        ),
        (
            ["{small}", "--stream", "--standardise"],
            "does not go with both --stream and",
        ),
    ],
)
def test_weights_that_do_not_fit_are_refused(capsys, tmp_path, small, words, said):
    other, path = tmp_path / "other.csv", tmp_path / "w.json"
    other.write_text(Path(small).read_text().replace("yes", "maybe"))
    write_weights(Tape(read_data(small), Recipe(start=[[2, 1, 0.5]])).model(0), path)
    options = [word.format(other=other, small=small) for word in words]
    line = refused(capsys, *options, "--start", path)
    assert line.startswith(f"--start {path}: ") and said in line


def test_rows_may_still_be_typed(capsys, small):
    facts = trained(capsys, small, "--start=1,2,-0.5", "--epochs=1")
    assert facts["recipe"]["start"] == [[1.0, 2.0, -0.5]]


def test_block_by_block_it_is_the_same(capsys, tmp_path):
    rng = np.random.default_rng(0)
    y = np.arange(200) % 3
    data = Dataset(rng.normal(y[:, None], 1.0, (200, 2)), [f"c{k}" for k in y], "pq")
    table = tmp_path / "t.csv"
    lines = [
        f"{p!r},{q!r},c{k}"
        for (p, q), k in zip(data.X.tolist(), y.tolist(), strict=True)
    ]
    table.write_text("\n".join(["p,q,class", *lines]))
    path = tmp_path / "w.json"
    assert run(["train", str(table), "--epochs=2", "-q", "--weights", str(path)]) == 0
    words = [table, "--epochs=3", "--start", path]
    whole, streamed = trained(capsys, *words), trained(capsys, *words, "--stream")
    assert streamed["weights"]["coef"] == whole["weights"]["coef"]
    assert whole["weights"]["coef"] != read_model(path).coef.tolist()
    more = table.read_text() + "\n1,2,other"
    table.write_text(more)
    assert "other" in refused(capsys, *words, "--stream")


@pytest.mark.parametrize("classes", ["no", "yes", "no maybe", "maybe"])
def test_more_samples_may_be_of_some_classes_alone(capsys, tmp_path, classes):
    """Whether they are read at once or block by block."""
    table, more, path = (tmp_path / name for name in ("t.csv", "more.csv", "w.json"))
    kinds = ("no", "yes") if "maybe" not in classes else ("maybe", "no", "yes")
    rows = [f"{i},{i * i % 7},{kinds[i % len(kinds)]}" for i in range(12)]
    table.write_text("\n".join(["p,q,class", *rows]))
    assert run(["train", str(table), "--epochs=2", "-q", "--weights", str(path)]) == 0
    kept = [row for row in rows if row.split(",")[2] in classes.split()]
    more.write_text("\n".join(["p,q,class", *kept]))
    words = [more, "--epochs=3", "--start", path]
    whole, streamed = trained(capsys, *words), trained(capsys, *words, "--stream")
    assert streamed["weights"]["coef"] == whole["weights"]["coef"]
    assert streamed["weights"]["classes"] == whole["weights"]["classes"]
    assert whole["weights"]["classes"] == [*kinds]


def test_a_long_start_is_printed_shortened(capsys, tmp_path):
    assert run(["train", IRIS, "-q", "--weights", str(tmp_path / "w.json")]) == 0
    words = ["train", IRIS, "--start", str(tmp_path / "w.json"), "--degree=1"]
    assert run(words) == 0
    said = re.search(r"start ([^ ]+), offset", capsys.readouterr().out)[1]
    assert said.count(";") == 2, "three rows of five numbers are short"
    rows = ",".join(["1"] * 400)
    (tmp_path / "wide.csv").write_text(
        ",".join([*(f"f{i}" for i in range(400)), "class"])
        + f"\n{rows},a\n{rows.replace('1', '2')},b\n"
    )
    assert run(["train", str(tmp_path / "wide.csv"), f"--start={rows},1"]) == 0
    assert "1,1,…, offset" in capsys.readouterr().out


def test_a_setting_called_as_python_calls_its_own_is_no_hyperparameter():
    with pytest.raises(UserError, match="no hyperparameter “self”"):
        Recipe(**{"learner": "perceptron", "self": 1})
