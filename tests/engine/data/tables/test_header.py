"""A first row with numbers is a header, or a sample: neither is lost."""

import numpy as np
import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.data.dataset import Dataset
from engine.data.formats.csv_table import write_csv
from engine.data.sample_table import SampleTable, read_data
from engine.data.tables.header import guess_header, usual_target
from engine.data.tables.read_options import ReadOptions
from engine.data.tables.text_table import text_table
from tests.engine.data.careful import read_carefully


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "table.csv"
        path.write_text(content, encoding="utf-8")
        return path

    return write


KINDS = ("a", "b", "a", "b", "a", "b")
ROWS = "".join(f"{i * 1.5 + 0.25},{7 - i * i},{k}\n" for i, k in enumerate(KINDS))
CODED = "".join(f"{i * 1.5 + 0.25},{7 - i * i},{i % 2}\n" for i in range(6))
FRACTIONS = "".join(f"{i / 8 + 0.1},{i / 3 + 0.2},{i % 2}\n" for i in range(6))


@pytest.mark.parametrize(
    "content",
    [
        "0,1,target\n" + ROWS,
        "0,1,target\n" + CODED,
        '"1","2","c"\n' + ROWS,
        '"1","2","c"\n' + CODED,
        '"7","3","c"\n' + ROWS,
        "0.5,1.0,label\n" + ROWS,
        "1990,1991,kind\n" + ROWS,
        "0,1,kind\n" + ROWS,
        "age,1990,kind\n" + ROWS,
        "0,1,2\n" + CODED.replace(",1\n", ",3\n"),
        "0,1,2\n" + FRACTIONS,
        ",0,kind\n" + "".join(f"{i},{i * 2.5},{k}\n" for i, k in enumerate(KINDS)),
        "10,20,kind\n" + FRACTIONS.replace(",0\n", ",a\n").replace(",1\n", ",b\n"),
    ],
)
def test_a_header_with_numbers_is_a_header_and_that_is_said(file, content):
    path = file(content)
    found = text_table(path).proposal()
    assert found.form.header
    assert "is taken for names, though it has numbers" in found.doubt
    assert "--header no" in found.doubt
    data = read_data(path)
    assert data.n_samples == content.count("\n") - 1
    first = content.split("\n")[0].replace('"', "").split(",")
    assert set(data.feature_names) <= set(first)


def test_what_is_told_of_the_header_holds(file):
    path = file("0,1,target\n" + ROWS)
    data = read_data(path, options=ReadOptions(header=False))
    assert data.n_samples == 7
    assert data.class_names == ("a", "b", "target")
    named = read_data(file("5,3,a\n5,4,b\n4,4,b\n"), options=ReadOptions(header=True))
    assert named.feature_names == ("5", "3")


@pytest.mark.parametrize(
    "content",
    [
        "5.1,3.5,setosa\n4.9,3.0,setosa\n7.0,3.2,versicolor\n",
        "1,2,a\n3,4,b\n",
        "1,2,a\n3,4,b\n5,6,a\n",
        "1,2,0\n3,4,1\n",
        "0,1,2\n3,4,5\n6,7,8\n",
        "1,2,3,4,a\n5,6,7,8,b\n9,10,11,12,c\n",
        "1,2,y\n5,1,n\n3,3,n\n2,2,y\n",
        "1,2,y\n5,1,n\n3,3,n\n2,2,n\n",
        "0,0,1\n0,1,0\n1,0,0\n1,1,1\n",
        "a,1,2\nb,3,4\na,5,6\n",
        "red,small,yes\nblue,small,no\nred,large,no\nblue,large,yes\nred,small,no\n",
    ],
)
def test_a_true_first_sample_stays_a_sample(file, content):
    path = file(content)
    options = ReadOptions(one_hot=True)
    assert not text_table(path).proposal(options).form.header
    assert read_data(path, options=options).n_samples == content.count("\n")


def test_a_first_label_that_occurs_nowhere_else_is_said(file):
    doubt = text_table(file("0.3,0.7,kind\n" + ROWS)).proposal().doubt
    assert "“kind”, occurs nowhere else (--header yes" in doubt


numbers = st.floats(-1e6, 1e6).map(lambda x: round(x, 3)) | st.integers(-99, 9999)


@given(
    width=st.integers(1, 6),
    classes=st.lists(
        st.sampled_from(["a", "b", "yes", "no", "0", "1", "7", "kind"]),
        min_size=2,
        max_size=4,
        unique=True,
    ),
    data=st.data(),
)
def test_a_first_label_that_occurs_again_is_that_of_a_sample(
    tmp_path_factory, width, classes, data
):
    """Whatever numbers stand beside it; but for 0, 1, 2 … over fractions alone."""
    n = data.draw(st.integers(2 * len(classes), 12))
    labels = [classes[i % len(classes)] for i in range(n)]
    row = st.lists(numbers, min_size=width, max_size=width)
    rows = data.draw(st.lists(row, min_size=n, max_size=n))
    rows[0][0] = 5
    lines = [
        ",".join([*map(str, row), label])
        for row, label in zip(rows, labels, strict=True)
    ]
    path = tmp_path_factory.getbasetemp() / "samples.csv"
    path.write_text("\n".join(lines) + "\n")
    assert not text_table(path).proposal().form.header


