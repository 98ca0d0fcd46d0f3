"""Another table is read as the one that a model was learned from."""

import pandas
import pytest

from engine.data.dataset import Dataset
from engine.data.formats.registry import write_data
from engine.data.provenance import Column, Provenance
from engine.data.sample_table import open_like, read_data
from engine.data.tables.read_options import ReadOptions
from engine.errors import UserError
from tests.engine.data.rows import read_rows

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
    with pytest.raises(UserError, match="has 4 columns without names"):
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


def refused(file, content, like, **told):
    with pytest.raises(UserError) as fault:
        open_like(file(content), like, ReadOptions(**told))
    return str(fault.value).partition("new.csv: ")[2]


def test_classes_that_are_called_otherwise_are_found_by_a_usual_name(file):
    table = open_like(file("species,long,wide,note\na,2,1,x\nb,4,3,y\n"), PLANT)
    assert read_rows(table).labels == ["a", "b"]
    assert table.notes == (
        "the classes are taken from “species”",
        "not a feature of the model, left out: “note”",
    )
    none = Provenance("iris.csv", "", PLANT.columns)
    assert open_like(file("species,long,wide\na,2,1\n"), none).target_name == ""
    asked = Provenance("t.csv", "kind", (Column("wide"), Column("class")))
    assert open_like(file("class,wide\n1,2\n3,4\n"), asked).target_name == ""


def test_what_the_known_table_did_not_use_either_is_not_told(file):
    like = Provenance("t.csv", "kind", PLANT.columns, unused=("town",))
    path = file("wide,town,long,kind,note\n1,x,2,a,y\n3,z,4,b,y\n")
    assert open_like(path, like).notes == (
        "not a feature of the model, left out: “note”",
    )


def test_all_features_that_are_not_there_are_named(file):
    like = Provenance("t.csv", "kind", tuple(Column(name) for name in "pqrs"))
    assert refused(file, "r,s,kind\n1,2,a\n", like, header=True) == (
        "has no columns “p”, “q”, which are features of the model: it has “r”, “s”, "
        "“kind”: add the missing ones, or rename those that are meant"
    )


@pytest.mark.parametrize(
    ("content", "target", "label"),
    [
        ("1,2\n3,4\n", None, []),
        ("1,2,a\n3,4,b\n", None, ["a", "b"]),
        ("1,2,a\n3,4,b\n", "3", ["a", "b"]),
        ("a,1,2\nb,3,4\n", "1", ["a", "b"]),
        ("1,a,2\n3,b,4\n", "2", ["a", "b"]),
    ],
)
def test_where_the_class_stands_may_be_told_without_a_header(
    file, content, target, label
):
    table = open_like(file(content), PLANT, ReadOptions(target=target, header=False))
    rows = read_rows(table)
    assert rows.X.tolist() == [[1, 2], [3, 4]]
    assert rows.labels == label
    first = 2 if content.startswith("a") else 1
    second = 3 if content.startswith(("a", "1,a")) else 2
    assert table.notes == (
        f"no header, so by position: column {first} is wide, column {second} is long",
    )


def test_columns_that_cannot_be_those_of_the_model_by_position_are_counted(file):
    said = (
        "has {} columns without names{}, where the model has 2 features: give these "
        "alone, in their order (wide, long), or name the columns"
    )
    assert refused(file, "1,2,3,4\n5,6,7,8\n", PLANT) == said.format(4, "")
    assert refused(file, "1,2\n3,4\n", PLANT, target="1") == said.format(
        2, ", the target among them"
    )
    assert refused(file, "1,2\n3,4\n", PLANT, target="9").startswith(
        "has no column “9”"
    )


def test_of_many_columns_by_position_the_first_are_named(file):
    names = [f"f{j}" for j in range(1, 8)]
    like = Provenance("t.csv", "", tuple(map(Column, names)))
    six = ", ".join(f"column {j} is f{j}" for j in range(1, 7))
    table = open_like(file("1,2,3,4,5,6,7\n"), like, ReadOptions(header=False))
    assert table.notes == (f"no header, so by position: {six} …",)
    like = Provenance("t.csv", "", tuple(map(Column, names[:6])))
    table = open_like(file("1,2,3,4,5,6\n"), like, ReadOptions(header=False))
    assert table.notes == (f"no header, so by position: {six}",)


@pytest.mark.parametrize("content", ["1\n2\n", "wide\n1\n2\n"])
def test_one_column_is_the_one_feature(file, content):
    like = Provenance("t.csv", "kind", (Column("wide"),))
    assert read_rows(open_like(file(content), like)).X.tolist() == [[1], [2]]


def test_one_column_under_another_name_lacks_the_feature(file):
    like = Provenance("t.csv", "kind", (Column("wide"),))
    assert refused(file, "narrow\n1\n2\n", like) == (
        "has no column “wide”, which is a feature of the model: it has “narrow”: "
        "add the missing ones, or rename those that are meant"
    )


