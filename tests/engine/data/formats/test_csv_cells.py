"""Cells of a text, with the lines on which they stand, and what is said of them."""

import numpy as np
import pytest

from engine.data.formats.csv_cells import (
    CellGrid,
    blank_rows,
    cut_to_width,
    delimiter_of,
    first_width,
    grid_of,
    is_number,
    is_value,
    numbers_of,
    one_column,
    words_of,
)
from engine.data.formats.quotation import WHITESPACE
from engine.errors import UserError


@pytest.mark.parametrize(
    ("text", "delimiter", "cells", "lines", "quoted"),
    [
        ("a,b\n1,2\n", ",", [["a", "b"], ["1", "2"]], [5, 6], []),
        ("a,b\n,\n\n 1 ,2", ",", [["a", "b"], ["1", "2"]], [5, 8], []),
        ("a,b,c\n1,2,\n", ",", [["a", "b", "c"], ["1", "2", ""]], [5, 6], []),
        ("a,b,c\n \n1,2,3\n,\n", ",", [["a", "b", "c"], ["1", "2", "3"]], [5, 7], []),
        ("a b\n1  2\n", WHITESPACE, [["a", "b"], ["1", "2"]], [5, 6], []),
        ('a,b\n"1",2\n"3",4\n', ",", [["a", "b"], ["1", "2"], ["3", "4"]],
         [5, 6, 7], [0]),
        ('a,b\n"1",2\n3,4\n', ",", [["a", "b"], ["1", "2"], ["3", "4"]],
         [5, 6, 7], []),
        ('a,b\n"1",2\n?,"4"\n', ",", [["a", "b"], ["1", "2"], ["?", "4"]],
         [5, 6, 7], [0]),
        ('a,b\n"1,5",2\n"3",4\n', ",", [["a", "b"], ["1,5", "2"], ["3", "4"]],
         [5, 6, 7], []),
        ('a,"b\nc"\n"1\r\n\r2",2\n3,4\n', ",",
         [["a", "b\nc"], ["1\r\n\r2", "2"], ["3", "4"]], [5, 7, 10], []),
        ('a,b\n" 1"  , "2""x "\n', ",", [["a", "b"], [" 1", '2"x ']], [5, 6], [0, 1]),
        ('5",b\n1,2\n', ",", [['5"', "b"], ["1", "2"]], [5, 6], []),
    ],
)  # fmt: skip
def test_cells_and_their_lines(text, delimiter, cells, lines, quoted):
    grid = grid_of("t.csv", text, 5, delimiter)
    assert grid.cells.tolist() == cells
    assert grid.lines.tolist() == lines
    assert grid.quoted == frozenset(quoted)


UNLIKE = (
    "where the first row has 2: give every row the same columns, or leave such rows "
    "out (--bad-rows drop)"
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n1,2,3\n", f"t.csv, line 6: has 3 cells {UNLIKE}"),
        ("a,b\n1,2\n\n3\n", f"t.csv, line 8: has 1 cell {UNLIKE}"),
        ('a,b\n"1\n2",2\n\n1,2,3,4\n', f"t.csv, line 9: has 4 cells {UNLIKE}"),
        ('a,b\n1,"2\n', "t.csv, line 6: a quotation mark is never closed: close or "
         "delete it"),
        ('a,b\n"1",2\n1,"2\n3,"4\n', "t.csv, line 7: a quoted cell goes on after the "
         "quotation mark that closes it: double that mark if it belongs to the cell, "
         "or delete it"),
        (",\n ,\n", "t.csv: is empty: give a table with a row per sample"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_grid_is_refused(text, said):
    with pytest.raises(UserError) as refused:
        grid_of("t.csv", text, 5, ",")
    assert str(refused.value) == said


def test_one_column_alone_is_said():
    assert str(one_column("t.csv")) == (
        "t.csv: has only one column: give a column per feature and one for the class"
    )


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a;b,c\n1;2,5\n", ";"),
        ("a\tb;c\n1\t2;5\n", "\t"),
        ("a|b,c\n1|2,5\n", "|"),
        ("a b\n1 2\n", WHITESPACE),
        ("a, b\n1, 2\n", ","),
        ("a;b,c\n1,5\n2,5\n", ","),
        ('"a;b",c\n"1;2",5\n', ","),
        ("a\nb\n", "\t"),
        ("", "\t"),
        ("a,b\n\n\n1 2 3\n1 2 3\n", WHITESPACE),
        ("a,b,c,d\n1 2\n1 2\n", WHITESPACE),
    ],
)
def test_the_delimiter_is_that_of_the_most_lines_alike(text, delimiter):
    assert delimiter_of(text) == delimiter


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


