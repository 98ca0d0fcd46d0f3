"""Tables not kept as text: workbooks, arrays, JSON records, Arrow's columns."""

import datetime
import gzip
import io
import json
import re
import sys
import zipfile
from functools import reduce
from importlib.util import find_spec

import numpy as np
import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cli.main import run
from engine.data.dataset import Dataset
from engine.data.formats import parquet
from engine.data.formats.registry import format_of, opened, write_data
from engine.data.sample_table import SampleTable, open_like, read_data
from engine.data.tables import data_file, text_table
from engine.data.tables.data_file import MOST_COLUMNS
from engine.data.tables.read_options import ReadOptions
from engine.data.tables.row_blocks import row_blocks
from engine.errors import UserError

needs_openpyxl = pytest.mark.skipif(
    not find_spec("openpyxl") or not find_spec("python_calamine"),
    reason="needs openpyxl, which writes, and python-calamine",
)


def frame(n=300):
    """Give rows with names and text that must be quoted."""
    rng = np.random.default_rng(0)
    kinds = ["a b", "c,d", 'e"f', "ü"]
    return pandas.DataFrame(
        {
            "p, q": rng.normal(size=n) * 10.0 ** rng.integers(-20, 20, n),
            "länge": rng.integers(-5, 5, n),
            "class": [kinds[i % 4] for i in range(n)],
        }
    )


def save(table, path):
    name, suffix = str(path), path.suffix
    if suffix == ".npz":
        X, y = table.iloc[:, :2].to_numpy(), table["class"].to_numpy().astype(str)
        np.savez(path, X=X, y=y, feature_names=[*table.columns[:2]])
    elif suffix == ".json":
        path.write_text(json.dumps(table.to_dict("records")))
    elif suffix == ".jsonl":
        rows = table.to_dict("records")
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    elif suffix == ".xlsx":
        table.to_excel(name, index=False)
    else:
        getattr(table, f"to_{suffix[1:]}")(name)


SUFFIXES = [
    pytest.param(".xlsx", marks=needs_openpyxl), ".npz", ".json", ".jsonl",
    ".feather",
    ".parquet",
]  # fmt: skip


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("packed", ["", ".gz"])
def test_what_pandas_has_written_is_read_and_streamed(
    tmp_path, monkeypatch, capsys, suffix, packed
):
    monkeypatch.setattr(parquet, "ROWS", 70)
    table, path = frame(), tmp_path / f"t{suffix}"
    save(table, path)
    if suffix == ".xlsx":  # sixteen digits are written
        table = pandas.read_excel(path, engine="openpyxl")
    if packed:
        import gzip

        whole = path.read_bytes()
        path = tmp_path / f"t{suffix}.gz"
        path.write_bytes(gzip.compress(whole))
    data = read_data(path)
    np.testing.assert_array_equal(data.X, table.iloc[:, :2].to_numpy())
    assert data.feature_names == ("p, q", "länge")
    assert [data.class_names[code] for code in data.y] == table["class"].tolist()
    plain, said = tmp_path / "t.csv", []
    write_data(data, plain)
    for one in (path, plain):
        options = ["--learner", "perceptron", "--epochs", "2"]
        assert run(["train", str(one), "--stream", *options]) == 0
        said.append(capsys.readouterr().out.replace(str(one), ""))
    assert said[0] == said[1]


@needs_openpyxl
def test_a_workbook_by_hand(tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["size", "ripe", "picked", "kind"])
    sheet.append([1.5, True, datetime.date(2024, 5, 1), "a"])
    sheet.append([None])
    sheet.append([2, False, datetime.datetime(2024, 5, 2, 12), "b\nc"])
    book.create_sheet("another").append([1])
    path = tmp_path / "t.xlsx"
    book.save(path)
    blocks = row_blocks(opened(path), 10_000, delimiter=",")
    assert next(blocks).text.decode() == (
        "size,ripe,picked,kind\n1.5,true,2024-05-01,a\n,,,\n"
        "2,false,2024-05-02 12:00:00,b c\n"
    )


