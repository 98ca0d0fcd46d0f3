"""How fast weights on disk are used on a million samples, beside reading the table."""

import subprocess
import sys
from pathlib import Path

import pandas
import pytest

from engine import Recipe, Tape
from engine.cli.main import run
from engine.data.formats.csv_table import write_csv
from engine.export.weights import write_weights
from tests.benchmarks.conftest import clouds, seconds_of_both

ROOT = Path(__file__).parents[2]
SAMPLES = 1_000_000
PEAK = """
import sys
from pathlib import Path
from engine.cli.main import run
assert run(["predict", *sys.argv[1:], "-q"]) == 0
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""
"""Prints kilobytes."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("n_features", [2, 10])
def test_predicting_beside_reading(report, tmp_path, n_features):
    data = clouds(SAMPLES, n_features)
    table, weights, out = (tmp_path / name for name in ("t.csv", "w.json", "out.csv"))
    write_csv(data, table)
    tape = Tape(data, Recipe("perceptron", epochs=1))
    tape.extend()
    write_weights(tape.model(), weights)
    words = ["predict", str(weights), str(table), "--out", str(out), "-q"]
    ours, theirs = seconds_of_both(
        lambda: run(words), lambda: pandas.read_csv(table), times=5
    )
    assert out.read_bytes().count(b"\n") == SAMPLES + 1
    label = f"predict beside pandas.read_csv, {n_features} features, rate"
    report(label, theirs / ours, ("≥", 0.7))


@pytest.mark.timeout(600)
def test_memory_does_not_grow_with_the_table(report, tmp_path):
    small, large = (tmp_path / f"{name}.csv" for name in ("small", "large"))
    data = clouds(100_000, 10)
    write_csv(data, small)
    header, _, rows = small.read_bytes().partition(b"\n")
    large.write_bytes(header + b"\n" + rows * 15)
    tape = Tape(data, Recipe("perceptron", epochs=1))
    tape.extend()
    write_weights(tape.model(), tmp_path / "w.json")
    peaks = []
    for table in (small, large):
        files = [str(tmp_path / "w.json"), str(table), "--out", str(tmp_path / "o.csv")]
        command = [sys.executable, "-c", PEAK, *files]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
        peaks.append(int(done.stdout) / 1024)
    report(
        "predict, 15 times the table: memory more",
        peaks[1] - peaks[0],
        ("≤", 40),
        " MB",
    )
