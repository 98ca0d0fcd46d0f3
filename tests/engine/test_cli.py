from __future__ import annotations

import csv
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine import __version__
from engine.cli import PLOT_SIZE, run
from engine.cli_files import OUTPUTS
from engine.export.weights import read_weights
from engine.learners import learner, learners
from engine.learners.formulas import lines
from engine.tex import plain

ROOT = Path(__file__).parents[2]
IRIS = str(ROOT / "resources" / "data" / "iris.csv")
LAST_LINE = r"training error: ([\d.e-]+)  updates: (\d+)  epochs: (\d+)"
INTERRUPTED = "perceptron-lab: interrupted\n"


class Drawer:
    def __init__(self):
        self.drawn = []

    def plot(self, tape, path, width, height):
        self.drawn.append((path.name, width, height, tape.finished))

    def animation(self, tape, path):
        self.drawn.append((path.name, tape.finished))


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.csv"
    path.write_text("p,q,class\n2,1,yes\n-1,-2,no\n1,3,yes\n-2,0,no\n")
    return str(path)


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


def test_train_prints_a_summary(capsys, small):
    out = accepted(capsys, "train", small)
    assert "4 samples; features p, q; classes no 2, yes 2" in out
    assert "score: 2·p + 1·q + 1" in out
    assert "above 0: yes, otherwise: no" in out
    assert "converged" in out
    last = re.fullmatch(LAST_LINE, out.splitlines()[-1])
    assert last is not None
    assert (float(last[1]), int(last[2])) == (0.0, 1)


def test_train_on_three_classes(capsys):
    out = accepted(capsys, "train", IRIS, "--epochs", "3", "--seed=1")
    assert "score of virginica: " in out
    assert re.fullmatch(LAST_LINE, out.splitlines()[-1])


@pytest.mark.parametrize("name", learners())
def test_train_with_each_learner(capsys, name):
    scaled = [] if learner(name).by_hand else ["--standardise"]
    out = accepted(capsys, "train", IRIS, "--learner", name, *scaled)
    assert f"learner: {name};" in out


def test_options_reach_the_recipe(capsys, small, tmp_path):
    path = tmp_path / "w.json"
    out = accepted(
        capsys, "train", small, "--learner", "perceptron", "--epochs", "2",
        "--learning-rate", "0.5", "--order", "shuffled", "--seed", "3", "--squares",
        "--no-offset", "--standardise", "--tolerance", "1e-3",
        "--no-stop-without-mistake", "--features", "x1, q", "--weights", path,
    )  # fmt: skip
    for setting in (
        "learning_rate 0.5", "order shuffled", "seed 3", "squares yes", "offset no",
        "tolerance 0.001", "stop_without_mistake no", "standardise yes",
    ):  # fmt: skip
        assert setting in out
    content = read_weights(path)
    assert content["features"] == ["p", "q", "p^2", "q^2"]
    assert content["epochs"] == 2
    assert content["scaling"] is not None


def test_degree_takes_all_powers_and_products(capsys, small, tmp_path):
    path = tmp_path / "w.json"
    accepted(capsys, "train", small, "--degree", "2", "--squares", "--weights", path)
    assert read_weights(path)["features"] == ["p", "q", "p^2", "p*q", "q^2"]


def test_a_score_of_many_terms_is_cut_short(capsys):
    out = accepted(capsys, "train", IRIS, "--degree", "4", "--standardise")
    (line,) = [line for line in out.splitlines() if "score of virginica" in line]
    assert line.endswith("+ … 29 more terms (--weights: all)")
    assert line.count("·") == 40


def test_target(capsys, tmp_path):
    path = tmp_path / "first.csv"
    path.write_text("kind,p\nno,-1\nyes,1\n")
    for target in ("kind", "1"):
        assert "features p;" in accepted(capsys, "train", path, "--target", target)


SEMI = """Art;Länge;Breite;Klasse
rot;2,5;1;0
blau;-1;-2,5;1
rot;1;3;0
grün;-2;{};1
"""


