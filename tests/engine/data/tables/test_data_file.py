"""Files that are packed, encoded or come from a pipe: read as the plain table is."""

import bz2
import gzip
import io
import lzma
import os
import sys
import zipfile
from threading import Thread

import numpy as np
import pandas
import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.io import savemat

from engine.cli.main import run
from engine.data.dataset import Dataset
from engine.data.formats.registry import format_of, formats, opened, write_data
from engine.data.sample_table import SampleTable, read_data
from engine.data.tables import compression
from engine.data.tables import data_file as opening
from engine.data.tables import row_blocks as reading
from engine.data.tables.data_file import data_file, open_text, readable, require_room
from engine.data.tables.read_options import ReadOptions
from engine.data.tables.text_encoding import recognised
from engine.errors import UserError

SUFFIXES = [".csv", ".tsv", ".tab", ".arff", ".svm"]
SUFFIXES += [".parquet"]


def zipped(content, *names):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, content)
    return buffer.getvalue()


def zstd(content):
    kept = pyarrow.BufferOutputStream()
    with pyarrow.CompressedOutputStream(kept, "zstd") as packing:
        packing.write(content)
    return kept.getvalue().to_pybytes()


PACKED = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstd,
    ".zip": lambda content: zipped(content, "a/", "__MACOSX/._t", "t.unknown"),
}


def points(n=300):
    X = np.random.default_rng(0).normal(size=(n, 2))
    return Dataset(X, np.arange(n) % 2, class_names=["0", "1"])


def packed(tmp_path, kind, suffix, content):
    """Write a packed file; in a zip the member's name tells the format."""
    path = tmp_path / f"t{suffix}{kind}"
    pack = PACKED[kind]
    if kind == ".zip":
        path.write_bytes(zipped(content, f"inner{suffix}"))
    else:
        path.write_bytes(pack(content))
    return path


@pytest.mark.parametrize("kind", PACKED)
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_format_is_read_packed(tmp_path, kind, suffix):
    plain = tmp_path / f"plain{suffix}"
    write_data(points(), plain)
    path = packed(tmp_path, kind, suffix, plain.read_bytes())
    assert format_of(path) is format_of(plain)
    shares = []
    data = read_data(path, progress=lambda share: shares.append(share) or True)
    np.testing.assert_array_equal(data.X, points().X)
    np.testing.assert_array_equal(data.y, points().y)
    assert shares == sorted(shares)
    assert shares[-1] <= 1


@pytest.mark.parametrize("kind", PACKED)
def test_what_is_packed_is_known_by_its_content(tmp_path, kind):
    path = tmp_path / "no suffix"
    path.write_bytes(PACKED[kind](b"a,b,class\n1,2,p\n3,4,q\n"))
    assert read_data(path).X.tolist() == [[1, 2], [3, 4]]


def test_a_packed_table_is_streamed_as_the_plain_one(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(reading, "BLOCK_BYTES", 500)
    monkeypatch.setattr(compression, "PART_BYTES", 300)
    plain, path = tmp_path / "t.csv", tmp_path / "t.csv.gz"
    write_data(points(), plain)
    path.write_bytes(gzip.compress(plain.read_bytes()))
    said = []
    for one in (plain, path):
        options = ["--learner", "perceptron", "--epochs", "3"]
        assert run(["train", str(one), "--stream", *options]) == 0
        said.append(capsys.readouterr().out.replace(str(one), ""))
    assert said[0] == said[1]


@pytest.mark.parametrize("kind", PACKED)
@settings(
    deadline=None,
    max_examples=40,
)
@given(data=st.data())
def test_a_damaged_file_is_refused_in_a_sentence(tmp_path, kind, data):
    content = bytearray(packed(tmp_path, kind, ".csv", TABLE).read_bytes())
    if data.draw(st.booleans(), "cut short"):
        del content[data.draw(st.integers(1, len(content) - 1), "length") :]
    else:
        for _ in range(data.draw(st.integers(1, 3), "changes")):
            place = data.draw(st.integers(0, len(content) - 1), "place")
            content[place] = data.draw(st.integers(0, 255), "byte")
    path = tmp_path / f"damaged.csv{kind}"
    path.write_bytes(content)
    try:
        SampleTable.open(path).read_all()
        read_data(path)
    except UserError as error:
        assert str(error).startswith(str(path))
        assert "\n" not in str(error)


TABLE = b"a,b,class\n" + b"".join(b"%d,%d.5,%s\n" % (i, -i, b"pq"[i % 2 :][:1])
                                  for i in range(50))  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("t.csv.gz", gzip.compress(TABLE)[:-9], "cut short, .* as gzip: get"),
        ("t.csv.xz", lzma.compress(TABLE)[:-30], "cut short, .* as xz: get"),
        ("t.csv.zst", zstd(TABLE)[:-9], "cut short, .* as zstd: get"),
        ("t.zip", zipped(TABLE, "a.csv", "b.csv", "c", "d"), r"4 files \(a.csv, b.c"),
        (
            "t.zip",
            zipped(TABLE, *"abc"),
            r"holds 3 files \(a, b, c\): unpack it and "
            "give the one with the table$",
        ),
        ("t.zip", zipped(TABLE, *"abcd"), r"holds 4 files \(a, b, c, …\): unpack"),
        ("t.zip", zipped(b""), "holds no file: give one"),
        ("t.csv.gz", gzip.compress(b""), "is empty"),
        ("t.csv.gz", gzip.compress(b"\0" * 99), "is not a text file"),
    ],
    # Packed bytes hold the time: tests of that name are others in every process.
    ids=lambda told: told if isinstance(told, str) else "content",
)
def test_what_cannot_be_unpacked_is_said(tmp_path, name, content, said):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(UserError, match=f"{name}: .*{said}"):
        read_data(path)


