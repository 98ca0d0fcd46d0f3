"""The command `search`, through the front door."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from engine import Recipe
from engine.cli.main import run
from engine.data.sample_table import read_data
from engine.evaluation.cross_validation import cross_validate
from engine.evaluation.error_interval import error_interval
from engine.evaluation.folds import Folds
from engine.evaluation.learning_curve import learning_curve
from engine.evaluation.search import search
from engine.export.weights import read_weights
from tests.engine.cli.test_train import INTERRUPTED, heed_interrupts

ROOT = Path(__file__).parents[3]
IRIS = str(ROOT / "resources" / "data" / "iris.csv")
SEARCH = ["search", IRIS, "--standardise", "--seed", "5"]


def accepted(capsys, *argv):
    assert run([str(word) for word in argv]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_the_best_is_trained_on_all_the_rest_and_judged_once(capsys):
    out = accepted(
        capsys, *SEARCH, "--test", "0.2", "--grid", "epochs=1,30",
        "--grid=order=shuffled",
    )  # fmt: skip
    first, *lines = out.splitlines()
    assert first == "target: species (called so)"
    assert lines[0] == "search: 2 recipes × 5 folds of 120 samples"
    assert lines[1].split() == [
        "epochs", "order", "mean", "error", "standard", "error", "95", "%", "interval",
    ]  # fmt: skip
    assert lines[2].split()[:3] == ["1", "30", "shuffled"]
    assert lines[3].split()[:3] == ["2", "1", "shuffled"]
    assert "trained on all 120 samples; the test part is used once" in lines[4]
    assert len([line for line in lines if line.startswith("test error: ")]) == 1
    assert re.fullmatch(r"test error: \S+ of 30 samples", lines[-2])
    assert "epochs 30," in out


def test_results_and_weights_are_written(capsys, tmp_path):
    results, weights = tmp_path / "r.csv", tmp_path / "w.json"
    out = accepted(
        capsys, *SEARCH, "--learner", "linear-svm", "--schedule", "constant",
        "--grid", "learning-rate=0.01,1", "--grid", "strength=1e-3..1:4",
        "--folds", "3", "--results", results, "--weights", weights,
    )  # fmt: skip
    assert "× 3 folds of 150 samples" in out
    assert "trained on all 150 samples; no test part" in out
    assert "test error" not in out
    with results.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 8
    assert {row["strength"] for row in rows} == {"0.001", "0.01", "0.1", "1.0"}
    for row in rows:
        folds = [float(row[f"fold_{i}"]) for i in (1, 2, 3)]
        assert float(row["mean"]) == pytest.approx(np.mean(folds))
        error = np.std(folds, ddof=1) / np.sqrt(3)
        assert float(row["standard_error"]) == pytest.approx(error)
    best = min(rows, key=lambda row: float(row["mean"]))
    learned = f"strength {float(best['strength']):g}, schedule constant, "
    assert learned + f"learning_rate {float(best['learning_rate']):g}," in out
    assert read_weights(weights)["epochs"] == 20


def test_features_and_usual_values_can_be_searched(capsys):
    words = ["--grid", "features=x1,x2;x3,x4;x1,x1*x2", "--grid", "squares"]
    out = accepted(capsys, *SEARCH, *words)
    assert "search: 6 recipes" in out
    assert "x3,x4" in out


def test_random_draws_as_many_as_asked(capsys):
    words = ["--random", "12", "--grid", "tolerance=0..3", "--grid", "start"]
    out = accepted(capsys, *SEARCH, *words, "--split-seed", "4")
    assert "search: 12 recipes" in out
    assert out == accepted(capsys, *SEARCH, *words, "--split-seed", "4")
    assert out.count("\n") > 10 + 5
    assert "\n10 " in out
    assert "\n11 " not in out


LEARNERS = "perceptron,linear-svm,voted-perceptron"


def test_learners_are_compared_on_the_validation_part(capsys, tmp_path):
    results = tmp_path / "r.csv"
    out = accepted(
        capsys, *SEARCH, "--learner", LEARNERS, "--on", "validation", "--test", "0.2",
        "--grid", "strength=0.01,1", "--results", results,
    )  # fmt: skip
    first, *lines = out.splitlines()
    assert first == "target: species (called so)"
    assert lines[0] == "search: 4 recipes × a validation part of 30 of 120 samples"
    assert lines[1].split() == [
        "learner", "strength", "validation", "error", "95", "%", "interval"
    ]  # fmt: skip
    shown = [line.split()[1:3] for line in lines[2:6]]
    assert sorted(shown) == [
        ["linear-svm", "0.01"], ["linear-svm", "1"], ["perceptron", "–"],
        ["voted-perceptron", "–"],
    ]  # fmt: skip
    assert "trained on all 120 samples" in lines[6]
    with results.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["strength"] for row in rows] == ["", "0.01", "1.0", ""]
    for row in rows:
        assert row["mean"] == row["fold_1"]
        assert row["standard_error"] == ""


def test_an_option_is_for_the_learners_that_have_it(capsys):
    words = ["--learner", "perceptron,linear-svm", "--strength", "3", "--json"]
    facts = json.loads(accepted(capsys, *SEARCH, *words))
    assert [entry["recipe"].get("strength") for entry in facts["recipes"]].count(3) == 1
    assert facts["searched"] == ["learner"]
    assert (facts["on"], facts["folds"]) == ("folds", 5)
    means = [entry["mean"] for entry in facts["recipes"]]
    assert means == sorted(means)
    assert facts["best"]["recipe"] == facts["recipes"][0]["recipe"]
    assert len(facts["recipes"][0]["errors"]) == 5


def test_json_of_one_validation_part_has_no_standard_error(capsys):
    words = ["--on", "validation", "--validation", "0.3", "--grid", "epochs=1,2"]
    facts = json.loads(accepted(capsys, *SEARCH, *words, "--json"))
    assert (facts["on"], facts["folds"]) == ("validation", None)
    assert [entry["standard_error"] for entry in facts["recipes"]] == [None, None]


def test_one_recipe_is_cross_validated(capsys, tmp_path):
    results = tmp_path / "r.csv"
    words = ["--epochs", "3", "--folds", "12", "--results", results]
    lines = accepted(capsys, *SEARCH, *words).splitlines()
    assert lines[1] == "cross-validation: 12 folds of 150 samples"
    folds = [re.fullmatch(r"fold +(\d+): (0\.\d{4})", line) for line in lines[2:14]]
    assert [int(fold[1]) for fold in folds] == [*range(1, 13)]
    facts = json.loads(accepted(capsys, *SEARCH, *words, "--json"))
    data = read_data(IRIS)
    recipe = Recipe("perceptron", standardise=True, seed=5, epochs=3)
    known = cross_validate(data, recipe, Folds(12)).validation
    assert facts["recipes"][0]["errors"] == pytest.approx(known)
    assert [f"{error:.4f}" for error in known] == [fold[2] for fold in folds]
    error = np.std(known, ddof=1) / np.sqrt(12)
    low, high = facts["recipes"][0]["interval"]
    assert (low, high) == pytest.approx(error_interval(known, 150))
    assert lines[14] == (
        f"mean error: {known.mean():.4f} ± {error:.4f} (standard error), "
        f"95 % interval {low:.4f} to {high:.4f}"
    )
    assert lines[15] == "this recipe, trained on all 150 samples; no test part"
    assert lines[-1].startswith("training error: ")
    assert facts["searched"] == []
    assert facts["best"]["recipe"] == recipe.to_dict()
    head = results.read_text().partition("\n")[0]
    assert head == ",".join(f"fold_{i}" for i in range(1, 13)) + ",mean,standard_error"


def test_one_recipe_is_judged_by_the_validation_part(capsys):
    lines = accepted(capsys, *SEARCH, "--on", "validation").splitlines()
    assert lines[1] == "judged by a validation part of 30 of 150 samples"
    assert re.fullmatch(
        r"validation error: 0\.\d{4}, 95 % interval 0\.\d{4} to 0\.\d{4}", lines[2]
    )


@pytest.mark.parametrize("score", ["balanced", "f1"])
def test_recipes_can_be_compared_by_another_score(capsys, score):
    """Errors of a search are 1 − the score: what it is, its own tests say."""
    words = ["--grid", "epochs=1,4", "--score", score, "--json"]
    facts = json.loads(accepted(capsys, *SEARCH, *words))
    assert facts["score"] == score
    data = read_data(IRIS)
    recipes = [Recipe(standardise=True, seed=5, epochs=k) for k in (1, 4)]
    known = search(data, recipes, Folds(5), score=score)
    assert [entry["mean"] for entry in facts["recipes"]] == sorted(known.mean)
    assert facts["best"]["recipe"] == known.recipes[known.best].to_dict()
    out = accepted(capsys, *SEARCH, *words[:-1])
    assert {"balanced": "mean balanced error", "f1": "mean 1 − F₁"}[score] in out


def test_a_learning_curve(capsys, tmp_path):
    results = tmp_path / "c.csv"
    words = ["--learning-curve", "--folds", "3", "--epochs", "2", "--split-seed", "4"]
    lines = accepted(capsys, *SEARCH, *words, "--results", results).splitlines()
    assert lines[3].startswith("learning curve: the mean of 3 folds")
    heads = "samples  training error  validation error  standard error  95 % interval"
    assert lines[4].split() == heads.split()
    facts = json.loads(accepted(capsys, *SEARCH, *words, "--json"))
    data, recipe = read_data(IRIS), Recipe(standardise=True, seed=5, epochs=2)
    known = learning_curve(Folds(3, 4).split(data), recipe, seed=4)
    points = facts["learning_curve"]
    assert [point["samples"] for point in points] == known.sizes.tolist()
    assert [point["training"] for point in points] == known.training.T.tolist()
    assert [point["validation"] for point in points] == known.validation.T.tolist()
    mean, deviation = known.validation.mean(axis=0), known.validation.std(0, ddof=1)
    assert [point["validation_mean"] for point in points] == pytest.approx(mean)
    assert [point["standard_error"] for point in points] == pytest.approx(
        deviation / np.sqrt(3)
    )
    assert (facts["folds"], facts["recipe"]) == (3, recipe.to_dict())
    with results.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["samples"]) for row in rows] == known.sizes.tolist()
    assert [float(row["validation_2"]) for row in rows] == known.validation[1].tolist()
    assert [float(row["training_mean"]) for row in rows] == pytest.approx(
        known.training.mean(axis=0)
    )


def test_a_learning_curve_by_the_validation_part(capsys):
    words = ["--learning-curve", "--on", "validation", "--score", "f1"]
    lines = accepted(capsys, *SEARCH, *words).splitlines()
    assert lines[3].startswith("learning curve: by the validation part")
    heads = "samples  training 1 − F₁  validation 1 − F₁  95 % interval"
    assert lines[4].split() == heads.split()
    (least,) = [line for line in lines if line.strip().startswith("10 ")]
    assert re.fullmatch(r"10( +0\.\d{4}){3} to 0\.\d{4}", least.strip())
    facts = json.loads(accepted(capsys, *SEARCH, *words, "--json"))
    assert {entry["standard_error"] for entry in facts["learning_curve"]} == {None}


def test_the_recipe_of_a_file_is_searched_around(capsys, tmp_path):
    path = tmp_path / "w.json"
    words = ["--learner", "linear-svm", "--strength", "0.3", "--schedule=constant"]
    assert run(["train", IRIS, "-q", *words, "--weights", str(path)]) == 0
    words = ["search", IRIS, "--recipe", path, "--grid", "epochs=1,2", "--json"]
    facts = json.loads(accepted(capsys, *words))
    recipes = [entry["recipe"] for entry in facts["recipes"]]
    assert {recipe["learner"] for recipe in recipes} == {"linear-svm"}
    assert {recipe["strength"] for recipe in recipes} == {0.3}
    assert {recipe["schedule"] for recipe in recipes} == {"constant"}


def test_the_best_that_diverges_is_told(capsys, tmp_path):
    weights = tmp_path / "w.json"
    words = ["--learner=adaline", "--learning-rate=1e5", "--grid", "seed=1"]
    words += ["--order", "shuffled", "--weights", str(weights)]
    assert run(["search", IRIS, *words]) == 3
    assert "the run diverged" in capsys.readouterr().err
    assert not weights.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--learner", "perceptron,pla"], "“pla” is not known"),
        (["--learner", "perceptron,perceptron"], "“perceptron” is given twice"),
        (["--learner", "perceptron,manual-neuron"], "“manual-neuron” learns nothing"),
        (["--learner", "perceptron,voted-perceptron", "--grid=strength"], "no.*“stren"),
        (["--grid=start", "--validation=0.3"], "--validation: goes with --on vali"),
        (["--grid=start", "--on=validation", "--folds=3"], "--folds: goes with"),
        (
            ["--grid=start", "--on=both"],
            "--on: “both” is not known: choose one of folds, validation ",
        ),
        (["--grid=start", "--on=validation", "--validation=0"], "no validation part"),
        (["--random", "3"], "--random: there is nothing to draw: give --grid NAME="),
        (["--score", "loss"], "--score: “loss” is not known: choose one of accuracy,"),
        (["--learning-curve", "--grid=start"], "--grid: tries many settings"),
        (["--learning-curve", "--test=0.2"], "--test: tries many settings"),
        (["--learning-curve", "--weights=w.json"], "--weights: tries many settings"),
        (
            ["--learning-curve", "--learner=perceptron,adaline"],
            "--learning-curve: is drawn for one learner: name only one",
        ),
        (["--learning-curve", "--on=validation", "--validation=0"], "no validation"),
        (["--start", "w.json"], "--start w.json: those weights may have seen"),
        (["--grid", "learning_rate="], "--grid learning_rate=: no value follows"),
        (["--grid", "fun=1"], "--grid fun=1: .* no hyperparameter “fun”"),
        (["--grid", "epochs=few"], "--grid epochs=few: .*“few” is not a number"),
        (["--grid", "tolerance=-1"], "--grid tolerance=-1: .*out of range"),
        (["--grid", "tolerance=3..1"], "begins above its end"),
        (["--grid", "tolerance=0..1:x"], "“x” does not say how many"),
        (["--grid", "tolerance=0..b"], "“b” is not a number"),
        (
            ["--grid", "order=given..shuffled"],
            "has no range, as it is not a number: give its values with commas, such as "
            "given,shuffled",
        ),
        (
            ["--grid", "tolerance", "--grid", "tolerance=1"],
            "there is another --grid tolerance",
        ),
        (["--grid", "seed=3"], "--seed is given too: leave"),
        (
            ["--grid", "c1"],
            "--grid c1: plays a part only where schedule is inverse: leave it out, or "
            "set schedule to inverse",
        ),
        (
            ["--grid", "start", "--folds", "1"],
            "--folds: 1 is too few: give 2 or more folds",
        ),
        (
            ["--grid", "epochs=0"],
            "--grid epochs=0: 0 is out of range: give a number in",
        ),
        (["--grid", "start", "--folds", "151"], "--folds: 151 folds of 150 samples"),
        (["--grid", "start", "--folds", "x"], "--folds: “x” is not a whole number"),
        (["--grid", "start", "--jobs", "0"], "--jobs: 0 is out of range"),
        (
            ["--grid", "start", "--random", "0"],
            "--random: 0 is out of range: give a number from 1",
        ),
        (["--grid", "start", "--random", "x"], "--random: “x” is not a whole number"),
        (["--grid", "start", "--test", "1"], "nothing to learn from"),
        (["--grid", "features=x9"], "“x9” is not known"),
        (["--grid", "start", "--results", "r.txt"], "end the name in .csv"),
        (["--grid", "start", "--results", IRIS], "would overwrite what is read"),
        (["--grid", "start", "--dask", "nowhere"], "no Dask cluster answers at now"),
    ],
)
def test_bad_arguments(capsys, words, said):
    assert run([*SEARCH, *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"perceptron-lab: [^\n]+\n", err)
    assert re.search(said, err)


def test_progress_is_for_terminals(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert run([*SEARCH, "--grid", "tolerance=0,1"]) == 0
    err = capsys.readouterr().err
    assert "10 of 10 runs; best so far 0." in err
    assert err.endswith("\r\x1b[K")


def start(*argv, **settings):
    return subprocess.Popen(
        [sys.executable, "main.py", *argv], cwd=ROOT, text=True, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        **settings,
    )  # fmt: skip


def test_processes_from_the_front_door():
    with start(*SEARCH, "--grid", "tolerance=0,1", "--jobs", "2") as process:
        out, err = process.communicate(timeout=100)
    assert (process.returncode, err) == (0, "")
    assert "\nsearch: 2 recipes × 5 folds of 150 samples\n" in out


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize(
    ("send", "number", "status", "said"),
    [
        (os.killpg, signal.SIGINT, 130, INTERRUPTED),  # as from the keyboard, to all
        (os.kill, signal.SIGTERM, 143, ""),
    ],
)
def test_interrupt(tmp_path, send, number, status, said):
    """Alone it would take an hour; nothing stays."""
    words = ["--grid", "epochs=1000000", "--grid", "seed=0,1,2", "--jobs", "2"]
    temporary = os.environ | {"TMPDIR": str(tmp_path)}
    settings = {"env": temporary, "preexec_fn": heed_interrupts}
    with start("search", IRIS, "--order", "shuffled", *words, **settings) as process:
        until = time.monotonic() + 60
        while not list(tmp_path.glob("*/*.job")):  # not begun yet
            assert time.monotonic() < until
            time.sleep(0.02)
        send(process.pid, number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (status, "", said)
    assert not list(tmp_path.iterdir())


IN_A_CALLBACK = """
import os, signal, sys, time
import main, engine.cli.main

