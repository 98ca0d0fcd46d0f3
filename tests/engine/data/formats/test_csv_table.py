""""""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.data.dataset import LARGEST, Dataset
from engine.data.formats.csv_table import write_csv
from engine.data.formats.registry import write_data
from engine.data.sample_table import read_data
from engine.data.tables.column_roles import is_called_name
from engine.data.tables.missing_values import is_missing
from engine.data.tables.read_options import ReadOptions
from engine.errors import Cancelled, UserError

IRIS = Path(__file__).parents[4] / "resources" / "data" / "iris.csv"


@pytest.fixture
def table(tmp_path):
    def write(content: str | bytes) -> Path:
        path = tmp_path / "table.csv"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def assert_read(path, X, labels, features, target=None):
    data = read_data(path, options=ReadOptions(target=target))
    assert data.X.tolist() == X
    assert [data.class_names[code] for code in data.y] == labels
    assert list(data.feature_names) == features


def test_iris():
    data = read_data(IRIS)
    assert data.X.shape == (150, 4)
    assert data.class_names == ("setosa", "versicolor", "virginica")
    assert data.counts.tolist() == [50, 50, 50]
    assert data.X.sum() == pytest.approx(2078.7)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " ", ", ", "   ", " ; "])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("header", [True, False])
def test_delimiters_line_ends_and_headers(table, delimiter, end, header):
    rows = [["1", "-2.5", "a"], ["3e2", ".5", "b"]]
    if header:
        rows.insert(0, ["x1", "x2", "kind"])
    path = table(end.join(delimiter.join(row) for row in rows) + end)
    assert_read(path, [[1, -2.5], [300, 0.5]], ["a", "b"], ["x1", "x2"])


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbfp,q,class\n1,2,a\n3,4,b\n",
        b"\n\n  \np,q,class\n\n1,2,a\n,,\n3,4,b\n\n",
        b'"p","q","class"\n1,2,"a"\n"3",4,b\n',
        b"p,q,class\n1,2,a\n3,4,b",
        b" p ,q , class \n 1 , 2 , a \n3,4,b \n",
        b"p;q;class\n1;2;a\n3;4;b\n",
    ],
)
def test_tables_written_by_anybody(table, content):
    assert_read(table(content), [[1, 2], [3, 4]], ["a", "b"], ["p", "q"])


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_mark_of_inches_quotes_nothing(table, delimiter):
    rows = [
        ["p", "q", "class"],
        ["1", "2", '5" pipe'],
        ["3", "4", f'" a{delimiter}b "'],
    ]
    path = table("\n".join(delimiter.join(row) for row in rows) + "\n")
    assert_read(path, [[1, 2], [3, 4]], ['5" pipe', f" a{delimiter}b "], ["p", "q"])


def test_decimal_commas(table):
    path = table("x;y;kind\n1,5;-2,25e1;a\n3;,5;b\n")
    assert_read(path, [[1.5, -22.5], [3, 0.5]], ["a", "b"], ["x", "y"], "kind")


def test_commas_between_thousands_are_not_decimal(table):
    assert read_data(table("x;kind\n1,234;a\n500;b\n")).X.tolist() == [[1234], [500]]


def test_a_point_among_decimal_commas_is_left_to_the_person(table):
    with pytest.raises(UserError, match=r"column x: “1,5” has a comma where"):
        read_data(table("x;kind\n1,5;a\n1.234;b\n"))


def test_the_largest_numbers_are_read_and_labels_of_any_size(table):
    data = read_data(table("p,q,class\n1e150,-1e150,1e200\n0,1,2e200\n"))
    assert data.X.tolist() == [[1e150, -1e150], [0, 1]]
    assert list(map(float, data.class_names)) == [1e200, 2e200]


def test_hash_is_an_ordinary_character(table):
    assert_read(table("#p,class\n1,#a\n2,b\n"), [[1], [2]], ["#a", "b"], ["#p"])


