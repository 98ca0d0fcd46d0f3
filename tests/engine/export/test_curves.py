from __future__ import annotations

import numpy as np

from engine.export.csv_tables import write_curve
from engine.training.frame import Epochs


def test_a_row_per_epoch(tmp_path):
    epochs = Epochs(np.array([3, 0]), np.array([0.1, 0.0]), np.array([1 / 3, 0.0]))
    path = tmp_path / "curve.csv"
    write_curve(epochs, path)
    assert path.read_text().splitlines() == [
        "epoch,mistakes,training_error,loss",
        f"1,3,0.1,{1 / 3!r}",
        "2,0,0.0,0.0",
    ]


def test_no_epoch_is_finished(tmp_path):
    write_curve(Epochs(np.array([]), np.array([]), np.array([])), tmp_path / "c.csv")
    assert (tmp_path / "c.csv").read_text() == "epoch,mistakes,training_error,loss\n"
