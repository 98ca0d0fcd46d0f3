from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine import Recipe
from engine.cli.main import run
from engine.cli.outputs import Look
from engine.cli.train import FILES
from engine.export.weights import read_weights
from engine.learners import learner, learners
from engine.learners.latex import plain

ROOT = Path(__file__).parents[3]
IRIS = str(ROOT / "resources" / "data" / "iris.csv")
LAST_LINE = r"training error: ([\d.e-]+)  updates: (\d+)  epochs: (\d+)"
INTERRUPTED = "perceptron-lab: interrupted\n"


class Drawer:
    def __init__(self):
        self.drawn = []

    def picture(self, tape, step, path, look):
        self.drawn.append((path.name, look, step == tape.steps, tape.finished))

    def film(self, tape, plan, path, look, report):
        whole = plan.steps[0] == 0 and plan.steps[-1] == tape.steps
        self.drawn.append((path.name, look, whole, tape.finished))


def heed_interrupts():
    """Undo what a shell does to all that it starts in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def refused(capsys, *argv, draw=None):
    """Run what must be refused; return the one line that says why."""
    assert run([str(word) for word in argv], draw) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"perceptron-lab: [^\n]+\n", err)
    return err


def accepted(capsys, *argv, draw=None):
    assert run([str(word) for word in argv], draw) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.smoke
def test_train_prints_a_summary(capsys, small):
    out = accepted(capsys, "train", small)
    assert "4 samples; features p, q; classes no 2, yes 2" in out
    assert "score: 2·p + 1·q + 1" in out
    assert "above 0: yes, otherwise: no" in out
    assert "converged" in out
    last = re.fullmatch(LAST_LINE, out.splitlines()[-1])
    assert last is not None
    assert (float(last[1]), int(last[2])) == (0.0, 1)


def test_the_learner_is_told_with_what_plays_a_part_only(capsys, small):
    def line(*words):
        out = accepted(capsys, "train", small, "--learner", "linear-svm", *words)
        (shown,) = [line for line in out.splitlines() if line.startswith("learner: ")]
        return shown

    assert line() == (
        "learner: linear-svm; strength 0.1, schedule pegasos, batch_size 1, "
        "averaged no, stop_without_mistake no, epochs 20, order given, start zero, "
        "offset yes, squares no, standardise no"
    )
    assert ", learning_rate 0.01, batch_size" in line("--schedule", "constant")
    assert ", c1 1, c2 1, batch_size" in line("--schedule", "inverse")
    assert ", seed 3, start random" in line("--start", "random", "--seed", "3")
    assert ", target_error 0.1, offset" in line("--target-error", "0.1")


def test_train_on_three_classes(capsys):
    out = accepted(capsys, "train", IRIS, "--epochs", "3", "--seed=1")
    assert "score of virginica: " in out
    assert re.fullmatch(LAST_LINE, out.splitlines()[-1])


@pytest.mark.parametrize("name", learners())
def test_train_with_each_learner(capsys, name):
    scaled = [] if learner(name).by_hand else ["--standardise"]
    out = accepted(capsys, "train", IRIS, "--learner", name, *scaled)
    assert f"learner: {name};" in out


def test_a_score_of_many_terms_is_cut_short(capsys):
    out = accepted(capsys, "train", IRIS, "--degree", "4", "--standardise")
    (line,) = [line for line in out.splitlines() if "score of virginica" in line]
    assert line.endswith("+ … 29 more terms (--weights: all)")
    assert line.count("·") == 40


@pytest.mark.smoke
def test_files_are_written(capsys, small, tmp_path):
    names = ["a.json", "b.csv", "c.npz", "d.py"]
    words = [word for name in names for word in ("--weights", tmp_path / name)]
    accepted(capsys, "train", small, *words, "--curve", tmp_path / "curve.csv")
    assert all((tmp_path / name).stat().st_size for name in names)
    with (tmp_path / "curve.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    columns = ["epoch", "mistakes", "training_error", "loss", "penalty", "cost"]
    assert list(rows[0]) == columns
    assert rows[-1]["mistakes"] == "0"


def test_pictures_are_drawn_by_what_is_injected(capsys, small, tmp_path):
    draw = Drawer()
    plot, film = tmp_path / "a.png", tmp_path / "b.gif"
    accepted(capsys, "train", small, "--plot", plot, "--animation", film, draw=draw)
    assert draw.drawn == [
        ("a.png", Look(), True, True),
        ("b.gif", Look(), True, True),
    ]
    assert "need Qt" in refused(capsys, "train", small, "--plot", plot)


def test_learners(capsys):
    out = accepted(capsys, "learners")
    for rule in learners().values():
        formulas = [plain(line) for line in rule.formula_lines()]
        for text in (rule.name, rule.line, rule.source, *formulas):
            assert text in out
    assert "--learning-rate (default 1; " in out
    assert "--order (default given; given, shuffled or the numbers of the" in out
    assert "--target-error (default off; 0 to 1)" in out
    assert "(1 − y·z)/(‖x‖² + 1)),  (+ 1 for the offset: the weight of a" in out


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.kind)
def test_outputs_are_checked_before_the_training(capsys, tmp_path, file, monkeypatch):
    monkeypatch.setattr("engine.cli.train.Tape", None)
    suffix = file.suffixes[0]
    for name, message in (
        ("out.xyz", "end the name in|cannot be written as"),
        ("out", "end the name in|cannot be written as"),
        (f"missing/out{suffix}", "there is no folder"),
        (f"folder{suffix}", "is a folder"),
    ):
        (tmp_path / f"folder{suffix}").mkdir(exist_ok=True)
        words = ["train", IRIS, f"--{file.kind}", tmp_path / name]
        assert re.search(message, refused(capsys, *words, draw=Drawer()))


def test_nothing_is_written_twice_or_over_the_data(capsys, small, tmp_path):
    before = Path(small).read_text()
    refusal = refused(capsys, "train", small, "--curve", small)
    assert "would overwrite what is read" in refusal
    out = tmp_path / "out.csv"
    words = ["--curve", out, "--weights", out]
    assert "another output" in refused(capsys, "train", small, *words)
    assert Path(small).read_text() == before
    assert not out.exists()


def test_orders_are_the_runs_of_their_seeds(capsys, tmp_path):
    """By each seed as `train` alone; the vote is that of the voted perceptron."""
    table = tmp_path / "orders.csv"
    words = ["train", IRIS, "--epochs", "5", "--validation", "0.3"]
    many = [*words, "--seed", "3", "--orders", "3", "--runs", table]
    facts = json.loads(accepted(capsys, *many, "--json"))
    assert facts["seeds"] == [3, 4, 5]
    rows = list(csv.DictReader(table.read_text().splitlines()))
    learner_of = {"last": "perceptron", "voted": "voted-perceptron"}
    for name, learner_name in learner_of.items():
        ours, written = facts["orders"][name], [r for r in rows if r["weights"] == name]
        for k, seed in enumerate(facts["seeds"]):
            alone = [*words, "--learner", learner_name, "--order", "shuffled"]
            run = json.loads(accepted(capsys, *alone, f"--seed={seed}", "--json"))
            assert ours["updates"][k] == run["updates"] == int(written[k]["updates"])
            assert ours["training_error"][k] == run["errors"]["training"]
            assert float(written[k]["validation_error"]) == run["errors"]["validation"]
    text = accepted(capsys, *many)
    updates = sorted(facts["orders"]["last"]["updates"])
    spread = f"{updates[0]} to {updates[2]}, median {updates[1]}"
    assert re.search(rf"^newest w: .*; updates {spread}; ", text, re.M)
    assert re.search(r"^mean: .*^vote: ", text, re.M | re.S)
    helps = text.splitlines()[-1].startswith("Averaging helps")
    assert helps == facts["averaging_helps"]


def test_what_does_not_go_with_many_orders_is_refused(capsys, small, tmp_path):
    out = tmp_path / "o.csv"
    assert "with --orders only" in refused(capsys, "train", small, "--runs", out)
    words = ["train", small, "--orders", "3"]
    for more in (
        ["--weights", tmp_path / "w.json"], ["--curve", out], ["--stream"],
        ["--code", tmp_path / "again.py"],
    ):  # fmt: skip
        assert f"{more[0]}: shows one run" in refused(capsys, *words, *more)
    assert "give 2 to 50 orders" in refused(capsys, *words[:2], "--orders", "51")
    assert "order of the samples makes no difference" in refused(
        capsys, *words, "--learner=manual-neuron"
    )
    assert run([str(word) for word in (*words, *DIVERGING)]) == 3
    assert "3 diverged" in capsys.readouterr().out


DIVERGING = ["--learner", "adaline", "--learning-rate", "1000", "--epochs", "1000"]


def test_weights_of_a_run_that_diverged_are_written_by_force_only(
    capsys, small, tmp_path
):
    weights, curve = tmp_path / "w.json", tmp_path / "c.csv"
    words = ["train", small, *DIVERGING, "--weights", str(weights)]
    assert run([*words, "--curve", str(curve)]) == 3
    out, err = capsys.readouterr()
    assert "run: diverged after step" in out
    assert re.fullmatch(
        r"perceptron-lab: the run diverged after step \d+: learning rate too large; "
        rf".*; {weights} is not written: --force writes it\n",
        err,
    )
    assert curve.exists()
    assert not weights.exists()
    assert run([*words, "--force"]) == 3
    assert "not written" not in capsys.readouterr().err
    assert max(map(abs, read_weights(weights)["coef"][0])) > 1e80


def test_a_stream_that_diverges_is_told_likewise(capsys, small, tmp_path):
    weights = tmp_path / "w.json"
    assert run(["train", small, *DIVERGING, "--stream", f"--weights={weights}"]) == 3
    assert "is not written" in capsys.readouterr().err
    assert not weights.exists()


def test_json_is_one_object_that_says_all(capsys, small, tmp_path):
    weights = tmp_path / "w.json"
    words = ["train", small, "--validation", "0.25", "--no-stratify", "--epochs", "3"]
    facts = json.loads(accepted(capsys, *words, "--json", "--weights", weights))
    assert facts["command"] == "train"
    assert facts["data"] == {
        "file": small, "samples": 4, "features": ["p", "q"],
        "classes": {"no": 2, "yes": 2}, "target": "class",
        "target_reason": "called so",
    }  # fmt: skip
    recipe = Recipe(**facts["recipe"])
    assert recipe == Recipe(epochs=3)
    assert set(facts["errors"]) == {"training", "validation"}
    assert facts["diverged"] is False
    assert facts["files"] == {"weights": [str(weights)]}
    assert facts["weights"] == json.loads(weights.read_text())
    streamed = json.loads(accepted(capsys, "train", small, "--stream", "--json"))
    assert streamed["recipe"]["epochs"] == 20
    assert streamed["data"]["samples"] == 4


def test_quiet_says_nothing_but_what_json_asks_for(capsys, tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("p,id,q,class\n1,u,2,a\n2,v,3,b\n3,w,1,a\n4,x,1,b\n")
    assert run(["train", str(table)]) == 0
    assert "left out" in capsys.readouterr().err
    assert accepted(capsys, "train", table, "-q") == ""
    facts = json.loads(accepted(capsys, "train", table, "--quiet", "--json"))
    assert any("left out" in note for note in facts["notes"])
    assert "no such file" in refused(capsys, "train", tmp_path / "none.csv", "-q")


def test_a_terminal_sees_how_far_a_run_is(capsys, small, monkeypatch):
    words = ["train", small, "--epochs", "7", "--no-stop-without-mistake"]
    assert accepted(capsys, *words)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert run(words) == 0
    err = capsys.readouterr().err
    assert "training: epoch 7 of at most 7" in err
    assert err.endswith("\r\x1b[K")
    assert run([*words, "-q"]) == 0
    assert capsys.readouterr().err == ""


def test_interrupt(monkeypatch, capsys, small):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.cli.data.SampleTable.open", interrupt)
    assert run(["train", small]) == 130
    assert capsys.readouterr() == ("", INTERRUPTED)


CODE = "import sys; from engine.cli.main import run; sys.exit(run(sys.argv[1:]))"


def start(*argv, **settings):
    main = ROOT / "main.py"
    entry = [str(main)] if main.exists() else ["-c", CODE]
    return subprocess.Popen(
        [sys.executable, *entry, *argv], cwd=ROOT, text=True, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **settings,
    )  # fmt: skip


def test_through_the_front_door(small):
    with start("train", small) as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert re.fullmatch(LAST_LINE, out.splitlines()[-1])


def test_narrow_encoding_and_bad_input(small):
    narrow = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    with start("learners", env=narrow) as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert "perceptron" in out
    with start("train", small, "--target", "ü", env=narrow) as process:
        out, err = process.communicate()
    assert (process.returncode, out, err.count("\n")) == (2, "", 1)


def test_a_reader_that_goes_away_is_no_error(small):
    with start("train", small) as process:
        process.stdout.close()
        assert process.wait() in (0, 141)
        assert process.stderr.read() == ""


def test_names_that_are_numbers_do_not_look_like_factors(capsys, tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("0,-1.5,b,target\n1,2,0,0\n3,0,0,1\n-4,1,0,0\n")
    assert run(["train", str(path), "--features", "0,-1.5,b", "--epochs", "1"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"score: \S+·“0” . \S+·“-1.5” . \S+·b . ", out)


def test_hyphens_in_names_stay_hyphens(capsys, tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("petal-length,petal-width,class\n1,2,a-b\n3,0,c-d\n-4,1,a-b\n")
    assert run(["train", str(path), "--features", "petal-length,x2"]) == 0
    out = capsys.readouterr().out
    assert "score: 2·petal-length − 2·petal-width + 0" in out
    assert "petal−" not in out


def weights_table(tmp_path):
    path = tmp_path / "weighted.csv"
    rows = ["1,2,2,near", "2,1,0.5,near", "-1,-2,1,far", "-3,1,0,far", "0,1,3,near"]
    path.write_text("a,b,n,kind\n" + "\n".join(rows) + "\n")
    return path


def test_a_column_is_taken_as_the_weights_of_the_samples(capsys, tmp_path):
    path, out = weights_table(tmp_path), tmp_path / "w.json"
    options = ("--learner", "adaline", "--batch-size", "0", "--epochs", "5")
    said = accepted(capsys, "train", path, "--weight", "n", *options, "--weights", out)
    assert said.splitlines()[:2] == [
        "target: kind (the last column)",
        "weights: n",
    ]
    facts = json.loads(accepted(capsys, "train", path, "--weight", "n", "--json"))
    assert facts["data"]["weight"] == "n"
    assert "weights:" not in accepted(capsys, "train", path)
    weighted = read_weights(out)
    assert weighted["features"] == ["a", "b"]
    copies = tmp_path / "copies.csv"
    rows = ["1,2,near"] * 4 + ["2,1,near"] + ["-1,-2,far"] * 2 + ["0,1,near"] * 6
    copies.write_text("a,b,kind\n" + "\n".join(rows) + "\n")
    rate = ("--learning-rate", "0.005")  # half of Adaline's own, for twice the weight
    accepted(capsys, "train", copies, *options, *rate, "--weights", out)
    doubled = read_weights(out)
    assert doubled["coef"][0] == pytest.approx(weighted["coef"][0])
    assert doubled["intercept"] == pytest.approx(weighted["intercept"])
    assert "--weight m: there is no column of numbers “m”" in refused(
        capsys, "train", path, "--weight", "m"
    )
    assert "does not go with --stream" in refused(
        capsys, "train", path, "--weight", "n", "--stream"
    )


def test_class_weights_are_given_by_name(capsys, tmp_path):
    path, out = weights_table(tmp_path), tmp_path / "w.json"
    text = accepted(
        capsys, "train", path, "--class-weight", "near=2,far=0.5", "--weights", out
    )
    assert "far=0.5,near=2" in text
    recipe = Recipe(**read_weights(out)["recipe"])
    assert recipe.class_weight == (("far", 0.5), ("near", 2.0))
    assert "class weight" not in accepted(capsys, "train", path).lower()
    assert "balanced" in accepted(capsys, "train", path, "--class-weight", "balanced")
    assert "“nea”, which is no class: choose among far, near" in refused(
        capsys, "train", path, "--class-weight", "nea=2"
    )
    assert (
        "--class-weight: “equal” is neither “balanced” nor a weight for classes"
        in refused(capsys, "train", path, "--class-weight", "equal")
    )
    assert (
        "--class-weight: “near=2 far=1” is neither “balanced” nor a weight"
        in refused(capsys, "train", path, "--class-weight", "near=2\nfar=1")
    )
    assert "near=2" in accepted(
        capsys, "train", path, "--class-weight", "near=2", "--stream"
    )


def test_a_hyperparameter_that_plays_no_part_is_said(capsys):
    words = ["train", IRIS, "--c1", "3", "--epochs", "1"]
    assert run(words) == 0
    said = "--c1 plays no part: only where schedule is inverse"
    assert capsys.readouterr().err == f"perceptron-lab: {said}\n"
    accepted(capsys, *words, "--schedule", "inverse")
    accepted(capsys, "train", IRIS, "--epochs", "1", "--seed", "3")


def test_without_an_offset_none_is_written(capsys, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("p,q,class\n1,2,a\n-1,1,b\n")
    words = ["train", path, "--epochs", "1", "--target", "class"]
    # One update for a: w = (1, 2)·(−1); then z = 1 − 2 < 0: w = (−1, −2) + (−1, 1).
    assert "score: −2·p − 1·q\n" in accepted(capsys, *words, "--no-offset")
    assert "score: −2·p − 1·q + 0\n" in accepted(capsys, *words)


def test_the_verdict_is_one_object_and_the_sentences_of_it(capsys, tmp_path):
    path = tmp_path / "in_a_row.csv"
    path.write_text("x,class\n-2,A\n-1.8,A\n0,B\n0.2,B\n2,C\n1.9,C\n")
    given = json.loads(accepted(capsys, "train", path, "--verdict", "--json"))
    verdict = given["verdict"]
    assert (verdict["separable"], verdict["can_be_right"]) == (False, True)
    assert (verdict["margin"], verdict["bound"]) == (None, None)
    assert verdict["outcome"] == verdict["sentences"][0]
    assert verdict["remedy"]["settings"] == {"features": ["x", "x^2"]}
    assert verdict["cycle"].keys() == {"before", "epochs", "updates"}
    lines = accepted(capsys, "train", path, "--verdict").splitlines()
    said = [line for line in lines if line.startswith("verdict: ")]
    words = [*verdict["sentences"], f"remedy: {verdict['remedy']['text']}"]
    assert said == [f"verdict: {sentence}" for sentence in words]
    assert re.fullmatch(LAST_LINE, lines[-1])
    assert "verdict" not in json.loads(accepted(capsys, "train", path, "--json"))
    for other in (["--stream"], ["--orders", "3"]):
        assert "--verdict" in refused(capsys, "train", path, "--verdict", *other)