@pytest.mark.parametrize("target", ["kind", "1", " kind "])
def test_target_column(table, target):
    path = table("kind,p,q\na,1,2\nb,3,4\n")
    assert_read(path, [[1, 2], [3, 4]], ["a", "b"], ["p", "q"], target)


@pytest.mark.parametrize("name", ["Class", "LABEL", "target", "species", "Y"])
def test_target_found_by_its_usual_names(table, name):
    path = table(f"{name},p,q\na,1,2\nb,3,4\n")
    assert_read(path, [[1, 2], [3, 4]], ["a", "b"], ["p", "q"])


def test_target_by_number_without_header(table):
    path = table("a,1,2\nb,3,4\n")
    assert_read(path, [[1, 2], [3, 4]], ["a", "b"], ["x1", "x2"], "1")


@pytest.mark.parametrize(
    "content", ["class,x,y\na,1,2\nb,3,4\n", "X,y,colour\n1,2,a\n3,4,b\n"]
)
def test_coordinates_x_and_y_with_a_class(table, content):
    data = read_data(table(content))
    assert data.X.tolist() == [[1, 2], [3, 4]]
    assert [name.lower() for name in data.feature_names] == ["x", "y"]
    assert data.class_names == ("a", "b")


@pytest.mark.parametrize(
    ("labels", "classes"),
    [
        (["1", "-1"], ("-1", "1")),
        (["1.0", "-1.0"], ("-1", "1")),
        (["+1", "-1"], ("-1", "1")),
        (["1", "1"], ("-1", "1")),
        (["10", "9"], ("9", "10")),
        (["0.5", "0.25"], ("0.25", "0.5")),
        (["b", "10"], ("10", "b")),
        (["1_0", "1"], ("1", "1_0")),
        (["1e400", "1"], ("1", "1e400")),
    ],
)
def test_classes(table, labels, classes):
    path = table("p,class\n" + "".join(f"0,{label}\n" for label in labels))
    assert read_data(path).class_names == classes


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", r": is empty"),
        ("  \n\n", r": is empty"),
        (",,\n,,\n", r": is empty"),
        (b"\x89PNG\0\0", r": is not a text file"),
        ("p,q,class\n", r": has a header but no rows"),
        ("p\n1\n2\n", r": has only one column"),
        ("p,q,class\n1,2,a\n3,oops,b\n", r", line 3, column q: “oops” is not a num"),
        ("\n\np,q,class\n\n1,oops,a\n2,1,a\n", r", line 5, column q: “oops” is not"),
        ("1,2,a\n3,oops,b\n", r", line 2, column x2: “oops” is not a number"),
        (
            "p,q,class\n1,NaN,a\n1,2,a\n",
            r", line 2, column q: “NaN” stands for a mis",
        ),
        ("p,q,class\n1,-inf,a\n", r", line 2, column q: “-inf” is not a finite"),
        ("p,q,class\n1,1e999,a\n", r", line 2, column q: “1e999” is not a finite"),
        ("p,q,class\n1,-2e150,a\n", r", line 2, column q: “-2e150” is too large to"),
        ('p,q,class\n1,"4e307",a\n', r", line 2, column q: “4e307” is too large"),
        ("p;q;class\n1,5;1,1e150;a\n", r", line 2, column q: “1,1e150” is too large"),
        ("p,q,class\n1,1_000,a\n2,3,b\n", r", line 2, column q: “1_000” is not a num"),
        ("p,q,class\n1,,a\n2,3,a\n", r", line 2, column q: the cell is empty"),
        ("p,q,class\n1,2,\n1,2,a\n", r", line 2, column class: the cell is empty"),
        ("p,q,class,note\n1,2,a,hm\n5,1\n3,4,b,so\n", r", line 3: has 2 cells"),
        ("p,class,q,note\n1,a,2,hm\n5,1,3\n3,b,4,so\n", r", line 3: has 3 cells"),
        ("p,q,class\n1,2,a\n3,4\n", r", line 3: has 2 cells .* has 3"),
        ("p,q,class\n1,2,a\n3,4,b,5\n", r", line 3: has 4 cells .* has 3"),
        ('p,q,class\n1,2,"a\nb"\n3,4,b,5\n', r", line 4: has 4 cells"),
        ('p,q,class\n1,2,"a\nb"\n3,no,b\n', r", line 4, column q: “no”"),
        ('p,q,class\n1,2,"a\n3,4,b\n', r", line 2: a quotation mark is never closed"),
        ("p,p,class\n1,2,a\n", r", line 1: two columns are called “p”"),
        (f"p,class\n{'a' * 999},b\n1,b\n", r"“a{40}…” is not a number"),
        ("town,class\nUlm,b\nRome,b\n", r": no column of numbers .*--one-hot"),
    ],
)
def test_bad_tables(table, content, message):
    path = table(content)
    with pytest.raises(UserError, match=message) as raised:
        read_data(path)
    assert str(raised.value).startswith(str(path))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("content", "target", "message"),
    [
        ("p,q,class\n1,2,a\n", "kind", "no column “kind”: choose one of p, q, class"),
        ("p,q,class\n1,2,a\n", "4", "no column “4”: choose one of p, q, class"),
        ("p,q,class\n1,2,a\n", "0", "no column “0”"),
        ("p,q,class\n1,2,a\n", "²", "no column “²”"),
        ("1,2,a\n3,4,b\n", "c", "no column “c”: choose one of 1, 2, 3"),
    ],
)
def test_bad_targets(table, content, target, message):
    with pytest.raises(UserError, match=message):
        read_data(table(content), options=ReadOptions(target=target))