def replace_in_sheet(path, pattern, new):
    """Change the first sheet of a workbook as no program would write it."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = "xl/worksheets/sheet1.xml"
    parts[name], times = re.subn(pattern, new, parts[name])
    assert times
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


@needs_openpyxl
def test_formulas_have_the_values_that_are_kept_or_are_refused(tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["x", "kind"], [1, "a"], ["=A2+1", "b"]):
        book.active.append(row)
    path = tmp_path / "t.xlsx"
    book.save(path)
    with pytest.raises(UserError, match=r"t.xlsx, cell A3: is a formula without its v"):
        read_data(path)
    replace_in_sheet(path, rb"<v ?/>|<v></v>", b"<v>2</v>")
    assert read_data(path).X.tolist() == [[1], [2]]


@needs_openpyxl
@pytest.mark.parametrize("cells", [b"A1:Z9000", b"A1", b"B2:A1"])
def test_the_size_that_a_sheet_declares_is_not_trusted(tmp_path, cells):
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["x", "y", "kind"], [1, 2, "a"], [3, None, "b"], [5, 6, "b"]):
        book.active.append(row)
    path = tmp_path / "t.xlsx"
    book.save(path)
    replace_in_sheet(path, rb'<dimension ref="[^"]*"', b'<dimension ref="%s"' % cells)
    data = read_data(path, options=ReadOptions(missing="drop"))
    assert (data.X.tolist(), data.feature_names) == ([[1, 2], [5, 6]], ("x", "y"))


def test_without_calamine_it_is_said_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.data.formats.workbook.find_spec", lambda _: None)
    (tmp_path / "x.xlsx").write_bytes(b"PK")
    with pytest.raises(
        UserError, match=r"pip install .*\[sheets\]'; or save it as CSV"
    ):
        read_data(tmp_path / "x.xlsx")


ARRAYS = {
    "X, y": {"X": [[1, 2], [3, 4.5]], "y": ["p", "q"]},
    "images": {"X": [[[1], [2]], [[3], [4.5]]], "y": ["p", "q"]},
    "data, target": {
        "data": [[1, 2], [3, 4.5]], "target": [0, 1], "target_names": ["p", "q"],
    },
    "one": {"whatever": np.array([(1, 2, "p"), (3, 4.5, "q")], "f8,f8,U1")},
}  # fmt: skip


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_of_numpy(tmp_path, name):
    np.savez_compressed(tmp_path / "t.npz", **ARRAYS[name])
    data = read_data(tmp_path / "t.npz")
    assert data.X.tolist() == [[1, 2], [3, 4.5]]
    assert [data.class_names[code] for code in data.y] == ["p", "q"]


def test_one_array_has_the_classes_in_its_last_column(tmp_path):
    np.save(tmp_path / "t.npy", [[0.1, 2, 1], [0.1 + 0.2, 4, 0]])
    data = read_data(tmp_path / "t.npy")
    assert data.X.tolist() == [[0.1, 2], [0.1 + 0.2, 4]]
    assert data.class_names == ("0", "1")
    assert data.y.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("arrays", "said"),
    [
        ({"a": [1], "b": [2]}, "has no arrays X and y, but a, b"),
        (
            {"X": [[1.0], [2]], "y": [1, 2, 3]},
            r"X has the shape \(2, 1\), but y \(3,\)",
        ),
        ({"X": np.array([[1], ["a"]], object), "y": [0, 1]}, "holds Python objects"),
        ({"one": [1, 2, 3]}, r"is an array of shape \(3,\)"),
    ],
)
def test_arrays_that_are_no_table_are_refused(tmp_path, arrays, said):
    np.savez(tmp_path / "t.npz", **arrays)
    with pytest.raises(UserError, match=said):
        read_data(tmp_path / "t.npz")


@pytest.mark.parametrize("name", ["t.npy", "t.npz"])
def test_arrays_without_names_go_by_place_with_classes_or_without(tmp_path, name):
    learned, path = tmp_path / "t.csv", tmp_path / name
    learned.write_text("kind,size,mass\na,1,2\nb,3,4\n")
    like = read_data(learned).provenance
    save = np.save if name == "t.npy" else np.savez
    save(path, [[5.0, 6], [7, 8]])
    table = open_like(path, like)
    assert (table.target_name, table.feature_names) == ("", ("size", "mass"))
    assert table.read_all().X.tolist() == [[5, 6], [7, 8]]
    np.savez(tmp_path / "both.npz", X=[[5.0, 6], [7, 8]], y=["b", "a"])
    data = open_like(tmp_path / "both.npz", like).read_all()
    assert (data.X.tolist(), data.y.tolist()) == ([[5, 6], [7, 8]], [1, 0])
    save(path, [[5.0], [7]])
    with pytest.raises(UserError, match="has 1 column without names, where the model"):
        open_like(path, like)
    with pytest.raises(UserError, match="has only one column"):
        read_data(path)


def test_the_training_part_is_read_and_the_test_part_named(tmp_path):
    part = {"x": np.arange(8.0).reshape(2, 2, 2), "y": np.array([3, 7])}
    parts = {f"{name}_{of}": part[name] for of in ("train", "test") for name in "xy"}
    np.savez(tmp_path / "mnist.npz", **parts)
    data = read_data(tmp_path / "mnist.npz")
    assert data.X.tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert data.class_names == ("3", "7")
    assert data.provenance.notes[0] == (
        "Read are x_train and y_train, the training part: to test on x_test and y_test "
        "save them as X and y of another file."
    )


@pytest.mark.parametrize("kind", ["2f8", [("left", "f8")]])
def test_a_column_of_arrays_is_named(tmp_path, kind):
    np.save(tmp_path / "t.npy", np.zeros(3, [("f", kind), ("class", "U1")]))
    np.savez(tmp_path / "t.npz", X=np.zeros(3, [("f", kind)]), y=[0, 1, 0])
    for name in ("t.npy", "t.npz"):
        with pytest.raises(
            UserError, match=f"{name}, column f: holds arrays: give a c"
        ):
            read_data(tmp_path / name)


def test_named_columns_may_have_their_classes_beside(tmp_path):
    X = np.array([(1, 2.5), (3, 4)], [("a", "i4"), ("b", "f8")])
    np.savez(tmp_path / "t.npz", X=X, y=["p", "q"])
    data = read_data(tmp_path / "t.npz")
    assert data.feature_names == ("a", "b")
    assert data.X.tolist() == [[1, 2.5], [3, 4]]
    assert data.class_names == ("p", "q")


@pytest.mark.parametrize("held", ["X", "y"])
def test_named_columns_in_another_place_are_refused(tmp_path, held):
    parts = {"X": np.zeros((2, 1)), "y": np.array([0, 1])}
    parts[held] = np.zeros((2, 1), [("a", "f8")])
    np.savez(tmp_path / "t.npz", **parts)
    with pytest.raises(UserError, match=f"{held} holds named columns: save features"):
        read_data(tmp_path / "t.npz")


RECORDS = [{"x": 1, "on": True, "class": "a"}, {"class": "b", "on": False, "x": 2.5}]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(RECORDS),
        "\ufeff\n" + json.dumps(RECORDS, indent=2),
        "\n\n".join(map(json.dumps, RECORDS)) + "\n",
    ],
)
@pytest.mark.parametrize("name", ["t.json", "t.ndjson", "t.csv", "t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_records_are_known_whatever_the_suffix(tmp_path, text, name, encoding):
    path = tmp_path / name
    path.write_text(text, encoding=encoding)
    assert format_of(path).name == "JSON"
    rows = [["x", "on", "class"], ["1.0", "true", "a"], ["2.5", "false", "b"]]
    assert cells_of(path) == rows


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1, 2]", "is JSON, but not a list of objects: give"),
        ('{"a": [1, 2], "class": [0]}', "is JSON, but one object only: give an obj"),
        ('[{"a": 1, "b": 2}, {"a": [1], "b": 2}]', "record 2, key a: holds a list"),
        ('[{"a.c": 1, "a": {"c": 1}}, {}]', "record 1: two values are called “a.c”"),
        ('[{"a": 1, "b": 2}, {"a": 1,', "record 2: is not JSON, or is cut short"),
        ('{"a": 1, "b": 2}\n{oops', "record 2: is not JSON, or is cut short"),
        ('{"data": [{"a": 1}]}', r"inside “data”: .*\[.data.\]\)\.to_csv\(.*t\.csv"),
        (
            '{"columns": ["a", "class"], "data": [[1, "p"]]}',
            r"orient=“split”: in Python pandas\.read_json\(.*orient=.split.\)\.to_csv",
        ),
        ('{"schema": {}, "data": [{"a": 1}]}', "orient=“table”: in Python pandas"),
        ('{"a": 1}\n{"a": 2}', "has only the key “.*”: give a key"),
        ("[]", "has no records"),
        ("[" * 100_000, "is not JSON"),
        ("", "has no records"),
    ],
)
def test_other_json_is_refused_in_a_sentence(tmp_path, text, said):
    path = tmp_path / "t.json"
    path.write_text(text)
    with pytest.raises(UserError, match=rf"t.json.*: .*{said}|t.json, {said}"):
        read_data(path)


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"a": dict.fromkeys(map(str, range(MOST_COLUMNS + 1)), 1)}, "10,001 columns"),
        (
            reduce(lambda inner, _: {"k" * 4096: inner}, range(91), 1),
            "keys are too long",
        ),
    ],
)
def test_objects_in_one_another_are_counted_before_they_are_taken_out(
    tmp_path, record, said
):
    path = tmp_path / "t.json"
    path.write_text(json.dumps([record]))
    with pytest.raises(UserError, match=f"t.json, record 1: has .*{said}"):
        read_data(path)


@pytest.mark.parametrize("suffix", [*SUFFIXES, ".npy"])
@settings(
    deadline=None,
    max_examples=40,
)
@given(data=st.data())
def test_a_damaged_container_is_refused_in_a_sentence(tmp_path, suffix, data):
    path = tmp_path / f"whole{suffix}"
    if not path.exists():
        if suffix == ".npy":
            np.save(path, np.arange(60.0).reshape(20, 3))
        else:
            save(frame(20), path)
    content = bytearray(path.read_bytes())
    if data.draw(st.booleans(), "cut short"):
        del content[data.draw(st.integers(0, len(content) - 1), "length") :]
    else:
        for _ in range(data.draw(st.integers(1, 4), "changes")):
            place = data.draw(st.integers(0, len(content) - 1), "place")
            content[place] = data.draw(st.integers(0, 255), "byte")
    damaged = tmp_path / f"damaged{suffix}"
    damaged.write_bytes(content)
    for streamed in (False, True):
        try:
            if streamed:
                for _ in row_blocks(opened(damaged), 500, delimiter=","):
                    pass
            else:
                read_data(damaged)
        except UserError as error:
            assert str(error).startswith(str(damaged))
            assert "\n" not in str(error)


def test_parquet_is_streamed_in_parts(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "ROWS", 50)
    index = [f"row {i}" for i in range(300)]
    frame().set_axis(index).to_parquet(tmp_path / "t.parquet", row_group_size=60)
    table = SampleTable.open(tmp_path / "t.parquet")
    parts = [*table.blocks(lambda block: block)]
    assert len(parts) >= 300 / 50
    shares = [share for _, share in parts]
    assert shares == sorted(shares)
    X = np.concatenate([rows.X for rows, _ in parts])
    np.testing.assert_array_equal(X, frame().iloc[:, :2])


def test_only_some_of_a_parquet_file_is_in_memory(tmp_path):
    import pyarrow

    X = np.random.default_rng(0).normal(size=(400_000, 2))
    path = tmp_path / "t.parquet"
    pandas.DataFrame(X, columns=["p", "q"]).to_parquet(path, row_group_size=20_000)
    file, before = opened(path), pyarrow.total_allocated_bytes()
    table = format_of(file).table(file, ReadOptions())
    parts = table.blocks(table.proposal().form)
    most = max(pyarrow.total_allocated_bytes() - before for _ in parts)
    assert most < path.stat().st_size / 2


@pytest.mark.parametrize("suffix", SUFFIXES[2:])
def test_columns_called_by_numbers_are_no_sample(tmp_path, suffix):
    table = pandas.DataFrame({"7": [1.5, 2, 3], "1": [3.5, 4, 5], "3": [0, 1, 0]})
    save(table, tmp_path / f"t{suffix}")
    file = opened(tmp_path / f"t{suffix}")
    stream = SampleTable.open(file)
    assert stream.feature_names == ("7", "1")
    assert stream.read_all().n_samples == read_data(file).n_samples == 3


def test_columns_that_are_no_cells_are_named(tmp_path):
    table = pandas.DataFrame({"x": [[1], [2]], "class": ["a", "b"]})
    table.to_feather(tmp_path / "t.feather")
    with pytest.raises(UserError, match=r"t.feather, column x: holds list"):
        read_data(tmp_path / "t.feather")


def test_formats_that_are_only_read_say_so(tmp_path):
    data = Dataset([[1.0], [2]], ["a", "b"])
    with pytest.raises(UserError, match=r"t.xlsx: this format can be read, but not"):
        write_data(data, tmp_path / "t.xlsx")
    assert "openpyxl" not in sys.modules or not (tmp_path / "t.xlsx").exists()


def test_a_broken_record_is_not_decoded_over_and_over(tmp_path, monkeypatch):
    decoded, decode = 0, json.JSONDecoder.raw_decode

    def counted(self, text, at=0):
        nonlocal decoded
        decoded += len(text) - at
        return decode(self, text, at)

    monkeypatch.setattr(json.JSONDecoder, "raw_decode", counted)
    path = tmp_path / "t.json"
    path.write_text('[{"x": 1, "class": "' + "a" * 2**24)
    with pytest.raises(UserError, match="is not JSON, or is cut short"):
        read_data(path)
    assert decoded < 3 * 2**24


def test_an_array_by_columns_is_read_whole_if_there_is_room(tmp_path, monkeypatch):
    path, n = tmp_path / "t.npz", 2**16
    np.savez_compressed(path, X=np.zeros((4, n)).T, y=np.arange(n) % 2)
    assert path.stat().st_size < 2**17
    monkeypatch.setattr(data_file, "free_memory", lambda: 2**20)
    with pytest.raises(UserError) as refused:
        SampleTable.open(opened(path))
    assert str(refused.value) == (
        f"{path}: needs 2 MB of memory or more, 1 MB are free: take a part of it, or "
        "save it as a Parquet file and train with --stream"
    )
    monkeypatch.setattr(data_file, "free_memory", lambda: 6 * 2**20)
    assert read_data(path).n_samples == n


@pytest.mark.parametrize("size", [1, 7, 10**6])
def test_arrays_in_parts_are_those_that_are_read_whole(tmp_path, monkeypatch, size):
    monkeypatch.setattr("engine.data.formats.numpy_arrays.CELLS", size)
    X, y = np.random.default_rng(0).normal(size=(9, 2, 2)), np.arange(9) % 2
    for some in (X, X.astype(">f4"), np.asfortranarray(X), np.float16(X)):
        np.savez(tmp_path / "t.npz", X=some, y=y)
        data = read_data(tmp_path / "t.npz")
        assert data.X.tolist() == some.reshape(9, 4).astype(float).tolist()
        assert data.y.tolist() == y.tolist()


def typed():
    """Give columns of all kinds of numbers, and labels."""
    rng = np.random.default_rng(3)
    return pandas.DataFrame(
        {
            "double": rng.normal(size=400) * 10.0 ** rng.integers(-30, 30, 400),
            "single": rng.normal(size=400).astype(np.float32),
            "whole": rng.integers(-(2**62), 2**62, 400),
            "small": rng.integers(0, 200, 400).astype(np.uint8),
            "class": pandas.Categorical(
                [["a b", "c,d", "ü"][i % 3] for i in range(400)]
            ),
        }
    )


@pytest.mark.parametrize("suffix", [".parquet", ".feather"])
@pytest.mark.parametrize("label", ["class", "small"])
def test_columns_are_streamed_as_they_are(tmp_path, monkeypatch, suffix, label):
    monkeypatch.setattr(parquet, "ROWS", 70)
    path = tmp_path / f"t{suffix}"
    table = typed()
    if label == "small":
        table["small"] %= 3
    save(table.drop(columns=[] if label == "class" else "class"), path)
    data = read_data(path, options=ReadOptions(target=label))
    stream = SampleTable.open(opened(path), ReadOptions(target=label))
    with monkeypatch.context() as without:
        without.setattr(text_table, "fast_rows", None)  # nothing is parsed
        found = [one for one, _ in stream.blocks(lambda block: block)]
    X = np.concatenate([one.X for one in found])
    assert X.tobytes() == np.ascontiguousarray(data.X).tobytes()
    features = table.drop(columns=["class", *([label] if label == "small" else [])])
    np.testing.assert_array_equal(X, features.to_numpy(np.float64))
    labels = [one.labels[i] for one in found for i in one.which.tolist()]
    assert labels == [str(one) for one in table[label]]


@pytest.mark.parametrize("suffix", [".parquet", ".feather"])
def test_levels_that_do_not_occur_are_no_classes(tmp_path, suffix):
    table = typed()[["double", "class"]].query("`class` != 'c,d'")
    save(table.reset_index(drop=True), tmp_path / f"t{suffix}")
    stream = SampleTable.open(opened(tmp_path / f"t{suffix}"))
    (block,) = [one for one, _ in stream.blocks(lambda block: block)]
    assert set(block.labels) == {"a b", "ü"}
    assert stream.read_all().class_names == ("a b", "ü")


@pytest.mark.parametrize("missing", ["drop", "mean"])
def test_what_is_missing_in_columns_is_as_in_the_whole(tmp_path, monkeypatch, missing):
    monkeypatch.setattr(parquet, "ROWS", 70)
    table = typed()[["double", "single", "class"]]
    table.loc[::7, "double"] = np.nan
    table.loc[150:160, "class"] = None
    save(table, tmp_path / "t.parquet")
    options = ReadOptions(missing=missing)
    stream = SampleTable.open(opened(tmp_path / "t.parquet"), options)
    data = stream.read_all()
    whole = read_data(tmp_path / "t.parquet", options=options)
    # A mean is summed up in parts.
    np.testing.assert_allclose(data.X, whole.X, rtol=1e-13)
    np.testing.assert_array_equal(data.y, whole.y)


def test_a_fault_in_a_column_is_told_with_its_row(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "ROWS", 70)
    table = typed()[["double", "single", "class"]]
    table.loc[250, "single"] = np.inf
    save(table, tmp_path / "t.parquet")
    stream = SampleTable.open(opened(tmp_path / "t.parquet"))
    with pytest.raises(
        UserError, match="row 251, column single: “inf” is not a finite"
    ):
        stream.read_all()


def test_half_a_character_is_a_question_mark(tmp_path):
    path = tmp_path / "t.json"
    records = [{"x\ud800": 1, "class": "a"}, {"x\ud800": 2, "class": "b\udfff"}]
    path.write_text(json.dumps(records))
    data = read_data(path)
    assert data.feature_names == ("x?",)
    assert data.class_names == ("a", "b?")


def test_an_odd_header_is_read_without_a_word(tmp_path):
    """As Python 2 wrote it: NumPy would warn."""
    path = tmp_path / "t.npy"
    np.save(path, np.array([[1.0, 0.0], [2.0, 1.0]]))
    written = path.read_bytes()
    assert b"(2, 2), }  " in written
    path.write_bytes(written.replace(b"(2, 2), }  ", b"(2L, 2L), }"))
    assert read_data(path).n_samples == 2


@pytest.mark.parametrize(
    ("y", "classes"),
    [([0, 1, 0], ("no", "yes")), ([0, 1, 2], ("0", "1", "2")), ([0, 1, -1], None)],
)
def test_classes_have_the_names_beside_them_where_each_has_one(tmp_path, y, classes):
    path = tmp_path / "t.npz"
    np.savez(path, X=np.arange(6.0).reshape(3, 2), y=y, target_names=["no", "yes"])
    assert read_data(path).class_names == (classes or ("-1", "0", "1"))


@needs_openpyxl
def test_a_small_workbook_may_unpack_to_a_hundred_times_its_size(tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["x", "kind"], [1, "a"], [2, "b"]):
        book.active.append(row)
    path = tmp_path / "t.xlsx"
    book.save(path)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/blank.bmp", bytes(8 * 2**20))
    assert read_data(path).X.tolist() == [[1], [2]]


def test_columns_of_svmlight_have_the_places_of_their_indices(tmp_path):
    path = tmp_path / "t.svm"
    path.write_text("+1 1:5 2:6\n-1 1:7 2:8\n")
    columns = read_data(path).provenance.columns
    assert [column.position for column in columns] == [1, 2]


@pytest.mark.parametrize("size", [1, 20, 2**20])
def test_records_are_read_in_parts_of_any_size(tmp_path, monkeypatch, size):
    monkeypatch.setattr("engine.data.formats.json_records.PART_BYTES", size)
    path = tmp_path / "t.json"
    records = [{"größe": i / 8, "class": "ab"[i % 2]} for i in range(30)]
    path.write_text(json.dumps(records, ensure_ascii=False), encoding="utf-8")
    assert read_data(path).X.ravel().tolist() == [i / 8 for i in range(30)]


def test_the_share_of_an_array_grows_to_all(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.data.formats.numpy_arrays.CELLS", 30)
    path = tmp_path / "t.npy"
    np.save(path, np.arange(60.0).reshape(20, 3) % 7)
    parts = SampleTable.open(path).blocks(len_of)
    assert [share for _, share in parts] == [0.5, 1]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"p": [], "kind": []}, ": has a header but no rows: give a row per sample"),
        (
            {"p": [1.0, 2]},
            ": has only one column: give a column per feature and one for the class",
        ),
        (
            {"p": np.arange(202.0), "q": [1.0, 2] * 101, "kind": [*range(101)] * 2},
            ", column kind: has 101 different labels, at most 100 are possible: choose "
            "another target column, such as q (--target q)",
        ),
        (
            {"p": [1, None, 3.0], "kind": ["a", "b", None]},
            ", row 2, column p: the cell is empty or missing; in all, 1 value of “p” "
            "and 1 label are missing in the 3 rows: leave such rows out or fill in "
            "the means (--missing drop, --missing mean)",
        ),
        (
            {"p": [1.0, 2], "kind": [None, "a"]},
            ", row 1, column kind: the cell is empty or missing; in all, 1 label is "
            "missing in the 2 rows: leave such rows out (--missing drop)",
        ),
        (
            {"p": [None, 2.0, 3], "q": [1, None, None], "kind": [*"aba"]},
            ", row 1, column p: the cell is empty or missing; in all, 3 values of “p”, "
            "“q” are missing in the 3 rows: fill in the means (--missing mean), as "
            "every row lacks something",
        ),
        (
            {"p": [1.0, 2], "q": ["?", "-"], "kind": ["NA", "-"]},
            ", row 1, column kind: “NA” stands for a missing value; in all, 2 labels "
            "are missing in the 2 rows: choose another target (--target)",
        ),
        (
            {"p": [1.0] * 4, "w": ["yes", "no", "NO", "?"], "kind": [*"abab"]},
            ", row 4, column w: “?” stands for a missing value; in all, 1 value of "
            "“w” is missing in the 4 rows: leave such rows out or fill in the means "
            "(--missing drop, --missing mean)",
        ),
        (
            {"p": ["1"] * 1000 + ["oops"], "kind": [*"ab"] * 500 + ["a"]},
            ", row 1001, column p: “oops” is not a number: correct it, leave such "
            "rows out (--bad-rows drop) or the column (--drop p), or take it for "
            "missing (--missing-words oops)",
        ),
    ],
)
def test_faults_of_columns_are_said_as_those_of_text(tmp_path, columns, said):
    path = tmp_path / "t.parquet"
    pandas.DataFrame(columns).to_parquet(path)
    with pytest.raises(UserError) as refused:
        read_data(path, options=ReadOptions(target=[*columns][-1]))
    assert str(refused.value) == f"{path}{said}"


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("drop", "no row is left: 2 rows with missing values: fill in the means "
                 "(--missing mean)"),
        ("mean", None),
    ],
)  # fmt: skip
@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".feather"])
def test_if_every_row_lacks_something_none_is_left(tmp_path, suffix, missing, said):
    frame = pandas.DataFrame({"p": [None, 2.0], "q": [1, None], "kind": [*"ab"]})
    path = tmp_path / f"t{suffix}"
    frame.to_csv(path, index=False) if suffix == ".csv" else save(frame, path)
    options = ReadOptions(missing=missing)
    if said is None:
        assert read_data(path, options=options).X.tolist() == [[2, 1], [2, 1]]
        return
    with pytest.raises(UserError) as refused:
        read_data(path, options=options)
    assert str(refused.value) == f"{path}: {said}"


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".feather"])
def test_too_many_levels_leave_no_feature(tmp_path, suffix):
    n = 202
    words = [f"word {i % 101}" for i in range(n)]
    frame = pandas.DataFrame({"name": words, "kind": ["a", "b"] * 101})
    path = tmp_path / f"t{suffix}"
    frame.to_csv(path, index=False) if suffix == ".csv" else save(frame, path)
    options = ReadOptions(one_hot=True)
    with pytest.raises(UserError) as refused:
        read_data(path, options=options)
    assert str(refused.value) == (
        f"{path}: no feature is left to learn from: column “name”, 101 different "
        "words, at most 100 make features: give a column of numbers"
    )


@pytest.mark.filterwarnings("ignore:Feather V1")  # nobody is to write it any more
def test_feather_of_the_first_version(tmp_path):
    from pyarrow import feather

    path = tmp_path / "t.feather"
    feather.write_feather(frame(20), path, version=1)
    data = read_data(path)
    np.testing.assert_array_equal(data.X, frame(20).iloc[:, :2].to_numpy())
    shares = [share for _, share in SampleTable.open(path).blocks(len_of)]
    assert shares[-1] == 1


def test_levels_that_are_numbers_and_decimals_are_read(tmp_path):
    import decimal

    import pyarrow

    path = tmp_path / "t.feather"
    cells = [decimal.Decimal("1.25"), decimal.Decimal("-3.50"), decimal.Decimal("7")]
    table = pyarrow.table(
        {
            "price": cells,
            "half": pyarrow.array([0.5, 1.5, 2.5], pyarrow.float16()),
            "level": pyarrow.array([10, 20, 10]).dictionary_encode(),
            "large": pyarrow.array([*"xyx"], pyarrow.large_string()),
        }
    )
    from pyarrow import feather

    feather.write_feather(table, path)
    data = read_data(path)
    assert data.X.tolist() == [[1.25, 0.5, 10], [-3.5, 1.5, 20], [7, 2.5, 10]]
    assert data.feature_names == ("price", "half", "level")
    assert data.class_names == ("x", "y")


@pytest.mark.parametrize("label", ["a ", None, "?"])
def test_labels_that_are_not_plain_are_read_as_text(tmp_path, label):
    path = tmp_path / "t.feather"
    table = pandas.DataFrame({"p": [1.0, 2, 3], "kind": ["a", label, "b"]})
    table.to_feather(path)
    data = read_data(path, options=ReadOptions(missing="drop"))
    assert data.class_names == ("a", "b")
    assert data.X.ravel().tolist() == ([1, 2, 3] if label == "a " else [1, 3])


@needs_openpyxl
def test_a_workbook_in_parts(tmp_path, monkeypatch):
    """The share is that of the rows declared; formulas are looked for once."""
    import openpyxl

    monkeypatch.setattr("engine.data.formats.workbook.ROWS", 4)
    book = openpyxl.Workbook()
    book.active.append(["x", "y", "kind"])
    for i in range(9):
        book.active.append([i, i / 8, "ab"[i % 2]] if i != 5 else [i, None, "b", None])
    path = tmp_path / "t.xlsx"
    book.save(path)
    parts = [*text_of(path)]
    assert [share for share, _ in parts] == [0.4, 0.8, 1]
    assert [text.count(b"\n") for _, text in parts] == [4, 4, 2]
    text = b"".join(text for _, text in parts).decode()
    assert text.startswith("x,y,kind\n0,0,a\n1,0.125,b\n")
    assert "\n5,,b\n" in text


@needs_openpyxl
def test_cells_beside_a_table_make_it_wider_and_are_named(tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["x", "kind", None], [1, "a"], [2, "b", None, "note"]):
        book.active.append(row)
    path = tmp_path / "t.xlsx"
    book.save(path)
    text = b"".join(text for _, text in text_of(path))
    assert text == b"x,kind,,\n1,a,,\n2,b,,note\n"
    assert read_data(path).feature_names == ("x",)


@needs_openpyxl
def test_a_workbook_without_a_sheet_of_cells_is_refused(tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    book.create_chartsheet("chart").add_chart(openpyxl.chart.BarChart())
    path = tmp_path / "t.xlsx"
    book.save(path)
    with pytest.raises(
        UserError, match=r"t\.xlsx: has no sheet with anything in it: give"
    ):
        read_data(path)


@needs_openpyxl
def test_a_workbook_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["x", "kind"], [1, "a"], [2, "b"]):
        book.active.append(row)
    path = tmp_path / "t.xlsx"
    book.save(path)
    with zipfile.ZipFile(path) as archive:
        parts = archive.infolist()
        packed = sum(one.compress_size for one in parts)
        whole = sum(one.file_size for one in parts)
    monkeypatch.setattr("engine.data.formats.workbook.FEW_BYTES", whole)
    monkeypatch.setattr("engine.data.formats.workbook.MOST_RATIO", 0)
    assert read_data(path).n_samples == 2
    monkeypatch.setattr("engine.data.formats.workbook.FEW_BYTES", whole - 1)
    with pytest.raises(UserError, match=r"unpacks to more than 0 MB, which is too"):
        read_data(path)
    monkeypatch.setattr("engine.data.formats.workbook.MOST_RATIO", whole // packed + 1)
    assert read_data(path).n_samples == 2
    monkeypatch.setattr("engine.data.formats.workbook.MOST_BYTES", whole - 1)
    with pytest.raises(UserError, match="unpacks to more than"):
        read_data(path)


def test_records_in_several_parts_come_once_each(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.data.formats.json_records.RECORDS", 4)
    path = tmp_path / "t.json"
    path.write_text(json.dumps([{"x": i, "class": "ab"[i % 2]} for i in range(10)]))
    blocks = [*SampleTable.open(path).blocks(len_of)]
    assert [n for n, _ in blocks] == [4, 4, 2]
    assert blocks[-1][1] == 1
    assert read_data(path).X.ravel().tolist() == [*range(10)]


def test_keys_that_not_all_records_have_and_a_changed_file(tmp_path):
    path = tmp_path / "t.json"
    path.write_text('[{"x": 1, "class": "a"}, {"y": 2, "class": "b", "x": null}]')
    file = opened(path)
    rows = [["x", "class", "y"], ["1.0", "a", ""], ["", "b", "2.0"]]
    assert cells_of(file) == rows
    path.write_text('[{"z": 1, "kind": "a"}]')
    assert cells_of(file) == [["z", "kind"], ["1.0", "a"]]


def test_records_that_are_not_in_utf_8_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(data_file, "RECOGNISED_IN", 4)
    path = tmp_path / "t.json"
    path.write_bytes(b'[{"x": 1, "class": "caf\xe9"}]')
    with pytest.raises(
        UserError,
        match=r"json: is not UTF-8 text: choose its encoding, it seems to be ",
    ):
        read_data(path)


def test_a_record_longer_than_is_possible_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.data.formats.json_records.PART_BYTES", 8)
    monkeypatch.setattr("engine.data.formats.json_records.LONGEST", 40)
    path = tmp_path / "t.json"
    path.write_text('[{"x": 1, "class": "a"}, {"x": 2, "class": "b"}]')
    assert read_data(path).n_samples == 2
    path.write_text(f'[{{"x": 1, "class": "a"}}, {{"x": 2, "class": "{"b" * 99}"}}]')
    with pytest.raises(UserError, match=r"json, record 2: is not JSON, or is cut sho"):
        read_data(path)


@pytest.mark.parametrize(
    ("arrays", "names", "classes"),
    [
        ({"feature_names": ["p", "q"]}, ("p", "q"), ("0", "1")),
        ({"feature_names": ["p", "class"]}, ("x1", "x2"), ("0", "1")),
        ({"feature_names": ["p", "p"]}, ("x1", "x2"), ("0", "1")),
        ({"feature_names": ["p"]}, ("x1", "x2"), ("0", "1")),
        ({"target_names": ["no", "yes"]}, ("x1", "x2"), ("no", "yes")),
        ({"target_names": ["no"]}, ("x1", "x2"), ("0", "1")),
        ({"target_names": [["no", "yes"]]}, ("x1", "x2"), ("0", "1")),
    ],
)
@pytest.mark.parametrize("pair", [("X", "y"), ("x", "y"), ("features", "labels")])
def test_names_beside_arrays_count_where_they_fit(
    tmp_path, arrays, names, classes, pair
):
    path = tmp_path / "t.npz"
    X, y = [[1.0, 2], [3, 4]], [[1], [0]]
    np.savez(path, **dict(zip(pair, (X, y), strict=True)), **arrays)
    data = read_data(path)
    assert (data.feature_names, data.class_names) == (names, classes)
    assert data.y.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("array", "said"),
    [
        (np.zeros((3, 1)), "has only one column: give a column per feature and"),
        (np.zeros((0, 3)), r"is an array of shape \(0, 3\)"),
        (np.zeros((2, 2, 2)), r"is an array of shape \(2, 2, 2\)"),
    ],
)
def test_one_array_needs_rows_and_two_columns(tmp_path, array, said):
    np.save(tmp_path / "t.npy", array)
    with pytest.raises(UserError, match=said):
        read_data(tmp_path / "t.npy")


def test_arrays_that_are_no_pair_are_refused_with_both_shapes(tmp_path):
    for X, y in (([[1.0], [2]], [[1, 2], [3, 4]]), (np.zeros((0, 2)), []), (5, 5)):
        np.savez(tmp_path / "t.npz", X=X, y=y)
        shapes = f"X has the shape {np.shape(X)}, but y {np.shape(y)}"
        with pytest.raises(UserError, match=re.escape(shapes)):
            read_data(tmp_path / "t.npz")


def test_truth_values_and_bytes_of_arrays_are_words(tmp_path):
    kinds = [("on", "?"), ("x", "f8"), ("kind", "S1")]
    np.save(tmp_path / "t.npy", np.array([(True, 1, b"a"), (False, 2, b"\xe9")], kinds))
    rows = [["on", "x", "kind"], ["true", "1.0", "a"], ["false", "2.0", "é"]]
    assert cells_of(tmp_path / "t.npy") == rows


def test_parts_of_columns_have_their_shares_and_room(tmp_path, monkeypatch):
    from pyarrow import feather

    path = tmp_path / "t.feather"
    table = pandas.DataFrame({"p": np.arange(10.0), "kind": [*"ab"] * 5})
    feather.write_feather(table, path, chunksize=5)
    stream = SampleTable.open(opened(path))
    assert [share for _, share in stream.blocks(len_of)] == [0.5, 1]
    monkeypatch.setattr(data_file, "free_memory", lambda: 3 * 8 * 10)
    assert read_data(path).n_samples == 10
    monkeypatch.setattr(data_file, "free_memory", lambda: 8 * 5 * 2 - 1)
    with pytest.raises(UserError, match=r"t\.feather: needs 0 MB of memory or more"):
        read_data(path)


def text_of(path):
    """Give the text that stands for a table that is none."""
    return format_of(path).text(opened(path))


def cells_of(path):
    """Give the names and the first rows, as they are shown."""
    file = opened(path)
    return format_of(file).table(file, ReadOptions()).features_grid.cells.tolist()


def len_of(block):
    return len(block.X)


def test_one_feature_may_be_an_array_of_its_own(tmp_path):
    np.savez(tmp_path / "t.npz", X=[1.5, 2, 3], y=["a", "b", "a"])
    data = read_data(tmp_path / "t.npz")
    assert (data.X.tolist(), data.feature_names) == ([[1.5], [2], [3]], ("x1",))


def _large(path, n=2**16):
    """Write a table of numbers that are all the same: it deflates to little."""
    X, y = np.zeros((n, 4)), np.arange(n) % 2
    if path.suffix == ".npz":
        np.savez_compressed(path, X=X, y=y)
    elif path.suffix in (".npy", ".parquet", ".feather"):
        frame = pandas.DataFrame(X, columns=list("pqrs")).assign(y=y)
        if path.suffix == ".npy":
            np.save(path, frame.to_numpy())
        elif path.suffix == ".parquet":
            frame.to_parquet(path)
        else:
            frame.to_feather(path, compression="zstd")
    else:
        text = b"0.000000,0.000000,0.000000,0.000000,a\n"
        packed = {".gz": gzip.compress, ".zip": lambda text: _zipped("t.csv", text)}
        path.write_bytes(packed.get(path.suffix, bytes)(text * n))


def _zipped(name, text):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return content.getvalue()


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("t.npz", 6), ("t.npy", 6), ("t.parquet", 6), ("t.feather", 6),
        ("t.csv.gz", 2), ("t.csv.zip", 2), ("t.csv", 2),
    ],
)  # fmt: skip
def test_a_table_beyond_the_free_memory_is_refused_before_it_is_read(
    tmp_path, monkeypatch, name, needed
):
    """But by ``--stream``, which reads some of it at a time."""
    path, shares = tmp_path / name, []
    _large(path)
    monkeypatch.setattr(data_file, "free_memory", lambda: (needed - 1) * 2**20)
    with pytest.raises(UserError) as refused:
        read_data(path, progress=lambda share: shares.append(share) or True)
    assert str(refused.value) == (
        f"{path}: needs {needed} MB of memory or more, {needed - 1} MB are free: take "
        "a part of it, or train with --stream"
    )
    assert not shares
    stream = SampleTable.open(opened(path))
    assert sum(n for n, _ in stream.blocks(len_of)) == 2**16
    monkeypatch.setattr(data_file, "free_memory", lambda: (needed + 1) * 2**20)
    assert read_data(path).n_samples == 2**16


def test_a_workbook_is_refused_by_the_memory_that_its_parts_take(tmp_path, monkeypatch):
    path = tmp_path / "t.xlsx"
    pandas.DataFrame({"a": [1, 2], "y": ["p", "q"]}).to_excel(path, index=False)
    assert read_data(path).n_samples == 2
    monkeypatch.setattr(data_file, "free_memory", lambda: 1000)
    with pytest.raises(UserError, match=r"t\.xlsx: needs 0 MB of memory or more, 0 MB"):
        read_data(path)


def test_one_batch_of_feather_is_refused_before_it_is_unpacked(tmp_path, monkeypatch):
    from pyarrow import Table, feather

    path = tmp_path / "t.feather"
    table = Table.from_pandas(pandas.DataFrame({"p": np.zeros(2**20), "y": 1.0}))
    feather.write_feather(table, path, compression="zstd", chunksize=2**20)
    monkeypatch.setattr(data_file, "free_memory", lambda: 15 * 2**20)
    with pytest.raises(UserError) as refused:
        SampleTable.open(opened(path))
    assert str(refused.value) == (
        f"{path}: needs 16 MB of memory or more, 15 MB are free: take a part of it, or "
        "save it in parts (chunksize=…)"
    )


def _text_columns(path, class_):
    """Write a table with a column of classes that pyarrow takes as it is."""
    import pyarrow
    from pyarrow import feather, parquet

    table = pyarrow.table({"a": [4.0, 2, 3, 1], "class": class_})
    if path.suffix == ".parquet":
        parquet.write_table(table, path)
    else:
        feather.write_feather(table, path)


def _in_latin_1(words):
    """Make a column of text whose bytes are not UTF-8, as R writes it."""
    import pyarrow

    content = [word.encode("latin-1") for word in words]
    ends = np.cumsum([0, *map(len, content)]).astype(np.int32)
    buffers = [None, *map(pyarrow.py_buffer, (ends.tobytes(), b"".join(content)))]
    return pyarrow.Array.from_buffers(pyarrow.string(), len(words), buffers)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("suffix", [".parquet", ".feather"])
@pytest.mark.parametrize("kind", ["binary", "large_binary", "dictionary", "two"])
def test_labels_in_bytes_are_their_words(tmp_path, suffix, kind, stream):
    import pyarrow

    kinds = {
        "binary": pyarrow.binary(), "large_binary": pyarrow.large_binary(),
        "dictionary": pyarrow.dictionary(pyarrow.int32(), pyarrow.binary()),
        "two": pyarrow.binary(2),
    }  # fmt: skip
    path = tmp_path / f"t{suffix}"
    _text_columns(path, pyarrow.array([b"uu", "ü".encode(), b"uu", b"uu"], kinds[kind]))
    if stream:
        blocks = SampleTable.open(opened(path)).blocks(lambda some: some.labels)
        assert {label for labels, _ in blocks for label in labels} == {"uu", "ü"}
        return
    data = read_data(path)
    assert (data.class_names, data.y.tolist()) == (("uu", "ü"), [0, 1, 0, 0])
    assert data.provenance.notes == ()


@pytest.mark.parametrize("suffix", [".parquet", ".feather"])
def test_text_that_is_not_utf_8_is_read_as_it_seems(tmp_path, suffix):
    path = tmp_path / f"t{suffix}"
    words = ["größte", "mäßig", "größte", "mäßig"]
    _text_columns(path, _in_latin_1(words))
    data = read_data(path)
    assert [data.class_names[code] for code in data.y] == words
    blocks = SampleTable.open(opened(path)).blocks(lambda some: some.labels)
    assert {label for labels, _ in blocks for label in labels} == {*words}
    if suffix == ".parquet":
        assert data.provenance.notes == (
            "Text is read as cp1252: --encoding chooses another.",
        )
        told = read_data(path, options=ReadOptions(encoding="cp850"))
        assert told.class_names == tuple(
            sorted({word.encode("latin-1").decode("cp850") for word in words})
        )
        assert told.provenance.notes == ()


@pytest.fixture
def workbook(tmp_path):
    """Write a workbook of three sheets, the first of which has no table."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "About"
    book.active.append(["What is measured", "and how"])
    for name, rows in {"Points": "ab", "2": "uvw"}.items():
        sheet = book.create_sheet(name)
        sheet.append(["p", "class"])
        for i, label in enumerate(rows):
            sheet.append([i, label])
    path = tmp_path / "t.xlsx"
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("sheet", "classes"),
    [("Points", "ab"), ("2", "uvw"), ("3", "uvw"), (" Points ", "ab")],
)
def test_a_sheet_is_chosen_by_its_name_or_number(workbook, sheet, classes):
    data = read_data(workbook, options=ReadOptions(sheet=sheet))
    assert data.class_names == (*classes,)


