from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.cli.main import run
from engine.data.formats.registry import write_data
from engine.data.gallery import EXAMPLES
from engine.data.sample_table import read_data
from engine.data.tables import row_blocks
from engine.data.tables.read_options import ReadOptions
from engine.estimators import LogisticRegression
from engine.export.session_file import (
    BranchedFrom,
    SavedSession,
    read_session,
    write_session,
)
from engine.export.weights import read_model, write_weights
from engine.training.branch import Branch

ROOT = Path(__file__).parents[3]
IRIS = str(ROOT / "resources" / "data" / "iris.csv")
FEATURES = ["sepal_length", "sepal_width", "petal_length", "petal_width"]


def rows_of(text):
    return list(csv.reader(io.StringIO(text)))


def refused(capsys, *argv):
    assert run([str(word) for word in argv]) == 2
    line = capsys.readouterr().err.splitlines()[-1]
    assert line.startswith("perceptron-lab: ")
    return line


def output_of(capsys, *argv):
    """Run what must be done; return what is printed, and what is noted."""
    assert run([str(word) for word in argv]) == 0
    out, err = capsys.readouterr()
    return out, err


def trained(tmp_path, *options, data=IRIS, name="w.json"):
    path = tmp_path / name
    assert run(["train", data, *options, "--weights", str(path), "-q"]) == 0
    return path


@pytest.fixture
def iris():
    X = np.loadtxt(IRIS, delimiter=",", skiprows=1, usecols=range(4))
    lines = Path(IRIS).read_text().split()[1:]
    return X, [line.rpartition(",")[2] for line in lines]


@pytest.mark.parametrize("suffix", [".json", ".npz"])
@pytest.mark.parametrize("learner", ["perceptron", "voted-perceptron"])
def test_every_sample_gets_the_class_that_the_model_decides_for(
    tmp_path, capsys, iris, suffix, learner
):
    options = ["--learner", learner, "--squares", "--standardise", "--epochs", "9"]
    path = trained(tmp_path, *options, name=f"w{suffix}")
    tape = Tape(
        Dataset(*iris, FEATURES),
        Recipe(learner, squares=True, standardise=True, epochs=9),
    )
    tape.extend()
    model = tape.model()
    capsys.readouterr()
    out, _ = output_of(capsys, "predict", path, IRIS, "--scores")
    header, *rows = rows_of(out)
    assert header == ["class", *(f"score of {name}" for name in model.class_names)]
    codes = model.predict(tape.data.X)
    assert [row[0] for row in rows] == [model.class_names[code] for code in codes]
    scores = [[float(cell) for cell in row[1:]] for row in rows]
    assert np.allclose(scores, model.scores(tape.data.X), rtol=1e-12, atol=1e-12)
    out, _ = output_of(capsys, "predict", path, IRIS)
    assert rows_of(out) == [["class"], *([row[0]] for row in rows)]


def test_two_classes_have_one_score(tmp_path, capsys, small):
    path = trained(tmp_path, data=small)
    out, err = output_of(capsys, "predict", path, small, "--scores")
    assert out == "class,score\nyes,6.0\nno,-3.0\nyes,6.0\nno,-3.0\n"
    assert err == ""


LOGISTIC = ["--learner", "logistic-regression", "--standardise"]


@pytest.mark.parametrize("suffix", [".json", ".npz", ".plab"])
@pytest.mark.parametrize("classes", [2, 3])
def test_probabilities_are_those_of_the_estimator(
    tmp_path, capsys, iris, suffix, classes
):
    """These are those of scikit-learn: see its own test."""
    X, labels = iris
    n = 50 * classes
    X, labels = X[:n], labels[:n]
    data = Dataset(X, labels, FEATURES)
    tape = Tape(data, Recipe("logistic-regression", standardise=True))
    tape.extend()
    path, table = tmp_path / f"w{suffix}", tmp_path / "t.csv"
    write_data(data, table)
    if suffix == ".plab":
        write_session(path, SavedSession(data, tape.recipe, tape.steps))
    else:
        write_weights(tape.model(), path)
    theirs = LogisticRegression(standardise=True).fit(X, labels).predict_proba(X)
    out, _ = output_of(capsys, "predict", path, table, "--probabilities")
    header, *rows = rows_of(out)
    assert header == [
        "class",
        *(f"probability of {class_name}" for class_name in data.class_names),
    ]
    shares = np.array([[float(cell) for cell in row[1:]] for row in rows])
    np.testing.assert_allclose(shares, theirs, rtol=1e-12)
    assert shares.sum(axis=1) == pytest.approx(1)
    out, _ = output_of(capsys, "predict", path, table, "--probabilities", "--scores")
    both = rows_of(out)
    assert [row[-classes:] for row in both] == [row[1:] for row in [header, *rows]]
    assert "score" in both[0][1]


