"""Orange's .tab: its three lines, what they mark, and what is wrong in them."""

import pytest

from engine.cli.main import run
from engine.data.dataset import Dataset
from engine.data.formats.registry import format_of, write_data
from engine.data.sample_table import read_data
from engine.data.tables import text_table
from engine.data.tables.read_options import ReadOptions
from engine.errors import UserError


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "t.tab"
        path.write_text(content, encoding="utf-8", newline="")
        return path

    return write


ROWS = "1\t2\t3\tp\n4\t5\t6\tq\n"


@pytest.mark.parametrize(
    ("types", "roles", "features"),
    [
        ("c\tcontinuous\tnumeric\td", "\t\t\tclass", ("a", "b", "c")),
        ("C\tn\tC\tnominal", "\tmeta\t\tc", ("a", "c")),
        ("c\tc\tstring\tdiscrete", "i\t\t\tclass x=1", ("b",)),
        ("c\ttime\tc\tp q", "\t\tweight\tclass", ("a",)),
        ("c\tt\tc\tp q", "\t\tw\tclass", ("a",)),
        ("c\ttext\tbasket\tp q", "\t\t\tclass", ("a",)),
        ("c\ts\tc\tp q", "\t\tm\tclass", ("a",)),
        ("c\tc\tc\tp q", "ignore\t\t\tclass", ("b", "c")),
    ],
)
def test_types_and_roles_tell_the_features(file, types, roles, features):
    data = read_data(file(f"a\tb\tc\tk\n{types}\n{roles}\n{ROWS}"))
    assert data.feature_names == features
    assert data.class_names == ("p", "q")
    left = [name for name in "abc" if name not in features]
    found = data.provenance
    assert found.unused == tuple(left)
    assert found.target_reason == "the file says so"
    weights = ["c"] if {"w", "weight"} & {*roles.split("\t")} else []
    others = [name for name in left if name not in weights]
    plural = "s" if len(others) > 1 else ""
    said = ", ".join(f"“{name}”" for name in others)
    expected = [f"Left out: column{plural} {said}, as the file says."] if others else []
    expected += [
        f"Left out: column “{name}”, weights (--weight {name} takes them)."
        for name in weights
    ]
    assert found.notes == tuple(expected)


@pytest.mark.parametrize(
    ("roles", "said"),
    [("\t\t\t", "no column"), ("\t\tclass\tc", "2 columns"), ("", "no column")],
)
def test_one_column_is_the_class(file, roles, said):
    path = file(f"a\tb\tc\tk\nc\tc\tc\td\n{roles}\n{ROWS}")
    with pytest.raises(UserError) as refused:
        read_data(path)
    assert str(refused.value) == (
        f"{path}: its header marks {said} as “class”: mark one column, or choose "
        "the target among a, b, c, k"
    )
    data = read_data(path, options=ReadOptions(target="b"))
    assert (data.class_names, data.feature_names) == (("2", "5"), ("a", "c"))


def test_without_types_it_is_a_table_under_one_line(file):
    data = read_data(file("a\tb\tkind\n" + "1\t2\tp\n3\t4\tq\n"))
    assert data.X.tolist() == [[1, 2], [3, 4]]
    assert read_data(file("a\tkind\n1\tp\n")).X.tolist() == [[1]]


@pytest.mark.parametrize("end", ["", "\n", "\n\n \n"])
def test_three_lines_without_rows_are_refused(file, end):
    path = file("a\tk\nc\td\n\tclass" + end)
    with pytest.raises(UserError) as refused:
        read_data(path)
    assert str(refused.value) == (
        f"{path}: has no rows under the three lines of its header: add one for "
        "each sample"
    )


def test_names_are_told_once_each(file):
    path = file("\n\na\ta\tk\nc\tc\td\n\t\tclass\n1\t2\tp\n3\t4\tq\n")
    with pytest.raises(UserError) as refused:
        read_data(path)
    assert (
        str(refused.value) == f"{path}, line 3: two columns are called “a”: rename one"
    )
    path.write_text("a\t\tk\nc\tc\td\n\t\tclass\n1\t2\tp\n3\t4\tq\n")
    with pytest.raises(UserError, match="line 1: column 2 has no name: name it or del"):
        read_data(path)