@given(
    width=st.integers(2, 8),
    begin=st.sampled_from([0, 1, 1990, 0.5]),
    target=st.sampled_from(["target", "class", "label", "y", "Species"]),
    seed=st.integers(0, 999),
    whole=st.booleans(),
    words=st.booleans(),
)
def test_what_pandas_writes_is_read_as_pandas_does(
    tmp_path_factory, width, begin, target, seed, whole, words
):
    rng = np.random.default_rng(seed)
    X = rng.integers(-50, 50, (12, width)) if whole else rng.normal(size=(12, width))
    labels = [("red", "blue") if words else (0, 1)][0]
    frame = pandas.DataFrame(X, columns=[begin + j for j in range(width)])
    frame[target] = [labels[i % 2] for i in range(12)]
    path = tmp_path_factory.getbasetemp() / "frame.csv"
    frame.to_csv(path, index=False)
    data = read_data(path)
    again = pandas.read_csv(path)
    np.testing.assert_array_equal(data.X, again[again.columns[:-1]].to_numpy(float))
    assert data.feature_names == tuple(again.columns[:-1])


def test_a_thousand_numbered_columns_also_in_blocks(tmp_path):
    X = np.random.default_rng(0).normal(size=(40, 1000)).round(3)
    frame = pandas.DataFrame(X).assign(kind=["a", "b"] * 20)
    path = tmp_path / "wide.csv"
    frame.to_csv(path, index=False)
    data = SampleTable.open(path).read_all()
    assert data.X.tolist() == X.tolist()
    assert data.feature_names == tuple(map(str, range(1000)))


def test_an_index_that_pandas_wrote_is_left_out(tmp_path):
    path = tmp_path / "frame.csv"
    X = np.random.default_rng(0).normal(size=(9, 3)).round(3)
    pandas.DataFrame(X).assign(target=[0, 1, 2] * 3).to_csv(path)
    data = read_data(path)
    assert data.X.tolist() == X.tolist()
    assert data.provenance is not None
    assert "Left out: column 1, which numbers the rows." in data.provenance.notes


def test_names_that_are_numbers_are_written_and_read_back(tmp_path):
    path = tmp_path / "numbers.csv"
    data = Dataset([[1.5, 2], [3, 4]], ["x", "class"], ["0", "1990"])
    write_csv(data, path, target="outcome")
    assert path.read_text().startswith("0,1990,class_\n")
    again = read_data(path)
    assert again.feature_names == ("0", "1990")
    assert again.X.tolist() == data.X.tolist()
    assert read_carefully(path).feature_names == ("0", "1990")


def test_the_target_may_be_told_by_its_number(file):
    """The 7 is a label of the second column; over the third stands none of it."""
    proposal = text_table(file("6,7,20\n" + "3,7,1\n9,8,2\n" * 4)).proposal
    for target, header in (("2", False), ("3", True)):
        form = proposal(ReadOptions(target=target)).form
        assert (form.label, form.header) == (int(target) - 1, header)


def test_0_1_2_over_whole_numbers_is_a_sample(file):
    whole = "".join(f"{7 * i % 5},{3 * i % 4},{i % 3}\n" for i in range(9))
    assert not text_table(file("0,1,2\n" + whole)).proposal().form.header


def test_y_over_n_is_a_label(file):
    """As “y” over other labels is none, but a name."""
    rows = "".join(f"{i * i}.5,{{}}\n" for i in range(4))
    for label in ("n", "no", "N"):
        found = text_table(file("0.25,y\n" + rows.replace("{}", label))).proposal().form
        assert not found.header
    assert text_table(file("0.25,y\n" + rows.replace("{}", "a"))).proposal().form.header


def test_0_1_2_over_fractions_is_a_header_though_2_is_a_label(file):
    below = "".join(f"{i / 8 + 0.1},{i / 3 + 0.2},{i % 3}\n" for i in range(9))
    assert text_table(file("0,1,2\n" + below)).proposal().form.header
    assert not text_table(file("1,2,2\n" + below)).proposal().form.header


def test_the_name_that_was_told_for_the_target_names_the_columns(file):
    proposal = text_table(file("0.5,9.1,sort\n" + ROWS)).proposal
    assert proposal(ReadOptions(target="sort")).form.header
    assert not proposal().form.header


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ("a b class", 2), ("class a b", 0), ("a CLASS_ b", None), ("a b Class__", 2),
        ("label class a", 1), ("species target a", 1), ("y a b", 0), ("x y a", None),
        ("X Y class", 2), ("a b c", None), ("y target a", 1),
    ],
)  # fmt: skip
def test_usual_names_of_classes(names, found):
    assert usual_target(names.split()) == found