def test_a_row_that_is_left_out_has_no_probability(tmp_path, capsys, small):
    path = trained(tmp_path, *LOGISTIC, data=small)
    (tmp_path / "o.csv").write_text("p,q\n1,2\n,1\n")
    words = ["predict", path, tmp_path / "o.csv", "--missing=drop", "--probabilities"]
    assert rows_of(output_of(capsys, *words)[0])[2] == ["", "", ""]
    facts = json.loads(output_of(capsys, *words, "--json")[0])
    assert facts["probabilities"][1] == [None, None]


def test_probabilities_of_a_learner_that_has_none_are_refused(tmp_path, capsys, small):
    path = trained(tmp_path, data=small)
    line = refused(capsys, "predict", path, small, "--probabilities")
    assert line.endswith(
        f"--probabilities: {path}: learner “perceptron” gives scores, but no "
        "probabilities: train another learner that does (logistic-regression, "
        "multi-layer-perceptron, softmax-regression)"
    )


def test_json_has_the_scores_without_being_asked(tmp_path, capsys, small):
    path = trained(tmp_path, data=small)
    facts = json.loads(output_of(capsys, "predict", path, small, "--json")[0])
    assert facts["scores"] == [[6.0], [-3.0], [6.0], [-3.0]]
    assert "probabilities" not in facts


def test_samples_on_the_boundary_are_told(tmp_path, capsys, iris, small):
    path = trained(tmp_path, "--no-offset", data=small)
    (tmp_path / "o.csv").write_text("p,q\n1,-2\n1,1\n0,0\n")
    out, err = output_of(capsys, "predict", path, tmp_path / "o.csv")
    assert out == "class\nno\nyes\nno\n"
    said = (
        "2 samples lie on the boundary: they are given the first class, but would be "
        "mistakes, whatever their class"
    )
    assert said in err
    (tmp_path / "o.csv").write_text("p,q\n1,1\n0,0\n")
    out, err = output_of(capsys, "predict", path, tmp_path / "o.csv", "--json")
    assert "1 sample lies on the boundary: it is given the first class" in err
    assert json.loads(out)["on_boundary"] == 1
    tape = Tape(Dataset(*iris, FEATURES), Recipe())
    write_weights(tape.model(0), tmp_path / "zero.json")
    _, err = output_of(capsys, "predict", tmp_path / "zero.json", IRIS)
    assert "150 samples lie on the boundary: they are given the first of the " in err
    assert output_of(capsys, "predict", path, small)[1] == ""


def test_columns_are_found_by_their_names(tmp_path, capsys, small):
    path, other = trained(tmp_path, data=small), tmp_path / "other.csv"
    other.write_text("note,q,p\na,1,2\nb,-2,-1\n")
    out, err = output_of(capsys, "predict", path, other)
    assert out == "class\nyes\nno\n"
    assert "“note”" in err
    other.write_text("p,r\n1,2\n")
    line = refused(capsys, "predict", path, other)
    assert "has no column “q”" in line and "“p”, “r”" in line


def test_without_a_header_columns_are_found_by_place(tmp_path, capsys, small):
    path, other = trained(tmp_path, data=small), tmp_path / "other.csv"
    other.write_text("2,1\n-1,-2\n")
    out, err = output_of(capsys, "predict", path, other)
    assert out == "class\nyes\nno\n"
    assert "column 1 is p" in err
    other.write_text("2,1,3,4\n-1,-2,3,4\n")
    assert "4 columns" in refused(capsys, "predict", path, other)


