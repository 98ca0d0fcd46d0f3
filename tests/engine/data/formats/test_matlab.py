"""MATLAB's files, as scipy writes them."""

import gzip
import struct
import zlib

import numpy as np
import pytest
from scipy import sparse
from scipy.io import savemat

from engine.cli.main import run
from engine.data.formats.mat_variables import variables_of
from engine.data.sample_table import read_data
from engine.data.tables import data_file
from engine.errors import UserError

X = np.array([[1.5, 2, 0.1], [3, -4.5, 0], [5, 6, 0], [7, 1e-300, 2]])
LABELS = np.array([1, 10, 2, 10])


def cells(words):
    column = np.empty((len(words), 1), object)
    column[:, 0] = words
    return column


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("held", "classes"),
    [
        ({"X": X, "y": LABELS.astype(np.uint8)[:, None]}, (1, 2, 10)),
        ({"X": X, "y": LABELS.astype(float)[:, None]}, (1, 2, 10)),
        ({"X": X, "y": LABELS.astype(np.int16)[None]}, (1, 2, 10)),
        ({"X": sparse.csc_matrix(X), "y": LABELS[:, None]}, (1, 2, 10)),
        ({"X": X, "y": cells(["b", "a", "c d", "a"])}, ("a", "b", "c d")),
        ({"X": X, "y": np.array(["b", "a", "ccc", "a"])}, ("a", "b", "ccc")),
        ({"data": X, "target": LABELS[:, None], "s": {"a": 1}}, (1, 2, 10)),
        ({"Z": np.column_stack([X, LABELS])}, (1, 2, 10)),
    ],
)
def test_samples_and_classes_of_a_course(tmp_path, held, classes, packed):
    path = tmp_path / "ex3data1.mat"
    savemat(path, held, do_compression=packed)
    data = read_data(path)
    assert data.X.tolist() == X.tolist()
    assert data.class_names == tuple(map(str, classes))
    label = np.ravel(held.get("y", LABELS))
    if label.dtype.kind != "O":
        assert [data.class_names[i] for i in data.y] == [
            str(name) if isinstance(name, str) else f"{name:g}"
            for name in label.tolist()
        ]


def test_version_4_is_known_by_its_ending_and_5_by_its_beginning(tmp_path):
    for name, version in (("t.mat", "4"), ("t.dat", "5")):
        path = tmp_path / name
        with path.open("wb") as file:
            savemat(file, {"X": X, "y": LABELS[:, None] * 1.0}, format=version)
        assert read_data(path).X.tolist() == X.tolist()
    (tmp_path / "t.mat.gz").write_bytes(
        gzip.compress((tmp_path / "t.dat").read_bytes())
    )
    assert read_data(tmp_path / "t.mat.gz").n_samples == 4


def test_the_test_part_is_named(tmp_path, capsys):
    path = tmp_path / "t.mat"
    savemat(path, {"X": X, "y": LABELS, "Xtest": X, "ytest": LABELS, "Xval": X})
    assert run(["train", str(path), "--epochs", "1"]) == 0
    assert "to test on Xtest and ytest save them as X and y" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ({"Theta1": X, "Theta2": X}, "has no arrays X and y, but Theta1, Theta2: save"),
        ({"s": {"a": 1}}, "has no matrix, but s, a struct: save features and"),
        ({}, "has no matrix: save features and"),
        ({"X": X, "y": [1, 2]}, r"X has the shape \(4, 3\), but y \(1, 2\): give"),
        ({"X": np.zeros((2, 3, 4))}, r"is an array of shape \(2, 3, 4\): give one"),
        (
            {"X": X, "y": cells([X, X, X, X])},
            ", y: cell 1 is not one word or number: put one",
        ),
    ],
)
def test_what_is_lacking_is_said(tmp_path, held, said):
    savemat(tmp_path / "t.mat", held)
    with pytest.raises(UserError, match=rf"t\.mat(: )?{said}"):
        read_data(tmp_path / "t.mat")


def test_a_damaged_one_and_one_beyond_the_memory_are_refused(tmp_path, monkeypatch):
    path = tmp_path / "t.mat"
    savemat(path, {"X": X, "y": LABELS})
    whole = path.read_bytes()
    path.write_bytes(whole[:200])
    with pytest.raises(UserError, match=r"is not a MATLAB file .*, or is damaged"):
        read_data(path)
    path.write_bytes(whole)
    monkeypatch.setattr(data_file, "free_memory", lambda: 50)
    with pytest.raises(UserError, match=r"t\.mat: needs 0 MB of memory or more, 0 MB"):
        read_data(path)


@pytest.mark.parametrize("version", ["4", "5"])
def test_complex_numbers_are_not_read_by_half(tmp_path, version):
    path = tmp_path / "t.mat"
    savemat(path, {"Z": X + 1j}, format=version)
    with pytest.raises(UserError, match=r"has no matrix, but Z, a complex: save"):
        read_data(path)


def test_a_sparse_matrix_in_a_cell_is_no_number(tmp_path):
    path = tmp_path / "t.mat"
    savemat(path, {"X": X, "y": cells([sparse.csc_matrix([[1.0]]), 1.0, 2.0, 2.0])})
    with pytest.raises(
        UserError, match=", y: cell 1 is not one word or number: put one"
    ):
        read_data(path)


@pytest.mark.parametrize("begins", [[0, 2, 1, 3], [0, 1, 2, 4], [1, 1, 2, 3]])
def test_columns_of_a_sparse_matrix_follow_each_other(tmp_path, begins):
    path = tmp_path / "t.mat"
    savemat(path, {"X": sparse.eye_array(3, format="csc"), "y": np.ones((3, 1))})
    usual, whole = struct.pack("<4i", 0, 1, 2, 3), path.read_bytes()
    assert whole.count(usual) == 1
    path.write_bytes(whole.replace(usual, struct.pack("<4i", *begins)))
    with pytest.raises(UserError, match="is not a MATLAB file"):
        read_data(path)


def test_no_more_is_unpacked_than_a_shape_takes(tmp_path):
    path = tmp_path / "t.mat"
    savemat(path, {"X": X}, do_compression=True)
    whole = path.read_bytes()
    body = zlib.decompress(whole[136:]) + bytes(10_000)
    body = body[:4] + struct.pack("<I", len(body) - 8) + body[8:]
    packed = zlib.compress(body)
    (variable,) = variables_of(
        whole[:128] + struct.pack("<2I", 15, len(packed)) + packed
    )
    assert variable.unpacked == 4096 + 8 * X.size
    assert variable.load().tolist() == X.tolist()
    (variable,) = variables_of(whole)
    assert variable.unpacked < 300