@pytest.fixture
def semi(tmp_path):
    def write(cell="0"):
        path = tmp_path / "semi.csv"
        path.write_text(SEMI.format(cell), encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    "argv", [["train"], ["train", "--stream"], ["search", "--grid=epochs=1,2"]]
)
def test_a_column_of_text_is_left_out_and_said(capsys, semi, argv):
    words = [*argv, semi(), "--target", "Klasse"]
    words += ["--folds", "2"] if argv[0] == "search" else []
    assert run([str(word) for word in words]) == 0
    out, err = capsys.readouterr()
    assert "features Länge, Breite" in out
    assert err == "perceptron-lab: column Art has text: left out\n"


@pytest.mark.parametrize("stream", [[], ["--stream"]])
def test_of_named_columns_only_those_are_read(capsys, semi, stream):
    words = ["--target", "Klasse", "--features", "Länge", *stream]
    out = accepted(capsys, "train", semi("odd"), *words)
    assert "4 samples; features Länge; classes 0 2, 1 2" in out
    err = refused(capsys, "train", semi(), *words[:2], "--features=Art", *stream)
    assert "line 2, column Art: “rot” is not a number" in err


@pytest.mark.parametrize("stream", [[], ["--stream"]])
def test_an_odd_cell_among_numbers_is_a_fault(capsys, semi, stream):
    words = ["train", str(semi("odd")), "--target", "Klasse", *stream]
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "semi.csv, line 5, column Breite: “odd” is not a number" in err


def test_a_column_of_text_may_be_the_classes(capsys, tmp_path):
    path = tmp_path / "kinds.csv"
    path.write_text("kind,p,q\nred,1,2\nblue,-1,-2\n")
    assert run(["train", str(path)]) == 0
    out, err = capsys.readouterr()
    assert "features p, q; classes blue 1, red 1" in out
    assert err == "perceptron-lab: the classes are taken from column kind\n"
    assert "classes blue 1, red 1" in accepted(capsys, "train", path, "--features", "q")