def test_a_label_may_be_missing_or_unknown(tmp_path, capsys, small):
    path, other = trained(tmp_path, data=small), tmp_path / "other.csv"
    other.write_text("p,q,class\n2,1,\n-1,-2,perhaps\n")
    out, err = output_of(capsys, "predict", path, other)
    assert (out, err) == ("class\nyes\nno\n", "")


@pytest.mark.parametrize("suffix", [".tsv", ".arff", ".tab", ".parquet"])
def test_other_formats(tmp_path, capsys, small, suffix):
    path, other = trained(tmp_path, data=small), tmp_path / f"other{suffix}"
    write_data(Dataset([[2, 1], [-1, -2]], ["yes", "no"], ["p", "q"]), other)
    out, _ = output_of(capsys, "predict", path, other)
    assert out == "class\nyes\nno\n"


def test_to_a_file_the_rest_is_summed_up(tmp_path, capsys, small):
    path, out = trained(tmp_path, data=small), tmp_path / "out.csv"
    text, _ = output_of(capsys, "predict", path, small, "--out", out)
    assert out.read_text() == "class\nyes\nno\nyes\nno\n"
    assert text.splitlines()[0] == f"data: {small}: 4 samples"
    assert "classes: no 2, yes 2" in text
    assert text.splitlines()[-1] == f"written: {out}"
    text, _ = output_of(capsys, "predict", path, small, "--out", "-")
    assert text == out.read_text()


def test_json_is_one_object(tmp_path, capsys, small):
    path, out = trained(tmp_path, data=small), tmp_path / "out.csv"
    facts = json.loads(
        output_of(capsys, "predict", path, small, "--json", "--scores")[0]
    )
    assert facts["command"] == "predict"
    assert facts["predictions"] == ["yes", "no", "yes", "no"]
    assert facts["scores"] == [[6.0], [-3.0], [6.0], [-3.0]]
    assert facts["counts"] == {"no": 2, "yes": 2}
    assert facts["data"] == {"file": small, "samples": 4, "left_out": 0}
    assert facts["model"]["file"] == str(path)
    assert facts["model"]["classes"] == ["no", "yes"]
    text, _ = output_of(capsys, "predict", path, small, "--json", "--out", out)
    facts = json.loads(text)
    assert "predictions" not in facts
    assert facts["files"] == {"out": [str(out)]}
    assert out.read_text().count("\n") == 5


def test_block_by_block_is_all_at_once(tmp_path, capsys, monkeypatch):
    path = trained(tmp_path, "--standardise")
    whole, _ = output_of(capsys, "predict", path, IRIS, "--scores")
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", 300)
    blocks, _ = output_of(capsys, "predict", path, IRIS, "--scores")
    assert rows_of(blocks)[0] == rows_of(whole)[0]
    assert [row[0] for row in rows_of(blocks)] == [row[0] for row in rows_of(whole)]


def test_names_that_need_quotes(tmp_path, capsys):
    table = tmp_path / "t.csv"
    table.write_text('p,class\n1,"a, ""b"""\n-1,c\n')
    path = trained(tmp_path, data=str(table))
    out, _ = output_of(capsys, "predict", path, table)
    assert rows_of(out) == [["class"], ['a, "b"'], ["c"]]


@pytest.mark.parametrize(
    "names", [("a", "b"), ("no", "yes"), ("1234567", "é"), ("12345678", "ü" * 40)]
)
def test_names_of_any_length_are_written(tmp_path, names):
    table, out = tmp_path / "t.csv", tmp_path / "out.csv"
    table.write_text(f"p,class\n-1,{names[0]}\n1,{names[1]}\n", encoding="utf-8")
    path = trained(tmp_path, data=str(table))
    table.write_text("p\n" + "-2\n2\n3\n" * 50)
    assert run(["predict", str(path), str(table), "--out", str(out), "-q"]) == 0
    lines = ["class", *[names[0], names[1], names[1]] * 50]
    assert out.read_bytes() == ("\n".join(lines) + "\n").encode()


def test_a_table_with_nothing_but_a_header(tmp_path, capsys, small):
    path, other = trained(tmp_path, data=small), tmp_path / "other.csv"
    other.write_text("p,q\n")
    out, _ = output_of(capsys, "predict", path, other)
    assert out == "class\n"