ROWS = b"1,2,a\n3,4,b\n" * 500_000
TOO_MUCH = r"t\.\w+\.bz2: needs \d+ MB of memory or more, \d MB are free: .*--stream"


@pytest.mark.parametrize(
    ("suffix", "content"), [(".csv", ROWS), (".arff", b"%" + b" " * 2**24)]
)
def test_a_bomb_is_refused_by_the_memory_that_it_takes(
    tmp_path, monkeypatch, suffix, content
):
    monkeypatch.setattr(opening, "free_memory", lambda: 2**23)
    path = tmp_path / f"t{suffix}.bz2"
    path.write_bytes(bz2.compress(content))
    with pytest.raises(UserError, match=TOO_MUCH):
        read_data(path)


@pytest.mark.parametrize("suffix", [".csv.gz", ".parquet", ".npz", ".mat"])
def test_what_takes_much_more_memory_than_its_file_is_refused(
    tmp_path, monkeypatch, suffix
):
    path, X, y = tmp_path / f"t{suffix}", np.zeros((20_000, 2)), np.arange(20_000) % 2
    if suffix == ".npz":
        np.savez_compressed(path, X=X, y=y)
    elif suffix == ".mat":
        savemat(path, {"X": X, "y": y}, do_compression=True)
    else:
        frame = pandas.DataFrame(X).rename(columns=str).assign(kind=y)
        write = frame.to_parquet if suffix == ".parquet" else frame.to_csv
        write(path, index=False)
    assert read_data(path).n_samples == len(X)
    monkeypatch.setattr(opening, "MODERATE_BYTES", X.nbytes - 1)
    monkeypatch.setattr(opening, "LARGEST_GROWTH", 5)
    said = rf"t{suffix}: takes \d MB of memory or more, over 5 times its own size: "
    with pytest.raises(UserError, match=said):
        read_data(path)
    monkeypatch.setattr(opening, "LARGEST_GROWTH", X.nbytes)
    assert read_data(path).n_samples == len(X)


def test_what_is_read_block_by_block_may_unpack_to_any_size(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "free_memory", lambda: 2**23)
    path = tmp_path / "t.csv.bz2"
    path.write_bytes(bz2.compress(ROWS))  # 12 MB in 100 bytes: thousands of times
    assert path.stat().st_size * 1000 < len(ROWS)
    blocks = SampleTable.open(path).blocks(lambda block: len(block.X))
    assert sum(n for n, _ in blocks) == 1_000_000