def test_files_are_written(capsys, small, tmp_path):
    names = ["a.json", "b.csv", "c.npz", "d.py"]
    words = [word for name in names for word in ("--weights", tmp_path / name)]
    accepted(capsys, "train", small, *words, "--curve", tmp_path / "curve.csv")
    assert all((tmp_path / name).stat().st_size for name in names)
    with (tmp_path / "curve.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["epoch", "mistakes", "training_error", "loss"]
    assert rows[-1]["mistakes"] == "0"


def test_pictures_are_drawn_by_what_is_injected(capsys, small, tmp_path):
    draw = Drawer()
    plot, film = tmp_path / "a.png", tmp_path / "b.gif"
    accepted(capsys, "train", small, "--plot", plot, "--animation", film, draw=draw)
    assert draw.drawn == [("a.png", *PLOT_SIZE, True), ("b.gif", True)]
    assert "need Qt" in refused(capsys, "train", small, "--plot", plot)


def test_learners(capsys):
    out = accepted(capsys, "learners")
    for one in learners().values():
        rule = [plain(line) for line in lines(one)]
        for text in (one.name, one.line, one.source, *rule):
            assert text in out
    assert "--learning-rate (default 1; " in out
    assert "--order (default given; given, shuffled or the numbers of the" in out
    assert "--target-error (default off; 0 to 1)" in out


def test_an_order_by_hand_counts_the_rows_from_1(capsys, small):
    """Row 2, (−1, −2) of class no, comes first: w = (1, 2), b = −1, then all right."""
    words = ["--order", "2,1,3,4", "--start", "0,0,0", "--no-standardise"]
    out = accepted(capsys, "train", small, *words)
    assert "order 2,1,3,4" in out
    assert "start 0,0,0" in out
    assert "score: 1·p + 2·q − 1" in out


def test_a_start_by_hand_and_rows_for_more_classes(capsys):
    rows = "--start=-1,2,3,4,5;1,2,3,4,5;3,4,5,6,7.5"
    out = accepted(capsys, "train", IRIS, rows, "--target-error", "1")
    assert "start -1,2,3,4,5;1,2,3,4,5;3,4,5,6,7.5" in out
    assert "target_error 1," in out
    assert "reached the target error in epoch 1" in out
    assert "target_error off," in accepted(capsys, "train", IRIS, rows)


def test_a_manual_neuron_from_the_command_line(capsys, small):
    out = accepted(
        capsys, "train", small, "--learner", "manual-neuron", "--start=1,0,0.5"
    )
    assert "score: 1·p + 0·q + 0.5" in out
    assert "training error: 0.0000  updates: 0  epochs: 1" in out


def test_version_and_help(capsys):
    assert __version__ in accepted(capsys, "--version")
    help_text = accepted(capsys, "train", "--help")
    for one in learners().values():
        for knob in one.knobs:
            assert "--" + knob.name.replace("_", "-") in help_text


def test_every_choice_is_offered_where_it_can_be_made_and_nowhere_else(capsys):
    help_text = " ".join(accepted(capsys, "train", "--help").split())
    assert "--schedule pegasos|constant|inverse" in help_text
    listed = accepted(capsys, "learners").split("\n\n")
    assert {block.split(":")[0] for block in listed if "1/(λn)" in block} == {
        "linear-svm"
    }


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "COMMAND"),
        (["fly"], "invalid choice: 'fly'"),
        (["train"], "DATA"),
        (["train", IRIS, "--nonsense"], "--nonsense"),
        (["train", IRIS, "--epoch", "3"], "--epoch"),
        (["train", IRIS, "--learner", "oracle"], "“oracle” is not known: choose"),
        (["train", IRIS, "--epochs", "0"], "--epochs: .* out of range: 1 to"),
        (["train", IRIS, "--epochs", "many"], "--epochs: .*“many” is not a number"),
        (["train", IRIS, "--epochs", "1.5"], "--epochs: .* whole number"),
        (["train", IRIS, "--epochs", "nan"], "--epochs: "),
        (["train", IRIS, "--epochs"], "--epochs: expected one argument"),
        (["train", IRIS, "--learning-rate", "-1"], "--learning-rate: .* range"),
        (["train", IRIS, "--learning-rate", "nan"], "--learning-rate: .* range"),
        (["train", IRIS, "--order", "random"], "--order: .* given, shuffled"),
        (["train", IRIS, "--order", "3,1,x"], "--order: “3,1,x” is not given, shuf"),
        (["train", IRIS, "--order", "3,1,2"], "order must name each of the 150 sam"),
        (["train", IRIS, "--start", "low"], "--start: .*not a row of numbers"),
        (["train", IRIS, "--start", "1,nan"], "--start: .*not a row of numbers"),
        (["train", IRIS, "--start", "1,2"], r"the start needs 3 row\(s\) of 4 weights"),
        (["train", IRIS, "--target-error", "2"], "--target-error: .*out of range"),
        (["train", IRIS, "--seed", "x"], "--seed: .* not a number"),
        (["train", IRIS, "--batch-size", "3"], "--batch-size: .* no such option: it"),
        (["train", IRIS, "--features", "x9"], "“x9” is not known: use x1 … x4"),
        (["train", IRIS, "--features", ""], "not known"),
        (["train", IRIS, "--features", "x1,x1"], "chosen twice"),
        (["train", IRIS, "--features", "x1^99"], "a power must be 1 to 9"),
        (["train", IRIS, "--degree", "2", "--features", "x1"], "both .*: give one"),
        (["train", IRIS, "--degree", "0"], "a degree is 1 to 9"),
        (["train", IRIS, "--degree", "9"], "714 terms: at most 500 .* up to 8"),
        (["train", IRIS, "--degree", "two"], "--degree: invalid int value: 'two'"),
        (["train", IRIS, "--target", "kind"], "iris.csv: has no column “kind”"),
        (
            ["train", IRIS, "--target", "1", "--features", "species"],
            "iris.csv, line 2, column species: ",
        ),
        (["train", "no\nwhere.csv"], "no where.csv: there is no such file"),
        (["train", str(ROOT)], "is a folder"),
        (["train", IRIS, "--validation", "0.7", "--test", "0.4"], "--validation, --te"),
        (["train", IRIS, "--validation", "half"], "--validation: “half” is not a num"),
        (["train", IRIS, "--test", "2"], "--test: 2 is not between 0.0 and 1.0"),
        (["train", IRIS, "--split-seed", "-1"], "--split-seed: -1 is not between"),
        (["train", IRIS, "--test", "0.01"], "the samples cannot be split so"),
    ],
)
def test_bad_arguments(capsys, argv, message):
    assert re.search(message, refused(capsys, *argv))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "data.csv: is empty"),
        ("p,class\n1,a\n2,b,3\n", "data.csv, line 3: has 3 cells"),
        ("p,class\n1,a\ntwo,b\n", "data.csv, line 3, column p: “two” is not a num"),
        ("p,class\n1,a\nNaN,b\n", "data.csv, line 3, column p: “NaN” is not a fin"),
        ("p,class\n1,a\n4e307,b\n", "line 3, column p: “4e307” is too large"),
        ("p,class\n1,a\n,b\n", "data.csv, line 3, column p: the cell is empty"),
        ("p,class\n1,a\n2,a\n", "data.csv: all 2 samples are of class “a”"),
        ("p,class\n1,1\n2,1\n", "data.csv: all 2 samples are of class “1”"),
        ("p,class\n1,a\n\x1b[31m,b\n", "line 3"),
    ],
)
def test_bad_data(capsys, tmp_path, content, message):
    path = tmp_path / "data.csv"
    path.write_text(content)
    err = refused(capsys, "train", path)
    assert message in err
    assert "\x1b" not in err


