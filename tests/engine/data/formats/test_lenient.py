"""Rows that cannot be read are left out: those, no others, and the lines stay."""

from dataclasses import replace

import pytest

from engine.data.formats import row_blocks
from engine.data.formats.csv_form import TableForm, read_head
from engine.data.formats.csv_stream import CsvStream, without_faults
from engine.data.formats.quotation import WHITESPACE
from engine.errors import UserError


@pytest.mark.parametrize(
    ("delimiter", "row", "good"),
    [
        (",", "1,2,a", True),
        (",", ' 1 , 2 ,"a\nb"', True),
        (",", "1,x,a", False),
        (",", "1,2,", False),
        (",", "1,2", False),
        (",", "1,2,a,3", False),
        (",", "1,nan,a", False),
        (",", "1_0,2,a", False),
        (",", "1,2e151,a", False),
        (",", "1,1e999,a", False),
        (",", ",,", True),  # blank: no row
        (";", "1;2;a", True),
        (WHITESPACE, " 1  2\ta", True),
        (WHITESPACE, "1 2", False),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_what_is_no_sample_is_blank(delimiter, row, good, end):
    form = TableForm(delimiter, False, 2, (0, 1))
    row = row.replace("\n", end)
    text, left_out = without_faults(row + end, form, width=3)
    assert left_out == (not good)
    assert text == (row + end if good else "\n")


def test_a_column_that_is_not_used_is_no_reason():
    form = TableForm(",", False, 2, (0,))
    assert without_faults("1,oops,a\n", form, width=3) == ("1,oops,a\n", 0)


@pytest.mark.parametrize("size", [10, 2**22])
def test_a_table_in_blocks_without_its_faults(tmp_path, monkeypatch, size):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", size)
    path = tmp_path / "t.csv"
    rows = "1,2,a\n1,2,3,4\n\n3,x,b\n5,6,b\n7,8\n"
    path.write_text("title\n\nof, it\np,q,class\n" + rows * 3 + "9,10,a\n")
    head = read_head(path, start=4, lenient=True)
    form = head.form()
    table = CsvStream(head, form)
    data = table.read_all()
    assert data.X.tolist() == [[1, 2], [5, 6]] * 3 + [[9, 10]]
    assert [data.class_names[code] for code in data.y] == list("abababa")
    assert sum(table.left_out) == 9
    with pytest.raises(UserError, match="line 6: has 4 cells"):
        CsvStream(head, replace(form, lenient=False)).read_all()


def test_without_features_a_row_needs_its_label():
    form = TableForm(",", False, 1, ())
    assert without_faults("x,a\ny,\nz\n", form, width=2) == ("x,a\n\n\n", 2)
