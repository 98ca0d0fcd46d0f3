"""The first rows of a table, and its form corrected."""

from dataclasses import replace

import pytest

from engine.data.formats.csv_preview import read_preview
from engine.data.formats.csv_stream import CsvStream
from engine.data.formats.read_options import ReadOptions
from engine.errors import UserError


@pytest.fixture
def preview(tmp_path):
    def of(content, **told):
        path = tmp_path / "table.csv"
        path.write_text(content, encoding="utf-8", newline="")
        return read_preview(path, **told)

    return of


def test_what_is_shown_is_what_is_read(preview):
    found = preview("\n\np,q,class\n1,2,a\n\n3,4,b\n")
    assert found.names == ("p", "q", "class")
    assert found.rows == (("1", "2", "a"), ("3", "4", "b"))
    assert found.lines == (4, 6)
    assert found.whole
    assert not found.fault + found.doubt
    assert CsvStream(found.head, found.form).read_all().X.tolist() == [[1, 2], [3, 4]]


def test_the_first_fifty_rows_of_a_long_table(preview):
    found = preview("p,class\n" + "1,a\n2,b\n" * 20_000)
    assert len(found.rows) == 50
    assert not found.whole


@pytest.mark.parametrize(
    ("content", "place", "fault"),
    [
        ("p\n1\n2\n", "delimiter", "Has only one column"),
        ("p,q,class\n1,2,a\n3,4,b,5\n", "delimiter", "Line 3: has 4 cells where"),
        ('p,q,class\n1,"2,a\n', "delimiter", "A quotation mark is never closed"),
        ("p,p,class\n1,2,a\n", "header", "Line 1: two columns are called “p”"),
        ("p,q,class\n", "header", "There are no rows"),
        ("p,class\nx,a\ny,b\n", "features", "No column is a feature"),
    ],
)
def test_faults_and_their_places(preview, content, place, fault):
    found = preview(content)
    assert found.place == place
    assert found.fault.startswith(fault)
    assert all(len(row) == len(found.names) for row in found.rows)


def test_no_sheet_of_what_is_no_text(tmp_path):
    with pytest.raises(UserError, match=r"none\.csv: there is no such file"):
        read_preview(tmp_path / "none.csv")


def test_another_delimiter_and_back(preview):
    found = preview("p;q,r;class\n1;2,5;a\n3;4,5;b\n")
    assert (found.form.delimiter, found.form.decimal) == (";", ",")
    other = read_preview(found.path, ReadOptions(delimiter=","))
    assert other.names == ("p;q", "r;class")
    assert other.form.decimal == "."


def test_told_decimals_make_numbers_of_text(preview):
    assert preview("p;class\n1,500;a\n").form.features == ()
    assert preview(
        "p;class\n1,500;a\n", options=ReadOptions(delimiter=";", decimal=",")
    ).form.features == (0,)


def test_the_former_label_column_is_a_feature_if_it_has_numbers(preview):
    found = preview("p,q,class\n1,2,a\n3,4,b\n").with_label(0)
    assert (found.form.label, found.form.features) == (0, (1,))
    found = found.with_label(1)
    assert (found.form.label, found.form.features) == (1, (0,))


def test_cells_that_cannot_be_what_their_column_is(preview):
    found = preview("p,q,class\n1,nan,a\n,2,b\nx,-inf,\n1,2,b\n1e3,-.5,b\n4,2e150,b\n")
    bad = [
        (row, column)
        for row in range(6)
        for column in range(3)
        if not found.is_usable(row, column)
    ]
    assert bad == [(0, 1), (1, 0), (2, 0), (2, 1), (2, 2), (5, 1)]
    without_q = found.with_form(replace(found.form, features=(0,)))
    assert without_q.is_usable(0, 1)


def test_lines_that_cannot_be_cut_have_one_column_the_label(preview):
    found = preview('a,b\n1,"2\n')
    assert (found.place, found.form.label, found.form.features) == ("delimiter", 0, ())


def test_a_target_that_is_not_the_last_column_is_told(preview):
    rows = [("a", "1.5", "2.5"), ("b", "3.5", "4.5"), ("a", "0.5", "7.5")]
    first = [("kind", "p", "q"), *rows]
    last = [row[::-1] for row in first]
    assert "kind" in preview("\n".join(map(",".join, first))).doubt
    assert not preview("\n".join(map(",".join, last))).doubt