WORDS = {
    "cp1252": "âge;prénom;où\n1;2;café\n3;4;Noël – «été»\n",
    "latin-1": "Größe;größte Höhe;Art\n1;2;süß\n3;4;bitter\n",
    "utf-16": "länge;x;art\n1;2;grün\n3;4;weiß\n",
    "utf-16-le": "länge;x;art\n1;2;grün\n3;4;weiß\n",
    "utf-16-be": "länge;x;art\n1;2;grün\n3;4;weiß\n",
    "utf-32": "länge;x;art\n1;2;grün\n3;4;weiß\n",
    "utf-8-sig": "länge;x;art\n1;2;grün\n3;4;weiß\n",
    "cp1251": "имя;возраст;класс\n1;2;красный\n3;4;синий\n",
    "cp932": "長さ;幅;名前\n1;2;太郎さん\n3;4;花子さん\n",
}


@pytest.mark.parametrize("encoding", WORDS)
def test_an_encoding_is_recognised(tmp_path, encoding):
    path = tmp_path / "t.csv"
    path.write_text(WORDS[encoding], encoding=encoding)
    names, *rows = (line.split(";") for line in WORDS[encoding].splitlines())
    data = read_data(path)
    assert data.feature_names == tuple(names[:2])
    assert data.X.tolist() == [[1, 2], [3, 4]]
    assert [data.class_names[code] for code in data.y] == [row[2] for row in rows]


@pytest.mark.parametrize("suffix", [".tab", ".arff", ".csv", ".tsv"])
def test_every_format_of_text_is_read_in_another_encoding(tmp_path, suffix):
    data = Dataset([[1.0], [2]], ["süß", "bitter"], feature_names=["größe"])
    write_data(data, tmp_path / f"t{suffix}")
    text = (tmp_path / f"t{suffix}").read_text(encoding="utf-8")
    for encoding in ("cp1252", "utf-16"):
        path = tmp_path / f"{encoding}{suffix}"
        path.write_text(text, encoding=encoding)
        back = read_data(path)
        assert back.feature_names == ("größe",)
        assert {*back.class_names} == {"bitter", "süß"}


def test_the_command_line_tells_the_encoding_and_takes_one(tmp_path, capsys):
    path = tmp_path / "t.csv"
    path.write_text("x;kind\n1;więcej\n2;mało\n", encoding="cp1250")
    assert run(["train", str(path), "--encoding", "CP1250"]) == 0
    shown = capsys.readouterr()
    assert "więcej 1" in shown.out
    assert "read as" not in shown.err
    path.write_text("x;kind\n1;été\n2;mai\n", encoding="cp1252")
    assert run(["train", str(path)]) == 0
    shown = capsys.readouterr()
    assert "été 1" in shown.out
    assert "read as cp1252 text: --encoding chooses another" in shown.err
    for name in ("nonsense", "rot13", "zip", ""):
        status = run(["train", str(path), "--encoding", name])
        assert status == (2 if name else 0)
        assert ("no encoding is called so" in capsys.readouterr().err) == bool(name)


def test_text_that_is_not_in_the_encoding_told_is_refused_with_its_line(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(b"x,kind\n1,a\n2,caf\xe9\n")
    with pytest.raises(UserError, match=r"line 3: is not UTF-8 text: .*be cp1252"):
        read_data(path, options=ReadOptions(encoding="utf-8"))
    with pytest.raises(UserError, match="is not shift_jis text"):
        read_data(path, options=ReadOptions(encoding="shift-jis"))


def test_standard_input_is_read_as_often_as_needed(monkeypatch, capsys):
    stdin = io.TextIOWrapper(io.BytesIO(gzip.compress(TABLE)))
    monkeypatch.setattr(sys, "stdin", stdin)
    options = ["--learner", "perceptron", "--epochs", "3"]
    assert run(["train", "-", "--stream", *options]) == 0
    assert "data: standard input: 50 samples" in capsys.readouterr().out


def test_what_a_pipe_gave_is_kept_as_long_as_it_is_needed(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TABLE)))
    file = data_file("-")
    place = file.place
    other = file.in_encoding("cp1252")
    del file
    assert place.exists()
    assert read_data(other).n_samples == 50
    del other
    assert not place.exists()