def test_words_and_levels_are_found_by_position_too(file):
    first = file("yes,1,Ulm,a\nno,2,Rome,b\nno,3,Ulm,a\n", "first.csv")
    options = ReadOptions(one_hot=True, header=False)
    data = read_data(first, options=options)
    kinds = [(one.kind, one.position) for one in data.provenance.columns]
    assert kinds == [("binary", 1), ("number", 2), ("one-hot", 3)]
    table = open_like(file("NO,5,Rome,b\nyes,7,Bonn,b\n"), data.provenance)
    rows = read_rows(table)
    assert rows.X.tolist() == [[0, 5, 1, 0], [1, 7, 0, 0]]
    assert rows.labels == ["b"]
    assert table.notes[-1] == (
        "1 value of “x3” not known from the data before: 0 in all its features."
    )


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".feather"])
@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("maybe", "is neither no nor yes, as those before it: correct it or delete"),
        ("", "the cell is empty or missing; in all, 1 value of “smokes” is missing"),
    ],
)
def test_a_word_that_the_model_does_not_know_has_no_flag(
    file, tmp_path, suffix, cell, said
):
    known = Column("smokes", "binary", ("no", "yes"))
    like = Provenance("t.csv", "kind", (known, Column("size")))
    frame = pandas.DataFrame(
        {"size": [1.5, 2, 3], "smokes": ["Yes", "no", cell], "kind": [*"aba"]}
    )
    path = tmp_path / f"t{suffix}"
    if suffix == ".csv":
        frame.to_csv(path, index=False)
    else:
        getattr(frame.replace("", None), f"to_{suffix[1:]}")(path)
    with pytest.raises(UserError) as fault:
        read_rows(open_like(path, like))
    place = "line 4" if suffix == ".csv" else "row 3"
    assert str(fault.value).startswith(f"{path}, {place}, column smokes: ")
    assert said in str(fault.value)
    assert "--drop" not in str(fault.value)


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".arff"])
def test_text_where_the_model_has_numbers_has_no_flag(file, tmp_path, suffix):
    like = Provenance("t.csv", "kind", (Column("size"),))
    frame = pandas.DataFrame({"size": ["1.5", "oops"], "kind": [*"ab"]})
    path = tmp_path / f"t{suffix}"
    if suffix == ".csv":
        frame.to_csv(path, index=False)
    elif suffix == ".arff":
        head = "@relation r\n@attribute size {1.5,oops}\n@attribute kind {a,b}\n@data\n"
        path.write_text(head + "1.5,a\noops,b\n")
    else:
        frame.to_parquet(path)
    with pytest.raises(UserError) as fault:
        read_rows(open_like(path, like))
    place = {".csv": "line 3", ".parquet": "row 2", ".arff": "line 6"}[suffix]
    assert str(fault.value) == (
        f"{path}, {place}, column size: “oops” is not a number: correct it or delete "
        "the row"
    )


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_samples_without_a_class_that_lack_a_value(file, tmp_path, suffix):
    like = Provenance("t.csv", "kind", (Column("p", mean=7.0), Column("q")))
    frame = pandas.DataFrame({"q": [1.0, 2.0, None], "p": [3.0, None, 5.0]})
    path = tmp_path / f"t{suffix}"
    if suffix == ".csv":
        frame.to_csv(path, index=False)
    else:
        frame.to_parquet(path)
    with pytest.raises(UserError) as fault:
        read_rows(open_like(path, like))
    place = "line 3" if suffix == ".csv" else "row 2"
    assert str(fault.value) == (
        f"{path}, {place}, column p: the cell is empty or missing; in all, 2 values of "
        "“p”, “q” are missing in the 3 rows: leave such rows out or fill in the means "
        "(--missing drop, --missing mean)"
    )
    rows = read_rows(open_like(path, like, ReadOptions(missing="drop")))
    assert (rows.X.tolist(), rows.labels) == ([[3, 1]], [])
    with pytest.raises(UserError, match="“q” has missing values, but had none"):
        read_rows(open_like(path, like, ReadOptions(missing="mean")))
    known = Provenance("t.csv", "kind", (Column("p", mean=7.0), Column("q", mean=8.0)),
                       (("missing", "mean"),))  # fmt: skip
    rows = read_rows(open_like(path, known))
    assert rows.X.tolist() == [[3, 1], [7, 2], [5, 8]]


@pytest.mark.parametrize("suffix", [".csv", ".tab", ".arff", ".parquet", ".json"])
def test_the_missing_words_of_a_model_hold_in_every_format(tmp_path, suffix):
    path = tmp_path / f"t{suffix}"
    if suffix == ".json":
        path.write_text('[{"p": -999, "q": 1}, {"p": 2, "q": 3}]')
    else:
        write_data(Dataset([[-999, 1], [2, 3]], ["a", "b"], ["p", "q"]), path)
    columns = Column("p", mean=7.0), Column("q", mean=5.0)
    told = ("missing-words", "-999"), ("missing", "mean")
    rows = read_rows(open_like(path, Provenance("old.csv", "class", columns, told)))
    assert rows.X.tolist() == [[7, 1], [2, 3]]
