"""A mark quotes only where it begins a cell: all that cuts a table agrees on it."""

import csv
import io
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.data.sample_table import SampleTable, read_data
from engine.data.table_preview import read_preview
from engine.data.tables import row_blocks
from engine.data.tables.quotation import (
    DELIMITERS,
    UNQUOTED,
    WHITESPACE,
    first_row_end,
    last_row_end,
    masked,
    quotes_of,
)
from engine.data.tables.read_options import ReadOptions
from engine.data.tables.row_blocks import HEAD_BYTES
from engine.data.tables.text_table import text_table
from engine.errors import UserError


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "t.csv"
        path.write_text(content, encoding="utf-8", newline="")
        return path

    return write


@pytest.mark.parametrize("size", [1, 30, 2**22])
@pytest.mark.parametrize(
    ("content", "names", "classes"),
    [
        ('width 5",height,class\n1,2,a\n3,4,b\n', ('width 5"', "height"), ("a", "b")),
        ('1,2,5" pipe\n3,4,6" pipe\n', ("x1", "x2"), ('5" pipe', '6" pipe')),
        ('1,2,5" pipe\n3,4,tube\n', ("x1", "x2"), ('5" pipe', "tube")),
        ('1 2 5"\n3 4 6"\n', ("x1", "x2"), ('5"', '6"')),
        ('1,2,a "b" c"\n3,4,"d,\ne"\n', ("x1", "x2"), ('a "b" c"', "d,\ne")),
        ('p;q;5"\n1;2; "a;""b\n"\n3;4;c\n', ("p", "q"), ('a;"b\n', "c")),
        ('1,"a;b"\n2,"c;d"\n', ("x1",), ("a;b", "c;d")),
    ],
)
def test_a_mark_within_a_cell_quotes_nothing(
    file, monkeypatch, size, content, names, classes
):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", size)
    found = read_preview(file(content))
    assert not found.fault
    for form in (found.form, text_table(found.file).proposal().form):
        data = SampleTable(found.table, form).read_all()
        assert data.feature_names == names
        assert data.class_names == classes


def test_a_mark_in_the_first_row_of_a_large_table(file):
    rows = '1,2,5" pipe\n2,2,5" pipe\n'
    rows += "".join(f"{i},{i},tube {i % 3}\n" for i in range(90_000))
    assert len(rows) > 2**20
    found = read_preview(file(rows))
    assert not found.fault + found.doubt
    assert not found.table.whole
    assert SampleTable(found.table, found.form).read_all().n_samples == 90_002


def test_marks_above_a_table_quote_nothing_in_it(file):
    path = file('"Report of the\n\np,class\n1,a\n2,"b\n"\n')
    found = read_preview(path, ReadOptions(start=2))
    assert found.names == ("p", "class")
    assert SampleTable(found.table, found.form).read_all().class_names == ("a", "b\n")


def test_a_quoted_cell_longer_than_the_head(file):
    long = "a\n" * HEAD_BYTES
    found = read_preview(file(f'1,"{long}"\n2,b\n'))
    assert found.rows == (("1", long), ("2", "b"))
    assert SampleTable(found.table, found.form).read_all().class_names == (long, "b")


def test_rows_left_out_are_cut_by_the_same_rule(file):
    path = file('1 2 "new york"\n1 x 5"\n3 4 5"\n1 x "a\nb"\n')
    head = text_table(path, ReadOptions(bad_rows="drop"))
    assert head.delimiter == WHITESPACE
    data = SampleTable(head, head.proposal().form).read_all()
    assert data.class_names == ('5"', "new york")
    assert data.X.tolist() == [[1, 2], [3, 4]]


def test_a_cell_that_is_not_closed_is_refused_wherever_it_is(file):
    path = file('p,class\n1,a\n2,"b\n')
    assert read_preview(path).fault.startswith("Line 3: a quotation mark")
    with pytest.raises(UserError, match="never closed"):
        read_data(path)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@given(
    cells=st.lists(
        st.lists(st.text('a1" \t,;|\n', max_size=6), min_size=2, max_size=3),
        min_size=1, max_size=4,
    ),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)  # fmt: skip
