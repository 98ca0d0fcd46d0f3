"""Files of other programs that are not read are named, with the line that converts."""

import gzip
import io
import sqlite3
import tarfile
from pathlib import Path

import numpy as np
import polars
import pyarrow
import pytest
from pyarrow import orc

from engine.cli.main import run
from engine.data.sample_table import read_data
from engine.errors import UserError

TABLE = {"x": [1.0, 2.0], "class": ["a", "b"]}


def tar():
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("t.csv"))
    return file.getvalue()


def avro():
    file = io.BytesIO()
    polars.DataFrame(TABLE).write_avro(file)
    return file.getvalue()


def orc_file():
    file = io.BytesIO()
    orc.write_table(pyarrow.table(TABLE), file)
    return file.getvalue()


HDF = b"\x89HDF\r\n\x1a\n" + bytes(40)
KINDS = {
    ".rds": (
        b"X\n\0\0\0\3\0\4\2\0",
        "is an object of R’s, which is not read here: in R write.csv(readRDS(",
    ),
    ".RData": (
        b"RDX3\nX\n\0\0\0\3",
        "is a workspace of R’s, which is not read here: in R load(",
    ),
    ".orc": (
        orc_file(),
        "is an ORC file, which is not read here: in Python pyarrow.parquet.write_table",
    ),
    ".avro": (
        avro(),
        "is an Avro file, which is not read here: in Python polars.read_avro(",
    ),
    ".h5": (HDF, "is an HDF5 file, which is not read here: in Python f = h5py.File("),
    ".mat": (
        b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(512) + HDF,
        "is a MATLAB file of version 7.3, which is not read here: in MATLAB load(",
    ),
    ".m": (
        b"# Created by Octave 7.3.0, Mon Jan 01 2024\n# name: X\n",
        "is a text file of Octave’s, which is not read here: in Octave load(",
    ),
    ".duckdb": (
        bytes(8) + b"DUCK" + bytes(90),
        "is a database of DuckDB’s, which is not read here: duckdb ",
    ),
    ".sqlite": (
        b"SQLite format 3\0",
        "is a database of SQLite’s, which is not read here: sqlite3 ",
    ),
    ".sas7bdat": (
        bytes(12) + b"\xc2\xea\x81\x60\xb3",
        "is a table of SAS’s, which is not read here: in SAS ",
    ),
    ".tar": (tar(), "is a tar archive, which is not read here: tar -xf "),
    ".pkl": (
        b"\x80\4\x95\0\0",
        "is a Python pickle, which could run anything, which is not read here: in P",
    ),
    ".pdf": (
        b"%PDF-1.7",
        "is a PDF, which is not read here: give the table itself, as CSV or .xlsx",
    ),
}


@pytest.mark.parametrize("suffix", KINDS)
@pytest.mark.parametrize("packed", [False, True])
def test_it_is_named_by_its_first_bytes_whatever_it_is_called(tmp_path, suffix, packed):
    content, said = KINDS[suffix]
    for name in ("t.csv", f"t{suffix}"):
        path = tmp_path / name
        path.write_bytes(gzip.compress(content) if packed else content)
        with pytest.raises(UserError) as refused:
            read_data(path)
        assert str(refused.value).startswith(f"{path}: {said}")


@pytest.mark.parametrize("suffix", [".rds", ".rda", ".hdf5", ".orc", ".avro", ".tar"])
def test_it_is_named_by_its_ending_too(tmp_path, suffix, capsys):
    path = tmp_path / f"t{suffix}"
    path.write_bytes(b"\1\2\3")
    assert run(["train", str(path)]) == 2
    assert f"t{suffix}: is, by its name, a" in capsys.readouterr().err


def test_text_that_begins_like_one_is_read(tmp_path):
    for name in ("X", "A", "ORCS", "Obj", "RDX"):
        path = tmp_path / "t.csv"
        path.write_text(f"{name},class\n1,a\n2,b\n")
        assert read_data(path).feature_names == (name,)
    path.write_bytes("€,class\n1,a\n2,b\n".encode("cp1252"))
    assert read_data(path).feature_names == ("€",)


def test_the_lines_convert(tmp_path, monkeypatch):
    """Those that Python runs, word for word."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.orc").write_bytes(orc_file())
    (tmp_path / "t.avro").write_bytes(avro())
    for suffix in (".orc", ".avro"):
        with pytest.raises(UserError) as refused:
            read_data(tmp_path / f"t{suffix}")
        line = str(refused.value).split("in Python ")[1]
        import pyarrow.parquet

        exec(line, {"pyarrow": pyarrow, "polars": polars})
        assert read_data(tmp_path / "t.parquet").X.tolist() == [[1], [2]]
        (tmp_path / "t.parquet").unlink()


@pytest.mark.parametrize(
    ("name", "suffix", "lines"),
    [
        ("a b's;$x", ".csv", ["'a b'\"'\"'s;$x.csv' ", " > 'a b'\"'\"'s;$x.csv.csv' "]),
        ("-t", ".db", [" ./-t.db ", " > ./-t.csv "]),
        ("in/t", ".db", [" in/t.db ", " > in/t.csv "]),
    ],
)
def test_names_are_quoted_as_the_shell_wants_it(
    tmp_path, monkeypatch, name, suffix, lines
):
    monkeypatch.chdir(tmp_path)
    Path("in").mkdir()
    Path(f"{name}{suffix}").write_bytes(KINDS[".sqlite"][0])
    with pytest.raises(UserError) as refused:
        read_data(f"{name}{suffix}")
    assert all(line in str(refused.value) for line in lines)


@pytest.mark.parametrize(
    ("suffix", "line"),
    [
        (".rds", r"""readRDS("in/a\"b'.rds"), "in/a\"b'.csv", row"""),
        (".avro", r"""read_avro("in/a\"b'.avro").write_parquet("in/a\"b'.parquet")"""),
        (".mat", """load('in/a"b''.mat'), then save('in/a"b''.mat', """),
        (".sas7bdat", """outfile='in/a"b''.csv' dbms"""),
    ],
)
def test_names_are_quoted_as_the_language_wants_it(tmp_path, monkeypatch, suffix, line):
    monkeypatch.chdir(tmp_path)
    path = Path(f"in/a\"b'{suffix}")
    path.parent.mkdir()
    path.write_bytes(KINDS[suffix][0])
    with pytest.raises(UserError) as refused:
        read_data(path)
    assert line in str(refused.value)


def test_a_database_that_sqlite_has_written_is_named(tmp_path):
    path = tmp_path / "t.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE t (x)")
    database.close()
    with pytest.raises(
        UserError,
        match=r"t\.db: is a database of SQLite’s, which is not read here: sqlite3",
    ):
        read_data(path)


def test_numbers_that_begin_with_no_letter_are_read(tmp_path):
    path = tmp_path / "t.npy"
    np.save(path, np.eye(2))
    assert read_data(path).n_samples == 2