@pytest.mark.parametrize("sheet", ["4", "0", "points", "-1"])
def test_a_sheet_that_is_not_there_is_told_with_those_that_are(workbook, sheet):
    with pytest.raises(UserError) as refused:
        read_data(workbook, options=ReadOptions(sheet=sheet))
    assert str(refused.value) == (
        f"{workbook}: has no sheet “{sheet}”: choose one of About, Points, 2 "
        "(--sheet), by its name or number from 1 to 3"
    )


def test_every_command_takes_a_sheet(workbook, tmp_path, capsys):
    weights, path = str(tmp_path / "w.json"), str(workbook)
    assert run(["train", path, "--sheet", "Points", "--weights", weights]) == 0
    assert "--sheet" not in capsys.readouterr().err
    assert run(["train", path, "--sheet", "3", "--stream"]) == 0
    assert "classes u 1, v 1, w 1" in capsys.readouterr().out
    assert run(["predict", weights, path, "--sheet", "Points"]) == 0
    assert capsys.readouterr().out.split() == ["class", "a", "b"]
    assert run(["evaluate", weights, path, "--sheet", "Points"]) == 0
    assert run(["train", path]) == 2
    said = "read is “About”, the first of 3 sheets (--sheet chooses another)"
    assert said in capsys.readouterr().err
    table = tmp_path / "t.csv"
    table.write_text("p,class\n1,a\n2,b\n")
    assert run(["train", str(table), "--sheet", "1"]) == 2
    assert capsys.readouterr().err.endswith(
        "t.csv: is no workbook and has no sheets: leave --sheet out\n"
    )


