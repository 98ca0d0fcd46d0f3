"""`train --session` and `--page`: a run from a table, for the window and browsers."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine import Recipe
from engine.cli.main import run
from engine.data.sample_table import read_data
from engine.export import session_file
from engine.export.page import page_of
from engine.export.session_file import SavedSession, read_session, write_session
from tests.engine.cli.test_recipe_and_start import refused

IRIS = str(Path(__file__).parents[3] / "resources" / "data" / "iris.csv")
RUNS = {
    "as it is": [],
    "split": ["--order=shuffled", "--seed=3", "--validation=0.2", "--test=0.2"],
    "terms": ["--learner=linear-svm", "--features=x1,x2,x1*x2", "--standardise"],
    "degree": ["--learner=softmax-regression", "--degree=2", "--learning-rate=0.01"],
    "weighted": ["--learner=adaline", "--learning-rate=1e-4", "--weight=petal_width"],
    "votes": ["--learner=voted-perceptron", "--epochs=2"],
    "network": ["--learner=multi-layer-perceptron", "--start=random", "--seed=5"],
    "by hand": ["--learner=manual-neuron", "--start=" + ";".join(["1,2,-3,4,5"] * 3)],
    "diverging": ["--learner=adaline", "--learning-rate=1000", "--epochs=99"],
}


def trained(capsys, *words, status=0):
    assert run(["train", *map(str, words), "--json"]) == status
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", RUNS)
def test_a_session_gives_the_weights_that_train_tells(capsys, tmp_path, name):
    path = tmp_path / "run.plab"
    status = 3 if name == "diverging" else 0
    told = trained(capsys, IRIS, *RUNS[name], "--session", path, status=status)
    assert told["files"] == {"session": [str(path)]}
    saved = read_session(path)
    tape = saved.recorded()
    assert (tape.finished, tape.steps) == (True, saved.step)
    assert tape.recipe == Recipe(**told["recipe"])
    again = trained(capsys, IRIS, *RUNS[name], status=status)
    assert again["weights"] == told["weights"]
    assert run(["evaluate", str(path), IRIS]) == 0
    capsys.readouterr()
    model, weights = tape.model(), told["weights"]
    if "coef" in weights:
        assert model.coef.tolist() == weights["coef"]
        assert model.intercept.tolist() == weights["intercept"]
    assert (model.updates, model.training_error) == (
        weights["updates"],
        weights["training_error"],
    )


def test_a_session_has_the_samples_as_the_window_reads_them(capsys, tmp_path):
    path = tmp_path / "run.plab"
    trained(capsys, IRIS, "--session", path)
    saved, data = read_session(path), read_data(IRIS)
    assert np.array_equal(saved.data.X, data.X)
    assert saved.data.class_names == data.class_names
    assert saved.data.provenance == data.provenance
    assert (saved.view_choice, saved.test_uses, saved.branched_from) == (None, 0, None)
    trained(capsys, IRIS, "--test=0.2", "--session", path)
    assert read_session(path).test_uses == 1


def test_a_page_is_that_of_the_session_at_its_end(capsys, tmp_path):
    pages = [tmp_path / "a.html", tmp_path / "b.html"]
    words = ["--session", tmp_path / "run.plab", "--page", pages[0], "--page", pages[1]]
    told = trained(capsys, IRIS, *RUNS["split"], *words)
    assert told["files"]["page"] == [*map(str, pages)]
    saved = read_session(tmp_path / "run.plab")
    assert {page.read_text() for page in pages} == {page_of(replace(saved, digest=""))}


def test_a_run_goes_on_from_its_session(capsys, tmp_path):
    first, last = tmp_path / "first.plab", tmp_path / "last.plab"
    trained(capsys, IRIS, "--epochs=3", "--session", first)
    on = ["--recipe", first, "--start", first]
    told = trained(capsys, IRIS, *on, "--session", last)
    model = read_session(last).recorded().model()
    assert model.coef.tolist() == told["weights"]["coef"]
    whole = trained(capsys, IRIS, "--epochs=6")["weights"]
    assert told["weights"]["coef"] == whole["coef"]
    said = refused(capsys, IRIS, *on, "--session", first)
    assert "would overwrite what is read" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--page={}/o.html", "--learner=kernel-perceptron"],
            "--page {}/o.html: a page cannot play the learner Kernel perceptron",
        ),
        (
            ["--session={}/o.plab", "--learner=manual-network"],
            "--session {}/o.plab: of the learner Manual network the window sets",
        ),
        (["--session={}/o.plab", "--session={}/o.plab"], "another output"),
        (["--session={}/t.csv"], "--session {}/t.csv: end the name in .plab"),
        (["--page={}/t.csv"], "--page {}/t.csv: end the name in .html"),
        (["--page={}/none/o.html"], "there is no folder"),
        (["--session={}/o.plab", "--stream"], "--session: does not go with --stream"),
        (["--page={}/o.html", "--stream"], "--page: does not go with --stream"),
        (["--session={}/o.plab", "--orders=3"], "--session: shows one run"),
        (["--page={}/o.html", "--orders=3"], "--page: shows one run"),
    ],
)
def test_what_cannot_be_is_said_before_the_training(
    capsys, tmp_path, monkeypatch, words, said
):
    monkeypatch.setattr("engine.cli.train.Tape", None)
    table = tmp_path / "t.csv"
    table.write_text("p,q,class\n2,1,yes\n-1,-2,no\n")
    sentence = refused(capsys, table, *(word.format(tmp_path) for word in words))
    assert said.format(tmp_path) in sentence
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]


def test_too_many_samples_are_said_before_the_training(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("engine.cli.train.Tape", None)
    table, page = tmp_path / "t.csv", tmp_path / "o.html"
    table.write_text("p,q,class\n" + "2,1,yes\n-1,-2,no\n" * 10_001)
    said = refused(capsys, table, "--page", page)
    assert said.startswith(f"--page {page}: 20,002 samples: a page holds at most ")
    small = replace(session_file.FORMAT, most_bytes=2**18)
    monkeypatch.setattr(session_file, "FORMAT", small)
    session = tmp_path / "o.plab"
    said = refused(capsys, table, "--session", session)
    assert said.startswith(f"--session {session}: 20,002 samples of 2 features: ")
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]


def test_a_session_that_can_just_be_read_is_written(capsys, tmp_path, monkeypatch):
    path = tmp_path / "o.plab"
    write_session(path, SavedSession(read_data(IRIS), Recipe(), 0, digest="0" * 32))
    small = replace(session_file.FORMAT, most_bytes=path.stat().st_size + 4)
    monkeypatch.setattr(session_file, "FORMAT", small)
    trained(capsys, IRIS, "--session", path)
    read_session(path)
