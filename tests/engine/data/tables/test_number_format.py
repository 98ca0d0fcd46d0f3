"""Thousands separators, told apart from decimal commas and points."""

import csv

import numpy as np
import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cli.main import run
from engine.data.sample_table import read_data
from engine.data.table_preview import read_preview
from engine.data.tables.number_format import decimal_of, is_number, is_value, pointed
from engine.data.tables.read_options import ReadOptions
from engine.data.tables.text_table import text_table
from engine.errors import UserError


@pytest.mark.parametrize(
    ("column", "delimiter", "found"),
    [
        (["1,234.5", "12"], ";", ".,"),
        (["1,234,567", "12"], ";", ".,"),
        (["1.234,5", "12"], ";", ",."),
        (["1.234.567", "0,5"], ";", ",."),
        (["1.234", "0,5"], ";", "."),  # that can be both
        (["1,234", "0.5"], ";", ".,"),
        (["1,234", "2,345", "999"], ";", ".,"),
        (["1,234", "2,345"], ",", ".,"),
        (["1,234", "2,345"], ";", "."),  # that can be both
        (["1,234", "2345"], ";", "."),
        (["1,234", "1000"], ";", "."),
        (["0,123", "1,234"], ";", ","),
        (["1,23", "1,234"], ";", ","),
        (["1.234", "2.345"], ",", "."),
        (["1.5", "2"], ",", "."),
        (["1,5", "2"], ";", ","),
        (["1,5", "2.5"], ";", "."),
        (["1", "2"], ",", "."),
    ],
)
def test_the_format_of_numbers(column, delimiter, found):
    cells = np.array([[cell, "a"] for cell in column], object)
    assert decimal_of(cells, delimiter=delimiter) == found


@settings(deadline=None)
@given(
    numbers=st.lists(st.floats(1000, 1e9).map(lambda x: round(x, 2)), min_size=1),
    comma=st.booleans(),
)
def test_numbers_in_groups_are_those_that_pandas_reads(
    tmp_path_factory, numbers, comma
):
    path = tmp_path_factory.getbasetemp() / "t.csv"
    texts = [f"{x:,.2f}" for x in numbers]
    if comma:
        texts = [text.translate(str.maketrans(".,", ",.")) for text in texts]
    rows = [f"{text};{'ab'[i % 2]}" for i, text in enumerate(texts)]
    path.write_text("x;class\n" + "\n".join(rows) + "\n")
    decimal, thousands = ",." if comma else ".,"
    read = pandas.read_csv(path, sep=";", decimal=decimal, thousands=thousands)
    data = read_data(path, options=ReadOptions(target="class"))
    assert data.X[:, 0].tolist() == numbers == read["x"].tolist()


def test_quoted_numbers_between_commas_train_and_stream(tmp_path, capsys):
    path = tmp_path / "t.csv"
    path.write_text('x,class\n"1,234.5",a\n"2,000",b\n999,a\n')
    assert read_data(path).X[:, 0].tolist() == [1234.5, 2000, 999]
    assert text_table(path).proposal().form.decimal == ".,"
    for more in ([], ["--stream", "--learner", "perceptron"]):
        assert run(["train", str(path), *more]) == 0
        assert "3 samples; features x" in capsys.readouterr().out