@pytest.mark.parametrize("orient", [None, "columns", "index", "records"])
@pytest.mark.parametrize("rows", [None, list("uvw"), [7, 3, 5]])
def test_what_pandas_writes_as_json_is_read(tmp_path, orient, rows):
    table = pandas.DataFrame(
        {"a": [1.5, 2, 3], "b": [True, False, True], "class": ["p", "q", "p"]}, rows
    )
    for name in ("t.json", "t"):
        path = tmp_path / name
        table.to_json(path, orient=orient)
        if orient == "index" and rows and isinstance(rows[0], str):
            continue  # nothing tells it from the columns
        data = read_data(path)
        assert data.feature_names == ("a", "b")
        assert data.X.tolist() == [[1.5, 1], [2, 0], [3, 1]]
        assert (data.class_names, data.y.tolist()) == (("p", "q"), [0, 1, 0])


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (["anna", "ben", "cleo", "dan"], ["height", "label"]),
        (["2026-01-02", "2026-01-03", "2026-01-04"], ["height", "kind"]),
        ([f"r{i}" for i in range(9)], ["height", "wide"]),
    ],
)
def test_json_by_rows_is_not_read_across(tmp_path, rows, columns):
    """By a name of classes, by kinds of values, or as there are many more rows."""
    last = ["a", "b", "a"] if columns[1] == "kind" else [i % 2 for i in range(9)]
    values = {columns[0]: [float(i) for i in range(len(rows))]}
    table = pandas.DataFrame(values | {columns[1]: last[: len(rows)]}, rows)
    for orient in ("index", "columns"):
        path = tmp_path / f"{orient}.json"
        table.to_json(path, orient=orient)
        data = read_data(path)
        assert data.feature_names == ("height",)
        assert data.X[:, 0].tolist() == values["height"]


