"""Tables as CSV: what stands in the file are the frames, the epochs."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from engine import Dataset, Recipe, Tape
from engine.data import gallery
from engine.errors import Cancelled
from engine.export.csv_tables import CHUNK, write_curve, write_trace
from engine.training.frame import Epochs


def recorded(data, learner="perceptron", **settings):
    tape = Tape(data, Recipe(learner, **settings))
    tape.extend()
    return tape


def written(tape, tmp_path):
    write_trace(tape, tmp_path / "t.csv")
    with (tmp_path / "t.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_run_of_two_negative_points_by_hand(tmp_path):
    """0 − (2, 4) = (−2, −4); z = 8: (−2, −4) − (−6, 1) = (4, −5); then all right."""
    data = Dataset([[2, 4], [-6, 1]], [-1, -1])
    rows = written(recorded(data, offset=False), tmp_path)
    shown = [[float(row[name]) for name in ("score", "update", "w_x1", "w_x2")]
             for row in rows]  # fmt: skip
    assert shown == [[0, 1, -2, -4], [8, 1, 4, -5], [-12, 0, 4, -5], [-29, 0, 4, -5]]
    assert [row["sample"] for row in rows] == ["1", "2", "1", "2"]
    assert rows[1]["x1"] == "-6.0"
    assert {row["y"] for row in rows} == {"-1"}


@pytest.mark.parametrize("labels", ["abb", "abc"])
def test_the_weights_of_a_kernel_are_those_of_the_samples(tmp_path, labels):
    data = Dataset([[2.0, 4.0], [-6.0, 1.0], [1.0, 1.0]], list(labels))
    tape = recorded(data, "kernel-perceptron", epochs=2)
    write_trace(tape, tmp_path / "k.csv")
    with (tmp_path / "k.csv").open(newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    assert {len(row) for row in rows} == {len(head)}
    weights = tape.frame(3).weights.ravel().tolist()
    assert [float(text) for text in rows[2][-len(weights) :]] == weights
    ends = [f"_{name}" for name in data.class_names] if labels == "abc" else [""]
    names = [f"{name}{end}" for end in ends for name in ("alpha_1", "alpha_2")]
    assert set(names) < set(head)


def test_names_of_samples_stand_in_the_trace(tmp_path):
    names = ["=1+1", "", "b"]
    data = Dataset([[2.0], [-6], [1]], [1, -1, 1], sample_names=names)
    tape = recorded(data, epochs=1)
    assert [row["name"] for row in written(tape, tmp_path)] == names
    write_trace(tape, tmp_path / "safe.csv", safe=True)
    assert "1,1,1,'=1+1,2.0" in (tmp_path / "safe.csv").read_text()
    batches = written(recorded(data, "adaline", batch_size=2, epochs=1), tmp_path)
    assert "name" not in batches[0]


@pytest.mark.parametrize("order", ["given", "shuffled"])
@pytest.mark.parametrize("learner", ["averaged-perceptron", "pocket-perceptron",
                                     "linear-svm", "voted-perceptron"])  # fmt: skip
def test_a_row_for_every_frame(tmp_path, learner, order):
    tape = recorded(gallery.iris(), learner, order=order, epochs=3, standardise=True)
    rows = written(tape, tmp_path)
    assert len(rows) == tape.steps
    for k in range(1, tape.steps + 1):
        frame, row = tape.frame(k), rows[k - 1]
        assert int(row["step"]), int(row["epoch"]) == (k, frame.epoch)
        assert int(row["sample"]) == frame.rows[0] + 1
        assert (row["mistake"], row["update"]) == (
            str(int(frame.mistake)), str(int(frame.update)),
        )  # fmt: skip
        for c, name in enumerate(tape.data.class_names):
            for j, term in enumerate([*tape.problem.features.names, "b"]):
                column = "b" if term == "b" else f"w_{term}"
                assert float(row[f"{column}_{name}"]) == frame.weights[c, j]
                before = float(row[f"{column}_{name}_before"])
                assert before == frame.weights_before[c, j]
            assert float(row[f"score_{name}"]) == frame.scores[0, c]
        phi = [float(row[f"phi_{name}"]) for name in tape.problem.features.names]
        np.testing.assert_array_equal(phi, tape.problem.X[frame.rows[0]])


def test_batches_have_their_size_and_mistakes(tmp_path):
    rows = written(recorded(gallery.two_clusters(), "adaline", batch_size=30,
                            epochs=2), tmp_path)  # fmt: skip
    assert [row["samples"] for row in rows] == ["30", "30", "20"] * 2
    assert rows[0]["mistakes"] == "30"
    assert "x1" not in rows[0]


def test_frames_from_the_middle_are_the_frames():
    tape = recorded(gallery.iris(), order="shuffled", epochs=4)
    for frame in tape.frames(140, 170):
        expected = tape.frame(frame.step)
        np.testing.assert_array_equal(frame.weights, expected.weights)
        np.testing.assert_array_equal(frame.rows, expected.rows)
        assert (frame.mistakes, frame.update) == (expected.mistakes, expected.update)
    with pytest.raises(IndexError):
        next(tape.frames(1, tape.steps + 1))


def test_cancelled_leaves_the_file_as_it_was(tmp_path):
    tape = recorded(gallery.two_clusters(), "adaline", epochs=20)
    path, seen = tmp_path / "t.csv", []
    path.write_text("mine")

    def report(done, steps):
        seen.append((done, steps))
        return len(seen) < 2

    with pytest.raises(Cancelled):
        write_trace(tape, path, report)
    assert seen == [(CHUNK, tape.steps), (2 * CHUNK, tape.steps)]
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]


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