@pytest.mark.parametrize(("decimal", "X"), [("", None), (",", [[1.5], [2.5]])])
def test_a_decimal_comma_is_told(file, decimal, X):
    path = file("a\tk\nc\td\n\tclass\n1,5\tp\n2,5\tq\n")
    if X is None:
        with pytest.raises(UserError, match="“a” may hold numbers in another format"):
            read_data(path)
    else:
        data = read_data(path, options=ReadOptions(decimal=decimal))
        assert data.X.tolist() == X


def test_a_header_longer_than_a_head(file, monkeypatch):
    monkeypatch.setattr(text_table, "WIDE_HEAD_BYTES", 1)
    names = [f"{'long name ' * 30}{j}" for j in range(300)]
    lines = ["\t".join([*names, "k"]), "\t".join(["c"] * 300 + ["d"])]
    lines += ["\t" * 300 + "class", "\t".join([*map(str, range(300)), "p"])]
    lines += ["\t".join(["7"] * 300 + ["q"]), ""]
    data = read_data(file("\n".join(lines)))
    assert data.feature_names == tuple(names)
    assert data.X.tolist() == [[*range(300)], [7] * 300]


@pytest.mark.parametrize(
    ("bad", "why"),
    [("", "an empty name, which"), ("a\nb", "“a b” has a line end in its name, which")],
)
def test_a_name_that_cannot_be_written_is_refused(tmp_path, bad, why):
    path = tmp_path / "t.tab"
    with pytest.raises(UserError, match=f"{why} a .tab cannot hold: rename it"):
        write_data(Dataset([[1], [2]], [0, 1], feature_names=[bad]), path)
    assert not path.exists()


def test_a_tab_as_it_is_written(tmp_path):
    path = tmp_path / "t.tab"
    data = Dataset([[1, 2.5]], ["b"], ["p", "class"], ["a b", "b"])
    write_data(data, path)
    assert path.read_text() == (
        "p\tclass\tclass_\ncontinuous\tcontinuous\tdiscrete\n\t\tclass\n1.0\t2.5\tb\n"
    )


ONE_LINE = [
    ["mS#name", "cD#kind", "C#width", "height", "i#code", "wC#count", "S#note", "D#k"],
    ["r1", "a", "1", "2", "7", "3", "u", "1"],
    ["r2", "b", "3", "4.5", "8", "1", "v", "2"],
    ["r3", "a", "5", "6", "9", "2", "w", "1"],
]


def one_line(path, between):
    path.write_text("".join(between.join(row) + "\n" for row in ONE_LINE))
    return path


@pytest.mark.parametrize(
    ("name", "between"),
    [("t.tab", "\t"), ("t.csv", ","), ("t.tsv", "\t"), ("t.txt", " "), ("t", ";")],
)
def test_roles_and_types_before_the_names_in_one_line(tmp_path, name, between):
    path = one_line(tmp_path / name, between)
    data = read_data(path)
    assert data.feature_names == ("width", "height", "k")
    assert data.X.tolist() == [[1, 2, 1], [3, 4.5, 2], [5, 6, 1]]
    assert (data.class_names, data.y.tolist()) == (("a", "b"), [0, 1, 0])
    found = data.provenance
    assert (found.target, found.target_reason) == ("kind", "the file says so")
    assert found.notes == (
        "Left out: column “name”, which names the samples.",
        "Left out: columns “code”, “note”, as the file says.",
        "Left out: column “count”, weights (--weight count takes them).",
    )
    told = read_data(path, options=ReadOptions(target="k", like=None))
    assert (told.provenance.target, told.feature_names) == ("k", ("width", "height"))
    again = read_data(path, options=ReadOptions(like=found))
    assert again.X.tolist() == data.X.tolist()


