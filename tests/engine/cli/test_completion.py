"""Completion in a shell, tried in a real one."""

import shutil
import subprocess

import pytest

from tests.engine.cli.test_train import ROOT, accepted, refused

BASH = """
source "$1"
function=$(complete -p perceptron-lab | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
$function
echo "${COMPREPLY[*]}"
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("tr", "train"),
        ("search --gr", "--grid"),
        ("train --learner per", "perceptron perceptron-criterion"),
        ("train x.csv --order sh", "shuffled"),
        ("train READ", "README.md"),
        ("train x.csv --weights CHANGE", "CHANGELOG.md"),
        ("train x.csv --recipe CHANGE", "CHANGELOG.md"),
        ("search x.csv --score b", "balanced"),
        ("predict w.json x.csv --prob", "--probabilities"),
        ("completion z", "zsh"),
    ],
)
def test_bash_completes(capsys, tmp_path, typed, completed):
    script = tmp_path / "script"
    script.write_text(accepted(capsys, "completion", "bash"))
    words = ["bash", "-c", BASH, "bash", script, "perceptron-lab", *typed.split()]
    process = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert (process.stdout.strip(), process.stderr) == (completed, "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh", "fish"])
def test_a_script_knows_the_installed_command(capsys, shell):
    assert "perceptron-lab" in accepted(capsys, "completion", shell)


def test_another_shell_is_refused(capsys):
    assert "choose one of bash, zsh" in refused(capsys, "completion", "ksh")
