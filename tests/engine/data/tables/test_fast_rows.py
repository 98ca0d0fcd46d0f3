"""What is read fast is what the slow and careful reader reads, or nothing."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.data.provenance import Column
from engine.data.sample_table import read_data
from engine.data.tables.csv_cells import grid_of
from engine.data.tables.fast_rows import fast_rows
from engine.data.tables.quotation import WHITESPACE
from engine.data.tables.read_options import ReadOptions
from engine.data.tables.table_form import TableForm
from engine.data.tables.typed_columns import CellReader
from engine.errors import UserError
from tests.engine.data.careful import cut


def fast(text, form, delimiter=","):
    """Give rows, or None where a closer look is needed or a fault is said."""
    batch = fast_rows(text.encode(), form, delimiter, width=3)
    columns = [Column(f"x{j}") for j in form.features]
    reader = CellReader("t.csv", ["x0", "x1", "y"], form, columns, lambda j: "")
    try:
        return None if batch is None else reader.cut(batch).rows
    except UserError:
        return None


def carefully(text, form, delimiter):
    first = delimiter.join("000") + "\n"
    grid = grid_of("t.csv", first + text, 0, delimiter)
    X, labels = cut("t.csv", ["x0", "x1", "y"], form, grid.cells[1:], grid.lines[1:])
    return X, labels


ODD = """
1 -2.50 +3 .5 5. 1e5 1E-400 1e400 -1e150 1e151 nan NaN inf -Infinity 0x1A 1_0 1,5 １
null NA 1d5 1e --1 1f true 007 0.1e+2 '7' #8 \\9
"""
odd = st.sampled_from([*ODD.split(), "", " 4", "4 ", "1 2", "\u00a04"])
numbers = st.floats(-1e150, 1e150).map(repr)
label = st.sampled_from(["p", "q", "1", "1.0", "+1", " p", "p ", "NA", "é", "", "p q"])
rows = st.lists(st.tuples(numbers | odd, numbers, label), min_size=1, max_size=5)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@given(rows=rows)
@example(rows=[("1", "2", "p"), ("", "", "")])
def test_the_fast_reader_reads_alike_or_not_at_all(rows, delimiter, end):
    form = TableForm(2, (0, 1), header=False)
    text = "".join(delimiter.join(row) + end for row in rows)
    try:
        X, labels = carefully(text, form, delimiter)
    except UserError:
        assert fast(text, form, delimiter) is None
        return
    found = fast(text, form, delimiter)
    if found is not None:
        np.testing.assert_array_equal(found.X, X)
        assert [found.labels[i] for i in found.which] == labels


@given(st.lists(st.tuples(numbers, numbers, st.sampled_from("pq")), min_size=1))
def test_plain_numbers_come_back_to_the_last_bit(rows):
    form = TableForm(2, (1, 0), header=False)
    text = "".join(",".join(row) + "\n" for row in rows)
    found = fast(text, form)
    np.testing.assert_array_equal(found.X, [[float(b), float(a)] for a, b, _ in rows])
    assert [found.labels[i] for i in found.which] == [c for *_, c in rows]


def test_a_decimal_comma():
    found = fast("1,5;-2,25;p\n", TableForm(2, (0, 1), decimal=",", header=False), ";")
    assert found.X.tolist() == [[1.5, -2.25]]


def test_a_column_that_is_left_out_may_hold_anything():
    text = "1,oops,p\n2,3,q\n" * 50
    found = fast(text, TableForm(2, (0,), header=False))
    assert found.X[:, 0].tolist() == [1, 2] * 50


@pytest.mark.parametrize("row", ["1,2,p,4", "1,x,p"])
def test_a_row_of_another_form_is_left_to_others(row):
    assert fast(f"3,4,q\n{row}\n", TableForm(2, (0, 1), header=False)) is None


@pytest.mark.parametrize(
    "text",
    [
        "1 2  p\n3\t4 q\n", " 1 2 p \r\n\t3 4 q\t\r\n", '1 2 "p"\n3 "4" "q"\n',
        "1 2 p\r 3  4 q",
    ],
)  # fmt: skip
def test_blanks_between_cells(text):
    found = fast(text, TableForm(2, (0, 1), header=False), WHITESPACE)
    assert found.X.tolist() == [[1, 2], [3, 4]]
    assert [found.labels[i] for i in found.which] == ["p", "q"]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ('1,  2, "p ""q"""\n"3", "4","q, ""r"""\n', ['p "q"', 'q, "r"']),
        ('1, 2,"p, ""q"""\n3,4, "p, ""q"""\n', ['p, "q"'] * 2),
    ],
)
def test_blanks_before_quoted_cells(text, labels):
    form = TableForm(2, (0, 1), header=False)
    found = fast(text, form)
    assert found.X.tolist() == [[1, 2], [3, 4]]
    assert [found.labels[i] for i in found.which] == labels


@pytest.mark.parametrize(
    "text", ['1,2,"p "\n', '1,2, 5" p\n', '1,2, 5", "p"\n', '1  2 "p  q"\n']
)
def test_blanks_that_may_be_meant_are_left_to_others(text):
    by = "," if "," in text else WHITESPACE
    assert fast(text, TableForm(2, (0, 1), header=False), by) is None


def test_a_byte_order_mark_in_the_first_cell_belongs_to_it(tmp_path):
    path = tmp_path / "t.csv"
    rows = "\ufeffa,1\nb,2\n\ufeffa,3\nb,4\n"
    for header in ("class,x\n", "\ufeff"):
        path.write_text(header + rows, encoding="utf-8")
        data = read_data(path, options=ReadOptions(target="1"))
        assert data.class_names == ("b", "\ufeffa")
        assert data.y.tolist() == [1, 0, 1, 0]
