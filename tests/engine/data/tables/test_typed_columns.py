"""Cells as numbers and words, whatever type they have; which is at fault."""

import numpy as np
import pytest

from engine.data.provenance import Column
from engine.data.tables.table_form import TableForm
from engine.data.tables.typed_columns import (
    Batch,
    CellReader,
    Words,
    column_of,
    in_a_line,
    numbers_of,
    texts_of,
    words_in,
    words_of,
)
from engine.errors import UserError


def reader(option="", **form):
    told = TableForm(1, (0,), **{"header": True} | form)
    names, columns = ["my  column", "kind"], [Column("my  column")]
    return CellReader("t.csv", names, told, columns, lambda j: option)


def batch(cells, labels=None):
    labels = labels or ["a"] * len(cells)
    columns = [words_in(cells), words_in(labels)]
    return Batch(columns, 3 + 2 * np.arange(len(cells)), "line")


def test_missing_numbers_are_none():
    rows = reader(decimal=",", missing="drop").cut(batch(["1,5", "", "?", "-2"]))
    np.testing.assert_array_equal(rows.rows.X[:, 0], [1.5, np.nan, np.nan, -2])


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
        ("x y", ".", "'a b'", f"“x y” {NO_NUMBER}, leave such rows out (--bad-rows "
         "drop) or the column (--drop 'a b'), or take it for missing (--missing-words "
         "'x y')"),
        ("-x", ".", "p", f"“-x” {NO_NUMBER}, leave such rows out (--bad-rows drop) or "
         "the column (--drop p)"),
        ("x" * 41, ",", "", f"“{'x' * 40}…” {NO_NUMBER} or delete the row"),
    ],
)  # fmt: skip
def test_the_first_cell_that_is_no_number_is_said_with_its_line(
    cell, decimal, option, said
):
    with pytest.raises(UserError) as refused:
        reader(option, decimal=decimal).cut(batch(["1", cell, cell]))
    assert str(refused.value).startswith(f"t.csv, line 5, column my column: {said}")
    assert cell in {"", "NA", "2e150"} or str(refused.value).endswith(said)


def test_the_first_label_that_is_missing_is_said_with_its_line():
    with pytest.raises(
        UserError, match=r"^t\.csv, line 5, column kind: “-” stands for"
    ):
        reader().cut(batch(["1", "2", "3"], ["a", "-", ""]))
    with pytest.raises(UserError, match=r"line 7, column kind: the cell is empty or"):
        reader(meant={(1, "-")}).cut(batch(["1", "2", "3"], ["+", "-", ""]))


@pytest.mark.parametrize(
    ("column", "texts"),
    [
        (np.array([1, 2, 2**60]), ["1", "2", str(2**60)]),
        (np.array([1.5, np.nan]), ["1.5", ""]),
        (words_in(["a", "", "NA"]), ["a", "", "NA"]),
        (Words(["b", "a", "", "none"], np.array([1, 0, 2, 1])), ["a", "b", "", "a"]),
        (column_of([1, None, 2.5]), ["1.0", "", "2.5"]),
        (column_of([2**53 + 1, None]), [str(2**53 + 1), ""]),
        (column_of([1, "a\nb ", None]), ["1", "a\nb ", ""]),
    ],
)
def test_cells_of_any_type_as_texts_and_as_words(column, texts):
    assert texts_of(column).tolist() == texts
    words, codes = words_of(column), [text.removesuffix(".0") for text in texts]
    assert [words.levels[code] for code in words.codes] == codes
    assert {*words.levels} == {*codes}
    taken = texts_of(column[np.array([1])])
    assert taken.tolist() == texts[1:2]


@pytest.mark.parametrize(
    "column",
    [
        words_in(["1", "x", "", "1e200", "3"]),
        Words(["3", "x", "1", "1e200", "NA"], np.array([2, 1, 4, 3, 0])),
    ],
)
def test_cells_of_text_as_numbers(column):
    values, gaps, faults = numbers_of(column)
    np.testing.assert_array_equal(values[[0, 2, 4]], [1, np.nan, 3])
    assert gaps.tolist() == [False, False, True, False, False]
    assert faults.tolist() == [False, True, False, True, False]


def test_rows_with_a_fault_are_left_out_if_they_may_be():
    cut = reader(lenient=True).cut(batch(["1", "x", "3"], ["a", "b", "c"]))
    assert (cut.rows.X.tolist(), cut.left_out) == ([[1], [3]], 1)
    assert [cut.batch.place(row) for row in (0, 1)] == ["line 3", "line 7"]


def test_words_that_stand_for_missing_values():
    columns = [
        np.array([1.0, -999.0]), words_in(["-999.0", "n.a."]),
        Words(["-999", "a"], np.array([0, 1])),
    ]  # fmt: skip
    read = Batch(columns, np.arange(2)).with_gaps(("-999", "n.a."))
    assert [texts_of(column).tolist() for column in read.columns] == [
        ["1.0", ""], ["", ""], ["", "a"]
    ]  # fmt: skip


def test_a_text_on_one_line_has_no_half_characters():
    assert in_a_line(" a\ud800\nb ") == "a? b"
