"""Cells of a text, with the lines on which they stand, and what is said of them."""

import pytest

from engine.data.tables.csv_cells import (
    blank_rows,
    cut_to_width,
    delimiter_of,
    first_width,
    grid_of,
)
from engine.data.tables.quotation import WHITESPACE
from engine.data.tables.text_table import text_table
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


def test_one_column_alone_is_said(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("p\n1\n2\n")
    with pytest.raises(UserError) as refused:
        text_table(path).proposal()
    assert str(refused.value) == (
        f"{path}: has only one column: give a column per feature and one for the class"
        ", or tell which sign stands between the cells (--delimiter)"
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