@pytest.mark.parametrize("step", [0, 3, 10**9])
def test_a_session_decides_where_its_playhead_stands(tmp_path, capsys, iris, step):
    data = Dataset(*iris, FEATURES)
    saved = SavedSession(data, Recipe("averaged-perceptron", epochs=2), step)
    write_session(tmp_path / "s.plab", saved)
    tape = Tape(saved.data, saved.recipe)
    tape.extend()
    step = min(step, tape.steps)
    out, err = output_of(capsys, "predict", tmp_path / "s.plab", IRIS)
    codes = tape.model(step).predict(data.X)
    assert rows_of(out)[1:] == [[data.class_names[code]] for code in codes]
    assert f"the weights after step {step:,}, where the playhead stands" in err


def test_a_session_whose_digits_have_changed_is_told(tmp_path, capsys, iris):
    path = tmp_path / "s.plab"
    output_of(capsys, "train", IRIS, "--epochs", 2, "--session", path)
    assert "not those" not in output_of(capsys, "predict", path, IRIS)[1]
    saved = read_session(path)
    write_session(path, replace(saved, digest=saved.digest[::-1]))
    _, err = output_of(capsys, "predict", path, IRIS)
    assert f"the weights after step {saved.step:,} are not those" in err


def test_a_session_that_branches(tmp_path, capsys, iris):
    data = Dataset(*iris, FEATURES)
    branch = Branch(Recipe("perceptron", epochs=2), 100)
    recipe = Recipe("perceptron", epochs=2, learning_rate=0.1)
    saved = SavedSession(data, recipe, 200, branched_from=BranchedFrom(branch))
    write_session(tmp_path / "s.plab", saved)
    tape = Tape(data, recipe, branch=branch)
    tape.extend()
    out, _ = output_of(capsys, "predict", tmp_path / "s.plab", IRIS)
    codes = tape.model(200).predict(data.X)
    assert rows_of(out)[1:] == [[data.class_names[code]] for code in codes]


def test_what_cannot_be_used_is_refused(tmp_path, capsys, small):
    path = trained(tmp_path, data=small)
    other = tmp_path / "w.csv"
    other.write_text("")
    for words, message in [
        (("predict", other, small), "is no file of weights: give one that ends in"),
        (("predict", tmp_path / "no.json", small), "no such file"),
        (("predict", tmp_path / "no.npz", small), "no such file"),
        (("predict", tmp_path / "no.plab", small), "no such file"),
        (("predict", path, tmp_path / "no.csv"), "there is no such file"),
        (("predict", path, small, "--out", tmp_path / "o.txt"), "end the name in .csv"),
        (("predict", path, small, "--out", small), "would overwrite"),
        (("predict", path, small, "--out", "-", "--json"), "both print"),
        (("predict", path, small, "--out", tmp_path / "no" / "o.csv"), "no folder"),
        (("predict", path), "DATA"),
    ]:
        assert message in refused(capsys, *words)


def test_a_fault_in_the_data_leaves_the_file_as_it_was(tmp_path, capsys, small):
    path, other, out = (
        trained(tmp_path, data=small),
        tmp_path / "d.csv",
        tmp_path / "o.csv",
    )
    out.write_text("before")
    other.write_text("p,q\n1,2\n1,abc\n")
    assert "line 3" in refused(capsys, "predict", path, other, "--out", out)
    assert out.read_text() == "before"
    assert not list(tmp_path.glob(".*.csv"))


def test_a_score_that_is_no_number_is_refused(tmp_path, capsys):
    data = Dataset([[1.0], [-1.0]], ["a", "b"], ["p"])
    tape = Tape(data, Recipe("perceptron", features=["p^9"]))
    tape.extend()
    write_weights(tape.model(), tmp_path / "w.json")
    (tmp_path / "d.csv").write_text("p\n1e140\n")
    line = refused(capsys, "predict", tmp_path / "w.json", tmp_path / "d.csv")
    assert "too large for a number" in line