def test_missing_file_and_folder(tmp_path):
    with pytest.raises(UserError, match=r"nowhere\.csv: there is no such file"):
        read_data(tmp_path / "nowhere.csv")
    with pytest.raises(UserError, match="is a folder"):
        read_data(tmp_path)


def test_too_many_classes(table):
    path = table("p,class\n" + "".join(f"0,{k}\n" for k in range(101)))
    with pytest.raises(UserError, match="column class: has 101 different labels"):
        read_data(path)


@pytest.mark.parametrize(
    ("label", "names", "code"),
    [
        ("-1", ("-1", "1"), 0),
        ("+1", ("-1", "1"), 1),
        ("0.0", ("0", "1"), 0),
        ("1.0", ("-1", "1"), 1),
        ("a", ("not a", "a"), 1),
        ("spam", ("not spam", "spam"), 1),
    ],
)
def test_one_class_keeps_its_sign_or_is_the_positive(table, label, names, code):
    data = read_data(table(f"p,class\n1,{label}\n2,{label}\n"))
    assert data.class_names == names
    assert data.y.tolist() == [code, code]


encodable = st.characters(exclude_categories=["Cs"])
scraps = st.sampled_from([*",;|\t \n\r\"'1-.aex_\x0b\x85\u2028", "\r\n", "1,2,a\n"])