def column(*cells):
    cells = np.array([[cell] for cell in cells], object)
    return CellGrid(cells, 3 + 2 * np.arange(len(cells)))


def test_missing_numbers_are_none_and_their_cells_stay():
    grid = column("1,5", "", "?", "-2")
    found = numbers_of("t.csv", grid, 0, "p", ",", option="p", missing=True)
    np.testing.assert_array_equal(found, [1.5, np.nan, np.nan, -2])
    assert grid.cells[:, 0].tolist() == ["1,5", "", "?", "-2"]


NO_NUMBER = "is not a number: correct it"


@pytest.mark.parametrize(
    ("cell", "decimal", "option", "said"),
    [
        ("", ".", "p", "the cell is empty or missing"),
        ("NA", ".", "p", "“NA” stands for a missing value"),
        ("2e150", ".", "p", "“2e150” is too large to compute with"),
        ("inf", ".", "p", "“inf” is not a finite number: correct it or delete the row"),
        ("1.5", ",", "", "“1.5” has a point where the others have a comma: correct it"),
        ("1,5", ".", "p", "“1,5” has a comma where the others have a point or no "
         "fraction: correct it, or if all commas are decimal ones, say so (--decimal "
         "comma)"),
        ("1_0", ".", "", f"“1_0” {NO_NUMBER} or delete the row"),
        ("x y", ".", "'a b'", f"“x y” {NO_NUMBER}, leave the column out (--drop 'a b'),"
         " or choose it as the target if it holds the classes (--target 'a b')"),
        ("x" * 41, ",", "", f"“{'x' * 40}…” {NO_NUMBER} or delete the row"),
    ],
)  # fmt: skip
def test_the_first_cell_that_is_no_number_is_said_with_its_line(
    cell, decimal, option, said
):
    grid = column("1", cell, cell)
    with pytest.raises(UserError) as refused:
        numbers_of("t.csv", grid, 0, "my  column", decimal, option=option)
    assert str(refused.value).startswith(f"t.csv, line 5, column my column: {said}")
    assert cell in {"", "NA", "2e150"} or str(refused.value).endswith(said)


def test_the_first_word_that_is_missing_is_said_with_its_line():
    grid = column("a", "-", "")
    assert words_of("t.csv", column("a", "b"), 0, "kind").tolist() == ["a", "b"]
    with pytest.raises(
        UserError, match=r"^t\.csv, line 5, column kind: “-” stands for"
    ):
        words_of("t.csv", grid, 0, "kind")
    with pytest.raises(UserError, match=r"line 7, column kind: the cell is empty or"):
        words_of("t.csv", grid, 0, "kind", lambda cell: cell == "")


@pytest.mark.parametrize(
    ("text", "delimiter", "width", "kept"),
    [
        ("a,b\n1,2,3\n\n4,5\n", ",", 2, "a,b\n\n\n4,5\n"),
        ("a b\n1  2 3\r\n4 5", WHITESPACE, 2, "a b\n\n4 5"),
        ('"a,b",c\n1,"2\n3",4\n5,6\n', ",", 2, '"a,b",c\n\n\n5,6\n'),
        ('"a b" c\n1 "2 3" 4\n', WHITESPACE, 2, '"a b" c\n\n'),
        ("a\n", ",", 1, "a\n"),
        ("a;b;\n1;2;3;4", ";", 3, "a;b;\n\n"),
    ],
)
def test_rows_that_are_too_wide_are_blank_so_that_the_others_keep_their_lines(
    text, delimiter, width, kept
):
    assert first_width(text, delimiter) == width
    assert cut_to_width(text, delimiter) == kept


def test_cells_are_looked_at_without_their_marks():
    seen = []
    text = '1, "a ""b"" c" ,x"\n"p\nq" ,2,3\n\n,,\n'
    kept, left_out = blank_rows(text, ",", lambda cells: seen.append([*cells]))
    assert seen == [["1", 'a "b" c', 'x"'], ["p\nq", "2", "3"]]
    assert (kept, left_out) == ("\n\n\n\n,,\n", 2)