def test_whoever_reads_a_line_only_is_served(tmp_path, small):
    path = trained(tmp_path, data=small)
    other = tmp_path / "many.csv"
    other.write_text("p,q\n" + "1,2\n" * 3_000_000)
    command = [sys.executable, str(ROOT / "main.py"), "predict", str(path), str(other)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "class\n"
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141


def test_weights_of_examples_drawn_here_are_used_on_a_table(tmp_path, capsys):
    """Whose data come from no file: features x1, x2 are found by name or place."""
    example = next(candidate for candidate in EXAMPLES if candidate.name == "blobs")
    data = example.make()
    tape = Tape(data, Recipe("perceptron"))
    tape.extend()
    write_weights(tape.model(), tmp_path / "w.json")
    rows = "\n".join(",".join(map(repr, row)) for row in data.X.tolist())
    names = [data.class_names[code] for code in tape.model().predict(data.X)]
    for header in ("", ",".join(data.feature_names) + "\n"):
        (tmp_path / "d.csv").write_text(header + rows + "\n")
        out, _ = output_of(capsys, "predict", tmp_path / "w.json", tmp_path / "d.csv")
        assert out.split()[1:] == names
    assert read_model(tmp_path / "w.json").provenance is None


PEOPLE = """age,sex,colour,member,class
22,male,red,yes,no
38,female,blue,no,yes
26,female,red,yes,yes
,female,green,no,yes
35,male,blue,yes,no
"""
OTHERS = """colour,age,sex,member
red,30,male,no
violet,,female,yes
blue,20,,yes
"""


@pytest.mark.parametrize("suffix", [".json", ".npz"])
def test_words_and_missing_values_are_read_as_in_training(tmp_path, capsys, suffix):
    """Age is filled in with 30.25; violet is no level; yes is 1."""
    (tmp_path / "t.csv").write_text(PEOPLE)
    (tmp_path / "o.csv").write_text(OTHERS)
    options = ["--one-hot", "--missing", "mean", "--standardise"]
    path = trained(tmp_path, *options, data=str(tmp_path / "t.csv"), name=f"w{suffix}")
    model = read_model(path)
    assert model.features.feature_names == (
        "age", "sex=female", "sex=male", "colour=blue", "colour=green", "colour=red",
        "member",
    )  # fmt: skip
    X = np.array(
        [[30, 0, 1, 0, 0, 1, 0], [30.25, 1, 0, 0, 0, 0, 1], [20, 0, 0, 1, 0, 0, 1.0]]
    )
    out, err = output_of(capsys, "predict", path, tmp_path / "o.csv", "--scores")
    scores = [float(row[1]) for row in rows_of(out)[1:]]
    assert scores == pytest.approx(model.scores(X)[:, 0].tolist())
    assert "filled in with its mean, 30.25" in err and "“colour”" in err
    facts = json.loads(
        output_of(capsys, "evaluate", path, tmp_path / "t.csv", "--json")[0]
    )
    assert facts["error"] == model.training_error


def test_rows_that_are_left_out_have_an_empty_row(tmp_path, capsys):
    (tmp_path / "t.csv").write_text(PEOPLE)
    (tmp_path / "o.csv").write_text(OTHERS)
    options = ["--one-hot", "--missing", "drop"]
    path = trained(tmp_path, *options, data=str(tmp_path / "t.csv"))
    out, err = output_of(capsys, "predict", path, tmp_path / "o.csv")
    first, *others = rows_of(out)[1:]
    assert first[0] in ("no", "yes") and others == [[""], [""]]
    assert "2 rows with missing values" in err
    out, _ = output_of(capsys, "predict", path, tmp_path / "o.csv", "--scores")
    assert rows_of(out)[2:] == [["", ""], ["", ""]]
    text, _ = output_of(capsys, "predict", path, tmp_path / "o.csv", "--json")
    facts = json.loads(text)
    assert facts["predictions"][1:] == [None, None]
    assert facts["scores"][1:] == [[None], [None]]
    assert (facts["data"]["samples"], facts["data"]["left_out"]) == (1, 2)


def test_a_missing_value_is_refused_where_training_had_none(tmp_path, capsys, small):
    path, other = trained(tmp_path, data=small), tmp_path / "other.csv"
    other.write_text("p,q\n1,2\n1,NA\n")
    line = refused(capsys, "predict", path, other)
    assert "line 3" in line and "--missing" in line
    out, _ = output_of(capsys, "predict", path, other, "--missing", "drop")
    assert rows_of(out)[1:] == [["yes"], [""]]


@pytest.mark.parametrize("header", [True, False])
def test_one_feature_alone(tmp_path, capsys, header):
    table, other = tmp_path / "t.csv", tmp_path / "o.csv"
    table.write_text("p,class\n1,b\n-1,a\n")
    path = trained(tmp_path, data=str(table))
    other.write_text("p\n" * header + "2.5\n-3\n")
    assert output_of(capsys, "predict", path, other)[0] == "class\nb\na\n"


def test_from_standard_input_to_standard_output(tmp_path, small):
    path = trained(tmp_path, data=small)
    command = [sys.executable, str(ROOT / "main.py"), "predict", str(path), "-"]
    done = subprocess.run(command, input="q,p\n1,2\n", capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("class\nyes\n", "")


def test_a_session_of_a_table_reads_others_as_that(tmp_path, capsys):
    (tmp_path / "t.csv").write_text(PEOPLE)
    (tmp_path / "o.csv").write_text(OTHERS)
    options = ReadOptions(one_hot=True, missing="mean")
    data = read_data(tmp_path / "t.csv", options=options)
    tape = Tape(data, Recipe("perceptron"))
    tape.extend()
    write_session(tmp_path / "s.plab", SavedSession(data, tape.recipe, tape.steps))
    write_weights(tape.model(), tmp_path / "w.json")
    outs = {
        output_of(capsys, "predict", tmp_path / name, tmp_path / "o.csv", "--scores")[0]
        for name in ("s.plab", "w.json")
    }
    assert len(outs) == 1


def test_help_has_examples(capsys):
    for name in ("predict", "evaluate"):
        assert run([name, "--help"]) == 0
        out = capsys.readouterr().out
        assert re.search(r"examples:\n  .* " + name + " ", out)


def test_a_message_names_no_option_that_predict_lacks(capsys, tmp_path):
    data, new = tmp_path / "t.csv", tmp_path / "new.csv"
    data.write_text("p,smokes,class\n1,yes,a\n2,no,b\n3,yes,a\n")
    weights = tmp_path / "w.json"
    assert run(["train", str(data), "--weights", str(weights), "-q"]) == 0
    new.write_text("p,smokes\n1,yes\nmuch,no\n")
    assert run(["predict", str(weights), str(new)]) == 2
    assert capsys.readouterr().err.endswith(
        "line 3, column p: “much” is not a number: correct it or delete the row\n"
    )
    new.write_text("p,smokes\n1,yes\n2,maybe\n")
    assert run(["predict", str(weights), str(new)]) == 2
    assert capsys.readouterr().err.endswith(
        "line 3, column smokes: “maybe” is neither no nor yes, as those before it: "
        "correct it or delete the row\n"
    )


DISHES = "dish,egg,bacon,like\na,1,0,yes\nb,0,1,no\n"
HOSTILE = 'dish,egg,bacon\n"=1+1, ""x""",1,0\n<b>,0,1\n'


def test_names_of_samples_stand_beside_their_classes(capsys, tmp_path):
    data, new = tmp_path / "dishes.csv", tmp_path / "new.csv"
    data.write_text(DISHES)
    new.write_text(HOSTILE)
    weights = trained(tmp_path, data=str(data))
    capsys.readouterr()
    out, _ = output_of(capsys, "predict", weights, new)
    assert out == 'name,class\n"=1+1, ""x""",yes\n<b>,no\n'
    out, _ = output_of(capsys, "predict", weights, new, "--scores", "--safe-csv")
    assert rows_of(out)[1][:2] == ['\'=1+1, "x"', "yes"]
    out, _ = output_of(capsys, "predict", weights, new, "--json")
    assert json.loads(out)["sample_names"] == ['=1+1, "x"', "<b>"]
    out, _ = output_of(capsys, "predict", weights, new, "--names", "none")
    assert out == "class\nyes\nno\n"
    out, _ = output_of(capsys, "predict", weights, new, "--names", "none", "--json")
    assert "sample_names" not in json.loads(out)
    assert "is a feature or the classes of the model" in refused(
        capsys, "predict", weights, new, "--names", "egg"
    )


def test_what_the_model_was_not_told_of_names_nothing(capsys, tmp_path):
    """But for a column that is called so, and was none of those left out."""
    data, new = tmp_path / "dishes.csv", tmp_path / "new.csv"
    data.write_text(DISHES.replace("dish", "name"))
    new.write_text("town,egg,bacon,like\nk,1,0,yes\nl,0,1,no\n")
    weights = trained(tmp_path, "--names", "none", data=str(data))
    capsys.readouterr()
    assert output_of(capsys, "predict", weights, new)[0] == "class\nyes\nno\n"
    assert output_of(capsys, "predict", weights, data)[0] == "class\nyes\nno\n"
    bare = trained(tmp_path, data=IRIS)
    new.write_text(",".join(["name", *FEATURES]) + "\nk,1,2,3,4\n")
    capsys.readouterr()
    assert output_of(capsys, "predict", bare, new)[0].startswith("name,class\nk,")


def test_names_are_found_by_position_too(capsys, tmp_path):
    data = tmp_path / "dishes.csv"
    data.write_text("k,1,0,yes\nl,0,1,no\n")
    weights = trained(tmp_path, data=str(data))
    capsys.readouterr()
    assert output_of(capsys, "predict", weights, data)[0] == "name,class\nk,yes\nl,no\n"


def test_what_is_left_out_has_no_name_either(capsys, tmp_path):
    data, new = tmp_path / "dishes.csv", tmp_path / "new.csv"
    data.write_text(DISHES)
    new.write_text("dish,egg,bacon\nk,1,0\nl,,1\nm,0,1\n")
    weights = trained(tmp_path, data=str(data))
    out, _ = output_of(capsys, "predict", weights, new, "--missing", "drop")
    assert out.endswith('name,class\nk,yes\n"",\nm,no\n')


@pytest.mark.parametrize("suffix", [".json", ".arff", ".tab", ".parquet", ".xlsx"])
def test_names_of_samples_in_other_formats(capsys, tmp_path, suffix):
    data, new = tmp_path / "dishes.csv", tmp_path / f"new{suffix}"
    data.write_text(DISHES)
    weights = trained(tmp_path, data=str(data))
    if suffix == ".json":
        rows = [{"dish": "<k>", "egg": 1, "bacon": 0, "like": "no"}]
        new.write_text(json.dumps(rows))
    elif suffix == ".xlsx":
        import openpyxl

        book = openpyxl.Workbook()
        for row in (["dish", "egg", "bacon", "like"], ["<k>", 1, 0, "no"]):
            book.active.append(row)
        book.save(new)
    else:
        samples = Dataset([[1.0, 0.0], [0, 0]], ["no", "yes"], ["egg", "bacon"],
                       sample_names=["<k>", "l"])  # fmt: skip
        write_data(samples, new)
    capsys.readouterr()
    out, _ = output_of(capsys, "predict", weights, new)
    assert out.splitlines()[:2] == ["name,class", "<k>,yes"]


def test_a_column_without_a_name_names_nothing(capsys, tmp_path):
    weights = trained(tmp_path, data=str(written(tmp_path, "a,b,c\n1,2,u\n-1,2,v\n")))
    capsys.readouterr()
    new = written(tmp_path, ",a,b\n0,1,2\n1,-1,2\n")
    assert output_of(capsys, "predict", weights, new)[0] == "class\nu\nv\n"


def test_a_name_of_two_lines_is_one_cell(capsys, tmp_path):
    data = written(tmp_path, 'name,a,b,c\n"x\ny",1,2,u\nz,-1,2,v\n')
    weights = trained(tmp_path, data=str(data))
    capsys.readouterr()
    out, _ = output_of(capsys, "predict", weights, data)
    assert out == 'name,class\n"x\ny",u\nz,v\n'


def test_numbers_are_written_as_in_training_where_they_could_be_others(
    capsys, tmp_path
):
    data = written(tmp_path, "p;g;c\n2.500,50;1;u\n3.100,25;2;u\n1.200,00;-1;v\n")
    weights = trained(tmp_path, data=str(data))
    capsys.readouterr()
    scores = [
        output_of(
            capsys, "predict", weights, written(tmp_path, f"p;g\n{p};1\n"), "--scores"
        )
        for p in ("2.500", "2500")
    ]
    assert scores[0][0] == scores[1][0]


def written(tmp_path, text):
    path = tmp_path / "written.csv"
    path.write_text(text)
    return path