def test_parts_are_held_out_and_judged(capsys):
    words = ["train", IRIS, "--validation", "0.2", "--test", "0.1"]
    assert run(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"validation error: \S+ of 30 samples", lines[-3])
    assert re.fullmatch(r"test error: \S+ of 15 samples", lines[-2])
    assert lines[-1].startswith("training error: ")


@pytest.mark.parametrize("kind", OUTPUTS)
def test_outputs_are_checked_before_the_training(capsys, tmp_path, kind, monkeypatch):
    monkeypatch.setattr("engine.cli.Tape", None)
    suffix = OUTPUTS[kind][0]
    for name, message in (
        ("out.xyz", "end the name in|cannot be written as"),
        ("out", "end the name in|cannot be written as"),
        (f"missing/out{suffix}", "there is no folder"),
        (f"folder{suffix}", "is a folder"),
    ):
        (tmp_path / f"folder{suffix}").mkdir(exist_ok=True)
        words = ["train", IRIS, f"--{kind}", tmp_path / name]
        assert re.search(message, refused(capsys, *words, draw=Drawer()))


def test_nothing_is_written_twice_or_over_the_data(capsys, small, tmp_path):
    before = Path(small).read_text()
    assert "overwrite the data" in refused(capsys, "train", small, "--curve", small)
    out = tmp_path / "out.csv"
    words = ["--curve", out, "--weights", out]
    assert "another output" in refused(capsys, "train", small, *words)
    assert Path(small).read_text() == before
    assert not out.exists()


def test_diverging_weights_are_said_not_thrown(capsys, small):
    words = ["--learner", "adaline", "--learning-rate", "1000", "--epochs", "1000"]
    assert "diverged" in accepted(capsys, "train", small, *words)


def test_interrupt(monkeypatch, capsys, small):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.cli_data.read_data", interrupt)
    assert run(["train", small]) == 130
    assert capsys.readouterr() == ("", INTERRUPTED)


CODE = "import sys; from engine.cli import run; sys.exit(run(sys.argv[1:]))"


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
