"""Help that can be read, and messages about what was mistyped."""

import json
import os
import re
import shlex
import subprocess
import sys
from contextlib import suppress

import pytest

import main
from engine.cli import COMMANDS
from engine.learners import learners
from tests.engine.cli.test_train import IRIS, ROOT, accepted

NAME = "OPENBLAS_NUM_THREADS"


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
        (["train", IRIS, "--xyzzy"], "--xyzzy: no such option: leave it out (see"),
        (["train", IRIS, "b.csv"], "b.csv: one argument too many"),
        (["--trian"], "--trian: no such option"),
    ],
)
def test_options_that_are_mistyped_are_guessed(capsys, argv, words):
    assert words in said(capsys, *argv)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--json", "train", "x.csv"], " train x.csv --json"),
        (["-q", "train", "a b.csv", "--epochs", "3"], " train 'a b.csv' --epochs 3 -q"),
        (["--grid", "epochs=1,2", "search", IRIS], f" search {IRIS} --grid epochs=1,2"),
    ],
)
def test_options_before_the_command_are_told_to_come_after_it(capsys, argv, words):
    line = said(capsys, *argv)
    assert f"{argv[0]}: options come after the command: " in line
    assert line.endswith(f"{words}\n")


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
    named = ", ".join(
        name for name, learner in learners().items() if not learner.by_hand
    )
    assert named.partition(", linear")[0] not in text.partition("(default: perc")[2]
    assert "passes over the training samples, at most (default: 20)" in text
    assert re.search(
        r"adaline, linear-svm: 0\.01; .*not in kernel-perceptron, passive-aggressive\)",
        text,
    )


@pytest.mark.parametrize("command", ["train", "search"])
def test_examples_in_the_help_can_be_typed(capsys, command):
    """That their file is missing is all that is wrong with them."""
    lines = accepted(capsys, command, "--help").partition("examples:\n")[2].splitlines()
    assert len(lines) > 2
    for line in lines:
        argv = shlex.split(line)[1:]
        assert "no such file" in said(capsys, *argv)


CHATTY = ["train", IRIS, "--epochs", "50000", "--no-stop-without-mistake"]


def started(*argv, stderr, **settings):
    """Start the program as a person does."""
    words = [sys.executable, "main.py", *argv]
    return subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=stderr, **settings
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_real_terminal_sees_progress_within_its_width():
    ours, theirs = os.openpty()
    narrow = os.environ | {"COLUMNS": "24"}
    with (
        started(*CHATTY, stderr=theirs, env=narrow) as process,
        open(ours, "rb") as seen,
    ):
        os.close(theirs)
        said = b""
        with suppress(OSError):  # as the terminal's other end goes away
            while chunk := seen.read1():
                said += chunk
        out = process.stdout.read()
    lines = [line.removesuffix("\x1b[K") for line in said.decode().split("\r")]
    assert any(re.fullmatch(r"training: epoch [\d,]+ of.*", line) for line in lines)
    assert max(map(len, lines)) == 23
    assert lines[-1] == ""
    assert out.decode().splitlines()[-1].startswith("training error: ")


@pytest.mark.parametrize(
    ("argv", "status"),
    [
        ([*CHATTY, "--json"], 0),
        (["train", IRIS, "--learner", "adaline", "--learning-rate", "1e3"], 3),
        (["train", IRIS, "--json", "--target", "kind"], 2),
    ],
)
def test_status_and_stderr_where_there_is_no_terminal(argv, status):
    with started(*argv, stderr=subprocess.PIPE, text=True, encoding="utf-8") as process:
        out, err = process.communicate()
    assert process.returncode == status
    assert re.fullmatch(r"(perceptron-lab: [^\r\n]+\n)?", err)
    assert (err == "") == (status == 0)
    assert (out == "") == (status == 2)
    if not status:
        assert json.loads(out)["epochs"] == 50_000


@pytest.mark.parametrize(("asked", "threads"), [({}, "1"), ({NAME: "3"}, "3")])
def test_one_thread_multiplies_matrices_unless_somebody_wants_more(asked, threads):
    """On a busy machine threads wait for each other far longer than they multiply."""
    environ = {k: v for k, v in os.environ.items() if k != NAME} | asked
    script = (
        "import os, sys, main\n"
        "assert 'numpy' not in sys.modules\n"
        "main.main(['learners'])\n"
        f"print(os.environ[{NAME!r}])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT, env=environ, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == threads, done.stderr
