import json

import numpy
import pandas
import pytest

from engine.cli.main import run
from engine.data.classes import Classes, spoken_class
from engine.data.formats.read_options import ReadOptions
from engine.data.formats.sample_table import read_data


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


def test_one_number_written_in_several_ways_is_one_class():
    classes = Classes(["1", "1.0", "+1", f"{BIG}.0", f"{BIG}", f"{BIG + 1}", "1e300"])
    assert classes.names == ("1", f"{BIG}", f"{BIG + 1}", f"1{'0' * 300}")
    assert classes.codes_of(["1", "+1", f"{BIG + 1}.0"]).tolist() == [0, 0, 2]


def test_one_large_label_is_not_split_by_evaluate(tmp_path, capsys):
    table, weights = tmp_path / "t.csv", tmp_path / "w.json"
    table.write_text(f"a,y\n-1,{BIG}\n1,{BIG + 1}\n")
    assert run(["train", str(table), "--weights", str(weights)]) == 0
    capsys.readouterr()
    assert run(["evaluate", str(weights), str(table), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["error"] == 0
