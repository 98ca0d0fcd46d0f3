"""What stands above a table, and headers with a cell fewer, as they are found."""

import io

import numpy as np
import pytest

from engine.cli.main import run
from engine.data.sample_table import read_data
from engine.data.tables import row_blocks as reading
from engine.data.tables.quotation import WHITESPACE
from engine.data.tables.table_start import mended, start_of
from engine.data.tables.text_table import text_table
from engine.errors import UserError

ROWS = "a;b;kind\n1;2;x\n3;4.5;y\n"
ABOVE = {
    "separator": ("sep=;\n", 2),
    "quoted separator": ('"sep=;"\r\n', 2),
    "comments": ('# by hand, with a "mark\n#\n\n# b;c\n', 5),
    "per cent": ("% one\n% two\n", 3),
    "title": ("Measurements of 2020\n\n", 3),
    "titles": ("Measurements\nby me; and you\n", 3),
    "title of a spreadsheet": ("Measurements of 2020;;\n;;\n", 3),
    "nothing": ("", 1),
    "blank": ("\n\n", 1),
}


@pytest.mark.parametrize("name", ABOVE)
@pytest.mark.parametrize("size", [10, 2**22])
def test_what_is_above_a_table_is_passed_over(tmp_path, monkeypatch, name, size):
    monkeypatch.setattr(reading, "BLOCK_BYTES", size)
    above, start = ABOVE[name]
    path = tmp_path / "t.csv"
    path.write_text(above + ROWS, newline="")
    assert text_table(path).start == start
    data = read_data(path)
    assert data.X.tolist() == [[1, 2], [3, 4.5]]
    assert data.feature_names == ("a", "b")
    path.write_text(above + ROWS + "5;oops;x\n", newline="")
    line = (above + ROWS).count("\n") + 1
    with pytest.raises(UserError, match=f"line {line}, column b"):
        read_data(path)


def test_the_line_is_said(tmp_path, capsys):
    path = tmp_path / "t.csv"
    path.write_text("# a comment\n" + ROWS)
    for more in ([], ["--stream", "--learner", "perceptron"]):
        assert run(["train", str(path), *more]) == 0
        shown = capsys.readouterr()
        assert "2 samples" in shown.out
        assert "the table begins with line 2: what is above is left out" in shown.err


def test_a_header_in_a_comment_as_numpy_writes_it(tmp_path):
    text = io.StringIO()
    X = [[1.5, 2, 0], [3, 4, 1]]
    np.savetxt(text, X, header="made by hand\nleft right kind")
    path = tmp_path / "t.txt"
    path.write_text(text.getvalue())
    data = read_data(path)
    assert data.feature_names == ("left", "right")
    assert data.X.tolist() == [[1.5, 2], [3, 4]]


def test_a_column_may_be_called_by_a_mark_of_comments(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("#,%,kind\n1,2,x\n3,4,y\n")
    head = text_table(path)
    assert head.names(head.proposal().form) == ["#", "%", "kind"]


R = {
    "quoted": '"a" "b" "kind"\n"row 1" 1 2 "x y"\n"row 2" 3 4.5 "z"\n',
    "bare": "a b kind\nr1 1 2 x\nr2 3 4.5 z\n",
    "tabs": "a\tb\tkind\nr1\t1\t2\tx\nr2\t3\t4.5\tz\n",
    "commas": '"a","b","kind"\n"1",1,2,"x"\n"2",3,4.5,"z"\n',
}


@pytest.mark.parametrize("name", R)
def test_tables_of_r_have_no_name_for_the_names_of_rows(tmp_path, capsys, name):
    path = tmp_path / "t.txt"
    path.write_text(R[name])
    assert text_table(path).grid.cells[0].tolist() == ["row names", "a", "b", "kind"]
    for more in ([], ["--stream", "--learner", "perceptron"]):
        assert run(["train", str(path), *more]) == 0
        shown = capsys.readouterr()
        assert "2 samples; features a, b; classes x" in shown.out
        assert "left out: column “row names”" in shown.err


@pytest.mark.parametrize("name", R)
def test_the_names_of_rows_are_no_feature(tmp_path, name):
    path = tmp_path / "t.txt"
    path.write_text(R[name])
    data = read_data(path)
    assert data.feature_names == ("a", "b")
    assert data.X.tolist() == [[1, 2], [3, 4.5]]


def test_a_delimiter_at_the_end_of_all_rows_but_the_header(tmp_path, capsys):
    path = tmp_path / "t.csv"
    path.write_text("a,b,kind\n1,2,x,\n3,4,y,\n")
    assert run(["train", str(path), "--target", "kind"]) == 0
    assert "features a, b; classes x 1, y 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1,2\n1,2,3\n4,5,6\n", "line 2: has 3 cells where the first row has 2"),
        ("p,q,k\n1,2,a\n3,4,b,5\n", "line 3: has 4 cells where the first row has 3"),
        ("1 |f a:1 b:2\n-1 'tag |f a:0.5\n", "is a file of Vowpal Wabbit"),
        ('{"a": 1, "b": [1]}', "is JSON, but one object only"),
        ("[[1, 2], [3, 4]]", "is JSON, but not a list of objects"),
    ],
)
def test_what_is_no_table_with_something_above(tmp_path, text, said):
    path = tmp_path / "t.csv"
    path.write_text(text)
    with pytest.raises(UserError, match=said):
        read_data(path)