@pytest.mark.parametrize(
    ("first", "below", "header", "doubt"),
    [
        # Words over numbers, or over nothing at all.
        ("p q k", ["1 2 a"], True, ""),
        ("p q k", [], True, ""),
        # Words that occur again are values; half of them are not enough.
        ("a b", ["a c", "d b", "a b"], False, "its words occur again below"),
        ("a b", ["a c", "d c"], True, ""),
        # Tables that were joined have a header in their middle.
        ("p q k", ["1 2 a", "p q k", "1 3 b"], True, ""),
        ("a b c", ["a b d"], False, "its words occur again below"),
        # A word over numbers is worth one that occurs again.
        ("a 1 x", ["a 2 x", "b 3 y"], False, ""),
        ("p 1 x", ["1 2 x", "3 3 y"], False, ""),
        ("p q 1 x", ["1 2 2 x", "3 3 3 y"], True, "numbers: 1 "),
        # Four numbers at most are shown.
        ("1 2 3 target", ["5 5 5 a"] * 3, True, "numbers: 1, 2, 3 (--header no if"),
        ("1 2 3 4 target", ["5 5 5 5 a"] * 3, True, "numbers: 1, 2, 3 … (--header"),
        # The same twice names nothing.
        ("1 1 target", ["5 5 a"] * 3, False, ""),
        # Numbers that run on over labels that are repeated.
        ("3 4 k", ["5 9 a", "5 8 b"] * 2, True, "numbers: 3, 4 (--header no"),
        ("3 5 k", ["5 9 a", "5 8 b"] * 2, False, "though its label, “k”, occurs"),
        ("3 4 k", ["5 6 a", "5 8 b"] * 2, False, "though its label, “k”, occurs"),
        ("3 4 k", ["5 9 a", "5 8 b", "5 7 c"], False, ""),
        ("10 20 30 k", ["5 9 2 a", "5 8 2 b"] * 2, True, "numbers: 10, 20, 30 ("),
        ("10 20 30 k", ["5 6 7 a", "5 8 2 b"] * 2, False, "though its label"),
        ("30 20 10 k", ["5 9 2 a", "5 8 2 b"] * 2, False, "though its label"),
        ("1 2 3 4 k", ["5 9 2 3 a", "5 8 2 3 b", "1 1 1 1 c"], True, "1, 2, 3 …"),
        ("1 2 3 9 k", ["5 9 2 3 a", "5 8 2 3 b"] * 2, True, "1, 2, 3 …"),
        ("1 2 3 9 k", ["5 6 7 9 a", "5 8 2 3 b"] * 2, False, "though its label"),
        ("1 2 9 k", ["5 9 2 a", "5 8 2 b"] * 2, False, "though its label"),
        # One class alone is repeated in ten rows.
        ("3 4 k", ["5 9 a"] * 10, True, "numbers: 3, 4"),
        ("3 4 k", ["5 9 a"] * 9, False, ""),
        # Numbers over text, or whole ones over fractions.
        ("7 k", ["u a", "v b"] * 2, True, "numbers: 7 "),
        ("7 k", ["0.5 a", "1.5 b"] * 2, True, "numbers: 7 "),
        ("7.5 k", ["0.5 a", "1.5 b"] * 2, False, "though its label"),
        ("7 k", ["0.5 a", "1 b"] * 2, False, "though its label"),
    ],
)
def test_what_a_first_row_is_taken_for(first, below, header, doubt):
    guess = guess_header(first.split(), [row.split() for row in below], ".")
    assert guess.header == header
    assert doubt in guess.doubt
    assert bool(doubt) == bool(guess.doubt)


def test_the_first_column_of_an_index_has_no_name():
    below = [["0", "5", "a"], ["1", "5", "a"], ["2", "7", "b"]]
    assert guess_header(["", "7", "k"], below, ".").header
    assert not guess_header(["", "7", "k"], below[:1], ".").header
    assert not guess_header(["", "7", "k"], below[::2] + below[1:2], ".").header
    years = ["", "1990", "2000"]
    assert guess_header(years, [["ann", "5", "7"], ["bob", "6", "8"]], ".").header
    assert not guess_header(years, [["ann", "5", "7"], ["ann", "6", "8"]], ".").header
    assert not guess_header(years, [["ann", "5", "7"]], ".").header
    assert guess_header(["3", "7", "k"], below, ".", marked=True).header
    assert not guess_header(["3", "7", "k"], below, ".").header


@pytest.mark.parametrize("first", [["3", "", "a"], ["", "5", "a"], ["3", "5", ""]])
def test_a_first_sample_that_lacks_a_value_stays_a_sample(first):
    below = [["4", "5", "b"], ["9", "6", "a"]] * 3
    assert not guess_header(first, below, ".").header


def test_the_label_may_be_told_by_its_name_or_number():
    below = [["u", "5", "1"], ["v", "7", "2"]] * 3
    for target, header in (("3", False), ("1", False), ("k", True), ("4", False)):
        first = ["u", "k" if target == "k" else "6", "9"]
        assert guess_header(first, below, ".", target).header == header