@given(content=st.lists(scraps).map("".join) | st.text(encodable) | st.binary())
def test_any_file_is_read_or_refused_in_one_line(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("scraps") / "table.csv"
    content = content if isinstance(content, bytes) else content.encode()
    path.write_bytes(content)
    try:
        data = read_data(path)
    except UserError as error:
        assert str(error).startswith(str(path))
        assert "\n" not in str(error)
    else:
        assert data.n_samples > 0


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


ODD = ["a,b", 'x"y', " lead", "trail ", "nan", "a;b", "tab\there", "two\nlines", "été"]
ODD += ["new york", "#1", "class", "class_", "y", "\r\n", "'", '"', "💡", "a|b", " "]
ODD += ["\ufeffb", "x1", "1;2"]
characters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
odd_names = st.sampled_from(ODD) | st.text(characters, min_size=1)
features = (
    odd_names | st.sampled_from(["0", "1", "2", "0.5", "1990", "inf", "-"])
).filter(
    lambda name: not is_called_name(name)  # it would be the samples' names
)


@st.composite
def datasets(draw):
    names = draw(st.lists(features, min_size=1, max_size=3, unique=True))
    # Names that are all numbers come back in their shortest form: one is not.
    known = odd_names.filter(lambda name: not is_missing(name.strip()))
    classes = draw(st.lists(known, max_size=3, unique=True))
    classes = list(dict.fromkeys([*classes, "some class", "b"]))
    n = draw(st.integers(len(classes), 6))
    number = st.floats(-LARGEST, LARGEST)
    row = st.lists(number, min_size=len(names), max_size=len(names))
    X = draw(st.lists(row, min_size=n, max_size=n))
    return Dataset(X, [i % len(classes) for i in range(n)], names, classes)


@given(data=datasets())
def test_a_written_table_reads_back_the_same(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("tables") / "table.csv"
    write_csv(data, path)
    again = read_data(path)
    assert again.X.tobytes() == data.X.tobytes()
    assert again.feature_names == data.feature_names
    assert again.class_names == tuple(sorted(data.class_names))
    assert [again.class_names[code] for code in again.y] == [
        data.class_names[code] for code in data.y
    ]


def test_a_written_table_is_plain(tmp_path):
    path = tmp_path / "table.csv"
    write_csv(Dataset([[1, 2.5]], ["b"], None, ["a", "b"]), path)
    assert path.read_text() == "x1,x2,class\n1.0,2.5,b\n"


@pytest.mark.parametrize(
    ("feature", "label"),
    [("", "a"), ("p", ""), ("p", "\0"), ("p", "NA")],
)
def test_names_that_a_table_cannot_hold(tmp_path, feature, label):
    data = Dataset([[1.0]], [0], [feature], [label, "other"])
    with pytest.raises(UserError, match="rename"):
        write_csv(data, tmp_path / "table.csv")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("features", "wanted", "written"),
    [
        (["a", "b"], "label", "label"),
        (["a", "b"], "outcome", "outcome"),
        (["x", "b"], "y", "y"),
        (["a", "label"], "outcome", "class"),
        (["a", "b"], "a", "class"),
        (["a", "b"], "3", "class"),
        (["class", "b"], "", "class_"),
    ],
)
def test_the_wanted_name_is_given_if_it_is_found_again(
    tmp_path, features, wanted, written
):
    data = Dataset([[1, 2], [3, 4]], ["A", "B"], feature_names=features)
    path = tmp_path / "t.csv"
    write_csv(data, path, target=wanted)
    assert path.read_text().splitlines()[0].split(",")[-1] == written
    assert list(read_data(path).feature_names) == features


def test_writing_that_is_stopped_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("old")
    shares = []
    data = Dataset(np.zeros((50_000, 1)), np.arange(50_000) % 2)
    with pytest.raises(Cancelled):
        write_csv(
            data, path, progress=lambda share: shares.append(share) or share < 0.5
        )
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
    assert shares == [0.2, 0.4, 0.6]


def test_what_takes_any_name_is_told_to_who_cannot_rename(tmp_path):
    data = Dataset([[1.0], [2.0]], [0, 1], ["two\nlines"], ["a", "b"])
    with pytest.raises(UserError, match=r"or save a \.csv"):
        write_data(data, tmp_path / "points.tab")
    assert not list(tmp_path.iterdir())
    write_data(data, tmp_path / "points.csv")
    assert read_data(tmp_path / "points.csv").feature_names == ("two\nlines",)


def test_the_classes_are_called_as_in_the_table_that_they_came_from(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("p,q,sort\n1,2,a\n3,4,b\n")
    data = read_data(path)
    for target, written in (("", "sort"), ("kind", "kind"), ("p", "class")):
        write_csv(data, path, target=target)
        assert path.read_text() == f"p,q,{written}\n1.0,2.0,a\n3.0,4.0,b\n"