def test_a_decimal_sign_that_is_told_wins(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("x;class\n1,234;a\n2,345;b\n")
    for decimal, X in ((",", [1.234, 2.345]), (".", [1234, 2345])):
        data = read_data(path, options=ReadOptions(decimal=decimal))
        assert data.X[:, 0].tolist() == X


def test_a_format_that_is_told_as_a_whole_is_that():
    cells = np.array([["1,234.5", "a"]], object)
    assert decimal_of(cells, delimiter=";", decimal=",.") == ",."


@pytest.mark.parametrize(
    ("column", "told", "found"),
    [
        (["1,234"], ".", ".,"),
        (["1,234", "1,5"], ".", "."),
        (["1.5"], ".", "."),
        (["1.234"], ",", ",."),
        (["1.234", "1.5"], ",", ","),
        (["1,5"], ",", ","),
        (["1"], ",", ","),
        (["1,234", "1.234"], "", "."),
        (["1,234", "1.5"], "", ".,"),
        (["1,234", "x"], "", "."),
        (["-1,234", "+12"], "", ".,"),
        (["1,234", "-1000"], "", "."),
        (["1,5e3", "2"], "", ","),
        (["1.234.567"], "", ",."),
        (["1.234"], "", "."),
    ],
)
def test_the_format_as_far_as_it_is_told(column, told, found):
    cells = np.array([[cell, "a"] for cell in column], object)
    assert decimal_of(cells, delimiter=";", decimal=told) == found


def test_a_thousand_rows_are_looked_at():
    cells = np.array([["1"]] * 1000 + [["1,5"]], object)
    assert decimal_of(cells) == "."
    assert decimal_of(cells[1:]) == ","


def test_columns_without_such_numbers_tell_nothing_of_thousands():
    cells = np.array([["1,234", "5000"], ["17", "6000"]], object)
    assert decimal_of(cells, delimiter=";") == ".,"


@pytest.mark.parametrize(
    ("cell", "decimal", "written"),
    [
        ("1.5", ".", "1.5"), ("1,5", ",", "1.5"), ("1.5", ",", "1,5"),
        ("1,234.5", ".,", "1234.5"), ("-1,234,567", ".,", "-1234567"),
        ("1.234,5", ",.", "1234.5"), ("1,23", ".,", "1,23"), ("12,34", ",.", "12.34"),
        ("0,123", ".,", "0,123"), ("1.5", ".,", "1.5"), ("1.5", ",.", "1,5"),
    ],
)  # fmt: skip
def test_numbers_as_python_writes_them(cell, decimal, written):
    assert pointed(cell, decimal) == written


def german(tmp_path, column):
    path = tmp_path / "t.csv"
    rows = zip(column, ["1,5", "2,25", "0,5"], "aba", strict=True)
    path.write_text("x;y;class\n" + "".join(f"{';'.join(row)}\n" for row in rows))
    return path


def test_points_beside_decimal_commas_are_of_thousands_and_that_is_said(tmp_path):
    path = german(tmp_path, ["2.500", "1.250", "13.100"])
    data = read_data(path)
    assert data.X.tolist() == [[2500, 1.5], [1250, 2.25], [13100, 0.5]]
    assert data.provenance.notes[0].startswith("“2.500” is taken for 2500, as other")
    assert read_preview(path).doubt.startswith("“2.500” is taken for 2500")
    told = read_data(path, options=ReadOptions(decimal=","))
    assert (told.X.tolist(), told.provenance.notes) == (data.X.tolist(), ())


@pytest.mark.parametrize("column", [["2.5", "1.250", "3.1"], ["0.125", "1.500", "2.5"]])
def test_points_before_fractions_leave_the_column_with_commas_out_with_a_word(
    tmp_path, column
):
    data = read_data(german(tmp_path, column))
    assert data.X.ravel().tolist() == [*map(float, column)]
    assert "“y”, numbers in another format (--decimal comma" in data.provenance.notes[0]


@pytest.mark.parametrize("one_hot", [False, True])
@pytest.mark.parametrize(
    "cell", ["$12", "-$12", "€ 5", "5€", "12 %", "12,5 %", "1 234,5", "1\u00a0234",
             "1'234", "1’234.5", "1.234,50 €"]
)  # fmt: skip
def test_numbers_that_people_dress_are_named_as_that(tmp_path, cell, one_hot):
    path = tmp_path / "t.csv"
    rows = "".join(f"{cell};{i}.5;{'ab'[i % 2]}\n" for i in range(4))
    path.write_text("price;y;class\n" + rows, encoding="utf-8")
    data = read_data(path, options=ReadOptions(one_hot=one_hot))
    assert data.feature_names == ("y",)
    assert data.provenance.notes == (
        "Left out: column “price”, numbers with signs or gaps (write them without, not "
        f"as “{' '.join(cell.split())}”).",
    )
    path.write_text("price;class\n" + "".join(f"{cell};{c}\n" for c in "ab"))
    with pytest.raises(UserError, match="the others are numbers with signs or gaps"):
        read_data(path)


def test_dressed_numbers_are_no_classes_unless_that_is_told(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("x,y,price\n" + "1,0,$5\n2,1,$7\n" * 20)
    assert read_data(path).provenance.target == "y"
    assert read_data(path, options=ReadOptions(target="price")).class_names == (
        "$5", "$7",
    )  # fmt: skip


@pytest.mark.parametrize("cell", ["A4", "1st", "a b", "10-20", "2020-01-01", "3 4"])
def test_words_with_digits_are_text(tmp_path, cell):
    path = tmp_path / "t.csv"
    path.write_text("size;y;class\n" + f"{cell};1;a\n{cell};2;b\n")
    data = read_data(path, options=ReadOptions(one_hot=True))
    assert data.feature_names == (f"size={cell}", "y")


@pytest.mark.parametrize(
    ("cell", "decimal", "number", "value"),
    [
        ("1.5", ".", True, True), ("1.5", ",", False, False),
        ("1,5", ",", True, True), ("1,234.5", ".,", True, True),
        ("1_0", ".", False, False), ("x", ".", False, False), ("", ".", False, False),
        ("nan", ".", True, False), ("-inf", ".", True, False),
        ("1e150", ".", True, True), ("-1e150", ".", True, True),
        ("1.1e150", ".", True, False), ("-1.1e150", ".", True, False),
    ],
)  # fmt: skip
def test_what_is_a_number_and_what_can_be_computed_with(cell, decimal, number, value):
    assert is_number(cell, decimal) == number
    assert is_value(cell, decimal) == value


@pytest.mark.parametrize(
    ("delimiter", "last", "numbers"),
    [
        (";", "873", [237, 59915, 196, 1276, 873]),
        (";", "1873", [237, 59.915, 196, 1.276, 1873]),
        (";", "873.5", [237, 59.915, 196, 1.276, 873.5]),
        ("\t", "873", [237, 59.915, 196, 1.276, 873]),
    ],
)
def test_points_of_german_sheets_are_of_thousands_and_that_is_said(
    tmp_path, delimiter, last, numbers
):
    path = tmp_path / "t.csv"
    cells = ["237", "59.915", "196", "1.276", last]
    rows = [f"{cell}{delimiter}{'AB'[i % 2]}" for i, cell in enumerate(cells)]
    path.write_text("\n".join([f"einwohner{delimiter}land", *rows]) + "\n")
    data = read_data(path)
    assert data.X[:, 0].tolist() == numbers
    said = "“59.915” is taken for 59915, as three digits follow every point"
    assert (said in " ".join(data.provenance.notes)) == (numbers[1] == 59915)


@pytest.mark.parametrize(
    ("first", "by", "label", "is_said"),
    [
        ("1,234", ",", "a", True), ("237", ",", "a", False), ("237", ";", "a", True),
        ("1,234.5", ",", "a", False), ("1,234.5", ";", "a", False),
        ("237", ";", "1.1", True), ("1,234", ";", "1.1", True),
    ],
)  # fmt: skip
def test_that_three_digits_after_each_comma_are_thousands_is_said(
    tmp_path, first, by, label, is_said
):
    rows = [["x", "y", "k"], [first, 0, label], ["2,500", 1, "b"], ["3,750", 2, label]]
    path = tmp_path / "t.csv"
    with path.open("w", newline="") as file:
        csv.writer(file, delimiter=by).writerows(rows)
    data = read_data(path)
    assert data.X[1:, 0].tolist() == [2500, 3750]
    assert any("is taken for" in note for note in data.provenance.notes) == is_said
