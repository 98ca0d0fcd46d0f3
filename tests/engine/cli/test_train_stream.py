from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from engine.cli.main import run
from engine.cli.train import StreamMeter
from engine.export.weights import read_weights
from tests.engine.cli.test_train import (
    INTERRUPTED,
    IRIS,
    LAST_LINE,
    ROOT,
    accepted,
    heed_interrupts,
    refused,
)

LIMITED = """
import resource, sys
from pathlib import Path
from engine.cli.main import run
from engine.training.compiled.tiered_loops import run_loop
run_loop("perceptron").compiled()
status = Path("/proc/self/status").read_text()
most = (int(status.partition("VmData:")[2].split()[0]) + int(sys.argv[1]) * 1024) * 1024
resource.setrlimit(resource.RLIMIT_DATA, (most, most))
sys.exit(run(sys.argv[2:]))
"""
"""Run a command with so many megabytes more than the libraries take."""


def large(path, megabytes):
    """Write a table of about that size by repeating a block of rows."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(5_000, 4))
    y = np.where(X.sum(axis=1) + rng.normal(size=len(X)) > 0, "yes", "no")
    rows = "".join(
        ",".join([*map(repr, row), label]) + "\n"
        for row, label in zip(X.tolist(), y.tolist(), strict=True)
    )
    with path.open("w") as file:
        file.write("a,b,c,d,class\n")
        for _ in range(megabytes * 2**20 // len(rows)):
            file.write(rows)


def test_streaming_says_and_writes_what_training_does(capsys, tmp_path):
    words = ["train", IRIS, "--epochs", "3", "--degree", "2", "--standardise"]
    first, other = tmp_path / "one.json", tmp_path / "other.json"
    out = accepted(capsys, *words, "--weights", first)
    streamed = accepted(capsys, *words, "--weights", other, "--stream")
    lines = out.splitlines(keepends=True)
    assert streamed == "".join(line for line in lines if not line.startswith("cost: "))
    assert other.read_bytes() == first.read_bytes()
    assert re.fullmatch(LAST_LINE, out.splitlines()[-1])


def test_the_curve_has_the_mistakes_of_each_epoch(capsys, small, tmp_path):
    path = tmp_path / "curve.csv"
    accepted(capsys, "train", small, "--stream", "--curve", path)
    assert path.read_text() == "epoch,mistakes\n1,1\n2,0\n"


def test_code_reads_samples_as_they_are_drawn(capsys, small, tmp_path):
    path = tmp_path / "w.py"
    accepted(capsys, "train", small, "--stream", "--features", "x1", "--weights", path)
    accepted(capsys, "train", small, "--features", "x1", "--weights", tmp_path / "v.py")
    assert path.read_text() == (tmp_path / "v.py").read_text()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--validation", "0.2"], "--validation: does not go with --stream"),
        (["--test", "0.2"], "--test: does not go with --stream"),
        (["--trace", "t.csv"], "--trace: does not go with --stream"),
        (["--order", "shuffled"], "--stream: only the order as given"),
        (
            ["--learner", "adaline", "--batch-size", "0"],
            "--stream: a batch of all samples",
        ),
        (["--learner", "voted-perceptron"], "--stream: learner “voted-perceptron”"),
        (["--learner", "pocket-perceptron"], "--stream: learner “pocket-perceptron”"),
        (["--classes", "yes"], "--classes yes: name at least two"),
        (["--classes", "yes,maybe"], "small.csv, line 3, column class: class “no”"),
    ],
)
def test_what_cannot_be_streamed_is_refused(capsys, small, words, why):
    assert why in refused(capsys, "train", small, "--stream", *words)


def test_plain_tables_only(capsys, tmp_path):
    path = tmp_path / "t.arff"
    path.touch()
    assert "save the file as CSV" in refused(capsys, "train", path, "--stream")


class Nothing:
    def plot(self, *_):
        raise AssertionError

    animation = plot


@pytest.mark.parametrize("kind", ["plot", "animation"])
def test_pictures_are_refused(capsys, small, tmp_path, kind):
    path = tmp_path / ("a.png" if kind == "plot" else "a.gif")
    words = ["train", small, "--stream", f"--{kind}", path]
    assert f"--{kind}: does not go with --stream" in refused(
        capsys, *words, draw=Nothing()
    )
    assert not path.exists()


def test_classes_belong_to_streaming(capsys, small):
    assert "with --stream only" in refused(capsys, "train", small, "--classes", "a,b")
    out = accepted(capsys, "train", small, "--classes", "no, yes", "--stream")
    assert "classes no 2, yes 2" in out


class Screen(io.StringIO):
    def __init__(self, real):
        super().__init__()
        self.real = real

    def isatty(self):
        return self.real


def test_progress_is_for_terminals(monkeypatch, small):
    for real in (True, False):
        screen = Screen(real)
        monkeypatch.setattr(sys, "stderr", screen)
        assert run(["train", small, "--stream"]) == 0
        shown = screen.getvalue()
        assert bool(shown) == real
    screen = Screen(True)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(time, "monotonic", lambda: 9.0)
    with StreamMeter() as meter:
        meter("epoch 1", 0.5, 1000)
        meter("epoch 1", 0.6, 1001)  # too soon to be shown
        shown = screen.getvalue()
    assert re.fullmatch(r"\repoch 1: 50%, [\d,]+ samples/s\x1b\[K", shown)
    assert screen.getvalue().endswith("\r\x1b[K")


def test_the_rate_is_that_since_the_epoch_began(monkeypatch):
    screen = Screen(True)
    monkeypatch.setattr(sys, "stderr", screen)
    seconds = iter([0.0, 2.0, 4.0, 5.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(seconds))
    meter = StreamMeter()
    meter("epoch 1", 0.5, 1000)
    meter("epoch 1", 1.0, 3000)
    meter("epoch 2", 0.5, 1000)
    rates = re.findall(r"[\d,]+(?= samples/s)", screen.getvalue())
    assert rates == ["500", "750", "1,000"]


def command(*words):
    return [sys.executable, "main.py", "train", *map(str, words)]


def is_reading(child, path):
    with suppress(FileNotFoundError):  # closed since
        opened = Path(f"/proc/{child.pid}/fd").iterdir()
        return any(link.readlink() == path for link in opened)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks at what a process reads")
def test_an_interrupt_ends_the_run(tmp_path):
    path = tmp_path / "t.csv"
    large(path, 2)
    child = subprocess.Popen(
        command(path, "--stream", "--epochs", 100_000, "--weights", tmp_path / "w.py"),
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=heed_interrupts,
    )  # fmt: skip
    until = time.monotonic() + 60
    while not is_reading(child, path):
        assert time.monotonic() < until
        time.sleep(0.1)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (130, "", INTERRUPTED)
    assert list(tmp_path.iterdir()) == [path]


FAR = 700_003


@pytest.mark.parametrize(
    ("row", "words", "why"),
    [
        ("nan,2,a", (), "column p: “nan” stands for a missing value"),
        ("1,,a", (), "column q: the cell is empty"),
        ("1,2", (), "has 2 cells where the first row has 3"),
        ("1,2,3,a", (), "has 4 cells where the first row has 3"),
        ("1,2,c", ("--classes", "a,b"), "class: class “c” is not one of a, b"),
    ],
)
def test_a_fault_far_down_is_named(capsys, tmp_path, row, words, why):
    path = tmp_path / "t.csv"
    rows = "1,2,a\n3,4,b\n" * (FAR // 2)
    path.write_text(f"p,q,class\n{rows}{row}\n1,2,a\n")
    said = refused(capsys, "train", path, "--stream", "--epochs", "1", *words)
    assert f"{path}, line {FAR + 1}" in said
    assert why in said


def test_an_empty_file_is_refused(capsys, tmp_path):
    path = tmp_path / "t.csv"
    path.touch()
    assert f"{path}: is empty" in refused(capsys, "train", path, "--stream")


@pytest.mark.parametrize("content", ["", "1,2,no\n", "p,q,class\n1,2,yes\n3,4,no\n"])
def test_a_file_that_changes_is_refused(capsys, monkeypatch, small, content):
    weights = small.replace("small.csv", "w.json")

    def change(self, doing, share, samples):
        if doing.startswith("epoch 2"):
            Path(small).write_text(content)

    monkeypatch.setattr(StreamMeter, "__call__", change)
    said = refused(capsys, "train", small, "--stream", "--weights", weights)
    assert f"{small}: was changed while it was read" in said
    assert not Path(weights).exists()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs limits")
def test_a_file_larger_than_the_memory_allowed_is_learned_from(tmp_path):
    path, weights = tmp_path / "t.csv", tmp_path / "w.json"
    large(path, 250)

    def limited(megabytes, *words):
        words = ["train", path, "--epochs", 1, "--weights", weights, *words]
        return subprocess.run(
            [sys.executable, "-c", LIMITED, str(megabytes), *map(str, words)],
            cwd=ROOT, capture_output=True, text=True, timeout=100,
            # Arrow's own pool sets aside a gigabyte of addresses that it never uses.
            env=os.environ | {"ARROW_DEFAULT_MEMORY_POOL": "system"},
        )  # fmt: skip

    whole = limited(240)
    assert whole.returncode == 2
    assert "does not fit into memory" in whole.stderr
    streamed = limited(240, "--stream")
    assert streamed.returncode == 0, streamed.stderr
    assert read_weights(weights)["classes"] == ["no", "yes"]