NAMES = ["t", "t.lab", "t.csv.gz", "t.zip", "t.plab", "t.weights.json"]
NAMES += [f"t{suffix}" for one in formats() for suffix in one.suffixes]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_that_nobody_writes_to_is_refused_whatever_its_name(
    tmp_path, monkeypatch, capfd
):
    """In a thread: it would wait for ever."""
    monkeypatch.setattr(opening, "PIPE_SECONDS", 0.01)
    monkeypatch.chdir(tmp_path)
    ended = []

    def read_all():
        for name in NAMES:
            os.mkfifo(name)
            ended.append(run(["train", name]))
            ended.append(run(["train", name, "--stream"]))
            ended.append(run(["predict", name, "t.csv"]))

    reader = Thread(target=read_all, daemon=True)
    reader.start()
    reader.join(120)
    assert ended == [2] * 3 * len(NAMES)
    said = capfd.readouterr().err.splitlines()
    for name in NAMES:
        lines = [line for line in said if line.startswith(f"perceptron-lab: {name}: ")]
        assert len(lines) == 3
        assert "is a pipe that no program writes to" in lines[0]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("suffix", [".csv", ".npz", ".parquet", ".feather", ".arff"])
def test_what_is_written_to_a_pipe_later_is_read(tmp_path, monkeypatch, suffix):
    monkeypatch.setattr(opening, "PIPE_SECONDS", 60)
    pipe, whole = tmp_path / f"pipe{suffix}", tmp_path / f"whole{suffix}"
    os.mkfifo(pipe)
    if suffix == ".npz":
        np.savez(whole, X=points().X, y=points().y)
    elif suffix == ".feather":
        table = {"a": points().X[:, 0], "b": points().X[:, 1], "class": points().y}
        pandas.DataFrame(table).to_feather(whole)
    else:
        write_data(points(), whole)
    writer = Thread(target=lambda: pipe.write_bytes(whole.read_bytes()))
    writer.start()
    data = read_data(pipe)
    writer.join()
    np.testing.assert_array_equal(data.X, points().X)


def test_a_device_is_not_read():
    with pytest.raises(UserError, match="/dev/null: is a device, not a file"):
        data_file("/dev/null")
    with pytest.raises(UserError, match="has a sign in it that no file name can"):
        data_file("a\0b")


def test_an_accent_after_a_long_line_without_one_is_found_at_once():
    """Looked for from every place in the line, it would take minutes."""
    assert recognised(b"a" * 500_000 + "\nété\n".encode("cp1252")) == "cp1252"


def test_a_file_may_take_the_memory_that_is_free(monkeypatch):
    monkeypatch.setattr(opening, "free_memory", lambda: 300)
    require_room("t.parquet", 300)
    with pytest.raises(UserError, match="needs 0 MB"):
        require_room("t.parquet", 301)


def test_a_password_is_told(tmp_path):
    """The flag of the file in the archive says that it is locked."""
    path = tmp_path / "t.csv.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("t.csv", "x,class\n1,a\n2,b\n")
    content = bytearray(path.read_bytes())
    for sign, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        content[content.index(sign) + flags] |= 1
    path.write_bytes(content)
    with pytest.raises(UserError, match="is locked by a password: unpack it"):
        read_data(path)


def test_a_way_of_packing_that_is_not_known_is_told(tmp_path):
    path = tmp_path / "t.csv.zip"
    content = bytearray(zipped(TABLE, "t.csv"))
    for sign, method in ((b"PK\3\4", 8), (b"PK\1\2", 10)):
        content[content.index(sign) + method] = 97
    path.write_bytes(content)
    with pytest.raises(UserError) as refused:
        read_data(path)
    assert str(refused.value) == (
        f"{path}: is packed in a way that is not known here: unpack it by another "
        "program and give the file in it"
    )


@pytest.mark.parametrize(
    ("name", "kind", "suffix"),
    [
        ("a.CSV", "", ".csv"), ("a.TAB.GZ", ".gz", ".tab"),
        ("a.tab.gzip", ".gz", ".tab"), ("a.tab.bzip2", ".bz2", ".tab"),
        ("a.tab.zst", ".zst", ".tab"), ("a.tab", ".xz", ".tab"),
        ("a", ".gz", ""), ("a.csv.zip", ".zip", ".unknown"),
    ],
)  # fmt: skip
def test_the_suffix_that_tells_the_format(tmp_path, name, kind, suffix):
    path = tmp_path / name
    path.write_bytes(PACKED[kind](TABLE) if kind else TABLE)
    file = data_file(path)
    assert file.suffix == suffix
    assert bool(file.compression) == bool(kind)
    assert file.is_plain == (not kind)


