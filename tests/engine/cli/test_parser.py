"""Help that can be read, and messages about what was mistyped."""

import re
import shlex

import pytest

import main
from engine.cli import COMMANDS
from engine.learners import learners
from tests.engine.cli.test_train import IRIS, accepted


def said(capsys, *argv):
    """Give the line of what the program refuses."""
    assert main.main(list(argv)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"perceptron-lab: [^\n]+\n", err)
    return err


@pytest.mark.parametrize("argv", [["trian"], ["trian", IRIS], ["trian", "-q"]])
def test_a_command_that_is_mistyped_is_guessed(capsys, argv):
    assert "trian: no such file or command: did you mean train?" in said(capsys, *argv)


def test_a_word_that_is_near_none_lists_the_commands(capsys):
    assert f"the commands are {', '.join(COMMANDS)}" in said(capsys, "fly")


def test_several_files_are_told_of_the_commands(capsys, small):
    line = said(capsys, small, IRIS)
    assert f"{small} {IRIS}: the window opens one file" in line
    assert f" train {small} " in line


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["train", IRIS, "--epoch", "3"], "--epoch: no such option: did you mean --ep"),
        (["search", IRIS, "--gird=x"], "--gird: no such option: did you mean --grid?"),
        (["train", IRIS, "--xyzzy"], "--xyzzy: no such option (see"),
        (["train", IRIS, "b.csv"], "b.csv: one argument too many"),
        (["--trian"], "--trian: no such option"),
    ],
)
def test_options_that_are_mistyped_are_guessed(capsys, argv, words):
    assert words in said(capsys, *argv)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_a_terminal_and_has_examples(capsys, monkeypatch, command):
    monkeypatch.setenv("COLUMNS", "80")
    text = accepted(capsys, command, "--help")
    assert max(map(len, text.splitlines())) <= 80
    assert ("examples:\n" in text) == (command != "learners")
    assert text.startswith("usage: ")
    assert len(text.split("\n\n")[0].splitlines()) == 1


def test_no_default_is_repeated_for_every_learner(capsys):
    text = " ".join(accepted(capsys, "train", "--help").split())
    named = ", ".join(name for name, one in learners().items() if not one.by_hand)
    assert named.partition(", linear")[0] not in text.partition("(default: perc")[2]
    assert "passes over the training samples, at most (default: 20)" in text
    assert re.search(r"adaline, linear-svm: 0\.01; .*not in passive-aggressive\)", text)


@pytest.mark.parametrize("command", ["train", "search"])
def test_examples_in_the_help_can_be_typed(capsys, command):
    """That their file is missing is all that is wrong with them."""
    lines = accepted(capsys, command, "--help").partition("examples:\n")[2].splitlines()
    assert len(lines) > 2
    for line in lines:
        argv = shlex.split(line)[1:]
        assert f"{argv[1]}: there is no such file" in said(capsys, *argv)
