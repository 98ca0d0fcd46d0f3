"""Thousands separators, told apart from decimal commas and points."""

import numpy as np
import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cli.main import run
from engine.data.formats.csv_form import read_head
from engine.data.formats.number_format import decimal_of, pointed
from engine.data.formats.read_options import ReadOptions
from engine.data.formats.registry import read_data


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
    assert read_head(path).form().decimal == ".,"
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
    assert decimal_of(cells, delimiter=";", told=",.") == ",."


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
    assert decimal_of(cells, delimiter=";", told=told) == found


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