def test_a_first_line_that_counts_samples_and_features_is_passed_over(tmp_path):
    path = tmp_path / "wine.csv"
    rows = [f"{i % 7},{i},{i * i},{i % 3}" for i in range(40)]
    path.write_text("\n".join(["40,3", *rows, ""]))
    data = read_data(path)
    assert (data.n_samples, data.n_features) == (40, 3)
    path.write_text("\n".join(["40,3", *rows, "1,2,3", ""]))
    with pytest.raises(UserError, match="line 2: has 4 cells where the first row has"):
        read_data(path)


def test_names_of_rows_and_columns_may_have_the_delimiter(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text('"a,1","b","kind"\n"r,1",1.5,2.5,"x"\n"r,2",3,4.5,"z"\n')
    data = read_data(path)
    assert data.feature_names == ("a,1", "b")
    assert data.X.tolist() == [[1.5, 2.5], [3, 4.5]]


@pytest.mark.parametrize("name", ["comments", "title", "separator"])
def test_what_is_above_two_columns_is_passed_over(tmp_path, name):
    above, start = ABOVE[name]
    path = tmp_path / "t.csv"
    path.write_text(above + "a;kind\n1;x\n2;y\n")
    assert text_table(path).start == start
    assert read_data(path).X.tolist() == [[1], [2]]


NUMBERS = "".join(f"{i};{i * i};k\n" for i in range(30))
WIDE = "".join(f"{i};{i * i};{i % 5};{i % 3}\n" for i in range(30))
BARE = "".join(f"{i};{i * i};{i % 3}\n" for i in range(30))


@pytest.mark.parametrize(
    ("text", "lines", "delimiter"),
    [
        ("a;b;k\n" + NUMBERS, 0, ";"),
        (NUMBERS, 0, ";"),
        ("one\n" * 20 + "a;b;k\n" + NUMBERS, 20, ";"),
        ("one\n" * 21 + "a;b;k\n" + NUMBERS, 0, ";"),
        ("one\n\ntwo\n" + NUMBERS, 3, ";"),
        ("one;two\n" + NUMBERS, 0, ";"),
        ("one;two\n" * 2 + NUMBERS, 1, ";"),
        ("one;2\n" + NUMBERS, 0, ";"),
        (";;one\n" + NUMBERS, 1, ";"),
        (";;7\n" + NUMBERS, 1, ";"),
        (";;a\n;;b\n", 1, ";"),
        (";;\n" + NUMBERS, 1, ";"),
        ("one;\n1;a\n2;b\n", 0, ";"),
        ("30;3\n" + NUMBERS, 0, ";"),
        ("30;3\n" + WIDE, 1, ";"),
        ("30;3\n" + WIDE + "1;2\n", 0, ";"),
        ("30;3;5\n" + WIDE, 0, ";"),
        ("30;3\n" + WIDE[: WIDE.index("\n19;") + 1], 0, ";"),
        ("30;3\n" + WIDE[: WIDE.index("\n20;") + 1], 1, ";"),
        ("one\n30;3\n" + WIDE, 0, ";"),
        ("# one\n" + NUMBERS, 1, ";"),
        ("// one\n\n// two\n" + NUMBERS, 3, ";"),
        ("# a;b;k\n" + BARE, 0, ";"),
        ("# one\n## a;b;k\n\n" + BARE, 1, ";"),
        ("# a;b;k\n" + "c;d;k\n" + BARE, 1, ";"),
        ("# a;1;k\n" + BARE, 1, ";"),
        ("# a;b\n" + BARE, 1, ";"),
        ("# one\ntitle\n" + NUMBERS, 2, ";"),
        ("sep=;\n" + NUMBERS, 1, ";"),
        ('"SEP=|"\r\n1|2|k\n', 1, "|"),
        ("sep=,\none\n1;2,x\n3;4,y\n", 2, ","),
        ("sep=;\none\n", 1, ";"),
        ("sep=;\n# a;b;k\n" + BARE, 1, ";"),
        ("one\ntwo\n", 0, "\t"),
        ("", 0, "\t"),
        ("a b k\nr1 1 2 x\nr2 3 4 y\n", 0, WHITESPACE),
        ("title of it\na b k l\nr1 1 2 x\nr2 3 4 y\n", 1, WHITESPACE),
    ],
)
def test_where_a_table_starts(text, lines, delimiter):
    assert start_of(text) == (lines, delimiter)


def test_a_delimiter_that_is_told_cuts_the_lines():
    assert start_of("a;b\n1,2;3,4\n5,6;7,8\n", ",") == (1, ",")
    assert start_of("a;b\n1,2;3,4\n5,6;7,8\n") == (0, ";")


@pytest.mark.parametrize(
    ("text", "mended_text", "delimiter"),
    [
        ("a,b\n1,2\n", "a,b\n1,2\n", ","),
        ("a,b\n1,2,x\n3,4,y\n", '"row names",a,b\n1,2,x\n3,4,y\n', ","),
        ("a,b\n1,2,x\n", '"row names",a,b\n1,2,x\n', ","),
        ("a b\n1 2 x\n3 4 y\n", '"row names" a b\n1 2 x\n3 4 y\n', WHITESPACE),
        ("  a b\n1 2 x\n3 4 y\n", '"row names" a b\n1 2 x\n3 4 y\n', WHITESPACE),
        ("a,b\n1,2,\n1,4,\n", "a,b,\n1,2,\n1,4,\n", ","),
        ("a,b\r\n1,2,\r\n1,4,\r\n", "a,b,\r\n1,2,\r\n1,4,\r\n", ","),
        # Names of rows are never there twice, names of columns neither.
        ("a,b\n1,2,x\n1,4,y\n", "a,b\n1,2,x\n1,4,y\n", ","),
        ("a,a\n1,2,x\n3,4,y\n", "a,a\n1,2,x\n3,4,y\n", ","),
        ("a,7\n1,2,x\n3,4,y\n", "a,7\n1,2,x\n3,4,y\n", ","),
        ("a,\n1,2,x\n3,4,y\n", "a,\n1,2,x\n3,4,y\n", ","),
        ("a,b\np,q,x\nr,s,y\n", "a,b\np,q,x\nr,s,y\n", ","),
        ("a\n1,2,x\n3,4,y\n", "a\n1,2,x\n3,4,y\n", ","),
        ("a,b\n1,2\n3,4,y\n5,6,z\n", "a,b\n1,2\n3,4,y\n5,6,z\n", ","),
        # A mark of a comment goes; a name that begins so stays.
        ("# a,b\n1,2\n3,4\n", "a,b\n1,2\n3,4\n", ","),
        ("#a,b\n1,2\n3,4\n", "#a,b\n1,2\n3,4\n", ","),
        ("#a,b\n1,2,x\n3,4,y\n", '"row names",a,b\n1,2,x\n3,4,y\n', ","),
        ("# a b\n1 2\n3 4\n", "a b\n1 2\n3 4\n", WHITESPACE),
        ("", "", ","),
    ],
)
def test_a_first_row_that_lacks_something_gets_it(text, mended_text, delimiter):
    assert mended(text, delimiter) == mended_text


def test_what_is_cut_at_the_end_of_what_is_looked_at_counts_for_nothing():
    """Of a long text the last line may be cut: it has fewer cells than the others."""
    row = "1;2;x\n"
    text = "title\n" + row * 4_000
    for more in range(len(row)):
        assert start_of("t" * more + text) == (1, ";")
