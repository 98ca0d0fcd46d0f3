"""Tables of any size, block by block: what is read fast is what is read with care."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from threading import Thread

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.data.classes import Classes
from engine.data.dataset import LARGEST
from engine.data.provenance import Column, Provenance
from engine.data.sample_table import (
    SampleTable,
    open_like,
    read_data,
)
from engine.data.tables import data_file
from engine.data.tables import row_blocks as reading
from engine.data.tables.quotation import WHITESPACE
from engine.data.tables.read_options import ReadOptions
from engine.data.tables.row_blocks import row_blocks
from engine.data.tables.table_form import TableForm
from engine.data.tables.text_table import text_table
from engine.errors import Cancelled, UserError
from tests.engine.data.careful import read_carefully
from tests.engine.data.rows import read_rows

TABLES = {
    "plain": "a,b,class\n1,2,yes\n3,4,no\n5,6,yes\n",
    "no header": "1;2;x\n3;4;y\n.5;-6e-3;x",
    "windows": "a\tb\tclass\r\n1\t2\tp\r\n3\t4\tq\r\n",
    "macintosh": "a,b,class\r1,2,p\r3,4,q\r",
    "blanks": "\n  \na b class\n\n1 2 p\n  3  4 q  \n\n\n5 6 p\n",
    "empty rows": ",,\na,b,class\n1,2,p\n,,\n3,4,q\n , ,\n",
    "quoted": 'a,"b, or\nc",class\n1,2,"p ""1""\nx"\n"3",4,q\n5,6,"p ""1""\nx"\n',
    "marked": "\ufeffa,b,class\n1,2,é\n3,4,ü\n",
    "target first": "label,a,b\n1,1,2\n+1,3,4\n1.0,5,6\n-1,7,8\n",
    "numbers": "a,b,class\n1,2,10\n3,4,9\n5,6,1e1\n",
    "spaces": "a, b, class \n 1 , 2 , p \n3,4,p\n5,6, q\n",
    "blanks and quotes": 'a,b,class\n1, 2 ,p \n3\u00a0, "4" , q\n5,6,"p "\n7,8," q"\n'
    '9,1,"p" \n2,3,\u00a0p\n4,5,q ""r\n',
    "odd digits": "a,b,class\n１,2,p\n3,\u00a04,q\n",
    "long": "a,b,class\n"
    + "".join(f"{i / 7},{7 / (i + 1)!r},{'pq'[i % 2]}\n" for i in range(100)),
}


def written(tmp_path, text):
    path = tmp_path / "t.csv"
    path.write_bytes(text.encode())
    return path


def gathered(path, target=None, classes=None):
    """Read in blocks what `read_carefully` reads at once."""
    table = SampleTable.open(path, ReadOptions(target=target))
    if classes is None:
        found = table.blocks(lambda block: block.labels, features=False)
        classes = Classes({label for labels, _ in found for label in labels})
    made = [pair for pair, _ in table.blocks(lambda c: (c.X, table.codes(c, classes)))]
    X, codes = (np.concatenate(arrays) for arrays in zip(*made, strict=True))
    return table, classes, X, codes


@pytest.mark.parametrize("size", [1, 7, 30, 2**22])
@pytest.mark.parametrize("name", TABLES)
def test_blocks_together_are_the_table(tmp_path, monkeypatch, name, size):
    monkeypatch.setattr(reading, "BLOCK_BYTES", size)
    path = written(tmp_path, TABLES[name])
    whole = read_carefully(path)
    plain = SampleTable.open(path).blocks(
        lambda block: block.X.shape[1], features=False
    )
    assert {columns for columns, _ in plain} == {0}
    table, classes, X, codes = gathered(path)
    assert table.feature_names == whole.feature_names
    assert classes.names == whole.class_names
    np.testing.assert_array_equal(X, whole.X)
    np.testing.assert_array_equal(codes, whole.y)


cells = st.floats(-LARGEST, LARGEST) | st.integers(-99, 99)


@settings(
    max_examples=60, deadline=None,
)  # fmt: skip
@given(
    st.lists(st.tuples(cells, cells, st.sampled_from("pqr")), min_size=1, max_size=30),
    st.integers(1, 200),
)
def test_numbers_come_back_to_the_last_bit(tmp_path, monkeypatch, rows, size):
    monkeypatch.setattr(reading, "BLOCK_BYTES", size)
    lines = [f"{a!r},{b!r},{label}\n" for a, b, label in rows]
    path = written(tmp_path, "a,b,class\n" + "".join(lines))
    _, _, X, _ = gathered(path)
    np.testing.assert_array_equal(X, [[a, b] for a, b, _ in rows])


FAULTS = {
    "text": "a,b,class\n1,2,p\n3,oops,q\n",
    "empty cell": "a,b,class\n1,2,p\n\n,4,q\n",
    "empty label": "a,b,class\n1,2,p\n3,4,\n",
    "missing cell": "a,b,class\n1,2,p\n3,4\n",
    "infinite": "a,b,class\n1,2,p\n3,inf,q\n",
    "nan": "a,b,class\n1,2,p\nnan,4,q\n",
    "underscore": "a,b,class\n1,2,p\n1_0,4,q\n",
    "long row": "a,b,class\n1,2,p\n3,4,q\n3,4,5,q\n",
    "short row": "a,b,class\n1,2,p\n3,4,q\n3,q\n",
    "short row among quotes": 'a,b,class\n1,2,"p,q"\n3,4,q\n3,"q,p"\n',
    "quote that goes on": 'a,b,class\n1,2,"p"\n3,4,"q\n5,6,"q"\n',
    "after a quoted line end": 'a,b,class\n1,2,"p\nq"\n3,x,"p\nq"\n',
    "open quote": 'a,b,class\n1,2,p\n3,4,"q\n',
    "no target": "a,b,class\n1,2,p\n",
    "one column": "a\n1\n2\n",
    "empty": "\n \n",
}


BLANK = st.sampled_from(["", " ", "  "])
AFTER = BLANK | st.sampled_from(["\t", "\u00a0"])
NUMBERS = st.sampled_from(["1", "-2.5", '"3"', '" 4"'])
LABELS = st.sampled_from(["p", "q", '"p"', '" p"', '"q "', '"p, q"', '"p ""q"" "'])
CELLS = st.tuples(BLANK, NUMBERS, AFTER, BLANK, LABELS, AFTER)


@settings(
    max_examples=30,
    deadline=None,
)
@given(rows=st.lists(CELLS, min_size=2, max_size=5))
def test_blanks_are_stripped_alike_wherever_a_quote_stands(tmp_path, monkeypatch, rows):
    lines = ["".join((*row[:3], ",", *row[3:])) for row in rows]
    path = written(tmp_path, "x,class\n" + "\n".join(lines) + "\n0,r\n")
    data = read_carefully(path)
    labels = [data.class_names[code] for code in data.y]
    assert labels == [*map(meant, rows), "r"]
    for size in (1, 20):
        monkeypatch.setattr(reading, "BLOCK_BYTES", size)
        _, classes, X, codes = gathered(path)
        np.testing.assert_array_equal(X, data.X)
        assert [classes.names[code] for code in codes] == labels


def meant(row):
    """The label that is written in a row: blanks count only within quotes."""
    cell = row[-2]
    return cell[1:-1].replace('""', '"') if cell.startswith('"') else cell


@pytest.mark.parametrize("size", [9, 2**22])
@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_refused_in_the_same_words(tmp_path, monkeypatch, name, size):
    monkeypatch.setattr(reading, "BLOCK_BYTES", size)
    path = written(tmp_path, FAULTS[name])
    target = "nowhere" if name == "no target" else None
    with pytest.raises(UserError) as whole:
        read_carefully(path, target)
    with pytest.raises(UserError) as in_blocks:
        gathered(path, target)
    said, _, counted = str(in_blocks.value).partition("; ")
    assert said == str(whole.value)
    assert not counted or ("in all, 1 " in counted and "--missing drop" in counted)


def test_bytes_that_are_no_text_are_refused_in_the_same_words(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK_BYTES", 8)
    monkeypatch.setattr(data_file, "RECOGNISED_IN", 10)
    path = tmp_path / "t.csv"
    for content in (b"a,b,c\n1,2,p\n3,4,\xff\n", b"a,b,c\n1,2,p\n3,\0,q\n"):
        path.write_bytes(content)
        with pytest.raises(UserError) as whole:
            read_carefully(path)
        with pytest.raises(UserError) as in_blocks:
            gathered(path)
        assert str(in_blocks.value) == str(whole.value)


def test_what_is_no_file_is_refused(tmp_path):
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(UserError) as whole:
            read_carefully(path)
        with pytest.raises(UserError) as in_blocks:
            SampleTable.open(path)
        assert str(in_blocks.value) == str(whole.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_read_once_only_and_kept(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UserError, match="pipe"):
        SampleTable.open(pipe)
    writer = Thread(target=pipe.write_text, args=("a,b,class\n1,2,p\n3,4,q\n",))
    writer.start()
    file = data_file.data_file(pipe)
    writer.join()
    for _ in range(2):
        X = gathered(file)[2]
        assert X.tolist() == [[1, 2], [3, 4]]


def test_a_label_of_no_class_is_refused_with_its_line(tmp_path):
    path = written(tmp_path, "a,b,class\n1,2,p\n\n3,4,q\n5,6,r\n")
    with pytest.raises(UserError, match=r"line 5, column class: class “r” is not one"):
        gathered(path, classes=Classes(["q", "p"]))


def test_classes_that_are_numbers_know_every_spelling():
    classes = Classes(["1", "-1"])
    assert classes.names == ("-1", "1")
    assert classes.codes_of(["+1", "1.0", "-1.0e0", "x", "2"]).tolist() == [
        1,
        1,
        0,
        -1,
        -1,
    ]


def test_a_row_that_never_ends_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "LONGEST_ROW", 100)
    path = written(tmp_path, 'a,"b\n' + "1,2,3\n" * 50)
    with pytest.raises(UserError, match="never closed"):
        list(row_blocks(path, 10, delimiter=","))


def test_blocks_count_lines_and_bytes(tmp_path):
    path = written(tmp_path, "\n\n" + "1,2,3\n" * 6)
    found = list(row_blocks(path, 12, delimiter=","))
    assert b"".join(block.text for block in found) == b"1,2,3\n" * 6
    assert found[0].line == 3
    lines = [reading.line_ends(block.text) for block in found]
    assert found[-1].line == 3 + sum(lines[:-1])
    assert found[-1].share == 1.0


def test_lines_before_a_sound_block_are_not_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK_BYTES", 20)
    path = written(tmp_path, "a,b,class\n" + "1,2,é\n3,4,ü\n" * 30)
    table = SampleTable.open(path)
    # For each of them the file would be read from its beginning.
    monkeypatch.setattr(reading, "line_ends", None)
    assert len(list(table.blocks(lambda block: block.labels))) > 10


@pytest.mark.parametrize(
    ("delimiter", "row", "good"),
    [
        (",", "1,2,a", True),
        (",", ' 1 , 2 ,"a\nb"', True),
        (",", "1,x,a", False),
        (",", "1,2", False),
        (",", "1,2,a,3", False),
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
def test_rows_that_are_no_samples_are_left_out(tmp_path, delimiter, row, good, end):
    by = " " if delimiter == WHITESPACE else delimiter
    lines = [by.join("pqc"), by.join("34b"), row.replace("\n", end), by.join("56b"), ""]
    path = tmp_path / "t.csv"
    path.write_text(end.join(lines), newline="")
    head = text_table(path, ReadOptions(delimiter=delimiter, bad_rows="drop"))
    table = SampleTable(head, TableForm(2, (0, 1), header=True, lenient=True))
    data = table.read_all()
    assert table.left_out == (not good)
    assert data.X.tolist() == [
        [3, 4],
        *([[1, 2]] if good and row != ",," else []),
        [5, 6],
    ]


def test_a_row_that_lacks_a_value_is_none_that_cannot_be_read(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("p,q,class\n3,4,b\n1,nan,a\n5,oops,b\n")
    options = ReadOptions(bad_rows="drop")
    with pytest.raises(UserError, match=r"line 3, column \w+: .*--missing drop"):
        read_data(path, options=options)
    table = SampleTable.open(path, replace(options, missing="drop"))
    assert table.read_all().X.tolist() == [[3, 4]]
    assert table.left_out == 1
    path.write_text("p,q,class\n3,4,b\n,,a\n5,6,\n")
    assert read_data(path, options=options).X.tolist() == [[3, 4]]


def test_a_column_that_is_not_used_is_no_reason_to_leave_a_row_out(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("p,q,class\n1,oops,a\n2,3,b\n3,x,b\n")
    form = TableForm(2, (0,), header=True, lenient=True)
    table = SampleTable(text_table(path, ReadOptions(bad_rows="drop")), form)
    assert table.read_all().X.tolist() == [[1], [2], [3]]
    assert not table.left_out


def test_labels_alone_are_those_of_rows_that_can_be_read(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("p,q,class\n1,2,a\n3,4,b\noops,6,a\n7,8,b\n")
    table = SampleTable.open(path, ReadOptions(bad_rows="drop"))
    for features in (True, False):
        blocks = table.blocks(lambda block: len(block.which), features=features)
        assert [n for n, _ in blocks] == [3]
        assert table.left_out == 1


@pytest.mark.parametrize("size", [10, 2**22])
def test_a_table_in_blocks_without_its_faults(tmp_path, monkeypatch, size):
    monkeypatch.setattr(reading, "BLOCK_BYTES", size)
    path = tmp_path / "t.csv"
    rows = "1,2,a\n1,2,3,4\n\n3,x,b\n5,6,b\n7,8\n"
    path.write_text("title\n\nof, it\np,q,class\n" + rows * 3 + "9,10,a\n")
    head = text_table(path, ReadOptions(start=4, bad_rows="drop"))
    form = head.proposal().form
    table = SampleTable(head, form)
    data = table.read_all()
    assert data.X.tolist() == [[1, 2], [5, 6]] * 3 + [[9, 10]]
    assert [data.class_names[code] for code in data.y] == list("abababa")
    assert table.left_out == 9
    with pytest.raises(UserError, match="line 6: has 4 cells"):
        SampleTable(head, replace(form, lenient=False)).read_all()


def test_a_byte_that_is_no_text_is_found_in_a_later_block(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK_BYTES", 20_000)
    path = tmp_path / "t.csv"
    rows = [f"{i},{'ab'[i % 2]}" for i in range(12_000)]
    path.write_bytes("\n".join(["x,class", *rows, "7\0,a"]).encode())
    stream = SampleTable.open(path)
    with pytest.raises(UserError, match="is not a text file"):
        stream.read_all()


def test_the_share_grows_while_means_are_found_and_then_while_it_is_read(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(reading, "BLOCK_BYTES", 500)
    path = tmp_path / "t.csv"
    rows = [f"{i if i % 9 else ''},{'ab'[i % 2]}" for i in range(400)]
    path.write_text("\n".join(["x,class", *rows]))
    shares = []
    stream = SampleTable.open(path, ReadOptions(missing="mean"))
    stream.read_all(lambda share: shares.append(share) or True)
    assert shares == sorted(shares)
    assert (shares[0] < 0.5, shares[-1]) == (True, 1)
    assert 0.5 in shares


def test_a_weight_below_0_is_named_by_its_line_in_a_later_block(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK_BYTES", 500)
    path = tmp_path / "t.csv"
    rows = [f"{i},{-1 if i == 350 else 1},{'ab'[i % 2]}" for i in range(400)]
    path.write_text("\n".join(["x,w,class", *rows]))
    stream = SampleTable.open(path, ReadOptions(weight="w"))
    with pytest.raises(UserError, match="line 352"):
        stream.read_all()


def test_a_line_is_counted_from_the_beginning_of_the_file(tmp_path):
    """Though what is above the table is long."""
    path = tmp_path / "t.csv"
    path.write_text("# long\n" * 9000 + "x,class\n1,a\n2,b\noops,a\n")
    stream = SampleTable.open(path, ReadOptions(start=9001))
    with pytest.raises(UserError, match="line 9004"):
        stream.read_all()


def test_a_row_of_delimiters_alone_is_none_where_values_may_be_missing(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("p,q,class\n1,2,a\n,,\n3,,b\n5,6,c\n")
    table = SampleTable.open(path, ReadOptions(missing="drop"))
    assert [table.place_of(sample) for sample in (0, 1)] == ["line 2", "line 5"]
    table.read_all()
    assert table.notes == ("Left out: 1 row with missing values.",)
    with pytest.raises(UserError, match="line 5, column class: class “c” is not one"):
        [*table.blocks(lambda block: table.codes(block, Classes("ab")))]


def test_a_fault_beside_words_is_named(tmp_path):
    path = tmp_path / "t.csv"
    rows = [f"{i},{'yes' if i % 2 else 'no'},{'ab'[i % 2]}" for i in range(20)]
    path.write_text("\n".join(["x,new,class", *rows, "oops,yes,a", ""]))
    with pytest.raises(UserError, match="line 22, column x: “oops”"):
        SampleTable.open(path).read_all()
    path.write_text("\n".join(["x,new,class", *rows, "1,,a", ""]))
    with pytest.raises(UserError, match="line 22, column new: the cell is empty"):
        SampleTable.open(path).read_all()


def test_the_labels_of_the_first_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "HEAD_BYTES", 8)
    path = written(tmp_path, "x,class\n1,a\n2,b\n3,c\n")
    assert SampleTable.open(path).first_labels() == ["a"]


def test_a_pass_for_means_can_be_stopped_and_is_made_once(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK_BYTES", 10)
    path = written(tmp_path, "x,class\n" + "1,a\n,b\n5,a\n" * 9)
    stream, shares = SampleTable.open(path, ReadOptions(missing="mean")), []
    with pytest.raises(Cancelled):
        stream.fit(lambda share: shares.append(share) or share < 0.5)
    assert 0.5 <= shares[-1] < 1
    assert [column.mean for column in stream.provenance.columns] == [3.0]
    stream.fit(lambda share: False)  # nothing is to be read
    assert stream.feature_names == ("x",)


def test_a_table_that_is_written_to_meanwhile_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK_BYTES", 10)
    path = written(tmp_path, "x,class\n" + "1,a\n2,b\n" * 20)
    blocks = SampleTable.open(path).blocks(lambda block: len(block.X))
    next(blocks)
    with path.open("a") as file:
        file.write("3,a\n")
    said = "was changed while it was read: start again when no program writes to it"
    with pytest.raises(UserError, match=said):
        list(blocks)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (",1,a\n2,3,b\n", "1 value of “p” is missing in the 2 rows: leave such rows "
         "out or fill in the means (--missing drop, --missing mean)"),
        (",1,a\n2,,b\n2,3,\n4,5,b\n", "2 values of “p”, “q” and 1 label are missing in "
         "the 4 rows: leave such rows out or fill in the means (--missing drop, "
         "--missing mean)"),
        (",1,a\n2,,b\n", "2 values of “p”, “q” are missing in the 2 rows: fill in the "
         "means (--missing mean), as every row lacks something"),
    ],
)  # fmt: skip
def test_all_that_is_missing_is_counted_in_all_blocks(
    tmp_path, monkeypatch, rows, said
):
    monkeypatch.setattr(reading, "BLOCK_BYTES", 5)
    path = written(tmp_path, "p,q,class\n" + rows)
    with pytest.raises(UserError) as refused:
        SampleTable.open(path).read_all()
    assert str(refused.value) == (
        f"{path}, line 2, column p: the cell is empty or missing; in all, {said}"
    )


def test_beside_another_fault_what_is_missing_is_not_counted(tmp_path):
    rows = "1,2,a\n" * 9
    path = written(tmp_path, f"p,q,class\n{rows},2,a\n{rows}oops,2,b\n")
    with pytest.raises(UserError) as refused:
        SampleTable.open(path).read_all()
    assert str(refused.value) == (
        f"{path}, line 11, column p: the cell is empty or missing: leave such rows "
        "out or fill in the means (--missing drop, --missing mean)"
    )


@pytest.mark.parametrize("size", [5, 2**22])
def test_what_is_read_with_care_has_its_gaps_and_words_too(tmp_path, monkeypatch, size):
    monkeypatch.setattr(reading, "BLOCK_BYTES", size)
    rows = '1,yes,Ulm," a"\n,NO,?,b\n4,?,Rome," a"\n7,yes,Ulm,\n'
    path = written(tmp_path, "p,w,town,class\n" + rows)
    options = ReadOptions(missing="mean", one_hot=True)
    data = SampleTable.open(path, options).read_all()
    assert data.feature_names == ("p", "w", "town=Rome", "town=Ulm")
    assert data.X.tolist() == [[1, 1, 0, 1], [2.5, 0, 0, 0], [4, 0.5, 1, 0]]
    assert data.class_names == (" a", "b")
    found = data.provenance
    assert found.left_out == (("rows without a label", 1),)
    like = replace(found, target="other")
    new = tmp_path / "new.csv"
    new.write_text('town,w,p\n" Ulm",no,1\nRome,"yes",\n')
    table = open_like(new, like)
    rows = read_rows(table)
    assert rows.X.tolist() == [[1, 0, 0, 0], [2.5, 1, 1, 0]]
    assert rows.labels == []


def test_a_column_that_is_empty_but_for_rows_without_a_label_is_left_out(tmp_path):
    path = written(tmp_path, "p,q,class\n,1,a\n5,2,\n,3,b\n")
    data = SampleTable.open(path, ReadOptions(missing="mean")).read_all()
    assert (data.X.tolist(), data.feature_names) == ([[1], [3]], ("q",))
    assert data.provenance.notes == (
        "Left out: column “p”, empty.", "Left out: 1 row without a label.",
    )  # fmt: skip
    path.write_text("p,class\n,a\n5,\n,b\n")
    with pytest.raises(
        UserError,
        match=r"no feature is left to learn from: column “p”, empty: give",
    ):
        SampleTable.open(path, ReadOptions(missing="mean")).read_all()


def test_what_is_told_of_a_table(tmp_path):
    path = written(tmp_path, "a;b;note;kind\n1,5;2;x y;p\n3;;u v;q\n4;5;x y;\n")
    found = SampleTable.open(path, ReadOptions(missing="drop")).read_all().provenance
    assert found.options == (
        ("header", "yes"), ("delimiter", ";"), ("decimal", ","),
        ("missing", "drop"), ("one-hot", "no"),
    )  # fmt: skip
    assert (found.file, found.target, found.target_position) == ("t.csv", "kind", 4)
    assert (found.unused, found.width) == (("note",), 4)
    assert [one.position for one in found.columns] == [1, 2]
    assert found.left_out == (
        ("rows with missing values", 1),
        ("rows without a label", 1),
    )
    assert found.notes == (
        "Left out: column “note”, text (--one-hot makes features of it).",
        "All samples are of one class, “p”: there is nothing to tell it from.",
        "Left out: 1 row with missing values.", "Left out: 1 row without a label.",
    )  # fmt: skip
    plain = written(tmp_path, "1,2,a\n3,4,b\n")
    assert SampleTable.open(plain).provenance.options[0] == ("header", "no")
    like = Provenance("", "", (Column("x"), Column("y")))
    table = open_like(plain, like, ReadOptions(drop=()))
    assert table.target_name == ""


def test_the_place_of_a_sample_counts_those_that_are_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK_BYTES", 10)
    path = written(tmp_path, "p,class\n1,a\n\n,b\n3,a\n,a\n5,b\n7,a\n")
    stream = SampleTable.open(path, ReadOptions(missing="drop"))
    assert [stream.place_of(i) for i in range(4)] == [f"line {n}" for n in (2, 5, 7, 8)]


def test_rows_without_a_sample_are_said(tmp_path):
    for rows, missing, said in (
        ("", "error", "has a header but no rows: give a row per sample"),
        (",1,a\n2,,b\n", "drop", "no row is left: 2 rows with missing values: fill in "
         "the means (--missing mean)"),
        ("1,2,\n2,3,?\n", "drop", "no row is left: 2 rows without a label: choose "
         "another target (--target)"),
        (",1,a\n2,3,\n", "drop", "no row is left: 1 row with missing values and 1 row "
         "without a label: fill in the means (--missing mean)"),
    ):  # fmt: skip
        path = written(tmp_path, "p,q,class\n" + rows)
        options = ReadOptions(missing=missing, target="class", header=True)
        with pytest.raises(UserError) as refused:
            SampleTable.open(path, options).read_all()
        assert str(refused.value) == f"{path}: {said}"


def test_too_many_labels_are_counted_and_others_proposed(tmp_path):
    rows = "".join(f"{i % 2},{i},{i}.5\n" for i in range(101))
    path = written(tmp_path, "p,q,size\n" + rows)
    with pytest.raises(UserError) as refused:
        SampleTable.open(path, ReadOptions(target="size")).read_all()
    assert str(refused.value) == (
        f"{path}, column size: has 101 different labels, at most 100 are possible: "
        "choose another target column, such as p (--target p)"
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('x,y,class\n1,2,a\n3,4,"b\n5,6,c"\n', "A quoted cell on line 3 goes on"),
        ('x,"y\nz",class\n1,2,a\n3,4,b\n', "A quoted cell on line 1 goes on"),
        ('x,y,class\n1,2,a\n3,4,a"\n5,6,b\n', "A quotation mark on line 3 is read"),
        ('x,y,class\n1,2,5"\n3,4,5\n5,6,b\n', "A quotation mark on line 2 is read"),
        ('x,y,class\n1,2,5"\n3,4,6"\n', ""),
        ('x,y,class\n1,2,"a"""\n3,4,b\n', ""),
    ],
)
@pytest.mark.parametrize("rows_before", [0, 300])
def test_what_a_mark_may_have_swallowed_is_told_once(
    tmp_path, monkeypatch, content, said, rows_before
):
    monkeypatch.setattr(reading, "HEAD_BYTES", 200)
    monkeypatch.setattr(reading, "BLOCK_BYTES", 300)
    header, end, rows = content.rpartition("class\n")
    before = "1,2,a\n" * rows_before * (header == "x,y,")
    path = written(tmp_path, header + end + before + rows)
    line = re.search(r"line (\d+)", said)
    if line and before:
        said = said.replace(line[0], f"line {int(line[1]) + rows_before}")
    for way in ("error", "mean"):  # that takes two passes
        options = ReadOptions(missing=way)
        notes = SampleTable.open(path, options).read_all().provenance.notes
        assert len(notes) == bool(said)
        assert all(note.startswith(said) for note in notes)


def test_rows_without_faults_do_not_go_with_a_mark_that_swallows_them(tmp_path):
    path = written(tmp_path, 'x,y,class\n1,2,a\n"3,4,b\n5,6,b\n"7,8,b\n9,1,a\n')
    table = SampleTable(
        head := text_table(path, ReadOptions(bad_rows="drop")), head.proposal().form
    )
    data = table.read_all()
    assert data.X.tolist() == [[1, 2], [5, 6], [9, 1]]
    assert data.provenance.notes == ("Left out: 2 rows that cannot be read.",)