def test_weights_of_one_line_are_taken_where_they_are_told(tmp_path, capsys):
    path = one_line(tmp_path / "t.tab", "\t")
    assert run(["train", str(path), "--weight", "count", "--epochs", "1"]) == 0
    assert "count" not in capsys.readouterr().err
    data = read_data(path, options=ReadOptions(weight="count"))
    assert data.feature_names == ("width", "height", "count", "k")


THREE_LINES = (
    ("weights", "size", "who", '"x, y"', "codes", "b"),
    ("continuous", r"small\ one big\ one", "string", "continuous", "1 2 3", "c"),
    ("weight", "class", "meta", "", "unit=m", ""),
    ("1", "small one", '"a, b"', "1", "1", "0.5"),
    ("2", "big one", "c", "2", "2", "0.25"),
    ("1", "small one", "d", "3", "3", ""),
)
"""As Orange 3.40 writes them, by its CSVReader and its TabReader."""


@pytest.mark.parametrize(
    ("name", "between"),
    [("t.csv", ","), ("t.tab", "\t"), ("t.csv", ";"), ("t.txt", "\t")],
)
def test_three_lines_of_any_table(tmp_path, capsys, name, between):
    path = tmp_path / name
    path.write_text("".join(between.join(row) + "\n" for row in THREE_LINES))
    data = read_data(path, options=ReadOptions(missing="drop"))
    assert data.feature_names == ("x, y", "b")
    assert data.X.tolist() == [[1, 0.5], [2, 0.25]]
    assert data.class_names == ("big one", "small one")
    assert data.provenance.notes == (
        "Left out: column “weights”, weights (--weight weights takes them).",
        "Left out: column “who”, which names the samples.",
        "Left out: column “codes”, a declared category "
        "(--one-hot makes features of it).",
        "Left out: 1 row with missing values.",
    )
    told = ["--weight", "weights", "--missing", "drop", "--epochs", "1"]
    assert run(["train", str(path), *told]) == 0
    assert "“weights”" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "table",
    [
        "a,b,k\nc,d,s\nc,i,m\nd,w,s\nt,n,m\n",  # letters
        "a,b,k\ncontinuous,d,p\nclass,w,q\nnumeric,s,p\n",  # words of the field
        "a,k\nmuch text,numeric\nclass,\nmore text,yes\n",
        "n,k\n1,p\n2,q\n3,p\n",
    ],
)
def test_words_that_could_be_types_are_a_plain_table(tmp_path, table):
    path = tmp_path / "t.csv"
    path.write_text(table)
    assert format_of(path).name == "Table"


@pytest.mark.parametrize(
    ("first", "features", "target"),
    [("m#id\tx1\ty", ("x1",), "y"), ("C#a\tcS#y\tC#b", ("a", "b"), "y")],
)
def test_some_roles_are_enough(tmp_path, first, features, target):
    path = tmp_path / "t.tab"
    path.write_text(f"{first}\n1\t2\t1\n2\t4\t2\n3\t2\t1\n")
    data = read_data(path)
    assert (data.feature_names, data.provenance.target) == (features, target)


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("c#a\tc#b\tC#x", "its header marks 2 columns as “class”"),
        ("c#a\tC#x\tx", "line 1: two columns are called “x”: rename one"),
    ],
)
def test_one_line_that_cannot_be_is_refused(tmp_path, first, said):
    path = tmp_path / "t.tab"
    path.write_text(f"{first}\n1\t2\t1\n2\t4\t2\n")
    with pytest.raises(UserError) as refused:
        read_data(path)
    assert said in str(refused.value)


@pytest.mark.parametrize("first", ["c#,d#,y", "C#4,D#4,y", "abc#x,q,y", "#1,#2,y"])
def test_names_with_a_sign_are_plain_ones(tmp_path, first):
    path = tmp_path / "t.csv"
    path.write_text(f"{first}\n1,2,a\n2,4,b\n")
    assert read_data(path).feature_names == (*first.split(",")[:2],)