def test_rows_end_where_the_standard_library_ends_them(delimiter, cells, quoting):
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter, lineterminator="\n", quoting=quoting) \
        .writerows(cells)  # fmt: skip
    written = file.getvalue()
    first = io.StringIO()
    csv.writer(first, delimiter=delimiter, lineterminator="\n", quoting=quoting) \
        .writerow(cells[0])  # fmt: skip
    assert first_row_end(written.encode(), delimiter) == len(first.getvalue())
    assert last_row_end(written.encode(), delimiter) == len(written)
    assert masked(written, delimiter).count("\n") == len(cells)


@pytest.mark.parametrize("delimiter", DELIMITERS)
@given(text=st.text('ab" \t,;|\n', max_size=30))
@example(text='"a" "b\n')
@example(text='a,  "b\nc",d"\ne,"f\n')
def test_the_last_row_ends_at_the_last_line_end_outside_of_quotes(delimiter, text):
    mask = masked(text, delimiter)
    assert len(mask) == len(text)
    assert mask.encode() == masked(text.encode(), delimiter)
    assert last_row_end(text.encode(), delimiter) == mask.rfind("\n") + 1
    first = re.search("\n", mask)
    assert first_row_end(text.encode(), delimiter) == (
        first.end() if first else len(text)
    )


def test_where_no_mark_quotes_every_line_is_a_row():
    assert first_row_end(b'"a\nb"\n', UNQUOTED) == 3
    assert last_row_end(b'"a\nb', UNQUOTED) == 3


@pytest.mark.parametrize("blanks", [0, 1, 63, 64, 65, 200])
@pytest.mark.parametrize("delimiter", [",", WHITESPACE])
def test_a_mark_quotes_after_any_number_of_blanks(blanks, delimiter):
    between = " " if delimiter == WHITESPACE else ","
    text = f'1{between}{" " * blanks}"a\nb"\n2{between}c\n3,"d\n'.encode()
    mask = masked(text, delimiter)
    assert last_row_end(text, delimiter) == mask.rfind(b"\n") + 1
    assert first_row_end(text, delimiter) == mask.find(b"\n") + 1
    assert mask.count(b"\n") == (2 if delimiter == "," else 3)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        (b"", 0, 0), (b"a", 1, 0), (b"a\nb", 2, 2), (b"a\rb\r", 2, 2),
        (b"a\rb\rc", 2, 4), (b"a\r\nb\r", 3, 3), (b'"a\r\nb"\r\nc', 8, 8),
        (b'"a\rb"\rc', 6, 6), (b'a,"b\n', 5, 0), (b'a,b"\nc\n', 5, 7),
        (b'a\n"b\nc\n', 2, 2), (b'"a""\n"\n1', 7, 7),
    ],
)  # fmt: skip
def test_where_the_first_and_the_last_row_end(text, first, last):
    assert first_row_end(text, ",") == first
    assert last_row_end(text, ",") == last


@pytest.mark.parametrize("by", [",", ";", WHITESPACE])
@pytest.mark.parametrize(
    ("text", "sound", "span"),
    [
        ('1,"a",2\n3,"b",4\n', True, -1),
        ('1,"a,b",2\n3,"b",4\n', True, -1),
        ('1,"a\nb",2\n3,"b",4\n', True, 2),
        ('1,"' + "a" * 50 + ',\nb",2\n3,4,5\n', True, 2),
        ('1,"a""b",2\n3,"""",4\n', True, -1),
        ('1,5",2\n3,"b,c",4\n', True, -1),
        ('1,"a" ,2\n3,"b,\n",4\n', True, 11),
        ('1,"a"b,2\n3,4,5\n', False, -1),
        ('1,"a,2\n3,"b,4\n', False, -1),
        ('1,"a,2\n3,4,5\n', False, -1),
    ],
)
def test_what_is_found_of_the_marks_of_a_text(text, sound, span, by):
    text = text.replace(",", " " if by == WHITESPACE else by)
    assert quotes_of(text.encode(), by) == (sound, span)


@pytest.mark.parametrize("size", [20, 2**22])
def test_a_long_delimiter_within_quotes_is_part_of_the_cell(file, monkeypatch, size):
    monkeypatch.setattr(row_blocks, "BLOCK_BYTES", size)
    path = file('p||q||kind\n1||2||"a||b"\n3||4||c\n5||6||"a||b"\n')
    data = read_data(path, options=ReadOptions(delimiter="||"))
    assert data.class_names == ("a||b", "c")
    assert data.X.tolist() == [[1, 2], [3, 4], [5, 6]]
