"""Another table is read as the one that a model was learned from."""

import pytest

from engine.data.formats.read_options import ReadOptions
from engine.data.formats.sample_table import open_like, read_rows
from engine.data.provenance import Column, Provenance
from engine.errors import UserError

PLANT = Provenance("iris.csv", "kind", (Column("wide"), Column("long")))


@pytest.fixture
def file(tmp_path):
    def write(content, name="new.csv"):
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    ("content", "labels"),
    [
        ("wide,long,kind\n1,2,a\n3,4,b\n", ["a", "b"]),
        ("kind;long;town;wide\na;2;Ulm;1\nb;4;Rome;3\n", ["a", "b"]),
        ("long,wide\n2,1\n4,3\n", []),
        ("1,2\n3,4\n", []),
        ("1,2,a\n3,4,b\n", ["a", "b"]),
    ],
)
def test_columns_are_found_by_name_or_position(file, content, labels):
    table = open_like(file(content), PLANT)
    rows = read_rows(table)
    assert rows.X.tolist() == [[1, 2], [3, 4]]
    assert rows.labels == labels
    assert [rows.labels[code] for code in rows.which if labels] == labels
    assert table.feature_names == ("wide", "long")
    assert bool(table.target_name) == bool(labels)


def test_what_is_not_there_is_named(file):
    with pytest.raises(UserError, match="has no column “long”, which is a feature of"):
        open_like(file("wide,height,kind\n1,2,a\n"), PLANT)
    with pytest.raises(UserError, match="has no header and 4 columns"):
        open_like(file("1,2,3,4\n"), PLANT)
    table = open_like(file("wide,long,height\n1,2,3\n"), PLANT)
    assert table.notes == ("not a feature of the model, left out: “height”",)


def test_the_classes_may_be_in_another_column(file):
    path = file("wide,long,answer\n1,2,a\n3,4,b\n")
    rows = read_rows(open_like(path, PLANT, ReadOptions(target="answer")))
    assert rows.labels == ["a", "b"]


@pytest.mark.parametrize("name", ["new.tab", "new.csv"])
def test_formats(file, name):
    head = "long\twide\tkind\nc\tc\td\n\t\tclass\n"
    text = head + "2\t1\ta\n" if name.endswith("tab") else "long,wide,kind\n2,1,a\n"
    rows = read_rows(open_like(file(text, name), PLANT))
    assert rows.X.tolist() == [[1, 2]]
    assert (rows.labels, rows.which.tolist()) == (["a"], [0])


def test_a_file_that_is_read_as_a_whole_is_one_block(file):
    table = open_like(file("+1 1:5 2:6\n-1 1:7 2:8\n", "new.svm"), PLANT)
    ((X, share),) = table.blocks(lambda samples: samples.X)
    assert (X.tolist(), share) == ([[5, 6], [7, 8]], 1)


def test_columns_without_names_are_found_where_the_known_table_has_them(file):
    columns = (Column("wide", position=4), Column("long", position=2))
    like = Provenance("t.csv", "kind", columns, target_position=1, width=4)
    rows = read_rows(open_like(file("a,2,0,1\nb,4,0,3\n"), like))
    assert (rows.X.tolist(), rows.labels) == ([[1, 2], [3, 4]], ["a", "b"])


def test_a_minus_is_a_label_beside_a_plus(file):
    path = file("wide,long,kind\n1,2,+\n3,4,-\n")
    rows = read_rows(open_like(path, PLANT))
    assert [rows.labels[code] for code in rows.which] == ["+", "-"]
