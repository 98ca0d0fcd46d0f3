"""How fast a file larger than memory is learned from, and in how much memory."""

import subprocess
import sys
import time
from pathlib import Path

import pandas
import pyarrow.csv
import pyarrow.parquet
import pytest

from engine import Recipe
from engine.data.formats.csv_table import write_csv
from engine.data.formats.parquet import write_parquet
from engine.data.formats.registry import opened
from engine.data.sample_table import SampleTable
from engine.data.tables import table_copy
from engine.training.out_of_core import run_out_of_core
from tests.benchmarks.conftest import clouds, seconds_of_both

ROOT = Path(__file__).parents[2]
PEAK = """
import sys
from pathlib import Path
from engine.cli.main import run
assert run(["train", sys.argv[1], "--stream", "--epochs", "1"]) == 0
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""
"""Prints kilobytes. (ru_maxrss of a child begins with its parent's.)"""


@pytest.fixture
def table(tmp_path):
    """Make tables of about so many megabytes; delete them afterwards."""
    paths = []

    def make(megabytes):
        path = tmp_path / f"{megabytes}.csv"
        write_csv(clouds(50_000, 8), path)
        header, _, rows = path.read_bytes().partition(b"\n")
        with path.open("wb") as file:
            file.write(header + b"\n")
            for _ in range(round(megabytes * 2**20 / len(rows))):
                file.write(rows)
        paths.append(path)
        return path

    yield make
    for path in paths:
        path.unlink()


def read_in_pieces(path):
    for _ in pandas.read_csv(path, chunksize=65_536):
        pass


READERS = {
    "pandas": pandas.read_csv,
    "pandas in pieces": read_in_pieces,
    "pyarrow, on all cores": pyarrow.csv.read_csv,
}


@pytest.fixture(autouse=True)
def copies(tmp_path, monkeypatch):
    """Keep copies of tables in a folder of the test's."""
    monkeypatch.setattr(table_copy, "folder", lambda: tmp_path / "copies")


def stream(path, *, keep, epochs=1):
    """Learn in each epoch, and measure the error at the end."""
    table = SampleTable.open(path)
    if keep:
        table.keep_copy()
    run_out_of_core(table, Recipe(epochs=epochs), lambda *_: None)


@pytest.mark.parametrize("name", READERS)
def test_rate_of_a_pass_against_readers(table, report, name):
    path = table(100)
    our_time, their_time = seconds_of_both(
        lambda: stream(path, keep=False), lambda: READERS[name](path), 5
    )
    speed = 2 * their_time / our_time
    report(f"a pass of streaming, times the speed of {name}", speed, ("≥", 0.7))


def test_rate_of_both_passes_of_an_epoch_with_a_copy(table, report):
    path = table(100)

    def ours():
        stream(path, keep=True)

    our_time, their_time = seconds_of_both(ours, lambda: pandas.read_csv(path), 5)
    label = "both passes of an epoch, times pandas' speed for one"
    report(f"{label}, the copy made", their_time / our_time, ("≥", 0.7))


def test_rate_of_a_pass_over_parquet(tmp_path, report):
    path = tmp_path / "t.parquet"
    write_parquet(clouds(1_000_000, 8), path)
    our_time, their_time = seconds_of_both(
        lambda: stream(opened(path), keep=False),
        lambda: pyarrow.parquet.read_table(path),
    )
    label = "a pass over Parquet, times the speed of pyarrow, on all cores"
    report(label, 2 * their_time / our_time, ("≥", 0.5))
    our_time, their_time = seconds_of_both(
        lambda: stream(opened(path), keep=False), lambda: pandas.read_parquet(path)
    )
    label = "a pass over Parquet, times the speed of pandas"
    report(label, 2 * their_time / our_time, ("≥", 0.5))


def test_peak_of_memory_from_100_megabytes_to_a_thousand(table, report):
    peaks = []
    for megabytes in (100, 1000):
        start = time.perf_counter()
        command = [sys.executable, "-c", PEAK, str(table(megabytes))]
        output = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=True
        )
        peaks.append(int(output.stdout.split()[-1]) / 1024)
        print(
            f"{megabytes} MB: {peaks[-1]:.0f} MB, {time.perf_counter() - start:.0f} s"
        )
    report("growth from 100 MB to 1 GB of file", peaks[1] - peaks[0], ("≤", 50), " MB")
