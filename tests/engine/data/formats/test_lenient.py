"""Rows that cannot be read are left out: those, no others, and the lines stay."""

from dataclasses import replace

import pytest

from engine.data.formats import row_blocks
from engine.data.formats.formed import put_together, read_formed
from engine.data.formats.grid import WHITESPACE
from engine.data.formats.lenient import blanked
from engine.data.formats.table_form import Form
from engine.data.formats.table_preview import guessed
from engine.data.formats.table_stream import BigTable
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
    form = Form(delimiter, False, 2, (0, 1))
    row = row.replace("\n", end)
    text, left_out = blanked(row + end, form, 3)
    assert left_out == (not good)
    assert text == (row + end if good else "\n")


def test_a_column_that_is_not_used_is_no_reason():
    form = Form(",", False, 2, (0,))
    assert blanked("1,oops,a\n", form, 3) == ("1,oops,a\n", 0)


@pytest.mark.parametrize("size", [10, 2**22])
def test_a_table_in_pieces_without_its_faults(tmp_path, monkeypatch, size):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", size)
    path = tmp_path / "t.csv"
    rows = "1,2,a\n1,2,3,4\n\n3,x,b\n5,6,b\n7,8\n"
    path.write_text("title\n\nof, it\np,q,class\n" + rows * 3 + "9,10,a\n")
    form = guessed(path, start=4, lenient=True).form
    table = BigTable(path, form)
    data = put_together(table)
    assert data.X.tolist() == [[1, 2], [5, 6]] * 3 + [[9, 10]]
    assert [data.class_names[code] for code in data.y] == list("abababa")
    assert sum(table.left_out) == 9
    with pytest.raises(UserError, match="line 6: has 4 cells"):
        read_formed(path, replace(form, lenient=False))


def test_without_features_a_row_needs_its_label():
    form = Form(",", False, 1, ())
    assert blanked("x,a\ny,\nz\n", form, 2) == ("x,a\n\n\n", 2)
