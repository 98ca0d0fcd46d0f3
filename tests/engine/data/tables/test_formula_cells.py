import csv

import openpyxl
import pytest

from engine.cli.main import run
from engine.data.tables.formula_cells import harmless

FORMULAS = ["=1+1", "+cmd", "-x", "@SUM(A1)", "\tx", "\rx", "＝1", "-1-1", "+", "-."]
NUMBERS = ["-1", "+2.5", "-1e-5", "-.5", "7", -1.5, 3, ""]


def test_formulas_get_an_apostrophe_and_numbers_none():
    assert harmless(FORMULAS) == [f"'{cell}" for cell in FORMULAS]
    assert harmless([*NUMBERS, "a=b", "'=1", " =1"]) == [*NUMBERS, "a=b", "'=1", " =1"]


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("=x,b,class\n-1,2,@a\n2,-3,-5\n-2,4,@a\n3,1,-5\n")
    return path


def cells(path):
    with path.open(newline="") as file:
        return [*csv.reader(file)]


def kinds(path, book):
    """Tell which cells a spreadsheet takes for formulas: openpyxl judges by them."""
    sheet = openpyxl.Workbook().active
    for row in cells(path):
        sheet.append(row)
    sheet.parent.save(book)
    read = openpyxl.load_workbook(book).active
    return {cell.value for row in read for cell in row if cell.data_type == "f"}


def test_what_commands_write_is_safe_where_it_is_asked_for(table, tmp_path, capsys):
    names = {name: tmp_path / f"{name}.csv" for name in ("trace", "weights", "classes")}
    saved = tmp_path / "w.json"
    written = {}
    for option in ([], ["--safe-csv"]):
        out = [f"--{kind}={names[kind]}" for kind in ("trace", "weights")]
        made = ["train", str(table), "--epochs=2", f"--weights={saved}", *out, *option]
        assert run(made) == 0
        decide = ["predict", str(saved), str(table), f"--out={names['classes']}"]
        assert run([*decide, "--scores", *option]) == 0
        written[bool(option)] = {name: cells(path) for name, path in names.items()}
        cell_kinds = [kinds(path, tmp_path / "t.xlsx") for path in names.values()]
        assert any(cell_kinds) == (not option)
    capsys.readouterr()
    for name, plain in written[False].items():
        dangerous = {"=x": "'=x", "@a": "'@a"}
        assert written[True][name] == [
            [dangerous.get(cell, cell) for cell in row] for row in plain
        ]
    assert any("-5" in row for row in written[True]["trace"])


def test_a_search_is_safe_too(table, tmp_path, capsys):
    path = tmp_path / "found.csv"
    grid = ["--grid", "features==x;b", "--folds=2", f"--results={path}", "--safe-csv"]
    assert run(["search", str(table), *grid]) == 0
    capsys.readouterr()
    assert [row[0] for row in cells(path)[1:]] == ["'=x", "b"]
