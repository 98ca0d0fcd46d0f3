"""Options of the command line, and what is wrong with them."""

import re

import pytest

from engine import __version__
from engine.cli.main import run
from engine.export.weights import read_weights
from engine.learners import learners
from tests.engine.cli.test_train import IRIS, ROOT, accepted, refused


def test_version_and_help(capsys):
    assert __version__ in accepted(capsys, "--version")
    help_text = accepted(capsys, "train", "--help")
    for learner in learners().values():
        for parameter in learner.all_hyperparameters:
            assert "--" + parameter.name.replace("_", "-") in help_text


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "COMMAND"),
        (["fly"], "fly: no such file or command"),
        (["train"], "DATA"),
        (["train", IRIS, "--nonsense"], "--nonsense"),
        (["train", IRIS, "--epoch", "3"], "--epoch"),
        (["train", IRIS, "--learner", "oracle"], "“oracle” is not known: choose"),
        (
            ["train", IRIS, "--learner", "percepton"],
            "learner “percepton” is not known: did you mean perceptron?",
        ),
        (
            ["train", IRIS, "--epochs", "0"],
            "--epochs: .* out of range: give a number in the range 1 to",
        ),
        (["train", IRIS, "--epochs", "many"], "--epochs: .*“many” is not a number"),
        (["train", IRIS, "--epochs", "1.5"], "--epochs: .* whole number"),
        (["train", IRIS, "--epochs", "nan"], "--epochs: "),
        (["train", IRIS, "--epochs"], "lab: --epochs: has no value after it: give one"),
        (["train", IRIS, "--learning-rate", "-1"], "--learning-rate: .* range"),
        (["train", IRIS, "--learning-rate", "nan"], "--learning-rate: .* range"),
        (["train", IRIS, "--order", "random"], "--order: .* neither “given”, “shuf"),
        (["train", IRIS, "--order", "3,1,x"], "--order: “3,1,x” is neither “giv"),
        (
            ["train", IRIS, "--order", "3,1,2"],
            "lab: --order: leaves out row 4: name each of the rows 1 to 150 once",
        ),
        (
            ["train", IRIS, "--order", "0,1,2"],
            "has a 0, but the first row is number 1: count",
        ),
        (["train", IRIS, "--c2", "-1"], "--c2: .* out of range: .* above -1, up to 1e"),
        (["train", IRIS, "--start", "low"], "--start: .*not a row of weights"),
        (
            ["train", IRIS, "--start", "1,nan"],
            "--start: .*“1,nan” is not a row of weights",
        ),
        (["train", IRIS, "--start", "1,1e200"], r"“1,1e200” .* numbers up to 1e\+99"),
        (
            ["train", IRIS, "--epochs", "1e200"],
            r"lab: --epochs: 1e\+200 is out of range",
        ),
        (
            ["train", IRIS, "--start", "1,2"],
            r"lab: --start: does not match the data set: give 3 rows of 4 weights",
        ),
        (["train", IRIS, "--target-error", "2"], "--target-error: .*out of range"),
        (["train", IRIS, "--seed", "x"], "--seed: .* not a number"),
        (
            ["train", IRIS, "--batch-size", "3"],
            "--batch-size: .* no such option: leave it out, or .* .--learner adaline",
        ),
        (["train", IRIS, "--features", "x9"], "“x9” is not known: use x1 … x4"),
        (
            ["train", IRIS, "--features", "zz"],
            r"“zz” is not known: use x1 … x4 \(sepal_length, sepal_width, ",
        ),
        (
            ["train", IRIS, "--class-weight", ""],
            "--class-weight: “” is neither “balanced”",
        ),
        (["train", IRIS, "--features", ""], "not known"),
        (
            ["train", IRIS, "--features", "x1,x1"],
            "lab: --features: “sepal_length” is chosen twice: leave one out",
        ),
        (
            ["train", IRIS, "--features", "x1^99"],
            "lab: --features: “x1.99” is not possible: a power must be 1 to 9",
        ),
        (
            ["train", IRIS, "--degree", "2", "--features", "x1"],
            "both .*: leave one of them out",
        ),
        (["train", IRIS, "--degree", "0"], "give one from 1 to 9"),
        (
            ["train", IRIS, "--degree", "9"],
            "lab: --degree: 9 of 4 features has 714 terms, at most 500 .* at most 8",
        ),
        (
            ["train", IRIS, "--degree", "two"],
            "--degree: “two” is not a whole number: give one",
        ),
        (["train", IRIS, "--target", "kind"], "iris.csv: has no column “kind”"),
        (
            ["train", IRIS, "--target", "1", "--features", "species"],
            r"“species” holds text: make features of it \(--one-hot\)",
        ),
        (["train", "no\nwhere.csv"], "no where.csv: there is no such file"),
        (["train", str(ROOT)], "is a folder"),
        (["train", IRIS, "--validation", "0.7", "--test", "0.4"], "--validation, --te"),
        (["train", IRIS, "--validation", "half"], "--validation: “half” is not a num"),
        (
            ["train", IRIS, "--test", "2"],
            "--test: 2 is out of range: give a number from 0 to 1",
        ),
        (
            ["train", IRIS, "--split-seed", "-1"],
            "--split-seed: -1 is out of range: give",
        ),
        (
            ["train", IRIS, "--test", "0.01"],
            "test part would have 2 of the 150",
        ),
    ],
)
def test_bad_arguments(capsys, argv, message):
    assert re.search(message, refused(capsys, *argv))


def test_parts_are_held_out_and_judged(capsys):
    words = ["train", IRIS, "--validation", "0.2", "--test", "0.1"]
    assert run(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"validation error: \S+ of 30 samples", lines[-3])
    assert re.fullmatch(r"test error: \S+ of 15 samples", lines[-2])
    assert lines[-1].startswith("training error: ")


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
    assert "target_error" not in accepted(capsys, "train", IRIS, rows)


def test_a_manual_neuron_from_the_command_line(capsys, small):
    out = accepted(
        capsys, "train", small, "--learner", "manual-neuron", "--start=1,0,0.5"
    )
    assert "score: 1·p + 0·q + 0.5" in out
    assert "training error: 0.0000  updates: 0  epochs: 1" in out


def test_every_choice_is_offered_where_it_can_be_made_and_nowhere_else(capsys):
    help_text = " ".join(accepted(capsys, "train", "--help").split())
    assert "--schedule pegasos|constant|inverse" in help_text
    listed = accepted(capsys, "learners").split("\n\n")
    assert {block.split(":")[0] for block in listed if "1/(λn)" in block} == {
        "linear-svm"
    }