def test_a_value_that_is_missing_in_json_by_columns_is_missing(tmp_path):
    path = tmp_path / "t.json"
    pandas.DataFrame({"a": [1, None, 3], "y": ["p", "q", "p"]}).to_json(path)
    with pytest.raises(UserError, match=r"row 2, column a: the cell is empty"):
        read_data(path)
    assert read_data(path, options=ReadOptions(missing="drop")).n_samples == 2


@pytest.mark.parametrize(
    "text",
    [
        '{"of": {"a": 1, "b": {"c": 2}}, "y": "p"}\n{"y": "q", "of": {"a": 3, "b": '
        '{"c": 4}}}\n',
        '{"of.a": [1, 3], "of.b.c": [2, 4], "y": ["p", "q"]}',
        '[{"of": {"a": 1, "b.c": 2}, "y": "p"}, {"of": {"a": 3, "b.c": 4}, "y": "q"}]',
    ],
)
def test_objects_in_records_and_lists_by_columns_are_read(tmp_path, text):
    path = tmp_path / "t.jsonl"
    path.write_text(text)
    data = read_data(path)
    assert data.feature_names == ("of.a", "of.b.c")
    assert (data.X.tolist(), data.y.tolist()) == ([[1, 2], [3, 4]], [0, 1])


@pytest.mark.parametrize(
    "text",
    [
        '{"a": {"0": 1, "1": 2}, "y": {"0": "p"}}', '{"a": {}, "y": {}}',
        '{"a": {"0": 1}, "y": 2}', '{"a": [[1], [2]], "y": [1, 2]}',
    ],
)  # fmt: skip
def test_one_object_that_is_no_table_is_refused(tmp_path, text):
    path = tmp_path / "t.json"
    path.write_text(text)
    with pytest.raises(UserError, match="is JSON, but one object only: give an obj"):
        read_data(path)