class Left:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(1)

def run(*_):
    Left()
    while True:
        time.sleep(1)

engine.cli.main.run = run
main.main(["search"])
"""


@pytest.mark.skipif(not hasattr(signal, "alarm"), reason="needs SIGALRM")
def test_an_end_that_meets_a_callback_is_not_lost():
    command = [sys.executable, "-W", "ignore", "-c", IN_A_CALLBACK]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60)
    assert b"Exception ignored" in ended.stderr
    assert ended.returncode == 143


HELD_UP = """
import atexit, sys, time
atexit.register(time.sleep, 600)
import main, engine.cli.main, engine.cli.signals

def run(*_):
    print("runs", flush=True)
    try:
        time.sleep(600)
    except KeyboardInterrupt:
        return 130

engine.cli.signals.END_WITHIN_SECONDS = 1
engine.cli.main.run = run
sys.exit(main.main(["search"]))
"""


@pytest.mark.skipif(not hasattr(signal, "alarm"), reason="needs SIGALRM")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_exit_that_others_hold_up_is_not_waited_for(number):
    command = [sys.executable, "-c", HELD_UP]
    settings = {"cwd": ROOT, "text": True, "preexec_fn": heed_interrupts}
    with subprocess.Popen(command, stdout=subprocess.PIPE, **settings) as process:
        assert process.stdout.readline() == "runs\n"
        process.send_signal(number)
        try:
            assert process.wait(30) == 128 + number
        finally:
            process.kill()


def test_a_hyperparameter_that_plays_a_part_in_no_recipe_is_said(capsys):
    said = "--c1 plays no part: only where schedule is inverse"
    assert run([*SEARCH, "--grid", "tolerance=0,1", "--c1", "3"]) == 0
    assert said in capsys.readouterr().err
    words = ["--grid", "schedule=constant,inverse", "--c1", "3"]
    assert run([*SEARCH, *words]) == 0
    assert said not in capsys.readouterr().err


def test_a_class_that_is_not_in_every_fold_is_said(capsys, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("x,class\n1,setosa\n" + "2,a\n3,b\n" * 4)
    assert run(["search", str(path), "--folds=2", "--grid", "epochs=1,2"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "perceptron-lab: class “setosa” has 1 sample: some of the 2 folds have none of "
        "it; give more samples of it"
    ]
