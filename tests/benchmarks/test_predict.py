"""How fast weights on disk are used on a million samples, beside reading the table."""

import pandas
import pytest

from engine import Recipe, Tape
from engine.cli.main import run
from engine.data.formats.csv_table import write_csv
from engine.export.weights import write_weights
from tests.benchmarks.conftest import clouds, seconds_of_both

SAMPLES = 1_000_000


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
    what = f"predict beside pandas.read_csv, {n_features} features, rate"
    report(what, theirs / ours, ("≥", 0.7))
