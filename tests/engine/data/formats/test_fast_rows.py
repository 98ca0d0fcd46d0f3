"""What is read fast is what the slow and careful reader reads, or nothing."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.data.formats.csv_cells import grid_of
from engine.data.formats.fast_rows import arrow_rows, exact, fast_rows, pandas_rows
from engine.data.formats.quotation import WHITESPACE
from engine.data.formats.table_form import TableForm
from engine.errors import UserError
from tests.engine.data.formats.careful import cut


def by_arrow(text, form):
    return arrow_rows(text.encode(), form, width=3, features=form.features)


def by_pandas(text, form):
    return pandas_rows(
        text.encode(), form, width=3, features=form.features, spaced=False
    )


def by_either(text, form):
    return fast_rows(text.encode(), form, width=3, features=form.features, spaced=False)


def carefully(text, form):
    first = form.model_row(3).decode()
    grid = grid_of("t.csv", first + text, 0, form.delimiter)
    X, labels = cut("t.csv", ["x0", "x1", "y"], form, grid.cells[1:], grid.lines[1:])
    return X, labels


ODD = """
1 -2.50 +3 .5 5. 1e5 1E-400 1e400 -1e150 1e151 nan NaN inf -Infinity 0x1A 1_0 1,5 １
null NA 1d5 1e --1 1f true 007 0.1e+2 '7' #8 \\9
"""
odd = st.sampled_from([*ODD.split(), "", " 4", "4 ", "1 2", "\u00a04"])
numbers = st.floats(allow_nan=False, allow_infinity=False).map(repr)
label = st.sampled_from(["p", "q", "1", "1.0", "+1", " p", "p ", "NA", "é", "", "p q"])
rows = st.lists(st.tuples(numbers | odd, numbers, label), min_size=1, max_size=5)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@given(rows=rows)
@example(rows=[("1", "2", "p"), ("", "", "")])
def test_every_reader_reads_alike_or_not_at_all(rows, delimiter, end):
    form = TableForm(delimiter, 2, (0, 1), header=False)
    text = "".join(delimiter.join(row) + end for row in rows)
    try:
        X, labels = carefully(text, form)
    except UserError:
        assert by_either(text, form) is None
        return
    found = by_either(text, form)
    if found is not None:
        np.testing.assert_array_equal(found.X, X)
        assert [found.labels[i] for i in found.which] == labels


@given(st.lists(st.tuples(numbers, numbers, st.sampled_from("pq")), min_size=1))
def test_plain_numbers_come_back_to_the_last_bit_from_both(rows):
    form = TableForm(",", 2, (1, 0), header=False)
    text = "".join(",".join(row) + "\n" for row in rows)
    for read in (by_arrow, by_pandas):
        found = read(text, form)
        np.testing.assert_array_equal(
            found.X, [[float(b), float(a)] for a, b, _ in rows]
        )
        assert [found.labels[i] for i in found.which] == [c for *_, c in rows]


@pytest.mark.parametrize("read", [by_arrow, by_pandas])
def test_a_decimal_comma(read):
    found = read("1,5;-2,25;p\n", TableForm(";", 2, (0, 1), decimal=",", header=False))
    assert found.X.tolist() == [[1.5, -2.25]]


@pytest.mark.parametrize("read", [by_arrow, by_pandas])
def test_a_column_that_is_left_out_may_hold_anything(read):
    text = "1,oops,p\n2,3,q\n" * 50
    found = read(text, TableForm(",", 2, (0,), header=False))
    assert found.X[:, 0].tolist() == [1, 2] * 50


@pytest.mark.parametrize("read", [by_arrow, by_pandas])
@pytest.mark.parametrize("row", ["1,2,p,4", "1,x,p"])
def test_a_row_of_another_form_is_left_to_others(read, row):
    assert read(f"3,4,q\n{row}\n", TableForm(",", 2, (0, 1), header=False)) is None


def test_blanks_between_cells():
    form = TableForm(WHITESPACE, 2, (0, 1), header=False)
    text = b"1 2  p\n3  4 q\n"
    found = fast_rows(text, form, width=3, features=(0, 1), spaced=True)
    assert found.X.tolist() == [[1, 2], [3, 4]]


def test_numbers_are_exact_with_every_pandas():
    assert exact("3.1.1") == {}
    assert exact("3.0.2") == exact("2.2.3") == {"float_precision": "round_trip"}
