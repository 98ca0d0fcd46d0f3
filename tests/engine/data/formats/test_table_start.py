"""What stands above a table, and headers with a cell fewer, as they are found."""

import io

import numpy as np
import pytest

from engine.cli.main import run
from engine.data.formats import row_blocks as reading
from engine.data.formats.csv_form import read_head
from engine.data.formats.registry import read_data
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
    assert read_head(path).start == start
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
    assert read_head(path).names(read_head(path).form()) == ["#", "%", "kind"]


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
    assert read_head(path).grid.cells[0].tolist() == ["row names", "a", "b", "kind"]
    for more in ([], ["--stream", "--learner", "perceptron"]):
        assert run(["train", str(path), *more]) == 0
        shown = capsys.readouterr()
        assert "2 samples; features a, b; classes x" in shown.out
        assert "left out: column “row names”" in shown.err


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
        ('{"a": [1, 2]}', "is JSON, but one object only"),
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
    assert read_head(path).start == start
    assert read_data(path).X.tolist() == [[1], [2]]
