import json

import numpy
import pandas
import pytest

from engine.cli.main import run
from engine.data.classes import Classes, spoken_class
from engine.data.sample_table import read_data
from engine.data.tables import row_blocks
from engine.data.tables.read_options import ReadOptions


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("A", "class A"),
        ("class0", "class0"),
        ("Class 2", "Class 2"),
        ("a\nb", "class a b"),
    ],
)
def test_class_is_not_said_twice(name, said):
    assert spoken_class(name) == said


BIG = 2**53


def _exact(tmp_path, suffix):
    """Write a table of whole labels of which floats tell only some apart."""
    labels = [BIG, BIG + 1, -BIG - 1, BIG]
    table = pandas.DataFrame({"a": [1.0, 2, 3, 4], "b": [2.0, 1, 2, 1], "y": labels})
    path = tmp_path / f"t{suffix}"
    if suffix == ".csv":
        table.to_csv(path, index=False)
    elif suffix == ".json":
        table.to_json(path, orient="records")
    elif suffix == ".parquet":
        table.to_parquet(path)
    elif suffix == ".feather":
        table.to_feather(path)
    elif suffix == ".xlsx":
        table.astype({"y": str}).to_excel(path, index=False)
    elif suffix == ".npz":
        numpy.savez(path, X=table[["a", "b"]].to_numpy(), y=table["y"].to_numpy())
    elif suffix == ".tab":
        head = "a\tb\ty\nc\tc\td\n\t\tclass\n"
        path.write_text(head + table.to_csv(sep="\t", header=False, index=False))
    else:
        kind = f"{{{BIG},{BIG + 1},{-BIG - 1}}}" if suffix == ".arff" else "integer"
        path = tmp_path / "t.arff"
        head = f"@relation r\n@attribute a real\n@attribute b real\n@attribute y {kind}"
        path.write_text(f"{head}\n@data\n{table.to_csv(header=False, index=False)}")
    return path


@pytest.mark.parametrize(
    "suffix",
    [
        ".csv", ".json", ".parquet", ".feather", ".xlsx", ".npz", ".tab", ".arff",
        "integer.arff",
    ],
)  # fmt: skip
def test_large_whole_labels_are_classes_to_the_last_digit(tmp_path, suffix):
    data = read_data(_exact(tmp_path, suffix))
    assert data.class_names == (f"{-BIG - 1}", f"{BIG}", f"{BIG + 1}")
    assert data.y.tolist() == [1, 2, 0, 1]


def test_large_labels_beside_one_that_is_missing_are_exact(tmp_path):
    path = tmp_path / "t.parquet"
    labels = pandas.array([BIG + 1, None, BIG], dtype="Int64")
    pandas.DataFrame({"a": [1.0, 2, 3], "y": labels}).to_parquet(path)
    data = read_data(path, options=ReadOptions(missing="drop"))
    assert data.class_names == (f"{BIG}", f"{BIG + 1}")
    assert data.y.tolist() == [1, 0]


def test_one_number_written_in_several_ways_is_one_class_where_it_is_a_number():
    labels = ["1", "1.0", "+1", f"{BIG}.0", f"{BIG}", f"{BIG + 1}", "1.0e300"]
    classes = Classes(labels, "number")
    assert classes.names == ("1", f"{BIG}", f"{BIG + 1}", f"1{'0' * 300}")
    assert classes.codes_of(["1", "+1", f"{BIG + 1}.0"]).tolist() == [0, 0, 2]


def _declared(suffix, labels):
    """Write labels, beside two numbers, in a format that says they are none."""
    rows = [f"{i},{i % 2},{label}" for i, label in enumerate(labels)]
    if suffix == ".arff":
        kinds = f"a numeric,b numeric,y {{{';'.join(sorted({*labels}))}}}"
        lines = [f"@attribute {kind}" for kind in kinds.split(",")]
        head = "\n".join(["@relation r", *lines, "@data"]).replace(";", ",")
        return "\n".join([head, *rows])
    if suffix == ".tab":
        return "\n".join(["a,b,y", "c,c,d", ",,class", *rows]).replace(",", "\t")
    if suffix == ".json":
        cells = [row.split(",") for row in rows]
        return json.dumps([{"a": int(a), "b": int(b), "y": y} for a, b, y in cells])
    quote = suffix.removesuffix(".csv")
    cells = [row.rpartition(",") for row in rows]
    return "\n".join(["a,b,y", *(f"{c[0]},{quote}{c[2]}{quote}" for c in cells)])


@pytest.mark.parametrize(
    ("labels", "names", "told"),
    [
        (["00", "01", "10", "11"], ("00", "01", "10", "11"), ""),
        (["1E5", "1E6", "1E5"], ("1E5", "1E6"), ""),
        (["1E5", "1E6", "1E05"], ("1E05", "1E5", "1E6"), "“1E05” and “1E5”"),
        (["1.1", "1.10", "2.0"], ("1.1", "1.10", "2.0"), "“1.1” and “1.10”"),
    ],
)
@pytest.mark.parametrize("suffix", [".csv", '".csv', ".arff", ".tab", ".json"])
def test_labels_that_are_no_numbers_stay_as_written(
    tmp_path, suffix, labels, names, told
):
    path = tmp_path / ("t" + suffix.strip('"'))
    path.write_text(_declared(suffix, labels))
    data = read_data(path)
    assert data.class_names == names
    assert [names[code] for code in data.y] == labels
    notes = " ".join(data.provenance.notes)
    assert ("one number" in notes) == (bool(told) and suffix.endswith(".csv"))
    assert told in notes or not suffix.endswith(".csv")


def test_a_declared_category_keeps_its_spelling_a_number_does_not(tmp_path):
    for kind, names in (("{+1,-1,10.0}", ("-1", "+1", "10.0")), ("real", None)):
        path = tmp_path / "t.arff"
        head = f"@relation r\n@attribute a real\n@attribute y {kind}\n@data\n"
        path.write_text(head + "1,+1\n2,-1\n3,10.0\n4,+1\n")
        assert read_data(path).class_names == (names or ("-1", "1", "10"))


def test_a_true_minus_is_a_minus_in_labels_too(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("x,y,c\n−1.5,2,−1\n3,1e−2,1\n")
    data = read_data(path)
    assert data.X.tolist() == [[-1.5, 2], [3, 0.01]]
    assert data.class_names == ("-1", "1")


def test_a_spelling_that_comes_late_is_a_class_of_a_stream_too(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(row_blocks, "HEAD_BYTES", 40)
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", 40)
    path = tmp_path / "t.csv"
    rows = "".join(f"{i},{-i},{'1.1' if i % 2 else '2.0'}\n" for i in range(50))
    path.write_text(f"a,b,y\n{rows}7,8,1.10\n")
    assert run(["train", str(path), "--stream", "--epochs", "1"]) == 0
    told = capsys.readouterr()
    assert "score of 1.10:" in told.out
    assert "“1.1” and “1.10” are one number" in told.err


def test_one_large_label_is_not_split_by_evaluate(tmp_path, capsys):
    table, weights = tmp_path / "t.csv", tmp_path / "w.json"
    table.write_text(f"a,y\n-1,{BIG}\n1,{BIG + 1}\n")
    assert run(["train", str(table), "--weights", str(weights)]) == 0
    capsys.readouterr()
    assert run(["evaluate", str(weights), str(table), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["error"] == 0
