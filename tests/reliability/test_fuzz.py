"""A few hundred damaged files, and the worst that are made by hand."""

import io
import struct
import zipfile
import zlib

import numpy as np
import pyarrow
import pytest
from pyarrow import parquet

from engine.data.formats.sample_table import read_data
from tests.reliability.fuzz import REFUSED, Reader, faults, true_files, true_lessons


def test_a_path_in_an_archive_names_no_place(tmp_path, monkeypatch):
    """Nothing is written where a member would be unpacked to."""
    monkeypatch.chdir(tmp_path)
    inside = tmp_path / "inside"
    inside.mkdir()
    table = b"x,class\n1,a\n2,b\n"
    for name in ("../out.csv", "/tmp/../out.csv", str(tmp_path / "out.csv")):
        (inside / "t.zip").write_bytes(archive({name: [table]}))
        assert read_data(inside / "t.zip").n_samples == 2
    assert [*tmp_path.rglob("*.*")] == [inside / "t.zip"]


LONG = pytest.mark.long


@pytest.mark.parametrize("count", [50, pytest.param(400, marks=LONG)])
def test_damaged_files_are_read_or_refused(count):
    outcomes, failed = faults(seed=2, count=count)
    assert not failed
    assert outcomes.total() == count
    assert len(outcomes) == 2


@pytest.mark.parametrize("count", [15, pytest.param(120, marks=LONG)])
def test_damaged_lessons_are_opened_or_refused(count):
    outcomes, failed = faults(2, count, true_lessons)
    assert not failed
    assert outcomes.total() == count


@pytest.fixture(scope="module")
def true(tmp_path_factory):
    folder = tmp_path_factory.mktemp("true")
    return folder, true_files(folder)


@pytest.fixture(scope="module")
def reader(true):
    started = Reader(true[0])
    yield started
    started.close()


def gzip_of(part, times):
    pack = zlib.compressobj(1, wbits=31)
    return b"".join([*(pack.compress(part) for _ in range(times)), pack.flush()])


def archive(members):
    """Make a zip of members by their names, each in parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made:
        for name, parts in members.items():
            with made.open(name, "w") as member:
                for part in parts:
                    member.write(part)
    return file.getvalue()


def workbook(true, parts):
    """Put another sheet into the workbook."""
    with zipfile.ZipFile(io.BytesIO(true["t.xlsx"])) as old:
        members = {name: [old.read(name)] for name in old.namelist()}
    return archive(members | {SHEET: parts})


def with_declared_size(content, size):
    """Say of every member in the directory of an archive that it has this size."""
    changed, at = bytearray(content), 0
    while (at := changed.find(b"PK\1\2", at)) >= 0:
        changed[at + 24 : at + 28] = struct.pack("<I", size)
        at += 4
    return bytes(changed)


def parquet_bomb():
    """Count the same rows thousands of times, in a footer that is put to the file's."""
    table = pyarrow.table({"x": np.zeros(10**6), "class": ["a"] * 10**6})
    file = io.BytesIO()
    parquet.write_table(table, file)
    footer = parquet.read_metadata(file)
    for _ in range(12):
        footer.append_row_groups(footer)
    end = io.BytesIO()
    footer.write_metadata_file(end)
    return file.getvalue() + end.getvalue()


def feather_bomb():
    """Columns of nothing take no room, however long they are."""
    file = io.BytesIO()
    column = pyarrow.Array.from_buffers(pyarrow.null(), 2**31 - 1, [None])
    batch = pyarrow.record_batch({str(j): column for j in range(20)})
    with pyarrow.ipc.new_file(file, batch.schema) as writer:
        writer.write_batch(batch)
    return file.getvalue()


def sheet(row, times):
    return [b"<worksheet><sheetData>", *[row] * times, b"</sheetData></worksheet>"]


ENTITIES = b"".join(
    b'<!ENTITY a%d "%s">' % (i, b"&a%d;" % (i - 1) * 10) for i in range(1, 10)
)
LAUGHS = b"""<!DOCTYPE b [<!ENTITY a0 "aaaaaaaaaa">%s]>
<worksheet><sheetData><row><c><v>&a9;</v></c></row></sheetData></worksheet>"""
SHEET = "xl/worksheets/sheet1.xml"
MB, MANY, DEEP = 2**20, 2**8, 100_000
BOMBS = {
    "zeros.csv.gz": lambda _: gzip_of(bytes(MB), MANY),
    "line.csv.gz": lambda _: gzip_of(b"a" * MB, MANY),
    "zeros.csv.zip": lambda _: archive({"t.csv": [bytes(MB)] * MANY}),
    "arrays.npz": lambda _: archive({"X.npy": [bytes(MB)] * MANY, "y.npy": []}),
    "sheet.xlsx": lambda true: workbook(true, sheet(b"<row></row>" * 90_000, 200)),
    "entities.xlsx": lambda true: workbook(true, [LAUGHS % ENTITIES]),
    "declared.xlsx": lambda true: with_declared_size(true["t.xlsx"], 2**32 - 2),
    "shape.npy": lambda true: true["t.npy"].replace(b"(12, 4)", b"(10000000000, 4)"),
    "rows.parquet": lambda _: parquet_bomb(),
    "rows.feather": lambda _: feather_bomb(),
    "list.json": lambda _: b"[" * DEEP + b"]" * DEEP,
    "object.json": lambda _: b"[" + b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"]",
    "deep.jsonl": lambda _: b'{"x":1,"class":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "deep.plab": lambda _: b'{"format":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "weights.json": lambda _: b'{"coef":' + b"[" * DEEP + b"]" * DEEP + b"}",
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused(true, reader, tmp_path, name):
    path = tmp_path / name
    path.write_bytes(BOMBS[name](true[1]))
    ways = {"deep.plab": "session", "weights.json": "weights"}
    outcome = reader.read(ways.get(name, "read"), path)
    assert outcome.kind == REFUSED, outcome
    assert len(outcome.said) < 400
    assert str(path) in outcome.said
