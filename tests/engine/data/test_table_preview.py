"""The first rows of a table, and its form corrected."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine import Dataset
from engine.data.formats.registry import opened, write_data
from engine.data.sample_table import SampleTable
from engine.data.table_preview import read_preview, read_uncut_preview
from engine.data.tables.read_options import ReadOptions
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
    assert found.table.whole
    assert not found.fault + found.doubt
    assert SampleTable(found.table, found.form).read_all().X.tolist() == [
        [1, 2],
        [3, 4],
    ]


def test_the_first_fifty_rows_of_a_long_table(preview):
    found = preview("p,class\n" + "1,a\n2,b\n" * 20_000)
    assert len(found.rows) == 50
    assert not found.table.whole


@pytest.mark.parametrize(
    ("content", "place", "fault"),
    [
        ("p\n1\n2\n", "delimiter", "Has only one column"),
        ("p,q,class\n1,2,a\n3,4,b,5\n", "delimiter", "Line 3: has 4 cells where"),
        (
            'p,q,class\n1,"2,a\n',
            "delimiter",
            "Line 2: a quotation mark",
        ),
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
    assert (found.table.delimiter, found.form.decimal) == (";", ",")
    other = read_preview(found.file, ReadOptions(delimiter=","))
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


GAPS = "p,q,class\n1,2,a\n,2,b\n3,4,\n5,x,a\n6,7,b\n"


@pytest.mark.parametrize(
    ("missing", "lenient", "gaps", "left_out"),
    [
        ("error", False, [], []),
        ("drop", False, [(1, 0), (2, 2)], [1, 2]),
        ("mean", False, [(2, 2)], [2]),
        ("drop", True, [(1, 0), (2, 2)], [1, 2, 3]),
        ("mean", True, [(2, 2)], [2, 3]),
        ("error", True, [], [2, 3]),
    ],
)
def test_rows_that_are_left_out_and_cells_for_which_they_are(
    preview, missing, lenient, gaps, left_out
):
    found = preview(
        GAPS,
        options=ReadOptions(missing=missing, bad_rows="drop" if lenient else "error"),
    )
    cells = [(row, column) for row in range(5) for column in range(3)]
    assert [cell for cell in cells if found.is_gap(*cell)] == gaps
    assert [row for row in range(5) if found.is_left_out(row)] == left_out
    table = SampleTable(found.table, found.form)
    if lenient or missing == "mean":
        found = found.with_form(replace(found.form, lenient=True))
        table = SampleTable(found.table, found.form)
        kept = [row for row in range(5) if not found.is_left_out(row)]
        if missing == "error":
            with pytest.raises(UserError, match=r"line 3, column p: .*--missing drop"):
                table.read_all()
            return
        assert len(table.read_all().X) == len(kept)
    without_p = found.with_form(replace(found.form, features=()))
    assert not without_p.is_gap(1, 0)


def test_a_table_alone_as_text_in_utf_8_is_plain(preview, tmp_path):
    found = preview("p,class\n1,a\n2,é\n")
    assert found.is_plain
    assert not found.doubt
    assert found.file.encoding == "utf-8"
    titled = preview("My title\n\np,q,class\n1,2,a\n3,4,b\n")
    assert not titled.is_plain
    assert titled.doubt == "The table begins with line 3: what is above is left out."
    assert not read_preview(titled.file, ReadOptions(start=3)).doubt
    path = tmp_path / "western.csv"
    path.write_text("p,class\n1,a\n2,été\n", encoding="cp1252")
    western = read_preview(path)
    assert not western.is_plain
    assert western.doubt == "Its text seems to be encoded as cp1252."
    assert not read_preview(opened(path, encoding="cp1252")).doubt


def test_a_column_that_is_told_and_not_there_is_a_fault_of_the_header(preview):
    found = preview("p,q,class\n1,2,a\n", options=ReadOptions(drop=("r",)))
    assert found.fault == "Has no column “r”: choose one of p, q, class"
    assert (found.place, found.form.header, found.form.label) == ("header", True, 2)
    assert found.rows == (("1", "2", "a"),)


def test_lines_as_they_are_before_anything_is_guessed(preview):
    content = "\n" + "".join(f"{i};{i}\r\n" for i in range(60))
    found = read_uncut_preview(preview(content).file)
    assert found.rows == tuple((f"{i};{i}",) for i in range(50))
    assert found.lines == tuple(range(2, 52))
    assert (found.names, found.fault, found.place) == (("",), "", "delimiter")
    assert (found.form.header, found.form.label, found.form.features) == (False, 0, ())


def test_rows_of_records_are_counted_under_the_names(preview, tmp_path):
    path = tmp_path / "t.json"
    path.write_text('[{"p": 1, "class": "a"}, {"p": 2, "class": "b"}]')
    found = read_preview(opened(path))
    assert (found.names, found.lines) == (("p", "class"), (1, 2))
    assert not found.is_plain
    assert preview("p,class\n1,a\n2,b\n").lines == (2, 3)


def test_the_former_label_column_is_no_feature_if_it_has_text(preview):
    found = preview("p,q,class\n1,2,a\n3,4,b\n")
    assert found.with_label(1).form.features == (0,)
    assert found.with_label(1, text=True).form.features == (0, 2)
    assert found.with_label(1, text=True).form.label == 1


@pytest.mark.parametrize("text", [(), (0,)])
def test_that_no_column_is_a_feature_is_said(preview, text):
    found = preview("p,class\n1,a\n2,b\n")
    found = found.with_form(replace(found.form, features=(), text=text))
    ways = "check one, or make features of text." if text else "check one at least."
    assert found.fault == f"No column is a feature: {ways}"
    assert found.place == "features"


def test_names_that_cannot_be_used_are_shown_as_they_stand(preview):
    found = preview("p,p,class\n1,2,a\n")
    assert found.names == ("p", "p", "class")
    assert found.fault == "Line 1: two columns are called “p”: rename one"
    found = preview("p,class\n1,a\n").with_label(0)
    assert (found.reason, preview("p,kind\n1,a\n").reason) == (
        "told", "the last column",
    )  # fmt: skip


def test_a_form_of_the_same_head_is_not_read_anew(preview):
    found = preview("p,q,class\n1,2,a\n3,4,b\n")
    assert found.with_form(replace(found.form, features=(0,))).table is found.table
    Path(found.file).write_text("p,q,class\n5,6,a\n")
    assert found.with_form(found.form).rows == (("5", "6", "a"),)


def test_a_column_that_is_called_name_is_no_doubt(tmp_path):
    """A table that was saved with names is opened without a question."""
    path = tmp_path / "t.csv"
    data = Dataset(np.eye(4), ["p", "q", "p", "q"], sample_names=["a", "", "b", "c"])
    write_data(data, path)
    preview = read_preview(path)
    assert preview.doubt == ""
    assert preview.form.names == 0
    path.write_text("name,p,class\n1,1,p\n2,2,q\n")
    assert "“name”, which names the samples" in read_preview(path).doubt
    path.write_text("id,p,class\na,1,p\nb,2,q\n")
    assert "“id”, which names the samples" in read_preview(path).doubt
