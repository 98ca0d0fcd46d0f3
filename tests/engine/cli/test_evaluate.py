from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from sklearn import metrics
from sklearn.calibration import calibration_curve
from sklearn.metrics import confusion_matrix, precision_recall_fscore_support

from engine import Dataset, Recipe, Tape
from engine.cli.main import run
from engine.data.tables import row_blocks
from engine.export.weights import write_weights
from engine.learners import learner, learners

ROOT = Path(__file__).parents[3]
IRIS = str(ROOT / "resources" / "data" / "iris.csv")


def output_of(capsys, *argv):
    assert run([str(word) for word in argv]) == 0
    return capsys.readouterr()


def refused(capsys, *argv):
    assert run([str(word) for word in argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()[-1]


def learned(path, X, y, recipe=None, **settings):
    tape = Tape(Dataset(X, y, **settings), recipe or Recipe("perceptron"))
    tape.extend()
    write_weights(tape.model(), path)
    return tape


@pytest.fixture
def tables(tmp_path):
    """Write three classes with features p and q as two tables."""
    rng = np.random.default_rng(5)
    names = np.array(["a", "b", "c"])
    for name in ("one", "two"):
        y = rng.integers(0, 3, 90)
        X = rng.normal(size=(90, 2)) + np.array([[0, 0], [2, 1], [0, 3]])[y]
        rows = (
            f"{p!r},{q!r},{label}"
            for (p, q), label in zip(X.tolist(), names[y], strict=True)
        )
        (tmp_path / f"{name}.csv").write_text("p,q,class\n" + "\n".join(rows) + "\n")
    return tmp_path / "one.csv", tmp_path / "two.csv"


def test_the_numbers_are_those_of_scikit_learn(tmp_path, capsys, tables, monkeypatch):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", 400)
    first, second = tables
    path = tmp_path / "w.npz"
    output_of(
        capsys, "train", first, "--learner", "averaged-perceptron", "--weights", path
    )
    facts = json.loads(output_of(capsys, "evaluate", path, second, "--json").out)
    decided = output_of(capsys, "predict", path, second).out.split()[1:]
    labels = [line.rpartition(",")[2] for line in second.read_text().split()[1:]]
    assert facts["confusion"] == confusion_matrix(labels, decided).tolist()
    shares = precision_recall_fscore_support(labels, decided)
    names = ("precision", "recall", "f1", "support")
    for name, values in zip(names, shares, strict=True):
        assert facts[name] == pytest.approx(values.tolist())
    assert facts["error"] == pytest.approx(np.mean(np.array(labels) != decided))
    assert facts["mistakes"] == sum(
        a != b for a, b in zip(labels, decided, strict=True)
    )
    assert (facts["on_boundary"], facts["classes"]) == (0, ["a", "b", "c"])
    assert facts["data"] == {"file": str(second), "samples": 90}


@pytest.mark.parametrize("name", learners())
def test_on_the_training_samples_the_error_is_the_training_error(
    tmp_path, capsys, tables, name
):
    path = tmp_path / "w.json"
    scaled = [] if learner(name).by_hand else ["--standardise", "--squares"]
    output_of(capsys, "train", tables[0], "--learner", name, *scaled, "--weights", path)
    written = json.loads(path.read_text())["training_error"]
    facts = json.loads(output_of(capsys, "evaluate", path, tables[0], "--json").out)
    assert facts["error"] == written


@pytest.mark.parametrize("classes", ["abc", "ab"])
def test_log_loss_area_and_correlation_are_those_of_scikit_learn(
    tmp_path, capsys, tables, monkeypatch, classes
):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", 400)
    first, second = tables
    for table in tables:  # of the classes wanted
        header, *lines = table.read_text().splitlines()
        kept = [line for line in lines if line[-1] in classes]
        table.write_text("\n".join([header, *kept]) + "\n")
    path = tmp_path / "w.json"
    output_of(
        capsys, "train", first, "--learner", "logistic-regression", "--weights", path
    )
    facts = json.loads(output_of(capsys, "evaluate", path, second, "--json").out)
    both = json.loads(
        output_of(capsys, "predict", path, second, "--probabilities", "--json")[0]
    )
    labels = np.array([line[-1] for line in second.read_text().split()[1:]])
    scores, shares = np.array(both["scores"]), np.array(both["probabilities"])
    assert facts["log_loss"] == pytest.approx(metrics.log_loss(labels, shares))
    decided = both["predictions"]
    assert facts["matthews"] == pytest.approx(
        metrics.matthews_corrcoef(labels, decided)
    )
    assert facts["balanced_accuracy"] == pytest.approx(
        metrics.balanced_accuracy_score(labels, decided)
    )
    assert facts["mean_f1"] == pytest.approx(
        metrics.f1_score(labels, decided, average="macro")
    )
    own = scores if classes == "abc" else np.hstack([-scores, scores])
    areas = [
        metrics.roc_auc_score(labels == name, own[:, k])
        for k, name in enumerate(classes)
    ]
    assert facts["auc_by_class"] == pytest.approx(areas)
    assert facts["auc"] == pytest.approx(np.mean(areas))
    precisions = [
        metrics.average_precision_score(labels == name, own[:, k])
        for k, name in enumerate(classes)
    ]
    assert facts["average_precision_by_class"] == pytest.approx(precisions)
    mean = np.mean(precisions) if classes == "abc" else precisions[1]
    assert facts["average_precision"] == pytest.approx(mean)
    brier = metrics.brier_score_loss(labels, shares, labels=list(classes))
    assert facts["brier"] == pytest.approx(brier)
    for k, name in enumerate(classes):
        curve = facts["calibration"][k]
        observed, predicted = calibration_curve(labels == name, shares[:, k], n_bins=10)
        assert curve["observed"] == pytest.approx(observed.tolist())
        assert curve["predicted"] == pytest.approx(predicted.tolist())
        assert sum(curve["samples"]) == len(labels)
    assert facts["why_no_probabilities"] is None
    out = output_of(capsys, "evaluate", path, second).out
    assert f"\nMatthews correlation: {facts['matthews']:.4f}\n" in out
    assert f"\nAUC: {facts['auc']:.4f}" in out
    assert f"\nlog loss: {facts['log_loss']:.6g}\n" in out


def test_a_class_has_a_comma_in_one_file_and_a_point_in_the_other(tmp_path, capsys):
    german, english, path = (tmp_path / name for name in ("g.csv", "e.csv", "w.json"))
    german.write_text("p;y\n-1,5;0,5\n1,5;1,25\n")
    english.write_text("p,y\n-1.5,0.5\n1.5,1.25\n")
    for learn, judge in ((german, english), (english, german)):
        output_of(capsys, "train", learn, "--weights", path, "--force")
        told = output_of(capsys, "evaluate", path, judge)
        assert "error: 0.0000  mistakes: 0  samples: 2" in told.out
        assert "which the model has not" not in told.err


def test_a_class_alone_is_found_again_in_another_spelling(tmp_path, capsys):
    table, path = tmp_path / "t.csv", tmp_path / "w.json"
    table.write_text("p,q,y\n1,2,7\n3,4,7\n")
    output_of(capsys, "train", table, "--weights", path)
    table.write_text("p,q,y\n1,2,7.0\n3,4,7\n")
    assert "mistakes: 0  samples: 2" in output_of(capsys, "evaluate", path, table).out


def test_the_curves_are_written_as_tables_and_as_plots(tmp_path, capsys, tables):
    from gui.headless import Drawing

    first, second = tables
    path = tmp_path / "w.json"
    words = ["--learner", "softmax-regression", "--weights", path]
    output_of(capsys, "train", first, *words)
    kinds = ("roc", "precision-recall", "calibration")
    files = [
        (kind, tmp_path / f"{kind}.{end}") for kind in kinds for end in ("csv", "svg")
    ]
    options = [word for kind, file in files for word in (f"--{kind}", file)]
    argv = ["evaluate", path, second, *options, "--json"]
    assert run([str(word) for word in argv], Drawing()) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["files"]["roc"] == [str(tmp_path / f"roc.{e}") for e in ("csv", "svg")]
    both = json.loads(
        output_of(capsys, "predict", path, second, "--probabilities", "--json").out
    )
    labels = np.array([line[-1] for line in second.read_text().split()[1:]])
    shares = np.array(both["probabilities"])[:, 1]
    rows = [line.split(",") for line in (tmp_path / "roc.csv").read_text().split()[1:]]
    fpr, tpr, at = metrics.roc_curve(
        labels == "b", np.log(shares / (1 - shares)), drop_intermediate=False
    )
    written = np.array([row[1:] for row in rows if row[0] == "b"], float)
    np.testing.assert_allclose(written, np.column_stack([at, fpr, tpr]))
    heads = [(tmp_path / f"{kind}.csv").read_text().split()[0] for kind in kinds[1:]]
    assert heads == [
        "class,threshold,recall,precision",
        "class,predicted,observed,samples",
    ]
    assert all((tmp_path / f"{kind}.svg").read_text().count("<path") for kind in kinds)
    assert "would overwrite what is read" in refused(
        capsys, "evaluate", path, second, "--roc", second
    )


def test_what_one_class_alone_leaves_undefined_is_said(tmp_path, capsys):
    learned(tmp_path / "w.json", [[1], [-1]], ["a", "b"], feature_names=["p"])
    (tmp_path / "t.csv").write_text("p,class\n1,a\n-2,a\n")
    words = ["evaluate", tmp_path / "w.json", tmp_path / "t.csv"]
    facts = json.loads(output_of(capsys, *words, "--json").out)
    assert [facts[name] for name in ("auc", "matthews", "log_loss")] == [None] * 3
    assert facts["auc_by_class"] == [None, None]
    out = output_of(capsys, *words).out
    assert "\nAUC: undefined: all samples are of one class\n" in out
    assert "\nMatthews correlation: undefined: all samples are of one class" in out
    assert (
        "\nlog loss, Brier score and calibration judge probabilities: the scores" in out
    )
    assert (facts["brier"], facts["calibration"]) == (None, None)
    assert "the scores of Perceptron are none" in facts["why_no_probabilities"]
    assert "learner “perceptron” gives scores, but no probabilities" in refused(
        capsys, *words, "--calibration", tmp_path / "c.csv"
    )


def test_areas_of_classes_without_samples_are_in_no_mean(tmp_path, capsys, tables):
    first, second = tables
    output_of(capsys, "train", first, "--weights", tmp_path / "w.json")
    lines = second.read_text().splitlines()
    second.write_text("\n".join(line for line in lines if line[-1] != "c") + "\n")
    words = ["evaluate", tmp_path / "w.json", second]
    facts = json.loads(output_of(capsys, *words, "--json").out)
    *known, lacking = facts["auc_by_class"]
    assert (facts["auc"], lacking) == (pytest.approx(np.mean(known)), None)
    assert "the mean of 2 of 3: no samples of others)" in output_of(capsys, *words).out


def test_what_the_model_has_no_class_for_is_in_no_area_and_no_log_loss(
    tmp_path, capsys
):
    recipe = Recipe("logistic-regression")
    path = tmp_path / "w.json"
    learned(path, [[1], [-1]], ["a", "b"], recipe, feature_names=["p"])
    known = "p,class\n1,a\n-1,b\n-2,a\n"
    (tmp_path / "t.csv").write_text(known)
    (tmp_path / "more.csv").write_text(known + "3,other\n")
    few, many = (
        output_of(capsys, "evaluate", path, tmp_path / name, "--json")
        for name in ("t.csv", "more.csv")
    )
    less, more = json.loads(few.out), json.loads(many.out)
    for name in ("auc", "log_loss"):
        assert more[name] == less[name]
    assert more["matthews"] < less["matthews"]
    assert "AUC and log loss are of the 3 samples whose classes" in many.err


def test_scores_that_are_too_many_to_be_sorted_are_not_kept(
    tmp_path, capsys, tables, monkeypatch
):
    monkeypatch.setattr("engine.cli.evaluate.MOST_SCORES", 269)
    first, second = tables
    output_of(capsys, "train", first, "--weights", tmp_path / "w.json")
    words = ["evaluate", tmp_path / "w.json", second]
    assert json.loads(output_of(capsys, *words, "--json").out)["auc"] is None
    assert "\nAUC: not told: it needs all scores, at most 269\n" in (
        output_of(capsys, *words).out
    )


def test_what_is_printed(tmp_path, capsys, small):
    learned(tmp_path / "w.json", [[2, 1], [-1, -2]], ["yes", "no"], feature_names="pq")
    out, err = output_of(capsys, "evaluate", tmp_path / "w.json", small)
    assert err == ""
    assert out.splitlines()[0] == f"data: {small}: 4 samples"
    assert re.search(r"\n +no +yes\n  no +2 +0\n  yes +0 +2\n", out)
    assert re.search(r"\n  yes +1\.0000 +1\.0000 +1\.0000 +2\n", out)
    assert out.splitlines()[-1] == "error: 0.0000  mistakes: 0  samples: 4"


def test_a_tie_is_a_mistake_as_in_a_training_error(tmp_path, capsys):
    """XOR is left with weights of 0: two of four are called what they are."""
    X, y = [[0, 0], [1, 1], [0, 1], [1, 0]], ["a", "a", "b", "b"]
    table = tmp_path / "t.csv"
    rows = [f"{p},{q},{c}" for (p, q), c in zip(X, y, strict=True)]
    table.write_text("p,q,class\n" + "\n".join(rows))
    tape = Tape(Dataset(X, y, ["p", "q"]), Recipe("perceptron"))
    write_weights(tape.model(0), tmp_path / "w.json")
    facts = json.loads(
        output_of(capsys, "evaluate", tmp_path / "w.json", table, "--json").out
    )
    assert (facts["error"], facts["on_boundary"]) == (1.0, 2)
    assert facts["confusion"] == [[2, 0], [2, 0]]
    out = output_of(capsys, "evaluate", tmp_path / "w.json", table).out
    assert "on the boundary: 2 of their own class in the matrix, but mistakes" in out


def test_a_class_that_the_model_has_not_is_a_row_of_mistakes(tmp_path, capsys):
    learned(tmp_path / "w.json", [[1], [-1]], ["a", "b"], feature_names=["p"])
    table = tmp_path / "t.csv"
    table.write_text("p,class\n1,a\n-1,b\n2,other\n-2,other\n-3,other\n")
    out, err = output_of(capsys, "evaluate", tmp_path / "w.json", table, "--json")
    facts = json.loads(out)
    assert facts["classes"] == ["a", "b", "other"]
    assert facts["confusion"] == [[1, 0, 0], [0, 1, 0], [1, 2, 0]]
    assert facts["error"] == 0.6
    assert "3 samples of class “other”, which the model has not" in err


def test_a_table_of_one_class_has_no_other(tmp_path, capsys):
    learned(tmp_path / "w.json", [[1], [-1]], ["b", "c"], feature_names=["p"])
    table = tmp_path / "t.tab"
    table.write_text("p\tclass\nc\td\n\tclass\n1\tb\n2\tb\n")
    out, err = output_of(capsys, "evaluate", tmp_path / "w.json", table, "--json")
    facts = json.loads(out)
    assert (facts["classes"], facts["confusion"]) == (["b", "c"], [[2, 0], [0, 0]])
    assert "which the model has not" not in err


def test_numbers_are_one_class_however_they_are_written(tmp_path, capsys):
    learned(tmp_path / "w.json", [[1], [-1]], [1, 0], feature_names=["p"])
    table = tmp_path / "t.csv"
    table.write_text("p,class\n1,1.0\n-1,+0\n2,1\n")
    facts = json.loads(
        output_of(capsys, "evaluate", tmp_path / "w.json", table, "--json").out
    )
    assert (facts["classes"], facts["confusion"]) == (["0", "1"], [[1, 0], [0, 2]])


def test_the_column_of_the_classes_may_be_told(tmp_path, capsys):
    learned(tmp_path / "w.json", [[1], [-1]], ["a", "b"], feature_names=["p"])
    table = tmp_path / "t.csv"
    table.write_text("kind,p\na,1\nb,-1\n")
    out, _ = output_of(
        capsys, "evaluate", tmp_path / "w.json", table, "--target", "kind"
    )
    assert "mistakes: 0  samples: 2" in out


def test_the_usual_names_of_classes_are_tried(tmp_path, capsys):
    learned(tmp_path / "w.json", [[1], [-1]], ["a", "b"], feature_names=["p"])
    (tmp_path / "t.csv").write_text("species,p\na,1\nb,-1\n")
    out, err = output_of(capsys, "evaluate", tmp_path / "w.json", tmp_path / "t.csv")
    assert "mistakes: 0  samples: 2" in out
    assert "the classes are taken from “species”" in err


def test_what_cannot_be_judged_is_refused(tmp_path, capsys):
    path, table = tmp_path / "w.json", tmp_path / "t.csv"
    learned(path, [[1], [-1]], ["a", "b"], feature_names=["p"])
    for text, message in [
        ("p\n1\n-1\n", "has no column of classes to compare with"),
        ("p,class\n1,x\n-1,y\n", "none of its labels (“x”, “y”) is a class"),
        ("p,class\n", "there are no rows"),
        (
            "p,class\n1,a\n" + "".join(f"1,c{i}\n" for i in range(101)),
            "has more than 100 labels that are no class",
        ),
    ]:
        table.write_text(text)
        assert message in refused(capsys, "evaluate", path, table)


def test_truth_values_of_other_programs_are_the_same_classes(tmp_path, capsys):
    rows = [(-1.5, False), (1.5, True), (-2.0, False), (2.5, True)]
    for name, write in {"pandas": str, "polars": lambda v: str(v).lower()}.items():
        table = "".join(f"{x},{write(v)}\n" for x, v in rows)
        (tmp_path / f"{name}.csv").write_text(f"x,wet\n{table}")
    weights = tmp_path / "w.json"
    output_of(capsys, "train", tmp_path / "pandas.csv", "--weights", weights)
    told = output_of(capsys, "evaluate", weights, tmp_path / "polars.csv", "--json")
    assert json.loads(told.out)["error"] == 0