def test_a_zip_that_is_a_format_is_not_unpacked(tmp_path):
    for name in ("a.npy", "[Content_Types].xml"):
        (tmp_path / "t").write_bytes(zipped(b"", name))
        assert data_file(tmp_path / "t").compression == ""
    (tmp_path / "t").write_bytes(zipped(b"", "a.npy", "b.txt"))
    assert data_file(tmp_path / "t").compression == "zip"


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (FileNotFoundError(), "there is no such file: check the name"),
        (IsADirectoryError(), "is a folder: give the name of a file"),
        (MemoryError(), "does not fit into memory: take a part of it, or train with "
                        "--stream, which reads CSV piece by piece"),
        (PermissionError(13, "Permission denied"),
         "cannot be read (permission denied): give yourself the right to read it"),
        (OSError("odd"), "cannot be read (odd): check the file"),
    ],
)  # fmt: skip
def test_why_a_file_cannot_be_read(fault, said):
    with pytest.raises(UserError) as refused, readable("t.csv"):
        raise fault
    assert str(refused.value) == f"t.csv: {said}"


def test_sizes_are_told_in_gigabytes(monkeypatch):
    monkeypatch.setattr(opening, "free_memory", lambda: 3 * 2**30)
    with pytest.raises(
        UserError, match=r"needs 1,536\.0 GB of memory or more, 3\.0 GB are free"
    ):
        require_room("t.csv", 1536 * 2**30)


@pytest.mark.parametrize("kind", ["", *PACKED])
@pytest.mark.parametrize("size", [1, 5, 40, 10_000])
def test_some_lines_at_a_time_are_the_whole_text(tmp_path, kind, size):
    path = tmp_path / "t.csv"
    path.write_bytes(PACKED[kind](TABLE) if kind else TABLE)
    with open_text(path) as file:
        parts, shares = [], [file.share()]
        while part := file.read_lines(size):
            parts.append(part)
            shares.append(file.share())
    assert b"".join(parts) == TABLE
    assert all(part.endswith(b"\n") and len(part) >= size for part in parts[:-1])
    assert max(map(len, parts)) <= size + max(map(len, TABLE.splitlines(keepends=True)))
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] <= 1
    assert kind or (shares[0], shares[-1]) == (0, 1)


def test_lines_without_an_end_are_read_a_little_beyond(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "LOOK_BYTES", 4)
    path = tmp_path / "t.csv"
    path.write_bytes(b"a" * 20 + b"\nb\n")
    with open_text(path) as file:
        assert file.read_lines(10) == b"a" * 14
        assert file.read_lines(5) == b"a" * 6 + b"\n"


@pytest.mark.parametrize(
    "records",
    [
        [{"note": "a" * 140_000, "x": 1, "k": "a"}, {"x": 2, "k": "b"}, {"x": "oops"}],
        [{"note": "a\nb", "x": 1, "k": "a"}, {"x": 2, "k": "b"}, {"x": "oops"}],
    ],
)
def test_a_row_of_a_table_not_kept_as_text_is_counted_under_the_names(
    tmp_path, records
):
    """Also beside cells of several lines, and those that are too long for csv."""
    import json

    path = tmp_path / "t.json"
    plain = [{"x": 1, "k": "a"}, {"x": 2, "k": "b"}] * 600
    records = [*records[:2], *plain, {"k": "a"} | records[2]]
    path.write_text(json.dumps(records))
    with pytest.raises(
        UserError, match=r"t\.json, row 1203, column x: “oops” is not a"
    ):
        read_data(path)


def test_a_row_under_cells_of_several_lines_is_counted(tmp_path):
    import pandas

    path = tmp_path / "t.feather"
    notes = ["a\nb", 'c,"d"', "e\n\nf", "g"] * 5
    table = pandas.DataFrame({"x": [1.5] * 20, "note": notes, "kind": [*"ab"] * 10})
    table.loc[17, "x"] = np.inf
    table.to_feather(path)
    with pytest.raises(
        UserError, match=r"feather, row 18, column x: “inf” is not a fin"
    ):
        SampleTable.open(opened(path)).read_all()


def test_at_the_end_of_a_text_in_another_encoding_all_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(compression, "PART_BYTES", 10)
    path = tmp_path / "t.csv"
    path.write_bytes("x,kind\n1,été\n2,où\n".encode("cp1252"))
    with open_text(path) as file:
        shares = []
        while file.read1(8):
            shares.append(file.share())
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert shares[0] == 10 / path.stat().st_size
